"""A table's ledger, read back as values, and the sheet it folds into."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from django.db.models import Exists, OuterRef

from games.models import Entry, LeaguePass, Table
from games.permissions import Access
from games.rules import ledger, sheet
from games.selectors.people import SOMEBODY
from games.selectors.reckoned import kept

_ERASED: Final = Exists(
    LeaguePass.objects.filter(device=OuterRef("device"), link__member__erased_at__gte=OuterRef("at"))
)
"""Whether an entry was made on the phone of a league's member who was erased since."""


def entries_of(table: Table, revision: int | None = None) -> tuple[ledger.Entry, ...]:
    """The ledger of ``table`` as values, up to ``revision`` (None: all of it), oldest first.

    The label of a phone that was a league's member's is left out once that member is erased; the row keeps it.
    """
    wanted = table.revision if revision is None else revision
    shelf = _shelf(table.public_id, table.forgot)
    known = shelf.entries
    if len(known) < wanted:
        rows = Entry.objects.filter(table=table, revision__gt=len(known), revision__lte=wanted)
        more = rows.annotate(erased=_ERASED).order_by("revision")
        known += _values(((row, row.erased) for row in more), known)
        if [entry.revision for entry in known] != list(range(1, wanted + 1)):
            return known
        shelf.entries = known
    return known[:wanted]


@dataclass(slots=True)
class _Shelf:
    """The oldest entries of a table, without a gap: no entry ever changes, so only newer ones are asked for.

    Nor does the number of its seats.
    """

    entries: tuple[ledger.Entry, ...] = ()
    seats: int = 0


@kept(64)
def _shelf(public_id: str, forgot: int) -> _Shelf:
    """Where the entries of a table are kept. Whose name is shown beside one may change, and then ``forgot`` does."""
    del public_id, forgot
    return _Shelf()


def sheets_of(tables: Sequence[Table], seats: Mapping[int, int]) -> dict[int, sheet.TableSheet]:
    """The sheets of several tables as they stand, by primary key, for one query; ``seats`` is how many each has."""
    rows: dict[int, list[tuple[Entry, bool]]] = {}
    for row in Entry.objects.filter(table__in=tables).annotate(erased=_ERASED).order_by("table", "revision"):
        rows.setdefault(row.table_id, []).append((row, row.erased))
    return {table: sheet.fold(_values(entries), seats[table]) for table, entries in rows.items()}


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
    return _sheet_at(_At(table.public_id, table.revision if revision is None else revision, table.forgot, table))


@dataclass(frozen=True, slots=True)
class _At:
    """A table at a revision; the row itself only says where to look."""

    public_id: str
    revision: int
    forgot: int
    table: Table = field(compare=False)


@kept(64)
def _sheet_at(at: _At) -> sheet.TableSheet:
    """A revision of a table never changes, so what it folds into may be kept: all screens of a table ask at once.

    Only whose name is shown beside an entry may, and then ``forgot`` does.
    """
    shelf = _shelf(at.public_id, at.forgot)
    shelf.seats = shelf.seats or at.table.seats.count()
    return sheet.fold(entries_of(at.table, at.revision), shelf.seats)


def round_under_key(table: Table, key: str) -> int | None:
    """The number of the round that was entered under ``key``, if one was."""
    return Entry.objects.filter(table=table, key=key).values_list("round", flat=True).first()


def made_by(access: Access, revision: int) -> bool:
    """Whether the device of ``access`` made the entry of ``revision``; a program's entries are nobody's."""
    return (
        access.device is not None
        and Entry.objects.filter(table=access.table, revision=revision, device=access.device).exists()
    )
