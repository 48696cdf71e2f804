"""A whole table as one JSON value: who sits there, its links without their secrets, and its ledger entry by entry."""

from collections.abc import Iterator
from datetime import date, time
from typing import Any, Final

from games.models import Entry, Seat, Table
from games.selectors.ledger import ERASED
from games.selectors.people import SOMEBODY

FORMAT: Final = "scorekeeper-table"
VERSION: Final = 1
ORIGIN: Final = "archive:"
"""What ``origin`` of a table begins with that came out of an archive."""
ENTRY_FIELDS: Final = ("revision", "kind", "game", "round", "facts", "result", "digest", "key", "reason", "by")
REPORT_FIELDS: Final = (
    *("game", "round", "revision", "facts", "result", "digest", "agrees", "key", "reason", "by", "since"),
    *("decision", "decided_key", "decided_by", "until"),
)
TABLE_FIELDS: Final = ("name", "strict", "takeover", "said", "said_at")
_CHUNK: Final = 500


def table_archive(table: Table, people: dict[int, int] | None = None) -> dict[str, Any]:
    """Everything of ``table`` but its devices, secrets and accounts; its entries are an iterator.

    ``people`` gives each person a number of the archive's own, by primary key, and takes in those it does not know yet:
    who sits at two tables of an archive is one there, too.
    """
    known = {} if people is None else people
    seats = Seat.objects.filter(table=table).select_related("player").order_by("number")
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": table.public_id,
        "created_at": iso(table.created_at),
        **{name: getattr(table, name) for name in TABLE_FIELDS},
        "seats": [
            {"name": seat.player.name, "person": known.setdefault(seat.player_id, len(known) + 1)} for seat in seats
        ],
        "links": [
            {
                "role": link.role,
                "label": link.label,
                "created_at": iso(link.created_at),
                "revoked_at": iso(link.revoked_at),
            }
            for link in table.links.order_by("pk")
        ],
        "reports": [
            {name: getattr(report, name) for name in REPORT_FIELDS}
            | {"at": iso(report.at), "decided_at": iso(report.decided_at)}
            for report in table.reports.order_by("pk")
        ],
        "entries": _entries(table),
    }


def entry_told(entry: Entry) -> dict[str, Any]:
    """An entry with ``erased`` beside it: word for word, but for the name of a phone whose owner was erased."""
    told = {name: getattr(entry, name) for name in ENTRY_FIELDS} | {"at": iso(entry.at)}
    return told | {"by": SOMEBODY} if entry.erased else told  # type: ignore[attr-defined] # it is annotated


def iso(when: date | time | None) -> str | None:
    """A date, a time or both as ISO 8601."""
    return when.isoformat() if when else None


def _entries(table: Table) -> Iterator[dict[str, Any]]:
    rows = Entry.objects.filter(table=table).annotate(erased=ERASED).order_by("revision")
    return (entry_told(entry) for entry in rows.iterator(chunk_size=_CHUNK))
