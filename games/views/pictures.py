"""A game as a picture: the part that a table's page asks for, and the page that tells the game as a story."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.addresses import at_table
from games.selectors.picture import game_picture
from games.selectors.story_page import story_page
from games.views.devices import access_to
from games.views.table import AtTable
from games.web.base_url import base_url


@never_cache
@require_safe
def picture(request: HttpRequest, public_id: str, game: int | None = None) -> HttpResponse:
    """The picture of a game, of the current one where none is named: a part of a page.

    Whoever has ``seen`` it as it is gets nothing (204).
    """
    at = AtTable(access_to(request, public_id))
    if request.GET.get("seen") == str(at.sheet.revision):
        return HttpResponse(status=204)
    url = at_table(at.table, "picture/" if game is None else f"games/{game}/picture/")
    shown = game_picture(at.sheet, at.game(game), at.players, url)
    return render(request, "_picture.html", {"picture": shown})


@never_cache
@require_safe
def story(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """A game as a story, also while it goes on."""
    at = AtTable(access_to(request, public_id))
    page = story_page(at.access, at.sheet, at.game(game), at.players, base_url(request))
    return render(request, "story.html", {"page": page})
