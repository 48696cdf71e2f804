"""Views that call the referee to a table: from its page, from the page of the match, and the answer at the desk."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.models import Season
from games.pages.season.match_at_table import league_access_at, match_at
from games.pages.season.match_page import match_page
from games.pages.table.table import Notice
from games.permissions import Access, LeagueAccess
from games.refusals import RefusedError
from games.selectors.table.table_paths import table_path
from games.services.season.referee_calls import answer_call, call_referee, take_back_call
from games.views.devices import table_access
from games.views.league.league_access import match_access_for, season_access_for
from games.views.season import desk
from games.views.table.table import TableSnapshot
from games.web.htmx import HtmxRequest
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text

_SHOWN_ON_PAGE = ("not_allowed", "not_playable", "season_closed", "too_many_requests")


@never_cache
@require_POST
def call(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Call the referee from the page of a match, or take the call back; then go back there."""
    match_access = match_access_for(request, public_id, number)
    try:
        _call(request, match_access.access, match_access.season, number)
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        page = match_page(match_access, refusal_text(refusal))
        return render(request, "season/match.html", {"page": page}, status=refusal.status)
    return redirect("season:match", public_id, number)


@never_cache
@require_POST
def call_at_table(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Call the referee from the page of a match's table, or take the call back."""
    access = table_access(request, public_id)
    match = match_at(access.table)
    if match is None:
        raise Http404
    try:
        _call(request, league_access_at(access, match.season), match.season, match.number, access)
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        return _table(request, public_id, Notice("bad", refusal_text(refusal)), refusal.status)
    notice = (
        _("You've called the referee. They can see which table it is.") if _is_call(request) else _("Call canceled")
    )
    return _table(request, public_id, Notice("good", notice), 200)


@never_cache
@require_POST
def answer(request: HtmxRequest, public_id: str, number: int) -> HttpResponse:
    """Answer a call at the desk."""
    season_access = season_access_for(request, public_id)
    answer_call(access=season_access.access, season=season_access.season, number=number)
    return desk.done(request, public_id, "")


def _is_call(request: HtmxRequest) -> bool:
    """Return whether the button calls; the other one takes the call back."""
    return request.POST.get("do") != "take_back"


def _call(
    request: HtmxRequest, access: LeagueAccess, season: Season, number: int, table_access: Access | None = None
) -> None:
    """Do what the button says. Taking a call back is never too often."""
    if not _is_call(request):
        take_back_call(access=access, season=season, number=number, table_access=table_access)
        return
    check_rate(request, "call_referee", f"{season.public_id}/{number}")
    call_referee(access=access, season=season, number=number, table_access=table_access)


def _table(request: HtmxRequest, public_id: str, notice: Notice, status: int) -> HttpResponse:
    """Render the part of the table that changed; without script, redirect to its page."""
    access = table_access(request, public_id)
    if not request.htmx and status == 200:
        return redirect(table_path(access.table))
    template = "table/table.html#checked" if request.htmx else "table/table.html"
    return render(request, template, {"page": TableSnapshot(access).page(notice=notice)}, status=status)
