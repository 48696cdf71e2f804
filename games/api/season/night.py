"""API view sets of a season's night: the desk, who is here, and calls for the referee."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.permissions import AtMatch, InSeason
from games.api.season.night_serializers import AttendanceSerializer, DeskSerializer
from games.api.season.season_base import MatchViewSet, SeasonViewSet
from games.api.viewsets import filtered, refuses
from games.models import RefereeCall, Scope
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.attendance import attendance
from games.selectors.season.league_dates import date_in_league
from games.services.season.attendance import check_in
from games.services.season.referee_calls import answer_call, call_referee, take_back_call


class DeskViewSet(SeasonViewSet):
    """Who is here tonight, and which tables call the referee."""

    tag = "Matches"
    response_class = DeskSerializer
    serializer_classes: ClassVar = {"check_in": AttendanceSerializer}
    action_permissions: ClassVar = {
        "get_desk": InSeason(duty="score_matches"),
        "check_in": InSeason(Scope.SCORE, "score_matches"),
    }

    @filtered()
    def get_desk(self, request: Request, public_id: str) -> Response:
        """Get the desk. Returns the entrants in the room, those missing, and open calls for the referee."""
        return self.answer(_desk_json(self.access))

    @refuses("season_closed")
    def check_in(self, request: Request, public_id: str) -> Response:
        """Check entrants in or out. This applies to tonight. The night ends at four in the morning.

        Anyone whose table was opened tonight counts as here, unless you check them out.
        """
        data = self.validated_data()
        check_in(access=self.rights, season=self.season, entrants=data.get("entrants"), here=data["here"])
        return self.answer(_desk_json(self.reload()))


class RefereeCallViewSet(MatchViewSet):
    """A call for the referee to a match."""

    action_permissions: ClassVar = {
        "call_referee": AtMatch(Scope.SCORE),
        "take_back_call": AtMatch(Scope.SCORE),
        "answer_call": AtMatch(Scope.SCORE, "score_matches"),
    }
    action_rates: ClassVar = {"call_referee": "call_referee"}

    @extend_schema(responses={204: OpenApiResponse(None, "The desk shows the call.")})
    @refuses("season_closed", "not_playable")
    def call_referee(self, request: Request, public_id: str, number: int) -> Response:
        """Call the referee. A player in the match can do this. While a call is open, calling again changes nothing."""
        return self._carry_out(call_referee)

    @extend_schema(responses={204: OpenApiResponse(None, "No call is open.")})
    def take_back_call(self, request: Request, public_id: str, number: int) -> Response:
        """Take back a call. The table no longer needs the referee."""
        return self._carry_out(take_back_call)

    @extend_schema(responses={204: OpenApiResponse(None, "No call is open.")})
    def answer_call(self, request: Request, public_id: str, number: int) -> Response:
        """Answer a call. Tells the table that someone is on the way."""
        return self._carry_out(answer_call)

    def _carry_out(self, use_case: Callable[..., Any]) -> Response:
        use_case(access=self.rights, season=self.season, number=self.access.match.number)
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
