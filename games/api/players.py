"""Players by what they played, and ratings."""

import re
from collections.abc import Mapping
from datetime import date
from typing import Final

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import shapes_league
from games.api.describe import LEAGUE, QUERY, reads
from games.api.league_base import AccountView
from games.api.league_members import MEMBER
from games.api.paging import number_of, query_of, unless_known
from games.api.reading import HIGHEST_ROW, InvalidFields
from games.selectors.player_json import player_json, rating_json, ratings_json
from games.selectors.player_matches import Narrowed, same_person
from games.selectors.player_page import member_of

_FILTERS: Final = ("season", "against", "rules", "since", "until")
_ROW: Final = {"type": "integer", "minimum": 1, "maximum": HIGHEST_ROW}


class Player(AccountView):
    """A member by what he played."""

    @reads(
        tag="Players",
        operation="get_player",
        summary="What somebody played",
        tokenless=True,
        at=[
            LEAGUE,
            MEMBER,
            QUERY("season", "Only in this season: its `id`."),
            QUERY("against", "Only against this member: a number.", _ROW),
            QUERY("rules", "Only by these rules: the id of a preset."),
            QUERY("since", "Only from this night on.", OpenApiTypes.DATE),
            QUERY("until", "Only up to this night.", OpenApiTypes.DATE),
        ],
        gives=(shapes_league.Player, "Record, opponents, form, what he does at the table, and his newest matches."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """Everything that counts of the matches that are meant, over all seasons where none is named.

        Seasons whose table is hidden stay out of it until then, but for who runs the league. A member who turned out
        to be another one is that one.
        """
        access = self.league_access(public_id)
        found, given = member_of(access, member), query_of(request, *_FILTERS)
        against = number_of(given, "against", 0, 1, HIGHEST_ROW)
        narrowed = Narrowed(
            season=given.get("season", ""),
            opponent=same_person(member_of(access, against)) if against else frozenset(),
            rules=given.get("rules", ""),
            since=_night(given, "since"),
            until=_night(given, "until"),
        )
        return unless_known(request, player_json(access, found, narrowed))


class Ratings(AccountView):
    """The ratings of a league."""

    @reads(
        tag="Players",
        operation="list_ratings",
        summary="Ratings",
        tokenless=True,
        at=[LEAGUE],
        gives=(shapes_league.Ratings, "Everybody's rating."),
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Everybody's rating across the seasons. It is a statistic: places are in the table of each season."""
        return unless_known(request, ratings_json(self.league_access(public_id)))


class PlayerRating(AccountView):
    """A member's rating."""

    @reads(
        tag="Players",
        operation="get_rating",
        summary="How a rating came about",
        tokenless=True,
        at=[LEAGUE, MEMBER],
        gives=(shapes_league.PlayerRating, "The rating after every night."),
    )
    def get(self, request: Request, public_id: str, member: int) -> Response:
        """A member's rating as it was after each night on which he played."""
        return unless_known(request, rating_json(self.league_access(public_id), member))


def _night(given: Mapping[str, str], name: str) -> date | None:
    """A parameter as a day, None without it. Raises InvalidFields for what is none."""
    if name not in given:
        return None
    try:
        if re.fullmatch(r"\d{4}-\d\d-\d\d", given[name], re.ASCII):
            return date.fromisoformat(given[name])
    except ValueError:
        pass
    raise InvalidFields({name: f"{name} must be a day, like 2026-11-21."})
