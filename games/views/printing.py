"""Score sheets to print: of the games of a table, and blank ones for a rule set."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.blank_sheet_form import read_sheet_question
from games.selectors.house_rules import Chosen, of_preset, of_saved, saved_rules
from games.selectors.paper_sheet import blank_print, table_print
from games.views.devices import access_to
from games.views.table import AtTable


@never_cache
@require_safe
def game(request: HttpRequest, public_id: str, game: int | None = None) -> HttpResponse:
    """One game of a table on paper, or all of them, each on a sheet of its own."""
    at = AtTable(access_to(request, public_id))
    games = at.sheet.games if game is None else (at.game(game),)
    return render(request, "print.html", {"page": table_print(at.access, at.sheet, games, at.players)})


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """A blank sheet for a preset, for so many ``players`` as the query says; each ``name`` of it on the sheet."""
    return _blank(request, of_preset(preset))


@never_cache
@require_safe
def shared(request: HttpRequest, public_id: str) -> HttpResponse:
    """A blank sheet for saved house rules."""
    return _blank(request, of_saved(saved_rules(public_id)))


def _blank(request: HttpRequest, chosen: Chosen) -> HttpResponse:
    asked = read_sheet_question(chosen.rules, request.GET.get("players", ""), request.GET.getlist("name"))
    page = blank_print(chosen, asked.count, asked.names, asked.errors)
    return render(request, "print.html", {"page": page}, status=400 if asked.errors else 200)
