"""The page that enters results from paper, and the lines that it sends one by one."""

import json
from typing import Final

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.season.results_form import read_result
from games.models import MatchState
from games.pages.season.match_groups import MatchGroups
from games.pages.season.result_changes import change_sentences
from games.pages.season.results_page import SubmittedLine, may_type_results, result_line, results_page, with_table
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.typed_result import counts_asked, stored_sides
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.match_titles import match_names, with_sides
from games.selectors.table.ledger import cached_sheets
from games.services.season.typed_results import TypedResult, preview_results, type_results
from games.views.league.league_access import season_access_for
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text
from games.wording.season.match import score_text

_SHOWN_ON_THE_LINE: Final = ("not_playable", "not_allowed", "season_closed", "stale")


@never_cache
@require_safe
def results(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the matches of a night or round, each with fields for its result."""
    season_access = _access(request, public_id)
    return _page(request, season_access, request.GET.get("of", ""), SubmittedLine())


@never_cache
@require_POST
def type_result(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Store, correct or take back the result of one match. A correction that moves others is confirmed first."""
    season_access = _access(request, public_id)
    match = with_sides(season_access.season.matches.filter(number=number)).first()
    if match is None:
        raise RefusedError("not_found")
    if "keep" in request.POST:
        return _line(request, season_access, SubmittedLine(number, done=_("Old result kept")))
    errors: dict[str, str] = {}
    asked = counts_asked(season_rules(season_access.season.rules))
    result = read_result(request.POST.dict(), number, len(match.sides.all()), asked, errors)
    texts = request.POST.dict()
    if errors:
        return _line(request, season_access, SubmittedLine(number, texts, errors), 400)
    try:
        answer = json.dumps(result.sides and stored_sides(result.sides))
        if match.state == MatchState.PLAYED and request.POST.get("confirmed") != answer:
            changes = preview_results(access=season_access.access, season=season_access.season, results=[result])
            if question := change_sentences(season_access.season, changes):
                return _line(request, season_access, SubmittedLine(number, texts, question=question, answer=answer))
        type_results(access=season_access.access, season=season_access.season, results=[result])
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_THE_LINE:
            raise
        text = _stale_text(season_access, number) if refusal.code == "stale" else refusal_text(refusal)
        return _line(request, season_access, SubmittedLine(number, texts, messages=(text,)), refusal.status)
    return _line(request, season_access, SubmittedLine(number, done=_done_text(result)))


def _access(request: HtmxRequest, public_id: str) -> SeasonAccess:
    season_access = season_access_for(request, public_id)
    if not may_type_results(season_access):
        raise RefusedError("not_your_duty")
    return season_access


def _line(
    request: HtmxRequest, season_access: SeasonAccess, submitted: SubmittedLine, status: int = 200
) -> HttpResponse:
    """Return the line that was sent; without script its whole page, or the way back to it."""
    chosen, is_over = request.POST.get("of", ""), status == 200 and not submitted.question
    if not request.htmx:
        if not is_over:
            return _page(request, season_access, chosen, submitted, status)
        address = reverse("season:results", args=[season_access.season.public_id])
        return redirect(f"{address}?of={chosen}#match-{submitted.number}")
    found = with_table(with_sides(season_access.season.matches.filter(number=submitted.number)))
    match = found.select_related("season").get()
    sheets = cached_sheets([match.table] if match.table else [])
    line = result_line(season_access, match, sheets.get(match.table_id or 0), submitted)
    today = date_in_league(season_access.access.league)
    options = MatchGroups.of(season_access.season).options(chosen, today) if is_over else ()
    context = {"line": line, "chosen": chosen, "options": options}
    return render(request, "season/_result_saved.html", context, status=status)


def _page(
    request: HtmxRequest, season_access: SeasonAccess, chosen: str, submitted: SubmittedLine, status: int = 200
) -> HttpResponse:
    page = results_page(season_access, chosen, date_in_league(season_access.access.league), submitted, request.GET)
    return render(request, "season/results.html", {"page": page}, status=status)


def _done_text(result: TypedResult) -> str:
    if result.sides is not None:
        return _("Saved")
    return _("Result removed") if result.seen is not None else ""


def _stale_text(season_access: SeasonAccess, number: int) -> str:
    match = with_sides(season_access.season.matches.filter(number=number)).get()
    if match.typed_result is None:
        return _("Someone else has removed the result in the meantime. If yours is right, save it again.")
    points = [side["points"] for side in match.typed_result]
    result = score_text(match_names(match), points)
    return _("Someone else has entered %(result)s in the meantime. If yours is right, save it again.") % {
        "result": result
    }
