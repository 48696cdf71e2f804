"""Export a table as one JSON value: its seats, its links without secrets, its reports, and its whole ledger."""

from collections.abc import Iterator
from datetime import date, time
from typing import Any, Final

from games.models import Entry, Seat, Table
from games.selectors.league.merged_members import ERASED_NAME
from games.selectors.table.ledger import ERASED

FORMAT: Final = "scorekeeper-table"
VERSION: Final = 1
ORIGIN_PREFIX: Final = "archive:"
"""The prefix of ``origin`` of a table that was imported from an archive."""
ENTRY_FIELDS: Final = ("revision", "kind", "game", "round", "facts", "result", "digest", "key", "reason", "by")
REPORT_FIELDS: Final = (
    *("game", "round", "revision", "facts", "result", "digest", "agrees", "key", "reason", "by", "since"),
    *("decision", "decided_key", "decided_by", "until"),
)
TABLE_FIELDS: Final = ("name", "strict", "takeover", "report_count", "last_report_revision")
_CHUNK: Final = 500


def table_archive(table: Table, people: dict[int, int] | None = None) -> dict[str, Any]:
    """Return ``table`` without devices, secrets and accounts; its entries are an iterator.

    ``people`` maps each person's primary key to a number within the archive and is extended with new people, so that
    somebody who sits at two tables of an archive stays one person.
    """
    known = {} if people is None else people
    seats = Seat.objects.filter(table=table).select_related("player").order_by("number")
    return {
        "format": FORMAT,
        "version": VERSION,
        "id": table.public_id,
        "created_at": iso_text(table.created_at),
        **{name: getattr(table, name) for name in TABLE_FIELDS},
        "seats": [
            {"name": seat.player.name, "person": known.setdefault(seat.player_id, len(known) + 1)} for seat in seats
        ],
        "links": [
            {
                "role": link.role,
                "label": link.label,
                "created_at": iso_text(link.created_at),
                "revoked_at": iso_text(link.revoked_at),
            }
            for link in table.links.order_by("pk")
        ],
        "reports": [
            {name: getattr(report, name) for name in REPORT_FIELDS}
            | {"at": iso_text(report.at), "decided_at": iso_text(report.decided_at)}
            for report in table.reports.order_by("pk")
        ],
        "entries": _entries(table),
    }


def entry_fields(entry: Entry) -> dict[str, Any]:
    """Return an entry (annotated with ``erased``) unchanged, except for the label of a device of an erased member."""
    fields = {name: getattr(entry, name) for name in ENTRY_FIELDS} | {"at": iso_text(entry.at)}
    return fields | {"by": ERASED_NAME} if entry.erased else fields  # type: ignore[attr-defined] # it is annotated


def iso_text(when: date | time | None) -> str | None:
    """Return a date, a time or both as ISO 8601."""
    return when.isoformat() if when else None


def _entries(table: Table) -> Iterator[dict[str, Any]]:
    rows = Entry.objects.filter(table=table).annotate(erased=ERASED).order_by("revision")
    return (entry_fields(entry) for entry in rows.iterator(chunk_size=_CHUNK))
