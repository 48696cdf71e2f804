"""The referee's page of a season: rounds to check, to tick or to approve."""

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.typed_values import parse_date, parse_whole_number
from games.models import Verdict
from games.pages.season.checks_page import checks_page
from games.pages.table.table import Notice
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.services.season.checks import RoundVersion, check_round, tick_rounds
from games.views.league.league_access import season_access_for
from games.views.season.match_confirmations import parse_seen_round
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text

_SHOWN_ON_PAGE = ("stale", "season_closed", "not_playable", "not_found")
_MAX_ROUNDS = 1_000


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def checks(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Show the rounds to check; its buttons tick rounds or approve one."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("check_rounds")
    notice, status = None, 200
    if request.method == "POST":
        try:
            notice = Notice("good", _apply_button(request, season_access))
        except RefusedError as refusal:
            if refusal.code not in _SHOWN_ON_PAGE:
                raise
            notice, status = Notice("bad", refusal_text(refusal)), refusal.status
        season_access = season_access_for(request, public_id)
        if not request.htmx and status == 200:
            return redirect(checks_page(season_access, _night_param(request)).url)
    elif request.GET.get("seen") == str(season_access.season.revision):
        return HttpResponse(status=204)
    page = checks_page(season_access, _night_param(request))
    template = "season/checks.html#checks" if request.htmx else "season/checks.html"
    return render(request, template, {"page": page, "notice": notice}, status=status)


def _apply_button(request: HttpRequest, season_access: SeasonAccess) -> str:
    """Do what the posted button says and return the notice.

    Raises RefusedError ("invalid_value") for another button.
    """
    button, seen_rounds = (
        request.POST.get("do", ""),
        [_match_and_round(value) for value in request.POST.getlist("round")[:_MAX_ROUNDS]],
    )
    if button == "tick" and seen_rounds:
        ticked = tick_rounds(access=season_access.access, season=season_access.season, rounds=seen_rounds)
        if not ticked:
            raise RefusedError("stale")
        return ngettext("%(n)d round marked as checked", "%(n)d rounds marked as checked", ticked) % {"n": ticked}
    if button != "approve" or len(seen_rounds) != 1:
        raise RefusedError("invalid_value", what="do")
    number, seen = seen_rounds[0]
    check_round(
        access=season_access.access,
        season=season_access.season,
        number=number,
        game=seen.game,
        round_number=seen.round,
        revision=seen.revision,
        verdict=Verdict.APPROVED,
    )
    return _("Approved")


def _match_and_round(value: str) -> tuple[int, RoundVersion]:
    """Parse a round with its match, "3:1:4:17". Raises RefusedError ("invalid_value") for anything else."""
    match, __, round_text = value.partition(":")
    number = parse_whole_number(match)
    if number is None:
        raise RefusedError("invalid_value", what="round")
    return number, parse_seen_round(round_text)


def _night_param(request: HttpRequest) -> date | None:
    """Return the night in the query; None if there's none or it isn't a date."""
    return parse_date(request.GET.get("night", ""))
