"""Read a table's ledger as values of the rules and fold it into a sheet, with a cache in this process."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Count, Exists, F, OuterRef, Subquery

from games.models import Entry, EntryKind, LeaguePass, Table
from games.permissions import Access
from games.refusals import RefusedError
from games.rules import ledger, sheet
from games.rules.line_up import seats_at_start
from games.selectors.caching import cached
from games.selectors.league.merged_members import ERASED_NAME

ERASED: Final = Exists(
    LeaguePass.objects.filter(device=OuterRef("device"), link__member__erased_at__gte=OuterRef("at"))
)
"""Whether an entry was made on the device of a league member who was erased since."""


def entries_of(table: Table, revision: int | None = None, *, locked: bool = False) -> tuple[ledger.LedgerEntry, ...]:
    """Return the ledger of ``table``, oldest first, up to ``revision`` (None: that of ``table`` as loaded).

    Entries never change, so those read before are cached and only newer ones are queried. The newest cached entry is
    read again with them, and always when the table is ``locked`` for a write: if it differs, because the database was
    restored to an earlier state, the cache is discarded.

    The label of a member's device is left out once that member is erased; the row in the database keeps it.
    """
    last_revision = table.revision if revision is None else revision
    cache = _entry_cache(table.public_id, table.redaction_count)
    cached_entries = cache.entries
    if len(cached_entries) > table.revision:
        current = _read(table, last_revision)
        if locked or [entry.at for entry in current] != [entry.at for entry in cached_entries[:last_revision]]:
            cache.replace(cached_entries, current)
        return current
    if (
        locked
        or len(cached_entries) < last_revision
        or (settings.NOTIFICATION_BACKEND and not _still_stored(table, cached_entries))
    ):
        current = _read(table, max(last_revision, len(cached_entries)), cached_entries)
        cache.replace(cached_entries, current)
        return current[:last_revision]
    return cached_entries[:last_revision]


def _still_stored(table: Table, cached_entries: tuple[ledger.LedgerEntry, ...]) -> bool:
    """Query whether the newest cached entry is still in the database, which may have been restored meanwhile."""
    return (
        not cached_entries
        or Entry.objects.filter(table=table, revision=len(cached_entries), at=cached_entries[-1].at).exists()
    )


def _read(
    table: Table, last_revision: int, cached_entries: tuple[ledger.LedgerEntry, ...] = ()
) -> tuple[ledger.LedgerEntry, ...]:
    """Read the entries up to ``last_revision``, reusing ``cached_entries`` if the last of them still exists."""
    rows = Entry.objects.filter(table=table, revision__gte=len(cached_entries), revision__lte=last_revision)
    rows_read = [(row, row.erased) for row in rows.annotate(erased=ERASED).order_by("revision")]
    if not cached_entries:
        return _entries_from(rows_read)
    if not rows_read or (rows_read[0][0].revision, rows_read[0][0].at) != (len(cached_entries), cached_entries[-1].at):
        return _read(table, last_revision)
    return cached_entries + _entries_from(rows_read[1:], cached_entries)


@dataclass(slots=True)
class _EntryCache:
    """The cached entries of one table, from the first on without a gap, and its number of seats at the start."""

    entries: tuple[ledger.LedgerEntry, ...] = ()
    seats: int = 0

    def replace(self, before: tuple[ledger.LedgerEntry, ...], now: tuple[ledger.LedgerEntry, ...]) -> None:
        """Store the entries ``now``, unless another thread replaced those ``before``, or a revision is missing."""
        with _replace_lock:
            if self.entries is before and [entry.revision for entry in now] == list(range(1, len(now) + 1)):
                self.entries = now


_replace_lock: Final = threading.Lock()


@cached(64)
def _entry_cache(public_id: str, redaction_count: int) -> _EntryCache:
    """Return the cache of a table's entries; another one once a name beside an entry must no longer be shown."""
    del public_id, redaction_count
    return _EntryCache()


def sheets_of(tables: Sequence[Table], seats: Mapping[int, int]) -> dict[int, sheet.TableSheet]:
    """Return the current sheets of several tables by primary key, with one query.

    ``seats`` is with how many seats each started.
    """
    rows: dict[int, list[tuple[Entry, bool]]] = {}
    for row in Entry.objects.filter(table__in=tables).annotate(erased=ERASED).order_by("table", "revision"):
        rows.setdefault(row.table_id, []).append((row, row.erased))
    return {table: sheet.fold(_entries_from(entries), seats[table]) for table, entries in rows.items()}


