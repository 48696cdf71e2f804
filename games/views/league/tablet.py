"""The page for the tablet on a table of the club room: the next match there."""

from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.league.tablet_page import place_of_device, tablet_page
from games.views.devices import known_device
from games.web.htmx import HtmxRequest


@never_cache
@require_safe
def next_match(request: HtmxRequest) -> HttpResponse:
    """Show the next match at this device's table."""
    page = tablet_page(place_of_device(known_device(request)))
    template = "league/here.html#here" if request.htmx else "league/here.html"
    return render(request, template, {"page": page})
