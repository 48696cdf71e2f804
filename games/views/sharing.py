"""Sharing the summary of a game with people who have no right at its table; and what they see of it."""

from dataclasses import dataclass
from hashlib import sha256

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.translation import activate
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import SharedGame
from games.refusals import Refused
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.addresses import at_table
from games.selectors.game_view import names_in, players_at
from games.selectors.shared_game import game_shared, shared_by
from games.selectors.shared_page import share_card, shared_page
from games.services.sharing import share_game, take_back
from games.views.devices import access_to
from games.web.base_url import base_url
from games.web.language import chosen_language
from games.web.share_image import legible, share_image
from games.web.throttles import check_rate

_KEPT = "private, max-age=300"
"""For how long a browser may show the image without asking whether it is still the same."""


@never_cache
@require_POST
def share(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Share the summary of a game that is over."""
    access = access_to(request, public_id)
    share_game(access=access, game=game)
    return redirect(at_table(access.table, f"games/{game}/story/#sharing"))


@never_cache
@require_POST
def end(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Take the summary back."""
    access = access_to(request, public_id)
    take_back(access=access, game=game)
    return redirect(at_table(access.table, f"games/{game}/story/#sharing"))


@dataclass(frozen=True, slots=True)
class _Shown:
    """What an address shows, as it stands now."""

    shared: SharedGame
    sheet: TableSheet
    game: GameSheet
    players: tuple[str, ...]


@never_cache
@require_safe
def shared(request: HttpRequest, secret: str) -> HttpResponse:
    """The summary of a game, for whoever has its address. It is looked at and nothing else, and keeps no cookie."""
    at = _shown(request, secret)
    url = base_url(request) + reverse("shared", args=[secret])
    page = shared_page(at.shared.table, at.sheet, at.game, at.players, url)
    return render(request, "shared.html", {"page": page})


@require_safe
def image(request: HttpRequest, secret: str) -> HttpResponseBase:
    """The image of the summary, for chats."""
    at = _shown(request, secret)
    names = [legible(name, n) for n, name in enumerate(names_in(at.game, at.players), 1)]
    drawn = share_image(share_card(at.game, names))
    tag = f'"{sha256(drawn).hexdigest()[:32]}"'
    answer = HttpResponse(drawn, content_type="image/png", headers={"Cache-Control": _KEPT})
    answer["ETag"] = tag
    return get_conditional_response(request, etag=tag, response=answer) or answer


def _shown(request: HttpRequest, secret: str) -> _Shown:
    """What ``secret`` shows, in the language of who asks, or where that is not said, of whoever shared it.

    Raises Refused ("not_found", "link_revoked", "too_many_requests").
    """
    try:
        found = shared_by(secret)
    except Refused as why:
        if why.code == "not_found":
            check_rate(request, "wrong_link")
        raise
    speaks = request.headers.get("Accept-Language") or chosen_language(request)
    if not speaks and found.language in dict(settings.LANGUAGES):
        activate(found.language)
    sheet, game = game_shared(found)
    return _Shown(found, sheet, game, players_at(found.table))
