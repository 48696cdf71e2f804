"""API view sets of players: what they played, and ratings."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.league.league_base import LeagueAPIView
from games.api.league.league_members import MEMBER
from games.api.league.player_json import player_json, rating_json, ratings_json
from games.api.league.player_serializers import (
    PlayerQuerySerializer,
    PlayerRatingSerializer,
    PlayerSerializer,
    RatingsSerializer,
)
from games.api.parameters import LEAGUE
from games.api.permissions import InLeague
from games.api.viewsets import ApiViewSet, filtered
from games.pages.league.player_page import current_member
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import PlayerMatchFilter


class PlayerViewSet(ApiViewSet, LeagueAPIView):
    """What the members of a league played."""

    tag, noun = "Players", "player"
    path_parameters = (LEAGUE, MEMBER)
    lookup_url_kwarg, lookup_value_converter = "member", "int"
    permission_classes = (InLeague,)
    response_class = PlayerSerializer

    @filtered(PlayerQuerySerializer)
    def retrieve(self, request: Request, public_id: str, member: int) -> Response:
        """Get a member's record. Covers all matches that count, in all seasons unless you name one.

        Seasons with hidden standings are left out, except for people who run the league. A merged member's matches
        belong to the member they were merged into.
        """
        player, params = current_member(self.access, member), self.query_params
        against = params.get("against")
        narrowed = PlayerMatchFilter(
            season=params.get("season", ""),
            opponent=merged_member_ids(current_member(self.access, against)) if against else frozenset(),
            rules=params.get("rules", ""),
            since=params.get("since"),
            until=params.get("until"),
        )
        return self.answer(player_json(self.access, player, narrowed))


class RatingViewSet(ApiViewSet, LeagueAPIView):
    """The ratings of a league."""

    tag, noun = "Players", "rating"
    path_parameters = (LEAGUE, MEMBER)
    lookup_url_kwarg, lookup_value_converter = "member", "int"
    permission_classes = (InLeague,)
    response_class = PlayerRatingSerializer

    @extend_schema(responses=RatingsSerializer)
    def list(self, request: Request, public_id: str) -> Response:
        """List the ratings across the seasons. Ratings are just statistics: each season has its own standings."""
        return self.answer(ratings_json(self.access), serializer=RatingsSerializer)

    def retrieve(self, request: Request, public_id: str, member: int) -> Response:
        """Get a member's rating history. Returns the rating after each night on which the member played."""
        return self.answer(rating_json(self.access, member))
