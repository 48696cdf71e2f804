"""Views that import members and results from a CSV file: questions and a preview first, then the import."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from games.forms.season.import_answers import MOST_NAMES, ImportAnswers, read_import_answers, with_answers
from games.forms.season.results_csv import CsvContent, read_csv
from games.forms.season.sheet_letters import NO_LETTERS, bytes_as_text, reread, sheet_readings
from games.forms.typed_values import parse_whole_number
from games.models import SheetUpload
from games.pages.season.import_preview import (
    doubtful_question,
    import_preview,
    import_questions,
    letters_question,
    plan_text,
    unicode_hint,
)
from games.pages.season.season_data import ImportOutcome, season_data_page
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.services.season.import_undo import take_back_import
from games.services.season.results_import import ImportPlan, import_results, plan_import, similar_to_known, store_upload
from games.views.league.league_access import season_access_for
from games.wording.words import listed


def preview_upload(request: HttpRequest, season_access: SeasonAccess) -> HttpResponse:
    """Preview the import of an uploaded file, or of one whose questions were answered. Nothing is imported."""
    season_access.access.demand("manage_league")
    answers = read_import_answers(request.POST)
    if "upload" in request.POST:
        stored = _stored_upload(season_access, request.POST["upload"])
        if request.POST.get("letters") == NO_LETTERS:
            outcome = ImportOutcome(faults=(unicode_hint(),))
        elif "letters" in request.POST:
            outcome = _preview(season_access, _reread(stored, request.POST["letters"]), answers, None)
        else:
            outcome = _preview(season_access, stored.text, answers, stored)
    else:
        outcome = _first_preview(request, season_access, answers)
    return _page(request, season_access, replace(outcome, order=answers.order))


@never_cache
@require_POST
def import_upload(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Import a file that was previewed; where something has to be asked again, ask."""
    season_access = season_access_for(request, public_id)
    season_access.access.demand("manage_league")
    stored, answers = _stored_upload(season_access, str(number)), read_import_answers(request.POST)
    content, obstacle = _read(season_access, stored.text, answers)
    if obstacle:
        return _page(request, season_access, replace(obstacle, upload=stored.pk))
    if asked := _doubts(_plan(season_access, content, answers), answers):
        return _page(request, season_access, replace(asked, upload=stored.pk))
    imported = import_results(
        access=season_access.access,
        season=season_access.season,
        names=content.names,
        results=content.results,
        further=answers.further or (),
    )
    stored.delete()
    return _page(request, season_access, ImportOutcome(done=_("Imported: %(what)s.") % {"what": plan_text(imported)}))


@never_cache
@require_POST
def take_back(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Take the last import back."""
    season_access = season_access_for(request, public_id)
    take_back_import(access=season_access.access, season=season_access.season, event_id=number)
    return _page(request, season_access, ImportOutcome(done=_("Import undone")))


def _preview(
    season_access: SeasonAccess, text: str, answers: ImportAnswers, stored: SheetUpload | None
) -> ImportOutcome:
    """Return the preview of a file, or what has to be asked or corrected first; store the file where it is needed."""
    season = season_access.season

    def upload_id() -> int:
        return (stored or store_upload(access=season_access.access, season=season, text=text)).pk

    content, obstacle = _read(season_access, text, answers)
    if obstacle:
        return replace(obstacle, upload=upload_id()) if obstacle.questions else obstacle
    plan = _plan(season_access, content, answers)
    given = replace(answers, order=answers.order or content.dates.order)
    if plan.unknown:
        template = _("There's no team called %(names)s. Create the teams first.")
        return ImportOutcome(faults=(template % {"names": listed(plan.unknown[:5])},))
    if asked := _doubts(plan, given):
        return replace(asked, upload=upload_id())
    if not (plan.entrants or plan.results):
        return ImportOutcome(import_preview(content, plan, "", ()))
    action = reverse("season:import_upload", args=[season.public_id, upload_id()])
    return ImportOutcome(import_preview(content, plan, action, given.hidden_fields()))


def _plan(season_access: SeasonAccess, content: CsvContent, answers: ImportAnswers) -> ImportPlan:
    return plan_import(season_access.season, content.names, content.results, answers.further or ())


def _doubts(plan: ImportPlan, answers: ImportAnswers) -> ImportOutcome | None:
    """Return the question about doubtful lines; None without any, and after it was answered."""
    if not plan.doubtful or answers.further is not None:
        return None
    return ImportOutcome(questions=doubtful_question(plan, answers))


def _read(season_access: SeasonAccess, text: str, answers: ImportAnswers) -> tuple[CsvContent, ImportOutcome | None]:
    """Return a file's content with ``answers`` applied; and the faults or questions for which it can't be imported."""
    content = read_csv(text, date_in_league(season_access.access.league), answers.order)
    if content.faults:
        return content, _faults(content)
    names = [*content.names, *(side.name for result in content.results for side in result.sides)]
    similar = similar_to_known(season_access.season, list(dict.fromkeys(names)))
    if max(len(similar), len(content.repeated)) > MOST_NAMES:
        template = _(
            "More than %(most)s names in the file look a lot like others, such as %(names)s. Please check "
            "their spelling first."
        )
        alike = list(similar) if len(similar) > MOST_NAMES else [repeated.name for repeated in content.repeated]
        return content, ImportOutcome(faults=(template % {"most": MOST_NAMES, "names": listed(alike[:3])},))
    questions = import_questions(content, similar, answers, teams=season_access.season.teams)
    if questions:
        return content, ImportOutcome(questions=questions)
    content = with_answers(content, answers)
    return content, _faults(content) if content.faults else None


def _faults(content: CsvContent) -> ImportOutcome:
    lines = tuple(_("Line %(line)s: %(fault)s") % {"line": fault.line, "fault": fault.text} for fault in content.faults)
    return ImportOutcome(faults=lines, more=content.more_faults)


def _stored_upload(season_access: SeasonAccess, number: str) -> SheetUpload:
    found = SheetUpload.objects.filter(season=season_access.season, account=season_access.access.account)
    upload = parse_whole_number(number)
    stored = None if upload is None else found.filter(pk=upload).first()
    if stored is None:
        raise RefusedError("not_found")
    return stored


def _first_preview(request: HttpRequest, season_access: SeasonAccess, answers: ImportAnswers) -> ImportOutcome:
    """Return the preview of the uploaded file, or why there is none: also the question in which letters it is."""
    upload = request.FILES.get("file")
    if upload is None:
        return ImportOutcome(faults=(_("Please choose a file."),))
    raw = upload.read()
    readings = sheet_readings(raw)
    if not readings:
        return ImportOutcome(faults=(_("We couldn't read that file. Save it as CSV first."),))
    if len(readings) == 1:
        return _preview(season_access, next(iter(readings.values())), answers, None)
    stored = store_upload(access=season_access.access, season=season_access.season, text=bytes_as_text(raw))
    return ImportOutcome(questions=letters_question(readings, answers), upload=stored.pk)


def _reread(stored: SheetUpload, page: str) -> str:
    try:
        return reread(stored.text, page)
    except ValueError as error:
        raise RefusedError("invalid_value", what="letters") from error


def _page(request: HttpRequest, season_access: SeasonAccess, outcome: ImportOutcome) -> HttpResponse:
    page = season_data_page(season_access, outcome)
    return render(request, "season/data.html", {"page": page}, status=400 if outcome.faults else 200)
