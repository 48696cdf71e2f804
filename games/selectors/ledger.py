"""A table's ledger, read back as values, and the sheet it folds into."""

import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Final

from django.conf import settings
from django.db.models import Exists, F, OuterRef

from games.models import Entry, LeaguePass, Table
from games.permissions import Access
from games.rules import ledger, sheet
from games.selectors.people import SOMEBODY
from games.selectors.reckoned import kept

ERASED: Final = Exists(
    LeaguePass.objects.filter(device=OuterRef("device"), link__member__erased_at__gte=OuterRef("at"))
)
"""Whether an entry was made on the phone of a league's member who was erased since."""


def entries_of(table: Table, revision: int | None = None, *, locked: bool = False) -> tuple[ledger.Entry, ...]:
    """The ledger of ``table`` as values, oldest first, up to ``revision`` (None: that of the row in ``table``).

    No entry ever changes, so what was read before is kept and only newer ones are asked for. The newest kept one is
    looked at again with them, and in any case where the table is ``locked`` for a write: a database may have been put
    back to an earlier state, and then nothing that was kept counts.

    The label of a phone that was a league's member's is left out once that member is erased; the row keeps it.
    """
    wanted = table.revision if revision is None else revision
    shelf = _shelf(table.public_id, table.forgot)
    known = shelf.entries
    if len(known) > table.revision:
        now = _read(table, wanted)
        if locked or [entry.at for entry in now] != [entry.at for entry in known[:wanted]]:
            shelf.replace(known, now)
        return now
    if locked or len(known) < wanted or (settings.BELL and not _is_there(table, known)):
        now = _read(table, max(wanted, len(known)), known)
        shelf.replace(known, now)
        return now[:wanted]
    return known[:wanted]


def _is_there(table: Table, known: tuple[ledger.Entry, ...]) -> bool:
    """Whether the newest kept entry is still the database's, which others may have put back and written to since."""
    return not known or Entry.objects.filter(table=table, revision=len(known), at=known[-1].at).exists()


def _read(table: Table, until: int, known: tuple[ledger.Entry, ...] = ()) -> tuple[ledger.Entry, ...]:
    """The entries up to revision ``until``; those ``known`` are not asked for again, if the last of them is there."""
    rows = Entry.objects.filter(table=table, revision__gte=len(known), revision__lte=until)
    read = [(row, row.erased) for row in rows.annotate(erased=ERASED).order_by("revision")]
    if not known:
        return _values(read)
    if not read or (read[0][0].revision, read[0][0].at) != (len(known), known[-1].at):
        return _read(table, until)
    return known + _values(read[1:], known)


@dataclass(slots=True)
class _Shelf:
    """The oldest entries of a table, without a gap, and how many seats it has, which never changes."""

    entries: tuple[ledger.Entry, ...] = ()
    seats: int = 0

    def replace(self, before: tuple[ledger.Entry, ...], now: tuple[ledger.Entry, ...]) -> None:
        """Keep what there is ``now``, unless somebody else changed what was kept ``before``, or a row is missing."""
        with _PUTTING:
            if self.entries is before and [entry.revision for entry in now] == list(range(1, len(now) + 1)):
                self.entries = now


_PUTTING: Final = threading.Lock()


@kept(64)
def _shelf(public_id: str, forgot: int) -> _Shelf:
    """Where the entries of a table are kept. Whose name is shown beside one may change, and then ``forgot`` does."""
    del public_id, forgot
    return _Shelf()


def sheets_of(tables: Sequence[Table], seats: Mapping[int, int]) -> dict[int, sheet.TableSheet]:
    """The sheets of several tables as they stand, by primary key, for one query; ``seats`` is how many each has."""
    rows: dict[int, list[tuple[Entry, bool]]] = {}
    for row in Entry.objects.filter(table__in=tables).annotate(erased=ERASED).order_by("table", "revision"):
        rows.setdefault(row.table_id, []).append((row, row.erased))
    return {table: sheet.fold(_values(entries), seats[table]) for table, entries in rows.items()}


