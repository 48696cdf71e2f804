"""The page that starts the bracket after the groups of a season."""

import secrets
from collections.abc import Sequence
from dataclasses import asdict

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.season.final_stage_form import FinalStageForm, QualificationForm
from games.models import Pairing
from games.pages.season.season_nav import season_nav
from games.pages.season.wrong_pair_notes import pair_text
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.pairings.knockout import bracket
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.advancing import CannotDrawError
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.group_stage import Qualification, qualified
from games.services.season.final_stage import start_final_stage, take_qualified
from games.views.league.league_access import season_access_for
from games.web.throttles import check_rate
from games.wording.refusals import not_playable_text, refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def final_stage(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show who would meet in the bracket; POST starts it and goes to its draw."""
    season_access = season_access_for(request, public_id)
    season, access = season_access.season, season_access.access
    access.demand("manage_league")
    asked = QualificationForm(request.GET if request.method != "POST" and request.GET else None)
    rule = asked.rule() if asked.is_valid() else Qualification()
    values = asdict(rule)
    if asked.is_bound and not asked.is_valid():
        return _page(request, season_access, asked, None, status=400)
    if request.method != "POST":
        name = _("%(season)s: bracket") % {"season": season.name}
        crossing, key = season_rules(season.rules).crossing, secrets.token_hex(16)
        form = FinalStageForm(initial={**values, "name": name, "crossing": crossing, "key": key})
        return _page(request, season_access, QualificationForm(initial=values), form)
    form = FinalStageForm(request.POST)
    if not form.is_valid():
        return _page(request, season_access, QualificationForm(request.POST), form, status=400)
    check_rate(request, "start")
    try:
        started = start_final_stage(
            access=access,
            season=season,
            name=form.cleaned_data["name"],
            pairing=Pairing(form.cleaned_data["pairing"]),
            rule=form.rule(),
            key=form.cleaned_data["key"],
            crossing=form.cleaned_data["crossing"] or None,
        )
    except RefusedError as refusal:
        if refusal.code != "not_playable":
            raise
        asked = QualificationForm(initial=asdict(form.rule()))
        return _page(request, season_access, asked, form, errors=(refusal_text(refusal),), status=refusal.status)
    return redirect("season:draw", started.public_id)


def _page(
    request: HttpRequest,
    season_access: SeasonAccess,
    asked: QualificationForm,
    form: FinalStageForm | None,
    *,
    errors: Sequence[str] = (),
    status: int = 200,
) -> HttpResponse:
    """Render the page: how many go on, who would meet, and the form that starts the bracket."""
    pairs, obstacle = list[str](), ""
    if form is not None:
        initial = {**asdict(Qualification()), **(form.cleaned_data if form.is_bound else form.initial)}
        names = names_of_entrants(season_access.season)
        try:
            rule = Qualification(initial["advance"], initial["best_next"])
            pairs = [pair_text(pair, names) for pair in bracket(qualified(season_access.season, rule))]
        except CannotDrawError as error:
            obstacle = not_playable_text(error.context)
    page = {"nav": season_nav(season_access, "run"), "pairs": pairs, "obstacle": obstacle, "errors": errors}
    context = {"page": page, "asked": asked, "form": None if obstacle else form}
    return render(request, "season/final_stage.html", context, status=status)


@require_http_methods(["POST"])
def take_entrants(request: HttpRequest, public_id: str) -> HttpResponse:
    """Let those into a bracket who go on from its groups by now, and go to its draw."""
    season_access = season_access_for(request, public_id)
    take_qualified(access=season_access.access, season=season_access.season)
    return redirect("season:draw", public_id)
