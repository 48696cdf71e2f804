"""API view sets of the matches of a season: the list, one match, free play, and opening a match's table."""

from typing import Any, ClassVar

from django.urls import reverse
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.pagination import AfterPagination
from games.api.parameters import LOCATION
from games.api.permissions import InLeague
from games.api.season import examples_season
from games.api.season.match_response_serializers import (
    MatchesSerializer,
    MatchLineSerializer,
    MatchSerializer,
    PlayedAtSerializer,
)
from games.api.season.match_rows import MatchDetails, MatchRow
from games.api.season.season_base import MatchBaseViewSet, SeasonBaseViewSet
from games.api.season.season_request_serializers import ChallengeSerializer, MatchQuerySerializer
from games.api.serializers import PageQuerySerializer, reader_of
from games.api.viewsets import filtered, idempotent, refuses
from games.models import Match, Scope
from games.refusals import RefusedError
from games.selectors.account.api_tokens import access_by_account
from games.selectors.league.league_access import match_access
from games.selectors.season.match_titles import with_sides
from games.selectors.season.round_names import round_names
from games.selectors.table.table_paths import table_path
from games.services.season.match_start import challenge_entrants, open_match


class MatchPagination(AfterPagination):
    """Pages of matches, by their numbers."""

    ordering = "number"


class MatchListViewSet(SeasonBaseViewSet):
    """The matches of a season."""

    pagination_class = MatchPagination

    tag = "Matches"
    response_class = MatchSerializer
    serializer_classes: ClassVar = {"start_match": ChallengeSerializer}
    action_permissions: ClassVar = {"start_match": InLeague(Scope.SCORE)}

    @extend_schema(responses=MatchesSerializer)
    @filtered(MatchQuerySerializer)
    def list_matches(self, request: Request, public_id: str) -> Response:
        """List a season's matches. Sorted by number. Filter by night, round, entrant, table or state."""
        wanted = {
            field: value
            for field, value in self.query_params.items()
            if field not in reader_of(PageQuerySerializer).fields
        }
        matches = with_sides(self.season.matches.filter(**wanted)).select_related("table")
        return self.paginated_response("matches", matches, self._rows, revision=self.season.revision)

    def _rows(self, matches: list[Match], **options: Any) -> MatchLineSerializer:
        names = round_names(self.season)
        return MatchLineSerializer([MatchRow(match, names) for match in matches], **options)

    @extend_schema(
        parameters=[LOCATION(201)],
        responses={201: OpenApiResponse(MatchSerializer, "The new match, or the one this key already created.")},
        examples=[examples_season.challenge_request],
    )
    @idempotent
    @refuses("season_closed", "not_playable")
    def start_match(self, request: Request, public_id: str, key: str) -> Response:
        """Start a match in free play. The match is for tonight. To open its table, call `play_match`.

        The league's scorers can create any match, and members only their own.
        """
        entrants = self.validated_data()["entrants"]
        match = challenge_entrants(access=self.league_access, season=self.season, entrants=entrants, key=key)
        answer = self.answer(MatchDetails.of(match_access(public_id, match.number, self.account, None)), 201)
        answer["Location"] = reverse("api-match", args=[public_id, match.number])
        return answer


class MatchViewSet(MatchBaseViewSet):
    """One match: read it, open its table."""

    action_permissions: ClassVar = {"play_match": InLeague(Scope.SCORE)}

    def get_match(self, request: Request, public_id: str, number: int) -> Response:
        """Get a match.

        Includes its date, table, players and rounds, who has to check them, and what the token may do.
        """
        return self.answer(MatchDetails.of(self.access))

    @extend_schema(responses={200: OpenApiResponse(PlayedAtSerializer, "The match's table, the same one every time.")})
    @refuses("season_closed", "not_playable", "link_revoked", "target_reached")
    def play_match(self, request: Request, public_id: str, number: int) -> Response:
        """Open a match's table. Its players, scorers and referees can do this. Rounds are entered at the table.

        `/api/v1/tables/{table}/` accepts the same token, with the owner's rights for referees and organizers, and a
        scorer's for others. Without a line-up, the usual players are seated.
        """
        table = open_match(access=self.league_access, season=self.season, number=number).table
        if table is None:
            raise RefusedError("not_found")
        role = access_by_account(table.public_id, self.token).role
        match = MatchDetails.of(self.get_access(self.account))
        fields = {"match": match, "table": table, "role": role, "url": table_path(table)}
        return self.answer(fields, serializer=PlayedAtSerializer)
