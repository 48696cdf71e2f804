"""What is to be checked in a season, as the API tells it."""

from datetime import date
from typing import Any

from games.models import Season
from games.selectors.checks_page import Queue, to_check
from games.selectors.matches_json import round_json

Shape = dict[str, Any]


def checks_json(season: Season, asked: date | None) -> Shape:
    """What a referee or organiser has to look at, of the night ``asked`` or the last one."""
    found = to_check(season, asked)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "nights": [night.isoformat() for night in found.nights],
        "night": found.night.isoformat() if found.night else None,
        "disputed": _told(found.disputed),
        "waiting": _told(found.waiting),
        "unticked": _told(found.unticked),
        "more": found.more,
    }


def _told(queue: Queue) -> list[Shape]:
    return [
        {"match": match.fixture.number, "table": match.table.public_id} | round_json(one, match.players, match.seats)
        for match, one in queue
    ]
