"""A season's numbers: taken away as files, and brought in from one. And a league as an archive, there and back."""

from collections.abc import Iterable
from datetime import date
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.results_csv import Sheet, read_sheet
from games.models import Account, SheetUpload
from games.pages.season_data import DataPage, Download, Trial
from games.refusals import Refused
from games.selectors.league_access import SeasonAccess
from games.selectors.league_archive import league_archive
from games.selectors.nights import today
from games.selectors.season_export import Cell, result_rows, table_rows
from games.selectors.season_nav import season_nav
from games.services.archives import BadArchive
from games.services.league_archive import import_league
from games.services.results_import import ImportPlan, keep_upload, plan_import, take_over
from games.views.league_doors import league_at, season_at
from games.views.signed_in import needs_account
from games.web.archives import archive_answer
from games.web.spreadsheets import csv_stream, xlsx_answer
from games.wording import listed

_ANSWERS: Final = {"csv": csv_stream, "xlsx": xlsx_answer}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def data(request: HttpRequest, public_id: str) -> HttpResponse:
    """What there is to take away; a POST with a ``file`` looks at it and says what taking it over would do."""
    at = season_at(request, public_id)
    if request.method != "POST":
        return render(request, "league/data.html", {"page": _page(at)})
    at.access.demand("manage_league")
    sheet = _uploaded(request, today(at.access.league))
    if isinstance(sheet, str):
        return _faulty(request, at, (sheet,))
    text, read = sheet
    if read.faults:
        return _faulty(
            request,
            at,
            tuple(_("Line %(line)s: %(fault)s") % {"line": fault.line, "fault": fault.text} for fault in read.faults),
            read.more,
        )
    planned = plan_import(at.season, read.names, read.results)
    if planned.unknown:
        told = _("There is no team called %(names)s: make the teams first.")
        sentence = told % {"names": listed(planned.unknown[:5])}
        return _faulty(request, at, (sentence,))
    action = ""
    if planned.entrants or planned.results:
        kept = keep_upload(access=at.access, season=at.season, text=text)
        action = reverse("take_over", args=[at.season.public_id, kept.pk])
    return render(request, "league/data.html", {"page": _page(at, Trial(_would(planned), action))})


@never_cache
@require_POST
def take_over_upload(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Take over a file that was looked at."""
    at = season_at(request, public_id)
    at.access.demand("manage_league")
    kept = SheetUpload.objects.filter(pk=number, season=at.season, account=at.access.account).first()
    if kept is None:
        raise Refused("not_found")
    read = read_sheet(kept.text)
    done = take_over(access=at.access, season=at.season, names=read.names, results=read.results)
    kept.delete()
    page = _page(at, done=_("Taken over: %(what)s.") % {"what": _counted(done)})
    return render(request, "league/data.html", {"page": page})


@never_cache
@require_safe
def download(request: HttpRequest, public_id: str, what: str, kind: str) -> HttpResponseBase:
    """The table or the results as a file."""
    at = season_at(request, public_id)
    if kind not in _ANSWERS or what not in ("table", "results"):
        raise Refused("not_found")
    if what == "table" and not _table_shown(at):
        raise Refused("not_found")
    tonight = today(at.access.league)
    rows: Iterable[list[Cell]] = table_rows(at.season, tonight=tonight) if what == "table" else result_rows(at.season)
    return _ANSWERS[kind](what, rows)


@never_cache
@require_safe
def archive(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """The whole league as JSON, for who runs it."""
    access = league_at(request, public_id)
    access.demand("manage_league")
    return archive_answer("league", league_archive(access.league))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@needs_account
def bring_league(request: HttpRequest, account: Account) -> HttpResponse:
    """A league out of its archive, for the account that brings it."""
    fault = ""
    if request.method == "POST":
        brought = request.FILES.get("file")
        try:
            text = brought.read().decode() if brought else ""
            return redirect("league", import_league(account=account, text=text).public_id)
        except UnicodeDecodeError:
            fault = _("Nothing was imported: the file is no text.")
        except BadArchive as bad:
            fault = _("Nothing was imported: %(why)s.") % {"why": bad}
    context = {"faults": (fault,) if fault else (), "back_url": reverse("start")}
    return render(request, "league/bring.html", context, status=400 if fault else 200)


def _uploaded(request: HttpRequest, until: date) -> tuple[str, Sheet] | str:
    """The text of the file that came, and what it says; or why there is none."""
    brought = request.FILES.get("file")
    if brought is None:
        return _("Please choose a file.")
    raw = brought.read()
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
    return text, read_sheet(text, until)


def _faulty(request: HttpRequest, at: SeasonAccess, faults: tuple[str, ...], more: int = 0) -> HttpResponse:
    return render(request, "league/data.html", {"page": _page(at, faults=faults, more=more)}, status=400)


def _table_shown(at: SeasonAccess) -> bool:
    return at.season.table_shown or at.access.may("manage_league")


def _page(
    at: SeasonAccess, trial: Trial | None = None, *, done: str = "", faults: tuple[str, ...] = (), more: int = 0
) -> DataPage:
    def kinds(what: str) -> tuple[tuple[str, str], ...]:
        return tuple((kind.upper(), reverse("download", args=[at.season.public_id, what, kind])) for kind in _ANSWERS)

    downloads = [Download(_("Results"), _("every match that is over; can be brought in again"), kinds("results"))]
    if _table_shown(at):
        downloads.insert(0, Download(pgettext("standings", "Table"), _("as it stands now"), kinds("table")))
    manages = at.access.may("manage_league")
    if manages:
        url = reverse("archive", args=[at.access.league.public_id])
        downloads.append(
            Download(_("The whole league"), _("people, seasons, matches and every round"), (("JSON", url),))
        )
    return DataPage(
        nav=season_nav(at, "season_data"),
        downloads=tuple(downloads),
        upload_url=reverse("season_data", args=[at.season.public_id]) if manages else "",
        trial=trial,
        done=done,
        faults=faults,
        more=more,
    )


def _would(plan: ImportPlan) -> tuple[str, ...]:
    """What taking over would do, in sentences."""
    sentences = [_("It would bring %(what)s.") % {"what": _counted(plan)}]
    if plan.members:
        sentences.append(_("New in the league: %(names)s.") % {"names": listed(plan.members)})
    joining = [name for name in plan.entrants if name not in plan.members]
    if joining:
        sentences.append(_("New in this season: %(names)s.") % {"names": listed(joining)})
    if plan.planned:
        sentences.append(_("Of matches that are planned: %(results)s.") % {"results": _results(plan.planned)})
    if plan.known:
        told = ngettext(
            "%(n)d result of the file is here already.", "%(n)d results of the file are here already.", plan.known
        )
        sentences.append(told % {"n": plan.known})
    return tuple(sentences)


def _counted(plan: ImportPlan) -> str:
    members = len(plan.members)
    # Translators: stands behind a colon or "it would bring".
    parts = [ngettext("%(n)d new member", "%(n)d new members", members) % {"n": members}] if members else []
    parts += [_results(plan.results)] if plan.results else []
    return listed(parts) or _("nothing new")


def _results(number: int) -> str:
    return ngettext("%(n)d result", "%(n)d results", number) % {"n": number}
