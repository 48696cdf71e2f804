"""API view sets of drawn matches of a bracket to which others come by now: list them, and decide about them."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.season.match_response_serializers import WrongPairsSerializer
from games.api.season.season_base import MatchBaseViewSet, SeasonBaseViewSet
from games.api.season.season_request_serializers import PairDecisionSerializer
from games.api.viewsets import refuses
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_hidden
from games.selectors.season.wrong_pairs import WrongPair, wrong_pairs
from games.services.season.pair_decisions import play_on, put_in, replay

_DECISIONS: Final[dict[str, Callable[..., None]]] = {
    "put_in": put_in,
    "draw_again": partial(put_in, again=True),
    "play_on": play_on,
    "replay": replay,
}


def pair_fields(pair: WrongPair, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the fields of a WrongPairSerializer."""

    def named(entrants: Sequence[int]) -> list[dict[str, Any]]:
        return [{"entrant": entrant, "name": names[entrant]} for entrant in entrants]

    return {
        "match": pair.match.number,
        "drawn": named(pair.drawn),
        "right": named(pair.right),
        "begun": pair.begun,
        "undecided": [before.match.number for before in pair.undecided],
    }


class WrongPairListViewSet(SeasonBaseViewSet):
    """The matches that were drawn between others than those who come to them now."""

    tag = "Matches"
    response_class = WrongPairsSerializer

    def list_wrong_pairs(self, request: Request, public_id: str) -> Response:
        """List matches whose players have changed since the draw. Matches in the same group are decided together.

        If a result is corrected after the next round of a bracket was drawn, that round's matches may have the wrong
        players. The list is empty while the standings are hidden.
        """
        groups = [] if is_hidden(self.access) else wrong_pairs(self.season)
        names = names_of_entrants(self.season) if groups else {}

        listed = [[pair_fields(one, names) for one in group] for group in groups]
        return self.answer({"revision": self.season.revision, "groups": listed})


class MatchPairViewSet(MatchBaseViewSet):
    """Who plays a match to which others come by now."""

    serializer_classes: ClassVar = {"decide_pair": PairDecisionSerializer}

    @refuses("season_closed", "not_playable")
    def decide_pair(self, request: Request, public_id: str, number: int) -> Response:
        """Decide who plays a match whose players have changed. The decision applies to its whole group.

        `draw_again` cancels a match that has started. While an earlier match is undecided, you can only play the group
        as drawn (`play_on`) or replay that match (`replay`).
        """
        decide = _DECISIONS[self.validated_data()["decision"]]
        decide(access=self.league_access, season=self.season, number=number)
        return self.answer_match()
