"""API views that change one match: its time and place, who plays; forfeit, stop, cancel, and undo these."""

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import describe
from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtMatch
from games.api.season import examples_season
from games.api.season.describe_season import MATCH_WRITE
from games.api.season.season_base import MatchAPIView
from games.api.season.season_request_serializers import (
    ForfeitSerializer,
    LineUpSerializer,
    MatchReasonSerializer,
    ReschedulingSerializer,
)
from games.models import Member, Place, Scope
from games.refusals import RefusedError
from games.services.season import match_stop, matches


class MatchRescheduleView(MatchAPIView):
    """Move a match to another time or place."""

    @describe(
        operation_id="reschedule_match",
        summary="Reschedule a match",
        request_body=ReschedulingSerializer,
        examples=[examples_season.rescheduling_request],
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Change an open match. Fields that are left out stay the same."""
        changed = self.read_body()
        reason = changed.pop("reason", "")
        if changed.get("place") is not None:
            changed["place"] = self._place(changed["place"])
        matches.reschedule(access=self.rights, season=self.season, number=number, changed=changed, reason=reason)
        return self.match_response()

    def _place(self, place_id: int) -> Place:
        """Return a table of the club room. Raises RefusedError ("not_found")."""
        place: Place | None = self.rights.league.places.filter(pk=place_id).first()
        if place is None:
            raise RefusedError("not_found")
        return place


class MatchForfeitView(MatchAPIView):
    """Forfeit a match for those who didn't come."""

    @describe(
        operation_id="forfeit_match",
        summary="Forfeit a match",
        request_body=ForfeitSerializer,
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """A side that didn't show up loses and the other wins. If nobody came, all lose."""
        data = self.read_body()
        missing = [
            s.entrant for s in self.access.match.sides.select_related("entrant") if s.entrant_id in data["missing"]
        ]
        if not missing or len(missing) < len(data["missing"]):
            raise InvalidFieldsError({"missing": "missing must name a side of this match."})
        matches.forfeit(
            access=self.rights, season=self.season, number=number, missing=missing, reason=data.get("reason", "")
        )
        return self.match_response()


class MatchLineUpView(MatchAPIView):
    """Set who plays."""

    @describe(
        operation_id="line_up_match",
        summary="Set a match's line-up",
        request_body=LineUpSerializer,
        **MATCH_WRITE | {"permission": AtMatch(Scope.SCORE, "score_matches")},
    )
    def put(self, request: Request, public_id: str, number: int) -> Response:
        """Set members or substitutes for every side before the table opens. This needs a scorer of the league."""
        data = self.read_body()["sides"]
        members_by_side = {entry["entrant"]: entry["members"] for entry in data}
        sides = list(self.access.match.sides.values_list("entrant", flat=True))
        if len(members_by_side) < len(data) or set(members_by_side) != set(sides):
            raise InvalidFieldsError({"sides": "sides must name every side of the match exactly once."})
        league_members = Member.objects.filter(league=self.rights.league, merged_into=None, erased_at=None)
        members_by_id = league_members.in_bulk({pk for ids in members_by_side.values() for pk in ids})
        if any(pk not in members_by_id for ids in members_by_side.values() for pk in ids):
            raise RefusedError("not_found")
        members = [[members_by_id[pk] for pk in members_by_side[side]] for side in sides]
        matches.line_up(access=self.rights, season=self.season, number=number, members=members)
        return self.match_response()


class MatchStopView(MatchAPIView):
    """Count an unfinished match as it stands."""

    @describe(
        operation_id="stop_match",
        summary="Stop a match and count its score",
        request_body=MatchReasonSerializer,
        **MATCH_WRITE,
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Stop a match in progress. Its current score decides it."""
        reason = self.read_body().get("reason", "")
        match_stop.stop(access=self.rights, season=self.season, number=number, reason=reason)
        return self.match_response()


class MatchResumeView(MatchAPIView):
    """Let a stopped match go on."""

    @describe(operation_id="go_on_with_match", summary="Resume a stopped match", **MATCH_WRITE)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Reopen the match, so that the rest can be played."""
        self.read_body()
        match_stop.resume(access=self.rights, season=self.season, number=number)
        return self.match_response()


class MatchCancelView(MatchAPIView):
    """Cancel a match, so that it doesn't count."""

    @describe(operation_id="cancel_match", summary="Cancel a match", request_body=MatchReasonSerializer, **MATCH_WRITE)
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Cancel the match, so that none of it counts. Doing it again changes nothing."""
        reason = self.read_body().get("reason", "")
        matches.cancel(access=self.rights, season=self.season, number=number, reason=reason)
        return self.match_response()


class MatchRestoreView(MatchAPIView):
    """Restore a canceled or forfeited match."""

    @describe(
        operation_id="restore_match", summary="Restore a match", request_body=MatchReasonSerializer, **MATCH_WRITE
    )
    def post(self, request: Request, public_id: str, number: int) -> Response:
        """Restore a canceled or forfeited match. If it had been played, its score counts again."""
        reason = self.read_body().get("reason", "")
        match_stop.restore(access=self.rights, season=self.season, number=number, reason=reason)
        return self.match_response()
