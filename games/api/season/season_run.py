"""API views to run a season: penalties, hiding and showing the standings, closing and reopening it."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IDEMPOTENCY_KEY, SEASON, describe
from games.api.pagination import query_params_of
from games.api.parsing import InvalidFieldsError
from games.api.permissions import InSeason
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, ORGANIZER_WRITE, PENALTY
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_json import penalties_json, penalty_json, season_json
from games.api.season.season_request_serializers import HidingSerializer, NewPenaltySerializer
from games.api.season.season_response_serializers import SeasonPenaltySerializer, SeasonSerializer
from games.services.season import season_close
from games.services.season.penalties import give_penalty, lift_penalty

SEASON_RESPONSE: Any = {200: (SeasonSerializer, "The updated season.")}


class StandingsHideView(SeasonAPIView):
    """Hide the standings."""

    @describe(
        tag="Seasons",
        operation_id="hide_table",
        summary="Hide the standings until the ceremony",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_body=HidingSerializer,
        responses=SEASON_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Hide the standings except from people who run the league, until a time or until somebody shows them."""
        until = self.read_body().get("until")
        if until is not None and not timezone.now() < until < season_close.UNTIL_SHOWN:
            raise InvalidFieldsError({"until": "until must be in the future."})
        season_close.hide_standings(access=self.rights, season=self.season, until=until or season_close.UNTIL_SHOWN)
        return Response(season_json(self.reload()))


class StandingsShowView(SeasonAPIView):
    """Show the standings again."""

    @describe(
        tag="Seasons",
        operation_id="show_table",
        summary="Show the standings",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        responses=SEASON_RESPONSE,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Show the standings to everyone who can see the season, even a closed one. Repeating it changes nothing."""
        self.read_body()
        season_close.show_standings(access=self.rights, season=self.season)
        return Response(season_json(self.reload()))


class SeasonCloseView(SeasonAPIView):
    """Close a season."""

    @describe(
        tag="Seasons",
        operation_id="close_season",
        summary="Close a season",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        responses=SEASON_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Close the season: later games at its tables don't count until it is reopened."""
        self.read_body()
        season_close.close_season(access=self.rights, season=self.season)
        return Response(season_json(self.reload()))


class SeasonReopenView(SeasonAPIView):
    """Reopen a closed season."""

    @describe(
        tag="Seasons",
        operation_id="reopen_season",
        summary="Reopen a closed season",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        responses=SEASON_RESPONSE,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Reopen the season. Games played at its tables in the meantime count. Doing it again changes nothing."""
        self.read_body()
        season_close.reopen_season(access=self.rights, season=self.season)
        return Response(season_json(self.reload()))


class PenaltyListView(SeasonAPIView):
    """List the penalties of a season; give one."""

    @describe(
        tag="Seasons",
        operation_id="list_penalties",
        summary="List the penalties",
        permission=InSeason(),
        parameters=[SEASON],
        responses={200: (SeasonPenaltySerializer(many=True), "The penalties, oldest first.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return all points deducted or awarded, with reasons, including penalties that were lifted."""
        query_params_of(request)
        return Response(penalties_json(self.season))

    @describe(
        tag="Seasons",
        operation_id="give_penalty",
        summary="Deduct or award points",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewPenaltySerializer,
        responses={
            201: (SeasonPenaltySerializer, "The new penalty, or the existing one if this key was already used.")
        },
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "too_many"],
        examples=[examples_season.penalty_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Deduct or award league points, in addition to those of the matches. They count at once."""
        data = self.read_body()
        penalty = give_penalty(
            access=self.rights,
            season=self.season,
            entrant_id=data["entrant"],
            points=data["points"],
            reason=data["reason"],
            key=self.required_idempotency_key(),
        )
        return Response(penalty_json(penalty), status=201)


class PenaltyDetailView(SeasonAPIView):
    """Lift a penalty."""

    @describe(
        tag="Seasons",
        operation_id="lift_penalty",
        summary="Lift a penalty",
        **ORGANIZER_WRITE,
        parameters=[SEASON, PENALTY],
        responses={200: (SeasonPenaltySerializer, "The penalty has been lifted. Doing it again changes nothing.")},
        error_codes=["season_closed"],
    )
    def delete(self, request: Request, public_id: str, penalty: int) -> Response:
        """Lift the penalty. It no longer counts, but stays in the history."""
        self.read_body()
        lift_penalty(access=self.rights, season=self.season, penalty_id=penalty)
        return Response(penalty_json(self.season.penalties.select_related("entrant__member").get(pk=penalty)))
