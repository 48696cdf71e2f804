"""A question about the end of a game: totals after all bonuses, and who pays whom, in points."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from games.forms.asked import (
    MOST_BOXES,
    MOST_HANDS,
    MOST_PLAYERS,
    MOST_POINTS,
    Answer,
    Places,
    check_keys,
    players,
    seat_of,
    whole,
)
from games.forms.unanswered import Unanswered
from games.rules.payments import Payment, balance, captain_payments, payments
from games.rules.ruleset import RuleSet
from games.rules.settlement import Standing, settle

_MOST_TOTAL: Final = MOST_HANDS * MOST_POINTS
_CAPTAINS: Final = ("A", "B", "C")
"""Who plays where the captain's game names nobody else."""


def ask_settlement(question: Mapping[str, Any], rules: RuleSet, _: Sequence[str]) -> Answer:
    """What ``inputs`` come to: a captain's net, or everybody's score at the end."""
    inputs = question["inputs"]
    if not isinstance(inputs, dict):
        raise Unanswered("invalid_value", "'inputs' must be an object.")
    return _captain(inputs) if rules.seating == "captain" else _scores(inputs, rules)


def _captain(inputs: Mapping[str, Any]) -> Answer:
    """The captain pays or collects his net for each of the others (rules 5.12d); of totals a net tells nothing."""
    check_keys(inputs, ("captain", "captain_net"), ("players",), " of the inputs")
    names = players(inputs.get("players", list(_CAPTAINS)))
    captain = seat_of(inputs["captain"], names)
    net = whole(inputs["captain_net"], "'captain_net'", -_MOST_TOTAL, _MOST_TOTAL)
    seats = [captain, *(seat for seat in range(len(names)) if seat != captain)]
    paid = [Payment(seats[p.frm], seats[p.to], p.amount) for p in captain_payments(net, len(names) - 1)]
    return {"totals": None} | _paid(sorted(paid, key=lambda p: (p.frm, p.to)), names)


def _scores(inputs: Mapping[str, Any], rules: RuleSet) -> Answer:
    check_keys(inputs, ("cumulative",), ("boxes", "hands_won"), " of the inputs")
    names = list(inputs["cumulative"]) if isinstance(inputs["cumulative"], dict) else []
    if not 2 <= len(names) <= MOST_PLAYERS or "" in names:
        text = f"'cumulative' must be an object: a number by the name of each of 2 to {MOST_PLAYERS} players."
        raise Unanswered("invalid_value", text)
    places = Places(rules, names)
    points = _by_seat(inputs, "cumulative", names, _MOST_TOTAL)
    if rules.shutout != "none" and rules.shutout_test == "no_hands_won" and "hands_won" not in inputs:
        raise Unanswered("missing_key", "'hands_won' is missing of the inputs: the shutout hangs on it.")
    won = _by_seat(inputs, "hands_won", names, MOST_HANDS)
    boxes = {seat: hands * rules.box_win for seat, hands in won.items()}
    if "boxes" in inputs:
        boxes = _by_seat(inputs, "boxes", names, MOST_HANDS * MOST_BOXES)
    standing = Standing(points, boxes, won)
    complete = rules.target is not None and max(points.values()) >= rules.target
    end = settle(rules, standing, complete=complete)
    paid = payments(rules, standing, end, complete=complete)
    return {"totals": places.by_name(end.totals)} | _paid(paid, names)


def _by_seat(inputs: Mapping[str, Any], key: str, names: Sequence[str], most: int) -> dict[int, int]:
    """Everybody's amount under ``key`` of the inputs; nothing where that was left out."""
    if key not in inputs:
        return dict.fromkeys(range(len(names)), 0)
    given = inputs[key]
    if not isinstance(given, dict):
        raise Unanswered("invalid_value", f"'{key}' must be an object: a number by each player's name.")
    for name in given:
        seat_of(name, names)
    check_keys(given, names, (), f" of '{key}'")
    return {seat: whole(given[name], f"'{key}' of {name[:60]!r}", 0, most) for seat, name in enumerate(names)}


def _paid(paid: Sequence[Payment], names: Sequence[str]) -> Answer:
    return {
        "payments": [{"frm": names[p.frm], "to": names[p.to], "amount": p.amount} for p in paid],
        "balance": {names[seat]: amount for seat, amount in balance(paid, len(names)).items()},
    }
