"""Views that print a season: pairings, score slips, round sheets and the standings."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.season.season_print import SHEETS, season_print_page, season_sheet_page
from games.refusals import RefusedError
from games.selectors.season.league_dates import date_in_league
from games.views.league.league_access import season_access_for
from games.web.base_url import base_url


@never_cache
@require_safe
def place(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what can be printed of a night or round."""
    season_access = season_access_for(request, public_id)
    today = date_in_league(season_access.access.league)
    page = season_print_page(season_access, request.GET.get("of", ""), today, request.GET.get("column", ""))
    return render(request, "season/print.html", {"page": page})


@never_cache
@require_safe
def sheet(request: HttpRequest, public_id: str, what: str) -> HttpResponse:
    """Show a sheet as it will be on paper."""
    season_access = season_access_for(request, public_id)
    if what not in SHEETS:
        raise RefusedError("not_found")
    today = date_in_league(season_access.access.league)
    query = request.GET
    page = season_sheet_page(
        season_access, what, query.get("of", ""), today, base_url(request), column=query.get("column", "")
    )
    return render(request, "season/print_sheet.html", {"page": page})
