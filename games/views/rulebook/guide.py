"""A printable guide to the rules for a club's bulletin board: of a preset, of house rules, and of a league."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.table.round_form import knock_deadwood_is_typed
from games.pages.rulebook.guide_page import guide_of_league, guide_of_rules, rules_of_season, season_of_guide
from games.rules.rule_properties import uses_limit_card
from games.selectors.rulebook.house_rules import ChosenRules, chosen_house_rules, chosen_preset, get_house_rules
from games.views.league.league_access import league_access_for
from games.web.base_url import base_url


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """Show the guide to a preset."""
    return _guide_response(request, chosen_preset(preset))


@never_cache
@require_safe
def shared(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the guide to saved house rules, for anyone with their link."""
    return _guide_response(request, chosen_house_rules(get_house_rules(public_id)))


@never_cache
@require_safe
def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show the guide for a league's room, for anyone who may see the league."""
    club = league_access_for(request, public_id).league
    season = season_of_guide(club, request.GET.get("season", ""))
    rules, _ = rules_of_season(season)
    page = guide_of_league(
        club, season, base_url(request), by_card=uses_limit_card(rules), typed=knock_deadwood_is_typed(rules)
    )
    return render(request, "rulebook/guide.html", {"page": page})


def _guide_response(request: HttpRequest, chosen: ChosenRules) -> HttpResponse:
    rules = chosen.rules
    page = guide_of_rules(
        chosen, base_url(request), by_card=uses_limit_card(rules), typed=knock_deadwood_is_typed(rules)
    )
    return render(request, "rulebook/guide.html", {"page": page})
