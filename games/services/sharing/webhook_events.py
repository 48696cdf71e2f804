"""Queue webhook deliveries, in the same transaction as the change they report.

A table or league without webhooks costs no query: its own row, which every write reads anyway, says so (``hooked``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import live
from games.models import Delivery, DeliveryState, Fixture, HookEvent, League, Season, Table, Webhook
from games.rules.ledger import EntryUndone, LedgerEntry, RoundEntered
from games.rules.sheet import GameSheet, TableSheet


@dataclass(frozen=True, slots=True)
class _Event:
    """Something that happened at a table and is to be delivered."""

    event: HookEvent
    action: str
    game: int
    round: int | None = None


def announce_table(
    *,
    table: Table,
    before: TableSheet | None,
    sheet: TableSheet,
    entries: Sequence[LedgerEntry],
    fixture: Fixture | None,
) -> None:
    """Queue what a write did to a table, from its sheet ``before`` (None for a new table) and now, and its new entries.

    ``fixture`` is the match played there, with its season and league, or None.
    """
    hooks = _hooks(table, fixture.season.league if fixture else None)
    if hooks:
        events = [*_rounds(before, entries), *_games(before, sheet)]
        _announce(hooks, events, sheet.revision, entries[-1].at, table)


def announce_match(fixture: Fixture, action: str) -> None:
    """Queue what happened to a match; the match is locked and comes with its season and league."""
    hooks = [hook for hook in _hooks(fixture.table, fixture.season.league) if HookEvent.MATCH in hook.events]
    now = timezone.now()
    _create_deliveries(
        Delivery(webhook=hook, event=HookEvent.MATCH, action=action, season=fixture.season, fixture=fixture, at=now)
        for hook in hooks
    )


def announce_standings(season: Season) -> None:
    """Queue that the standings of a locked season changed; a delivery that still waits untried covers this one, too."""
    hooks = [hook for hook in _hooks(None, season.league) if HookEvent.STANDINGS in hook.events]
    if not hooks:
        return
    waiting = Delivery.objects.filter(webhook__in=hooks, season=season, event=HookEvent.STANDINGS, attempts=0)
    # Locked, so that a delivery that a sender takes at this moment is not among them.
    announced = set(waiting.filter(state=DeliveryState.WAITING).select_for_update().values_list("webhook", flat=True))
    now = timezone.now()
    _create_deliveries(
        Delivery(webhook=hook, event=HookEvent.STANDINGS, action="moved", season=season, at=now)
        for hook in hooks
        if hook.pk not in announced
    )


def _hooks(table: Table | None, league: League | None) -> list[Webhook]:
    """Return the active webhooks of a table or a league; no query where neither ever had one."""
    where = Q()
    if table is not None and table.hooked:
        where |= Q(table=table)
    if league is not None and league.hooked:
        where |= Q(league=league)
    return list(Webhook.objects.filter(where, off_at=None)) if where else []


def _rounds(before: TableSheet | None, entries: Sequence[LedgerEntry]) -> Iterator[_Event]:
    known_rounds = {(game.number, line.number) for game in before.games for line in game.rounds} if before else set()
    for entry in entries:
        if entry.round is not None:
            known = (entry.game, entry.round) in known_rounds
            action = "undone" if isinstance(entry.body, EntryUndone) else "void"
            if isinstance(entry.body, RoundEntered):
                action = "corrected" if known else "entered"
            yield _Event(HookEvent.ROUND, action, entry.game, entry.round)


def _games(before: TableSheet | None, sheet: TableSheet) -> Iterator[_Event]:
    before_games = {game.number: game for game in before.games} if before else {}
    after_games = {game.number: game for game in sheet.games}
    for number in sorted(before_games | after_games):
        if action := _game_action(before_games.get(number), after_games.get(number)):
            yield _Event(HookEvent.GAME, action, number)


def _game_action(old: GameSheet | None, new: GameSheet | None) -> str:
    """Return what happened to a game; "" where only its rounds changed."""
    if old is None or new is None:
        return "undone" if old else "began"
    if old.over != new.over:
        return "over" if new.over else "reopened"
    if new.over and old.final != new.final:
        return "corrected"
    return "changed" if (old.rules, old.seating) != (new.rules, new.seating) else ""


def _announce(hooks: Sequence[Webhook], events: Sequence[_Event], revision: int, at: datetime, table: Table) -> None:
    _create_deliveries(
        Delivery(
            webhook=hook,
            event=event.event,
            action=event.action,
            table=table,
            game=event.game,
            round=event.round,
            revision=revision,
            at=at,
        )
        for event in events
        for hook in hooks
        if event.event in hook.events
    )


def _create_deliveries(deliveries: Iterator[Delivery]) -> None:
    """Store deliveries, and wake the sender after the commit."""
    if Delivery.objects.bulk_create(deliveries):
        transaction.on_commit(live.wake_webhook_sender, robust=True)
