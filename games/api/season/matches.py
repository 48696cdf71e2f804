"""API views of the matches of a season: the list, one match, free play, and opening a match's table."""

from typing import Final

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
from games.api.fields import MAX_ID
from games.api.pagination import AfterPagination, conditional_response, number_param, parse_page_query
from games.api.parsing import MAX_NUMBER
from games.api.permissions import AtMatch, InSeason
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, MATCH
from games.api.season.match_response_serializers import MatchesSerializer, MatchSerializer, PlayedAtSerializer
from games.api.season.matches_json import MatchCriteria, filtered_matches, match_json, match_summary_json
from games.api.season.season_base import MatchAPIView, SeasonAPIView, date_param
from games.api.season.season_request_serializers import ChallengeSerializer
from games.models import MatchState, Scope
from games.refusals import RefusedError
from games.selectors.account.api_tokens import access_by_account
from games.selectors.league.league_access import match_access
from games.selectors.table.table_paths import table_path
from games.services.season.match_start import challenge_entrants, open_match

_DATE: Final = {"type": "string", "format": "date"}
_NUMBER: Final = {"type": "integer", "minimum": 1, "maximum": MAX_ID}
FILTERS: Final = [
    QUERY("night", "Only matches on this date.", _DATE),
    QUERY("round", "Only matches of this round of the draw.", {"type": "integer", "minimum": 1, "maximum": MAX_NUMBER}),
    QUERY("entrant", "Only matches of this entrant.", _NUMBER),
    QUERY("place", "Only matches at this table of the venue.", _NUMBER),
    QUERY("state", "Only matches in this state.", enum=list(MatchState.values)),
]


class MatchListView(SeasonAPIView):
    """List the matches of a season; start one in free play."""

    @describe(
        tag="Matches",
        operation_id="list_matches",
        summary="List a season's matches",
        permission=InSeason(),
        parameters=[SEASON, *FILTERS, AFTER, LIMIT],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (MatchesSerializer, "One page of matches."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all matches by number, or only those of a night, round, entrant, table or state."""
        page = parse_page_query(request, "night", "round", "entrant", "place", state=MatchState.values)
        params = request.query_params
        criteria = MatchCriteria(
            night=date_param(params, "night"),
            round=number_param(params, "round", 0, 1, MAX_NUMBER) or None,
            entrant=number_param(params, "entrant", 0, 1, MAX_ID) or None,
            place=number_param(params, "place", 0, 1, MAX_ID) or None,
            state=params.get("state"),
        )
        pages = AfterPagination("matches", page, key="number", extra={"revision": self.season.revision})
        matches = pages.paginate_queryset(filtered_matches(self.season, criteria), request)
        return pages.get_paginated_response([match_summary_json(match) for match in matches])

    @describe(
        tag="Matches",
        operation_id="challenge",
        summary="Start a match in free play",
        permission=InSeason(Scope.SCORE),
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=ChallengeSerializer,
        responses={201: (MatchSerializer, "The new match, or the existing one if this key was already used.")},
        response_headers=[LOCATION(201)],
        modifies=True,
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "not_playable"],
        examples=[examples_season.challenge_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Create a match for tonight in a free-play season. Then open its table with `play_match`.

        Scorers of the league can create any match, and members only their own.
        """
        entrants = self.read_body()["entrants"]
        if len(entrants) < 2:
            raise RefusedError("not_playable", what="line_up")
        key = self.required_idempotency_key()
        match = challenge_entrants(access=self.rights, season=self.season, entrants=entrants, key=key)
        headers = {"Location": reverse("api-match", args=[public_id, match.number])}
        created = match_access(public_id, match.number, self.rights.account, None)
        return Response(match_json(created), status=201, headers=headers)


class MatchDetailView(MatchAPIView):
    """Read a match."""

    @describe(
        tag="Matches",
        operation_id="get_match",
        summary="Get a match",
        permission=AtMatch(),
        parameters=[SEASON, MATCH],
        request_headers=[IF_NONE_MATCH_ANSWER],
        responses={200: (MatchSerializer, "The match."), 304: (None, "Not modified.")},
        response_headers=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """Return the date, table, players and rounds of a match, who needs to check them, and what the token may do."""
        return conditional_response(request, match_json(self.access))


class MatchPlayView(MatchAPIView):
    """Open the table of a match."""

    @describe(
        tag="Matches",
        operation_id="play_match",
        summary="Open a match's table",
        permission=AtMatch(Scope.SCORE),
        parameters=[SEASON, MATCH],
        responses={200: (PlayedAtSerializer, "The table. Repeated requests return the same one.")},
        modifies=True,
        error_codes=["season_closed", "not_playable", "link_revoked"],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Open the match's table, for its players, scorers and referees. Rounds are entered at the table.

        `/api/v1/tables/{table}/` accepts the same token, with the owner's rights for referees and organizers, and a
        scorer's for others. Without a line-up, the usual players are seated.
        """
        self.read_body()
        table = open_match(access=self.rights, season=self.season, number=number).table
        if table is None:
            raise RefusedError("not_found")
        token = self.token
        role = access_by_account(table.public_id, token).role
        match = self.match_response().data
        return Response({"match": match, "table": table.public_id, "role": role, "url": table_path(table)})
