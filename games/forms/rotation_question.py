"""A question about the deal: who deals, who plays and who sits out, from the first deal on."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.forms.asked import MOST_HANDS, Answer, Places, list_of, seat_of, whole
from games.forms.unanswered import Unanswered
from games.rules.faults import Code, Fault, Illegal
from games.rules.rotation import Deal, first_deal, next_deal
from games.rules.ruleset import RuleSet


def ask_rotation(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """The places of ``count`` deals, the first of ``players`` dealing first.

    ``winners`` are those of the deals so far, null for a dead hand. Where they end, the deals go on as long as it is
    the same whoever wins.
    """
    places, seats = Places(rules, names), len(names)
    count = whole(question["count"], "'count'", 1, MOST_HANDS)
    winners = list_of(question.get("winners", []), "winners", "Winner", count)
    deal, hands = first_deal(rules, seats, 0), list[Answer]()
    for number in range(1, count + 1):
        hands.append({"dealer": names[deal.dealer], "active": [names[seat] for seat in deal.active]})
        if number <= len(winners):
            deal = _after(winners[number - 1], number, deal, places)
        elif number < count:
            deal = _whoever_wins(number, deal, places)
    return {"hands": hands}


def _after(winner: Any, number: int, deal: Deal, places: Places) -> Deal:
    """The places after deal ``number`` was won by ``winner``."""
    seat = None if winner is None else seat_of(winner, places.names, f" (winner {number})")
    if seat is not None and seat not in deal.active:
        raise Illegal((Fault(Code.NOT_ACTIVE, seat),))
    return next_deal(places.rules, len(places.names), deal, places.won_by(seat))


def _whoever_wins(number: int, deal: Deal, places: Places) -> Deal:
    """The places after a deal whose winner was not told."""
    found = {next_deal(places.rules, len(places.names), deal, places.won_by(seat)) for seat in deal.active}
    if len(found) > 1:
        raise Unanswered("missing_key", f"'winners' must say who won deal {number}: the next one hangs on it.")
    return found.pop()
