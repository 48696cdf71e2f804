"""A budget of processor time per client address for costly requests and file downloads (``games.web.limits``).

When an address has used up its budget, a phone known by its cookie continues with a budget of its own, which strangers
at the same address cannot use up. Requests to ``evaluate`` are counted by number instead, in their own view. Saving a
round never counts.
"""

import math
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from games.refusals import RefusedError
from games.selectors.access import device_by_secret
from games.web.limits import is_file, is_question
from games.web.problems import refusal_response
from games.web.throttles import check_budget, spend

_COOKIES: Final = ("__Host-device", "device")
Whose = tuple[HttpRequest | None, str, str]
"""Identifies a budget: the request, the rate's name and what it is about (see ``games.web.throttles``)."""


class QuestionBudget:
    """Middleware that counts the milliseconds of costly requests and files, and answers 429 when they are used up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer the request; other requests pass uncounted."""
        costly = is_question(request.path) or is_file(request.path)
        if not costly or request.path == reverse("api-evaluate"):
            return self.get_response(request)
        account_key: Whose = (request, "question_ms", "")
        try:
            try:
                check_budget(*account_key)
            except RefusedError:
                # Only now is the database queried for the phone.
                account_key = _device_budget(request) or account_key
                check_budget(*account_key)
        except RefusedError as why:
            return refusal_response(request, why)
        started_at = time.thread_time()
        try:
            response = self.get_response(request)
        finally:
            _spend(account_key, time.thread_time() - started_at)
        if isinstance(response, StreamingHttpResponse):
            response.streaming_content = _timed(response.streaming_content, account_key)
        return response


def _timed(pieces: Any, account_key: Whose) -> Iterator[bytes]:
    """Pass on the pieces of a streamed response, and count the time that making them took, however it ends."""
    seconds, started_at = 0.0, time.thread_time()
    try:
        for piece in pieces:
            seconds += time.thread_time() - started_at
            yield piece
            started_at = time.thread_time()
    finally:
        _spend(account_key, seconds)


def _spend(account_key: Whose, seconds: float) -> None:
    request, rate, about = account_key
    spend(request, rate, math.ceil(1000 * seconds), about)


def _device_budget(request: HttpRequest) -> Whose | None:
    """Return the budget of a known phone; None without a valid device cookie."""
    secret = next((request.COOKIES[name] for name in _COOKIES if name in request.COOKIES), "")
    device = device_by_secret(secret) if secret else None
    return (None, "phone_question_ms", f"phone {device.pk}") if device else None
