"""The clock of a season's round: start it, pause it, give more time, announce the last hand, stop it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from typing import Any, Final

from django.db import transaction
from django.utils import timezone

from games.models import ClockEnd, Match, MatchState, RoundClock, Season
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.season.round_clock import (
    extra_seconds,
    is_on,
    round_clock,
    seconds_left,
    tables_of_tonight,
)
from games.services.league.leagues import record_event
from games.services.season.referee_calls import wake_tables
from games.services.season.seasons import open_season

MOST_MINUTES: Final = 600
"""The longest round, and the most extra time (minutes)."""


def start_clock(*, access: LeagueAccess, season: Season, minutes: int, at_end: ClockEnd) -> None:
    """Start the clock of a round for all tables. While it is on, another start changes nothing.

    ``at_end`` is what the tables are asked when the time is up. Raises RefusedError ("not_your_duty", "season_closed",
    "invalid_value" for minutes out of range).
    """
    if not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError("invalid_value", what="minutes")
    with _open(access, season) as (locked, former):
        if is_on(former):
            return
        clock = former or RoundClock(season=locked)
        clock.minutes, clock.at_end, clock.remaining = minutes, at_end, None
        clock.ends_at, clock.last_hand_at, clock.extra = timezone.now() + timedelta(minutes=minutes), None, {}
        clock.save()
        record_event(access, "clock_started", season=locked, facts={"minutes": minutes, "at_end": at_end.value})


def pause_clock(*, access: LeagueAccess, season: Season) -> None:
    """Pause the clock. A second time, and once the time is up, it changes nothing.

    Raises RefusedError as ``start_clock``, "clock_off".
    """
    with _running(access, season) as (locked, clock):
        if clock.ends_at is None or not seconds_left(clock):
            return
        clock.remaining, clock.ends_at = seconds_left(clock), None
        _save(access, locked, clock, "clock_paused", {"left": clock.remaining})


def resume_clock(*, access: LeagueAccess, season: Season) -> None:
    """Let a paused clock run on. A second time changes nothing. Raises RefusedError as ``pause_clock``."""
    with _running(access, season) as (locked, clock):
        if clock.remaining is None:
            return
        clock.ends_at, left = timezone.now() + timedelta(seconds=clock.remaining), clock.remaining
        clock.remaining = None
        _save(access, locked, clock, "clock_resumed", {"left": left})


def add_time(*, access: LeagueAccess, season: Season, minutes: int, number: int | None = None) -> None:
    """Give more time to the match ``number``, or to all (None). After the end it counts from now.

    Raises RefusedError as ``pause_clock``, "invalid_value" for minutes out of range, "not_found", "not_playable" for a
    match that is over.
    """
    if not 1 <= minutes <= MOST_MINUTES:
        raise RefusedError("invalid_value", what="minutes")
    with _running(access, season) as (locked, clock):
        if number is None:
            if clock.ends_at is not None:
                clock.ends_at = max(clock.ends_at, timezone.now()) + timedelta(minutes=minutes)
            else:
                clock.remaining = (clock.remaining or 0) + 60 * minutes
            _save(access, locked, clock, "clock_extra", {"minutes": minutes})
            return
        match = Match.objects.filter(season=locked, number=number).first()
        if match is None:
            raise RefusedError("not_found")
        if match.state not in (MatchState.PLANNED, MatchState.RUNNING):
            raise RefusedError("not_playable", what=match.state)
        match.season = locked
        had = extra_seconds(clock, number)
        # Where the table's time was up already, what has passed since isn't taken off.
        passed = -min(0, _unrounded(clock, had))
        clock.extra = clock.extra | {str(number): had + passed + 60 * minutes}
        clock.save(update_fields=["extra"])
        record_event(access, "clock_extra", match=match, facts={"minutes": minutes})


def announce_last_hand(*, access: LeagueAccess, season: Season) -> None:
    """Announce the last hand at all tables. A second time changes nothing. Raises RefusedError as ``pause_clock``."""
    with _running(access, season) as (locked, clock):
        if clock.last_hand_at is None:
            clock.last_hand_at = timezone.now()
            _save(access, locked, clock, "last_hand", {})


def stop_clock(*, access: LeagueAccess, season: Season) -> None:
    """Turn the clock off. A second time changes nothing. Raises RefusedError as ``start_clock``."""
    with _open(access, season) as (locked, clock):
        if clock is not None and is_on(clock):
            clock.ends_at = clock.remaining = clock.last_hand_at = None
            clock.extra = {}
            _save(access, locked, clock, "clock_stopped", {})


@contextmanager
def _open(access: LeagueAccess, season: Season) -> Iterator[tuple[Season, RoundClock | None]]:
    """Lock the season for a write to its clock; its tables are told of it after the commit."""
    with open_season(access, season, action="run_clock") as locked:
        yield locked, round_clock(locked)
        transaction.on_commit(partial(wake_tables, list(tables_of_tonight(locked))), robust=True)


@contextmanager
def _running(access: LeagueAccess, season: Season) -> Iterator[tuple[Season, RoundClock]]:
    """Lock the season for a write to its clock, which is on. Raises RefusedError ("clock_off")."""
    with _open(access, season) as (locked, clock):
        if clock is None or not is_on(clock):
            raise RefusedError("clock_off")
        yield locked, clock


def _unrounded(clock: RoundClock, more: int) -> int:
    """Return the seconds to a table's end, below 0 once it has passed."""
    if clock.ends_at is None:
        return (clock.remaining or 0) + more
    return int((clock.ends_at + timedelta(seconds=more) - timezone.now()).total_seconds())


def _save(access: LeagueAccess, season: Season, clock: RoundClock, kind: str, facts: dict[str, Any]) -> None:
    clock.save()
    record_event(access, kind, season=season, facts=facts)
