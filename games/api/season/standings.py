"""API views of a season's standings, and of what each entrant still needs."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IF_NONE_MATCH_ANSWER, QUERY, SEASON, VERSION, describe
from games.api.pagination import conditional_response, query_params_of
from games.api.permissions import InSeason
from games.api.season import examples_season
from games.api.season.season_base import SeasonAPIView, date_param
from games.api.season.season_response_serializers import NeedsSerializer, StandingsSerializer
from games.api.season.standings_json import needs_json, standings_json


class StandingsView(SeasonAPIView):
    """Read the standings."""

    @describe(
        tag="Standings",
        operation_id="get_standings",
        summary="Get a season's standings",
        permission=InSeason(),
        parameters=[
            SEASON,
            QUERY("on", "Standings after this date. Defaults to now.", {"type": "string", "format": "date"}),
        ],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (StandingsSerializer, "The standings."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
        examples=[examples_season.standings_response],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the ranks, the reason for each, and the change since the previous night.

        Provisional results count for now. Hidden standings contain only names, except for people who run the league.
        """
        return conditional_response(
            request, standings_json(self.access, date_param(query_params_of(request, "on"), "on"))
        )


class SeasonNeedsView(SeasonAPIView):
    """Read what each entrant still needs."""

    @describe(
        tag="Standings",
        operation_id="get_needs",
        summary="Get what each entrant needs",
        permission=InSeason(),
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (NeedsSerializer, "In the order of the standings."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return only what is certain, from the rules and the matches still to be played."""
        query_params_of(request)
        return conditional_response(request, needs_json(self.access))
