"""The guide for a club's notice board, a page of paper: for a preset, house rules, and a league."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.forms.round_form import counted, looks_at_a_card
from games.selectors.guide_page import guide_of_league, guide_of_rules, rules_of_league
from games.selectors.house_rules import Chosen, of_preset, of_saved, saved_rules
from games.views.league_doors import league_at
from games.web.base_url import base_url


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """The guide for a preset."""
    return _of_rules(request, of_preset(preset))


@never_cache
@require_safe
def shared(request: HttpRequest, public_id: str) -> HttpResponse:
    """The guide for saved house rules, for whoever has their link."""
    return _of_rules(request, of_saved(saved_rules(public_id)))


@never_cache
@require_safe
def league(request: HttpRequest, public_id: str) -> HttpResponse:
    """The guide for the room of a league, for whoever sees it."""
    club = league_at(request, public_id).league
    rules, _ = rules_of_league(club)
    page = guide_of_league(club, base_url(request), by_card=looks_at_a_card(rules), typed=counted(rules))
    return render(request, "guide.html", {"page": page})


def _of_rules(request: HttpRequest, chosen: Chosen) -> HttpResponse:
    rules = chosen.rules
    page = guide_of_rules(chosen, base_url(request), by_card=looks_at_a_card(rules), typed=counted(rules))
    return render(request, "guide.html", {"page": page})
