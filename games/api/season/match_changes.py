"""API view set that changes one match: its time and place, who plays; forfeit, stop, cancel, and undo these."""

from typing import ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework.generics import get_object_or_404
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parsing import InvalidFieldsError
from games.api.permissions import ChangesInLeague
from games.api.season import examples_season
from games.api.season.season_base import MatchBaseViewSet
from games.api.season.season_request_serializers import (
    ForfeitSerializer,
    LineUpSerializer,
    MatchReasonSerializer,
    ReschedulingSerializer,
)
from games.api.viewsets import refuses
from games.refusals import RefusedError
from games.services.season import match_stop, matches


class MatchChangeViewSet(MatchBaseViewSet):
    """What an organizer changes about a match."""

    # Most are also in ``allowed_actions`` (pages/season/match_form.py), which a match's ``may`` lists.
    serializer_classes: ClassVar = {
        "reschedule_match": ReschedulingSerializer,
        "forfeit_match": ForfeitSerializer,
        "line_up_match": LineUpSerializer,
        "stop_match": MatchReasonSerializer,
        "cancel_match": MatchReasonSerializer,
        "restore_match": MatchReasonSerializer,
    }
    action_permissions: ClassVar = {"line_up_match": ChangesInLeague("line_up")}

    @extend_schema(examples=[examples_season.rescheduling_request])
    @refuses("season_closed", "not_playable")
    def reschedule_match(self, request: Request, public_id: str, number: int) -> Response:
        """Reschedule a match. The match must be open. Anything left out stays the same."""
        changed = self.validated_data()
        reason = changed.pop("reason", "")
        if changed.get("place") is not None:
            changed["place"] = get_object_or_404(self.league_access.league.places, pk=changed["place"])
        matches.reschedule(access=self.league_access, season=self.season, number=number, changed=changed, reason=reason)
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def forfeit_match(self, request: Request, public_id: str, number: int) -> Response:
        """Forfeit a match. A side that didn't show up loses and the other wins. If nobody came, all lose."""
        data = self.validated_data()
        sides = self.access.match.sides.select_related("entrant")
        missing = [side.entrant for side in sides if side.entrant_id in data["missing"]]
        if not missing or len(missing) < len(data["missing"]):
            raise InvalidFieldsError({"missing": "missing must name a side of this match."})
        matches.forfeit(
            access=self.league_access, season=self.season, number=number, missing=missing, reason=data.get("reason", "")
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
        league_members = self.league_access.league.members.active()
        members_by_id = league_members.in_bulk({pk for ids in members_by_side.values() for pk in ids})
        if any(pk not in members_by_id for ids in members_by_side.values() for pk in ids):
            raise RefusedError("not_found")
        members = [[members_by_id[pk] for pk in members_by_side[side]] for side in sides]
        matches.line_up(access=self.league_access, season=self.season, number=number, members=members)
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def stop_match(self, request: Request, public_id: str, number: int) -> Response:
        """Stop a match and count its score. The current score decides the match."""
        self.change_match(match_stop.stop)
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def go_on_with_match(self, request: Request, public_id: str, number: int) -> Response:
        """Resume a stopped match. The match is open again, and the rest can be played."""
        self.change_match(match_stop.resume)
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def cancel_match(self, request: Request, public_id: str, number: int) -> Response:
        """Cancel a match. Nothing played in it counts. Doing it again changes nothing."""
        self.change_match(matches.cancel)
        return self.answer_match()

    @refuses("season_closed", "not_playable")
    def restore_match(self, request: Request, public_id: str, number: int) -> Response:
        """Restore a match that was canceled or forfeited. If it was played, its score counts again."""
        self.change_match(match_stop.restore)
        return self.answer_match()
