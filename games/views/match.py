"""A match of a season: its page, and the one tap to its table."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import Table
from games.permissions import LeagueAccess
from games.refusals import Refused
from games.selectors.addresses import at_table
from games.selectors.league_access import FixtureAccess
from games.selectors.match_page import match_page
from games.services.play import open_fixture, watch_fixture
from games.views.devices import new_device, remember
from games.views.league_doors import fixture_at
from games.views.posted import whole_number
from games.web.throttles import check_rate
from games.wording import refusal_text

_TOLD_ON_THE_PAGE = ("not_allowed", "not_playable", "season_closed")


@never_cache
@require_safe
def fixture(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """The page of a match."""
    return render(request, "league/match.html", {"page": match_page(fixture_at(request, public_id, number))})


@never_cache
@require_POST
def play(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Go to the table of a match, opened where it was not; ``game`` and ``round`` lead to the change of a round."""
    at = fixture_at(request, public_id, number)

    def opened(access: LeagueAccess) -> Table | None:
        return open_fixture(access=access, season=at.season, number=number).table

    game, changed = whole_number(request.POST.get("game", "")), whole_number(request.POST.get("round", ""))
    below = f"rounds/{game}/{changed}/" if game and changed else ""
    return _to_the_table(request, at, opened, below, open_to_him=at.may_score or at.may_sit_down)


@never_cache
@require_POST
def watch(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Go to the table of a match to look on."""
    at = fixture_at(request, public_id, number)

    def found(access: LeagueAccess) -> Table:
        return watch_fixture(access=access, season=at.season, number=number)

    return _to_the_table(request, at, found, "", open_to_him=at.fixture.table is not None)


def _to_the_table(
    request: HttpRequest,
    at: FixtureAccess,
    find: Callable[[LeagueAccess], Table | None],
    below: str,
    *,
    open_to_him: bool,
) -> HttpResponse:
    """Give this device its pass, being made known where it was not, and go to the table; or say why not.

    A device that is not known is made known only where the table is ``open_to_him``: what is refused writes nothing.
    """
    made = None
    access = at.access
    try:
        if access.device is None and open_to_him:
            check_rate(request, "start")
            made = new_device(request)
            access = replace(access, device=made.device)
        table = find(access)
    except Refused as why:
        if why.code not in _TOLD_ON_THE_PAGE:
            raise
        return render(request, "league/match.html", {"page": match_page(at, refusal_text(why))}, status=why.status)
    if table is None:
        raise Refused("not_found")
    return remember(request, redirect(at_table(table, below)), made)
