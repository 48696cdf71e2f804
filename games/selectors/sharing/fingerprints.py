"""Compute digests of every table and season, so that two databases can be compared, for example after a restore."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import override

from games.models import Entry, RatingStep, Season, Table
from games.selectors.season.league_dates import night_of
from games.selectors.season.season_export import result_rows, table_rows
from games.selectors.table.table_json import table_json


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """The digests (SHA-256) of one table or season: of what is stored, and of what is computed from it.

    ``kind`` is "table" or "season". ``stored_digest`` are the digests of a table's entries, or the ratings of a
    season's league; ``shown_digest`` is the sheet, or the season's table and its results.
    """

    kind: str
    public_id: str
    stored_digest: str
    shown_digest: str


def fingerprints(now: datetime) -> Iterator[Fingerprint]:
    """Yield one fingerprint for every table, then for every season, in their state at the moment ``now``."""
    for table in Table.objects.order_by("pk").iterator():
        entries = Entry.objects.filter(table=table).order_by("revision")
        rows = entries.values_list("revision", "kind", "digest", "key", "by", "at")
        yield Fingerprint("table", table.public_id, _digest(list(rows)), _sheet_digest(table))
    for season in Season.objects.order_by("pk").select_related("league").iterator():
        steps = RatingStep.objects.filter(rating_book=season.league_id).order_by("night", "match_id", "member_id")
        with override("en"):
            standings = [table_rows(season, tonight=night_of(season.league, now)), list(result_rows(season))]
        ratings = steps.values_list("member_id", "match_id", "mu", "sigma")
        yield Fingerprint("season", season.public_id, _digest(list(ratings)), _digest(standings))


def _sheet_digest(table: Table) -> str:
    """Return the digest of a table's sheet, always in English, so that it doesn't depend on the server's language."""
    with override("en"):
        return _digest(table_json(table))


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value, sort_keys=True, default=_moment).encode()).hexdigest()


def _moment(value: object) -> str:
    """Return a date or a time as text. Raises TypeError for anything else: its text might hold a memory address."""
    if isinstance(value, date | time | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no fingerprint")
