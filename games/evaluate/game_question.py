"""Answer evaluate's question about a whole game: its score hand by hand, who deals, who starts, how it ends."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.evaluate.declaration_json import EVALUATE_ENDINGS, declaration_from
from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import Answer, QuestionPlayers, check_keys, read_list
from games.rules.faults import Code, Fault, RulesError
from games.rules.game import GameTally
from games.rules.rotation import Deal, first_to_act
from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, score_round
from games.rules.settlement import GameResult, settle
from games.rules.teams import result_by_side

_TWO_PLAY = ("loser_sits_out", "captain")
"""The seatings in which two players play at a time."""


class IllegalHandError(Exception):
    """The rules refuse one hand of a game: its ``number`` from 1, and the faults."""

    def __init__(self, number: int, illegal: RulesError) -> None:
        super().__init__(number)
        self.number, self.illegal = number, illegal


def answer_game(question: Mapping[str, Any], rules: RuleSet, names: Sequence[str]) -> Answer:
    """Answer the course and result of the game with these ``hands``; the first of ``players`` deals first."""
    players = QuestionPlayers(rules, names)
    if rules.columns > 1 and players.sides != 2:
        raise QuestionError("invalid_value", "A Hollywood sheet needs exactly two sides.")
    tally, final = GameTally(rules, len(names), 0), None
    per_hand, dealers, first = list[Answer](), list[str](), list[str]()
    for number, hand in enumerate(read_list(question["hands"], "hands", "Hand"), 1):
        if final is not None:
            raise QuestionError("invalid_value", f"The game was already over after hand {number - 1}.")
        deal, result = _hand(hand, number, tally, players)
        if rules.seating != "teams":
            dealers.append(names[deal.dealer])
            first.append(names[first_to_act(rules, deal, tally.cumulative)])
        tally.add(result)
        per_hand.append(
            {
                "points": players.by_name(result.points),
                "cumulative": players.by_name(tally.cumulative),
                "cumulative_boxes": players.by_name(tally.boxes),
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
        "cumulative": players.by_name(tally.cumulative),
        "boxes": players.by_name(tally.boxes),
        "hands_won": players.by_name(tally.hands_won),
        "final": None if final is None else _final_json(final, players),
    }


def _final_json(final: GameResult, players: QuestionPlayers) -> Answer:
    answer: Answer = {
        "totals": players.by_name(final.totals),
        "winner": players.name_of(final.winner),
        "shutout": final.shutout,
    }
    return answer if final.net is None else answer | {"net": final.net}


def _hand(hand: Any, number: int, tally: GameTally, players: QuestionPlayers) -> tuple[Deal, RoundResult]:
    """Return the deal of one hand and its result by side, either scored from its facts or given as points."""
    rules, names, deal = players.rules, players.names, tally.deal
    if not isinstance(hand, dict):
        raise QuestionError("invalid_value", f"Hand {number} must be an object.")
    if "winner" in hand:
        seat, result = players.read_result(hand, f"hand {number}")
        if seat is not None and rules.seating != "captain" and seat not in deal.active:
            raise IllegalHandError(number, RulesError((Fault(Code.NOT_ACTIVE, seat),)))
        return deal, result
    check_keys(hand, ("event",), ("ender", "deadwood", "kcard", "active"), f" in hand {number}")
    if "active" in hand:
        active = _active(hand["active"], number, players)
        in_turn_order = sorted(active, key=lambda seat: (seat - deal.dealer - 1) % len(names))
        deal = Deal(deal.dealer, tuple(in_turn_order)) if rules.seating != "all_active" else deal
    else:
        active = deal.in_seat_order
    facts = {"declared": hand["event"], "ender": hand.get("ender"), "knock_card": hand.get("kcard")}
    facts["deadwood_after_layoffs"] = hand.get("deadwood")
    try:
        declaration = declaration_from(facts, names, rules, active, EVALUATE_ENDINGS)
        return deal, result_by_side(score_round(declaration, rules), rules)
    except RulesError as illegal:
        raise IllegalHandError(number, illegal) from None


def _active(value: Any, number: int, players: QuestionPlayers) -> tuple[int, ...]:
    """Return the seats named as playing a hand, in seat order."""
    place = f"'active' of hand {number}"
    if not isinstance(value, list) or not all(isinstance(name, str) and name in players.names for name in value):
        raise QuestionError("invalid_value", f"{place} must be a list of players' names.")
    seats = tuple(sorted({players.names.index(name) for name in value}))
    if len(seats) < 2 or len(seats) != len(value):
        raise QuestionError("invalid_value", f"{place} must name at least two players, each once.")
    if players.rules.seating in _TWO_PLAY and len(seats) != 2:
        raise QuestionError("invalid_value", f"{place} must name two players: the others sit out.")
    if players.rules.seating == "captain" and seats[0] != 0:
        raise QuestionError("invalid_value", f"{place} must include the captain, {players.names[0]!r}.")
    return seats
