"""Leagues: one of them."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes_league
from games.api.describe import IF_NONE_MATCH_ANSWER, LEAGUE, VERSION, describe
from games.api.league_base import AccountView
from games.api.paging import unless_known
from games.selectors.league_json import league_json


class OneLeague(AccountView):
    """A league."""

    @describe(
        tag="Leagues",
        operation="get_league",
        summary="Read a league",
        scope="read",
        tokenless=True,
        at=[LEAGUE],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_league.League, "The league."), 304: (None, "The league is as it was.")},
        sends=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """The league, who runs it, and what the account of the token is in it.

        Where everybody may look at it, no token is needed.
        """
        return unless_known(request, league_json(self.league_access(public_id)))
