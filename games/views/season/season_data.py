"""Views that export a season's standings and results, import results, and export or import a whole league."""

from collections.abc import Iterable
from datetime import date
from functools import partial
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.season.results_csv import CsvContent, read_csv
from games.models import Account, SheetUpload
from games.pages.season.season_data import Download, ImportPreview, SeasonDataPage
from games.pages.season.season_nav import season_nav
from games.pages.season.season_table_page import is_hidden
from games.refusals import RefusedError
from games.selectors.account.email_links import demand_confirmed_email
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_export import CellValue, result_rows, table_rows
from games.selectors.sharing.league_archive import league_archive
from games.services.season.results_import import ImportPlan, import_results, plan_import, store_upload
from games.services.sharing.archives import ArchiveError
from games.services.sharing.league_archive import import_league
from games.services.sharing.seals import seal_file
from games.views.account.authentication import account_required
from games.views.league.league_access import league_access_for, season_access_for
from games.web.archives import archive_response
from games.web.spreadsheets import csv_stream, xlsx_response
from games.wording.words import listed

_FILE_RESPONSES: Final = {"csv": csv_stream, "xlsx": xlsx_response}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what can be exported; POST previews the import of a file."""
    season_access = season_access_for(request, public_id)
    if request.method != "POST":
        return render(request, "season/data.html", {"page": _page(season_access)})
    season_access.access.demand("manage_league")
    sheet = _read_upload(request, date_in_league(season_access.access.league))
    if isinstance(sheet, str):
        return _faults_response(request, season_access, (sheet,))
    text, results = sheet
    if results.faults:
        return _faults_response(
            request,
            season_access,
            tuple(
                _("Line %(line)s: %(fault)s") % {"line": fault.line, "fault": fault.text} for fault in results.faults
            ),
            results.more_faults,
        )
    plan = plan_import(season_access.season, results.names, results.results)
    if plan.unknown:
        template = _("There is no team called %(names)s: make the teams first.")
        sentence = template % {"names": listed(plan.unknown[:5])}
        return _faults_response(request, season_access, (sentence,))
    action = ""
    if plan.entrants or plan.results:
        stored = store_upload(access=season_access.access, season=season_access.season, text=text)
        action = reverse("take_over", args=[season_access.season.public_id, stored.pk])
    return render(
        request,
        "season/data.html",
        {"page": _page(season_access, ImportPreview(_preview_sentences(plan), action))},
    )


@never_cache
@require_POST
def import_upload(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Import a file that was previewed."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    stored = SheetUpload.objects.filter(
        pk=number, season=season_access.season, account=season_access.access.account
    ).first()
    if stored is None:
        raise RefusedError("not_found")
    results = read_csv(stored.text)
    imported = import_results(
        access=season_access.access, season=season_access.season, names=results.names, results=results.results
    )
    stored.delete()
    page = _page(season_access, done_text=_("Taken over: %(what)s.") % {"what": _counts_text(imported)})
    return render(request, "season/data.html", {"page": page})


@never_cache
@require_safe
def download(request: HttpRequest, public_id: str, what: str, kind: str) -> HttpResponseBase:
    """Export the standings or the results as a file."""
    season_access = season_access_for(request, public_id)
    if kind not in _FILE_RESPONSES or what not in ("table", "results"):
        raise RefusedError("not_found")
    if what == "table" and is_hidden(season_access):
        raise RefusedError("not_found")
    tonight = date_in_league(season_access.access.league)
    rows: Iterable[list[CellValue]] = (
        table_rows(season_access.season, tonight=tonight) if what == "table" else result_rows(season_access.season)
    )
    return _FILE_RESPONSES[kind](what, rows, partial(seal_file, season=season_access.season))


@never_cache
@require_safe
def archive(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Export the whole league as JSON, for those who run it."""
    access = league_access_for(request, public_id)
    access.demand("manage_league")
    return archive_response("league", league_archive(access.league), partial(seal_file, league=access.league))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@account_required
