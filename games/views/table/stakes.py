"""The page that sets the stakes of a table."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.table.stakes_form import (
    AMOUNTS,
    LONGEST_UNIT,
    OTHER_UNIT,
    UNITS,
    TypedStakes,
    initial_stakes,
    read_stakes,
    unit_texts,
)
from games.forms.typed_values import parse_whole_number
from games.pages.table.stakes import AmountField, StakesPage, UnitChoice
from games.pages.table.table_page import table_title
from games.refusals import RefusedError
from games.rules.stakes import Stakes
from games.selectors.table.table_paths import table_path
from games.services.table.games import set_stakes
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stakes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set the stakes, or play without any again."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    if request.method != "POST":
        return _page(request, snapshot, initial_stakes(snapshot.sheet.stakes), 200)
    typed = read_stakes(request.POST)
    nothing = request.POST.get("play-for") == "nothing"
    if not nothing and not typed.ready:
        return _page(request, snapshot, typed, 422)
    try:
        _save(snapshot, parse_whole_number(request.POST.get("revision", "")), None if nothing else typed.stakes)
    except RefusedError as refusal:
        typed.non_field_errors.append(refusal_text(refusal))
        return _page(request, TableSnapshot(table_access(request, public_id)), typed, refusal.status)
    return redirect(table_path(snapshot.table))


def _save(snapshot: TableSnapshot, seen_revision: int | None, new_stakes: Stakes | None) -> None:
    """Save the stakes unless they are the current ones."""
    if new_stakes == snapshot.sheet.stakes:
        return
    key_text = f"{new_stakes.point}:{new_stakes.box}:{new_stakes.game}:{new_stakes.unit}" if new_stakes else "nothing"
    set_stakes(
        access=snapshot.access, key=f"stakes:{seen_revision}:{key_text}", revision=seen_revision, stakes=new_stakes
    )


def _page(request: HttpRequest, snapshot: TableSnapshot, typed: TypedStakes, status: int) -> HttpResponse:
    picked = typed.picked if typed.picked in UNITS else OTHER_UNIT
    page = StakesPage(
        table_title=table_title(snapshot.table, snapshot.players),
        table_url=table_path(snapshot.table),
        action=table_path(snapshot.table, "stakes"),
        revision=snapshot.sheet.revision,
        units=tuple(UnitChoice(value, text, value == picked) for value, text in unit_texts().items()),
        unit=typed.unit,
        unit_error=typed.unit_error,
        longest_unit=LONGEST_UNIT,
        amounts=tuple(
            AmountField(name, _(title), typed.texts[name], typed.amount_errors.get(name, ""))
            for name, title in AMOUNTS.items()
        ),
        has_stakes=snapshot.sheet.stakes is not None,
        errors=tuple(typed.non_field_errors),
    )
    return render(request, "table/stakes.html", {"page": page}, status=status)
