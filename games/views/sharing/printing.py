"""Score sheets to print: the games of a table, and blank sheets for a rule set."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.sharing.blank_sheet_form import read_blank_sheet_options
from games.pages.sharing.paper_sheet_page import blank_print, table_print
from games.pages.sharing.seal_note import printed_seal_note
from games.selectors.rulebook.house_rules import ChosenRules, chosen_house_rules, chosen_preset, get_house_rules
from games.services.sharing.seals import seal_game
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.web.base_url import base_url


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str, game: int | None = None) -> HttpResponse:
    """Print one game of a table, or all of them, each on its own sheet."""
    snapshot = TableSnapshot(table_access(request, public_id))
    games = snapshot.sheet.games if game is None else (snapshot.game(game),)
    page = table_print(snapshot.access, snapshot.sheet, games, snapshot.players)
    seals = [seal_game(snapshot.table, sheet.number) for sheet in games]
    sheets = tuple(
        replace(sheet, seal=printed_seal_note(seal, base_url(request)), sealed_until=seal.revision)
        for sheet, seal in zip(page.sheets, seals, strict=True)
    )
    return render(request, "sharing/print.html", {"page": replace(page, sheets=sheets)})


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """Print a blank sheet for a preset; the query gives the number of ``players`` and each ``name``."""
    return _blank_sheet(request, chosen_preset(preset))


@never_cache
@require_safe
def shared(request: HttpRequest, public_id: str) -> HttpResponse:
    """Print a blank sheet for saved house rules."""
    return _blank_sheet(request, chosen_house_rules(get_house_rules(public_id)))


def _blank_sheet(request: HttpRequest, chosen: ChosenRules) -> HttpResponse:
    sheet_request = read_blank_sheet_options(chosen.rules, request.GET.get("players", ""), request.GET.getlist("name"))
    page = blank_print(chosen, sheet_request.count, sheet_request.names, sheet_request.errors)
    return render(request, "sharing/print.html", {"page": page}, status=400 if sheet_request.errors else 200)
