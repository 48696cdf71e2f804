"""Around every page: the request is told under the name of its route."""

from collections.abc import Callable
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from games.observing import HEADER, Asked, accepted, asked_now, asking

_FILES: Final = "static"


class ObservingMiddleware:
    """Names the route of a request; where no server around it gave the request a number, gives it one."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request."""
        if asked := asked_now():
            return self._named(request, asked)
        with asking(Asked(accepted(request.headers.get(HEADER)), request.method or "")) as asked:
            response = self._named(request, asked)
            response[HEADER] = asked.id
            asked.answered(response.status_code)
            return response

    def _named(self, request: HttpRequest, asked: Asked) -> HttpResponse:
        response = self.get_response(request)
        if (at := request.resolver_match) and at.url_name:
            asked.route = at.url_name
        elif request.path.startswith(settings.STATIC_URL):
            asked.route = _FILES
        return response
