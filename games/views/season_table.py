"""The table of a season, on phones and on the wall, and the fragments with which open screens keep up."""

from datetime import date

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors.season_needs import needs_page
from games.selectors.season_screen import screen_page
from games.selectors.season_table import season_table_page
from games.views.league_doors import season_at

_LONGEST = 20


@never_cache
@require_safe
def season(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table now, or after the night of ``on``."""
    at, asked = season_at(request, public_id), request.GET.get("on", "").strip()
    on = _date(asked) if asked else None
    wrong = bool(asked) and on is None
    error = _("%(text)s is no date. This is the table as it stands.") % {"text": asked[:_LONGEST]} if wrong else ""
    page = season_table_page(at, on=on, error=error)
    return render(request, "league/season.html", {"page": page}, status=400 if wrong else 200)


@never_cache
@require_safe
def moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """What an open table needs after something moved."""
    page = season_table_page(season_at(request, public_id))
    return render(request, "league/season.html#moved", {"page": page})


@never_cache
@require_safe
def revision(request: HttpRequest, public_id: str) -> HttpResponse:
    """The season's revision as JSON, for screens whose live stream is cut."""
    now = season_at(request, public_id).season.revision
    etag = f'"{now}"'
    if request.headers.get("If-None-Match") == etag:
        return HttpResponse(status=304, headers={"ETag": etag})
    return JsonResponse({"revision": now}, headers={"ETag": etag})


@never_cache
@require_safe
def needs(request: HttpRequest, public_id: str) -> HttpResponse:
    """What each still needs: a page, or the part of the table's page that asks for it."""
    page = needs_page(season_at(request, public_id))
    part = "#needs" if request.headers.get("HX-Request") else ""
    return render(request, f"league/needs.html{part}", {"page": page})


@never_cache
@require_safe
def screen(request: HttpRequest, public_id: str) -> HttpResponse:
    """The page for the wall."""
    return render(request, "league/screen.html", {"page": screen_page(season_at(request, public_id))})


@never_cache
@require_safe
def screen_moved(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the wall needs after something moved."""
    return render(request, "league/screen.html#moved", {"page": screen_page(season_at(request, public_id))})


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None
