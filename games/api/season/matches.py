"""API views of the matches of a season: the list, one match, free play, and opening a match's table."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import (
    AFTER,
    IDEMPOTENCY_KEY,
    IF_NONE_MATCH_ANSWER,
    LIMIT,
    LOCATION,
    QUERY,
    SEASON,
    VERSION,
    describe,
)
from games.api.pagination import conditional_response, page_of, parse_page_query, query_params_of
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, MATCH
from games.api.season.match_response_serializers import MatchesSerializer, MatchSerializer, PlayedAtSerializer
from games.api.season.matches_json import MatchCriteria, filtered_matches, match_json, match_summary_json
from games.api.season.season_base import SeasonAPIView, refreshed
from games.api.season.season_fields import choice_in, date_param, id_param, ids_in
from games.api.season.season_request_serializers import ChallengeSerializer
from games.models import Fixture, FixtureState, Scope, Season
from games.pages.season.match_form import allowed_actions
from games.pages.season.match_page import may_play
from games.refusals import RefusedError
from games.selectors.account.api_tokens import access_by_account
from games.selectors.league.league_access import FixtureAccess, fixture_access
from games.selectors.table.table_paths import table_path
from games.services.season.match_start import challenge_entrants, open_fixture

_DATE: Final = {"type": "string", "format": "date"}
_NUMBER: Final = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
FILTERS: Final = [
    QUERY("night", "Only those of this night.", _DATE),
    QUERY("round", "Only those of this round of the draw.", {"type": "integer", "minimum": 1, "maximum": 10_000}),
    QUERY("entrant", "Only those of this entrant.", _NUMBER),
    QUERY("place", "Only those at this place of the league's room.", _NUMBER),
    QUERY("state", "Only those in this state.", enum=list(FixtureState.values)),
]
FILTER_NAMES: Final = ("night", "round", "entrant", "place", "state")


class MatchListView(SeasonAPIView):
    """List the matches of a season; start one in free play."""

    @describe(
        tag="Matches",
        operation_id="list_matches",
        summary="The matches of a season",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON, *FILTERS, AFTER, LIMIT],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (MatchesSerializer, "A page of them."), 304: (None, "They are as they were.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All matches by their numbers, or those of a night, a round, an entrant, a place, a state."""
        season_access = self.season_access(public_id)
        page, filters = (
            parse_page_query(request, *FILTER_NAMES),
            query_params_of(request, "after", "limit", *FILTER_NAMES),
        )
        rows, next_query = page_of(
            _filtered_matches(season_access.season, filters), page, match_summary_json, key="number"
        )
        return conditional_response(
            request, {"revision": season_access.season.revision, "matches": rows, "next": next_query}
        )

    @describe(
        tag="Matches",
        operation_id="challenge",
        summary="Sit down in free play",
        scope="score",
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=ChallengeSerializer,
        responses={201: (MatchSerializer, "The match; for a key that was used before, the one it made.")},
        response_headers=[LOCATION(201)],
        modifies=True,
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "not_playable"],
        examples=[examples_season.challenge_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A match for tonight between entrants of a season of free play; then play it (`play_match`).

        Who scores for the league may ask for any, a member for one of his own.
        """
        season_access = self.season_access(public_id, Scope.SCORE)
        entrants = ids_in(self.body({"entrants"}), "entrants")
        if len(entrants) < 2:
            raise RefusedError("not_playable", what="line_up")
        fixture = challenge_entrants(
            access=season_access.access,
            season=season_access.season,
            entrants=entrants,
            key=self.required_idempotency_key(),
        )
        season = refreshed(season_access).season
        headers = {"Location": reverse("api-match", args=[public_id, fixture.number])}
        match_access = fixture_access(season.public_id, fixture.number, season_access.access.account, None)
        return Response(match_body(match_access), status=201, headers=headers)


class MatchDetailView(SeasonAPIView):
    """Read a match."""

    @describe(
        tag="Matches",
        operation_id="get_match",
        summary="Read a match",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON, MATCH],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (MatchSerializer, "The match."), 304: (None, "It is as it was.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """When and where it is, who sits there, its rounds with who has to look at them, and what may be done."""
        return conditional_response(request, match_body(self.fixture_access(public_id, number)))


class MatchPlayView(SeasonAPIView):
    """Open the table of a match."""

    @describe(
        tag="Matches",
        operation_id="play_match",
        summary="Open the table of a match",
        scope="score",
        parameters=[SEASON, MATCH],
        responses={200: (PlayedAtSerializer, "The table; the same one, however often it is asked for.")},
        modifies=True,
        error_codes=["season_closed", "not_playable", "link_revoked"],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """For who plays there, who scores for the league and who judges. The rounds are entered at the table.

        `/api/v1/tables/{table}/` takes the token of this request: as the owner's for who judges, else as a scorer's.
        Where nobody said who plays, the regular members do.
        """
        match_access = self.fixture_access(public_id, number, Scope.SCORE)
        self.body(set())
        table = open_fixture(access=match_access.access, season=match_access.season, number=number).table
        if table is None:
            raise RefusedError("not_found")
        role = access_by_account(table.public_id, self.required_account_token()).role
        updated = fixture_access(public_id, number, match_access.access.account, None)
        answer_body = {"match": match_body(updated), "table": table.public_id, "role": role, "url": table_path(table)}
        return Response(answer_body)


def match_body(match_access: FixtureAccess) -> dict[str, Any]:
    """Return a match and what the requesting account may do with it."""
    play = ["play"] if may_play(match_access) else ["watch"] if match_access.fixture.table else []
    change = allowed_actions(match_access.access, match_access.fixture) if match_access.season.closed_at is None else ()
    return match_json(match_access) | {"may": [*play, *change]}


def _filtered_matches(season: Season, filters: Mapping[str, str]) -> QuerySet[Fixture]:
    """Return the matches that the query parameters ask for. Raises InvalidFieldsError."""
    match_filter = MatchCriteria(
        night=date_param(filters, "night"),
        round=id_param(filters, "round", 10_000),
        entrant=id_param(filters, "entrant"),
        place=id_param(filters, "place"),
        state=choice_in(filters, "state", FixtureState.values, "") if "state" in filters else None,
    )
    return filtered_matches(season, match_filter)
