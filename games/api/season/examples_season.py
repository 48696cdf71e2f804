"""Examples for the OpenAPI schema: a club's autumn season. The tests send them and compare the answers."""

from typing import Any, Final

from drf_spectacular.utils import OpenApiExample

from games.rules.league.season import COLUMNS

_CREATED_AT: Final = "2026-11-20T21:14:03.512000+00:00"
_ID: Final = "3c9e0a7d51f2b846"


def _request_example(title: str, value: Any) -> OpenApiExample:
    return OpenApiExample(title, value, request_only=True)


def _response_example(title: str, value: Any, status: int) -> OpenApiExample:
    return OpenApiExample(title, value, response_only=True, status_codes=[status])


season_request: Final = _request_example(
    "Round robin, three points for a win",
    {
        "name": "Autumn",
        "preset": "standard",
        "house_rules": {"target": 10},
        "pairing": "round_robin",
        "rules": {"win": 3, "order": ["points", "head_to_head", "lot"], "confirmation": "opponent"},
    },
)
season_response: Final = _response_example(
    "Round robin, three points for a win",
    {
        "id": _ID,
        "name": "Autumn",
        "revision": 1,
        "pairing": "round_robin",
        "teams": False,
        "preset": "standard",
        "created_at": _CREATED_AT,
        "closed_at": None,
        "league": "91d04b6e2f7a8c35",
        "under_way": False,
        "hidden": False,
        "hidden_until": None,
        "entrants": 0,
        "matches": 0,
        "left": 0,
        "url": f"/s/{_ID}/",
        "duties": ["organizer"],
        "member": None,
    },
    201,
)
rules_preview_request: Final = _request_example("Two points for a win", {"rules": {"win": 2}})
rules_request: Final = _request_example(
    "Two points for a win", {"rules": {"win": 2}, "reason": "As in earlier seasons"}
)
entrants_request: Final = _request_example("Three members", {"members": [17, 18, 21]})
draw_request: Final = _request_example(
    "Every second week from October 6", {"first": "2026-10-06", "weeks": 2, "at": "19:30"}
)
script_request: Final = _request_example(
    "Two matches of one night", {"text": "2026-10-13 19:30\nAnn - Ben\nCleo - Dan @ Table 2"}
)
rescheduling_request: Final = _request_example(
    "Play a week later", {"night": "2026-10-20", "at": "20:00", "reason": "The heating was broken"}
)
challenge_request: Final = _request_example("Two entrants", {"entrants": [31, 34]})
penalty_request: Final = _request_example(
    "Penalty for being late", {"entrant": 31, "points": 1, "reason": "Came an hour late"}
)
result_request: Final = _request_example(
    "Two sides", {"sides": [{"entrant": 31, "points": 120, "boxes": 4}, {"entrant": 34, "points": 85, "boxes": 2}]}
)
check_request: Final = _request_example(
    "Dispute a round",
    {"verdict": "disputed", "rounds": [{"game": 1, "round": 1, "revision": 2}], "reason": "I had 21"},
)
import_request: Final = _request_example(
    "Import one result",
    {"text": "night,player 1,player 2,points 1,points 2\n2026-10-06,Ann,Ben,120,85\n"},
)


def _values(**known: float) -> dict[str, float]:
    """Return the values of all criteria of a row, 0 where nothing is given."""
    return {name: float(known.get(name, 0)) for name in ("points", *COLUMNS)}


def _standings_row(entrant: int, name: str, place: int, wins: int, **extra: Any) -> dict[str, Any]:
    return {
        "entrant": entrant,
        "name": name,
        "member": entrant - 14,
        "place": place,
        "shared": False,
        "group": None,
        "points": 3 * wins,
        "penalty": 0,
        "played": 1,
        "wins": wins,
        "draws": 0,
        "losses": 1 - wins,
        "byes": 0,
        "provisional": 0,
        "running": 0,
        "gins": 0,
        "form": [{"outcome": "won" if wins else "lost", "final": True}],
        "moved": None,
        "notes": [],
        "lacks": "",
    } | extra


_SCORED: Final = {
    "Ann": {"points_scored": 120.0, "extended_sonneborn_berger": 85.0 * 120},
    "Ben": {"points_scored": 85.0, "extended_sonneborn_berger": 120.0 * 85},
}
standings_response: Final = _response_example(
    "After one match",
    {
        "season": _ID,
        "revision": 9,
        "on": None,
        "nights": ["2026-10-06"],
        "closed": False,
        "hidden": False,
        "names": [],
        "order": ["points", "head_to_head", "lot"],
        "bracket": False,
        "rows": [
            _standings_row(
                31,
                "Ann",
                1,
                1,
                points_for=120,
                points_against=85,
                boxes=0,
                values=_values(points=3, wins=1, games_won=1, point_difference=35, progressive=3, **_SCORED["Ann"]),
                why="",
            ),
            _standings_row(
                *(32, "Ben", 2, 0),
                points_for=85,
                points_against=120,
                boxes=0,
                values=_values(fewest_losses=1, point_difference=-35, buchholz=3, **_SCORED["Ben"]),
                why="Below Ann on league points: 0 to 3.",
            ),
        ],
        "sentences": ["Ranked by league points, then head-to-head, then drawing lots."],
    },
    200,
)
