"""A game under other rules: the list, and one of them side by side. Whoever may watch may look; nothing is written."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.selectors import rescore
from games.selectors.house_rules import chosen
from games.views.devices import access_to
from games.views.table import AtTable


@never_cache
@require_safe
def compare(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """What other rules would have made of a game."""
    at = AtTable(access_to(request, public_id))
    page = rescore.compare_page(
        table=at.table, sheet=at.sheet, game=at.game(game), players=at.players, device=at.access.device
    )
    return render(request, "compare.html", {"page": page})


@never_cache
@require_safe
def compare_one(request: HttpRequest, public_id: str, game: int, preset: str) -> HttpResponse:
    """A game as played and under other rules: a preset by its id, or house rules as the start form names them."""
    at = AtTable(access_to(request, public_id))
    played, rules = at.game(game), chosen(preset)
    if rules is None:
        raise Http404
    page = rescore.compare_one_page(table=at.table, sheet=at.sheet, game=played, players=at.players, chosen=rules)
    return render(request, "compare_one.html", {"page": page})
