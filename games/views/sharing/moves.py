"""Views that move everything a phone owns to a new phone: a code on the old one, typed on the new one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.models import Device, GamesMove
from games.pages.sharing.moves import TakeGamesPage, move_games_page, take_games_page
from games.refusals import RefusedError
from games.selectors.sharing.moves import games_count, move_by_code
from games.selectors.short_codes import typed_code
from games.services.sharing.moves import move_games, offer_games, withdraw_offer
from games.views.devices import acting_device, cookie_name, known_device, set_device_cookie
from games.web.base_url import base_url
from games.web.code_attempts import counted_guess
from games.web.htmx import HtmxRequest
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text

_SHOWN_ON_PAGE = ("wrong_code", "too_many_requests")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def move_games_away(request: HtmxRequest) -> HttpResponse:
    """Show on the old phone how its games are moved; POST makes a code, or with ``stop`` ends it.

    The page asks again by itself as long as it shows a code, and says so once the games are gone.
    """
    device = known_device(request)
    if request.method == "POST":
        if device is not None and request.POST.get("stop"):
            withdraw_offer(device=device)
        elif device is not None and games_count(device):
            check_rate(request, "offer_games")
            offer_games(device=device)
        return redirect("move_games")
    page = move_games_page(device, base_url(request))
    if not request.htmx:
        return render(request, "sharing/move_games.html", {"page": page})
    if page.code:
        return HttpResponse(status=204)
    return render(request, "sharing/move_games.html#state", {"page": page})


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def take_games_here(request: HttpRequest) -> HttpResponse:
    """Show the field for the code on the new phone. A POST says what the code moves; one with ``sure`` moves it."""
    if request.method != "POST":
        return render(request, "sharing/take_games.html", {"page": TakeGamesPage("")})
    text = request.POST.get("code", "")[:40]
    device = known_device(request)
    code = typed_code("move", text)
    try:
        move = _move(request, code, device)
        secret = request.COOKIES.get(cookie_name(request), "")
        if device is not None and request.POST.get("sure"):
            moved = move_games(code=code, device=device, current_secret=secret)
            return set_device_cookie(request, redirect("my_games"), moved)
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        page = TakeGamesPage(text, refusal_text(refusal))
        return render(request, "sharing/take_games.html", {"page": page}, status=refusal.status)
    # The phone gets its cookie now, before anything moves: the response to the next step may be lost.
    _device, created = acting_device(request)
    page = take_games_page(code, move)
    return set_device_cookie(request, render(request, "sharing/take_games.html", {"page": page}), created)


def _move(request: HttpRequest, code: str, device: Device | None) -> GamesMove:
    """Return the move of a code; a text that can't be one is not counted as a guess."""
    if not code:
        raise RefusedError("wrong_code", what="move")
    with counted_guess(request, "move"):
        return move_by_code(code, device)
