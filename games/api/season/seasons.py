"""API view sets of seasons: list and begin those of a league, read one, its history and its calendars."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.league.league_base import LeagueAPIView
from games.api.parameters import LEAGUE, LOCATION
from games.api.permissions import OrganizersChangeLeague
from games.api.problem_codes import HOUSE_RULE_ERRORS
from games.api.season import examples_season
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_events import event_rows, season_events_of
from games.api.season.season_request_serializers import NewSeasonSerializer
from games.api.season.season_response_serializers import (
    SeasonCalendarsSerializer,
    SeasonEventSerializer,
    SeasonHistorySerializer,
    SeasonLineSerializer,
    SeasonSerializer,
    SeasonsSerializer,
)
from games.api.season.season_rules_choice import new_rules
from games.api.serializers import PageQuerySerializer
from games.api.viewsets import ApiViewSet, filtered, idempotent, refuses
from games.models import LeagueEvent, Season
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.calendar_links import calendar_url
from games.selectors.season.season_progress import SeasonProgress
from games.services.season.seasons import start_season
from games.web.base_url import base_url
from games.web.throttles import check_rate


class LeagueSeasonViewSet(ApiViewSet, LeagueAPIView):
    """The seasons of a league."""

    tag = "Seasons"
    path_parameters = (LEAGUE,)
    permission_classes = (OrganizersChangeLeague,)
    response_class = SeasonSerializer
    serializer_classes: ClassVar = {"begin_season": NewSeasonSerializer}

    @extend_schema(responses=SeasonsSerializer)
    @filtered(PageQuerySerializer)
    def list_seasons(self, request: Request, public_id: str) -> Response:
        """List a league's seasons. Oldest first, including closed ones."""
        return self.paginated_response("seasons", self.access.league.seasons.all(), self._seasons)

    def _seasons(self, seasons: list[Season], **options: Any) -> SeasonLineSerializer:
        return SeasonLineSerializer([SeasonAccess(self.access, season) for season in seasons], **options)

    @extend_schema(
        parameters=[LOCATION(201)],
        responses={201: OpenApiResponse(SeasonSerializer, "The new season, or the one this key already created.")},
        examples=[examples_season.season_request, examples_season.season_response],
    )
    @idempotent
    @refuses("too_many_requests", *HOUSE_RULE_ERRORS)
    def begin_season(self, request: Request, public_id: str, key: str) -> Response:
        """Create a season. Choose the rules of its games, how matches are made, and the season's own rules.

        Anything left out of `rules` gets its default: a match is one game, a win is worth two points and a draw one,
        and rounds count without confirmation.
        """
        new = new_rules(self.validated_data())
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
            key=key,
        )
        answer = self.answer(SeasonProgress(self.access, season), 201)
        answer["Location"] = reverse("api-season", args=[season.public_id])
        return answer


class SeasonViewSet(SeasonBaseViewSet):
    """A season: read it, its history and its calendars. ``SeasonRulesViewSet`` changes it."""

    tag = "Seasons"
    response_class = SeasonSerializer

    def get_season(self, request: Request, public_id: str) -> Response:
        """Get a season. Includes its progress: the number of entrants, matches, and matches left.

        Every change raises `revision`. To follow a season, send `If-None-Match`, or open the stream of its page.
        """
        return self.answer(SeasonProgress.of(self.access))

    @extend_schema(responses=SeasonHistorySerializer)
    @filtered(PageQuerySerializer)
    def list_season_history(self, request: Request, public_id: str) -> Response:
        """List a season's history. Covers changes to the rules, entrants, penalties and matches.

        Only people who run the league see draws, imports, hidden standings and the reasons for withdrawals.
        """
        return self.paginated_response("events", season_events_of(self.access), self._history)

    def _history(self, events: list[LeagueEvent], **options: Any) -> SeasonEventSerializer:
        return SeasonEventSerializer(event_rows(self.access, events), **options)

    @extend_schema(responses=SeasonCalendarsSerializer)
    @filtered()
    def get_calendars(self, request: Request, public_id: str) -> Response:
        """Get the calendar URLs. These iCalendar files list the matches.

        They need no token: each URL contains a key.
        """
        base, member = base_url(request._request), self.league_access.member
        calendars = {
            "url": base + calendar_url(self.season),
            "own_url": base + calendar_url(self.season, member) if member else None,
        }
        return self.secret_answer(calendars, SeasonCalendarsSerializer)
