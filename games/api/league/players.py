"""API view sets of players: what they played, and ratings."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import MAX_ID
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_members import MEMBER
from games.api.league.player_json import player_json, rating_json, ratings_json
from games.api.league.player_serializers import PlayerRatingSerializer, PlayerSerializer, RatingsSerializer
from games.api.pagination import number_param
from games.api.parameters import LEAGUE, QUERY
from games.api.parsing import InvalidFieldsError
from games.api.permissions import OrganizersChangeLeague
from games.api.viewsets import ApiViewSet, filtered
from games.forms.typed_values import parse_date
from games.pages.league.player_page import current_member
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import PlayerMatchFilter

_ROW_ID: Final = {"type": "integer", "minimum": 1, "maximum": MAX_ID}


class PlayerViewSet(ApiViewSet, LeagueAPIView):
    """What the members of a league played."""

    tag, noun = "Players", "player"
    path_parameters = (LEAGUE, MEMBER)
    lookup_url_kwarg, lookup_value_converter = "member", "int"
    permission_classes = (OrganizersChangeLeague,)
    response_class = PlayerSerializer

    @filtered(
        QUERY("season", "Only this season, by `id`."),
        QUERY("against", "Only games against this member, by number.", _ROW_ID),
        QUERY("rules", "Only games with these rules, by preset `id`."),
        QUERY("since", "Only from this date on.", OpenApiTypes.DATE),
        QUERY("until", "Only up to this date.", OpenApiTypes.DATE),
    )
    def retrieve(self, request: Request, public_id: str, member: int) -> Response:
        """Get a member's record. In all matches that count, across all seasons unless one is named.

        Seasons with hidden standings are left out, except for people who run the league. A merged member's matches
        belong to the member they were merged into.
        """
        player, params = current_member(self.access, member), self.query_params
        against = number_param(params, "against", 0, 1, MAX_ID)
        narrowed = PlayerMatchFilter(
            season=params.get("season", ""),
            opponent=merged_member_ids(current_member(self.access, against)) if against else frozenset(),
            rules=params.get("rules", ""),
            since=_date_param(params, "since"),
            until=_date_param(params, "until"),
        )
        return self.answer(player_json(self.access, player, narrowed))


class RatingViewSet(ApiViewSet, LeagueAPIView):
    """The ratings of a league."""

    tag, noun = "Players", "rating"
    path_parameters = (LEAGUE, MEMBER)
    lookup_url_kwarg, lookup_value_converter = "member", "int"
    permission_classes = (OrganizersChangeLeague,)
    response_class = PlayerRatingSerializer

    @extend_schema(responses=RatingsSerializer)
    def list(self, request: Request, public_id: str) -> Response:
        """List the ratings across the seasons. They are statistics: each season has its own standings."""
        return self.answer(ratings_json(self.access), serializer=RatingsSerializer)

    def retrieve(self, request: Request, public_id: str, member: int) -> Response:
        """Get a member's rating history. The rating after each night on which they played."""
        return self.answer(rating_json(self.access, member))


def _date_param(params: Mapping[str, str], name: str) -> date | None:
    """Return a query parameter as a date; None without it. Raises InvalidFieldsError for anything else."""
    if name not in params:
        return None
    day = parse_date(params[name]) if re.fullmatch(r"\d{4}-\d\d-\d\d", params[name], re.ASCII) else None
    if day is None:
        raise InvalidFieldsError({name: f"{name} must be a date like 2026-11-21."})
    return day
