"""My games: all tables of this phone, with rules, score and date."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.typed_values import parse_whole_number
from games.pages.sharing.moves import when_moved_away
from games.pages.table.start import MyGamesPage
from games.pages.table.start_page import recent_tables
from games.views.devices import known_device

_ON_A_PAGE = 30


@never_cache
@require_safe
def my_games(request: HttpRequest) -> HttpResponse:
    """List this phone's tables, newest first, so many on a page; ``?from=`` is how many newer ones to skip."""
    skipped = parse_whole_number(request.GET.get("from", ""), 5) or 0
    device = known_device(request)
    tables = recent_tables(device, skipped, _ON_A_PAGE + 1)
    here = reverse("my_games")
    older = f"{here}?from={skipped + _ON_A_PAGE}" if len(tables) > _ON_A_PAGE else ""
    newer = f"{here}?from={max(skipped - _ON_A_PAGE, 0)}" if skipped else ""
    moved = when_moved_away(device) if not tables else ""
    return render(request, "table/my_games.html", {"page": MyGamesPage(tables[:_ON_A_PAGE], newer, older, moved)})
