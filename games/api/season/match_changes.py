"""API view set that changes one match: its time and place, who plays; forfeit, stop, cancel, and undo these."""

from collections.abc import Callable
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parsing import InvalidFieldsError
from games.api.permissions import AtMatch
from games.api.season import examples_season
from games.api.season.season_base import MatchViewSet
from games.api.season.season_request_serializers import (
    ForfeitSerializer,
    LineUpSerializer,
    MatchReasonSerializer,
    ReschedulingSerializer,
)
from games.api.viewsets import refuses
from games.models import Member, Place, Scope
from games.refusals import RefusedError
from games.services.season import match_stop, matches


class MatchChangeViewSet(MatchViewSet):
    """What an organizer changes about a match."""

    serializer_classes: ClassVar = {
        "reschedule_match": ReschedulingSerializer,
        "forfeit_match": ForfeitSerializer,
        "line_up_match": LineUpSerializer,
        "stop_match": MatchReasonSerializer,
        "cancel_match": MatchReasonSerializer,
        "restore_match": MatchReasonSerializer,
    }
    action_permissions: ClassVar = {"line_up_match": AtMatch(Scope.SCORE, "score_matches")}

    def carry_out(self, use_case: Callable[..., Any], **more: Any) -> Response:
        """Carry out a use case on the match with the values of the request's body; answer with the match."""
        number = self.access.match.number
        use_case(access=self.rights, season=self.season, number=number, **more, **self.validated_data())
        return self.answer_match()

    @extend_schema(examples=[examples_season.rescheduling_request])
    @refuses("season_closed", "not_playable")
    def reschedule_match(self, request: Request, public_id: str, number: int) -> Response:
        """Reschedule a match. The match must be open. Anything left out stays the same."""
        changed = self.validated_data()
        reason = changed.pop("reason", "")
        if changed.get("place") is not None:
            changed["place"] = self._place(changed["place"])
        matches.reschedule(access=self.rights, season=self.season, number=number, changed=changed, reason=reason)
        return self.answer_match()

    def _place(self, place_id: int) -> Place:
        """Return a table of the club room. Raises RefusedError ("not_found")."""
        place: Place | None = self.rights.league.places.filter(pk=place_id).first()
        if place is None:
            raise RefusedError("not_found")
        return place

    @refuses("season_closed", "not_playable")
    def forfeit_match(self, request: Request, public_id: str, number: int) -> Response:
        """Forfeit a match. A side that didn't show up loses and the other wins. If nobody came, all lose."""
        data = self.validated_data()
        sides = self.access.match.sides.select_related("entrant")
        missing = [side.entrant for side in sides if side.entrant_id in data["missing"]]
        if not missing or len(missing) < len(data["missing"]):
            raise InvalidFieldsError({"missing": "missing must name a side of this match."})
        matches.forfeit(
            access=self.rights, season=self.season, number=number, missing=missing, reason=data.get("reason", "")
        )
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def line_up_match(self, request: Request, public_id: str, number: int) -> Response:
        """Set a match's line-up. Name members or substitutes for every side, before the table opens.

        This needs a scorer of the league.
        """
        data = self.validated_data()["sides"]
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
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def stop_match(self, request: Request, public_id: str, number: int) -> Response:
        """Stop a match and count its score. The current score decides the match."""
        return self.carry_out(match_stop.stop)

    @refuses("season_closed", "not_playable")
    def go_on_with_match(self, request: Request, public_id: str, number: int) -> Response:
        """Resume a stopped match. The match is open again, and the rest can be played."""
        return self.carry_out(match_stop.resume)

    @refuses("season_closed", "not_playable")
    def cancel_match(self, request: Request, public_id: str, number: int) -> Response:
        """Cancel a match. Nothing played in it counts. Doing it again changes nothing."""
        return self.carry_out(matches.cancel)

    @refuses("season_closed", "not_playable")
    def restore_match(self, request: Request, public_id: str, number: int) -> Response:
        """Restore a match that was canceled or forfeited. If it was played, its score counts again."""
        return self.carry_out(match_stop.restore)
