"""The core of every write to a table: lock it, look up the key, append one entry, settle, ring the bell."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games import live
from games.models import Entry, EntryKind, OwnHand, Table
from games.models.entry import MOST_ENTRIES
from games.observing import ENTRIES
from games.permissions import Access
from games.refusals import Refused
from games.rules import ledger
from games.rules.sheet import TableSheet, fold
from games.selectors.access import is_good
from games.selectors.ledger import entries_of, sheet_of
from games.services.announcing import announce_table
from games.services.keys import check_key
from games.services.reports import close_settled
from games.services.results import locked_match, settle_fixture
from games.services.settling import settle_games

_KINDS: Final[dict[type[ledger.Body], EntryKind]] = {
    ledger.GameStarted: EntryKind.START,
    ledger.RoundVoided: EntryKind.VOID,
    ledger.EntryUndone: EntryKind.UNDO,
    ledger.SeatsSwapped: EntryKind.SWAP,
    ledger.GameFinished: EntryKind.FINISH,
    ledger.GameReopened: EntryKind.REOPEN,
    ledger.RulesChanged: EntryKind.RULES,
    ledger.StakesSet: EntryKind.STAKES,
    ledger.HandedOver: EntryKind.HANDOVER,
}


@dataclass(frozen=True, slots=True)
class Written:
    """What a write came to: the entry, and ``how``.

    It was made now ("new"), was this key's already ("replayed"), or says what the sheet says anyway
    ("already_recorded").
    """

    revision: int
    game: int
    round: int | None
    how: str
    by: str
    at: datetime


@dataclass(slots=True)
class OpenLedger:
    """A table's ledger, locked for one write. ``seats`` is how many there are at the table.

    ``before`` is its sheet as the write found it, None at a table that is being opened. A refusal takes everything
    back, unless the book ``keeps`` what was said beside the ledger.
    """

    access: Access
    table: Table
    key: str
    seats: int
    entries: list[ledger.Entry] = field(default_factory=list)
    before: TableSheet | None = None
    keeps: bool = False

    @property
    def sheet(self) -> TableSheet:
        """The sheet as it stands, the entries of this write included."""
        if self.before and self.before.revision == self.table.revision:
            return self.before
        return fold(self.entries, self.seats)

    def replayed(
        self,
        kind: EntryKind,
        facts: Mapping[str, Any] | None = None,
        *,
        game: int | None = None,
        round_number: int | None = None,
    ) -> Written | None:
        """The entry that this key made before, or None. What is given of facts, game and round has to be the same.

        Raises Refused ("idempotency_key_reused") when that entry says something else.
        """
        row = Entry.objects.filter(table=self.table, key=self.key).first()
        if row is None:
            return None
        same_place = game is None or (row.game, row.round) == (game, round_number)
        if row.kind != kind or not same_place or (facts is not None and row.facts != facts):
            raise Refused("idempotency_key_reused", game=row.game, round=row.round, revision=row.revision)
        return Written(row.revision, row.game, row.round, "replayed", row.by, row.at)

    def append(
        self, body: ledger.Body, *, game: int, round_number: int | None = None, corrects: bool = False, reason: str = ""
    ) -> Written:
        """Add one entry to the ledger. Raises Refused ("table_full") at the limit of entries."""
        if self.table.revision >= MOST_ENTRIES:
            raise Refused("table_full", most=MOST_ENTRIES, what="entries")
        kind, facts = _kind(body, corrects=corrects), ledger.facts(body)
        value = ledger.Entry(
            revision=self.table.revision + 1,
            game=game,
            round=round_number,
            body=body,
            by=self.access.label,
            at=timezone.now(),
            reason=reason,
        )
        Entry.objects.create(
            table=self.table,
            revision=value.revision,
            kind=kind,
            game=game,
            round=round_number,
            facts=facts,
            result=ledger.result_json(body.result) if isinstance(body, ledger.RoundTold) else None,
            digest=ledger.digest_of(kind, game, round_number, facts),
            key=self.key,
            reason=reason,
            device=self.access.device,
            link=self.access.link,
            by=value.by,
            at=value.at,
        )
        transaction.on_commit(partial(ENTRIES.add, kind.value), robust=True)
        self._forget_own_hands(kind, game, round_number)
        # As the database has done itself, with the entry.
        self.table.revision = value.revision
        self.entries.append(value)
        return Written(value.revision, game, round_number, "new", value.by, value.at)

    def _forget_own_hands(self, kind: EntryKind, game: int, round_number: int | None) -> None:
        """Hands wait on players' phones for their round to be saved; once it is, or its game is over, they are gone."""
        waiting = OwnHand.objects.filter(table=self.table)
        if round_number is not None and kind is not EntryKind.UNDO:
            waiting.filter(game=game, round=round_number).delete()
        elif kind in (EntryKind.START, EntryKind.FINISH):
            waiting.delete()


@contextmanager
def open_ledger(*, access: Access, key: str, action: str) -> Iterator[OpenLedger]:
    """Lock the table of ``access`` for one write under ``key``, and finish the write on leaving.

    On leaving, games that ended or came open again are settled, questions that were answered are closed, and once the
    transaction is committed the other screens are told. Raises Refused for a role that may not do ``action``, a missing
    or impossible key, and a link revoked or a pass ended in the meantime. A refusal of the write itself passes through;
    where the book ``keeps``, only after the commit.
    """
    access.demand(action)
    check_key(key)
    refused: Refused | None = None
    with transaction.atomic(durable=True):
        table = Table.objects.select_for_update().get(pk=access.table.pk)
        if not is_good(access):
            raise Refused("link_revoked")
        entries = entries_of(table, locked=True)
        before, said = sheet_of(table), table.said
        book = OpenLedger(access, table, key, len(before.current.seating), list(entries), before)
        try:
            yield book
        except Refused as why:
            if not book.keeps:
                raise
            refused = why
        if table.revision > before.revision:
            sheet = book.sheet
            if any(game.over for game in (*before.games, *sheet.games)):
                settle_games(table, sheet)
            fixture, new = locked_match(table), book.entries[before.revision :]
            announce_table(table=table, before=before, sheet=sheet, entries=new, fixture=fixture)
            if fixture:
                settle_fixture(fixture, sheet)
            close_settled(book, sheet)
            transaction.on_commit(partial(live.ring, table.public_id, table.revision), robust=True)
        for name in ("revision", "forgot", "said", "said_at", "strict"):
            setattr(access.table, name, getattr(table, name))
        if table.said > said:
            transaction.on_commit(partial(live.nudge, table.public_id), robust=True)
    if refused:
        raise refused


def _kind(body: ledger.Body, *, corrects: bool) -> EntryKind:
    if isinstance(body, ledger.RoundTold):
        return EntryKind.CORRECTION if corrects else EntryKind.ROUND
    return _KINDS[type(body)]
