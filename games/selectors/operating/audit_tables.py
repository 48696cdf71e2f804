"""Audit tables: each ledger, the right of each author to write it, and what is derived from it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from itertools import groupby
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Prefetch, Subquery

from games.models import AccessLink, Entry, Match, MatchSeat, OwnHand, Pass, Role, Seat, SettledSeat, Table
from games.permissions import Access
from games.rules.audit import Difference, StoredEntry, audit_ledger
from games.selectors.operating.audit_derived import audit_match, audit_settled
from games.selectors.operating.audit_parts import run_part, savepoint, unreadable_difference
from games.selectors.sharing.league_archive import is_archived
from games.selectors.sharing.table_archive import ORIGIN_PREFIX

_AT_ONCE: Final = 100
"""How many tables' seats, settled rows and matches are read in one batch; entries are streamed."""
_ACTION_OF_KIND: Final = {"finish": "finish", "reopen": "finish"}
"""The action that the author of an entry of a kind must be allowed; "score" for every other kind."""


class _EntryRow(NamedTuple):
    """An entry with the link through which it was entered."""

    table_id: int
    revision: int
    kind: str
    game: int
    round: int | None
    facts: Any
    result: Any
    digest: str
    key: str
    by: str
    at: datetime
    link: int | None
    role: str | None
    link_table: int | None
    revoked_at: datetime | None
    token_revoked_at: datetime | None
    token_expires_at: datetime | None
    pass_ended_at: datetime | None

    @property
    def ended(self) -> datetime | None:
        """When its author lost the right: the earliest end of the link, its token and the device's pass."""
        ends = (self.revoked_at, self.token_revoked_at, self.token_expires_at, self.pass_ended_at)
        return min((end for end in ends if end is not None), default=None)

    @property
    def stored(self) -> StoredEntry:
        """The entry without its link."""
        return StoredEntry(*self[1:11])


_FIELDS: Final = (
    *("table_id", "revision", "kind", "game", "round", "facts", "result", "digest", "key", "by", "at"),
    *("link_id", "link__role", "link__table_id", "link__revoked_at"),
    *("link__api_token__revoked_at", "link__api_token__expires_at", "pass_ended_at"),
)
_ENDED_PASSES: Final = Pass.objects.filter(device=OuterRef("device"), link=OuterRef("link"), ended_at__isnull=False)


@dataclass(frozen=True, slots=True)
class TableAudit:
    """The differences found at one table, its primary key, and the number of its entries."""

    key: int
    entries: int
    differences: Sequence[Difference]


@dataclass(slots=True)
class _RelatedRows:
    """The rows that belong to some tables besides their ledgers, by the table's primary key."""

    seats: dict[int, list[Seat]]
    settled: dict[int, list[SettledSeat]]
    hands: dict[int, list[OwnHand]]
    matches: dict[int, list[Match]]


def audit_tables(only: int | None = None) -> Iterator[TableAudit]:
    """Yield the audit of each table, or of the one with that primary key.

    Tables are read in batches; if one table of a batch can't be read, the others are read one by one.
    """
    differences: list[Difference] = []
    keys = _table_keys(differences) if only is None else [only]
    if differences:
        yield TableAudit(0, 0, differences)
    for first in range(0, len(keys), _AT_ONCE):
        batch = keys[first : first + _AT_ONCE]
        audited: set[int] = set()
        try:
            for table in _audit_batch(batch):
                audited.add(table.key)
                yield table
        # A damaged row can raise anything in the code that reads it.
        except Exception:
            for key in batch:
                if key not in audited:
                    yield _audit_alone(key)


def _table_keys(differences: list[Difference]) -> list[int]:
    """Return the primary keys of all tables; if that list is damaged, those that an index and the ledgers name."""
    sources = (
        Table.objects.order_by("pk").values_list("pk", flat=True),
        Table.objects.order_by("public_id").values_list("pk", flat=True),
        Entry.objects.order_by("table_id", "revision").values_list("table_id", flat=True).distinct(),
    )
    keys: set[int] = set()
    for source in sources:
        before = len(differences)
        differences += run_part(partial(_collect, source, keys))
        if len(differences) == before:
            break
    return sorted(key for key in keys if isinstance(key, int))


def _collect(source: Iterable[int], keys: set[int]) -> Iterator[Difference]:
    """Add the keys of ``source`` to ``keys``, as far as they can be read."""
    for key in source:
        keys.add(key)
    yield from ()


