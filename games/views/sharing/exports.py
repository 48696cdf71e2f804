"""Views that export a game: the page with all formats, and the files."""

import json

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.sharing.export_page import export_page
from games.refusals import RefusedError
from games.selectors.sharing.game_file import game_file, game_rows
from games.services.sharing.seals import seal_game
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.web.downloads import file_response
from games.web.spreadsheets import csv_response


@never_cache
@require_safe
def export(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Show every format in which a game can be exported."""
    snapshot = TableSnapshot(table_access(request, public_id))
    return render(
        request,
        "sharing/export.html",
        {"page": export_page(snapshot.access, snapshot.sheet, snapshot.game(game), snapshot.players)},
    )


@never_cache
@require_safe
def game_as_file(request: HttpRequest, public_id: str, game: int, kind: str) -> HttpResponseBase:
    """Export a game as CSV or JSON. Raises RefusedError ("not_found") for another format."""
    snapshot = TableSnapshot(table_access(request, public_id))
    sheet = snapshot.game(game)
    if kind == "csv":
        return csv_response(f"game-{game}", game_rows(sheet, snapshot.players))
    if kind != "json":
        raise RefusedError("not_found")
    seal_game(snapshot.table, game)
    text = json.dumps(game_file(snapshot.table, sheet, snapshot.players), ensure_ascii=False, sort_keys=True)
    return file_response(f"game-{game}.json", [text], "application/json")
