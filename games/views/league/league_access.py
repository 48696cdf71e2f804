"""Find the rights of a request's sender in a league, season or match; 404 if they may not even see it."""

from django.http import HttpRequest

from games.permissions import LeagueAccess
from games.selectors.league.league_access import (
    MatchAccess,
    SeasonAccess,
    league_access,
    match_access,
    season_access,
)
from games.views.account.authentication import current_account
from games.views.devices import known_device
from games.web.league_people import set_league


def league_access_for(request: HttpRequest, public_id: str) -> LeagueAccess:
    """Return the sender's rights in this league. Raises RefusedError ("not_found")."""
    access = league_access(public_id, current_account(request), known_device(request))
    set_league(request, access.league)
    return access


def organizer_access_for(request: HttpRequest, public_id: str) -> LeagueAccess:
    """Return the rights of an organizer of this league. Raises RefusedError ("not_found", "not_your_duty")."""
    access = league_access_for(request, public_id)
    access.demand("manage_league")
    return access


def season_access_for(request: HttpRequest, public_id: str) -> SeasonAccess:
    """Return the sender's rights in this season's league. Raises RefusedError ("not_found")."""
    access = season_access(public_id, current_account(request), known_device(request))
    set_league(request, access.season.league)
    return access


def match_access_for(request: HttpRequest, public_id: str, number: int) -> MatchAccess:
    """Return the sender's rights at this match of a season. Raises RefusedError ("not_found")."""
    access = match_access(public_id, number, current_account(request), known_device(request))
    set_league(request, access.season.league)
    return access
