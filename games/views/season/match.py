"""Views of a match in a season: its page, and going to its table."""

from collections.abc import Callable
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.forms.typed_values import parse_whole_number
from games.models import Table
from games.pages.season.match_page import match_page
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.selectors.league.league_access import MatchAccess
from games.selectors.table.table_paths import table_path
from games.services.season.match_start import open_match, watch_match
from games.views.devices import acting_device, set_device_cookie
from games.views.league.league_access import match_access_for
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text

_SHOWN_ON_PAGE = ("not_allowed", "not_playable", "season_closed")


@never_cache
@require_safe
def match(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Show a match."""
    return render(request, "season/match.html", {"page": match_page(match_access_for(request, public_id, number))})


@never_cache
@require_POST
def play(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Go to the table of a match, opening it if necessary; ``game`` and ``round`` lead to the form for a round."""
    match_access = match_access_for(request, public_id, number)

    def open_table(access: LeagueAccess) -> Table | None:
        return open_match(access=access, season=match_access.season, number=number).table

    game, round_number = (
        parse_whole_number(request.POST.get("game", "")),
        parse_whole_number(request.POST.get("round", "")),
    )
    page = ("change", game, round_number) if game and round_number else ("page",)
    return _go_to_table(
        request, match_access, open_table, page, may_open=match_access.may_score or match_access.may_sit_down
    )


@never_cache
@require_POST
def watch(request: HttpRequest, public_id: str, number: int) -> HttpResponse:
    """Go to the table of a match as a spectator."""
    match_access = match_access_for(request, public_id, number)

    def find_table(access: LeagueAccess) -> Table:
        return watch_match(access=access, season=match_access.season, number=number)

    return _go_to_table(request, match_access, find_table, ("page",), may_open=match_access.match.table is not None)


def _go_to_table(
    request: HttpRequest,
    match_access: MatchAccess,
    find: Callable[[LeagueAccess], Table | None],
    page: tuple[str, *tuple[int, ...]],
    *,
    may_open: bool,
) -> HttpResponse:
    """Give this device access and redirect to a page of the table (see ``table_path``), or show why not.

    An unknown device is stored only if it ``may_open`` the table: a refused request writes nothing.
    """
    created = None
    access = match_access.access
    try:
        if access.device is None and may_open:
            check_rate(request, "start")
            device, created = acting_device(request)
            access = replace(access, device=device)
        table = find(access)
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        return render(
            request,
            "season/match.html",
            {"page": match_page(match_access, refusal_text(refusal))},
            status=refusal.status,
        )
    if table is None:
        raise RefusedError("not_found")
    return set_device_cookie(request, redirect(table_path(table, *page)), created)
