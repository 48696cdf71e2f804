"""A season's matches: the list, free play, and the calendars."""

import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.typed_values import typed_key
from games.refusals import Refused
from games.selectors.calendar import season_calendar
from games.selectors.calendar_links import season_by_calendar_key
from games.selectors.league_access import SeasonAccess
from games.selectors.matches import Looking, own_entrants
from games.selectors.matches_page import TypedPlay, matches_page
from games.selectors.nights import today
from games.services.play import challenge
from games.views.league_doors import season_at
from games.web.base_url import base_url
from games.wording import refusal_text

_MOST_PAGES: Final = 1_000
_MOST_SIDES: Final = 4


@never_cache
@require_safe
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """The list of matches, as the address asks for it."""
    at = season_at(request, public_id)
    page = typed_key(request.GET.get("page", "1"))
    looking = Looking(
        show="played" if request.GET.get("show") == "played" else "coming",
        who=typed_key(request.GET.get("who", "")),
        page=min(max(page or 1, 1), _MOST_PAGES),
    )
    return _list(request, at, looking, TypedPlay(secrets.token_hex(16)))


@never_cache
@require_POST
def play_now(request: HttpRequest, public_id: str) -> HttpResponse:
    """Two or more sit down in free play; on to their match."""
    at = season_at(request, public_id)
    chosen = tuple(request.POST.get(f"player-{number}", "") for number in range(1, _MOST_SIDES + 1))
    typed = [typed_key(text) for text in chosen if text]
    own = sorted(own_entrants(at))[:1]
    entrants = [*own, *(entrant for entrant in typed if entrant is not None)]
    key = request.POST.get("key", "")[:100]
    try:
        if None in typed:
            raise Refused("not_found")
        if len(entrants) < 2:
            raise Refused("not_playable", what="line_up")
        fixture = challenge(access=at.access, season=at.season, entrants=entrants, key=key or secrets.token_hex(16))
    except Refused as why:
        if why.code != "not_playable":
            raise
        return _list(request, at, Looking(), TypedPlay(key, chosen, (refusal_text(why),)), status=why.status)
    return redirect("fixture", public_id, fixture.number)


@require_safe
def calendar(request: HttpRequest, public_id: str, member: int | None = None) -> HttpResponse:
    """The calendar of a season, or of a member in it: for who may see the league, and for the key in its address."""
    season = season_by_calendar_key(public_id, request.GET.get("key", "")) or season_at(request, public_id).season
    whose = season.league.members.filter(pk=member, merged_into=None, erased_at=None).first() if member else None
    if member and whose is None:
        raise Refused("not_found")
    body = season_calendar(season, whose, base_url(request))
    answer = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    answer["Content-Disposition"] = 'inline; filename="matches.ics"'
    answer["Cache-Control"] = "private, max-age=300"
    return answer


def _list(
    request: HttpRequest, at: SeasonAccess, looking: Looking, typed: TypedPlay, status: int = 200
) -> HttpResponse:
    page = matches_page(at, looking, today(at.access.league), typed)
    return render(request, "league/matches.html", {"page": page}, status=status)
