"""Middleware for every request: security headers, a limit on bodies, responses to refusals, and compression."""

import re
from collections.abc import Callable
from typing import Any, Final

from django.conf import settings
from django.contrib.auth.middleware import LoginRequiredMiddleware
from django.db import DataError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.translation import gettext as _

from games.live.body_buffer import BODY_LIMIT_KEY
from games.refusals import RefusedError
from games.services.account.security_log import log_security_event
from games.web.api_paths import is_api
from games.web.database_errors import refusal_for
from games.web.limits import largest_body
from games.web.problems import problem_response, refusal_response

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)
"""No inline script or style, and nothing from other sites; ``data:`` is for QR codes, which are images."""

FRAGMENT_POLICY: Final = "default-src 'none'; frame-ancestors 'none'"
"""For fragments that htmx swaps into a page with its own policy: opened directly, they may load and run nothing."""

_ANY: Final = 1 << 62
_DENIED_STATUSES: Final = {401, 403, 410, 429}
_BODILESS: Final = {204, 304}
_INDEXABLE = re.compile(
    r"/(rules/(?!star/)([^/]+/)?|check/|help/|import/|paper/|api/v1/docs/|api/v1/schema/|static/.*)?"
)
"""Paths that search engines may index. All others are about people: tables, leagues, links, accounts."""
_SECRET_PATH = re.compile(r"/([gjk]/|account/confirm-email/|account/password/reset/key/\w+-)[^/]+/")
"""Paths that contain a secret: no response to them, errors included, may pass them on as a referrer."""

Answer = Callable[[HttpRequest], HttpResponse]


def _too_large_text(largest: int) -> str:
    if largest < 1024 * 1024:
        return _("That's too much data at once. The limit is %(most)d KiB.") % {"most": largest // 1024}
    return _("That file is too big. The limit is %(most)d MB. Nothing was saved.") % {"most": largest // (1024 * 1024)}


class GuardMiddleware:
    """The content policy on every response, 413 for bodies that are too large, and an answer for each refusal."""

    def __init__(self, get_response: Answer) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request, the policy included."""
        length = request.META.get("CONTENT_LENGTH") or "0"
        # Less than the path allows where this client may not upload a file: then nothing of it was read.
        largest = min(largest_body(request.path), request.META.get("asgi.scope", {}).get(BODY_LIMIT_KEY, _ANY))
        if not (length.isascii() and length.isdigit()) or int(length) > largest:
            response = problem_response(request, 413, "too_large", _too_large_text(largest))
        elif "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            response = problem_response(request, 400, "invalid_request", _("We couldn't read that request."))
        else:
            response = self.get_response(request)
            _log_denied(request, response)
        _leave_out_body(response)
        piece = "HX-Request" in request.headers
        response.setdefault("Content-Security-Policy", FRAGMENT_POLICY if piece else POLICY)
        response.setdefault("Cache-Control", "no-store")
        response.setdefault("X-Frame-Options", "DENY")
        if not piece:
            response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        if settings.HSTS_FORGET and request.is_secure():
            response.setdefault("Strict-Transport-Security", "max-age=0")
        if not _INDEXABLE.fullmatch(request.path):
            response.setdefault("X-Robots-Tag", "noindex")
        if _SECRET_PATH.match(request.path):
            response.setdefault("Referrer-Policy", "no-referrer")
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return the response to a refusal or a database fault; None for any other error.

        Faults outside of views, such as when a session is saved, get to ``problems.failed``.
        """
        if isinstance(error, DataError | ValueError) and "NUL" in str(error):
            # A form had a NUL character, which PostgreSQL cannot even search for.
            return problem_response(request, 400, "invalid_request", _("We couldn't read that request."))
        refusal = error if isinstance(error, RefusedError) else refusal_for(error)
        return refusal_response(request, refusal) if refusal else None


class AccountPagesMiddleware(LoginRequiredMiddleware):
    """What holds for allauth's views: most need a log-in, and none has other methods than its page uses.

    Some keep the body of a stranger's POST in a session until after a log-in, and Django's generic views take a PUT for
    a POST, and a DELETE past allauth's checks.
    """

    def process_view(
        self, request: HttpRequest, view_func: Any, view_args: Any, view_kwargs: Any
    ) -> HttpResponseBase | None:
        """Return the redirect to the log-in, or 405; None for a request that may go on."""
        if not view_func.__module__.startswith("allauth."):
            return None
        has_post = hasattr(getattr(view_func, "view_class", None), "post")
        methods = ["GET", "HEAD", "OPTIONS", *(["POST"] if has_post else [])]
        if request.method not in methods:
            return HttpResponseNotAllowed(methods)
        response: HttpResponseBase | None = super().process_view(request, view_func, view_args, view_kwargs)
        return response


def _leave_out_body(response: HttpResponse) -> None:
    """Remove the body, and the headers about it, from a 204 or 304 response (RFC 9110, 6.4.1 and 8.6).

    On a kept-alive connection the client would take it for the beginning of the next response.
    """
    if response.status_code in _BODILESS:
        response.content = b""
        for name in ("Content-Length", "Content-Type", "Content-Encoding"):
            response.headers.pop(name, None)


def _log_denied(request: HttpRequest, response: HttpResponse) -> None:
    """Log a denied request by the name of its route, as its path may contain a secret."""
    if response.status_code in _DENIED_STATUSES:
        match = request.resolver_match
        about = match.kwargs.get("public_id") if match else None
        name = match.view_name if match else None
        log_security_event("denied", status=response.status_code, method=request.method, address=name, about=about)


class PageCompression(GZipMiddleware):
    """Compress pages and fragments to an eighth of their size.

    The random padding of Django's middleware and its masked form tokens keep the length of a response from revealing
    its content. API responses are not compressed: that would weaken their ETags, which If-Match has to name.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Return the response, compressed where the browser accepts it."""
        return response if is_api(request) else super().process_response(request, response)
