"""Matches of a season: the list, one of them, free play, and the way to a match's table."""

from collections.abc import Mapping
from typing import Any, Final

from django.db.models import QuerySet
from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_match
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
from games.api.describe_season import KEYED, MATCH
from games.api.paging import asked_page, page_of, query_of, unless_known
from games.api.season_fields import asked_date, asked_id, choice_in, ids_in
from games.api.season_view import SeasonView, as_it_stands
from games.forms.match_form import may_do
from games.models import Fixture, FixtureState, Scope, Season
from games.refusals import Refused
from games.selectors.addresses import at_table
from games.selectors.api_tokens import access_by_account
from games.selectors.league_access import FixtureAccess, fixture_access
from games.selectors.match_page import may_play
from games.selectors.matches_json import Wanted, match_json, match_line, wanted_matches
from games.services.play import challenge, open_fixture

_DATE: Final = {"type": "string", "format": "date"}
_NUMBER: Final = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
FILTERS: Final = [
    QUERY("night", "Only those of this night.", _DATE),
    QUERY("round", "Only those of this round of the draw.", {"type": "integer", "minimum": 1, "maximum": 10_000}),
    QUERY("entrant", "Only those of this entrant.", _NUMBER),
    QUERY("place", "Only those at this place of the league's room.", _NUMBER),
    QUERY("state", "Only those in this state.", enum=list(FixtureState.values)),
]
NARROWED: Final = ("night", "round", "entrant", "place", "state")


class Matches(SeasonView):
    """The matches of a season."""

    @describe(
        tag="Matches",
        operation="list_matches",
        summary="The matches of a season",
        scope="read",
        tokenless=True,
        at=[SEASON, *FILTERS, AFTER, LIMIT],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_match.Matches, "A page of them."), 304: (None, "They are as they were.")},
        sends=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """All matches by their numbers, or those of a night, a round, an entrant, a place, a state."""
        at = self.season_access(public_id)
        asked, told = asked_page(request, *NARROWED), query_of(request, "after", "limit", *NARROWED)
        shown, more = page_of(_wanted(at.season, told), asked, match_line, key="number")
        return unless_known(request, {"revision": at.season.revision, "matches": shown, "next": more})

    @describe(
        tag="Matches",
        operation="challenge",
        summary="Sit down in free play",
        scope="score",
        at=[SEASON],
        headers=[IDEMPOTENCY_KEY],
        takes=asks_season.Challenge,
        gives={201: (shapes_match.Match, "The match; for a key that was used before, the one it made.")},
        sends=[LOCATION(201)],
        changes=True,
        refuses=[*KEYED, "season_closed", "not_playable"],
        examples=[examples_season.challenge_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A match for tonight between entrants of a season of free play; then play it (`play_match`).

        Who scores for the league may ask for any, a member for one of his own.
        """
        at = self.season_access(public_id, Scope.SCORE)
        entrants = ids_in(self.body({"entrants"}), "entrants")
        if len(entrants) < 2:
            raise Refused("not_playable", what="line_up")
        fixture = challenge(access=at.access, season=at.season, entrants=entrants, key=self.needed_key())
        season = as_it_stands(at).season
        headers = {"Location": reverse("api-match", args=[public_id, fixture.number])}
        whole = fixture_access(season.public_id, fixture.number, at.access.account, None)
        return Response(match_shape(whole), status=201, headers=headers)


class OneMatch(SeasonView):
    """A match."""

    @describe(
        tag="Matches",
        operation="get_match",
        summary="Read a match",
        scope="read",
        tokenless=True,
        at=[SEASON, MATCH],
        headers=[IF_NONE_MATCH_ANSWER],
        gives={200: (shapes_match.Match, "The match."), 304: (None, "It is as it was.")},
        sends=[VERSION(200, 304)],
    )
    def get(self, request: Request, public_id: str, number: int) -> Response:
        """When and where it is, who sits there, its rounds with who has to look at them, and what may be done."""
        return unless_known(request, match_shape(self.fixture_access(public_id, number)))


class Play(SeasonView):
    """The table of a match."""

    @describe(
        tag="Matches",
        operation="play_match",
        summary="Open the table of a match",
        scope="score",
        at=[SEASON, MATCH],
        gives={200: (shapes_match.PlayedAt, "The table; the same one, however often it is asked for.")},
        changes=True,
        refuses=["season_closed", "not_playable", "link_revoked"],
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """For who plays there, who scores for the league and who judges. The rounds are entered at the table.

        `/api/v1/tables/{table}/` takes the token of this request: as the owner's for who judges, else as a scorer's.
        Where nobody said who plays, the regular members do.
        """
        at = self.fixture_access(public_id, number, Scope.SCORE)
        self.body(set())
        table = open_fixture(access=at.access, season=at.season, number=number).table
        if table is None:
            raise Refused("not_found")
        role = access_by_account(table.public_id, self.own_token()).role
        whole = fixture_access(public_id, number, at.access.account, None)
        shape = {"match": match_shape(whole), "table": table.public_id, "role": role, "url": at_table(table)}
        return Response(shape)


def match_shape(at: FixtureAccess) -> dict[str, Any]:
    """A match, and what who asks may do about it."""
    play = ["play"] if may_play(at) else ["watch"] if at.fixture.table else []
    change = may_do(at.access, at.fixture) if at.season.closed_at is None else ()
    return match_json(at) | {"may": [*play, *change]}


def _wanted(season: Season, told: Mapping[str, str]) -> QuerySet[Fixture]:
    """The matches that the address asks for. Raises InvalidFields."""
    wanted = Wanted(
        night=asked_date(told, "night"),
        round=asked_id(told, "round", 10_000),
        entrant=asked_id(told, "entrant"),
        place=asked_id(told, "place"),
        state=choice_in(told, "state", FixtureState.values, "") if "state" in told else None,
    )
    return wanted_matches(season, wanted)
