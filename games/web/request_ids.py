"""Middleware that gives each request an id and notes the name of its route, for logs and metrics."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.observing import HEADER, RequestRecord, current_request, request_context, request_id_for

_FILES: Final = "static"


class RequestIdMiddleware:
    """Notes the route of a request, and gives it an id if the ASGI server around Django has not done so."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if record := current_request():
            return self._named(request, record)
        with request_context(
            RequestRecord(request_id_for(request.headers.get(HEADER)), request.method or "")
        ) as record:
            response = self._named(request, record)
            response[HEADER] = record.id
            record.record_response(response.status_code)
            return response

    def _named(self, request: HttpRequest, record: RequestRecord) -> HttpResponse:
        response = self.get_response(request)
        if (match := request.resolver_match) and match.view_name:
            record.route = match.view_name
        elif request.path.startswith(settings.STATIC_URL):
            record.route = _FILES
        return response
