"""The page of a player in a league."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.league.player_filter import read_filter
from games.pages.league.player_page import current_member, player_page
from games.selectors.league.merged_members import merged_member_ids
from games.selectors.league.player_matches import PlayerMatchFilter
from games.views.league.league_access import league_access_for


@never_cache
@require_safe
def player(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show what a member played, filtered by ``season``, ``against``, ``rules``, ``since`` and ``until``."""
    access = league_access_for(request, public_id)
    member, player_filter = current_member(access, number), read_filter(request.GET.dict())
    opponent = (
        merged_member_ids(current_member(access, player_filter.opponent)) if player_filter.opponent else frozenset()
    )
    narrowed = PlayerMatchFilter(
        player_filter.season, opponent, player_filter.rules, player_filter.since, player_filter.until
    )
    page = player_page(access, member, narrowed, opponent=player_filter.opponent, errors=player_filter.errors)
    return render(request, "league/player.html", {"page": page}, status=400 if player_filter.errors else 200)
