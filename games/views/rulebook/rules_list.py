"""All rules on one page: to search, to star, to compare, and to choose for a new table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.table.start_form import MOST_NAMES, shown_seats
from games.forms.typed_values import parse_whole_number
from games.pages.rulebook.rules_list_page import WELL_KNOWN, compare_rules_page, rules_list_page
from games.refusals import RefusedError
from games.selectors.rulebook.house_rules import (
    DEFAULT_PRESET,
    ChosenRules,
    chosen_preset,
    last_used_rules,
    rules_by_value,
    rules_by_values,
)
from games.views.devices import known_device
from games.web.favorites import favorites, toggle_favorite
from games.web.start_draft import keep_draft, read_draft


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def rules(request: HttpRequest) -> HttpResponse:
    """List the rules. POST is the start form, which is kept until rules are chosen.

    With ``to`` it leads on to the chosen rules: to "read" or to "change" them.
    """
    if request.method == "POST":
        return keep_draft(request, redirect(_next_page(request)), request.POST.dict())
    draft = read_draft(request)
    people = draft.seats if draft and draft.seats > shown_seats("", []) else 0
    page = rules_list_page(
        last=last_used_rules(known_device(request)),
        starred=_starred(request),
        chosen=draft.preset if draft else "",
        choosing=draft is not None,
        query=request.GET.get("q", "").strip()[:60],
        players=_number(request.GET.get("players"), people),
    )
    return render(request, "rulebook/rules_list.html", {"page": page})


@never_cache
@require_POST
def star(request: HttpRequest) -> HttpResponse:
    """Star rules on this phone, or take the star back."""
    chosen = rules_by_value(request.POST.get("star", "")[:60])
    if chosen is None:
        raise RefusedError("not_found")
    return toggle_favorite(request, redirect(f"{reverse('rules:all')}#{chosen.row_id}"), chosen.value)


@never_cache
@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """Show where two rule sets differ: those asked for, or well-known ones in place of any that are not there."""
    one, other = (
        rules_by_value(request.GET.get(name, "")[:60]) or chosen_preset(instead)
        for name, instead in (("one", DEFAULT_PRESET), ("other", WELL_KNOWN))
    )
    known = (*last_used_rules(known_device(request)), *_starred(request))
    page = compare_rules_page(one, other, known, back_url=reverse("rules:all"))
    return render(request, "rulebook/compare_rules.html", {"page": page})


def _next_page(request: HttpRequest) -> str:
    """Return the page that the button on the start page leads to."""
    chosen, to = rules_by_value(request.POST.get("preset", "")[:60]), request.POST.get("to", "")
    if chosen is None or to not in ("read", "change"):
        return reverse("rules:all")
    if to == "read":
        return chosen.path
    if chosen.saved:
        return reverse("rules:change_house_rules", args=[chosen.saved.public_id])
    return reverse("rules:change_preset", args=[chosen.preset.id])


def _starred(request: HttpRequest) -> tuple[ChosenRules, ...]:
    return rules_by_values(favorites(request))


def _number(text: str | None, otherwise: int) -> int:
    """Return the number of people asked for, 0 for any; ``otherwise`` where none is given."""
    if text is None:
        return otherwise
    number = parse_whole_number(text, 2) or 0
    return number if number <= MOST_NAMES else 0
