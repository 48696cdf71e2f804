"""A table's scoreboard, and the fragment with which it keeps up."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.board import BoardPage
from games.selectors.board_page import board_page
from games.selectors.table_page import table_page
from games.views.devices import access_to
from games.views.table import AtTable


@never_cache
@require_safe
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    """The scoreboard; with ``?turned=1`` for a tablet in the middle of the table."""
    return render(request, "board.html", {"page": _page(request, public_id)})


@never_cache
@require_safe
def moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the scoreboard shows after the table moved: of the next game, too."""
    return render(request, "board.html#moved", {"page": _page(request, public_id)})


def _page(request: HttpRequest, public_id: str) -> BoardPage:
    at = AtTable(access_to(request, public_id))
    shown = table_page(
        access=at.access,
        sheet=at.sheet,
        game=at.sheet.current,
        players=at.players,
        reports=at.reports,
        entry=None,
    )
    return board_page(shown, turned=request.GET.get("turned") == "1")
