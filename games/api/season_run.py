"""Run a season: points taken and given back, the table hidden and shown, the end."""

from typing import Any

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_season
from games.api.describe import IDEMPOTENCY_KEY, SEASON, describe
from games.api.describe_season import KEYED, MOVES, PENALTY
from games.api.paging import query_of
from games.api.reading import InvalidFields, reason_in
from games.api.season_fields import id_in, moment_in, number_in
from games.api.season_view import SeasonView, as_it_stands
from games.selectors.season_json import penalties_json, penalty_json, season_json
from games.services import closing
from games.services.penalties import MOST_POINTS, give_penalty, lift_penalty

STATE: Any = {200: (shapes_season.Season, "The season as it is now.")}


class Hide(SeasonView):
    """The table behind a curtain."""

    @describe(
        tag="Seasons",
        operation="hide_table",
        summary="Hide the table until the ceremony",
        **MOVES,
        at=[SEASON],
        takes=asks_season.Hiding,
        gives=STATE,
        refuses=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """From now on only who runs the league sees the table, until a moment to come or until somebody shows it."""
        at = self.organiser_of(public_id)
        until = moment_in(self.body(set(), {"until"}), "until")
        if until is not None and not timezone.now() < until < closing.UNTIL_SHOWN:
            raise InvalidFields({"until": "until must be a moment to come."})
        closing.hide_table(access=at.access, season=at.season, until=until or closing.UNTIL_SHOWN)
        return Response(season_json(as_it_stands(at)))


class Show(SeasonView):
    """The table for all again."""

    @describe(tag="Seasons", operation="show_table", summary="Show the table", **MOVES, at=[SEASON], gives=STATE)
    def post(self, request: Request, public_id: str) -> Response:
        """Everybody who sees the season sees its table, also one of a season that is closed. Again changes nothing."""
        at = self.organiser_of(public_id)
        self.body(set())
        closing.show_table(access=at.access, season=at.season)
        return Response(season_json(as_it_stands(at)))


class Close(SeasonView):
    """The end of a season."""

    @describe(
        tag="Seasons",
        operation="close_season",
        summary="Close a season",
        **MOVES,
        at=[SEASON],
        gives=STATE,
        refuses=["season_closed"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Nothing in it changes any more, whatever is played at its tables, until it is opened again."""
        at = self.organiser_of(public_id)
        self.body(set())
        closing.close_season(access=at.access, season=at.season)
        return Response(season_json(as_it_stands(at)))


class Reopen(SeasonView):
    """A closed season goes on."""

    @describe(
        tag="Seasons", operation="reopen_season", summary="Let a closed season go on", **MOVES, at=[SEASON], gives=STATE
    )
    def post(self, request: Request, public_id: str) -> Response:
        """It goes on, and what was played at its tables meanwhile counts. Again changes nothing."""
        at = self.organiser_of(public_id)
        self.body(set())
        closing.reopen_season(access=at.access, season=at.season)
        return Response(season_json(as_it_stands(at)))


class Penalties(SeasonView):
    """Points taken away."""

    @describe(
        tag="Seasons",
        operation="list_penalties",
        summary="Points taken away or given",
        scope="read",
        tokenless=True,
        at=[SEASON],
        gives={200: (shapes_season.SeasonPenalty(many=True), "All of them, oldest first.")},
        refuses=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """What the organiser took from somebody or gave, with the reason; also what was taken back since."""
        at = self.season_access(public_id)
        query_of(request)
        return Response(penalties_json(at.season))

    @describe(
        tag="Seasons",
        operation="give_penalty",
        summary="Take points away, or give some",
        **MOVES,
        at=[SEASON],
        headers=[IDEMPOTENCY_KEY],
        takes=asks_season.NewPenalty,
        gives={201: (shapes_season.SeasonPenalty, "The penalty; for a key that was used before, the one it gave.")},
        refuses=[*KEYED, "season_closed", "too_many"],
        examples=[examples_season.penalty_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """League points that count at once, beside those of the matches."""
        at = self.organiser_of(public_id)
        given, key = self.body({"entrant", "points", "reason"}), self.needed_key()
        points, reason = number_in(given, "points", -MOST_POINTS, MOST_POINTS), reason_in(given)
        if not points:
            raise InvalidFields({"points": "No points are no penalty."})
        if not reason:
            raise InvalidFields({"reason": "Please say why; everybody can read it."})
        made = give_penalty(
            access=at.access,
            season=at.season,
            entrant_id=id_in(given, "entrant"),
            points=points,
            reason=reason,
            key=key,
        )
        return Response(penalty_json(made), status=201)


class OnePenalty(SeasonView):
    """A penalty."""

    @describe(
        tag="Seasons",
        operation="lift_penalty",
        summary="Take a penalty back",
        **MOVES,
        at=[SEASON, PENALTY],
        gives={200: (shapes_season.SeasonPenalty, "The penalty, lifted. A second time changes nothing.")},
        refuses=["season_closed"],
    )
    def delete(self, request: Request, public_id: str, penalty: int) -> Response:
        """It counts no more, and stays in the history."""
        at = self.organiser_of(public_id)
        self.body(set())
        lift_penalty(access=at.access, season=at.season, penalty_id=penalty)
        return Response(penalty_json(at.season.penalties.select_related("entrant__member").get(pk=penalty)))
