"""Sharing the summary of a game with people who have no access to its table; and the public summary."""

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
from games.pages.sharing.shared_page import share_card, shared_page
from games.refusals import RefusedError
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.sharing.shared_game import shared_by_secret, sheet_and_game
from games.selectors.table.table_names import names_by_seat, player_names
from games.selectors.table.table_paths import table_path
from games.services.sharing.sharing import share_game, stop_sharing
from games.views.devices import table_access
from games.web.base_url import base_url
from games.web.language import chosen_language
from games.web.share_image import legible, share_image
from games.web.throttles import check_rate

_CACHE_CONTROL = "private, max-age=300"
"""How long a browser may show the image without revalidating it."""


@never_cache
@require_POST
def share(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Share the summary of a finished game."""
    access = table_access(request, public_id)
    share_game(access=access, game=game)
    return redirect(table_path(access.table, "story", game) + "#sharing")


@never_cache
@require_POST
def end_sharing(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Stop sharing the summary."""
    access = table_access(request, public_id)
    stop_sharing(access=access, game=game)
    return redirect(table_path(access.table, "story", game) + "#sharing")


@dataclass(frozen=True, slots=True)
class _GameSummary:
    """A shared game and its current sheet."""

    shared: SharedGame
    sheet: TableSheet
    game: GameSheet
    players: tuple[str, ...]


@never_cache
@require_safe
def shared(request: HttpRequest, secret: str) -> HttpResponse:
    """Show the summary to anyone with its address. It sets no cookie and allows nothing else."""
    summary = _find_summary(request, secret)
    url, image_url = (base_url(request) + reverse(name, args=[secret]) for name in ("shared", "shared_image"))
    page = shared_page(summary.shared.table, summary.sheet, summary.game, summary.players, url=url, image_url=image_url)
    return render(request, "sharing/shared.html", {"page": page})


@require_safe
def image(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Return the image of the summary, for link previews in chats."""
    summary = _find_summary(request, secret)
    names = [legible(name, n) for n, name in enumerate(names_by_seat(summary.game, summary.players), 1)]
    image_bytes = share_image(share_card(summary.game, names))
    etag = f'"{sha256(image_bytes).hexdigest()[:32]}"'
    response = HttpResponse(image_bytes, content_type="image/png", headers={"Cache-Control": _CACHE_CONTROL})
    response["ETag"] = etag
    return get_conditional_response(request, etag=etag, response=response) or response


def _find_summary(request: HttpRequest, secret: str) -> _GameSummary:
    """Return the summary behind ``secret``, and activate a language: the reader's, or else the sharer's.

    Raises RefusedError ("not_found", "link_revoked", "too_many_requests").
    """
    try:
        shared_game = shared_by_secret(secret)
    except RefusedError as refusal:
        if refusal.code == "not_found":
            check_rate(request, "wrong_link")
        raise
    wanted_language = request.headers.get("Accept-Language") or chosen_language(request)
    if not wanted_language and shared_game.language in dict(settings.LANGUAGES):
        activate(shared_game.language)
    sheet, game = sheet_and_game(shared_game)
    return _GameSummary(shared_game, sheet, game, player_names(shared_game.table))