def _audit_batch(keys: Sequence[int]) -> Iterator[TableAudit]:
    with savepoint():
        tables = list(Table.objects.filter(pk__in=keys).order_by("pk"))
        related, by_table = _related_rows(tables), {table.pk: table for table in tables}
        entries = Entry.objects.filter(table__in=tables).annotate(
            pass_ended_at=Subquery(_ENDED_PASSES.values("ended_at")[:1])
        )
        values_of_rows = entries.order_by("table_id", "revision").values_list(*_FIELDS)
        rows = (_EntryRow(*values) for values in values_of_rows.iterator(chunk_size=500))
        for key, table_rows in groupby(rows, attrgetter("table_id")):
            yield _audit_table(by_table.pop(key), list(table_rows), related)
        for table in by_table.values():
            yield _audit_table(table, [], related)


def _audit_alone(key: int) -> TableAudit:
    """Audit one table by itself; if it can't be read, report that."""
    try:
        return next(_audit_batch([key]))
    # A damaged row can raise anything.
    except Exception as error:
        return TableAudit(key, 0, [unreadable_difference(error, table=_table_name(key))])


def _table_name(key: int) -> str:
    """Return the public id of a table, or its row number if that can't be read."""
    try:
        with savepoint():
            name = Table.objects.filter(pk=key).values_list("public_id", flat=True).first()
    except Exception:
        name = None
    return str(name) if name is not None else f"in row {key}"


def _related_rows(tables: Sequence[Table]) -> _RelatedRows:
    seated = MatchSeat.objects.select_related("side__entrant__member", "member")
    matches = Match.objects.filter(table__in=tables).select_related("season__league")
    return _RelatedRows(
        seats=_by_table(Seat.objects.filter(table__in=tables).order_by("number")),
        settled=_by_table(SettledSeat.objects.filter(table__in=tables).order_by("game", "seat")),
        hands=_by_table(OwnHand.objects.filter(table__in=tables)),
        matches=_by_table(matches.prefetch_related("sides", "checks", Prefetch("seats", seated))),
    )


def _by_table(rows: Iterable[Any]) -> dict[int, list[Any]]:
    rows_by_table: dict[int, list[Any]] = {}
    for row in rows:
        rows_by_table.setdefault(row.table_id, []).append(row)
    return rows_by_table


def _audit_table(table: Table, rows: list[_EntryRow], related: _RelatedRows) -> TableAudit:
    seats = related.seats.get(table.pk, [])
    matches = related.matches.get(table.pk, [])
    numbers = [seat.number for seat in seats]
    ledger, sheet = audit_ledger([row.stored for row in rows], revision=table.revision, seats=numbers)
    imported = table.origin is not None and table.origin.startswith(ORIGIN_PREFIX)
    archived = imported or any(is_archived(match.season.league) for match in matches)
    differences = [*ledger, *run_part(lambda: _check_rights(table, rows, archived=archived))]
    differences += [
        Difference("own_hand_wrong", {"game": hand.game, "round": hand.round}, {"seat": hand.player})
        for hand in related.hands.get(table.pk, [])
        if hand.player not in numbers
    ]
    if sheet is not None and numbers == list(range(len(numbers))):
        players = [seat.player_id for seat in seats]
        differences += run_part(lambda: audit_settled(sheet, players, related.settled.get(table.pk, [])))
        moments = [row.at for row in rows]
        for match in matches:
            differences += run_part(partial(audit_match, match, table, sheet, moments))
    return TableAudit(table.pk, len(rows), [difference.located(table=table.public_id) for difference in differences])


def _check_rights(table: Table, rows: Iterable[_EntryRow], *, archived: bool) -> Iterator[Difference]:
    """Check that every entry was made through a link of this table, with a sufficient role, before the link ended.

    Entries of an imported league or table were made through links of another server, which are unknown here.
    """
    allowed: dict[tuple[str, str], bool] = {}
    for row in rows:
        place = {"entry": row.revision, "game": row.game}
        if row.link is None or row.role is None:
            if not archived:
                yield Difference("no_author", place, {"by": row.by})
            continue
        action = _ACTION_OF_KIND.get(row.kind, "score")
        if (row.role, action) not in allowed:
            allowed[row.role, action] = _role_may(table, row.role, action)
        if row.link_table != table.pk:
            yield Difference("link_of_other_table", place, {"by": row.by})
        elif not allowed[row.role, action]:
            yield Difference("role_wrong", place, {"by": row.by, "role": row.role})
        if row.ended is not None and row.ended < row.at:
            details = {"by": row.by, "revoked_at": row.ended.isoformat(), "at": row.at.isoformat()}
            yield Difference("after_revocation", place, details)


def _role_may(table: Table, role: str, action: str) -> bool:
    return role in Role.values and Access(table, Role(role), AccessLink(table=table), None).may(action)
