"""Views of rounds: preview, save, change and delete one."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.table.round_form import TypedRound, fault_sentences, read_round, swap_seats_in_fields
from games.forms.typed_values import parse_whole_number
from games.pages.table.entry import ConflictContext, EntryForm
from games.pages.table.moved_end import end_notes
from games.pages.table.questions_view import with_reports
from games.pages.table.round_form_page import RoundSlot, entry_form
from games.pages.table.round_view import round_view
from games.pages.table.table import Notice, RoundPage
from games.pages.table.table_page import table_title
from games.pages.table.tally_data import tally_data
from games.refusals import RefusedError
from games.rules.faults import RulesError
from games.rules.ledger import Body, RoundVoided
from games.selectors.table.ledger import sheet_of
from games.selectors.table.table_paths import table_path
from games.services.table.ledger import WriteResult
from games.services.table.open_again import is_open_again
from games.services.table.rounds import void_round
from games.views.devices import table_access
from games.views.table.outbox import acknowledgement, answer_outbox, from_outbox, unsupported_format, with_revision
from games.views.table.round_submission import (
    RoundSubmission,
    close_question,
    conflict_in,
    parse_decision,
    preview_of,
    problem_of,
    read_submission,
    save_submission,
    saved_notice,
)
from games.views.table.table import TableSnapshot, shows_earlier_state
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text
from games.wording.words import printable


@never_cache
@require_POST
def preview(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Preview what the form would score: a fragment, or without script the whole page."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    submission = _read_submission(request, snapshot)
    if request.htmx:
        return render(request, "table/_preview.html", {"preview": preview_of(submission)})
    if request.POST.get("correction") == "yes" and submission.slot.line:
        form = _correction(snapshot, submission.slot, submission)
        return render(request, "table/round.html", {"page": _round_page(snapshot, submission.slot, form)})
    return render(request, "table/table.html", {"page": snapshot.page(entry=_form(snapshot, submission))})


@never_cache
@require_POST
def save(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Save the next round, or one that is entered again after an undo or a question between two phones."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    submission = _read_submission(request, snapshot)
    if from_outbox(request):
        return answer_outbox(request, snapshot, submission, url=table_path(snapshot.table))
    entry, status, notice = None, 200, None
    written: WriteResult | None = None
    if problem := problem_of(submission):
        entry, status = _form(snapshot, submission, errors=problem.errors), problem.status
        if submission.misplaced:
            notice = Notice("bad", problem.errors[0])
    else:
        try:
            written = save_submission(snapshot, submission)
            notice = saved_notice(written)
            close_question(snapshot, request.POST.dict())
        except RefusedError as refusal:
            snapshot = TableSnapshot(table_access(request, public_id))
            entry, status = _form(snapshot, submission, refusal=refusal), refusal.status
            notice = Notice("bad", refusal_text(refusal)) if snapshot.sheet.current.over else None
        except RulesError as illegal:
            entry, status = _form(snapshot, submission, errors=fault_sentences(illegal, submission.slot.names)), 400
    if status == 200:
        if not request.htmx:
            return redirect(table_path(snapshot.table))
        snapshot = snapshot.after_write()
    template = "table/table.html#saved" if request.htmx else "table/table.html"
    context = {"page": snapshot.page(entry=entry, notice=notice), "has": shows_earlier_state(request)}
    return with_revision(render(request, template, context, status=status), written)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """Show the form for a round that was entered before; POST changes it."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    slot = snapshot.round_slot(snapshot.game(game), number)
    if slot.line is None:
        raise Http404
    if request.method != "POST":
        return render(request, "table/round.html", {"page": _round_page(snapshot, slot, _correction(snapshot, slot))})
    submission = _read_submission(request, snapshot, slot)
    return_url = (
        table_path(snapshot.table)
        if game == snapshot.sheet.current.number
        else table_path(snapshot.table, "game", game)
    )
    if from_outbox(request):
        return answer_outbox(request, snapshot, submission, url=return_url)
    if problem := problem_of(submission):
        form, status = _correction(snapshot, slot, submission, errors=problem.errors), problem.status
    else:
        try:
            save_submission(snapshot, submission)
            return redirect(return_url)
        except RefusedError as refusal:
            snapshot, status = TableSnapshot(table_access(request, public_id)), refusal.status
            slot = snapshot.round_slot(snapshot.game(game), number)
            conflict = conflict_in(snapshot, slot, refusal, submission.typed.declaration)
            errors = () if conflict else (refusal_text(refusal),)
            form = _correction(snapshot, slot, submission, errors=errors, conflict=conflict)
    return render(request, "table/round.html", {"page": _round_page(snapshot, slot, form)}, status=status)


