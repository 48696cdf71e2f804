"""What a phone's outbox is told when it sends a round that was entered while the server could not be reached.

The addresses are those of the forms; an outbox asks for JSON, and learns what a page would show in sentences. An answer
that acknowledges has status 200 and a ``revision``: nothing else lets the phone forget the round.
"""

from typing import Final

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.entry import preview_of
from games.forms.round_form import illegal_text
from games.refusals import Refused
from games.rules.faults import Illegal
from games.selectors.reports import decided_against
from games.services.ledger import Written
from games.views.posted import ASK_FIRST, Posted, both_played, conflict_at, hindrance, saved, write
from games.views.table import AtTable
from games.web.problems import problem_document, wants_json
from games.wording import refusal_text

FORMATS: Final = ("1",)
"""The formats of a kept entry that are understood: the newest two. So far there was one."""
FORMAT_HEADER: Final = "Outbox-Format"
RECORDED_HEADER: Final = "Recorded-Revision"
"""On the page that answers a form: the round is in the ledger, under this revision."""

__all__ = ["acknowledged", "from_outbox", "outbox_answer", "token", "too_old", "with_revision"]


@never_cache
@require_safe
def token(request: HttpRequest) -> HttpResponse:
    """A fresh token for forms: the page that an entry was made on may be older than the cookies."""
    return JsonResponse({"token": get_token(request)})


def from_outbox(request: HttpRequest) -> bool:
    """Whether a phone sends what it kept, and reads the answer itself."""
    return wants_json(request)


def too_old(request: HttpRequest) -> HttpResponse | None:
    """The answer to an entry in a format that is not understood; nothing is written, and the phone keeps it."""
    if request.headers.get(FORMAT_HEADER, FORMATS[0]) in FORMATS:
        return None
    text = _("Another version of this page kept this entry, and it cannot be read here. Please enter it once more.")
    return problem_document(400, "outbox_format", text)


def acknowledged(written: Written, url: str, text: str = "") -> HttpResponse:
    """The answer that lets a phone forget an entry; ``url`` is the page a form would lead to."""
    body = {"revision": written.revision, "how": written.how, "game": written.game, "round": written.round}
    return JsonResponse(body | {"text": text or saved(written).text, "url": url})


def with_revision(response: HttpResponse, written: Written | None) -> HttpResponse:
    """The page that answers a form, marked with the revision where something was written."""
    if written is not None:
        response[RECORDED_HEADER] = str(written.revision)
    return response


def outbox_answer(request: HttpRequest, at: AtTable, posted: Posted, *, url: str, question: str = "") -> HttpResponse:
    """Save a round that an outbox sends. ``question`` is what its page would ask besides, before anything is saved."""
    if refused := too_old(request):
        return refused
    place = posted.place
    if stopped := hindrance(posted):
        if posted.misplaced:
            return _refused(posted.misplaced, stopped.status)
        if stopped.errors:
            return problem_document(stopped.status, "seats_changed", " ".join(stopped.errors))
        told = preview_of(place, posted.typed, confirmed=posted.confirmed)
        if stopped.status == ASK_FIRST:
            return problem_document(ASK_FIRST, "ask_first", told.ask)
        text = " ".join((*posted.typed.general, *told.errors)) or told.sentence or _("Something of it is missing.")
        return problem_document(stopped.status, "invalid_request", text)
    if question:
        return problem_document(ASK_FIRST, "ask_first", question)
    try:
        written = write(at, posted)
        both_played(at, request.POST.dict())
        return acknowledged(written, url)
    except Illegal as illegal:
        return problem_document(400, "illegal_round", " ".join(illegal_text(illegal, place.names)))
    except Refused as why:
        at = AtTable(at.access)
        now = at.place(at.game(place.game.number), place.number)
        conflict = conflict_at(at, now, why, posted.typed.told)
        if conflict is None:
            return _refused(why, why.status)
        if kept := decided_against(at.table, posted.key):
            # The phone's version is on record, and a person has said that the other one is right.
            decided = Written(kept.revision, kept.game, kept.round, "decided", kept.decided_by, kept.at)
            text = _("Round %(number)d: %(who)s said that the other version is right") % {
                "number": kept.round,
                "who": kept.decided_by,
            }
            return acknowledged(decided, url, text)
        versions = {"saved": conflict.saved, "saved_by": conflict.saved_by, "typed": conflict.typed}
        return problem_document(why.status, why.code, conflict.text, **versions)


def _refused(why: Refused, status: int) -> HttpResponse:
    missing = {"missing": why.context["missing"]} if "missing" in why.context else {}
    return problem_document(status, why.code, refusal_text(why), **missing)
