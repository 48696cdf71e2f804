"""The clock of a season's round, as it stands now: the server's time decides."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from games.models import ClockEnd, Match, MatchState, RoundClock, Season

FORGOTTEN_AFTER: Final = timedelta(hours=3)
"""How long after its end a clock that nobody stopped is still shown."""


@dataclass(frozen=True, slots=True)
class ClockReading:
    """What the clock shows, at a table or in the whole room.

    ``ends_at`` is None while it is paused; ``seconds`` are left, 0 once the time is up.
    """

    ends_at: datetime | None
    seconds: int
    last_hand: bool
    at_end: ClockEnd

    @property
    def state(self) -> str:
        """Return "running", "paused", or "over" once the time is up."""
        if not self.seconds:
            return "over"
        return "paused" if self.ends_at is None else "running"


def round_clock(season: Season) -> RoundClock | None:
    """Return the stored clock of a season, on or off; None if it never had one."""
    return RoundClock.objects.filter(season=season).first()


def loaded_clock(season: Season) -> RoundClock | None:
    """Return the clock of a season that was loaded for one page; the access to a table loads it along."""
    clock: RoundClock | None = getattr(season, "clock", None)
    return clock


def is_on(clock: RoundClock | None) -> bool:
    """Return whether a clock runs or is paused; one that ended hours ago counts as off."""
    if clock is None:
        return False
    return clock.remaining is not None or (
        clock.ends_at is not None and clock.ends_at > timezone.now() - FORGOTTEN_AFTER
    )


def seconds_left(clock: RoundClock, more: int = 0) -> int:
    """Return how many seconds are left, with ``more`` seconds than the room has; a started second counts as whole."""
    if clock.ends_at is None:
        return (clock.remaining or 0) + more
    left = (clock.ends_at + timedelta(seconds=more) - timezone.now()).total_seconds()
    return max(0, -int(-left // 1))


def clock_reading(clock: RoundClock | None, match: Match | None = None) -> ClockReading | None:
    """Return what a clock shows in the room, or with its extra time at the table of ``match``; None while it is off.

    A match that is over has no clock.
    """
    if clock is None or not is_on(clock):
        return None
    if match is not None and match.state not in (MatchState.PLANNED, MatchState.RUNNING):
        return None
    more = extra_seconds(clock, match.number) if match is not None else 0
    return ClockReading(
        ends_at=clock.ends_at + timedelta(seconds=more) if clock.ends_at else None,
        seconds=seconds_left(clock, more),
        last_hand=clock.last_hand_at is not None,
        at_end=ClockEnd(clock.at_end),
    )


def extra_seconds(clock: RoundClock, number: int) -> int:
    """Return how many seconds more a match has than the room."""
    return int(clock.extra.get(str(number), 0))


def tables_of_tonight(season: Season) -> Iterable[int]:
    """Return the tables (primary keys) of the season's matches that aren't over."""
    unfinished = season.matches.filter(state__in=(MatchState.PLANNED, MatchState.RUNNING), table__isnull=False)
    return unfinished.values_list("table", flat=True)
