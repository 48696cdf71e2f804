"""What two databases that hold the same have to say alike: of every table its ledger and its sheet, of every season."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

from django.utils.translation import override

from games.models import Entry, RatingStep, Season, Table
from games.selectors.nights import tonight
from games.selectors.season_export import result_rows, table_rows
from games.selectors.table_json import table_json


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """Of one table or season: which, and the SHA-256 of what is stored of it and of what is worked out from that.

    ``of`` is "table" or "season". ``stored`` are the digests of a table's entries, or the ratings of a season's
    league; ``shown`` is the sheet, or the season's table and its results.
    """

    of: str
    public_id: str
    stored: str
    shown: str


def fingerprints(at: datetime) -> Iterator[Fingerprint]:
    """One of every table, then one of every season, as they stand ``at`` that moment, one after the other."""
    for table in Table.objects.order_by("pk").iterator():
        entries = Entry.objects.filter(table=table).order_by("revision")
        told = entries.values_list("revision", "kind", "digest", "key", "by", "at")
        yield Fingerprint("table", table.public_id, _digest(list(told)), _shown(table))
    for season in Season.objects.order_by("pk").select_related("league").iterator():
        steps = RatingStep.objects.filter(book=season.league_id).order_by("night", "fixture_id", "member_id")
        with override("en"):
            shown = [table_rows(season, tonight=tonight(season.league, at)), list(result_rows(season))]
        ratings = steps.values_list("member_id", "fixture_id", "mu", "sigma")
        yield Fingerprint("season", season.public_id, _digest(list(ratings)), _digest(shown))


def _shown(table: Table) -> str:
    """Of the sheet; in one language, so that two servers that speak different ones say alike."""
    with override("en"):
        return _digest(table_json(table))


def _digest(told: Any) -> str:
    return hashlib.sha256(json.dumps(told, sort_keys=True, default=_moment).encode()).hexdigest()


def _moment(value: object) -> str:
    """A date or a time as text. Raises TypeError for anything else: an object's address is no fingerprint."""
    if isinstance(value, date | time | datetime):
        return value.isoformat()
    raise TypeError(f"{type(value).__name__} has no fingerprint")
