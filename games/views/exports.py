"""A game taken along: the page with all ways, and the files."""

import json

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.refusals import Refused
from games.selectors.export_page import export_page
from games.selectors.game_file import game_file, game_rows
from games.views.devices import access_to
from games.views.table import AtTable
from games.web.spreadsheets import csv_answer


@never_cache
@require_safe
def export(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Every way in which a game can be taken along."""
    at = AtTable(access_to(request, public_id))
    return render(request, "export.html", {"page": export_page(at.access, at.sheet, at.game(game), at.players)})


@never_cache
@require_safe
def game_as_file(request: HttpRequest, public_id: str, game: int, kind: str) -> HttpResponse:
    """One game as CSV or JSON. Raises Refused ("not_found") for another kind."""
    at = AtTable(access_to(request, public_id))
    shown = at.game(game)
    if kind == "csv":
        return csv_answer(f"game-{game}", game_rows(shown, at.players))
    if kind != "json":
        raise Refused("not_found")
    text = json.dumps(game_file(at.table, shown, at.players), ensure_ascii=False)
    name = content_disposition_header(as_attachment=True, filename=f"game-{game}.json") or ""
    return HttpResponse(text, content_type="application/json", headers={"Content-Disposition": name})
