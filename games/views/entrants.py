"""Who competes in a season: enter, withdraw, come back; teams and who plays for them."""

import re
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.plain_fields import typed_day, typed_name, typed_reason, typed_row
from games.models import Member
from games.refusals import Refused
from games.selectors.entrants import entrants_page
from games.selectors.league_access import SeasonAccess
from games.selectors.nights import today
from games.services import entrants as services
from games.services.seasons import enter_members
from games.views.league_doors import season_at
from games.wording import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def entrants(request: HttpRequest, public_id: str) -> HttpResponse:
    """Who competes, and more of them: members, or a team under a name of its own."""
    at = season_at(request, public_id)
    if request.method != "POST":
        return _page(request, at)
    at.access.demand("manage_league")
    if not at.season.teams:
        return _done(request, at, lambda: _enter(request, at))
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, at, fault, 400, name)
    return _done(request, at, lambda: services.make_team(access=at.access, season=at.season, name=name), name)


@never_cache
@require_POST
def withdraw(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Let somebody withdraw, with what was played or without."""
    at, reason, annul = season_at(request, public_id), typed_reason(request.POST), request.POST.get("annul") == "yes"
    return _done(
        request,
        at,
        lambda: services.withdraw(access=at.access, season=at.season, entrant_id=entrant, reason=reason, annul=annul),
    )


@never_cache
@require_POST
def come_back(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Let somebody come back."""
    at = season_at(request, public_id)
    return _done(request, at, lambda: services.come_back(access=at.access, season=at.season, entrant_id=entrant))


@never_cache
@require_POST
def take_out(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Take out somebody who was entered by mistake."""
    at = season_at(request, public_id)
    return _done(request, at, lambda: services.take_out(access=at.access, season=at.season, entrant_id=entrant))


@never_cache
@require_POST
def rename(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Call a team otherwise."""
    at = season_at(request, public_id)
    at.access.demand("manage_league")
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, at, fault, 400)
    return _done(
        request,
        at,
        lambda: services.rename_team(access=at.access, season=at.season, entrant_id=entrant, name=name),
    )


@never_cache
@require_POST
def join(request: HttpRequest, public_id: str, entrant: int) -> HttpResponse:
    """Put a member into a team, from a day on."""
    at = season_at(request, public_id)
    return _done(
        request,
        at,
        lambda: services.join_team(
            access=at.access,
            season=at.season,
            entrant_id=entrant,
            member_id=typed_row(request.POST, "member"),
            on=typed_day(request.POST, "on"),
        ),
    )


@never_cache
@require_POST
def leave(request: HttpRequest, public_id: str, mate: int) -> HttpResponse:
    """Let a member leave his team from a day on, for another one where one is chosen."""
    at = season_at(request, public_id)
    return _done(
        request,
        at,
        lambda: services.leave_team(
            access=at.access,
            season=at.season,
            teammate_id=mate,
            on=typed_day(request.POST, "on"),
            to=typed_row(request.POST, "to") if request.POST.get("to") else None,
        ),
    )


@never_cache
@require_POST
def seed(request: HttpRequest, public_id: str) -> HttpResponse:
    """Say who is seeded, best first: a number for each, or none."""
    at = season_at(request, public_id)
    at.access.demand("manage_league")
    found = re.compile(r"seed-(\d{1,9})")
    typed = {int(m[1]): str(text).strip() for name, text in request.POST.items() if (m := found.fullmatch(name))}
    if any(text and not (text.isascii() and text.isdigit() and len(text) < 6) for text in typed.values()):
        return _page(request, at, _("A seed is a whole number from 1, or nothing."), 400)
    seeds = {pk: int(text) if text else None for pk, text in typed.items()}
    if any(seed == 0 for seed in seeds.values()) or _doubled([seed for seed in seeds.values() if seed]):
        return _page(request, at, _("Each seed is a number from 1, and nobody else's."), 400)
    return _done(request, at, lambda: services.seed_entrants(access=at.access, season=at.season, seeds=seeds))


def _doubled(seeds: list[int]) -> bool:
    return len(set(seeds)) < len(seeds)


def _enter(request: HttpRequest, at: SeasonAccess) -> None:
    """Enter the members that were ticked."""
    wanted = {int(pk) for pk in request.POST.getlist("member") if pk.isascii() and pk.isdigit() and len(pk) < 10}
    members = list(Member.objects.filter(league=at.access.league, pk__in=wanted))
    if not members or len(members) != len(wanted):
        raise Refused("invalid_value", what="member")
    enter_members(access=at.access, season=at.season, members=members)


def _done(request: HttpRequest, at: SeasonAccess, write: Callable[[], object], typed: str = "") -> HttpResponse:
    """Do it and show the page; where it is refused, the page says why."""
    at.access.demand("manage_league")
    try:
        write()
    except Refused as why:
        if why.status == 404:
            raise
        return _page(request, at, refusal_text(why), why.status, typed)
    return redirect("entrants", at.season.public_id)


def _page(request: HttpRequest, at: SeasonAccess, error: str = "", status: int = 200, typed: str = "") -> HttpResponse:
    page = entrants_page(at, today(at.access.league), (error,) if error else (), typed)
    return render(request, "league/entrants.html", {"page": page}, status=status)
