"""Views that begin a season, and show and change its rules."""

import hashlib
import json
import secrets
from dataclasses import asdict
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.season.season_form import KEEP_RULE_SET, TypedSeason, initial_season, read_season
from games.pages.rulebook.rules_choices import rule_choices
from games.pages.season.season_fields import field_groups, pairing_field, reason_field, season_name_field, teams_field
from games.pages.season.season_nav import season_nav
from games.pages.season.season_rules_page import game_title, preview_movers, season_game_rules_page, season_rules_page
from games.pages.season.season_setup import SeasonFormPage, StandingsChange
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.rulebook.house_rules import last_used_rules, rules_by_value
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.season_state import is_under_way, may_change_crossing
from games.services.season import season_rules as services
from games.services.season.season_rules import NewRules, changes, preview_rules
from games.services.season.seasons import start_season
from games.views.league.league_access import league_access_for, season_access_for
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text
from games.wording.season.season_setup import fixed_text

NEEDS_CONFIRMATION: Final = 422
"""The status of a preview that must be confirmed: nothing was refused, and nothing was saved."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def begin(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the form for a new season; POST begins it."""
    access = league_access_for(request, public_id)
    access.demand("manage_league")
    if request.method != "POST":
        return render(request, "season/season_form.html", {"page": _new_page(access, initial_season())})
    typed = read_season(request.POST.dict())
    if typed.new_rules is None:
        return render(request, "season/season_form.html", {"page": _new_page(access, typed)}, status=400)
    check_rate(request, "start")
    season = start_season(
        access=access,
        name=typed.new_rules.name,
        preset=typed.new_rules.preset,
        house_rules=typed.new_rules.house_rules,
        rules_title=typed.new_rules.rules_title,
        rules=typed.new_rules.rules,
        pairing=typed.new_rules.pairing,
        teams=typed.new_rules.teams,
        key=typed.key,
    )
    return redirect("season:run", season.public_id)


@never_cache
@require_safe
def rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the rules of a season to anyone who may see it."""
    return render(
        request, "season/season_rules.html", {"page": season_rules_page(season_access_for(request, public_id))}
    )


@never_cache
@require_safe
def game_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the rule set of a season's games."""
    return render(
        request, "rulebook/rules.html", {"page": season_game_rules_page(season_access_for(request, public_id).season)}
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change_rules(request: HttpRequest, public_id: str) -> HttpResponse:
    """Change the rules: first preview who would move, then save exactly what was previewed."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    if season_access.season.closed_at:
        raise RefusedError("season_closed")
    fixed = is_under_way(season_access.season)
    if request.method != "POST":
        return _change_page(request, season_access, initial_season(season_access.season), fixed=fixed)
    typed = read_season(request.POST.dict(), season_access.season, fixed=fixed)
    if typed.new_rules is None:
        return _change_page(request, season_access, typed, fixed=fixed, status=400)
    try:
        standings = preview_rules(access=season_access.access, season=season_access.season, new=typed.new_rules)
        if not changes(season_access.season, typed.new_rules):
            return _change_page(
                request, season_access, typed, fixed=fixed, moved_text=_("You haven't changed anything.")
            )
        if request.POST.get("seen", "") != _rules_digest(typed.new_rules):
            table = preview_movers(*standings, names_of_entrants(season_access.season))
            return _change_page(
                request,
                season_access,
                typed,
                fixed=fixed,
                table=table,
                moved_text=_movers_text(table),
                status=NEEDS_CONFIRMATION,
            )
        services.change_rules(
            access=season_access.access, season=season_access.season, new=typed.new_rules, reason=typed.reason
        )
    except RefusedError as refusal:
        if refusal.code not in ("rules_fixed", "invalid_value"):
            raise
        teams_fixed_text = _("You can't switch between teams and players once someone has joined.")
        text = teams_fixed_text if refusal.context else fixed_text()
        error = text if refusal.code in ("rules_fixed", "invalid_value") else refusal_text(refusal)
        return _change_page(request, season_access, typed, fixed=fixed, errors=(error,), status=refusal.status)
    return redirect("season:rules", public_id)


def _new_page(access: LeagueAccess, typed: TypedSeason) -> SeasonFormPage:
    league = access.league
    recent, groups = rule_choices(typed.preset, last_used_rules(access.device))
    return SeasonFormPage(
        title=_("New season"),
        action=reverse("league:new_season", args=[league.public_id]),
        back_url=reverse("league:page", args=[league.public_id]),
        back_text=league.name,
        key=typed.key or secrets.token_hex(16),
        name=season_name_field(typed),
        pairing=pairing_field(typed),
        teams=teams_field(typed),
        parts=field_groups(typed),
        recent=recent,
        groups=groups,
        errors=tuple(text for name, text in typed.errors.items() if name == "preset"),
        button=_("Create season"),
        rules_now=_rules_title(typed),
    )


def _change_page(
    request: HttpRequest,
    season_access: SeasonAccess,
    typed: TypedSeason,
    *,
    fixed: bool,
    table: tuple[StandingsChange, ...] = (),
    moved_text: str = "",
    errors: tuple[str, ...] = (),
    status: int = 200,
) -> HttpResponse:
    recent, groups = ((), ()) if fixed else rule_choices(typed.preset, last_used_rules(season_access.access.device))
    needs_confirmation = status == NEEDS_CONFIRMATION
    page = SeasonFormPage(
        title=_("Change the rules"),
        action=reverse("season:change_rules", args=[season_access.season.public_id]),
        back_url=reverse("season:rules", args=[season_access.season.public_id]),
        back_text=_("Rules"),
        key="",
        name=season_name_field(typed),
        pairing=None if fixed else pairing_field(typed),
        teams=None if fixed else teams_field(typed),
        parts=field_groups(typed, crossing=may_change_crossing(season_access.season, under_way=fixed)),
        recent=recent,
        groups=groups,
        errors=(*errors, *(text for name, text in typed.errors.items() if name == "preset")),
        button=_("Save rules") if needs_confirmation else _("Preview the standings"),
        nav=season_nav(season_access, "rules"),
        fixed=fixed_text() if fixed else "",
        reason=reason_field(typed),
        rules_now=_rules_title(typed) or game_title(season_access.season),
        present_rules=game_title(season_access.season),
        keeps_rules=typed.preset == KEEP_RULE_SET,
        preview_id=_rules_digest(typed.new_rules) if needs_confirmation and typed.new_rules else "",
        standings_changes=table,
        changes_text=moved_text,
    )
    return render(request, "season/season_form.html", {"page": page}, status=status)


def _rules_title(typed: TypedSeason) -> str:
    """Return the title of the chosen rule set; "" without one."""
    chosen_rules = typed.chosen or (rules_by_value(typed.preset) if typed.preset != KEEP_RULE_SET else None)
    return chosen_rules.title if chosen_rules else ""


def _movers_text(table: tuple[StandingsChange, ...]) -> str:
    """Return a summary of the preview."""
    count = sum(1 for mover in table if mover.direction)
    if not table:
        return _("Nobody's in the season yet, so no places change.")
    if not count:
        return _("Nobody's place changes.")
    return ngettext("One place changes.", "%(n)d places change.", count) % {"n": count}


def _rules_digest(new: NewRules) -> str:
    """Return a digest of the previewed rules, so that only these are saved."""
    return hashlib.sha256(json.dumps(asdict(new), sort_keys=True, default=str).encode()).hexdigest()[:32]
