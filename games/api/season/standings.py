"""API view set of a season's standings, and of what each entrant still needs."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parameters import DATE, QUERY
from games.api.season import examples_season
from games.api.season.season_base import SeasonViewSet
from games.api.season.season_response_serializers import NeedsSerializer, StandingsSerializer
from games.api.season.standings_json import needs_json, standings_json
from games.api.viewsets import filtered


class StandingsViewSet(SeasonViewSet):
    """The standings of a season."""

    tag = "Standings"
    response_class = StandingsSerializer

    @extend_schema(examples=[examples_season.standings_response])
    @filtered(QUERY("on", "Standings after this date. Defaults to now.", DATE))
    def get_standings(self, request: Request, public_id: str) -> Response:
        """Get a season's standings.

        Includes each entrant's rank, the reason for it, and the change since the previous night. Provisional results
        count for now. Hidden standings contain only names, except for people who run the league.
        """
        return self.answer(standings_json(self.access, self.query_params.get("on")))

    @extend_schema(responses=NeedsSerializer)
    @filtered()
    def get_needs(self, request: Request, public_id: str) -> Response:
        """Get what each entrant needs. Contains only what's certain from the rules and the matches left."""
        return self.answer(needs_json(self.access), serializer=NeedsSerializer)
