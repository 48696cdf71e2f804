"""Views of a season's matches: the list, free play, and the calendars."""

import secrets
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.typed_values import parse_whole_number
from games.pages.season.match_list_page import MatchFilters, own_entrants
from games.pages.season.matches_page import SubmittedPlay, matches_page
from games.refusals import RefusedError
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.calendar import season_calendar
from games.selectors.season.calendar_links import season_by_calendar_key
from games.selectors.season.league_dates import date_in_league
from games.services.season.match_start import challenge_entrants
from games.views.league.league_access import season_access_for
from games.web.base_url import base_url
from games.wording.refusals import refusal_text

_MAX_PAGES: Final = 1_000
_MAX_SIDES: Final = 4


@never_cache
@require_safe
def matches(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the matches that the query asks for."""
    season_access = season_access_for(request, public_id)
    page = parse_whole_number(request.GET.get("page", "1"))
    query = MatchFilters(
        show="played" if request.GET.get("show") == "played" else "coming",
        entrant=parse_whole_number(request.GET.get("who", "")),
        page=min(max(page or 1, 1), _MAX_PAGES),
    )
    return _list(request, season_access, query, SubmittedPlay(secrets.token_hex(16)))


@never_cache
@require_POST
def start_free_match(request: HttpRequest, public_id: str) -> HttpResponse:
    """Start a match in free play and go to it."""
    season_access = season_access_for(request, public_id)
    chosen_texts = tuple(request.POST.get(f"player-{number}", "") for number in range(1, _MAX_SIDES + 1))
    typed = [parse_whole_number(text) for text in chosen_texts if text]
    own_entrant = sorted(own_entrants(season_access))[:1]
    entrants = [*own_entrant, *(entrant for entrant in typed if entrant is not None)]
    key = request.POST.get("key", "")[:100]
    try:
        if None in typed:
            raise RefusedError("not_found")
        if len(entrants) < 2:
            raise RefusedError("not_playable", what="line_up")
        match = challenge_entrants(
            access=season_access.access,
            season=season_access.season,
            entrants=entrants,
            key=key or secrets.token_hex(16),
        )
    except RefusedError as refusal:
        if refusal.code != "not_playable":
            raise
        return _list(
            request,
            season_access,
            MatchFilters(),
            SubmittedPlay(key, chosen_texts, (refusal_text(refusal),)),
            status=refusal.status,
        )
    return redirect("season:match", public_id, match.number)


@require_safe
def calendar(request: HttpRequest, public_id: str, member: int | None = None) -> HttpResponse:
    """Return the calendar of a season or of one member, for those who see the league or have the key in the address."""
    season = (
        season_by_calendar_key(public_id, request.GET.get("key", "")) or season_access_for(request, public_id).season
    )
    calendar_member = season.league.members.active().filter(pk=member).first() if member else None
    if member and calendar_member is None:
        raise RefusedError("not_found")
    body = season_calendar(season, calendar_member, base_url(request))
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = 'inline; filename="matches.ics"'
    response["Cache-Control"] = "private, max-age=300"
    return response


def _list(
    request: HttpRequest, season_access: SeasonAccess, query: MatchFilters, typed: SubmittedPlay, status: int = 200
) -> HttpResponse:
    page = matches_page(season_access, query, date_in_league(season_access.access.league), typed)
    return render(request, "season/matches.html", {"page": page}, status=status)
