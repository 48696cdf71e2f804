"""API views of seasons: list and begin those of a league, read one, its history and its calendars."""

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

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
from games.api.league.league_base import AccountAPIView
from games.api.pagination import conditional_response, page_of, parse_page_query, query_params_of
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, ORGANISER_WRITE
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_history_json import history_json, season_events_of
from games.api.season.season_json import calendar_json, season_json, season_summary_json
from games.api.season.season_request_serializers import NewSeasonSerializer
from games.api.season.season_response_serializers import (
    SeasonCalendarsSerializer,
    SeasonHistorySerializer,
    SeasonSerializer,
    SeasonsSerializer,
)
from games.api.season.season_rules_choice import SEASON_RULES_FIELDS, new_rules_in
from games.models import Scope
from games.selectors.league.league_access import SeasonAccess
from games.services.season.seasons import start_season
from games.web.base_url import base_url
from games.web.throttles import check_rate


class SeasonListView(AccountAPIView):
    """List the seasons of a league; begin one."""

    @describe(
        tag="Seasons",
        operation_id="list_seasons",
        summary="The seasons of a league",
        scope="read",
        allows_anonymous=True,
        parameters=[LEAGUE, AFTER, LIMIT],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (SeasonsSerializer, "The seasons."), 304: (None, "They are as they were.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All seasons, as they were begun, a page at a time."""
        access = self.league_access(public_id)
        rows, next_query = page_of(access.league.seasons.all(), parse_page_query(request), season_summary_json)
        return conditional_response(request, {"seasons": rows, "next": next_query})

    @describe(
        tag="Seasons",
        operation_id="begin_season",
        summary="Begin a season",
        **ORGANISER_WRITE,
        parameters=[LEAGUE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewSeasonSerializer,
        responses={201: (SeasonSerializer, "The season; for a key that was used before, the one it began.")},
        response_headers=[LOCATION(201)],
        error_codes=[*INVALID_KEY_ERRORS, "too_many_requests"],
        house_rules=True,
        examples=[examples_season.season_request, examples_season.season_response],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A season of a league: the rules of its games, how matches come about, and its own rules.

        What is left out of `rules` is as usual: one game is a match, two points a win, one a draw, and rounds count as
        they are written down.
        """
        access = self.league_access(public_id, Scope.MANAGE, "manage_league")
        new = new_rules_in(self.body({"name", "preset", "pairing"}, SEASON_RULES_FIELDS))
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
            key=self.required_idempotency_key(),
        )
        headers = {"Location": reverse("api-season", args=[season.public_id])}
        return Response(season_json(SeasonAccess(access, season)), status=201, headers=headers)


class SeasonDetailView(SeasonAPIView):
    """Read a season."""

    @describe(
        tag="Seasons",
        operation_id="get_season",
        summary="Read a season",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (SeasonSerializer, "The season."), 304: (None, "It is as it was.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What the season is, and how far: who competes, how many matches there are and are left.

        `revision` counts whatever moves it. To follow a season, ask with `If-None-Match`, or open its page's stream.
        """
        return conditional_response(request, season_json(self.season_access(public_id)))


class SeasonHistoryView(SeasonAPIView):
    """List what was decided in a season."""

    @describe(
        tag="Seasons",
        operation_id="list_season_history",
        summary="What was decided in a season",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON, AFTER, LIMIT],
        responses={200: (SeasonHistorySerializer, "A page of it, oldest first.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Its rules, who came and went, penalties, and what was decided about its matches.

        Draws, imports and when the table was hidden are told to who runs the league, and so is why somebody left.
        """
        season_access = self.season_access(public_id)
        rows, next_query = page_of(season_events_of(season_access), parse_page_query(request), lambda event: event)
        return Response({"events": history_json(season_access, rows), "next": next_query})


class SeasonCalendarView(SeasonAPIView):
    """Read the addresses of a season's calendars."""

    @describe(
        tag="Seasons",
        operation_id="get_calendars",
        summary="The addresses of its calendars",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        responses={200: (SeasonCalendarsSerializer, "The addresses.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Where a calendar program finds the matches (iCalendar). It needs no token: a key is in the address."""
        season_access = self.season_access(public_id)
        query_params_of(request)
        return Response(calendar_json(season_access, base_url(request._request)), headers={"Cache-Control": "no-store"})