@never_cache
@require_POST
def void(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """Void a round, so that it no longer counts."""
    snapshot = TableSnapshot(table_access(request, public_id))
    seen_revision = parse_whole_number(request.POST.get("revision", ""))
    if from_outbox(request) and (format_answer := unsupported_format(request)):
        return format_answer
    try:
        written = void_round(
            access=snapshot.access,
            key=f"void:{game}:{number}:{seen_revision}",
            game=game,
            round_number=number,
            revision=seen_revision,
            reason=printable(request.POST.get("reason", ""))[:200],
            decision=parse_decision(request.POST.dict()),
        )
    except RefusedError as refusal:
        if from_outbox(request) or refusal.code not in ("stale", "round_void", "revision_required"):
            raise
        snapshot = TableSnapshot(table_access(request, public_id))
        slot = snapshot.round_slot(snapshot.game(game), number)
        form = _correction(snapshot, slot, errors=(refusal_text(refusal),))
        return render(request, "table/round.html", {"page": _round_page(snapshot, slot, form)}, status=refusal.status)
    return (
        acknowledgement(
            written, table_path(snapshot.table), open_again=is_open_again(sheet_of(snapshot.table), written.game)
        )
        if from_outbox(request)
        else redirect(table_path(snapshot.table))
    )


def _read_submission(request: HttpRequest, snapshot: TableSnapshot, slot: RoundSlot | None = None) -> RoundSubmission:
    data = request.POST.dict()

    def read(slot: RoundSlot, swaps: Sequence[Body]) -> TypedRound:
        return read_round(swap_seats_in_fields(data, swaps), slot.names, slot.rules, slot.hands, slot.misdeal_reason)

    return read_submission(data, snapshot, read, slot)


def _form(
    snapshot: TableSnapshot,
    submission: RoundSubmission,
    *,
    errors: tuple[str, ...] = (),
    refusal: RefusedError | None = None,
) -> EntryForm:
    """Return the form of the table page with everything that was typed.

    It keeps the revision it came with, so that a change by another phone isn't overwritten unseen. A form that shows
    both versions, or that was sent to another slot, gets the current revision.
    """
    slot, conflict, key, seen_revision = submission.slot, None, submission.key, submission.revision
    if refusal is not None:
        slot = snapshot.round_slot(snapshot.game(slot.game.number), slot.number)
        conflict = conflict_in(snapshot, slot, refusal, submission.typed.declaration)
        errors = () if conflict else (refusal_text(refusal),)
        key = ""
    if conflict or submission.misplaced or (slot.line and slot.line.void):
        seen_revision = slot.line.revision if slot.line else None
    return entry_form(
        slot,
        action=table_path(snapshot.table, "save"),
        revision=seen_revision,
        correction=False,
        typed=submission.typed,
        key="" if submission.misplaced else key,
        confirmed=submission.confirmed,
        decision=submission.decision,
        conflict=conflict,
        errors=errors,
    )


def _correction(
    snapshot: TableSnapshot,
    slot: RoundSlot,
    submission: RoundSubmission | None = None,
    *,
    errors: tuple[str, ...] = (),
    conflict: ConflictContext | None = None,
) -> EntryForm:
    """Return the form that changes a round; when shown again, it keeps the revision that the user had seen."""
    current_revision = slot.line.revision if slot.line else None
    return entry_form(
        slot,
        action=_round_url(snapshot, slot),
        revision=submission.revision if submission and not conflict else current_revision,
        correction=True,
        typed=submission.typed if submission else None,
        confirmed=submission.confirmed if submission else False,
        decision=submission.decision if submission else "",
        conflict=conflict,
        errors=errors,
    )


def _round_page(snapshot: TableSnapshot, slot: RoundSlot, form: EntryForm) -> RoundPage:
    line = slot.line
    if line is None:
        raise Http404
    return RoundPage(
        table_title=table_title(snapshot.table, snapshot.players),
        table_url=table_path(snapshot.table),
        round=with_reports(
            snapshot.reports,
            slot.game,
            [round_view(snapshot.table, slot.game, line, slot.names, may_score=True)],
            snapshot.players,
        )[0],
        entry=form,
        tally=tally_data(slot.game),
        void_url=table_path(snapshot.table, "void", slot.game.number, slot.number),
        may_void=not line.void,
        voiding=end_notes(snapshot.table, slot.game, slot.number, RoundVoided(), slot.names),
    )


def _round_url(snapshot: TableSnapshot, slot: RoundSlot) -> str:
    return table_path(snapshot.table, "change", slot.game.number, slot.number)
