"""What if…? Views that rescore a game under other rules, for anyone who may watch the table. Nothing is stored."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.pages.rulebook import rescore_page
from games.selectors.rulebook.house_rules import rules_by_value
from games.views.devices import table_access
from games.views.table.table import TableSnapshot


@never_cache
@require_safe
def compare(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Compare a game under several other rules."""
    snapshot = TableSnapshot(table_access(request, public_id))
    page = rescore_page.compare_page(
        table=snapshot.table,
        sheet=snapshot.sheet,
        game=snapshot.game(game),
        players=snapshot.players,
        device=snapshot.access.device,
    )
    return render(request, "rulebook/compare.html", {"page": page})


@never_cache
@require_safe
def compare_one(request: HttpRequest, public_id: str, game: int, preset: str) -> HttpResponse:
    """Compare a game as played with one other rule set: a preset's id, or the start form's value of house rules."""
    snapshot = TableSnapshot(table_access(request, public_id))
    played, rules = snapshot.game(game), rules_by_value(preset)
    if rules is None:
        raise Http404
    page = rescore_page.compare_one_page(
        table=snapshot.table, sheet=snapshot.sheet, game=played, players=snapshot.players, chosen=rules
    )
    return render(request, "rulebook/compare_one.html", {"page": page})
