"""The rules that a phone has starred, in a cookie: a choice of each phone, like its theme."""

from typing import Final

from django.http import HttpRequest, HttpResponse

from games.web.display import set_choice_cookie

COOKIE: Final = "favorites"
MOST_FAVORITES: Final = 12
_SEPARATOR: Final = "~"


def favorites(request: HttpRequest) -> tuple[str, ...]:
    """Return the values of the starred rules, as the start form has them, the newest first."""
    return tuple(request.COOKIES.get(COOKIE, "").split(_SEPARATOR)[:MOST_FAVORITES])


def toggle_favorite(request: HttpRequest, response: HttpResponse, value: str) -> HttpResponse:
    """Star the rules with this value, or take the star back, and return the response."""
    before = [star for star in favorites(request) if star]
    after = [star for star in before if star != value] if value in before else [value, *before]
    set_choice_cookie(response, request, COOKIE, _SEPARATOR.join(after[:MOST_FAVORITES]))
    return response
