"""Answers to a phone's outbox: it sends rounds that were entered while the server couldn't be reached.

It posts to the addresses of the forms but asks for JSON, and gets what the page would show as sentences. Only an
answer with status 200 and a ``revision`` lets the phone delete the round from its outbox.
"""

from dataclasses import replace
from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.table.round_form import fault_sentences
from games.refusals import RefusedError
from games.rules.faults import RulesError
from games.selectors.table.ledger import sheet_of
from games.selectors.table.round_reports import decided_against
from games.services.table.ledger import WriteResult
from games.services.table.open_again import is_open_again
from games.views.table.round_submission import (
    NEEDS_CONFIRMATION,
    RoundSubmission,
    close_question,
    conflict_in,
    preview_of,
    problem_of,
    save_submission,
    saved_notice,
)
from games.views.table.table import TableSnapshot
from games.web.problems import problem_document, wants_json
from games.wording.labels import author_text
from games.wording.moved_end import decide_later_text
from games.wording.refusals import refusal_text

FORMATS: Final = ("1",)
"""The formats of stored entries that are understood: the newest two. So far there was one."""
FORMAT_HEADER: Final = "Outbox-Format"
RECORDED_HEADER: Final = "Recorded-Revision"
"""The response header of a form with the revision under which the round was recorded."""

__all__ = [
    "acknowledgement",
    "answer_outbox",
    "form_token",
    "from_outbox",
    "unsupported_format",
    "with_revision",
]


@never_cache
@require_safe
def form_token(request: HttpRequest) -> HttpResponse:
    """Return a new CSRF token: the page on which an entry was made may be older than the cookies."""
    return JsonResponse({"token": get_token(request)})


def from_outbox(request: HttpRequest) -> bool:
    """Return whether the request comes from an outbox, which reads JSON."""
    return wants_json(request)


def unsupported_format(request: HttpRequest) -> HttpResponse | None:
    """Return the refusal of an entry in an unknown format, which the phone keeps; None for a known format."""
    if request.headers.get(FORMAT_HEADER, FORMATS[0]) in FORMATS:
        return None
    text = _("This entry was saved by another version of the app, so we can't read it here. Please enter it again.")
    return problem_document(400, "outbox_format", text)


def acknowledgement(written: WriteResult, url: str, text: str = "", *, open_again: bool = False) -> HttpResponse:
    """Return the answer that lets a phone delete an entry; ``url`` is the page that a form would lead to.

    ``open_again`` is whether people have to decide about the game, which has lost its end.
    """
    text = text or saved_notice(written).text
    body = {"revision": written.revision, "how": written.status, "game": written.game, "round": written.round}
    if open_again:
        body["open_again"] = True
        text = f"{text.removesuffix('.')}. {decide_later_text(written.game)}"
    return JsonResponse(body | {"text": text, "url": url})


def with_revision(response: HttpResponse, written: WriteResult | None) -> HttpResponse:
    """Add the recorded revision to the response of a form, if something was written."""
    if written is not None:
        response[RECORDED_HEADER] = str(written.revision)
    return response


def answer_outbox(
    request: HttpRequest, snapshot: TableSnapshot, submission: RoundSubmission, *, url: str, question: str = ""
) -> HttpResponse:
    """Save a round that an outbox sends. ``question`` is what its page would ask before anything is saved."""
    if format_answer := unsupported_format(request):
        return format_answer
    slot = submission.slot
    # Only while somebody looks at the page: in the background it is saved, and the table asks.
    submission = replace(submission, asks=request.POST.get("ask") == "yes")
    if problem := problem_of(submission):
        if submission.misplaced:
            return _refusal_response(submission.misplaced, problem.status)
        if problem.errors:
            return problem_document(problem.status, "seats_changed", " ".join(problem.errors))
        preview = preview_of(submission)
        if problem.status == NEEDS_CONFIRMATION:
            asked = preview.question or (preview.choice.question if preview.choice else "")
            return problem_document(NEEDS_CONFIRMATION, "ask_first", " ".join((*preview.notes, asked)))
        text = (
            " ".join((*submission.typed.non_field_errors, *preview.errors))
            or preview.text
            or _("Part of this entry is missing. Please enter it again.")
        )
        return problem_document(problem.status, "invalid_request", text)
    if question:
        return problem_document(NEEDS_CONFIRMATION, "ask_first", question)
    try:
        written = save_submission(snapshot, submission)
        close_question(snapshot, request.POST.dict())
        return acknowledgement(written, url, open_again=is_open_again(sheet_of(snapshot.table), written.game))
    except RulesError as illegal:
        return problem_document(400, "illegal_round", " ".join(fault_sentences(illegal, slot.names)))
    except RefusedError as refusal:
        snapshot = TableSnapshot(snapshot.access)
        current_slot = snapshot.round_slot(snapshot.game(slot.game.number), slot.number)
        conflict = conflict_in(snapshot, current_slot, refusal, submission.typed.declaration)
        if conflict is None:
            return _refusal_response(refusal, refusal.status)
        if report := decided_against(snapshot.table, submission.key):
            # The phone's version is stored, and somebody has decided for the other one.
            decided = WriteResult(report.revision, report.game, report.round, "decided", report.decided_by, report.at)
            text = _("Round %(number)d: %(who)s chose the other version") % {
                "number": report.round,
                "who": author_text(report.decided_by),
            }
            return acknowledgement(decided, url, text)
        versions = {"saved": conflict.saved, "saved_by": conflict.saved_by, "typed": conflict.typed}
        return problem_document(refusal.status, refusal.code, conflict.text, **versions)


def _refusal_response(refusal: RefusedError, status: int) -> HttpResponse:
    missing = {"missing": refusal.context["missing"]} if "missing" in refusal.context else {}
    return problem_document(status, refusal.code, refusal_text(refusal), **missing)
