"""Examples for the OpenAPI schema: an evening of Ann and Ben. The tests send them and compare the answers."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from games.api.parameters import PROBLEM_TYPE
from games.rules.presets import rule_set
from games.rules.ruleset import as_json
from games.web.problems import problem_body

_ENTERED_AT: Final = "2026-11-20T21:14:03.512000+00:00"
_LATER: Final = "2026-11-20T21:15:40.007000+00:00"
_ID: Final = "0f9c2d7e41b8a635"


def _request_example(title: str, value: Any) -> OpenApiExample:
    return OpenApiExample(title, value, request_only=True, summary=title)


def _response_example(title: str, value: Any, status: int) -> OpenApiExample:
    return OpenApiExample(title, value, response_only=True, status_codes=[status])


def _problem_example(title: str, status: int, code: str, text: str, **extra: Any) -> OpenApiExample:
    value = problem_body(status, code, text, **extra)
    return OpenApiExample(title, value, response_only=True, status_codes=[status], media_type=PROBLEM_TYPE)


question_request: Final = _request_example(
    "A knock",
    {
        "id": 1,
        "kind": "knock_limit",
        "preset": "standard",
        "card": "7h",
        "house_rules": {"limit_source": "upcard"},
    },
)
question_response: Final = _response_example("A knock", {"id": 1, "knock_limit": 7}, 200)

table_request: Final = _request_example(
    "Two players to 150",
    {"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target": 150}, "name": "Friday"},
)
_next: Final = {
    "game": 1,
    "round": 1,
    "dealer": "Ann",
    "first_to_act": "Ben",
    "active": ["Ann", "Ben"],
    "pairs": [],
    "knock_limit": 10,
}
_game: Final = {
    "number": 1,
    "preset": "standard",
    "parameters": as_json(rule_set("standard", {"target": 150})),
    "rounds": [],
    "cumulative": {"Ann": 0, "Ben": 0},
    "boxes": {"Ann": 0, "Ben": 0},
    "over": False,
    "ended_by_hand": False,
    "needs_attention": [],
    "final": None,
}
_table: Final = {
    "id": _ID,
    "name": "Friday",
    "strict": False,
    "takeover": False,
    "revision": 1,
    "seats": [{"name": "Ann", "team": None}, {"name": "Ben", "team": None}],
    "games": [_game],
    "open_again": [],
    "stakes": None,
    "questions": [],
    "next": _next,
}
table_response: Final = _response_example(
    "Two players to 150",
    _table
    | {"owner_token": "E2N…", "score_token": "kQ8…", "watch_token": "b-1…"}
    | {f"{role}_url": f"https://score.example/j/{start}…/" for role, start in (("owner", "E2N"), ("score", "kQ8"))}
    | {"watch_url": "https://score.example/j/b-1…/"},
    201,
)

_facts: Final = {"ender": "Ann", "declared": "knock", "deadwood_after_layoffs": {"Ann": 7, "Ben": 20}}
_score: Final = {
    "event": "knock",
    "winners": ["Ann"],
    "points": {"Ann": 13, "Ben": 0},
    "boxes": {"Ann": 1, "Ben": 0},
    "deadwood": {"Ann": 7, "Ben": 20},
    "lines": [
        {"text": "Deadwood", "player": "Ann", "points": 20, "boxes": 0, "parameter": "knock_points"},
        {"text": "Ann's own deadwood", "player": "Ann", "points": -7, "boxes": 0, "parameter": "knock_points"},
        {"text": "Box for the win", "player": "Ann", "points": 0, "boxes": 1, "parameter": "box_win"},
    ],
}
_round: Final = {
    "number": 1,
    "revision": 2,
    **_score,
    "ender": "Ann",
    "declared": "knock",
    "active": ["Ann", "Ben"],
    "knock_card": None,
    "cumulative": {"Ann": 13, "Ben": 0},
    "entered_by": "Scorers",
    "entered_at": _ENTERED_AT,
    "also_entered_by": [],
    "edited": False,
    "void": False,
    "after_game_end": False,
}
_after: Final = _table | {
    "revision": 2,
    "games": [_game | {"rounds": [_round], "cumulative": {"Ann": 13, "Ben": 0}, "boxes": {"Ann": 1, "Ben": 0}}],
    "stakes": None,
    "next": _next | {"round": 2, "dealer": "Ben", "first_to_act": "Ann"},
}
preview_request: Final = _request_example("Ann knocks with 7", _facts)
preview_response: Final = _response_example("Ann knocks with 7", _score, 200)
handover_request: Final = _request_example("Ben's program continues", {"player": "Ben"})
round_request: Final = _request_example("Ann knocks with 7", {"game": 1, "round": 1} | _facts)
round_response: Final = _response_example("Ann knocks with 7", {"revision": 2, "round": _round, "table": _after}, 201)
correction_request: Final = _request_example(
    "Ben had 21",
    {
        "ender": "Ann",
        "declared": "knock",
        "deadwood_after_layoffs": {"Ann": 7, "Ben": 21},
        "reason": "a card was under the table",
    },
)
decision_request: Final = _request_example("Keep the version on the sheet", {"decision": "keep"})
void_request: Final = _request_example("Why", {"reason": "misdeal"})
players_request: Final = _request_example("Cleo joins", {"players": ["Ann", "Ben", "Cleo"], "preset": "cutthroat"})
game_request: Final = _request_example("The same rules to 100", {"house_rules": {"target": 100}})
link_request: Final = _request_example("For the kitchen", {"role": "watch", "label": "The kitchen tablet"})

illegal_problem: Final = _problem_example(
    "Not allowed by the rules",
    400,
    "over_knock_limit",
    "Ann can't knock with 12: the limit is 10.",
    faults=[
        {
            "code": "over_knock_limit",
            "player": "Ann",
            "cards": [],
            "message": "Ann can't knock with 12: the limit is 10.",
        }
    ],
)
conflict_problem: Final = _problem_example(
    "Two phones entered different results",
    409,
    "round_conflict",
    "Round 1 is already on the sheet with different numbers.",
    current=_round,
    yours={"game": 1, "round": 1} | _facts | {"deadwood_after_layoffs": {"Ann": 7, "Ben": 21}},
)
stale_problem: Final = _problem_example(
    "The round changed in the meantime",
    412,
    "stale",
    "This revision is out of date. Read the newest one and try again.",
    current=_round | {"revision": 3, "entered_at": _LATER, "edited": True},
)
