"""API views of the clock of a season's round."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import SEASON, describe
from games.api.pagination import query_params_of
from games.api.permissions import InSeason
from games.api.season.night_serializers import ClockSerializer, ExtraTimeSerializer, NewClockSerializer
from games.api.season.season_base import SeasonAPIView
from games.models import ClockEnd, Scope, Season
from games.selectors.season.round_clock import clock_reading, round_clock
from games.services.season import round_clock as clocks

_RUN: Final[dict[str, Any]] = {
    "tag": "Matches",
    "permission": InSeason(Scope.SCORE, "judge"),
    "parameters": [SEASON],
    "responses": {200: (ClockSerializer, "The clock as it is now.")},
    "modifies": True,
}
_CLOSED_OR_OFF: Final = ("season_closed", "clock_off")


class ClockView(SeasonAPIView):
    """Show the clock, start it, stop it."""

    @describe(
        tag="Matches",
        operation_id="get_clock",
        summary="Get the clock of the round",
        permission=InSeason(),
        parameters=[SEASON],
        responses={200: (ClockSerializer, "The clock as it is now.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return when the round ends, by the server's time."""
        query_params_of(request)
        return Response(_clock_json(self.season))

    @describe(
        operation_id="start_clock",
        summary="Start the clock",
        request_body=NewClockSerializer,
        error_codes=["season_closed"],
        **_RUN,
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Start it for all tables. While it is on, starting it changes nothing: stop it first."""
        data = self.read_body()
        end = ClockEnd(data["at_end"])
        clocks.start_clock(access=self.rights, season=self.season, minutes=data["minutes"], at_end=end)
        return Response(_clock_json(self.season))

    @describe(operation_id="stop_clock", summary="Stop the clock", error_codes=["season_closed"], **_RUN)
    def delete(self, request: Request, public_id: str) -> Response:
        """Turn it off. A second time changes nothing."""
        self.read_body()
        clocks.stop_clock(access=self.rights, season=self.season)
        return Response(_clock_json(self.season))


class ClockPauseView(SeasonAPIView):
    """Pause the clock."""

    @describe(operation_id="pause_clock", summary="Pause the clock", error_codes=_CLOSED_OR_OFF, **_RUN)
    def post(self, request: Request, public_id: str) -> Response:
        """Pause it for all tables. A second time changes nothing."""
        self.read_body()
        clocks.pause_clock(access=self.rights, season=self.season)
        return Response(_clock_json(self.season))


class ClockResumeView(SeasonAPIView):
    """Let the clock run on."""

    @describe(operation_id="resume_clock", summary="Resume the clock", error_codes=_CLOSED_OR_OFF, **_RUN)
    def post(self, request: Request, public_id: str) -> Response:
        """Let it run on with the time that was left. A second time changes nothing."""
        self.read_body()
        clocks.resume_clock(access=self.rights, season=self.season)
        return Response(_clock_json(self.season))


class ClockExtraView(SeasonAPIView):
    """Give more time."""

    @describe(
        operation_id="give_extra_time",
        summary="Give more time",
        request_body=ExtraTimeSerializer,
        error_codes=[*_CLOSED_OR_OFF, "not_playable"],
        **_RUN,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Give more time to one match, or to all. After the end it counts from now."""
        data = self.read_body()
        clocks.add_time(access=self.rights, season=self.season, minutes=data["minutes"], number=data.get("match"))
        return Response(_clock_json(self.season))


class LastHandView(SeasonAPIView):
    """Announce the last hand."""

    @describe(operation_id="announce_last_hand", summary="Announce the last hand", error_codes=_CLOSED_OR_OFF, **_RUN)
    def post(self, request: Request, public_id: str) -> Response:
        """Announce it at all tables and on the wall. A second time changes nothing."""
        self.read_body()
        clocks.announce_last_hand(access=self.rights, season=self.season)
        return Response(_clock_json(self.season))


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
