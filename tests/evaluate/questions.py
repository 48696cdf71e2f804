"""A valid evaluate question of each kind, and short helpers to send variations of them."""

import json
from typing import Any

from games.evaluate.engine import answer_line

Question = dict[str, Any]

PRESET = {"id": 1, "kind": "preset", "preset": "standard"}
LIMIT = {"id": 1, "kind": "knock_limit", "preset": "standard", "card": "7d"}
ROUND = {
    **{"id": 1, "kind": "round", "preset": "standard", "players": ["Ann", "Ben"], "ender": "Ann", "declared": "knock"},
    "deadwood_after_layoffs": {"Ann": 7, "Ben": 20},
}
GAME = {
    **{"id": 1, "kind": "game", "preset": "standard", "players": ["Ann", "Ben"]},
    "hands": [{"event": "knock", "ender": "Ann", "deadwood": {"Ann": 7, "Ben": 20}}],
}
MELD = {"id": 1, "kind": "meld", "preset": "standard", "cards": "8s 9s Ts"}
DEADWOOD = {"id": 1, "kind": "min_deadwood", "preset": "standard", "cards": "8s 9s Ts Kd"}
ARRANGEMENT = {"id": 1, "kind": "ender_arrangement", "preset": "standard", "cards": "2s 3s 4s 5h 6h 7h 9c Tc Jc Ad"}
LAYOFF = {"id": 1, "kind": "layoff", "preset": "standard", "card": "8s", "onto": "5s 6s 7s"}
SHOWN = {
    **{"id": 1, "kind": "round", "preset": "standard", "players": ["Ann", "Ben"], "ender": "Ann", "declared": "knock"},
    "hands": {
        "Ann": {
            "cards": "2s 3s 4s 5h 6h 7h 9c Tc Jc 7d",
            "melds": ["2s 3s 4s", "5h 6h 7h", "9c Tc Jc"],
            "discard": "Kd",
        },
        "Ben": {"cards": "5s 6s Ks Kh Kc 2h 2d 8h 3d 9d", "melds": ["Ks Kh Kc"]},
    },
    "layoffs": [
        {"player": "Ben", "card": "5s", "onto": 0},
        {"player": "Ben", "card": "6s", "onto": 0},
        {"player": "Ben", "card": "8h", "onto": 1},
    ],
}
"""Ann is left with the seven of diamonds, Ben with the two twos, the three and the nine: 7 against 16."""
HOLLYWOOD = {
    **{"id": 1, "kind": "hollywood", "preset": "hollywood", "players": ["Ann", "Ben"]},
    "entries": [{"winner": "Ann", "points": 25, "boxes": 1}],
}
TEAMS = {
    **{"id": 1, "kind": "team_round", "preset": "partnership"},
    "tables": [
        {"team": "North", "vs": "East", "player": "Ann", "points": 30},
        {"team": "East", "vs": "North", "player": "Ben", "points": 18},
    ],
}
SETTLEMENT = {
    **{"id": 1, "kind": "settlement", "preset": "cutthroat"},
    "inputs": {"cumulative": {"Ann": 104, "Ben": 62, "Cleo": 0}, "hands_won": {"Ann": 4, "Ben": 3, "Cleo": 0}},
}
CAPTAIN = {
    **{"id": 1, "kind": "settlement", "preset": "captain"},
    "inputs": {"captain": "A", "captain_net": 140},
}
ROTATION = {
    **{"id": 1, "kind": "rotation", "preset": "pagat", "players": ["Ann", "Ben"]},
    **{"count": 3, "winners": ["Ben", None]},
}
EVERY = [
    *(PRESET, LIMIT, ROUND, GAME, MELD, DEADWOOD, ARRANGEMENT, LAYOFF, SHOWN),
    *(HOLLYWOOD, TEAMS, SETTLEMENT, CAPTAIN, ROTATION),
]


def error_of(question: Any) -> dict[str, Any]:
    """Return the error of a question, having made sure that there is nothing else but the id."""
    result = answer_line(json.dumps(question))
    assert sorted(result) == ["error", "id"]
    assert sorted(result["error"]) == ["code", "detail", "message"]
    assert result["error"]["message"].endswith(".")
    error: dict[str, Any] = result["error"]
    return error


def code(question: Any) -> str:
    found: str = error_of(question)["code"]
    return found


def faults(question: Question) -> list[tuple[str, str | None, list[str]]]:
    """Return code, player and cards of every fault; the first gives the error its code, all of them its message."""
    error = error_of(question)
    assert set(error["detail"]) in ({"faults"}, {"faults", "hand"})
    found = error["detail"]["faults"]
    assert error["code"] == found[0]["code"]
    assert error["message"] == " ".join(fault["message"] for fault in found)
    return [(fault["code"], fault["player"], fault["cards"]) for fault in found]
