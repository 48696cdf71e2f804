"""API view sets of a season's night: the desk, who is here, and calls for the referee."""

from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.permissions import ChangesInLeague, InLeague
from games.api.season.night_serializers import AttendanceSerializer, DeskSerializer
from games.api.season.season_base import MatchBaseViewSet, SeasonBaseViewSet
from games.api.viewsets import filtered, refuses
from games.models import RefereeCall, Scope, Season
from games.selectors.season.attendance import attendance
from games.selectors.season.league_dates import date_in_league
from games.services.season.attendance import check_in
from games.services.season.referee_calls import answer_call, call_referee, take_back_call


class DeskViewSet(SeasonBaseViewSet):
    """Who is here tonight, and which tables call the referee."""

    tag = "Matches"
    response_class = DeskSerializer
    serializer_classes: ClassVar = {"check_in": AttendanceSerializer}
    action_permissions: ClassVar = {
        "get_desk": InLeague(duty="run_desk"),
        "check_in": ChangesInLeague("run_desk"),
    }

    @filtered()
    def get_desk(self, request: Request, public_id: str) -> Response:
        """Get the desk. Returns the entrants in the room, those missing, and open calls for the referee."""
        return self.answer(_desk(self.season))

    @refuses("season_closed")
    def check_in(self, request: Request, public_id: str) -> Response:
        """Check entrants in or out. This applies to tonight. The night ends at four in the morning.

        Anyone whose table was opened tonight counts as here, unless you check them out.
        """
        data = self.validated_data()
        check_in(access=self.league_access, season=self.season, entrants=data.get("entrants"), here=data["here"])
        return self.answer(_desk(self.reload().season))


class RefereeCallViewSet(MatchBaseViewSet):
    """A call for the referee to a match."""

    action_permissions: ClassVar = {
        "call_referee": InLeague(Scope.SCORE),
        "take_back_call": InLeague(Scope.SCORE),
        "answer_call": ChangesInLeague("run_desk"),
    }
    throttle_scopes: ClassVar = {"call_referee": "call_referee"}

    @extend_schema(responses={204: OpenApiResponse(None, "The desk shows the call.")})
    @refuses("season_closed", "not_playable")
    def call_referee(self, request: Request, public_id: str, number: int) -> Response:
        """Call the referee. A player in the match can do this. While a call is open, calling again changes nothing."""
        self.change_match(call_referee)
        return Response(status=204)

    @extend_schema(responses={204: OpenApiResponse(None, "No call is open.")})
    def take_back_call(self, request: Request, public_id: str, number: int) -> Response:
        """Take back a call. The table no longer needs the referee."""
        self.change_match(take_back_call)
        return Response(status=204)

    @extend_schema(responses={204: OpenApiResponse(None, "No call is open.")})
    def answer_call(self, request: Request, public_id: str, number: int) -> Response:
        """Answer a call. Tells the table that someone is on the way."""
        self.change_match(answer_call)
        return Response(status=204)


def _desk(season: Season) -> dict[str, Any]:
    """Return tonight's desk, for DeskSerializer."""
    tonight = date_in_league(season.league)
    present = attendance(season, tonight)
    return {
        "season": season,
        "night": tonight,
        "here": sorted(entrant for entrant, here in present.items() if here),
        "missing": sorted(entrant for entrant, here in present.items() if not here),
        "calls": RefereeCall.objects.filter(match__season=season, closed_at=None)
        .select_related("match")
        .order_by("at", "pk"),
    }
