"""Make the matches of a season: draw them, give latecomers theirs, or write them."""

from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import asks_season, examples_season, shapes_season
from games.api.describe import IDEMPOTENCY_KEY, SEASON, describe
from games.api.describe_season import KEYED, MOVES
from games.api.paging import query_of
from games.api.reading import InvalidFields, truth_in
from games.api.season_fields import date_in, ids_in, number_in, time_in
from games.api.season_view import SeasonView, as_it_stands
from games.forms.script_form import LONGEST_SCRIPT, read_script
from games.refusals import Refused
from games.selectors.draw_state import entrants_by_name
from games.selectors.entrant_names import called
from games.selectors.league_access import SeasonAccess
from games.selectors.season_json import draw_json
from games.services.draws import Plan, add_script, draw, try_draw
from games.services.fixtures import Planned
from games.services.latecomers import add_missing

PLAN = {"first", "weeks", "per_night", "at", "places", "rounds", "third_place", "again"}


class Draw(SeasonView):
    """The draw of a season."""

    @describe(
        tag="Draws",
        operation="get_draw",
        summary="How far the matches are made",
        scope="read",
        tokenless=True,
        at=[SEASON],
        gives={200: (shapes_season.Draw, "The draw.")},
        refuses=["unknown_field"],
    )
    def get(self, request: Request, public_id: str) -> Response:
        """How matches come about in this season, how many there are, and how far the last round is."""
        at = self.season_access(public_id)
        query_of(request)
        return Response(draw_json(at))

    @describe(
        tag="Draws",
        operation="make_draw",
        summary="Draw the matches, or the next round",
        **MOVES,
        at=[SEASON],
        headers=[IDEMPOTENCY_KEY],
        takes=asks_season.DrawPlan,
        gives={201: (shapes_season.Drawn, "What was drawn; for a key that was used before, nothing more.")},
        refuses=[*KEYED, "season_closed", "not_playable", "too_many"],
        examples=[examples_season.draw_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """Round robin, single or double, and tables of three: all rounds. Swiss and knock-out: the next one.

        Whatever was begun stays; what was not is drawn again. A further round is drawn when the one before is over.
        """
        at = self.organiser_of(public_id)
        plan = _plan(at, self.body(set(), PLAN))
        return _drawn(at, draw(access=at.access, season=at.season, plan=plan, key=self.needed_key()))


class DrawPreview(SeasonView):
    """A draw, tried."""

    @describe(
        tag="Draws",
        operation="preview_draw",
        summary="What a draw would make",
        scope="manage",
        duty=True,
        at=[SEASON],
        takes=asks_season.DrawPlan,
        gives={200: (shapes_season.DrawPreview, "The matches. Nothing was saved.")},
        refuses=["season_closed", "not_playable", "too_many"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """The matches that the same draw would make now, with their nights and places."""
        at = self.organiser_of(public_id)
        planned = try_draw(access=at.access, season=at.season, plan=_plan(at, self.body(set(), PLAN)))
        return Response({"matches": [_planned(one) for one in planned]})


class Missing(SeasonView):
    """The matches of latecomers."""

    @describe(
        tag="Draws",
        operation="add_missing_matches",
        summary="Give everybody the matches that he lacks",
        **MOVES,
        at=[SEASON],
        takes=asks_season.DrawPlan,
        gives={201: (shapes_season.Drawn, "What was added.")},
        refuses=["season_closed", "not_playable", "too_many"],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """In a round robin, for who came late; no match that stands is touched. Asking twice adds nothing.

        Of the plan `weeks`, `at` and the first of `places` count, for rounds after the last one.
        """
        at = self.organiser_of(public_id)
        plan = _plan(at, self.body(set(), PLAN))
        return _drawn(at, add_missing(access=at.access, season=at.season, plan=plan))


class Script(SeasonView):
    """Matches that the organiser writes himself."""

    @describe(
        tag="Draws",
        operation="write_matches",
        summary="Write matches yourself",
        **MOVES,
        at=[SEASON],
        headers=[IDEMPOTENCY_KEY],
        takes=asks_season.Script,
        gives={201: (shapes_season.Drawn, "What was written; for a key that was used before, nothing more.")},
        refuses=[*KEYED, "season_closed", "not_playable", "too_many"],
        examples=[examples_season.script_ask],
    )
    def post(self, request: Request, public_id: str) -> Response:
        """A match a line, in any season. With a line that cannot be read none is made; `fields` tells of each line."""
        at = self.organiser_of(public_id)
        text, key = self.body({"text"})["text"], self.needed_key()
        if not isinstance(text, str) or len(text) > LONGEST_SCRIPT:
            raise InvalidFields({"text": f"text must be a text of at most {LONGEST_SCRIPT} characters."})
        script = read_script(text, entrants_by_name(at.season), list(at.access.league.places.all()))
        if script.faults:
            raise InvalidFields({f"line {one.line}": one.fault for one in script.faults})
        if not script.planned:
            raise InvalidFields({"text": "Please write at least one match."})
        return _drawn(at, add_script(access=at.access, season=at.season, lines=script.planned, key=key))


def _plan(at: SeasonAccess, given: dict[str, Any]) -> Plan:
    """The plan that a body tells. Raises InvalidFields, Refused ("not_found") for a place of another room."""
    places = list(at.access.league.places.all())
    if "places" in given:
        by_id, wanted = {place.pk: place for place in places}, ids_in(given, "places")
        if not set(wanted) <= set(by_id):
            raise Refused("not_found")
        places = [by_id[pk] for pk in wanted]
    return Plan(
        first=date_in(given, "first"),
        weeks=number_in(given, "weeks", 1, 52, 1),
        per_night=number_in(given, "per_night", 1, 20, 1),
        at=time_in(given, "at"),
        places=tuple(places),
        rounds=number_in(given, "rounds", 1, 200, None),
        third_place=truth_in(given, "third_place"),
        again=truth_in(given, "again"),
    )


def _drawn(at: SeasonAccess, made: int) -> Response:
    return Response({"made": made, "draw": draw_json(as_it_stands(at))}, status=201)


def _planned(one: Planned) -> dict[str, Any]:
    """A match that a draw would make."""
    return {
        "round": one.round_number,
        "night": one.night.isoformat() if one.night else None,
        "at": f"{one.at:%H:%M}" if one.at else None,
        "place": {"id": one.place.pk, "name": one.place.name} if one.place else None,
        "sides": [{"entrant": entrant.pk, "name": called(entrant)} for entrant in one.entrants],
    }
