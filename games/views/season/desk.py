"""The desk of a season's night, and what is done there: check people in, draw the next round."""

from typing import TypedDict

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.typed_values import parse_whole_number
from games.models import ClockEnd, Place, Season
from games.pages.season.desk_page import desk_page
from games.pages.table.table import Notice
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.rules.league.results import RequestedBye
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.attendance import absent_tonight
from games.selectors.season.league_dates import date_in_league
from games.services.season import attendance, round_clock
from games.services.season.draws import PairingPlan, draw
from games.views.league.league_access import season_access_for
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text
from games.wording.season.desk import drawn_text

_SHOWN_ON_PAGE = ("season_closed", "not_playable", "too_many", "invalid_value", "clock_off")


class SeasonArguments(TypedDict):
    """The arguments of every use case of the clock."""

    access: LeagueAccess
    season: Season


@never_cache
@require_safe
def desk(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the desk."""
    return render(request, "season/desk.html", {"page": desk_page(_access(request, public_id))})


@never_cache
@require_safe
def desk_updates(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Return the fragment that updates an open desk."""
    return render(request, "season/desk.html#moved", {"page": desk_page(_access(request, public_id))})


@never_cache
@require_POST
def check_in(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Note that one entrant, or everyone, is here; or that they are not."""
    season_access = _access(request, public_id)
    entrants = None
    if not request.POST.get("everyone"):
        entrant = parse_whole_number(request.POST.get("entrant", ""))
        if entrant is None:
            raise RefusedError("not_found")
        entrants = [entrant]
    try:
        attendance.check_in(
            access=season_access.access,
            season=season_access.season,
            entrants=entrants,
            here=request.POST.get("here") == "yes",
        )
    except RefusedError as refusal:
        return refused(request, public_id, refusal)
    return done(request, public_id, "")


@never_cache
@require_POST
def draw_next_round(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Draw the next round for tonight, at all tables of the room; without those who aren't here if the form says so."""
    season_access = _access(request, public_id)
    season, access = season_access.season, season_access.access
    access.demand("manage_league")
    absent = absent_tonight(season) if request.POST.get("leave_out") else frozenset()
    byes = {entrant: request.POST.get(f"bye-{entrant}", "") for entrant in absent}
    plan = PairingPlan(
        first=date_in_league(access.league),
        places=tuple(Place.objects.filter(league=access.league)),
        third_place=bool(request.POST.get("third")),
        absent=absent,
        requested_byes={entrant: RequestedBye(bye) for entrant, bye in byes.items() if bye in set(RequestedBye)},
    )
    try:
        made = draw(access=access, season=season, plan=plan, key=request.POST.get("key", "")[:100])
    except RefusedError as refusal:
        return refused(request, public_id, refusal)
    return done(request, public_id, drawn_text(made))


@never_cache
@require_POST
def run_clock(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Do what the button says with the clock of the round: start it, pause it, give more time and so on."""
    season_access = _access(request, public_id)
    season_access.access.demand("run_clock")
    try:
        _run_clock(request, season_access)
    except RefusedError as refusal:
        return refused(request, public_id, refusal)
    return done(request, public_id, "")


def _run_clock(request: HtmxRequest, season_access: SeasonAccess) -> None:
    at: SeasonArguments = {"access": season_access.access, "season": season_access.season}
    minutes = parse_whole_number(request.POST.get("minutes", "").strip()) or 0
    match request.POST.get("do"):
        case "start":
            at_end = request.POST.get("at_end", "")
            if at_end not in ClockEnd:
                raise RefusedError("invalid_value", what="do")
            round_clock.start_clock(**at, minutes=minutes, at_end=ClockEnd(at_end))
        case "pause":
            round_clock.pause_clock(**at)
        case "resume":
            round_clock.resume_clock(**at)
        case "more":
            number = request.POST.get("match", "")
            round_clock.add_time(**at, minutes=minutes, number=parse_whole_number(number) if number else None)
        case "last_hand":
            round_clock.announce_last_hand(**at)
        case "stop":
            round_clock.stop_clock(**at)
        case _:
            raise RefusedError("invalid_value", what="do")


def refused(request: HtmxRequest, public_id: str, refusal: RefusedError) -> HttpResponse:
    """Show on the desk why something wasn't done. Raises the refusal again where that is for another page."""
    if refusal.code not in _SHOWN_ON_PAGE:
        raise refusal
    context = {"page": desk_page(_access(request, public_id)), "notice": Notice("bad", refusal_text(refusal))}
    template = "season/desk.html#moved" if request.htmx else "season/desk.html"
    return render(request, template, context, status=refusal.status)


def done(request: HtmxRequest, public_id: str, text: str) -> HttpResponse:
    """Return the desk after something was done there; without script, the way back to it."""
    if not request.htmx:
        return redirect("season:desk", public_id)
    notice = Notice("good", text) if text else None
    context = {"page": desk_page(_access(request, public_id)), "notice": notice}
    return render(request, "season/desk.html#moved", context)


def _access(request: HtmxRequest, public_id: str) -> SeasonAccess:
    season_access = season_access_for(request, public_id)
    season_access.access.demand("run_desk")
    return season_access
