"""Change one match: when and where, who plays, forfeited, stopped, cancelled, and back again."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_match
from games.api.describe import SEASON, describe
from games.api.describe_season import MATCH, MOVES
from games.api.matches import match_shape
from games.api.reading import InvalidFields, reason_in
from games.api.season_fields import date_in, id_in, ids_in, objects_in, time_in
from games.api.season_view import SeasonView
from games.models import Member, Place, Scope
from games.refusals import Refused
from games.selectors.league_access import FixtureAccess, fixture_access
from games.services import abandoned, fixtures

CHANGED: Final[dict[str, Any]] = MOVES | {
    "tag": "Matches",
    "at": [SEASON, MATCH],
    "gives": {200: (shapes_match.Match, "The match as it is now.")},
    "refuses": ["season_closed", "not_playable"],
}
_MOST_SIDES: Final = 8


class MatchChange(SeasonView):
    """A view that changes a match."""

    def organiser_at(self, public_id: str, number: int) -> FixtureAccess:
        """Who asks, where he runs the league. Raises as ``fixture_access`` does."""
        return self.fixture_access(public_id, number, Scope.MANAGE, "manage_league")


class Reschedule(MatchChange):
    """Another time or place."""

    @describe(
        operation="reschedule_match",
        summary="Play a match at another time or place",
        takes=asks_season.Rescheduling,
        examples=[examples_season.rescheduling_ask],
        **CHANGED,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Only what is to be played, or is being played. What is left out stays as it is."""
        at = self.organiser_at(public_id, number)
        given = self.body(set(), {"night", "at", "place", "reason"})
        read = {"night": date_in, "at": time_in, "place": lambda _, __: _place(at, given)}
        changed = {name: read[name](given, name) for name in read if name in given}
        fixtures.reschedule(
            access=at.access,
            season=at.season,
            number=number,
            changed=changed,
            reason=reason_in(given),
        )
        return _now(at)


class Forfeit(MatchChange):
    """Somebody did not come."""

    @describe(
        operation="forfeit_match",
        summary="Count a match as forfeited",
        takes=asks_season.Forfeit,
        **CHANGED,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Whoever did not come has lost, the other has won; all missing: all have lost."""
        at = self.organiser_at(public_id, number)
        given = self.body({"missing"}, {"reason"})
        wanted, reason = ids_in(given, "missing"), reason_in(given)
        missing = [s.entrant for s in at.fixture.sides.select_related("entrant") if s.entrant_id in wanted]
        if not missing or len(missing) < len(wanted):
            raise InvalidFields({"missing": "Please say who of this match did not come."})
        fixtures.forfeit(access=at.access, season=at.season, number=number, missing=missing, reason=reason)
        return _now(at)


class LineUp(SeasonView):
    """Who plays."""

    @describe(
        tag="Matches",
        operation="line_up_match",
        summary="Say who plays a match",
        scope="score",
        duty=True,
        changes=True,
        at=[SEASON, MATCH],
        takes=asks_season.LineUp,
        gives=CHANGED["gives"],
        refuses=CHANGED["refuses"],
    )
    def put(self, request: Request, public_id: str, number: int) -> Response:
        """Regular members or substitutes, for every side, until the table is open. For who scores for the league."""
        at = self.fixture_access(public_id, number, Scope.SCORE, "score_fixtures")
        told = objects_in(self.body({"sides"}), "sides", {"entrant", "members"}, _MOST_SIDES)
        wanted = {id_in(one, "entrant"): ids_in(one, "members") for one in told}
        sides = list(at.fixture.sides.values_list("entrant", flat=True))
        if len(wanted) < len(told) or set(wanted) != set(sides):
            raise InvalidFields({"sides": "sides must name every side of the match, each once."})
        here = Member.objects.filter(league=at.access.league, merged_into=None, erased_at=None)
        known = here.in_bulk({pk for some in wanted.values() for pk in some})
        if any(pk not in known for some in wanted.values() for pk in some):
            raise Refused("not_found")
        members = [[known[pk] for pk in wanted[side]] for side in sides]
        fixtures.line_up(access=at.access, season=at.season, number=number, members=members)
        return _now(at)


class Stop(MatchChange):
    """A match that nobody will finish."""

    @describe(operation="stop_match", summary="Count a match as it stands", takes=asks_season.MatchReason, **CHANGED)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """A match that is being played and was broken off: what was played so far decides."""
        at = self.organiser_at(public_id, number)
        reason = reason_in(self.body(set(), {"reason"}))
        abandoned.stop(access=at.access, season=at.season, number=number, reason=reason)
        return _now(at)


class GoOn(MatchChange):
    """A stopped match goes on."""

    @describe(operation="go_on_with_match", summary="Let a stopped match go on", **CHANGED)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """It is no longer over: the rest may be played."""
        at = self.organiser_at(public_id, number)
        self.body(set())
        abandoned.go_on(access=at.access, season=at.season, number=number)
        return _now(at)


class Cancel(MatchChange):
    """A match that counts nothing."""

    @describe(operation="cancel_match", summary="Cancel a match", takes=asks_season.MatchReason, **CHANGED)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """It counts nothing, whatever was played of it. A second time changes nothing."""
        at = self.organiser_at(public_id, number)
        reason = reason_in(self.body(set(), {"reason"}))
        fixtures.cancel(access=at.access, season=at.season, number=number, reason=reason)
        return _now(at)


class Restore(MatchChange):
    """A cancelled or forfeited match, put back."""

    @describe(operation="restore_match", summary="Put a match back", takes=asks_season.MatchReason, **CHANGED)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """One that was cancelled or forfeited is to be played, or counts again what was played of it."""
        at = self.organiser_at(public_id, number)
        reason = reason_in(self.body(set(), {"reason"}))
        abandoned.restore(access=at.access, season=at.season, number=number, reason=reason)
        return _now(at)


def _place(at: FixtureAccess, given: dict[str, Any]) -> Place | None:
    """The place of the league's room that a body names, None for any. Raises Refused ("not_found"), InvalidFields."""
    wanted = id_in(given, "place", None)
    place = at.access.league.places.filter(pk=wanted).first() if wanted else None
    if wanted and place is None:
        raise Refused("not_found")
    return place


def _now(at: FixtureAccess) -> Response:
    return Response(match_shape(fixture_access(at.season.public_id, at.fixture.number, at.access.account, None)))
