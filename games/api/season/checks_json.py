"""The rounds to check in a season as JSON for the API."""

from datetime import date
from typing import Any

from games.api.season.matches_json import round_json
from games.models import Season
from games.pages.season.checks_page import CheckQueue, rounds_to_check

JsonObject = dict[str, Any]


def checks_json(season: Season, requested_night: date | None) -> JsonObject:
    """Return the rounds that a referee or organizer has to check, of ``requested_night`` or the last night."""
    queues = rounds_to_check(season, requested_night)
    return {
        "season": season.public_id,
        "revision": season.revision,
        "nights": [night.isoformat() for night in queues.nights],
        "night": queues.night.isoformat() if queues.night else None,
        "disputed": _queue_json(queues.disputed),
        "waiting": _queue_json(queues.waiting),
        "unticked": _queue_json(queues.unticked),
        "more": queues.more,
    }


def _queue_json(queue: CheckQueue) -> list[JsonObject]:
    return [
        {"match": match.match.number, "table": match.table.public_id} | round_json(checked, match.players, match.seats)
        for match, checked in queue
    ]
