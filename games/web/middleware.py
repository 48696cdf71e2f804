"""Around every request: headers that keep strangers out, a cap on bodies, and refusals made into answers."""

import re
from collections.abc import Callable
from typing import Final

from django.db import DataError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext as _

from games.refusals import Refused
from games.services.security_log import tell
from games.web.faults import refusal_of
from games.web.limits import largest_body
from games.web.problems import problem, refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""No inline script or style, nothing from anywhere else; ``data:`` is for QR codes, which are images."""

PIECE_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
"""Of what htmx swaps into a page, where the page's own policy holds: by itself it may load and run nothing."""

_DENIED: Final = {401, 403, 410, 429}
_FOUND = re.compile(r"/(rules/[^/]+/|check/|import/|paper/|api/v1/docs/|api/v1/schema/|static/.*)?")
"""What a search engine may keep. Everything else is about people: tables, leagues, links, accounts."""
_SECRET = re.compile(r"/(g|j|k|account/reset/[^/]+)/")
"""Addresses that are secrets: where they are answered, also in vain, nothing tells them on."""

Answer = Callable[[HttpRequest], HttpResponse]


class HouseMiddleware:
    """The content policy on every response, 413 for bodies that are too large, and an answer for each refusal."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, the policy included."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        largest = largest_body(request.path)
        if not (length.isascii() and length.isdigit()) or int(length) > largest:
            response = problem(
                request, 413, "too_large", _("A request has %(most)d KiB at most.") % {"most": largest // 1024}
            )
        elif "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            response = problem(request, 400, "invalid_request", _("The request cannot be read."))
        else:
            response = self.get_response(request)
            _tell_denied(request, response)
        piece = "HX-Request" in request.headers
        response.setdefault("Content-Security-Policy", PIECE_POLICY if piece else POLICY)
        response.setdefault("Cache-Control", "no-store")
        response.setdefault("X-Frame-Options", "DENY")
        if not piece:
            response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if not _FOUND.fullmatch(request.path):
            response.setdefault("X-Robots-Tag", "noindex")
        if _SECRET.match(request.path):
            response.setdefault("Referrer-Policy", "no-referrer")
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer to a refusal and to a fault of the database; None for anything else.

        Faults outside of views, such as when a session is saved, come to ``problems.failed``.
        """
        if isinstance(error, DataError | ValueError) and "NUL" in str(error):
            # A form asked for something under a text that PostgreSQL cannot even look for.
            return problem(request, 400, "invalid_request", _("The request cannot be read."))
        why = error if isinstance(error, Refused) else refusal_of(error)
        return refused(request, why) if why else None


def _tell_denied(request: HttpRequest, response: HttpResponse) -> None:
    """Write a line about a request that was turned away: by the name of its address, which may hold a secret itself."""
    if response.status_code in _DENIED:
        at = request.resolver_match
        about = at.kwargs.get("public_id") if at else None
        name = at.url_name if at else None
        tell("denied", status=response.status_code, method=request.method, address=name, about=about)


class PageCompression(GZipMiddleware):
    """Compresses pages and fragments to an eighth of their size.

    The random padding of Django's middleware and its masked form tokens keep the length of an answer from telling what
    is in it. Answers of the API stay as they are: compressing would weaken their ETags, which If-Match has to name.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, compressed where the browser takes it."""
        return response if request.path.startswith("/api/") else super().process_response(request, response)
