"""Around every request: headers that keep strangers out, a cap on bodies, and refusals made into answers."""

from collections.abc import Callable

from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware

from games.refusals import Refused
from games.web.limits import largest_body
from games.web.problems import problem, refused

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "font-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""No inline script or style, nothing from anywhere else; ``data:`` is for QR codes, which are images."""

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
            response = problem(request, 413, "too_large", f"A request has {largest // 1024} KiB at most.")
        elif "\x00" in request.path or "%00" in request.META.get("QUERY_STRING", ""):
            response = problem(request, 400, "invalid_request", "The request cannot be read.")
        else:
            response = self.get_response(request)
        response.setdefault("Content-Security-Policy", POLICY)
        response.setdefault("X-Frame-Options", "DENY")
        response.setdefault("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The answer to a refusal, to a database that is locked and to a disk that is full; None for anything else."""
        if isinstance(error, Refused):
            return refused(request, error)
        if isinstance(error, OperationalError):
            full = "full" in str(error)
            return refused(request, Refused("disk_full" if full else "busy"))
        return None


class PageCompression(GZipMiddleware):
    """Compresses pages and fragments to an eighth of their size.

    The random padding of Django's middleware and its masked form tokens keep the length of an answer from telling what
    is in it. Answers of the API stay as they are: compressing would weaken their ETags, which If-Match has to name.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """The response, compressed where the browser takes it."""
        return response if request.path.startswith("/api/") else super().process_response(request, response)
