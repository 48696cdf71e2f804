"""API views of players: what they played, and ratings."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import LEAGUE, QUERY, describe_read
from games.api.league.league_base import AccountAPIView
from games.api.league.league_members import MEMBER
from games.api.league.league_response_serializers import PlayerRatingSerializer, PlayerSerializer, RatingsSerializer
from games.api.league.player_json import player_json, rating_json, ratings_json
from games.api.pagination import conditional_response, number_param, query_params_of
from games.api.parsing import MAX_ROW_ID, InvalidFieldsError
from games.pages.league.player_page import current_member
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import PlayerMatchFilter

_FILTER_NAMES: Final = ("season", "against", "rules", "since", "until")
_ROW_ID: Final = {"type": "integer", "minimum": 1, "maximum": MAX_ROW_ID}


class PlayerDetailView(AccountAPIView):
    """Read what a member played."""

    @describe_read(
        tag="Players",
        operation_id="get_player",
        summary="What somebody played",
        allows_anonymous=True,
        parameters=[
            LEAGUE,
            MEMBER,
            QUERY("season", "Only in this season: its `id`."),
            QUERY("against", "Only against this member: a number.", _ROW_ID),
            QUERY("rules", "Only by these rules: the id of a preset."),
            QUERY("since", "Only from this night on.", OpenApiTypes.DATE),
            QUERY("until", "Only up to this night.", OpenApiTypes.DATE),
        ],
        response=(PlayerSerializer, "Record, opponents, form, what he does at the table, and his newest matches."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """Everything that counts of the matches that are meant, over all seasons where none is named.

        Seasons whose table is hidden stay out of it until then, but for who runs the league. A member who turned out
        to be another one is that one.
        """
        access = self.league_access(public_id)
        player, params = current_member(access, member), query_params_of(request, *_FILTER_NAMES)
        against = number_param(params, "against", 0, 1, MAX_ROW_ID)
        narrowed = PlayerMatchFilter(
            season=params.get("season", ""),
            opponent=merged_member_ids(current_member(access, against)) if against else frozenset(),
            rules=params.get("rules", ""),
            since=_date_param(params, "since"),
            until=_date_param(params, "until"),
        )
        return conditional_response(request, player_json(access, player, narrowed))


class RatingListView(AccountAPIView):
    """List the ratings of a league."""

    @describe_read(
        tag="Players",
        operation_id="list_ratings",
        summary="Ratings",
        allows_anonymous=True,
        parameters=[LEAGUE],
        response=(RatingsSerializer, "Everybody's rating."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody's rating across the seasons. It is a statistic: places are in the table of each season."""
        return conditional_response(request, ratings_json(self.league_access(public_id)))


class PlayerRatingView(AccountAPIView):
    """Read how a member's rating developed."""

    @describe_read(
        tag="Players",
        operation_id="get_rating",
        summary="How a rating came about",
        allows_anonymous=True,
        parameters=[LEAGUE, MEMBER],
        response=(PlayerRatingSerializer, "The rating after every night."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """A member's rating as it was after each night on which he played."""
        return conditional_response(request, rating_json(self.league_access(public_id), member))


def _date_param(params: Mapping[str, str], name: str) -> date | None:
    """Return a query parameter as a date; None without it. Raises InvalidFieldsError for anything else."""
    if name not in params:
        return None
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", params[name], re.ASCII):
            return date.fromisoformat(params[name])
    except ValueError:
        pass
    raise InvalidFieldsError({name: f"{name} must be a day, like 2026-11-21."})
