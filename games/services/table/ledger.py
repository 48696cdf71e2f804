"""The core of every write to a table: lock it, look up the idempotency key, append entries, settle, notify screens."""

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
from games.refusals import RefusedError
from games.rules import ledger
from games.rules.sheet import TableSheet, fold
from games.selectors.access import is_still_valid
from games.selectors.table.ledger import entries_of, sheet_of
from games.services.chains import append_entries
from games.services.idempotency import check_key
from games.services.season.results import locked_match_of, settle_match
from games.services.sharing.seals import seal_finished_games
from games.services.table.game_settle import settle_games
from games.services.table.reports import TableWrite, close_answered

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
    ledger.PlayersChanged: EntryKind.PLAYERS,
}


@dataclass(frozen=True, slots=True)
class WriteResult:
    """The result of a write: the entry it made or found, and ``status``.

    "new": it was made now; "replayed": this idempotency key made it before; "already_recorded": the sheet has the same
    facts already.
    """

    revision: int
    game: int
    round: int | None
    status: str
    by: str
    at: datetime


@dataclass(slots=True)
class OpenLedger(TableWrite):
    """A table's ledger, locked for one write. ``first_seats`` is the number of seats at the start of the table.

    ``before`` is the sheet as the write found it, None for a new table.
    """

    first_seats: int
    entries: list[ledger.LedgerEntry] = field(default_factory=list)
    before: TableSheet | None = None

    @property
    def sheet(self) -> TableSheet:
        """The current sheet, the entries of this write included."""
        if self.before and self.before.revision == self.table.revision:
            return self.before
        return fold(self.entries, self.first_seats)

    def replayed(
        self,
        kind: EntryKind,
        facts: Mapping[str, Any] | None = None,
        *,
        game: int | None = None,
        round_number: int | None = None,
    ) -> WriteResult | None:
        """Return the entry that this idempotency key made before, or None.

        Raises RefusedError ("idempotency_key_reused") when that entry differs in kind, or in the given facts, game or
        round.
        """
        row = Entry.objects.filter(table=self.table, key=self.key).first()
        if row is None:
            return None
        same_place = game is None or (row.game, row.round) == (game, round_number)
        if row.kind != kind or not same_place or (facts is not None and row.facts != facts):
            raise RefusedError("idempotency_key_reused", game=row.game, round=row.round, revision=row.revision)
        return WriteResult(row.revision, row.game, row.round, "replayed", row.by, row.at)

    def append(
        self, body: ledger.Body, *, game: int, round_number: int | None = None, corrects: bool = False, reason: str = ""
    ) -> WriteResult:
        """Add one entry to the ledger. Raises RefusedError ("table_full") at the limit of entries."""
        if self.table.revision >= MOST_ENTRIES:
            raise RefusedError("table_full", most=MOST_ENTRIES, what="entries")
        kind, facts = _kind(body, corrects=corrects), ledger.entry_facts(body)
        entry = ledger.LedgerEntry(
            revision=self.table.revision + 1,
            game=game,
            round=round_number,
            body=body,
            by=self.access.label,
            at=timezone.now(),
            reason=reason,
        )
        row = Entry(
            revision=entry.revision,
            kind=kind,
            game=game,
            round=round_number,
            facts=facts,
            result=ledger.result_json(body.result) if isinstance(body, ledger.RoundEntered) else None,
            digest=ledger.entry_digest(kind, game, round_number, facts),
            key=self.key,
            reason=reason,
            device=self.access.device,
            link=self.access.link,
            by=entry.by,
            at=entry.at,
        )
        append_entries(self.table, [row])
        transaction.on_commit(partial(ENTRIES.increment, kind.value), robust=True)
        self._forget_own_hands(kind, game, round_number)
        self.entries.append(entry)
        return WriteResult(entry.revision, game, round_number, "new", entry.by, entry.at)

    def _forget_own_hands(self, kind: EntryKind, game: int, round_number: int | None) -> None:
        """Delete the hands that players entered on their own phones for a saved round, or for a finished game."""
        waiting = OwnHand.objects.filter(table=self.table)
        if round_number is not None and kind is not EntryKind.UNDO:
            waiting.filter(game=game, round=round_number).delete()
        elif kind is EntryKind.START:
            waiting.delete()
        elif kind is EntryKind.FINISH:
            waiting.filter(game=game).delete()


@contextmanager
def open_ledger(*, access: Access, key: str, action: str) -> Iterator[OpenLedger]:
    """Lock the table of ``access`` for one write under ``key``, and finish the write on leaving.

    On leaving, finished and reopened games are settled, answered questions are closed, and after the commit the other
    screens are notified. Raises RefusedError for a role that may not do ``action``, a missing or invalid key, and a
    link or pass that was revoked in the meantime. A refusal of the write itself passes through; where it
    ``commits_reports``, only after the commit.
    """
    access.demand(action)
    check_key(key)
    passed_on: RefusedError | None = None
    with transaction.atomic(durable=True):
        table = Table.objects.select_for_update().get(pk=access.table.pk)
        if not is_still_valid(access):
            raise RefusedError("link_revoked")
        entries = entries_of(table, locked=True)
        before, reports_before = sheet_of(table), table.report_count
        opened = OpenLedger(access, table, key, before.first_seats, list(entries), before)
        try:
            yield opened
        except RefusedError as refusal:
            if not opened.commits_reports:
                raise
            passed_on = refusal
        if table.revision > before.revision:
            sheet = opened.sheet
            if any(game.over for game in (*before.games, *sheet.games)):
                settle_games(table, sheet)
                seal_finished_games(table, sheet, {entry.game for entry in opened.entries[before.revision :]})
            if match := locked_match_of(table):
                settle_match(match, sheet)
            close_answered(opened, sheet)
            transaction.on_commit(partial(live.publish_revision, table.public_id, table.revision), robust=True)
        for name in ("revision", "redaction_count", "report_count", "last_report_revision", "strict"):
            setattr(access.table, name, getattr(table, name))
        if table.report_count > reports_before:
            transaction.on_commit(partial(live.publish_wakeup, table.public_id), robust=True)
    if passed_on:
        raise passed_on


def _kind(body: ledger.Body, *, corrects: bool) -> EntryKind:
    if isinstance(body, ledger.RoundEntered):
        return EntryKind.CORRECTION if corrects else EntryKind.ROUND
    return _KINDS[type(body)]
