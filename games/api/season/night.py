"""API views of a season's night: the desk, who is here, and calls for the referee."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import SEASON, describe
from games.api.pagination import query_params_of
from games.api.permissions import AtMatch, InSeason
from games.api.season.describe_season import MATCH
from games.api.season.night_serializers import AttendanceSerializer, DeskSerializer
from games.api.season.season_base import MatchAPIView, SeasonAPIView
from games.models import RefereeCall, Scope
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.attendance import attendance
from games.selectors.season.league_dates import date_in_league
from games.services.season.attendance import check_in
from games.services.season.referee_calls import answer_call, call_referee, take_back_call

_DESK_RESPONSE: Any = {200: (DeskSerializer, "The desk as it is now.")}


class DeskView(SeasonAPIView):
    """Show who is here tonight, and which tables call the referee."""

    @describe(
        tag="Matches",
        operation_id="get_desk",
        summary="Get who is here and who calls",
        permission=InSeason(duty="score_matches"),
        parameters=[SEASON],
        responses=_DESK_RESPONSE,
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return who is in the room tonight, who is missing, and the open calls. Matches and draws have their own."""
        query_params_of(request)
        return Response(_desk_json(self.access))


class AttendanceView(SeasonAPIView):
    """Check people in."""

    @describe(
        tag="Matches",
        operation_id="check_in",
        summary="Check entrants in or out",
        permission=InSeason(Scope.SCORE, "score_matches"),
        parameters=[SEASON],
        request_body=AttendanceSerializer,
        responses=_DESK_RESPONSE,
        modifies=True,
        error_codes=["season_closed"],
    )
    def put(self, request: Request, public_id: str) -> Response:
        """Note for tonight that entrants are here, or are not. The night ends at four in the morning.

        Anyone whose table was opened tonight is here, unless you say otherwise.
        """
        data = self.read_body()
        check_in(access=self.rights, season=self.season, entrants=data.get("entrants"), here=data["here"])
        return Response(_desk_json(self.reload()))


class MatchCallView(MatchAPIView):
    """Call the referee to a match, or take the call back."""

    @describe(
        tag="Matches",
        operation_id="call_referee",
        summary="Call the referee",
        permission=AtMatch(Scope.SCORE),
        parameters=[SEASON, MATCH],
        responses={204: (None, "The call is on the desk.")},
        modifies=True,
        throttle="call_referee",
        error_codes=["season_closed", "not_playable"],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Call for a player of the match. While a call is open, another one changes nothing."""
        self.read_body()
        call_referee(access=self.rights, season=self.season, number=number)
        return Response(status=204)

    @describe(
        tag="Matches",
        operation_id="take_back_call",
        summary="Take back a call",
        permission=AtMatch(Scope.SCORE),
        parameters=[SEASON, MATCH],
        responses={204: (None, "No call is open.")},
        modifies=True,
    )
    def delete(self, request: Request, public_id: str, number: int) -> Response:
        """The table no longer needs the referee."""
        self.read_body()
        take_back_call(access=self.rights, season=self.season, number=number)
        return Response(status=204)


class CallAnswerView(MatchAPIView):
    """Answer a call."""

    @describe(
        tag="Matches",
        operation_id="answer_call",
        summary="Answer a call",
        permission=AtMatch(Scope.SCORE, "score_matches"),
        parameters=[SEASON, MATCH],
        responses={204: (None, "No call is open.")},
        modifies=True,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Somebody is on their way to the table."""
        self.read_body()
        answer_call(access=self.rights, season=self.season, number=number)
        return Response(status=204)


def _desk_json(season_access: SeasonAccess) -> dict[str, Any]:
    season = season_access.season
    tonight = date_in_league(season.league)
    here = attendance(season, tonight)
    calls = RefereeCall.objects.filter(match__season=season, closed_at=None).order_by("at", "pk")
    return {
        "revision": season.revision,
        "night": tonight.isoformat(),
        "here": sorted(entrant for entrant, present in here.items() if present),
        "missing": sorted(entrant for entrant, present in here.items() if not present),
        "calls": [{"match": number, "at": at.isoformat()} for number, at in calls.values_list("match__number", "at")],
    }
