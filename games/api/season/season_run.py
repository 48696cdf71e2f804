"""API view sets to run a season: penalties, hiding and showing the standings, closing and reopening it."""

from collections.abc import Callable
from typing import Any, ClassVar

from django.utils import timezone
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parameters import SEASON
from games.api.parsing import InvalidFieldsError
from games.api.season import examples_season
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_parameters import PENALTY
from games.api.season.season_request_serializers import HidingSerializer, NewPenaltySerializer
from games.api.season.season_response_serializers import SeasonPenaltySerializer, SeasonSerializer
from games.api.viewsets import filtered, idempotent, refuses
from games.selectors.season.season_progress import SeasonProgress
from games.services.season import season_close
from games.services.season.penalties import give_penalty, lift_penalty


class SeasonRunViewSet(SeasonBaseViewSet):
    """Hide and show the standings of a season, close and reopen it."""

    tag = "Seasons"
    response_class = SeasonSerializer
    serializer_classes: ClassVar = {"hide_table": HidingSerializer}

    @refuses("season_closed")
    def hide_table(self, request: Request, public_id: str) -> Response:
        """Hide the standings until the ceremony. People who run the league still see them.

        The standings stay hidden until the time you send, or until someone shows them.
        """
        until = self.validated_data().get("until")
        if until is not None and not timezone.now() < until < season_close.UNTIL_SHOWN:
            raise InvalidFieldsError({"until": "until must be in the future."})
        season_close.hide_standings(
            access=self.league_access, season=self.season, until=until or season_close.UNTIL_SHOWN
        )
        return self.answer(SeasonProgress.of(self.reload()))

    def show_table(self, request: Request, public_id: str) -> Response:
        """Show the standings. Everyone who can see the season then sees them. Doing it again changes nothing."""
        return self._answer_changed(season_close.show_standings)

    @refuses("season_closed")
    def close_season(self, request: Request, public_id: str) -> Response:
        """Close a season. Later games at its tables don't count until it's reopened."""
        return self._answer_changed(season_close.close_season)

    def reopen_season(self, request: Request, public_id: str) -> Response:
        """Reopen a closed season. Games played at its tables in the meantime count. Doing it again changes nothing."""
        return self._answer_changed(season_close.reopen_season)

    def _answer_changed(self, use_case: Callable[..., Any]) -> Response:
        """Change the season by a use case; answer with it."""
        self.change_season(use_case)
        return self.answer(SeasonProgress.of(self.reload()))


class PenaltyViewSet(SeasonBaseViewSet):
    """The penalties of a season."""

    tag, noun = "Seasons", "penalty"
    path_parameters = (SEASON, PENALTY)
    response_class = SeasonPenaltySerializer
    serializer_classes: ClassVar = {"give_penalty": NewPenaltySerializer}

    @extend_schema(responses=OpenApiResponse(SeasonPenaltySerializer(many=True), "The penalties, oldest first."))
    @filtered()
    def list_penalties(self, request: Request, public_id: str) -> Response:
        """List the penalties. Points deducted and awarded, with their reasons. Lifted penalties are listed, too."""
        penalties = self.season.penalties.select_related("entrant__member")
        return Response(SeasonPenaltySerializer(penalties, many=True).data)

    @extend_schema(responses={201: SeasonPenaltySerializer}, examples=[examples_season.penalty_request])
    @idempotent
    @refuses("season_closed", "too_many")
    def give_penalty(self, request: Request, public_id: str, key: str) -> Response:
        """Deduct or award points.

        These league points are added to or taken from those earned in matches, and count right away.
        """
        penalty = give_penalty(access=self.league_access, season=self.season, key=key, **self.validated_data())
        return self.answer(penalty, 201)

    @refuses("season_closed")
    def lift_penalty(self, request: Request, public_id: str, penalty: int) -> Response:
        """Lift a penalty. It no longer counts, but stays in the history. Doing it again changes nothing."""
        self.change_season(lift_penalty, penalty_id=penalty)
        return self.answer(self.season.penalties.select_related("entrant__member").get(pk=penalty))
