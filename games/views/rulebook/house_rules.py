"""Views of rules: the page of a preset, and house rules under their link, with copying and deleting."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.pages.rulebook.rules_page import house_rules_page, preset_page
from games.refusals import RefusedError
from games.selectors.rulebook.house_rules import chosen_house_rules, chosen_preset, get_house_rules
from games.services.rulebook.house_rules import copy_house_rules, delete_house_rules
from games.views.devices import acting_device, known_device, set_device_cookie
from games.web.base_url import base_url
from games.web.throttles import check_rate


@require_safe
def preset(request: HttpRequest, preset: str) -> HttpResponse:
    """Show the rules of a preset."""
    return render(request, "rulebook/rules.html", {"page": preset_page(chosen_preset(preset))})


@never_cache
@require_safe
def shared(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show house rules to anyone with their link. Opening it changes nothing."""
    page = house_rules_page(chosen_house_rules(get_house_rules(public_id)), known_device(request), base_url(request))
    return render(request, "rulebook/rules.html", {"page": page})


@never_cache
@require_POST
def copy(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save a copy of shared house rules on this phone."""
    original = chosen_house_rules(get_house_rules(public_id)).saved
    if original is None:
        raise RefusedError("not_found")
    check_rate(request, "start")
    device, created = acting_device(request)
    saved = copy_house_rules(original=original, device=device)
    return set_device_cookie(request, redirect("rules:house_rules", saved.public_id), created)


@never_cache
@require_POST
def delete(request: HttpRequest, public_id: str) -> HttpResponse:
    """Delete house rules saved on this phone."""
    delete_house_rules(saved=get_house_rules(public_id), device=known_device(request))
    return redirect("start")
