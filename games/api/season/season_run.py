"""API views to run a season: penalties, hiding and showing the standings, closing and reopening it."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IDEMPOTENCY_KEY, SEASON, describe
from games.api.pagination import query_params_of
from games.api.parsing import InvalidFieldsError, reason_in
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, ORGANISER_WRITE, PENALTY
from games.api.season.season_base import SeasonAPIView, refreshed
from games.api.season.season_fields import datetime_in, id_in, number_in
from games.api.season.season_json import penalties_json, penalty_json, season_json
from games.api.season.season_request_serializers import HidingSerializer, NewPenaltySerializer
from games.api.season.season_response_serializers import SeasonPenaltySerializer, SeasonSerializer
from games.services.season import season_close
from games.services.season.penalties import MOST_POINTS, give_penalty, lift_penalty

SEASON_RESPONSE: Any = {200: (SeasonSerializer, "The season as it is now.")}


class StandingsHideView(SeasonAPIView):
    """Hide the standings."""

    @describe(
        tag="Seasons",
        operation_id="hide_table",
        summary="Hide the table until the ceremony",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_body=HidingSerializer,
        responses=SEASON_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """From now on only who runs the league sees the table, until a moment to come or until somebody shows it."""
        season_access = self.organiser_access(public_id)
        until = datetime_in(self.body(set(), {"until"}), "until")
        if until is not None and not timezone.now() < until < season_close.UNTIL_SHOWN:
            raise InvalidFieldsError({"until": "until must be a moment to come."})
        season_close.hide_standings(
            access=season_access.access, season=season_access.season, until=until or season_close.UNTIL_SHOWN
        )
        return Response(season_json(refreshed(season_access)))


class StandingsShowView(SeasonAPIView):
    """Show the standings again."""

    @describe(
        tag="Seasons",
        operation_id="show_table",
        summary="Show the table",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        responses=SEASON_RESPONSE,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Everybody who sees the season sees its table, also one of a season that is closed. Again changes nothing."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        season_close.show_standings(access=season_access.access, season=season_access.season)
        return Response(season_json(refreshed(season_access)))


class SeasonCloseView(SeasonAPIView):
    """Close a season."""

    @describe(
        tag="Seasons",
        operation_id="close_season",
        summary="Close a season",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        responses=SEASON_RESPONSE,
        error_codes=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Nothing in it changes any more, whatever is played at its tables, until it is opened again."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        season_close.close_season(access=season_access.access, season=season_access.season)
        return Response(season_json(refreshed(season_access)))


class SeasonReopenView(SeasonAPIView):
    """Reopen a closed season."""

    @describe(
        tag="Seasons",
        operation_id="reopen_season",
        summary="Let a closed season go on",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        responses=SEASON_RESPONSE,
    )
    def post(self, request: Request, public_id: str) -> Response:
        """It goes on, and what was played at its tables meanwhile counts. Again changes nothing."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        season_close.reopen_season(access=season_access.access, season=season_access.season)
        return Response(season_json(refreshed(season_access)))


class PenaltyListView(SeasonAPIView):
    """List the penalties of a season; give one."""

    @describe(
        tag="Seasons",
        operation_id="list_penalties",
        summary="Points taken away or given",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        responses={200: (SeasonPenaltySerializer(many=True), "All of them, oldest first.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What the organiser took from somebody or gave, with the reason; also what was taken back since."""
        season_access = self.season_access(public_id)
        query_params_of(request)
        return Response(penalties_json(season_access.season))

    @describe(
        tag="Seasons",
        operation_id="give_penalty",
        summary="Take points away, or give some",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=NewPenaltySerializer,
        responses={201: (SeasonPenaltySerializer, "The penalty; for a key that was used before, the one it gave.")},
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "too_many"],
        examples=[examples_season.penalty_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """League points that count at once, beside those of the matches."""
        season_access = self.organiser_access(public_id)
        body, key = self.body({"entrant", "points", "reason"}), self.required_idempotency_key()
        points, reason = number_in(body, "points", -MOST_POINTS, MOST_POINTS), reason_in(body)
        if not points:
            raise InvalidFieldsError({"points": "No points are no penalty."})
        if not reason:
            raise InvalidFieldsError({"reason": "Please say why; everybody can read it."})
        penalty = give_penalty(
            access=season_access.access,
            season=season_access.season,
            entrant_id=id_in(body, "entrant"),
            points=points,
            reason=reason,
            key=key,
        )
        return Response(penalty_json(penalty), status=201)


class PenaltyDetailView(SeasonAPIView):
    """Lift a penalty."""

    @describe(
        tag="Seasons",
        operation_id="lift_penalty",
        summary="Take a penalty back",
        **ORGANISER_WRITE,
        parameters=[SEASON, PENALTY],
        responses={200: (SeasonPenaltySerializer, "The penalty, lifted. A second time changes nothing.")},
        error_codes=["season_closed"],
    )
    def delete(self, request: Request, public_id: str, penalty: int) -> Response:
        """It counts no more, and stays in the history."""
        season_access = self.organiser_access(public_id)
        self.body(set())
        lift_penalty(access=season_access.access, season=season_access.season, penalty_id=penalty)
        return Response(penalty_json(season_access.season.penalties.select_related("entrant__member").get(pk=penalty)))
