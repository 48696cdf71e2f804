"""Views of the ratings of a league."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.league.ratings_page import rating_page, ratings_page
from games.views.league.league_access import league_access_for


@never_cache
@require_safe
def ratings(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the ratings of all members."""
    return render(request, "league/ratings.html", {"page": ratings_page(league_access_for(request, public_id))})


@never_cache
@require_safe
def rating(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show how a member's rating developed."""
    return render(request, "league/rating.html", {"page": rating_page(league_access_for(request, public_id), number)})
