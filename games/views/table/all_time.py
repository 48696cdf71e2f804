"""All-time scores: everything the people of this phone's games have won. Only the phone's own cookie opens it."""

from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.typed_values import parse_whole_number
from games.pages.table.all_time_page import all_time_page
from games.selectors.table.phone_record import game_lines, settled_of_phone
from games.views.devices import known_device
from games.web.spreadsheets import csv_response


@never_cache
@require_safe
def all_time(request: HttpRequest) -> HttpResponse:
    """Show the page; ``?year=`` is one year of it."""
    text = request.GET.get("year", "")
    year = parse_whole_number(text) if len(text) == len("2026") else None
    return render(request, "table/all_time.html", {"page": all_time_page(known_device(request), year)})


@never_cache
@require_safe
def games_csv(request: HttpRequest) -> FileResponse:
    """Export all finished games of this phone, a line for each person and game."""
    return csv_response("all-time", game_lines(settled_of_phone(known_device(request))))
