"""The score chart of a game, as a fragment of the table's page, and the game told as a story."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.table.score_chart_page import game_picture
from games.pages.table.story_page import story_page
from games.selectors.table.table_paths import table_path
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.web.base_url import base_url


@never_cache
@require_safe
def picture(request: HttpRequest, public_id: str, game: int | None = None) -> HttpResponse:
    """Return the score chart of a game, or of the current one, as a fragment.

    A client that has ``seen`` this revision gets 204.
    """
    snapshot = TableSnapshot(table_access(request, public_id))
    if request.GET.get("seen") == str(snapshot.sheet.revision):
        return HttpResponse(status=204)
    url = table_path(snapshot.table, "picture") if game is None else table_path(snapshot.table, "game_picture", game)
    game_view = game_picture(snapshot.sheet, snapshot.game(game), snapshot.players, url)
    return render(request, "sharing/_picture.html", {"picture": game_view})


@never_cache
@require_safe
def story(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Show a game as a story, also while it is in progress."""
    snapshot = TableSnapshot(table_access(request, public_id))
    page = story_page(snapshot.access, snapshot.sheet, snapshot.game(game), snapshot.players, base_url(request))
    return render(request, "sharing/story.html", {"page": page})
