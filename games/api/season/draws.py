"""API view set that makes the matches of a season: draw them, add those of latecomers, or write them out."""

from typing import Any, ClassVar, Final

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.parsing import InvalidFieldsError
from games.api.season import examples_season
from games.api.season.draw_request_serializers import DrawPlanSerializer, ScriptSerializer
from games.api.season.season_base import SeasonBaseViewSet
from games.api.season.season_response_serializers import DrawnSerializer, DrawPreviewSerializer, DrawSerializer
from games.api.viewsets import filtered, idempotent, refuses
from games.forms.season.written_groups_form import read_written_groups
from games.forms.season.written_matches_form import read_written_matches
from games.models import Pairing, Season
from games.refusals import RefusedError
from games.rules.league.results import RequestedBye
from games.selectors.season.attendance import absent_tonight
from games.selectors.season.draw_state import draw_state, entrants_by_name, has_missing_matches
from games.selectors.season.last_draw import last_draw
from games.selectors.season.next_rounds import next_draw
from games.services.season.draws import PairingPlan, add_written_matches, draw, planned_draw
from games.services.season.missing_matches import add_missing
from games.wording.season.season_setup import pairing_sentences

_PLAN_NAMES: Final = {"at": "start_time", "again": "redraw"}
"""Fields of a body to those of a PairingPlan, where they differ."""


class DrawViewSet(SeasonBaseViewSet):
    """The draw of a season."""

    tag = "Draws"
    response_class = DrawSerializer
    serializer_classes: ClassVar = {
        "make_draw": DrawPlanSerializer,
        "preview_draw": DrawPlanSerializer,
        "add_missing_matches": DrawPlanSerializer,
        "write_matches": ScriptSerializer,
    }

    def plan(self) -> PairingPlan:
        """Return the plan in the request's body. Raises RefusedError ("not_found") for a place of another league."""
        data = self.validated_data()
        again = last_draw(self.season, draw_state(self.season)) if data.get("again") else None
        places = list(self.league_access.league.places.all())
        if "places" in data:
            by_id = {place.pk: place for place in places}
            if not by_id.keys() >= set(data["places"]):
                raise RefusedError("not_found")
            places = [by_id[pk] for pk in data["places"]]
        if "written_groups" in data:
            written = read_written_groups(data["written_groups"], entrants_by_name(self.season))
            if written.faults:
                raise InvalidFieldsError({f"line {line}": fault for line, fault in written.faults.items()})
            data["written_groups"] = tuple(written.groups)
        only_here = data.pop("only_here", None)
        absent = absent_tonight(self.season) if only_here else frozenset()
        if "requested_byes" in data:
            data["requested_byes"] = {one["entrant"]: RequestedBye(one["bye"]) for one in data["requested_byes"]}
        plan = {_PLAN_NAMES.get(name, name): value for name, value in data.items()}
        if again:
            places = places if "places" in data else list(again.places)
            absent = again.absent if only_here is None else absent
            drawn = {"first": again.night, "start_time": again.start_time, "third_place": again.third_place}
            plan = drawn | {"accelerate": again.accelerate, "requested_byes": again.requested_byes} | plan
        return PairingPlan(**plan | {"places": tuple(places), "absent": absent})

    def answer_drawn(self, count: int) -> Response:
        """Answer with how many matches were made, and how far the draw is now."""
        return self.answer({"made": count, "draw": _progress(self.reload().season)}, 201, DrawnSerializer)

    @filtered()
    def get_draw(self, request: Request, public_id: str) -> Response:
        """Get the state of the draw.

        Says how matches are made, how many there are, and whether the last round is over.
        """
        return self.answer(_progress(self.season))

    @extend_schema(responses={201: DrawnSerializer}, examples=[examples_season.draw_request])
    @idempotent
    @refuses("season_closed", "not_playable", "too_many")
    def make_draw(self, request: Request, public_id: str, key: str) -> Response:
        """Draw the matches or the next round.

        A round robin or groups of three are drawn all at once, other formats round by round. Matches that have started
        stay as they are, and all others are drawn again. You can draw the next round once the previous one is over.
        """
        return self.answer_drawn(draw(access=self.league_access, season=self.season, plan=self.plan(), key=key))

    @extend_schema(responses=DrawPreviewSerializer)
    @refuses("season_closed", "not_playable", "too_many")
    def preview_draw(self, request: Request, public_id: str) -> Response:
        """Preview a draw. Returns the matches that a draw would make now, with their dates and tables."""
        planned = planned_draw(access=self.league_access, season=self.season, plan=self.plan())
        return self.answer({"matches": planned}, serializer=DrawPreviewSerializer)

    @extend_schema(responses={201: DrawnSerializer})
    @refuses("season_closed", "not_playable", "too_many")
    def add_missing_matches(self, request: Request, public_id: str) -> Response:
        """Add the missing matches. Late entrants in a round robin get their matches. Existing matches stay.

        Doing it again adds nothing. For rounds after the last one, `weeks`, `at` and the first of `places` apply.
        """
        return self.answer_drawn(add_missing(access=self.league_access, season=self.season, plan=self.plan()))

    @extend_schema(responses={201: DrawnSerializer}, examples=[examples_season.script_request])
    @idempotent
    @refuses("season_closed", "not_playable", "too_many")
    def write_matches(self, request: Request, public_id: str, key: str) -> Response:
        """Add matches by hand. Write one match per line, in any season.

        If a line is wrong, nothing is added: see `fields`.
        """
        text, places = self.validated_data()["text"], list(self.league_access.league.places.all())
        script = read_written_matches(text, entrants_by_name(self.season), places)
        if script.faults:
            raise InvalidFieldsError({f"line {fault.line}": fault.fault for fault in script.faults})
        if not script.planned:
            raise InvalidFieldsError({"text": "text must contain at least one match."})
        return self.answer_drawn(
            add_written_matches(access=self.league_access, season=self.season, lines=script.planned, key=key)
        )


def _progress(season: Season) -> dict[str, Any]:
    """Return how far the draw has come, for DrawSerializer."""
    return {
        "season": season,
        "state": draw_state(season),
        "next_round": 0 if season.closed_at else next_draw(season).round,
        "sentences": pairing_sentences(Pairing(season.pairing)),
        "lacks_matches": has_missing_matches(season),
    }
