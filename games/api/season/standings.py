"""API views of a season's standings, and of what each entrant still needs."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IF_NONE_MATCH_ANSWER, QUERY, SEASON, VERSION, describe
from games.api.pagination import conditional_response, query_params_of
from games.api.season import examples_season
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_fields import date_param
from games.api.season.season_response_serializers import NeedsSerializer, StandingsSerializer
from games.api.season.standings_json import needs_json, standings_json


class StandingsView(SeasonAPIView):
    """Read the standings."""

    @describe(
        tag="Standings",
        operation_id="get_standings",
        summary="The table of a season",
        scope="read",
        allows_anonymous=True,
        parameters=[
            SEASON,
            QUERY("on", "As it stood after this night; else now.", {"type": "string", "format": "date"}),
        ],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (StandingsSerializer, "The table."), 304: (None, "It is as it was.")},
        response_headers=[VERSION(200, 304)],
        examples=[examples_season.standings_response],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Who stands where, why one stands before another, and where everybody came from since the night before.

        What is not final counts for the time being. A hidden table has only names, but for who runs the league.
        """
        season_access = self.season_access(public_id)
        return conditional_response(
            request, standings_json(season_access, date_param(query_params_of(request, "on"), "on"))
        )


class SeasonNeedsView(SeasonAPIView):
    """Read what each entrant still needs."""

    @describe(
        tag="Standings",
        operation_id="get_needs",
        summary="What each still needs",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (NeedsSerializer, "In the order of the table."), 304: (None, "It is as it was.")},
        response_headers=[VERSION(200, 304)],
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What can be said for certain, from the rules and the matches that are still to be played."""
        season_access = self.season_access(public_id)
        query_params_of(request)
        return conditional_response(request, needs_json(season_access))
