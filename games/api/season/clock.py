"""API view set of the clock of a season's round."""

from collections.abc import Callable
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.permissions import RefereesRunClock
from games.api.season.night_serializers import ClockSerializer, ExtraTimeSerializer, NewClockSerializer
from games.api.season.season_base import SeasonBaseViewSet
from games.api.viewsets import filtered, refuses
from games.models import ClockEnd, Season
from games.selectors.season.round_clock import clock_reading, round_clock
from games.services.season import round_clock as clocks


class ClockViewSet(SeasonBaseViewSet):
    """The clock of the round."""

    tag = "Matches"
    permission_classes = (RefereesRunClock,)
    response_class = ClockSerializer
    serializer_classes: ClassVar = {"start_clock": NewClockSerializer, "give_extra_time": ExtraTimeSerializer}

    @filtered()
    def get_clock(self, request: Request, public_id: str) -> Response:
        """Get the clock of the round. Says when the round ends, by the server's time."""
        return self.answer(_clock_json(self.season))

    @refuses("season_closed")
    def start_clock(self, request: Request, public_id: str) -> Response:
        """Start the clock. The clock is for all tables. If it's already on, nothing changes: stop it first."""
        data = self.validated_data()
        end = ClockEnd(data["at_end"])
        clocks.start_clock(access=self.league_access, season=self.season, minutes=data["minutes"], at_end=end)
        return self.answer(_clock_json(self.season))

    @refuses("season_closed")
    def stop_clock(self, request: Request, public_id: str) -> Response:
        """Stop the clock. Doing it again changes nothing."""
        return self._change_clock(clocks.stop_clock)

    @refuses("season_closed", "clock_off")
    def pause_clock(self, request: Request, public_id: str) -> Response:
        """Pause the clock. It stops at all tables. Doing it again changes nothing."""
        return self._change_clock(clocks.pause_clock)

    @refuses("season_closed", "clock_off")
    def resume_clock(self, request: Request, public_id: str) -> Response:
        """Resume the clock. It continues with the time that was left. Doing it again changes nothing."""
        return self._change_clock(clocks.resume_clock)

    @refuses("season_closed", "clock_off", "not_playable")
    def give_extra_time(self, request: Request, public_id: str) -> Response:
        """Give more time. Name a match, or leave it out to give all of them more time.

        If time is already up, the extra time starts now.
        """
        data = self.validated_data()
        clocks.add_time(
            access=self.league_access, season=self.season, minutes=data["minutes"], number=data.get("match")
        )
        return self.answer(_clock_json(self.season))

    @refuses("season_closed", "clock_off")
    def announce_last_hand(self, request: Request, public_id: str) -> Response:
        """Announce the last hand. All tables and the big screen show it. Doing it again changes nothing."""
        return self._change_clock(clocks.announce_last_hand)

    def _change_clock(self, use_case: Callable[..., Any]) -> Response:
        """Change the clock by a use case; answer with it."""
        self.change_season(use_case)
        return self.answer(_clock_json(self.season))


def _clock_json(season: Season) -> dict[str, Any]:
    clock = round_clock(season)
    reading = clock_reading(clock)
    at_end = clock.at_end if clock else None
    if clock is None or reading is None:
        return {
            "state": "off",
            "ends_at": None,
            "seconds_left": 0,
            "last_hand": False,
            "at_end": at_end,
            "extra": [],
        }
    return {
        "state": reading.state,
        "ends_at": reading.ends_at.isoformat() if reading.ends_at else None,
        "seconds_left": reading.seconds,
        "last_hand": reading.last_hand,
        "at_end": at_end,
        "extra": [{"match": int(number), "seconds": seconds} for number, seconds in sorted(clock.extra.items())],
    }