def cached_sheets(tables: Sequence[Table]) -> dict[int, sheet.TableSheet]:
    """Return the current sheets of several tables from the cache, reading only what changed: two queries at most.

    The tables are loaded with their seats, before this. A table with an empty ledger is left out.
    """
    last_entries = Entry.objects.filter(table__in=tables, revision=F("table__revision")).values_list(
        "table", "revision", "at"
    )
    newest = {table: (revision, at) for table, revision, at in last_entries}
    with_entries = [table for table in tables if table.pk in newest]
    caches = {table.pk: _entry_cache(table.public_id, table.redaction_count) for table in with_entries}
    cached_entries = {pk: cache.entries for pk, cache in caches.items()}
    outdated = [table for table in with_entries if not _is_current(cached_entries[table.pk], newest[table.pk])]
    rows: dict[int, list[tuple[Entry, bool]]] = {}
    if outdated:
        for row in Entry.objects.filter(table__in=outdated).annotate(erased=ERASED).order_by("table", "revision"):
            rows.setdefault(row.table_id, []).append((row, row.erased))
    sheets = {}
    for table in with_entries:
        entries = cached_entries[table.pk]
        if table.pk in rows:
            entries = _entries_from(rows[table.pk])
            caches[table.pk].replace(cached_entries[table.pk], entries)
        entries = entries[: newest[table.pk][0]]
        # The seats were read before the entries: whoever joined since is in these.
        cache = caches[table.pk]
        cache.seats = cache.seats or seats_at_start((entry.body for entry in entries), table.seats.count())
        newest_entry = tuple((entry.revision, entry.at) for entry in entries[-1:])
        sheets[table.pk] = _sheet(_SheetKey(table.public_id, table.redaction_count, newest_entry, entries, table))
    return sheets


def _is_current(entries: tuple[ledger.LedgerEntry, ...], newest: tuple[int, datetime]) -> bool:
    """Return whether cached entries include the ledger's newest one."""
    revision, at = newest
    return len(entries) >= revision and entries[revision - 1].at == at


def _entries_from(
    rows: Iterable[tuple[Entry, bool]], before: Sequence[ledger.LedgerEntry] = ()
) -> tuple[ledger.LedgerEntry, ...]:
    """Convert rows of one table's ledger, oldest first, each with whether its author was erased.

    ``before`` are the entries that precede them.
    """
    values: list[ledger.LedgerEntry] = []
    rules_at_start = {entry.game: entry.body.rules for entry in before if isinstance(entry.body, ledger.GameStarted)}
    for row, erased in rows:
        body = ledger.body_from(row.kind, row.facts, row.result, rules_at_start.get(row.game))
        if isinstance(body, ledger.GameStarted):
            rules_at_start[row.game] = body.rules
        values.append(
            ledger.LedgerEntry(
                revision=row.revision,
                game=row.game,
                round=row.round,
                body=body,
                by=ERASED_NAME if erased else row.by,
                at=row.at,
                reason=row.reason,
            )
        )
    return tuple(values)


def sheet_of(table: Table, revision: int | None = None) -> sheet.TableSheet:
    """Return the sheet of ``table`` as of ``revision`` (None: that of ``table`` as loaded).

    Raises RefusedError if the table was removed from the database since it was loaded: no ledger is empty.
    """
    entries = entries_of(table, revision)
    if not entries:
        raise RefusedError("not_found")
    newest = tuple((entry.revision, entry.at) for entry in entries[-1:])
    return _sheet(_SheetKey(table.public_id, table.redaction_count, newest, entries, table))


@dataclass(frozen=True, slots=True)
class _SheetKey:
    """The cache key of a sheet: the table and its newest entry, since earlier entries don't change."""

    public_id: str
    redaction_count: int
    newest: tuple[tuple[int, datetime], ...]
    entries: tuple[ledger.LedgerEntry, ...] = field(compare=False)
    table: Table = field(compare=False)


@cached(64)
def _sheet(key: _SheetKey) -> sheet.TableSheet:
    """Fold the entries into a sheet; cached, because all screens of a table request it at once."""
    cache = _entry_cache(key.public_id, key.redaction_count)
    cache.seats = cache.seats or _seats_at_start(key.table)
    return sheet.fold(key.entries, cache.seats)


def _seats_at_start(table: Table) -> int:
    """Return with how many seats a table started: in one query, as somebody may join between two."""
    changes = Entry.objects.filter(table=OuterRef("pk"), kind=EntryKind.PLAYERS).order_by("revision")
    rows = Table.objects.filter(pk=table.pk).annotate(
        people=Count("seats"), change=Subquery(changes.values("facts")[:1])
    )
    people, change = rows.values_list("people", "change").get()
    return people if change is None else int(change["people"])


def round_by_key(table: Table, key: str) -> int | None:
    """Return the number of the round that was entered with the idempotency key ``key``, if any."""
    return Entry.objects.filter(table=table, key=key).values_list("round", flat=True).first()


def is_entry_of(access: Access, revision: int) -> bool:
    """Return whether the device of ``access`` made the entry of ``revision``; an entry by API token has no device."""
    return (
        access.device is not None
        and Entry.objects.filter(table=access.table, revision=revision, device=access.device).exists()
    )
