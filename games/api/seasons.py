"""Seasons: those of a league, begin one, read one, what was decided in it, its calendars."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_season
from games.api.describe import (
    AFTER,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH_ANSWER,
    LEAGUE,
    LIMIT,
    LOCATION,
    SEASON,
    VERSION,
    describe,
)
from games.api.describe_season import KEYED, MOVES
from games.api.league_base import AccountView
from games.api.paging import asked_page, page_of, query_of, unless_known
from games.api.season_choice import FIELDS, new_rules_in
from games.api.season_view import SeasonView
from games.models import Scope
from games.selectors.league_access import SeasonAccess
from games.selectors.season_history_json import history_json, season_events_of
from games.selectors.season_json import calendar_json, season_json, season_line
from games.services.seasons import start_season
from games.web.base_url import base_url
from games.web.throttles import check_rate


class Seasons(AccountView):
    """The seasons of a league."""

    @describe(
        tag="Seasons",
        operation="list_seasons",
        summary="The seasons of a league",
        scope="read",
        tokenless=True,
        at=[LEAGUE, AFTER, LIMIT],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_season.Seasons, "The seasons."), 304: (None, "They are as they were.")},
        sends=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All seasons, as they were begun, a page at a time."""
        access = self.league_access(public_id)
        shown, more = page_of(access.league.seasons.all(), asked_page(request), season_line)
        return unless_known(request, {"seasons": shown, "next": more})

    @describe(
        tag="Seasons",
        operation="begin_season",
        summary="Begin a season",
        **MOVES,
        at=[LEAGUE],
        headers=[IDEMPOTENCY_KEY],
        takes=asks_season.NewSeason,
        gives={201: (shapes_season.Season, "The season; for a key that was used before, the one it began.")},
        sends=[LOCATION(201)],
        refuses=[*KEYED, "too_many_requests"],
        house_rules=True,
        examples=[examples_season.season_ask, examples_season.season_answer],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A season of a league: the rules of its games, how matches come about, and its own rules.

        What is left out of `rules` is as usual: one game is a match, two points a win, one a draw, and rounds count as
        they are written down.
        """
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        new = new_rules_in(self.body({"name", "preset", "pairing"}, FIELDS))
        check_rate(request._request, "start")
        season = start_season(
            access=access,
            name=new.name,
            preset=new.preset,
            house_rules=new.house_rules,
            rules_title=new.rules_title,
            rules=new.rules,
            pairing=new.pairing,
            teams=new.teams,
            key=self.needed_key(),
        )
        headers = {"Location": reverse("api-season", args=[season.public_id])}
        return Response(season_json(SeasonAccess(access, season)), status=201, headers=headers)


class OneSeason(SeasonView):
    """A season."""

    @describe(
        tag="Seasons",
        operation="get_season",
        summary="Read a season",
        scope="read",
        tokenless=True,
        at=[SEASON],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_season.Season, "The season."), 304: (None, "It is as it was.")},
        sends=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What the season is, and how far: who competes, how many matches there are and are left.

        `revision` counts whatever moves it. To follow a season, ask with `If-None-Match`, or open its page's stream.
        """
        return unless_known(request, season_json(self.season_access(public_id)))


class History(SeasonView):
    """What was decided in a season."""

    @describe(
        tag="Seasons",
        operation="list_season_history",
        summary="What was decided in a season",
        scope="read",
        tokenless=True,
        at=[SEASON, AFTER, LIMIT],
        gives={200: (shapes_season.SeasonHistory, "A page of it, oldest first.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Its rules, who came and went, penalties, and what was decided about its matches.

        Draws, imports and when the table was hidden are told to who runs the league, and so is why somebody left.
        """
        at = self.season_access(public_id)
        shown, more = page_of(season_events_of(at), asked_page(request), lambda event: event)
        return Response({"events": history_json(at, shown), "next": more})


class Calendar(SeasonView):
    """The calendars of a season."""

    @describe(
        tag="Seasons",
        operation="get_calendars",
        summary="The addresses of its calendars",
        scope="read",
        tokenless=True,
        at=[SEASON],
        gives={200: (shapes_season.SeasonCalendars, "The addresses.")},
        refuses=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Where a calendar program finds the matches (iCalendar). It needs no token: a key is in the address."""
        at = self.season_access(public_id)
        query_of(request)
        return Response(calendar_json(at, base_url(request._request)), headers={"Cache-Control": "no-store"})
