"""The audit of tables: each ledger, who wrote it, and all that is derived from it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby, islice
from operator import attrgetter
from typing import Any, Final, NamedTuple

from django.db.models import OuterRef, Prefetch, Subquery

from games.models import AccessLink, Entry, Fixture, FixtureSeat, OwnHand, Pass, Role, Seat, SettledSeat, Table
from games.permissions import Access
from games.rules.audit import Difference, Stored, audit_ledger
from games.selectors.audit_derived import audit_fixture, audit_settled
from games.selectors.league_archive import is_archived
from games.selectors.table_archive import ORIGIN

_AT_ONCE: Final = 100
"""Tables whose seats, settled rows and matches are read in one go; their entries are not."""
_NEEDS: Final = {"finish": "finish", "reopen": "finish"}
"""What somebody has to be allowed who makes an entry of a kind; of all others: to score."""


class _Row(NamedTuple):
    """An entry with the link it came by."""

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
        """When whoever made it could no more: the first end of the link, its token and the device's pass."""
        ends = (self.revoked_at, self.token_revoked_at, self.token_expires_at, self.pass_ended_at)
        return min((end for end in ends if end is not None), default=None)

    @property
    def stored(self) -> Stored:
        """The entry alone."""
        return Stored(*self[1:11])


_FIELDS: Final = (
    *("table_id", "revision", "kind", "game", "round", "facts", "result", "digest", "key", "by", "at"),
    *("link_id", "link__role", "link__table_id", "link__revoked_at"),
    *("link__api_token__revoked_at", "link__api_token__expires_at", "pass_ended_at"),
)
_PASS: Final = Pass.objects.filter(device=OuterRef("device"), link=OuterRef("link"), ended_at__isnull=False)


@dataclass(frozen=True, slots=True)
class AuditedTable:
    """What was found at one table, in how many entries."""

    entries: int
    differences: Sequence[Difference]


@dataclass(slots=True)
class _Around:
    """What there is of some tables besides their ledgers, by the table's primary key."""

    seats: dict[int, list[Seat]]
    settled: dict[int, list[SettledSeat]]
    hands: dict[int, list[OwnHand]]
    fixtures: dict[int, list[Fixture]]


def audit_tables(only: int | None = None) -> Iterator[AuditedTable]:
    """The audit of every table in turn, or of the one with that primary key."""
    tables = Table.objects.order_by("pk")
    if only is not None:
        tables = tables.filter(pk=only)
    left = tables.iterator(chunk_size=_AT_ONCE)
    while some := list(islice(left, _AT_ONCE)):
        around, by_table = _around(some), {table.pk: table for table in some}
        entries = Entry.objects.filter(table__in=some).annotate(pass_ended_at=Subquery(_PASS.values("ended_at")[:1]))
        found = entries.order_by("table_id", "revision").values_list(*_FIELDS)
        rows = (_Row(*values) for values in found.iterator(chunk_size=500))
        for key, own in groupby(rows, attrgetter("table_id")):
            yield _audit_table(by_table.pop(key), list(own), around)
        for table in by_table.values():
            yield _audit_table(table, [], around)


def _around(tables: Sequence[Table]) -> _Around:
    seated = FixtureSeat.objects.select_related("side__entrant__member", "member")
    fixtures = Fixture.objects.filter(table__in=tables).select_related("season__league")
    return _Around(
        seats=_by_table(Seat.objects.filter(table__in=tables).order_by("number")),
        settled=_by_table(SettledSeat.objects.filter(table__in=tables).order_by("game", "seat")),
        hands=_by_table(OwnHand.objects.filter(table__in=tables)),
        fixtures=_by_table(fixtures.prefetch_related("sides", "checks", Prefetch("seats", seated))),
    )


def _by_table(rows: Iterable[Any]) -> dict[int, list[Any]]:
    found: dict[int, list[Any]] = {}
    for row in rows:
        found.setdefault(row.table_id, []).append(row)
    return found


def _audit_table(table: Table, rows: list[_Row], around: _Around) -> AuditedTable:
    seats = around.seats.get(table.pk, [])
    fixtures = around.fixtures.get(table.pk, [])
    numbers = [seat.number for seat in seats]
    ledger, sheet = audit_ledger([row.stored for row in rows], revision=table.revision, seats=numbers)
    brought = table.origin is not None and table.origin.startswith(ORIGIN)
    archived = brought or any(is_archived(fixture.season.league) for fixture in fixtures)
    found = [*ledger, *_rights(table, rows, archived=archived)]
    found += [
        Difference("own_hand_wrong", {"game": hand.game, "round": hand.round}, {"seat": hand.player})
        for hand in around.hands.get(table.pk, [])
        if hand.player not in numbers
    ]
    if sheet is not None and numbers == list(range(len(numbers))):
        players = [seat.player_id for seat in seats]
        found += audit_settled(sheet, players, around.settled.get(table.pk, []))
        for fixture in fixtures:
            found += audit_fixture(fixture, table, sheet, [row.at for row in rows])
    return AuditedTable(len(rows), [one.at(table=table.public_id) for one in found])


def _rights(table: Table, rows: Iterable[_Row], *, archived: bool) -> Iterator[Difference]:
    """Every entry came by a link of this table whose role may make it, before it ended.

    Those of a league or a table that was brought in an archive came by links of another server, unknown here.
    """
    may: dict[tuple[str, str], bool] = {}
    for row in rows:
        about = {"entry": row.revision, "game": row.game}
        if row.link is None or row.role is None:
            if not archived:
                yield Difference("no_author", about, {"by": row.by})
            continue
        action = _NEEDS.get(row.kind, "score")
        if (row.role, action) not in may:
            may[row.role, action] = _may(table, row.role, action)
        if row.link_table != table.pk:
            yield Difference("link_of_other_table", about, {"by": row.by})
        elif not may[row.role, action]:
            yield Difference("role_wrong", about, {"by": row.by, "role": row.role})
        if row.ended is not None and row.ended < row.at:
            told = {"by": row.by, "revoked_at": row.ended.isoformat(), "at": row.at.isoformat()}
            yield Difference("after_revocation", about, told)


def _may(table: Table, role: str, action: str) -> bool:
    return role in Role.values and Access(table, Role(role), AccessLink(table=table), None).may(action)
