"""A season as pictures."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.season_pictures import season_pictures_page
from games.views.league_doors import season_at


@never_cache
@require_safe
def pictures(request: HttpRequest, public_id: str) -> HttpResponse:
    """The drawings of a season, with the line of the entrant ``who`` set off."""
    page = season_pictures_page(season_at(request, public_id), request.GET.get("who", "").strip())
    return render(request, "league/pictures.html", {"page": page}, status=400 if page.error else 200)
