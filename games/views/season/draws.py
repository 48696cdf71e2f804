"""Views that make the matches of a season: draw them, add those of latecomers, or write them out."""

import secrets
from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.season.season_draw_form import TypedDraw, initial_draw, is_drawn_by_round, read_draw
from games.forms.season.written_matches_form import MAX_TEXT_LENGTH, WrittenMatches, read_written_matches
from games.models import Pairing, Place, Season
from games.models.season import BRACKETS, DRAWN_BY_ROUND
from games.pages.season.draw_fields import draw_fields
from games.pages.season.season_manage import DrawPage, LineFaultContext
from games.pages.season.season_nav import season_nav
from games.pages.season.season_setup import FormField
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.draw_state import (
    DrawState,
    draw_state,
    entrants_by_name,
    fewest_entrants,
    has_missing_matches,
)
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.last_draw import LastDraw, last_draw
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.next_rounds import NextDraw, next_draw, seeded
from games.selectors.season.round_names import RoundNames, round_names
from games.services.season.draws import add_written_matches, draw
from games.services.season.missing_matches import add_missing
from games.views.league.league_access import season_access_for
from games.wording.refusals import not_playable_text, refusal_text
from games.wording.season.desk import draw_button_text, draw_waits_text, redraw_button_text
from games.wording.season.season_setup import pairing_sentences

_DRAWN_PAIRINGS: Final = (Pairing.ROUND_ROBIN, Pairing.DOUBLE, Pairing.GROUPS, Pairing.TRIOS, *DRAWN_BY_ROUND)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def make_matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the page that makes a season's matches; POST makes them and goes to their list."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    if season_access.season.closed_at:
        raise RefusedError("season_closed")
    places = list(season_access.access.league.places.all())
    if request.method != "POST":
        return _page(request, season_access, None, places)
    if request.POST.get("do") == "script":
        return _add_written(request, season_access, places)
    return _draw(request, season_access, places)


def _draw(request: HttpRequest, season_access: SeasonAccess, places: Sequence[Place]) -> HttpResponse:
    drawn_before = last_draw(season_access.season, draw_state(season_access.season))
    entrants = entrants_by_name(season_access.season)
    typed = read_draw(request.POST.dict(), request.POST.getlist("place"), places, drawn_before, entrants)
    if typed.plan is None:
        return _page(request, season_access, typed, places, status=400)
    try:
        if request.POST.get("do") == "missing":
            add_missing(access=season_access.access, season=season_access.season, plan=typed.plan)
        else:
            draw(
                access=season_access.access,
                season=season_access.season,
                plan=typed.plan,
                key=request.POST.get("key", "")[:100],
            )
    except RefusedError as refusal:
        if refusal.code not in ("not_playable", "too_many"):
            raise
        return _page(request, season_access, typed, places, errors=(refusal_text(refusal),), status=refusal.status)
    return redirect("season:matches", season_access.season.public_id)


def _add_written(request: HttpRequest, season_access: SeasonAccess, places: Sequence[Place]) -> HttpResponse:
    text = request.POST.get("script", "")
    script = read_written_matches(text, entrants_by_name(season_access.season), places)
    if script.faults or not script.planned:
        return _page(request, season_access, None, places, text=text[:MAX_TEXT_LENGTH], script=script, status=400)
    try:
        key = request.POST.get("key", "")[:100]
        add_written_matches(access=season_access.access, season=season_access.season, lines=script.planned, key=key)
    except RefusedError as refusal:
        if refusal.code not in ("not_playable", "too_many"):
            raise
        messages = (refusal_text(refusal),)
        return _page(
            request, season_access, None, places, text=text, script=script, errors=messages, status=refusal.status
        )
    return redirect("season:matches", season_access.season.public_id)


