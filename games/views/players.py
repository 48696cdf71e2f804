"""A player's page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.player_filter import read_filter
from games.selectors.player_matches import Narrowed, same_person
from games.selectors.player_page import member_of, player_page
from games.views.league_doors import league_at


@never_cache
@require_safe
def player(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The page of a member of a league, narrowed by ``season``, ``against``, ``rules``, ``since`` and ``until``."""
    access = league_at(request, public_id)
    member, asked = member_of(access, number), read_filter(request.GET.dict())
    opponent = same_person(member_of(access, asked.opponent)) if asked.opponent else frozenset()
    narrowed = Narrowed(asked.season, opponent, asked.rules, asked.since, asked.until)
    page = player_page(access, member, narrowed, opponent=asked.opponent, errors=asked.errors)
    return render(request, "league/player.html", {"page": page}, status=400 if asked.errors else 200)
