"""Begin a season, and read and change its rules."""

import hashlib
import json
import secrets
from dataclasses import asdict
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.season_fields import field_groups, name_of_season, pairing_field, reason_field, teams_field
from games.forms.season_form import KEEP, TypedSeason, read_season, untouched_season
from games.pages.season_setup import Mover, SeasonFormPage
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.entrant_names import names_in
from games.selectors.house_rules import chosen, last_used
from games.selectors.league_access import SeasonAccess
from games.selectors.rules_choices import choices
from games.selectors.season_nav import season_nav
from games.selectors.season_rules_page import game_rules_page, game_title, movers, season_rules_page
from games.selectors.season_state import is_under_way
from games.services import season_rules as services
from games.services.season_rules import NewRules, changes, try_rules
from games.services.seasons import start_season
from games.views.league_doors import league_at, season_at
from games.web.throttles import check_rate
from games.wording import refusal_text
from games.wording.season_setup import fixed_text

ASK_FIRST: Final = 422
"""The status of "that is who moves": nothing was refused for good, nothing was saved."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """The form that begins a season of a league."""
    access = league_at(request, public_id)
    access.demand("manage_league")
    if request.method != "POST":
        return render(request, "league/season_form.html", {"page": _new_page(access, untouched_season())})
    typed = read_season(request.POST.dict())
    if typed.new is None:
        return render(request, "league/season_form.html", {"page": _new_page(access, typed)}, status=400)
    check_rate(request, "start")
    season = start_season(
        access=access,
        name=typed.new.name,
        preset=typed.new.preset,
        house_rules=typed.new.house_rules,
        rules_title=typed.new.rules_title,
        rules=typed.new.rules,
        pairing=typed.new.pairing,
        teams=typed.new.teams,
        key=typed.key,
    )
    return redirect("run_season", season.public_id)


@never_cache
@require_safe
def rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rules of a season, for everybody who may see it."""
    return render(request, "league/season_rules.html", {"page": season_rules_page(season_at(request, public_id))})


@never_cache
@require_safe
def game_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """The rule set of its games."""
    return render(request, "rules.html", {"page": game_rules_page(season_at(request, public_id).season)})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the rules: who moves is shown first, and what was shown is then saved."""
    at = season_at(request, public_id)
    at.access.demand("manage_league")
    if at.season.closed_at:
        raise Refused("season_closed")
    fixed = is_under_way(at.season)
    if request.method != "POST":
        return _change_page(request, at, untouched_season(at.season), fixed=fixed)
    typed = read_season(request.POST.dict(), at.season, fixed=fixed)
    if typed.new is None:
        return _change_page(request, at, typed, fixed=fixed, status=400)
    try:
        shown = try_rules(access=at.access, season=at.season, new=typed.new)
        if not changes(at.season, typed.new):
            return _change_page(request, at, typed, fixed=fixed, moved=_("Nothing is different from the rules so far."))
        if request.POST.get("seen", "") != _digest(typed.new):
            table = movers(*shown, names_in(at.season))
            return _change_page(request, at, typed, fixed=fixed, table=table, moved=_told(table), status=ASK_FIRST)
        services.change_rules(access=at.access, season=at.season, new=typed.new, reason=typed.reason)
    except Refused as why:
        if why.code not in ("rules_fixed", "invalid_value"):
            raise
        in_already = _("Teams and single players cannot change places once somebody is in.")
        text = in_already if why.context else fixed_text()
        error = text if why.code in ("rules_fixed", "invalid_value") else refusal_text(why)
        return _change_page(request, at, typed, fixed=fixed, errors=(error,), status=why.status)
    return redirect("season_rules", public_id)


def _new_page(access: LeagueAccess, typed: TypedSeason) -> SeasonFormPage:
    league = access.league
    recent, groups = choices(typed.preset, last_used(access.device))
    return SeasonFormPage(
        title=_("A new season"),
        action=reverse("new_season", args=[league.public_id]),
        back_url=reverse("league", args=[league.public_id]),
        back_text=league.name,
        key=typed.key or secrets.token_hex(16),
        name=name_of_season(typed),
        pairing=pairing_field(typed),
        teams=teams_field(typed),
        parts=field_groups(typed),
        recent=recent,
        groups=groups,
        errors=tuple(text for name, text in typed.errors.items() if name == "preset"),
        button=pgettext("button", "Start"),
        rules_now=_title(typed),
    )


def _change_page(
    request: HttpRequest,
    at: SeasonAccess,
    typed: TypedSeason,
    *,
    fixed: bool,
    table: tuple[Mover, ...] = (),
    moved: str = "",
    errors: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    recent, groups = ((), ()) if fixed else choices(typed.preset, last_used(at.access.device))
    asked = status == ASK_FIRST
    page = SeasonFormPage(
        title=_("Change the rules"),
        action=reverse("change_season_rules", args=[at.season.public_id]),
        back_url=reverse("season_rules", args=[at.season.public_id]),
        back_text=_("Rules"),
        key="",
        name=name_of_season(typed),
        pairing=None if fixed else pairing_field(typed),
        teams=None if fixed else teams_field(typed),
        parts=field_groups(typed),
        recent=recent,
        groups=groups,
        errors=(*errors, *(text for name, text in typed.errors.items() if name == "preset")),
        button=_("Save these rules") if asked else _("See who moves"),
        nav=season_nav(at, "season_rules"),
        fixed=fixed_text() if fixed else "",
        reason=reason_field(typed),
        rules_now=_title(typed) or game_title(at.season),
        kept=game_title(at.season),
        keep=typed.preset == KEEP,
        seen=_digest(typed.new) if asked and typed.new else "",
        movers=table,
        moved=moved,
    )
    return render(request, "league/season_form.html", {"page": page}, status=status)


def _title(typed: TypedSeason) -> str:
    """What the rule set is called that is chosen from the list; "" for none."""
    found = typed.chosen or (chosen(typed.preset) if typed.preset != KEEP else None)
    return found.title if found else ""


def _told(table: tuple[Mover, ...]) -> str:
    """What a preview comes to."""
    count = sum(1 for mover in table if mover.way)
    if not table:
        return _("Nobody is in the season yet: nobody moves.")
    if not count:
        return _("Nobody moves.")
    return ngettext("One place changes.", "%(n)d places change.", count) % {"n": count}


def _digest(new: NewRules) -> str:
    """The rules that a preview was made of: saved is only what was shown."""
    return hashlib.sha256(json.dumps(asdict(new), sort_keys=True, default=str).encode()).hexdigest()[:32]
