"""The hall: all tables of a season or of a phone where a game is in progress, and the fragments that update it."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.league.hall_page import phone_hall, season_hall
from games.selectors.table.phone_tables import phone_revision
from games.views.devices import known_device
from games.views.league.league_access import season_access_for


@never_cache
@require_safe
def season(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the tables of a season."""
    return render(request, "table/board/hall.html", {"page": season_hall(season_access_for(request, public_id))})


@never_cache
@require_safe
def season_updates(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment that updates the hall of a season."""
    return render(request, "table/board/hall.html#moved", {"page": season_hall(season_access_for(request, public_id))})


@never_cache
@require_safe
def phone(request: HttpRequest) -> HttpResponse:
    """Show the tables of this phone."""
    return render(request, "table/board/hall.html", {"page": phone_hall(known_device(request))})


@never_cache
@require_safe
def phone_updates(request: HttpRequest) -> HttpResponse:
    """Return the fragment that updates the hall of a phone."""
    return render(request, "table/board/hall.html#moved", {"page": phone_hall(known_device(request))})


@never_cache
@require_safe
def revision(request: HttpRequest) -> HttpResponse:
    """Return the combined revision of the phone's tables as JSON, for screens without the live stream."""
    device = known_device(request)
    current_revision = phone_revision(device) if device else 0
    etag = f'"{current_revision}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return JsonResponse({"revision": current_revision}, headers={"ETag": etag})
