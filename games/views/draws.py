"""Make the matches of a season: draw them, give latecomers theirs, or write them."""

import secrets
from collections.abc import Sequence
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.draw_form import TypedDraw, draw_fields, next_round, read_draw, usual_draw
from games.forms.script_form import LONGEST_SCRIPT, Script, read_script
from games.models import Pairing, Place, Season
from games.pages.run_season import DrawPage, LineFaultView
from games.pages.season_setup import FormField
from games.refusals import Refused
from games.selectors.draw_state import DrawState, draw_state, entrants_by_name, lacks_matches
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.selectors.season_nav import season_nav
from games.services.draws import add_script, draw
from games.services.latecomers import add_missing
from games.views.league_doors import season_at
from games.wording import refusal_text
from games.wording.season_setup import pairing_sentences

_DRAWN: Final = (Pairing.ROUND_ROBIN, Pairing.DOUBLE, Pairing.TRIOS, Pairing.SWISS, Pairing.KNOCKOUT)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def make(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page that makes a season's matches; on to them once they are there."""
    at = season_at(request, public_id)
    at.access.demand("manage_league")
    if at.season.closed_at:
        raise Refused("season_closed")
    places = list(at.access.league.places.all())
    if request.method != "POST":
        return _page(request, at, None, places)
    if request.POST.get("do") == "script":
        return _write(request, at, places)
    return _draw(request, at, places)


def _draw(request: HttpRequest, at: SeasonAccess, places: Sequence[Place]) -> HttpResponse:
    typed = read_draw(request.POST.dict(), request.POST.getlist("place"), places)
    if typed.plan is None:
        return _page(request, at, typed, places, status=400)
    try:
        if request.POST.get("do") == "missing":
            add_missing(access=at.access, season=at.season, plan=typed.plan)
        else:
            draw(access=at.access, season=at.season, plan=typed.plan, key=request.POST.get("key", "")[:100])
    except Refused as why:
        if why.code not in ("not_playable", "too_many"):
            raise
        return _page(request, at, typed, places, errors=(refusal_text(why),), status=why.status)
    return redirect("fixtures", at.season.public_id)


def _write(request: HttpRequest, at: SeasonAccess, places: Sequence[Place]) -> HttpResponse:
    text = request.POST.get("script", "")
    script = read_script(text, entrants_by_name(at.season), places)
    if script.faults or not script.planned:
        return _page(request, at, None, places, text=text[:LONGEST_SCRIPT], script=script, status=400)
    try:
        key = request.POST.get("key", "")[:100]
        add_script(access=at.access, season=at.season, lines=script.planned, key=key)
    except Refused as why:
        if why.code not in ("not_playable", "too_many"):
            raise
        told = (refusal_text(why),)
        return _page(request, at, None, places, text=text, script=script, errors=told, status=why.status)
    return redirect("fixtures", at.season.public_id)


def _page(
    request: HttpRequest,
    at: SeasonAccess,
    typed: TypedDraw | None,
    places: Sequence[Place],
    *,
    errors: tuple[str, ...] = (),
    text: str = "",
    script: Script | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page with what was typed into its first form (None: as usual) and its second."""
    season, state = at.season, draw_state(at.season)
    typed = typed or usual_draw(season, places, today(at.access.league), state.night)
    drawn = season.pairing in _DRAWN
    empty = _("Please write at least one match.") if script and not script.planned and not script.faults else ""
    page = DrawPage(
        nav=season_nav(at, "run_season"),
        action=reverse("draw", args=[season.public_id]),
        key=request.POST.get("key", "")[:100] or secrets.token_hex(16),
        lead=_lead(season, state),
        fields=draw_fields(season, typed, places) if drawn else (),
        draw=_button(season, state) if drawn else "",
        again=_("Draw round %(number)s again") % {"number": state.last}
        if next_round(season) and state.last and not state.begun
        else "",
        missing=_("Give everybody the missing matches") if lacks_matches(season) else "",
        errors=errors,
        script=FormField(
            "script",
            _("A match a line"),
            "lines",
            text,
            note=_("A line with a date is for those below it. A time, and a table behind @, may stand in a line."),
            error=empty,
            most=LONGEST_SCRIPT,
        ),
        faults=tuple(LineFaultView(one.line, one.text, one.fault) for one in script.faults) if script else (),
        script_open=script is not None or not drawn,
    )
    return render(request, "league/draw.html", {"page": page}, status=status)


def _button(season: Season, state: DrawState) -> str:
    """What the button that draws says; empty while the last round is open."""
    if next_round(season):
        return "" if state.open else _("Draw round %(number)s") % {"number": state.last + 1}
    return _("Draw the matches again") if state.matches else _("Draw the matches")


def _lead(season: Season, state: DrawState) -> tuple[str, ...]:
    """What is drawn, and how it stands."""
    sentences = pairing_sentences(Pairing(season.pairing))
    if next_round(season) and state.open:
        left = ngettext(
            "One match of round %(round)s is not over yet.",
            "%(n)d matches of round %(round)s are not over yet.",
            state.open,
        )
        return (*sentences, left % {"n": state.open, "round": state.last})
    if not next_round(season) and season.pairing in _DRAWN and state.matches:
        return (*sentences, _("Whatever was begun stays. What was not is drawn again, with new dates."))
    return sentences
