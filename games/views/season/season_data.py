"""Views that export a season's standings and results, and export or import a whole league."""

from collections.abc import Iterable
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from games.models import Account
from games.pages.season.season_data import season_data_page
from games.refusals import RefusedError
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_export import CellValue, result_rows, table_rows
from games.selectors.season.season_state import is_hidden
from games.selectors.sharing.league_archive import league_archive
from games.services.sharing.league_archive import import_league
from games.views.account.authentication import account_required
from games.views.league.league_access import league_access_for, season_access_for
from games.views.season.results_import import preview_upload
from games.views.sharing.archives import import_upload
from games.web.downloads import archive_response
from games.web.limits import largest_body
from games.web.spreadsheets import csv_response, xlsx_response

_FILE_RESPONSES: Final = {"csv": csv_response, "xlsx": xlsx_response}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what can be exported; POST previews the import of a file."""
    season_access = season_access_for(request, public_id)
    if request.method != "POST":
        return render(request, "season/data.html", {"page": season_data_page(season_access)})
    return preview_upload(request, season_access)


@never_cache
@require_safe
def download(request: HttpRequest, public_id: str, what: str, kind: str) -> HttpResponseBase:
    """Export the standings or the results as a file."""
    season_access = season_access_for(request, public_id)
    if kind not in _FILE_RESPONSES or what not in ("table", "results"):
        raise RefusedError("not_found")
    # From the results the standings could be added up.
    if is_hidden(season_access):
        raise RefusedError("not_found")
    tonight = date_in_league(season_access.access.league)
    rows: Iterable[list[CellValue]] = (
        table_rows(season_access.season, tonight=tonight) if what == "table" else result_rows(season_access.season)
    )
    return _FILE_RESPONSES[kind](what, rows)


@never_cache
@require_safe
def archive(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Export the whole league as JSON, for those who run it."""
    access = league_access_for(request, public_id)
    access.demand("manage_league")
    return archive_response("league.json", league_archive(access.league))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def import_archive(request: HttpRequest, account: Account) -> HttpResponse:
    """Import a league from its archive, for the account that is logged in."""
    fault = ""
    if request.method == "POST":
        league, fault = import_upload(request, account, lambda text: import_league(account=account, text=text))
        if league:
            url = reverse("league:page", args=[league.public_id])
            return HttpResponseClientRedirect(url) if "HX-Request" in request.headers else redirect(url)
    faults = (fault,) if fault else ()
    context = {"faults": faults, "back_url": reverse("start"), "largest": largest_body(request.path)}
    return render(request, "league/bring.html", context, status=400 if fault else 200)
