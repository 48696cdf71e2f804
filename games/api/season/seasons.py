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
from games.api.league.league_base import LeagueAPIView
from games.api.pagination import AfterPagination, conditional_response, parse_page_query, query_params_of
from games.api.permissions import InLeague, InSeason
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, ORGANIZER_WRITE
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
from games.api.season.season_rules_choice import new_rules
from games.models import Scope
from games.selectors.league.league_access import SeasonAccess
from games.services.season.seasons import start_season
from games.web.base_url import base_url
from games.web.throttles import check_rate


class SeasonListView(LeagueAPIView):
    """List the seasons of a league; begin one."""

    @describe(
        tag="Seasons",
        operation_id="list_seasons",
        summary="List a league's seasons",
        permission=InLeague(),
        parameters=[LEAGUE, AFTER, LIMIT],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (SeasonsSerializer, "The seasons."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all seasons, oldest first, in pages."""
        pages = AfterPagination("seasons", parse_page_query(request))
        seasons = pages.paginate_queryset(self.access.league.seasons.all(), request)
        return pages.get_paginated_response([season_summary_json(season) for season in seasons])

    @describe(
        tag="Seasons",
        operation_id="begin_season",
        summary="Create a season",
        **ORGANIZER_WRITE | {"permission": InLeague(Scope.MANAGE, "manage_league")},
        parameters=[LEAGUE],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewSeasonSerializer,
        responses={201: (SeasonSerializer, "The new season, or the existing one if this key was already used.")},
        response_headers=[LOCATION(201)],
        error_codes=[*INVALID_KEY_ERRORS, "too_many_requests"],
        house_rules=True,
        examples=[examples_season.season_request, examples_season.season_response],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a season: the rules of its games, how matches are made, and its own rules.

        Anything left out of `rules` has its default: a match is one game, a win is worth two points and a draw one,
        and rounds count without confirmation.
        """
        new = new_rules(self.read_body())
        check_rate(request._request, "start")
        season = start_season(
            access=self.access,
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
        return Response(season_json(SeasonAccess(self.access, season)), status=201, headers=headers)


class SeasonDetailView(SeasonAPIView):
    """Read a season."""

    @describe(
        tag="Seasons",
        operation_id="get_season",
        summary="Get a season",
        permission=InSeason(),
        parameters=[SEASON],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (SeasonSerializer, "The season."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the season and its progress: number of entrants, matches, and matches left.

        Every change raises `revision`. To follow a season, send `If-None-Match`, or open the stream of its page.
        """
        return conditional_response(request, season_json(self.access))


class SeasonHistoryView(SeasonAPIView):
    """List what was decided in a season."""

    @describe(
        tag="Seasons",
        operation_id="list_season_history",
        summary="List a season's history",
        permission=InSeason(),
        parameters=[SEASON, AFTER, LIMIT],
        responses={200: (SeasonHistorySerializer, "One page of changes, oldest first.")},
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return changes to the rules, entrants, penalties and matches.

        Only people who run the league see draws, imports, hidden standings and the reasons for withdrawals.
        """
        pages = AfterPagination("events", parse_page_query(request))
        events = pages.paginate_queryset(season_events_of(self.access), request)
        return Response({"events": history_json(self.access, events), "next": pages.next_query})


class SeasonCalendarView(SeasonAPIView):
    """Read the addresses of a season's calendars."""

    @describe(
        tag="Seasons",
        operation_id="get_calendars",
        summary="Get the calendar URLs",
        permission=InSeason(),
        parameters=[SEASON],
        responses={200: (SeasonCalendarsSerializer, "The URLs.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return the URLs of the match calendars (iCalendar). They need no token: the URL contains a key."""
        query_params_of(request)
        return Response(calendar_json(self.access, base_url(request._request)), headers={"Cache-Control": "no-store"})
