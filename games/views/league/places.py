"""Views of the tables in a league's club room, and the links for their tablets."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.single_fields import typed_name
from games.pages.league.league_admin import places_page
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.services.league import places as services
from games.views.league.league_access import league_access_for, organizer_access_for
from games.web.base_url import base_url
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def places(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the tables; POST adds one."""
    access = organizer_access_for(request, public_id)
    if request.method != "POST":
        return _page(request, access)
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, access, error=fault, status=400, typed=name)
    try:
        services.add_place(access=access, name=name)
    except RefusedError as refusal:
        return _page(request, access, error=refusal_text(refusal), status=refusal.status, typed=name)
    return redirect("league:places", public_id)


@never_cache
@require_POST
def rename(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Rename a table."""
    access = organizer_access_for(request, public_id)
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, access, error=fault, status=400, typed=name, place_id=place)
    try:
        services.rename_place(access=access, place_id=place, name=name)
    except RefusedError as refusal:
        if refusal.status == 404:
            raise
        return _page(request, access, error=refusal_text(refusal), status=refusal.status, typed=name, place_id=place)
    return redirect("league:places", public_id)


@never_cache
@require_POST
def remove(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Remove a table from the club room."""
    services.remove_place(access=league_access_for(request, public_id), place_id=place)
    return redirect("league:places", public_id)


@never_cache
@require_POST
def tablet(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Make the link for a table's tablet."""
    services.tablet_link(access=league_access_for(request, public_id), place_id=place)
    return redirect("league:places", public_id)


def _page(
    request: HttpRequest,
    access: LeagueAccess,
    *,
    error: str = "",
    status: int = 200,
    typed: str = "",
    place_id: int = 0,
) -> HttpResponse:
    page = places_page(access, base_url(request), (error,) if error else (), typed, place_id)
    return render(request, "league/places.html", {"page": page}, status=status)
