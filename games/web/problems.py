"""Error responses: a page for people, a problem document (RFC 9457) for programs."""

import json
import sys
from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.observing import current_request
from games.pages.sharing.links_and_problems import ProblemPage
from games.refusals import RefusedError
from games.web.api_paths import is_api
from games.web.database_errors import refusal_for
from games.wording.refusals import refusal_text

_TITLES = {
    400: gettext_noop("That didn't work"),
    403: gettext_noop("You can't do that here"),
    404: gettext_noop("Nothing here"),
    405: gettext_noop("That didn't work"),
    410: gettext_noop("Turned off"),
    413: gettext_noop("Too big"),
    429: gettext_noop("One moment"),
    500: gettext_noop("Our mistake"),
    503: gettext_noop("One moment"),
    507: gettext_noop("The disk is full"),
}
_LATER = (503, 507)
RETRY_AFTER = 2
"""Seconds after which to ask a busy server again."""
DOCS = "/api/v1/docs/"
"""The API documentation, which explains each code."""


def refusal_response(request: HttpRequest, why: RefusedError) -> HttpResponse:
    """Return the response to a refused use case, as a page or a problem document."""
    response = problem_response(request, why.status, why.code, refusal_text(why, to_program=is_api(request)))
    if why.status in (429, 503, 507):
        response["Retry-After"] = str(why.context.get("wait", RETRY_AFTER))
    return response


def problem_response(request: HttpRequest, status: int, code: str, text: str) -> HttpResponse:
    """Return an error page; for the API, and where JSON is accepted, a problem document (RFC 9457)."""
    if is_api(request) or wants_json(request):
        return problem_document(status, code, text)
    page = ProblemPage(
        status=status,
        title=_(_TITLES.get(status, _TITLES[400])),
        text=text,
        back_url=reverse("start"),
        back_text=_("Home page"),
        retry_fields=tuple(_sent_fields(request)) if status in _LATER else (),
        retry_url=request.get_full_path(),
        request_id=_request_id_text(status),
    )
    response = render(request, "problem.html", {"page": page}, status=status)
    if page.retry_fields:
        response["Cache-Control"] = "no-store"
    if request.headers.get("HX-Request") and status in (403, 404, 410):
        # A fragment cannot say that its whole page is gone; reloading the page can.
        response = HttpResponse(status=status, headers={"HX-Refresh": "true"})
    return response


def wants_json(request: HttpRequest) -> bool:
    """Whether the client accepts JSON: a browser that shows a page asks for HTML."""
    return "application/json" in request.headers.get("Accept", "")


def _sent_fields(request: HttpRequest) -> Iterator[tuple[str, str]]:
    """Yield the fields of a submitted form, so that a page can submit them again with the same idempotency key.

    Nothing for a form with a password, which must not be in a page, or with a file, which a page cannot send again.
    """
    if request.method != "POST" or request.FILES or any("password" in name for name in request.POST):
        return
    for name, values in request.POST.lists():
        if name != "csrfmiddlewaretoken":
            yield from ((name, value) for value in values)


def problem_document(status: int, code: str, text: str, **more: object) -> HttpResponse:
    """Return a problem document as a response."""
    body = problem_body(status, code, text, **more)
    return HttpResponse(json.dumps(body, ensure_ascii=False), content_type="application/problem+json", status=status)


def problem_body(status: int, code: str, text: str, **more: object) -> dict[str, object]:
    """Return the content of a problem document: type, title, status, detail, code, and what belongs to the code.

    ``type`` is the address of the code's explanation in the API documentation. For a server error ``request_id`` leads
    to the log.
    """
    title = code.replace("_", " ").capitalize()
    body = {"type": f"{DOCS}#{code}", "title": title, "status": status, "detail": text, "code": code, **more}
    return body | {"request_id": number} if (number := _request_id(status)) else body


def _request_id(status: int) -> str:
    """Return the id of this request for a server error, so that the operator can find it in the log; else ""."""
    record = current_request()
    return record.id if record and status >= 500 else ""


def _request_id_text(status: int) -> str:
    if not (number := _request_id(status)):
        return ""
    text = _("If this keeps happening, give the person who runs this server the request number: %(number)s.")
    return text % {"number": number}


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer an unknown path (handler404): the same as for a table without access."""
    return refusal_response(request, RefusedError("not_found"))


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer what one of allauth's views forbids (handler403)."""
    return refusal_response(request, RefusedError("not_allowed"))


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer a malformed request (handler400)."""
    return problem_response(request, 400, "invalid_request", _("We couldn't read that request."))


def too_many_requests(request: HttpRequest) -> HttpResponse:
    """Answer a request beyond one of allauth's limits (handler429); the longest of them is an hour."""
    return refusal_response(request, RefusedError("too_many_requests", wait=3600))


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer an unexpected error (handler500), without needing database or templates; or a database fault.

    Django also calls it for errors outside of views: in middleware, or in another of these handlers.
    """
    error = sys.exception()
    if error and (refusal := refusal_for(error)):
        return _plain_response(request, refusal)
    text = _("Something went wrong on the server. Everything you'd saved before is safe.")
    if is_api(request):
        return problem_document(500, "server_error", text)
    return HttpResponse(_page(text, 500), status=500)


def _plain_response(request: HttpRequest, why: RefusedError) -> HttpResponse:
    """Answer a database fault without a template, which may be what failed."""
    text = refusal_text(why, to_program=is_api(request))
    if is_api(request):
        response = problem_document(why.status, why.code, text)
    else:
        response = HttpResponse(_page(text, why.status), status=why.status)
    response["Retry-After"] = str(RETRY_AFTER)
    return response


def _page(text: str, status: int) -> str:
    return f"<!doctype html><title>Scorekeeper</title><p>{text}</p><p>{_request_id_text(status)}</p>"


def csrf_failed(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a failed CSRF check: a form of another site, or of a page opened before the cookies were cleared.

    The form of a fragment gets an event that makes it fetch a fresh token; what was typed stays.
    """
    if request.headers.get("HX-Request") and not wants_json(request):
        return HttpResponse(status=403, headers={"HX-Reswap": "none", "HX-Trigger": "form-expired"})
    return problem_response(
        request, 403, "csrf_failed", _("This page has been open too long. Please reload it and try again.")
    )