def sheets_now(tables: Sequence[Table]) -> dict[int, sheet.TableSheet]:
    """The same for many screens that ask again and again: only what moved since is read, with two queries at most.

    The tables come with their seats. One whose ledger is empty is left out.
    """
    tops = Entry.objects.filter(table__in=tables, revision=F("table__revision")).values_list("table", "revision", "at")
    newest = {table: (revision, at) for table, revision, at in tops}
    there = [table for table in tables if table.pk in newest]
    shelves = {table.pk: _shelf(table.public_id, table.forgot) for table in there}
    kept_of = {pk: shelf.entries for pk, shelf in shelves.items()}
    behind = [table for table in there if not _reaches(kept_of[table.pk], newest[table.pk])]
    rows: dict[int, list[tuple[Entry, bool]]] = {}
    if behind:
        for row in Entry.objects.filter(table__in=behind).annotate(erased=ERASED).order_by("table", "revision"):
            rows.setdefault(row.table_id, []).append((row, row.erased))
    found = {}
    for table in there:
        entries = kept_of[table.pk]
        if table.pk in rows:
            entries = _values(rows[table.pk])
            shelves[table.pk].replace(kept_of[table.pk], entries)
        entries = entries[: newest[table.pk][0]]
        top = tuple((entry.revision, entry.at) for entry in entries[-1:])
        found[table.pk] = _sheet(_Asked(table.public_id, table.forgot, top, entries, table))
    return found


def _reaches(entries: tuple[ledger.Entry, ...], newest: tuple[int, datetime]) -> bool:
    """Whether what is kept of a ledger goes as far as its newest entry, and that is the one."""
    revision, at = newest
    return len(entries) >= revision and entries[revision - 1].at == at


def _values(rows: Iterable[tuple[Entry, bool]], before: Sequence[ledger.Entry] = ()) -> tuple[ledger.Entry, ...]:
    """The rows of one table's ledger, oldest first, as values, each with whether its label is to be left out.

    They come after those ``before``.
    """
    values: list[ledger.Entry] = []
    begun = {entry.game: entry.body.rules for entry in before if isinstance(entry.body, ledger.GameStarted)}
    for row, erased in rows:
        body = ledger.body_from(row.kind, row.facts, row.result, begun.get(row.game))
        if isinstance(body, ledger.GameStarted):
            begun[row.game] = body.rules
        values.append(
            ledger.Entry(
                revision=row.revision,
                game=row.game,
                round=row.round,
                body=body,
                by=SOMEBODY if erased else row.by,
                at=row.at,
                reason=row.reason,
            )
        )
    return tuple(values)


def sheet_of(table: Table, revision: int | None = None) -> sheet.TableSheet:
    """The sheet of ``table`` as it stood at ``revision`` (None: as the row in ``table`` says it stands)."""
    entries = entries_of(table, revision)
    newest = tuple((entry.revision, entry.at) for entry in entries[-1:])
    return _sheet(_Asked(table.public_id, table.forgot, newest, entries, table))


@dataclass(frozen=True, slots=True)
class _Asked:
    """The entries of a table; up to which one decides, as those before it do not change."""

    public_id: str
    forgot: int
    newest: tuple[tuple[int, datetime], ...]
    entries: tuple[ledger.Entry, ...] = field(compare=False)
    table: Table = field(compare=False)


@kept(64)
def _sheet(asked: _Asked) -> sheet.TableSheet:
    """Kept, as all screens of a table ask at once."""
    shelf = _shelf(asked.public_id, asked.forgot)
    shelf.seats = shelf.seats or asked.table.seats.count()
    return sheet.fold(asked.entries, shelf.seats)


def round_under_key(table: Table, key: str) -> int | None:
    """The number of the round that was entered under ``key``, if one was."""
    return Entry.objects.filter(table=table, key=key).values_list("round", flat=True).first()


def made_by(access: Access, revision: int) -> bool:
    """Whether the device of ``access`` made the entry of ``revision``; a program's entries are nobody's."""
    return (
        access.device is not None
        and Entry.objects.filter(table=access.table, revision=revision, device=access.device).exists()
    )
