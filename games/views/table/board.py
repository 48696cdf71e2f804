"""The scoreboard of a table, and the fragment that keeps it up to date."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.table.board import BoardPage
from games.pages.table.board_page import board_page
from games.pages.table.table_page import table_page
from games.selectors.table.table_paths import table_path
from games.views.devices import table_access
from games.views.table.table import TableSnapshot


@never_cache
@require_safe
def board(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the scoreboard; with ``?turned=1`` for a tablet in the middle of the table."""
    return render(request, "table/board/board.html", {"page": _page(request, public_id)})


@never_cache
@require_safe
def board_updates(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment that updates an open scoreboard, also when the next game has begun."""
    return render(request, "table/board/board.html#moved", {"page": _page(request, public_id)})


def _page(request: HttpRequest, public_id: str) -> BoardPage:
    snapshot = TableSnapshot(table_access(request, public_id))
    page = table_page(
        access=snapshot.access,
        sheet=snapshot.sheet,
        game=snapshot.sheet.current,
        players=snapshot.players,
        reports=snapshot.reports,
        entry=None,
    )
    turned = request.GET.get("turned") == "1"
    moved_url = table_path(snapshot.table, "board_moved") + ("?turned=1" if turned else "")
    return board_page(page, moved_url=moved_url, turned=turned)
