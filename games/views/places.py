"""The tables of a league's room, and the links for their tablets."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.plain_fields import typed_name
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.league_admin import places_page
from games.services import places as services
from games.views.league_doors import league_at, organiser_at
from games.web.base_url import base_url
from games.wording import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def places(request: HttpRequest, public_id: str) -> HttpResponse:
    """The tables, and one more."""
    access = organiser_at(request, public_id)
    if request.method != "POST":
        return _page(request, access)
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, access, error=fault, status=400, typed=name)
    try:
        services.add_place(access=access, name=name)
    except Refused as why:
        return _page(request, access, error=refusal_text(why), status=why.status, typed=name)
    return redirect("places", public_id)


@never_cache
@require_POST
def rename(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Call a table otherwise."""
    access = organiser_at(request, public_id)
    name, fault = typed_name(request.POST)
    if fault:
        return _page(request, access, error=fault, status=400, typed=name, about=place)
    try:
        services.rename_place(access=access, place_id=place, name=name)
    except Refused as why:
        if why.status == 404:
            raise
        return _page(request, access, error=refusal_text(why), status=why.status, typed=name, about=place)
    return redirect("places", public_id)


@never_cache
@require_POST
def remove(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Take a table out of the room."""
    services.remove_place(access=league_at(request, public_id), place_id=place)
    return redirect("places", public_id)


@never_cache
@require_POST
def tablet(request: HttpRequest, public_id: str, place: int) -> HttpResponse:
    """Make the link for a table's tablet."""
    services.tablet_link(access=league_at(request, public_id), place_id=place)
    return redirect("places", public_id)


def _page(
    request: HttpRequest, access: LeagueAccess, *, error: str = "", status: int = 200, typed: str = "", about: int = 0
) -> HttpResponse:
    page = places_page(access, base_url(request), (error,) if error else (), typed, about)
    return render(request, "league/places.html", {"page": page}, status=status)
