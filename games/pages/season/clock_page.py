"""Build the clock of a round: the line that shows it, and its controls on the desk."""

from typing import Final
from zoneinfo import ZoneInfo

from django.urls import reverse
from django.utils import timezone

from games.models import Match, MatchState, RoundClock, Season
from games.pages.season.clock import ClockLine
from games.pages.season.desk import DeskClock
from games.pages.season.season_setup import FieldOption
from games.selectors.season.match_titles import match_title, with_sides
from games.selectors.season.round_clock import (
    ClockReading,
    clock_reading,
    extra_seconds,
    is_on,
    loaded_clock,
    round_clock,
)
from games.wording.season import clock as words
from games.wording.words import clock_text

DEFAULT_MINUTES: Final = 50
"""The minutes of a season's first round."""


def clock_line(season: Season) -> ClockLine | None:
    """Return the clock of the room; None while it is off."""
    return _line(season, clock_reading(round_clock(season)))


def clock_at_table(match: Match) -> ClockLine | None:
    """Return the clock of a match's table, with its extra time; None while it is off, and once the match is over."""
    return _line(match.season, clock_reading(loaded_clock(match.season), match))


def clock_version(match: Match) -> str:
    """Return a short token that changes with every change of a table's clock, but not as time goes by."""
    clock = loaded_clock(match.season)
    if clock is None or not is_on(clock):
        return "0"
    end = int(clock.ends_at.timestamp()) if clock.ends_at else f"p{clock.remaining}"
    return f"{end}.{extra_seconds(clock, match.number)}.{int(clock.last_hand_at is not None)}"


def desk_clock(season: Season, *, may_run: bool) -> DeskClock | None:
    """Return the clock of the desk; None where there is nothing to show or do."""
    clock = round_clock(season)
    line = _line(season, clock_reading(clock))
    if line is None and not may_run:
        return None
    chosen = clock.at_end if clock else "hand"
    matches = _open_matches(season) if line else ()
    return DeskClock(
        url=reverse("season:desk_clock", args=[season.public_id]) if may_run else "",
        line=line,
        last_hand=clock is not None and clock.last_hand_at is not None,
        minutes=clock.minutes if clock else DEFAULT_MINUTES,
        at_end=tuple(FieldOption(value, text, value == chosen) for value, text in words.at_end_choices().items()),
        matches=matches,
        extra=_with_extra(clock, matches) if clock else (),
    )


def _line(season: Season, reading: ClockReading | None) -> ClockLine | None:
    if reading is None:
        return None
    over_text = words.over_text(reading.at_end)
    return ClockLine(
        state=reading.state,
        left=words.left_text(reading.seconds),
        text=_text(season, reading, over_text),
        over_text=over_text,
        ends_at=reading.ends_at.isoformat() if reading.ends_at else "",
        now=timezone.now().isoformat(),
    )


def _text(season: Season, reading: ClockReading, over_text: str) -> str:
    if reading.state == "over":
        return over_text
    if reading.last_hand:
        return words.last_hand_text()
    if reading.ends_at is None:
        return words.paused_text()
    return words.until_text(clock_text(reading.ends_at.astimezone(ZoneInfo(season.league.zone)).time()))


def _open_matches(season: Season) -> tuple[FieldOption, ...]:
    unfinished = season.matches.filter(state__in=(MatchState.PLANNED, MatchState.RUNNING), table__isnull=False)
    return tuple(
        FieldOption(
            str(match.number),
            f"{match.place.name}: {match_title(match)}" if match.place else match_title(match),
        )
        for match in with_sides(unfinished).order_by("place__name", "number")
    )


def _with_extra(clock: RoundClock, matches: tuple[FieldOption, ...]) -> tuple[str, ...]:
    return tuple(
        f"{match.text} +{words.left_text(extra_seconds(clock, int(match.value)))}"
        for match in matches
        if extra_seconds(clock, int(match.value))
    )
