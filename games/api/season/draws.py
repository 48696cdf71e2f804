"""API views that make the matches of a season: draw them, add those of latecomers, or write them out."""

from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.describe import IDEMPOTENCY_KEY, SEASON, describe
from games.api.pagination import query_params_of
from games.api.parsing import InvalidFieldsError
from games.api.permissions import InSeason
from games.api.season import examples_season
from games.api.season.describe_season import INVALID_KEY_ERRORS, ORGANIZER_WRITE
from games.api.season.season_base import SeasonAPIView
from games.api.season.season_json import draw_json
from games.api.season.season_request_serializers import DrawPlanSerializer, ScriptSerializer
from games.api.season.season_response_serializers import DrawnSerializer, DrawPreviewSerializer, DrawSerializer
from games.forms.season.written_matches_form import read_written_matches
from games.models import Scope
from games.refusals import RefusedError
from games.selectors.season.attendance import absent_tonight
from games.selectors.season.draw_state import draw_state, entrants_by_name
from games.selectors.season.entrant_names import entrant_name
from games.selectors.season.last_draw import last_draw
from games.services.season.draws import PairingPlan, add_written_matches, draw, planned_draw
from games.services.season.matches import NewMatch
from games.services.season.missing_matches import add_missing

_PLAN_NAMES: Final = {"at": "start_time", "again": "redraw"}
"""Fields of a body to those of a PairingPlan, where they differ."""


class DrawAPIView(SeasonAPIView):
    """An API view of the draw of a season."""

    def plan(self) -> PairingPlan:
        """Return the plan in the request's body. Raises RefusedError ("not_found") for a place of another league."""
        data = self.read_body()
        again = last_draw(self.season, draw_state(self.season)) if data.get("again") else None
        places = list(self.rights.league.places.all())
        if "places" in data:
            by_id = {place.pk: place for place in places}
            if not by_id.keys() >= set(data["places"]):
                raise RefusedError("not_found")
            places = [by_id[pk] for pk in data["places"]]
        only_here = data.pop("only_here", None)
        absent = absent_tonight(self.season) if only_here else frozenset()
        plan = {_PLAN_NAMES.get(name, name): value for name, value in data.items()}
        if again:
            places = places if "places" in data else list(again.places)
            absent = again.absent if only_here is None else absent
            drawn = {"first": again.night, "start_time": again.start_time, "third_place": again.third_place}
            plan = drawn | {"accelerate": again.accelerate} | plan
        return PairingPlan(**plan | {"places": tuple(places), "absent": absent})

    def drawn_response(self, count: int) -> Response:
        """Return how many matches were made, and how far the draw is now."""
        return Response({"made": count, "draw": draw_json(self.reload())}, status=201)


class DrawView(DrawAPIView):
    """Show how far the draw of a season is; draw its matches."""

    @describe(
        tag="Draws",
        operation_id="get_draw",
        summary="Get the state of the draw",
        permission=InSeason(),
        parameters=[SEASON],
        responses={200: (DrawSerializer, "The state of the draw.")},
        error_codes=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """Return how matches are made in this season, how many there are, and the state of the last round."""
        query_params_of(request)
        return Response(draw_json(self.access))

    @describe(
        tag="Draws",
        operation_id="make_draw",
        summary="Draw the matches or the next round",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=DrawPlanSerializer,
        responses={201: (DrawnSerializer, "The new matches. None if the key was already used.")},
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "not_playable", "too_many"],
        examples=[examples_season.draw_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Draw all rounds of a round robin or of groups of three, or the next round of a Swiss season or bracket.

        Matches that have started stay, and all others are drawn again. The next round needs the previous one to be
        over.
        """
        plan, key = self.plan(), self.required_idempotency_key()
        return self.drawn_response(draw(access=self.rights, season=self.season, plan=plan, key=key))


class DrawPreviewView(DrawAPIView):
    """Show what a draw would make, without saving it."""

    @describe(
        tag="Draws",
        operation_id="preview_draw",
        summary="Preview a draw",
        permission=InSeason(Scope.MANAGE, "manage_league"),
        parameters=[SEASON],
        request_body=DrawPlanSerializer,
        responses={200: (DrawPreviewSerializer, "The matches. Nothing is saved.")},
        error_codes=["season_closed", "not_playable", "too_many"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Return the matches that this draw would make now, with their dates and tables."""
        planned = planned_draw(access=self.rights, season=self.season, plan=self.plan())
        return Response({"matches": [_planned_match_json(match) for match in planned]})


class MissingMatchesView(DrawAPIView):
    """Add the matches that latecomers lack."""

    @describe(
        tag="Draws",
        operation_id="add_missing_matches",
        summary="Add the missing matches",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_body=DrawPlanSerializer,
        responses={201: (DrawnSerializer, "The added matches.")},
        error_codes=["season_closed", "not_playable", "too_many"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add matches for late entrants of a round robin. Existing matches stay. Asking twice adds nothing.

        For rounds after the last one, `weeks`, `at` and the first of `places` apply.
        """
        return self.drawn_response(add_missing(access=self.rights, season=self.season, plan=self.plan()))


class MatchScriptView(DrawAPIView):
    """Add matches that the organizer writes out."""

    @describe(
        tag="Draws",
        operation_id="write_matches",
        summary="Add matches by hand",
        **ORGANIZER_WRITE,
        parameters=[SEASON],
        request_headers=[IDEMPOTENCY_KEY],
        request_body=ScriptSerializer,
        responses={201: (DrawnSerializer, "The new matches. None if the key was already used.")},
        error_codes=[*INVALID_KEY_ERRORS, "season_closed", "not_playable", "too_many"],
        examples=[examples_season.script_request],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Add one match per line, in any season. If any line is wrong, none is added, and `fields` has the errors."""
        text, key = self.read_body()["text"], self.required_idempotency_key()
        script = read_written_matches(text, entrants_by_name(self.season), list(self.rights.league.places.all()))
        if script.faults:
            raise InvalidFieldsError({f"line {fault.line}": fault.fault for fault in script.faults})
        if not script.planned:
            raise InvalidFieldsError({"text": "text must contain at least one match."})
        count = add_written_matches(access=self.rights, season=self.season, lines=script.planned, key=key)
        return self.drawn_response(count)


def _planned_match_json(match: NewMatch) -> dict[str, Any]:
    """Return a match that a draw would make."""
    return {
        "round": match.round_number,
        "night": match.night.isoformat() if match.night else None,
        "at": f"{match.start_time:%H:%M}" if match.start_time else None,
        "place": {"id": match.place.pk, "name": match.place.name} if match.place else None,
        "sides": [{"entrant": entrant.pk, "name": entrant_name(entrant)} for entrant in match.entrants],
    }
