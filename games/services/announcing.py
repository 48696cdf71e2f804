"""What webhooks are to be told, written in the transaction in which it happens.

A table or a league of which nobody is told is known by its own row, which every write has read anyway: there it costs
nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games import live
from games.models import Delivery, DeliveryState, Fixture, HookEvent, League, Season, Table, Webhook
from games.rules.ledger import Entry, EntryUndone, RoundTold
from games.rules.sheet import GameSheet, TableSheet


@dataclass(frozen=True, slots=True)
class _Told:
    """Something that happened at a table."""

    event: HookEvent
    action: str
    game: int
    round: int | None = None


def announce_table(
    *, table: Table, before: TableSheet | None, sheet: TableSheet, entries: Sequence[Entry], fixture: Fixture | None
) -> None:
    """What a write did to a table: its sheet ``before`` (None: it is a new one) and now, and the new ``entries``.

    ``fixture`` is the one that is played there, with its season and league.
    """
    hooks = _hooks(table, fixture.season.league if fixture else None)
    if hooks:
        told = [*_rounds(before, entries), *_games(before, sheet)]
        _write(hooks, told, sheet.revision, entries[-1].at, table)


def announce_match(fixture: Fixture, action: str) -> None:
    """What happened to a match, which is locked, with its season and league."""
    hooks = [hook for hook in _hooks(fixture.table, fixture.season.league) if HookEvent.MATCH in hook.events]
    now = timezone.now()
    _send(
        Delivery(webhook=hook, event=HookEvent.MATCH, action=action, season=fixture.season, fixture=fixture, at=now)
        for hook in hooks
    )


def announce_standings(season: Season) -> None:
    """A season that is locked, with its league, moved. What waits already and was never sent tells of this as well."""
    hooks = [hook for hook in _hooks(None, season.league) if HookEvent.STANDINGS in hook.events]
    if not hooks:
        return
    waiting = Delivery.objects.filter(webhook__in=hooks, season=season, event=HookEvent.STANDINGS, attempts=0)
    # Locked, so that one that is being taken to be sent this moment is not among them.
    told = set(waiting.filter(state=DeliveryState.WAITING).select_for_update().values_list("webhook", flat=True))
    now = timezone.now()
    _send(
        Delivery(webhook=hook, event=HookEvent.STANDINGS, action="moved", season=season, at=now)
        for hook in hooks
        if hook.pk not in told
    )


def _hooks(table: Table | None, league: League | None) -> list[Webhook]:
    """The webhooks that are told of a table or a league; no query where neither was ever given one."""
    where = Q()
    if table is not None and table.hooked:
        where |= Q(table=table)
    if league is not None and league.hooked:
        where |= Q(league=league)
    return list(Webhook.objects.filter(where, off_at=None)) if where else []


def _rounds(before: TableSheet | None, entries: Sequence[Entry]) -> Iterator[_Told]:
    there = {(game.number, line.number) for game in before.games for line in game.rounds} if before else set()
    for entry in entries:
        if entry.round is not None:
            known = (entry.game, entry.round) in there
            action = "undone" if isinstance(entry.body, EntryUndone) else "void"
            if isinstance(entry.body, RoundTold):
                action = "corrected" if known else "entered"
            yield _Told(HookEvent.ROUND, action, entry.game, entry.round)


def _games(before: TableSheet | None, sheet: TableSheet) -> Iterator[_Told]:
    was = {game.number: game for game in before.games} if before else {}
    now = {game.number: game for game in sheet.games}
    for number in sorted(was | now):
        if action := _game_action(was.get(number), now.get(number)):
            yield _Told(HookEvent.GAME, action, number)


def _game_action(was: GameSheet | None, now: GameSheet | None) -> str:
    """What happened to a game, "" for nothing but its rounds."""
    if was is None or now is None:
        return "undone" if was else "began"
    if was.over != now.over:
        return "over" if now.over else "reopened"
    if now.over and was.final != now.final:
        return "corrected"
    return "changed" if (was.rules, was.seating) != (now.rules, now.seating) else ""


def _write(hooks: Sequence[Webhook], told: Sequence[_Told], revision: int, at: datetime, table: Table) -> None:
    _send(
        Delivery(
            webhook=hook,
            event=one.event,
            action=one.action,
            table=table,
            game=one.game,
            round=one.round,
            revision=revision,
            at=at,
        )
        for one in told
        for hook in hooks
        if one.event in hook.events
    )


def _send(deliveries: Iterator[Delivery]) -> None:
    """Write them down, and call whoever sends them once they are committed."""
    if Delivery.objects.bulk_create(deliveries):
        transaction.on_commit(live.call_sender, robust=True)