def _page(
    request: HttpRequest,
    season_access: SeasonAccess,
    typed: TypedDraw | None,
    places: Sequence[Place],
    *,
    errors: tuple[str, ...] = (),
    text: str = "",
    script: WrittenMatches | None = None,
    status: int = 200,
) -> HttpResponse:
    """Render the page with the input of its first form (None: the defaults) and of its second."""
    season, state = season_access.season, draw_state(season_access.season)
    coming, names = next_draw(season), round_names(season)
    goes_on = state.open_in_last_round or coming.round == state.last_round
    again = last_draw(season, state) if is_drawn_by_round(season) and goes_on else None
    typed = typed or initial_draw(
        season,
        places,
        date_in_league(season_access.access.league),
        state.last_night,
        again=again,
    )
    if coming.is_over and season.pairing == Pairing.CONSOLATION:
        late = next_draw(season, third_place=True)
        if late.round:
            coming = late
            typed.texts["third"] = "1"
    drawn = season.pairing in _DRAWN_PAIRINGS
    lacking = drawn and coming.lacks_entrants
    missing = has_missing_matches(season)
    lead = _lead_sentences(season, state, names)
    if drawn and coming.obstacle and not coming.waits_for_matches and not errors:
        lead = (*lead, not_playable_text(coming.obstacle))
    empty = _("Please enter at least one match.") if script and not script.planned and not script.faults else ""
    page = DrawPage(
        nav=season_nav(season_access, "run"),
        action=reverse("season:draw", args=[season.public_id]),
        key=request.POST.get("key", "")[:100] or secrets.token_hex(16),
        lead=lead,
        fields=draw_fields(season, typed, places, _absent_names(season, again)) if drawn else (),
        players_url=reverse("season:entrants", args=[season.public_id]) if lacking else "",
        draw_text=_draw_button_text(season, state, coming, names, missing=missing) if drawn and not lacking else "",
        redraw_text=redraw_button_text(state.last_round, names.rounds)
        if is_drawn_by_round(season)
        and state.last_round
        and not (state.last_round_begun or coming.round == state.last_round)
        and (len(seeded(season)) >= fewest_entrants(season) or (season.pairing in BRACKETS and state.last_round > 1))
        else "",
        add_missing_text=_("Add the missing matches") if missing else "",
        errors=errors,
        script=FormField(
            "script",
            _("One match per line"),
            "lines",
            text,
            note=_(
                "A date applies to the lines below it, and so does a line like “Round 3”. A line can also have a time, "
                "and a table after @. For a bye in a round, write “Ann - bye”, “Ann - half bye” or “Ann - full bye”."
            ),
            error=empty,
            most=MAX_TEXT_LENGTH,
        ),
        faults=tuple(LineFaultContext(fault.line, fault.text, fault.fault) for fault in script.faults)
        if script
        else (),
        script_open=script is not None or not drawn,
    )
    return render(request, "season/draw.html", {"page": page}, status=status)


def _absent_names(season: Season, again: LastDraw | None) -> list[str]:
    """Return who was left out of the round that can be drawn again."""
    if again is None or not again.absent:
        return []
    return sorted(name for entrant, name in names_of_entrants(season).items() if entrant in again.absent)


def _draw_button_text(season: Season, state: DrawState, coming: NextDraw, names: RoundNames, *, missing: bool) -> str:
    """Return the text of the draw button; "" while there is nothing to draw."""
    if is_drawn_by_round(season):
        return draw_button_text(coming.round, names.rounds) if coming.round else ""
    if not state.matches:
        return _("Create the matches")
    # Threes play as many rounds as the form says.
    more = state.unplayed or missing or season.pairing == Pairing.TRIOS
    return _("Create the matches again") if more else ""


def _lead_sentences(season: Season, state: DrawState, names: RoundNames) -> tuple[str, ...]:
    """Return how matches are drawn, and how far the draw is."""
    sentences = pairing_sentences(Pairing(season.pairing))
    if is_drawn_by_round(season) and state.open_round:
        return (*sentences, draw_waits_text(state.open_matches, names.of(state.open_round)))
    if not is_drawn_by_round(season) and season.pairing in _DRAWN_PAIRINGS and state.matches:
        return (
            *sentences,
            _("Matches that have started stay as they are. The others are drawn again, with new dates."),
        )
    return sentences
