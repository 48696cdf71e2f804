"""The hall: all tables of a season or of a phone that are played at now, and the fragments with which it keeps up."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.hall_page import phone_hall, season_hall
from games.selectors.phone_tables import phone_revision
from games.views.devices import known_device
from games.views.league_doors import season_at


@never_cache
@require_safe
def season(request: HttpRequest, public_id: str) -> HttpResponse:
    """The tables of a season."""
    return render(request, "hall.html", {"page": season_hall(season_at(request, public_id))})


@never_cache
@require_safe
def season_moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the hall of a season shows after something moved."""
    return render(request, "hall.html#moved", {"page": season_hall(season_at(request, public_id))})


@never_cache
@require_safe
def phone(request: HttpRequest) -> HttpResponse:
    """The tables of the phone that asks."""
    return render(request, "hall.html", {"page": phone_hall(known_device(request))})


@never_cache
@require_safe
def phone_moved(request: HttpRequest) -> HttpResponse:
    """What the hall of a phone shows after something moved."""
    return render(request, "hall.html#moved", {"page": phone_hall(known_device(request))})


@never_cache
@require_safe
def revision(request: HttpRequest) -> HttpResponse:
    """Where the phone's tables stand together, for screens whose live stream is cut."""
    device = known_device(request)
    now = phone_revision(device) if device else 0
    etag = f'"{now}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return JsonResponse({"revision": now}, headers={"ETag": etag})
