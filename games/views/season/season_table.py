"""The standings of a season, on phones and on the wall screen, and the fragments that update them."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.typed_values import parse_date
from games.models.season import BRACKETS
from games.pages.season.bracket_page import bracket_page
from games.pages.season.own_matches import matches_of
from games.pages.season.season_needs import needs_page
from games.pages.season.season_screen import screen_page
from games.pages.season.season_table_page import season_table_page
from games.views.league.league_access import season_access_for
from games.web.base_url import base_url

_MAX_SHOWN_LENGTH = 20


@never_cache
@require_safe
def season(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the current standings, or those after the night ``on``."""
    season_access, date_text = season_access_for(request, public_id), request.GET.get("on", "").strip()
    on = parse_date(date_text) if date_text else None
    invalid = bool(date_text) and on is None
    error = (
        _("%(text)s isn't a date. These are the current standings.") % {"text": date_text[:_MAX_SHOWN_LENGTH]}
        if invalid
        else ""
    )
    page = season_table_page(season_access, request.GET, on=on, error=error)
    member = season_access.access.member
    matches = matches_of([member] if member and not page.as_of else [], season_access.season)
    return render(request, "season/season.html", {"page": page, "matches": matches}, status=400 if invalid else 200)


@never_cache
@require_safe
def bracket(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the bracket; seasons without one have only their table."""
    season_access = season_access_for(request, public_id)
    if season_access.season.pairing not in BRACKETS:
        return redirect("season:page", public_id)
    return render(request, "season/bracket.html", {"page": bracket_page(season_access, base_url(request))})


@never_cache
@require_safe
def season_updates(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment that updates open standings."""
    page = season_table_page(season_access_for(request, public_id), request.GET)
    return render(request, "season/season.html#moved", {"page": page})


@never_cache
@require_safe
def revision(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the season's revision as JSON, for screens without the live stream."""
    current_revision = season_access_for(request, public_id).season.revision
    etag = f'"{current_revision}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return JsonResponse({"revision": current_revision}, headers={"ETag": etag})


@never_cache
@require_safe
def needs(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show what each entrant still needs: a page, or a fragment for the page of the standings."""
    page = needs_page(season_access_for(request, public_id))
    part = "#needs" if request.headers.get("HX-Request") else ""
    return render(request, f"season/needs.html{part}", {"page": page})


@never_cache
@require_safe
def screen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the wall screen."""
    return render(request, "season/screen.html", {"page": screen_page(season_access_for(request, public_id))})


@never_cache
@require_safe
def screen_updates(request: HttpRequest, public_id: str) -> HttpResponse:
    """Return the fragment that updates the wall screen."""
    return render(request, "season/screen.html#moved", {"page": screen_page(season_access_for(request, public_id))})
