"""Answer evaluate's question about the end of a game: totals with all bonuses, and who pays whom, in points."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.evaluate.question_error import QuestionError
from games.evaluate.question_input import (
    MOST_BOXES,
    MOST_HANDS,
    MOST_PLAYERS,
    MOST_POINTS,
    Answer,
    QuestionPlayers,
    check_keys,
    read_players,
    seat_of_player,
    whole_number,
)
from games.rules.payments import Payment, balance, captain_payments, payments
from games.rules.ruleset import RuleSet
from games.rules.settlement import Score, settle

_MOST_TOTAL: Final = MOST_HANDS * MOST_POINTS
_CAPTAINS: Final = ("A", "B", "C")
"""The players of a captain's game if the question does not name any."""


def answer_settlement(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """Answer the settlement of ``inputs``: a captain's net, or every player's score."""
    inputs = question["inputs"]
    if not isinstance(inputs, dict):
        raise QuestionError("invalid_value", "'inputs' must be an object.")
    return _captain(inputs) if rules.seating == "captain" else _scores(inputs, rules)


def _captain(inputs: Mapping[str, Any]) -> Answer:
    """Answer the payments of a captain's net: paid or collected once for each other player (rules 5.12d).

    Totals cannot be worked out from a net, so they are None.
    """
    check_keys(inputs, ("captain", "captain_net"), ("players",), " in the inputs")
    names = read_players(inputs.get("players", list(_CAPTAINS)))
    captain = seat_of_player(inputs["captain"], names)
    net = whole_number(inputs["captain_net"], "'captain_net'", -_MOST_TOTAL, _MOST_TOTAL)
    seats = [captain, *(seat for seat in range(len(names)) if seat != captain)]
    paid = [Payment(seats[p.frm], seats[p.to], p.amount) for p in captain_payments(net, len(names) - 1)]
    return {"totals": None} | _payments_json(sorted(paid, key=lambda p: (p.frm, p.to)), names)


def _scores(inputs: Mapping[str, Any], rules: RuleSet) -> Answer:
    check_keys(inputs, ("cumulative",), ("boxes", "hands_won"), " in the inputs")
    names = list(inputs["cumulative"]) if isinstance(inputs["cumulative"], dict) else []
    if not 2 <= len(names) <= MOST_PLAYERS or "" in names:
        text = f"'cumulative' must be an object with a number for each of 2 to {MOST_PLAYERS} players."
        raise QuestionError("invalid_value", text)
    players = QuestionPlayers(rules, names)
    points = _by_seat(inputs, "cumulative", names, _MOST_TOTAL)
    if rules.shutout != "none" and rules.shutout_test == "no_hands_won" and "hands_won" not in inputs:
        raise QuestionError("missing_key", "'hands_won' is missing in the inputs: the shutout depends on it.")
    won = _by_seat(inputs, "hands_won", names, MOST_HANDS)
    boxes = {seat: hands * rules.box_win for seat, hands in won.items()}
    if "boxes" in inputs:
        boxes = _by_seat(inputs, "boxes", names, MOST_HANDS * MOST_BOXES)
    score = Score(points, boxes, won)
    complete = rules.target is not None and max(points.values()) >= rules.target
    end = settle(rules, score, complete=complete)
    paid = payments(rules, score, end, complete=complete)
    return {"totals": players.by_name(end.totals)} | _payments_json(paid, names)


def _by_seat(inputs: Mapping[str, Any], key: str, names: Sequence[str], maximum: int) -> dict[int, int]:
    """Return the amounts under ``key`` of the inputs by seat; zeros if the key is missing."""
    if key not in inputs:
        return dict.fromkeys(range(len(names)), 0)
    amounts = inputs[key]
    if not isinstance(amounts, dict):
        raise QuestionError("invalid_value", f"'{key}' must be an object with a number for each player's name.")
    for name in amounts:
        seat_of_player(name, names)
    check_keys(amounts, names, (), f" in '{key}'")
    return {
        seat: whole_number(amounts[name], f"'{key}' of {name[:60]!r}", 0, maximum) for seat, name in enumerate(names)
    }


def _payments_json(paid: Sequence[Payment], names: Sequence[str]) -> Answer:
    return {
        "payments": [{"frm": names[p.frm], "to": names[p.to], "amount": p.amount} for p in paid],
        "balance": {names[seat]: amount for seat, amount in balance(paid, len(names)).items()},
    }
