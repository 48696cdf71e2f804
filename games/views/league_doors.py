"""From a request to who is asking in a league, a season, or at a fixture; 404 for who may not even see it."""

from django.http import HttpRequest

from games.permissions import LeagueAccess
from games.selectors.league_access import (
    FixtureAccess,
    SeasonAccess,
    fixture_access,
    league_access,
    season_access,
)
from games.views.devices import known_device
from games.views.signed_in import account_of


def league_at(request: HttpRequest, public_id: str) -> LeagueAccess:
    """Who sent ``request``, in this league. Raises Refused ("not_found")."""
    return league_access(public_id, account_of(request), known_device(request))


def organiser_at(request: HttpRequest, public_id: str) -> LeagueAccess:
    """Who sent ``request``, if he runs this league. Raises Refused ("not_found", "not_your_duty")."""
    access = league_at(request, public_id)
    access.demand("manage_league")
    return access


def season_at(request: HttpRequest, public_id: str) -> SeasonAccess:
    """Who sent ``request``, in this season's league. Raises Refused ("not_found")."""
    return season_access(public_id, account_of(request), known_device(request))


def fixture_at(request: HttpRequest, public_id: str, number: int) -> FixtureAccess:
    """Who sent ``request``, at this fixture of a season. Raises Refused ("not_found")."""
    return fixture_access(public_id, number, account_of(request), known_device(request))
