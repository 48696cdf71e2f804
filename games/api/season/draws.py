"""API views that make the matches of a season: draw them, add those of latecomers, or write them out."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IDEMPOTENCY_KEY, SEASON, describe
from games.api.pagination import query_params_of
from games.api.parsing import InvalidFieldsError, bool_in
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, ORGANISER_WRITE
from games.api.season.season_base import SeasonAPIView, refreshed
from games.api.season.season_fields import date_in, ids_in, number_in, time_in
from games.api.season.season_json import draw_json
from games.api.season.season_request_serializers import DrawPlanSerializer, ScriptSerializer
from games.api.season.season_response_serializers import DrawnSerializer, DrawPreviewSerializer, DrawSerializer
from games.forms.season.written_matches_form import MAX_TEXT_LENGTH, read_written_matches
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.draw_state import entrants_by_name
from games.selectors.season.entrant_names import entrant_name
from games.services.season.draws import PairingPlan, add_written_matches, draw, planned_draw
from games.services.season.fixtures import PlannedFixture
from games.services.season.missing_matches import add_missing

PLAN_FIELDS = {"first", "weeks", "per_night", "at", "places", "rounds", "third_place", "again"}


class DrawView(SeasonAPIView):
    """Show how far the draw of a season is; draw its matches."""

    @describe(
        tag="Draws",
        operation_id="get_draw",
        summary="How far the matches are made",
        scope="read",
        allows_anonymous=True,
        parameters=[SEASON],
        responses={200: (DrawSerializer, "The draw.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """How matches come about in this season, how many there are, and how far the last round is."""
        season_access = self.season_access(public_id)
        query_params_of(request)
        return Response(draw_json(season_access))

    @describe(
        tag="Draws",
        operation_id="make_draw",
        summary="Draw the matches, or the next round",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=DrawPlanSerializer,
        responses={201: (DrawnSerializer, "What was drawn; for a key that was used before, nothing more.")},
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "not_playable", "too_many"],
        examples=[examples_season.draw_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Round robin, single or double, and tables of three: all rounds. Swiss and knock-out: the next one.

        Whatever was begun stays; what was not is drawn again. A further round is drawn when the one before is over.
        """
        season_access = self.organiser_access(public_id)
        plan = _plan_in(season_access, self.body(set(), PLAN_FIELDS))
        return _drawn_response(
            season_access,
            draw(
                access=season_access.access, season=season_access.season, plan=plan, key=self.required_idempotency_key()
            ),
        )


class DrawPreviewView(SeasonAPIView):
    """Show what a draw would make, without saving it."""

    @describe(
        tag="Draws",
        operation_id="preview_draw",
        summary="What a draw would make",
        scope="manage",
        duty=True,
        parameters=[SEASON],
        request_body=DrawPlanSerializer,
        responses={200: (DrawPreviewSerializer, "The matches. Nothing was saved.")},
        error_codes=["season_closed", "not_playable", "too_many"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """The matches that the same draw would make now, with their nights and places."""
        season_access = self.organiser_access(public_id)
        planned = planned_draw(
            access=season_access.access,
            season=season_access.season,
            plan=_plan_in(season_access, self.body(set(), PLAN_FIELDS)),
        )
        return Response({"matches": [_planned_match_json(match) for match in planned]})


class MissingMatchesView(SeasonAPIView):
    """Add the matches that latecomers lack."""

    @describe(
        tag="Draws",
        operation_id="add_missing_matches",
        summary="Give everybody the matches that he lacks",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_body=DrawPlanSerializer,
        responses={201: (DrawnSerializer, "What was added.")},
        error_codes=["season_closed", "not_playable", "too_many"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """In a round robin, for who came late; no match that stands is touched. Asking twice adds nothing.

        Of the plan `weeks`, `at` and the first of `places` count, for rounds after the last one.
        """
        season_access = self.organiser_access(public_id)
        plan = _plan_in(season_access, self.body(set(), PLAN_FIELDS))
        return _drawn_response(
            season_access, add_missing(access=season_access.access, season=season_access.season, plan=plan)
        )


class MatchScriptView(SeasonAPIView):
    """Add matches that the organiser writes out."""

    @describe(
        tag="Draws",
        operation_id="write_matches",
        summary="Write matches yourself",
        **ORGANISER_WRITE,
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=ScriptSerializer,
        responses={201: (DrawnSerializer, "What was written; for a key that was used before, nothing more.")},
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "not_playable", "too_many"],
        examples=[examples_season.script_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A match a line, in any season. With a line that cannot be read none is made; `fields` tells of each line."""
        season_access = self.organiser_access(public_id)
        text, key = self.body({"text"})["text"], self.required_idempotency_key()
        if not isinstance(text, str) or len(text) > MAX_TEXT_LENGTH:
            raise InvalidFieldsError({"text": f"text must be a text of at most {MAX_TEXT_LENGTH} characters."})
        script = read_written_matches(
            text, entrants_by_name(season_access.season), list(season_access.access.league.places.all())
        )
        if script.faults:
            raise InvalidFieldsError({f"line {fault.line}": fault.fault for fault in script.faults})
        if not script.planned:
            raise InvalidFieldsError({"text": "Please write at least one match."})
        return _drawn_response(
            season_access,
            add_written_matches(
                access=season_access.access, season=season_access.season, lines=script.planned, key=key
            ),
        )


def _plan_in(season_access: SeasonAccess, body: dict[str, Any]) -> PairingPlan:
    """Return the plan in a body.

    Raises InvalidFieldsError, and RefusedError ("not_found") for a place of another league.
    """
    places = list(season_access.access.league.places.all())
    if "places" in body:
        by_id, requested_ids = {place.pk: place for place in places}, ids_in(body, "places")
        if not set(requested_ids) <= set(by_id):
            raise RefusedError("not_found")
        places = [by_id[pk] for pk in requested_ids]
    return PairingPlan(
        first=date_in(body, "first"),
        weeks=number_in(body, "weeks", 1, 52, 1),
        per_night=number_in(body, "per_night", 1, 20, 1),
        start_time=time_in(body, "at"),
        places=tuple(places),
        rounds=number_in(body, "rounds", 1, 200, None),
        third_place=bool_in(body, "third_place"),
        redraw=bool_in(body, "again"),
    )


def _drawn_response(season_access: SeasonAccess, count: int) -> Response:
    return Response({"made": count, "draw": draw_json(refreshed(season_access))}, status=201)


def _planned_match_json(match: PlannedFixture) -> dict[str, Any]:
    """Return a match that a draw would make."""
    return {
        "round": match.round_number,
        "night": match.night.isoformat() if match.night else None,
        "at": f"{match.start_time:%H:%M}" if match.start_time else None,
        "place": {"id": match.place.pk, "name": match.place.name} if match.place else None,
        "sides": [{"entrant": entrant.pk, "name": entrant_name(entrant)} for entrant in match.entrants],
    }
