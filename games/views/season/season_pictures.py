"""The charts of a season."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.season.season_pictures_page import season_pictures_page
from games.views.league.league_access import season_access_for


@never_cache
@require_safe
def pictures(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the charts, with the line of the entrant ``who`` highlighted."""
    page = season_pictures_page(season_access_for(request, public_id), request.GET.get("who", "").strip())
    return render(request, "season/pictures.html", {"page": page}, status=400 if page.error else 200)
