"""The table of a season, and what each still needs."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import examples_season, shapes_season
from games.api.describe import IF_NONE_MATCH_ANSWER, QUERY, SEASON, VERSION, describe
from games.api.paging import query_of, unless_known
from games.api.season_fields import asked_date
from games.api.season_view import SeasonView
from games.selectors.standings_json import needs_json, standings_json


class Standings(SeasonView):
    """The table."""

    @describe(
        tag="Standings",
        operation="get_standings",
        summary="The table of a season",
        scope="read",
        tokenless=True,
        at=[SEASON, QUERY("on", "As it stood after this night; else now.", {"type": "string", "format": "date"})],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_season.Standings, "The table."), 304: (None, "It is as it was.")},
        sends=[VERSION(200, 304)],
        examples=[examples_season.standings_answer],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Who stands where, why one stands before another, and where everybody came from since the night before.

        What is not final counts for the time being. A hidden table has only names, but for who runs the league.
        """
        at = self.season_access(public_id)
        return unless_known(request, standings_json(at, asked_date(query_of(request, "on"), "on")))


class Needs(SeasonView):
    """What each still needs."""

    @describe(
        tag="Standings",
        operation="get_needs",
        summary="What each still needs",
        scope="read",
        tokenless=True,
        at=[SEASON],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_season.Needs, "In the order of the table."), 304: (None, "It is as it was.")},
        sends=[VERSION(200, 304)],
        refuses=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What can be said for certain, from the rules and the matches that are still to be played."""
        at = self.season_access(public_id)
        query_of(request)
        return unless_known(request, needs_json(at))
