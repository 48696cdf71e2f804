"""What is shown when something could not be done."""

import json
import sys
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.observing import asked_now
from games.pages import ProblemPage
from games.refusals import Refused
from games.web.faults import refusal_of
from games.wording import refusal_text

_TITLES = {
    400: gettext_noop("That did not work"),
    403: gettext_noop("Not for this phone"),
    404: gettext_noop("Nothing here"),
    405: gettext_noop("That did not work"),
    410: gettext_noop("Switched off"),
    413: gettext_noop("Too much"),
    429: gettext_noop("One moment"),
    500: gettext_noop("Our mistake"),
    503: gettext_noop("One moment"),
    507: gettext_noop("The disk is full"),
}
_LATER = (503, 507)
RETRY_AFTER = 2
"""Seconds after which a busy server is worth asking again."""
DOCS = "/api/v1/docs/"
"""Where the API is explained, code by code."""


def refused(request: HttpRequest, why: Refused) -> HttpResponse:
    """The answer to a refused use case, as page or as problem document."""
    response = problem(request, why.status, why.code, refusal_text(why))
    if why.status in (429, 503, 507):
        response["Retry-After"] = str(why.context.get("wait", RETRY_AFTER))
    return response


def problem(request: HttpRequest, status: int, code: str, text: str) -> HttpResponse:
    """A page that says what went wrong; for the API, and where JSON is asked for, a problem document (RFC 9457)."""
    if request.path.startswith("/api/") or wants_json(request):
        return problem_document(status, code, text)
    page = ProblemPage(
        status=status,
        title=_(_TITLES.get(status, _TITLES[400])),
        text=text,
        back_url=reverse("start"),
        back_text=_("To the start"),
        again=tuple(_sent(request)) if status in _LATER else (),
        again_url=request.get_full_path(),
        number=_number_told(status),
    )
    response = render(request, "problem.html", {"page": page}, status=status)
    if page.again:
        response["Cache-Control"] = "no-store"
    if request.headers.get("HX-Request") and status in (403, 404, 410):
        # A fragment cannot say that the whole page is no longer there; the page itself, loaded again, can.
        response = HttpResponse(status=status, headers={"HX-Refresh": "true"})
    return response


def wants_json(request: HttpRequest) -> bool:
    """Whether a program reads the answer: browsers that show a page ask for HTML."""
    return "application/json" in request.headers.get("Accept", "")


def _sent(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """The fields of a form that was sent, to be sent again as they were, their key among them.

    None of a form with a password, which is to stand in no page, and none with a file, which no page can send again.
    """
    if request.method != "POST" or request.FILES or any("password" in name for name in request.POST):
        return
    for name, values in request.POST.lists():
        if name != "csrfmiddlewaretoken":
            yield from ((name, value) for value in values)


def problem_document(status: int, code: str, text: str, **more: object) -> HttpResponse:
    """A problem document as an answer."""
    body = problem_body(status, code, text, **more)
    return HttpResponse(json.dumps(body, ensure_ascii=False), content_type="application/problem+json", status=status)


def problem_body(status: int, code: str, text: str, **more: object) -> dict[str, object]:
    """What a problem document says: type, title, status, detail, code, and what belongs to the code.

    ``type`` is where the code is explained, on this server's own page of the API. Where the server failed,
    ``request_id`` is the number under which its log tells more.
    """
    title = code.replace("_", " ").capitalize()
    told = {"type": f"{DOCS}#{code}", "title": title, "status": status, "detail": text, "code": code, **more}
    return told | {"request_id": number} if (number := _number(status)) else told


def _number(status: int) -> str:
    """The number of this request, where something failed that whoever keeps the server may want to look for."""
    asked = asked_now()
    return asked.id if asked and status >= 500 else ""


def _number_told(status: int) -> str:
    if not (number := _number(status)):
        return ""
    text = _("If it stays so, tell whoever keeps this server the number of this request: %(number)s.")
    return text % {"number": number}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer for an address that is none: the same as for a table that is somebody else's."""
    return refused(request, Refused("not_found"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """The answer to a request that cannot be read."""
    return problem(request, 400, "invalid_request", _("The request cannot be read."))


def failed(request: HttpRequest) -> HttpResponse:
    """The answer when the program failed, which needs neither database nor template; or when the database did.

    Django calls it for every error that no view raised, too: of a middleware, or of another of these answers.
    """
    error = sys.exception()
    if error and (why := refusal_of(error)):
        return _bare(request, why)
    text = _("Something went wrong on the server. What was saved before is safe.")
    if request.path.startswith("/api/"):
        return problem_document(500, "server_error", text)
    return HttpResponse(_page(text, 500), status=500)


def _bare(request: HttpRequest, why: Refused) -> HttpResponse:
    """The answer to a fault in a few words, without a template, which may be what failed."""
    text = refusal_text(why)
    if request.path.startswith("/api/"):
        response = problem_document(why.status, why.code, text)
    else:
        response = HttpResponse(_page(text, why.status), status=why.status)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def _page(text: str, status: int) -> str:
    return f"<!doctype html><title>Scorekeeper</title><p>{text}</p><p>{_number_told(status)}</p>"


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form from another site, or from a page that lay open since the cookies were cleared.

    A fragment's form hears that it needs a fresh token, and keeps what was typed.
    """
    if request.headers.get("HX-Request") and not wants_json(request):
        return HttpResponse(status=403, headers={"HX-Reswap": "none", "HX-Trigger": "form-expired"})
    return problem(request, 403, "csrf_failed", _("This page was open for too long. Please load it again and repeat."))
