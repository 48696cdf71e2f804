"""API views of players: what they played, and ratings."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import LEAGUE, QUERY, describe_read
from games.api.fields import MAX_ID
from games.api.league.league_base import LeagueAPIView
from games.api.league.league_members import MEMBER
from games.api.league.league_response_serializers import PlayerRatingSerializer, PlayerSerializer, RatingsSerializer
from games.api.league.player_json import player_json, rating_json, ratings_json
from games.api.pagination import conditional_response, number_param, query_params_of
from games.api.parsing import InvalidFieldsError
from games.api.permissions import InLeague
from games.forms.typed_values import parse_date
from games.pages.league.player_page import current_member
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import PlayerMatchFilter

_FILTER_NAMES: Final = ("season", "against", "rules", "since", "until")
_ROW_ID: Final = {"type": "integer", "minimum": 1, "maximum": MAX_ID}


class PlayerDetailView(LeagueAPIView):
    """Read what a member played."""

    @describe_read(
        tag="Players",
        operation_id="get_player",
        summary="Get a member's record",
        permission=InLeague(),
        parameters=[
            LEAGUE,
            MEMBER,
            QUERY("season", "Only this season, by `id`."),
            QUERY("against", "Only games against this member, by number.", _ROW_ID),
            QUERY("rules", "Only games with these rules, by preset `id`."),
            QUERY("since", "Only from this date on.", OpenApiTypes.DATE),
            QUERY("until", "Only up to this date.", OpenApiTypes.DATE),
        ],
        response=(PlayerSerializer, "The member's record, opponents, form, playing style and latest matches."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """Return the record in all matches that count, across all seasons unless one is named.

        Seasons with hidden standings are left out, except for people who run the league. A merged member's matches
        belong to the member they were merged into.
        """
        player, params = current_member(self.access, member), query_params_of(request, *_FILTER_NAMES)
        against = number_param(params, "against", 0, 1, MAX_ID)
        narrowed = PlayerMatchFilter(
            season=params.get("season", ""),
            opponent=merged_member_ids(current_member(self.access, against)) if against else frozenset(),
            rules=params.get("rules", ""),
            since=_date_param(params, "since"),
            until=_date_param(params, "until"),
        )
        return conditional_response(request, player_json(self.access, player, narrowed))


class RatingListView(LeagueAPIView):
    """List the ratings of a league."""

    @describe_read(
        tag="Players",
        operation_id="list_ratings",
        summary="Ratings",
        permission=InLeague(),
        parameters=[LEAGUE],
        response=(RatingsSerializer, "List the ratings"),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all ratings across the seasons. They are statistics: each season has its own standings."""
        return conditional_response(request, ratings_json(self.access))


class PlayerRatingView(LeagueAPIView):
    """Read how a member's rating developed."""

    @describe_read(
        tag="Players",
        operation_id="get_rating",
        summary="Get a member's rating history",
        permission=InLeague(),
        parameters=[LEAGUE, MEMBER],
        response=(PlayerRatingSerializer, "The rating after every night."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """Return a member's rating after each night on which they played."""
        return conditional_response(request, rating_json(self.access, member))


def _date_param(params: Mapping[str, str], name: str) -> date | None:
    """Return a query parameter as a date; None without it. Raises InvalidFieldsError for anything else."""
    if name not in params:
        return None
    day = parse_date(params[name]) if re.fullmatch(r"\d{4}-\d\d-\d\d", params[name], re.ASCII) else None
    if day is None:
        raise InvalidFieldsError({name: f"{name} must be a date like 2026-11-21."})
    return day
