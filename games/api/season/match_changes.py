"""API views that change one match: its time and place, who plays; forfeit, stop, cancel, and undo these."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import SEASON, describe
from games.api.parsing import InvalidFieldsError, reason_in
from games.api.season import examples_season
from games.api.season.describe_season import MATCH, ORGANISER_WRITE
from games.api.season.match_response_serializers import MatchSerializer
from games.api.season.matches import match_body
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_fields import date_in, id_in, ids_in, objects_in, time_in
from games.api.season.season_request_serializers import (
    ForfeitSerializer,
    LineUpSerializer,
    MatchReasonSerializer,
    ReschedulingSerializer,
)
from games.models import Member, Place, Scope
from games.refusals import RefusedError
from games.selectors.league.league_access import FixtureAccess, fixture_access
from games.services.season import fixtures, match_stop

MATCH_WRITE: Final[dict[str, Any]] = ORGANISER_WRITE | {
    "tag": "Matches",
    "parameters": [SEASON, MATCH],
    "responses": {200: (MatchSerializer, "The match as it is now.")},
    "error_codes": ["season_closed", "not_playable"],
}
_MAX_SIDES: Final = 8


class MatchChangeAPIView(SeasonAPIView):
    """An API view that changes a match."""

    def organiser_match_access(self, public_id: str, number: int) -> FixtureAccess:
        """Return the access of an organiser of the league. Raises as ``fixture_access`` does."""
        return self.fixture_access(public_id, number, Scope.MANAGE, "manage_league")


class MatchRescheduleView(MatchChangeAPIView):
    """Move a match to another time or place."""

    @describe(
        operation_id="reschedule_match",
        summary="Play a match at another time or place",
        request_body=ReschedulingSerializer,
        examples=[examples_season.rescheduling_request],
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Only what is to be played, or is being played. What is left out stays as it is."""
        match_access = self.organiser_match_access(public_id, number)
        body = self.body(set(), {"night", "at", "place", "reason"})
        readers = {"night": date_in, "at": time_in, "place": lambda _, __: _place_in(match_access, body)}
        changed = {name: readers[name](body, name) for name in readers if name in body}
        fixtures.reschedule(
            access=match_access.access,
            season=match_access.season,
            number=number,
            changed=changed,
            reason=reason_in(body),
        )
        return _match_response(match_access)


class MatchForfeitView(MatchChangeAPIView):
    """Forfeit a match for those who didn't come."""

    @describe(
        operation_id="forfeit_match",
        summary="Count a match as forfeited",
        request_body=ForfeitSerializer,
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """A side that didn't come loses and the other wins. If nobody came, all lose."""
        match_access = self.organiser_match_access(public_id, number)
        body = self.body({"missing"}, {"reason"})
        requested_ids, reason = ids_in(body, "missing"), reason_in(body)
        missing = [
            s.entrant for s in match_access.fixture.sides.select_related("entrant") if s.entrant_id in requested_ids
        ]
        if not missing or len(missing) < len(requested_ids):
            raise InvalidFieldsError({"missing": "Please say who of this match did not come."})
        fixtures.forfeit(
            access=match_access.access, season=match_access.season, number=number, missing=missing, reason=reason
        )
        return _match_response(match_access)


class MatchLineUpView(SeasonAPIView):
    """Set who plays."""

    @describe(
        tag="Matches",
        operation_id="line_up_match",
        summary="Say who plays a match",
        scope="score",
        duty=True,
        modifies=True,
        parameters=[SEASON, MATCH],
        request_body=LineUpSerializer,
        responses=MATCH_WRITE["responses"],
        error_codes=MATCH_WRITE["error_codes"],
    )
    def put(self, request: Request, public_id: str, number: int) -> Response:
        """Regular members or substitutes, for every side, until the table is open. For who scores for the league."""
        match_access = self.fixture_access(public_id, number, Scope.SCORE, "score_fixtures")
        sides_body = objects_in(self.body({"sides"}), "sides", {"entrant", "members"}, _MAX_SIDES)
        members_by_side = {id_in(entry, "entrant"): ids_in(entry, "members") for entry in sides_body}
        sides = list(match_access.fixture.sides.values_list("entrant", flat=True))
        if len(members_by_side) < len(sides_body) or set(members_by_side) != set(sides):
            raise InvalidFieldsError({"sides": "sides must name every side of the match, each once."})
        league_members = Member.objects.filter(league=match_access.access.league, merged_into=None, erased_at=None)
        members_by_id = league_members.in_bulk({pk for ids in members_by_side.values() for pk in ids})
        if any(pk not in members_by_id for ids in members_by_side.values() for pk in ids):
            raise RefusedError("not_found")
        members = [[members_by_id[pk] for pk in members_by_side[side]] for side in sides]
        fixtures.line_up(access=match_access.access, season=match_access.season, number=number, members=members)
        return _match_response(match_access)


class MatchStopView(MatchChangeAPIView):
    """Count an unfinished match as it stands."""

    @describe(
        operation_id="stop_match",
        summary="Count a match as it stands",
        request_body=MatchReasonSerializer,
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """A match that is being played and was broken off: what was played so far decides."""
        match_access = self.organiser_match_access(public_id, number)
        reason = reason_in(self.body(set(), {"reason"}))
        match_stop.stop(access=match_access.access, season=match_access.season, number=number, reason=reason)
        return _match_response(match_access)


class MatchResumeView(MatchChangeAPIView):
    """Let a stopped match go on."""

    @describe(operation_id="go_on_with_match", summary="Let a stopped match go on", **MATCH_WRITE)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """It is no longer over: the rest may be played."""
        match_access = self.organiser_match_access(public_id, number)
        self.body(set())
        match_stop.resume(access=match_access.access, season=match_access.season, number=number)
        return _match_response(match_access)


class MatchCancelView(MatchChangeAPIView):
    """Cancel a match, so that it doesn't count."""

    @describe(operation_id="cancel_match", summary="Cancel a match", request_body=MatchReasonSerializer, **MATCH_WRITE)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """It counts nothing, whatever was played of it. A second time changes nothing."""
        match_access = self.organiser_match_access(public_id, number)
        reason = reason_in(self.body(set(), {"reason"}))
        fixtures.cancel(access=match_access.access, season=match_access.season, number=number, reason=reason)
        return _match_response(match_access)


class MatchRestoreView(MatchChangeAPIView):
    """Restore a cancelled or forfeited match."""

    @describe(
        operation_id="restore_match", summary="Put a match back", request_body=MatchReasonSerializer, **MATCH_WRITE
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """One that was cancelled or forfeited is to be played, or counts again what was played of it."""
        match_access = self.organiser_match_access(public_id, number)
        reason = reason_in(self.body(set(), {"reason"}))
        match_stop.restore(access=match_access.access, season=match_access.season, number=number, reason=reason)
        return _match_response(match_access)


def _place_in(match_access: FixtureAccess, body: dict[str, Any]) -> Place | None:
    """Return the table of the club room that a body names; None for any.

    Raises RefusedError ("not_found"), InvalidFieldsError.
    """
    requested_ids = id_in(body, "place", None)
    place = match_access.access.league.places.filter(pk=requested_ids).first() if requested_ids else None
    if requested_ids and place is None:
        raise RefusedError("not_found")
    return place


def _match_response(match_access: FixtureAccess) -> Response:
    return Response(
        match_body(
            fixture_access(
                match_access.season.public_id, match_access.fixture.number, match_access.access.account, None
            )
        )
    )