def import_archive(request: HttpRequest, account: Account) -> HttpResponse:
    """Import a league from its archive, for the account that is logged in."""
    fault = ""
    if request.method == "POST":
        demand_confirmed_email(account)
        upload = request.FILES.get("file")
        try:
            text = upload.read().decode() if upload else ""
            return redirect("league", import_league(account=account, text=text).public_id)
        except UnicodeDecodeError:
            fault = _("Nothing was imported: the file is no text.")
        except ArchiveError as error:
            fault = _("Nothing was imported: %(why)s.") % {"why": error}
    context = {"faults": (fault,) if fault else (), "back_url": reverse("start")}
    return render(request, "league/bring.html", context, status=400 if fault else 200)


def _read_upload(request: HttpRequest, until: date) -> tuple[str, CsvContent] | str:
    """Return the text of the uploaded file and its results; or the error."""
    upload = request.FILES.get("file")
    if upload is None:
        return _("Please choose a file.")
    raw = upload.read()
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = raw.decode(encoding)
            break
        except UnicodeDecodeError:
            continue
    else:
        return _("The file is no text. Save it as CSV first.")
    if "\x00" in text:
        return _("The file is no text. Save it as CSV first.")
    return text, read_csv(text, until)


def _faults_response(
    request: HttpRequest, season_access: SeasonAccess, faults: tuple[str, ...], more_faults: int = 0
) -> HttpResponse:
    return render(
        request,
        "season/data.html",
        {"page": _page(season_access, faults=faults, more_faults=more_faults)},
        status=400,
    )


def _page(
    season_access: SeasonAccess,
    trial: ImportPreview | None = None,
    *,
    done_text: str = "",
    faults: tuple[str, ...] = (),
    more_faults: int = 0,
) -> SeasonDataPage:
    def kinds(what: str) -> tuple[tuple[str, str], ...]:
        return tuple(
            (kind.upper(), reverse("download", args=[season_access.season.public_id, what, kind]))
            for kind in _FILE_RESPONSES
        )

    downloads = [Download(_("Results"), _("every match that is over; can be brought in again"), kinds("results"))]
    if not is_hidden(season_access):
        downloads.insert(0, Download(pgettext("standings", "Table"), _("as it stands now"), kinds("table")))
    manages = season_access.access.may("manage_league")
    if manages:
        url = reverse("archive", args=[season_access.access.league.public_id])
        downloads.append(
            Download(_("The whole league"), _("people, seasons, matches and every round"), (("JSON", url),))
        )
    return SeasonDataPage(
        nav=season_nav(season_access, "season_data"),
        downloads=tuple(downloads),
        upload_url=reverse("season_data", args=[season_access.season.public_id]) if manages else "",
        trial=trial,
        done=done_text,
        faults=faults,
        more=more_faults,
    )


def _preview_sentences(plan: ImportPlan) -> tuple[str, ...]:
    """Return what the import would do, in sentences."""
    sentences = [_("It would bring %(what)s.") % {"what": _counts_text(plan)}]
    if plan.members:
        sentences.append(_("New in the league: %(names)s.") % {"names": listed(plan.members)})
    joining = [name for name in plan.entrants if name not in plan.members]
    if joining:
        sentences.append(_("New in this season: %(names)s.") % {"names": listed(joining)})
    if plan.planned:
        sentences.append(_("Of matches that are planned: %(results)s.") % {"results": _results_text(plan.planned)})
    if plan.known:
        template = ngettext(
            "%(n)d result of the file is here already.", "%(n)d results of the file are here already.", plan.known
        )
        sentences.append(template % {"n": plan.known})
    return tuple(sentences)


def _counts_text(plan: ImportPlan) -> str:
    members = len(plan.members)
    # Translators: stands behind a colon or "it would bring".
    parts = [ngettext("%(n)d new member", "%(n)d new members", members) % {"n": members}] if members else []
    parts += [_results_text(plan.results)] if plan.results else []
    return listed(parts) or _("nothing new")


def _results_text(number: int) -> str:
    return ngettext("%(n)d result", "%(n)d results", number) % {"n": number}
