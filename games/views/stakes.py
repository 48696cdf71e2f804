"""Stakes: what the evening is played for."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.stakes_form import (
    AMOUNTS,
    LONGEST_UNIT,
    OTHER,
    UNITS,
    TypedStakes,
    read_stakes,
    typed_from,
    unit_texts,
)
from games.pages import AmountField, StakesPage, UnitChoice
from games.refusals import Refused
from games.rules.stakes import Stakes
from games.selectors.addresses import at_table
from games.selectors.table_page import table_title
from games.services.games import set_stakes
from games.views.devices import access_to
from games.views.rounds import whole_number
from games.views.table import AtTable
from games.wording import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def stakes(request: HttpRequest, public_id: str) -> HttpResponse:
    """Set what the evening is played for, or play for nothing again."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    if request.method != "POST":
        return _page(request, at, typed_from(at.sheet.stakes), 200)
    typed = read_stakes(request.POST)
    off = request.POST.get("play-for") == "nothing"
    if not off and not typed.ready:
        return _page(request, at, typed, 422)
    try:
        _save(at, whole_number(request.POST.get("revision", "")), None if off else typed.stakes)
    except Refused as why:
        typed.general.append(refusal_text(why))
        return _page(request, AtTable(access_to(request, public_id)), typed, why.status)
    return redirect(at_table(at.table))


def _save(at: AtTable, seen: int | None, wanted: Stakes | None) -> None:
    """Write the stakes, unless they are those in force."""
    if wanted == at.sheet.stakes:
        return
    what = f"{wanted.point}:{wanted.box}:{wanted.game}:{wanted.unit}" if wanted else "nothing"
    set_stakes(access=at.access, key=f"stakes:{seen}:{what}", revision=seen, stakes=wanted)


def _page(request: HttpRequest, at: AtTable, typed: TypedStakes, status: int) -> HttpResponse:
    picked = typed.picked if typed.picked in UNITS else OTHER
    page = StakesPage(
        table_title=table_title(at.table, at.players),
        table_url=at_table(at.table),
        action=at_table(at.table, "stakes/"),
        revision=at.sheet.revision,
        units=tuple(UnitChoice(value, text, value == picked) for value, text in unit_texts().items()),
        unit=typed.unit,
        unit_error=typed.unit_error,
        longest_unit=LONGEST_UNIT,
        amounts=tuple(
            AmountField(name, _(title), typed.texts[name], typed.amount_errors.get(name, ""))
            for name, title in AMOUNTS.items()
        ),
        on=at.sheet.stakes is not None,
        errors=tuple(typed.general),
    )
    return render(request, "stakes.html", {"page": page}, status=status)
