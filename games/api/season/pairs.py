"""API views of drawn matches of a bracket to which others come by now: list them, and decide about them."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import SEASON, describe
from games.api.permissions import InSeason
from games.api.season.describe_season import MATCH_WRITE
from games.api.season.match_response_serializers import WrongPairsSerializer
from games.api.season.matches_json import match_json
from games.api.season.season_base import MatchAPIView, SeasonAPIView
from games.api.season.season_request_serializers import PairDecisionSerializer
from games.selectors.league.league_access import match_access
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_hidden
from games.selectors.season.wrong_pairs import wrong_pairs
from games.services.season.pair_decisions import play_on, put_in, replay

_DECISIONS: Final[dict[str, Callable[..., None]]] = {
    "put_in": put_in,
    "draw_again": partial(put_in, again=True),
    "play_on": play_on,
    "replay": replay,
}


class WrongPairListView(SeasonAPIView):
    """List the matches that were drawn between others than those who come to them now."""

    @describe(
        tag="Matches",
        operation_id="list_wrong_pairs",
        summary="List matches whose players have changed since the draw",
        permission=InSeason(),
        parameters=[SEASON],
        responses={200: (WrongPairsSerializer, "The matches, in groups that are decided together.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """A result was corrected after the next round of a bracket was drawn, so other players come to a match.

        The list is empty while the standings are hidden.
        """
        groups = [] if is_hidden(self.access) else wrong_pairs(self.season)
        names = names_of_entrants(self.season) if groups else {}

        def named(entrants: tuple[int, ...]) -> list[dict[str, Any]]:
            return [{"entrant": entrant, "name": names[entrant]} for entrant in entrants]

        listed = [
            [
                {
                    "match": one.match.number,
                    "drawn": named(one.drawn),
                    "right": named(one.right),
                    "begun": one.begun,
                    "undecided": [before.match.number for before in one.undecided],
                }
                for one in group
            ]
            for group in groups
        ]
        return Response({"revision": self.season.revision, "groups": listed})


class MatchPairView(MatchAPIView):
    """Decide who plays a match to which others come by now."""

    @describe(
        operation_id="decide_pair",
        summary="Decide who plays a match whose players have changed",
        request_body=PairDecisionSerializer,
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Decide for the match and for those in its group. `draw_again` cancels a match that has begun.

        While a match before it is undecided, its group can only be played on, or that match replayed.
        """
        decide = _DECISIONS[self.read_body()["decision"]]
        decide(access=self.rights, season=self.season, number=number)
        return Response(match_json(match_access(public_id, number, self.rights.account, None)))
