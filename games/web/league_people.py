"""The names of a league's people on each of its pages, so that browsers don't translate them."""

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Entrant, League, Member


def set_league(request: HttpRequest, league: League) -> None:
    """Note which league a request is about."""
    request.league = league  # type: ignore[attr-defined]


def league_people(request: HttpRequest) -> dict[str, Any]:
    """Context processor: the names of the members and teams of the request's league, looked up once a page asks."""
    league: League | None = getattr(request, "league", None)
    return {"league_people": SimpleLazyObject(lambda: _names_in(league)) if league else ()}


def _names_in(league: League) -> tuple[str, ...]:
    members = Member.objects.filter(league=league).order_by().values_list("name", flat=True)
    teams = Entrant.objects.filter(season__league=league).exclude(name="").order_by().values_list("name", flat=True)
    return tuple(members.union(teams))
