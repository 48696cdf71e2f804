"""Answer evaluate's question about the rotation: who deals, who plays and who sits out, deal by deal."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import MOST_HANDS, Answer, QuestionPlayers, read_list, seat_of_player, whole_number
from games.rules.faults import Code, Fault, RulesError
from games.rules.rotation import Deal, first_deal, next_deal
from games.rules.ruleset import RuleSet


def answer_rotation(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """Answer dealer and active players of ``count`` deals; the first of ``players`` deals first.

    ``winners`` are the winners of the first deals, null for a dead hand. Beyond them the answer goes on as long as the
    next deal does not depend on who wins.
    """
    players, seats = QuestionPlayers(rules, names), len(names)
    count = whole_number(question["count"], "'count'", 1, MOST_HANDS)
    winners = read_list(question.get("winners", []), "winners", "Winner", count)
    deal, hands = first_deal(rules, seats, 0), list[Answer]()
    for number in range(1, count + 1):
        hands.append({"dealer": names[deal.dealer], "active": [names[seat] for seat in deal.active]})
        if number <= len(winners):
            deal = _after_winner(winners[number - 1], number, deal, players)
        elif number < count:
            deal = _after_any_winner(number, deal, players)
    return {"hands": hands}


def _after_winner(winner: Any, number: int, deal: Deal, players: QuestionPlayers) -> Deal:
    """Return the deal after deal ``number``, won by ``winner``."""
    seat = None if winner is None else seat_of_player(winner, players.names, f" (winner {number})")
    if seat is not None and seat not in deal.active:
        raise RulesError((Fault(Code.NOT_ACTIVE, seat),))
    return next_deal(players.rules, len(players.names), deal, players.result_won_by(seat))


def _after_any_winner(number: int, deal: Deal, players: QuestionPlayers) -> Deal:
    """Return the deal after one whose winner is not given; raise QuestionError if it depends on the winner."""
    deals = {next_deal(players.rules, len(players.names), deal, players.result_won_by(seat)) for seat in deal.active}
    if len(deals) > 1:
        raise QuestionError(
            "missing_key", f"'winners' must name the winner of deal {number}: the next deal depends on it."
        )
    return deals.pop()
