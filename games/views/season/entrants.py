"""Views of the entrants of a season: enter, withdraw, return, seed, handicaps; teams and their members."""

import re
from collections.abc import Callable, Mapping
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.season.handicaps_form import TypedHandicaps, read_handicaps
from games.forms.season.seeds_form import TypedSeeds, read_seeds
from games.forms.single_fields import typed_day, typed_name, typed_reason, typed_row
from games.forms.typed_values import parse_whole_number
from games.models import Member
from games.pages.season.entrants_page import entrants_page, free_members
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.handicaps import most_handicap
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.seed_orders import SeedSource
from games.services.season import entrants as services
from games.services.season.seasons import enter_members
from games.views.league.league_access import season_access_for
from games.wording.refusals import refusal_text

_MOVED: Final = re.compile(r"(up|down)-(\d{1,9})")
"""The value of a button that moves a seed."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entrants(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the entrants; POST enters members or a new team."""
    season_access = season_access_for(request, public_id)
    if request.method != "POST":
        return _page(request, season_access)
    season_access.access.demand("manage_league")
    if not season_access.season.teams:
        return _apply(request, season_access, lambda: _enter(request, season_access))
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, season_access, fault, 400, name)
    return _apply(
        request,
        season_access,
        lambda: services.make_team(access=season_access.access, season=season_access.season, name=name),
        name,
    )


@never_cache
@require_POST
def withdraw(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Withdraw an entrant; their played matches are annulled or count."""
    season_access, reason, annul = (
        season_access_for(request, public_id),
        typed_reason(request.POST),
        request.POST.get("annul") == "yes",
    )
    return _apply(
        request,
        season_access,
        lambda: services.withdraw(
            access=season_access.access, season=season_access.season, entrant_id=entrant, reason=reason, annul=annul
        ),
    )


@never_cache
@require_POST
def return_entrant(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Let a withdrawn entrant return."""
    season_access = season_access_for(request, public_id)
    return _apply(
        request,
        season_access,
        lambda: services.return_entrant(access=season_access.access, season=season_access.season, entrant_id=entrant),
    )


@never_cache
@require_POST
def remove_entrant(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Remove an entrant who was entered by mistake."""
    season_access = season_access_for(request, public_id)
    return _apply(
        request,
        season_access,
        lambda: services.remove_entrant(access=season_access.access, season=season_access.season, entrant_id=entrant),
    )


@never_cache
@require_POST
def rename(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Rename a team."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, season_access, fault, 400)
    return _apply(
        request,
        season_access,
        lambda: services.rename_team(
            access=season_access.access, season=season_access.season, entrant_id=entrant, name=name
        ),
    )


@never_cache
@require_POST
def join(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Add a member to a team, from a given day."""
    season_access = season_access_for(request, public_id)
    return _apply(
        request,
        season_access,
        lambda: services.join_team(
            access=season_access.access,
            season=season_access.season,
            entrant_id=entrant,
            member_id=typed_row(request.POST, "member"),
            day=typed_day(request.POST, "on"),
        ),
    )


@never_cache
@require_POST
def leave(request: HttpRequest, public_id: str, mate: int) -> HttpResponse:
    """Let a member leave a team from a given day, and join another one if one is chosen."""
    season_access = season_access_for(request, public_id)
    return _apply(
        request,
        season_access,
        lambda: services.leave_team(
            access=season_access.access,
            season=season_access.season,
            teammate_id=mate,
            day=typed_day(request.POST, "on"),
            new_team_id=typed_row(request.POST, "to") if request.POST.get("to") else None,
        ),
    )


@never_cache
@require_POST
def set_seeds(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set the seeds: a number for each entrant or none, one moved up or down, or all of them from elsewhere."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    if (source := request.POST.get("from", "")) in list(SeedSource):
        return _apply(
            request,
            season_access,
            lambda: services.seed_entrants_from(
                access=season_access.access, season=season_access.season, source=SeedSource(source)
            ),
            onward="?seeds=#seeds",
        )
    typed = read_seeds(request.POST.dict(), names_of_entrants(season_access.season))
    if typed.errors:
        return _page(request, season_access, status=400, seeds=typed)
    seeds = dict(typed.seeds)
    moved = _MOVED.fullmatch(request.POST.get("move", ""))
    if moved:
        seeds = _after_move(seeds, int(moved[2]), up=moved[1] == "up")
    return _apply(
        request,
        season_access,
        lambda: services.seed_entrants(access=season_access.access, season=season_access.season, seeds=seeds),
        # Without a fragment, which would keep browsers from focusing the button again.
        onward=f"?seeds={moved[0]}" if moved else "",
        seeds=typed,
    )


@never_cache
@require_POST
def set_handicaps(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set the points that each entrant starts a game with."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    typed = read_handicaps(request.POST.dict(), most_handicap(season_access.season))
    if typed.errors:
        return _page(request, season_access, status=400, handicaps=typed)
    return _apply(
        request,
        season_access,
        lambda: services.set_handicaps(
            access=season_access.access, season=season_access.season, handicaps=typed.points
        ),
        onward="#handicaps",
        handicaps=typed,
    )


def _after_move(seeds: Mapping[int, int | None], entrant: int, *, up: bool) -> dict[int, int | None]:
    """Return seeds from 1 on after an entrant changed places with the one above or below; the unseeded come last."""
    order = sorted(seeds, key=lambda pk: (seeds[pk] is None, seeds[pk] or 0, pk))
    if entrant in order:
        place = order.index(entrant)
        other = min(max(place + (-1 if up else 1), 0), len(order) - 1)
        order[place], order[other] = order[other], order[place]
    return {pk: seed for seed, pk in enumerate(order, 1)}


def _enter(request: HttpRequest, season_access: SeasonAccess) -> None:
    """Enter the ticked members, or all who aren't in the season yet."""
    if request.POST.get("all") == "yes":
        everybody = list(free_members(season_access))
        enter_members(access=season_access.access, season=season_access.season, members=everybody)
        return
    member_ids = {pk for text in request.POST.getlist("member") if (pk := parse_whole_number(text)) is not None}
    members = list(Member.objects.filter(league=season_access.access.league, pk__in=member_ids))
    if not members or len(members) != len(member_ids):
        raise RefusedError("invalid_value", what="member")
    enter_members(access=season_access.access, season=season_access.season, members=members)


def _apply(
    request: HttpRequest,
    season_access: SeasonAccess,
    write: Callable[[], object],
    typed: str = "",
    *,
    onward: str = "",
    seeds: TypedSeeds | None = None,
    handicaps: TypedHandicaps | None = None,
) -> HttpResponse:
    """Call ``write`` and redirect to the page (``onward`` comes behind its address); if refused, show the reason."""
    season_access.access.demand("manage_league")
    try:
        write()
    except RefusedError as refusal:
        if refusal.status == 404:
            raise
        return _page(
            request, season_access, refusal_text(refusal), refusal.status, typed, seeds=seeds, handicaps=handicaps
        )
    return redirect(reverse("season:entrants", args=[season_access.season.public_id]) + onward)


def _page(
    request: HttpRequest,
    season_access: SeasonAccess,
    error: str = "",
    status: int = 200,
    typed: str = "",
    *,
    seeds: TypedSeeds | None = None,
    handicaps: TypedHandicaps | None = None,
) -> HttpResponse:
    today = date_in_league(season_access.access.league)
    errors = (error,) if error else ()
    page = entrants_page(
        season_access,
        today,
        errors,
        typed=typed,
        params=request.GET,
        typed_seeds=seeds,
        typed_handicaps=handicaps,
    )
    return render(request, "season/entrants.html", {"page": page}, status=status)
