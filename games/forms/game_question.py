"""A question about a whole game: its hands added up, who deals and who plays first, and how it ends."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.forms.asked import Answer, Places, check_keys, list_of
from games.forms.told import EVALUATED, declaration_from
from games.forms.unanswered import Unanswered
from games.rules.faults import Code, Fault, Illegal
from games.rules.game import Tally
from games.rules.rotation import Deal, first_to_act
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, score_round
from games.rules.settlement import Final, settle
from games.rules.teams import by_side

_TWO = ("loser_sits_out", "captain")
"""Where two play, however many sit at the table."""


class FaultyHand(Exception):  # noqa: N818 - the rules refuse it; nothing in the program is wrong
    """The rules refuse one hand of a game: ``number`` from 1, and what is wrong with it."""

    def __init__(self, number: int, illegal: Illegal) -> None:
        super().__init__(number)
        self.number, self.illegal = number, illegal


def ask_game(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """The game that ``hands`` make, the first of ``players`` dealing first."""
    places = Places(rules, names)
    if rules.columns > 1 and places.sides != 2:
        raise Unanswered("invalid_value", "A Hollywood sheet is for two sides.")
    tally, final = Tally(rules, len(names), 0), None
    per_hand, dealers, first = list[Answer](), list[str](), list[str]()
    for number, hand in enumerate(list_of(question["hands"], "hands", "Hand"), 1):
        if final is not None:
            raise Unanswered("invalid_value", f"The game was over after hand {number - 1}.")
        deal, result = _hand(hand, number, tally, places)
        if rules.seating != "teams":
            dealers.append(names[deal.dealer])
            first.append(names[first_to_act(rules, deal, tally.cumulative)])
        tally.add(result)
        per_hand.append(
            {
                "points": places.by_name(result.points),
                "cumulative": places.by_name(tally.cumulative),
                "cumulative_boxes": places.by_name(tally.boxes),
            }
        )
        final = tally.final()
    over = final is not None
    if rules.target is None:
        final = settle(rules, tally.standing)
    return {
        "per_hand": per_hand,
        "dealers": dealers,
        "first_to_act": first,
        "over": over,
        "cumulative": places.by_name(tally.cumulative),
        "boxes": places.by_name(tally.boxes),
        "hands_won": places.by_name(tally.hands_won),
        "final": None if final is None else _final(final, places),
    }


def _final(final: Final, places: Places) -> Answer:
    told: Answer = {
        "totals": places.by_name(final.totals),
        "winner": places.name_of(final.winner),
        "shutout": final.shutout,
    }
    return told if final.net is None else told | {"net": final.net}


def _hand(hand: Any, number: int, tally: Tally, places: Places) -> tuple[Deal, RoundResult]:
    """Who sat where in one hand, and its score by side: told, to be scored, or counted as it stands."""
    rules, names, deal = places.rules, places.names, tally.deal
    if not isinstance(hand, dict):
        raise Unanswered("invalid_value", f"Hand {number} must be an object.")
    if "winner" in hand:
        seat, result = places.counted(hand, f"hand {number}")
        if seat is not None and rules.seating != "captain" and seat not in deal.active:
            raise FaultyHand(number, Illegal((Fault(Code.NOT_ACTIVE, seat),)))
        return deal, result
    check_keys(hand, ("event",), ("ender", "deadwood", "kcard", "active"), f" of hand {number}")
    if "active" in hand:
        active = _active(hand["active"], number, places)
        turned = sorted(active, key=lambda seat: (seat - deal.dealer - 1) % len(names))
        deal = Deal(deal.dealer, tuple(turned)) if rules.seating != "all_active" else deal
    else:
        active = deal.in_seat_order
    told = {"declared": hand["event"], "ender": hand.get("ender"), "knock_card": hand.get("kcard")}
    told["deadwood_after_layoffs"] = hand.get("deadwood")
    try:
        declaration = declaration_from(told, names, rules, active, EVALUATED)
        return deal, by_side(score_round(declaration, rules), rules)
    except Illegal as illegal:
        raise FaultyHand(number, illegal) from None


def _active(given: Any, number: int, places: Places) -> tuple[int, ...]:
    """The seats that played a hand, as told, in seat order."""
    place = f"'active' of hand {number}"
    if not isinstance(given, list) or not all(isinstance(name, str) and name in places.names for name in given):
        raise Unanswered("invalid_value", f"{place} must be names of players.")
    seats = tuple(sorted({places.names.index(name) for name in given}))
    if len(seats) < 2 or len(seats) != len(given):
        raise Unanswered("invalid_value", f"{place} must be two players or more, each once.")
    if places.rules.seating in _TWO and len(seats) != 2:
        raise Unanswered("invalid_value", f"{place} must be two players: the others sit out.")
    if places.rules.seating == "captain" and seats[0] != 0:
        raise Unanswered("invalid_value", f"{place} must hold the captain, {places.names[0]!r}.")
    return seats
