"""The clock of a round: the server's time, pauses, extra time, the last hand, and its history."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from unittest.mock import patch

import pytest

from games.models import ClockEnd, Duty, RoundClock
from games.permissions import LeagueAccess
from games.selectors.season.round_clock import FORGOTTEN_AFTER, ClockReading, clock_reading, round_clock
from games.services.season import round_clock as clocks
from games.services.season.matches import cancel
from games.services.season.season_close import close_season
from tests.leagues import Club, club
from tests.refusals import refused

EIGHT = datetime(2026, 10, 6, 20, 0, tzinfo=UTC)


class Time:
    """The server's time, which the tests move."""

    def __init__(self) -> None:
        self.now = EIGHT

    def passes(self, **amount: float) -> None:
        self.now += timedelta(**amount)


@pytest.fixture
def time() -> Iterator[Time]:
    clock = Time()
    with patch("django.utils.timezone.now", lambda: clock.now):
        yield clock


@pytest.fixture
def tuesday(db: None, time: Time) -> Club:
    made = club()
    for names in (("Ann", "Ben"), ("Cleo", "Dan")):
        made.table(made.match(*names), made.access)
    return made


def start(made: Club, minutes: int = 50, access: LeagueAccess | None = None) -> None:
    clocks.start_clock(access=access or made.access, season=made.season, minutes=minutes, at_end=ClockEnd.HAND)


def reading(made: Club, number: int | None = None) -> ClockReading | None:
    match = made.season.matches.get(number=number) if number else None
    return clock_reading(round_clock(made.season), match)


def left(made: Club, number: int | None = None) -> int:
    found = reading(made, number)
    assert found
    return found.seconds


def kinds(made: Club) -> list[str]:
    return [event.kind for event in made.season.events.order_by("pk") if event.kind.startswith(("clock", "last_hand"))]


def test_it_is_started_once_and_counts_by_the_servers_time(tuesday: Club, time: Time) -> None:
    assert reading(tuesday) is None
    start(tuesday)
    assert (left(tuesday), left(tuesday, 1)) == (3000, 3000)
    time.passes(minutes=20, seconds=0.4)
    start(tuesday, 5)
    assert left(tuesday) == 1800
    time.passes(minutes=31)
    over = reading(tuesday)
    assert over
    assert (over.state, over.at_end) == ("over", ClockEnd.HAND)
    assert kinds(tuesday) == ["clock_started"]


def test_a_pause_keeps_the_time_that_is_left(tuesday: Club, time: Time) -> None:
    start(tuesday)
    time.passes(minutes=10)
    for _ in range(2):
        clocks.pause_clock(access=tuesday.access, season=tuesday.season)
    time.passes(hours=9)
    assert left(tuesday) == 2400
    for _ in range(2):
        clocks.resume_clock(access=tuesday.access, season=tuesday.season)
    time.passes(minutes=1)
    assert left(tuesday) == 2340
    assert kinds(tuesday) == ["clock_started", "clock_paused", "clock_resumed"]


def test_extra_time_is_for_one_table_or_for_all(tuesday: Club, time: Time) -> None:
    start(tuesday)
    clocks.add_time(access=tuesday.access, season=tuesday.season, minutes=5, number=1)
    assert (left(tuesday), left(tuesday, 1), left(tuesday, 2)) == (3000, 3300, 3000)
    clocks.add_time(access=tuesday.access, season=tuesday.season, minutes=2)
    assert (left(tuesday), left(tuesday, 1)) == (3120, 3420)
    clocks.pause_clock(access=tuesday.access, season=tuesday.season)
    clocks.add_time(access=tuesday.access, season=tuesday.season, minutes=1)
    assert (left(tuesday), left(tuesday, 1)) == (3180, 3480)
    extra = tuesday.season.events.filter(kind="clock_extra").order_by("pk")
    assert [(event.match and event.match.number, event.facts["minutes"]) for event in extra] == [
        (1, 5),
        (None, 2),
        (None, 1),
    ]


def test_extra_time_after_the_end_counts_from_then(tuesday: Club, time: Time) -> None:
    start(tuesday)
    time.passes(minutes=53)
    clocks.add_time(access=tuesday.access, season=tuesday.season, minutes=5, number=2)
    assert (left(tuesday), left(tuesday, 2)) == (0, 300)
    clocks.pause_clock(access=tuesday.access, season=tuesday.season)  # there's nothing to pause
    clocks.add_time(access=tuesday.access, season=tuesday.season, minutes=4)
    assert left(tuesday) == 240
    time.passes(minutes=1)
    assert left(tuesday) == 180


def test_the_last_hand_is_announced_once_and_the_next_round_begins_afresh(tuesday: Club, time: Time) -> None:
    start(tuesday)
    clocks.add_time(access=tuesday.access, season=tuesday.season, minutes=5, number=1)
    for _ in range(2):
        clocks.announce_last_hand(access=tuesday.access, season=tuesday.season)
    announced = reading(tuesday, 2)
    assert announced
    assert announced.last_hand
    for _ in range(2):
        clocks.stop_clock(access=tuesday.access, season=tuesday.season)
    assert reading(tuesday) is None
    assert kinds(tuesday) == ["clock_started", "clock_extra", "last_hand", "clock_stopped"]
    start(tuesday, 40)
    again = reading(tuesday, 1)
    assert again
    assert (again.seconds, again.last_hand) == (2400, False)


def test_a_clock_that_nobody_stopped_is_off_by_the_next_night(tuesday: Club, time: Time) -> None:
    start(tuesday, 10)
    time.passes(minutes=10)
    time.now += FORGOTTEN_AFTER
    assert reading(tuesday) is None
    assert refused(clocks.pause_clock, access=tuesday.access, season=tuesday.season) == "clock_off"
    start(tuesday, 10)
    assert left(tuesday) == 600


def test_a_match_that_is_over_has_no_clock_and_gets_no_time(tuesday: Club) -> None:
    start(tuesday)
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="")
    assert reading(tuesday, 1) is None
    assert refused(clocks.add_time, access=tuesday.access, season=tuesday.season, minutes=5, number=1) == "not_playable"
    assert refused(clocks.add_time, access=tuesday.access, season=tuesday.season, minutes=5, number=99) == "not_found"


@pytest.mark.parametrize("minutes", [0, -5, 601])
def test_minutes_have_limits(tuesday: Club, minutes: int) -> None:
    assert refused(start, tuesday, minutes) == "invalid_value"
    start(tuesday)
    assert refused(clocks.add_time, access=tuesday.access, season=tuesday.season, minutes=minutes) == "invalid_value"


def test_referees_run_the_clock_of_an_open_season_and_scorers_do_not(tuesday: Club) -> None:
    assert refused(start, tuesday, access=tuesday.official(Duty.SCORER, "Sam")) == "not_your_duty"
    assert not RoundClock.objects.exists()
    start(tuesday, access=tuesday.official(Duty.REFEREE))
    close_season(access=tuesday.access, season=tuesday.season)
    assert refused(clocks.pause_clock, access=tuesday.access, season=tuesday.season) == "season_closed"
