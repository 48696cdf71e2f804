"""A table as text, a table from text, and a game that began on paper."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.http import content_disposition_header
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.notation_form import TypedNotation, read_notation
from games.forms.paper_form import TypedPaper, paper_rows, read_paper
from games.models import Account, Device
from games.pages import ImportPage, PaperPage, PresetGroup
from games.pages.start import PresetChoice
from games.refusals import Refused
from games.rules.notation import GameNotes
from games.selectors.addresses import at_table
from games.selectors.house_rules import chosen, last_used
from games.selectors.notation import EXAMPLE, games_told, notation_page, presets_named, table_text
from games.selectors.rules_choices import DEFAULT_PRESET, choices
from games.selectors.start_page import remembered_names
from games.services.notation import import_table
from games.services.tables import StartedTable, start_table
from games.views.devices import access_to, known_device, new_device, remember
from games.views.signed_in import starting_account
from games.web.throttles import check_rate
from games.wording import refusal_text

Making = Callable[[Device, Account | None, str], StartedTable]
"""Makes a table for a device, and the account that is logged in there, under a key."""


@never_cache
@require_safe
def as_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table as text, to be read and copied."""
    access = access_to(request, public_id)
    return render(request, "notation.html", {"page": notation_page(access.table)})


@never_cache
@require_safe
def as_file(request: HttpRequest, public_id: str) -> HttpResponse:
    """The table as a file of text."""
    access = access_to(request, public_id)
    response = HttpResponse(table_text(access.table), content_type="text/plain; charset=utf-8")
    name = f"scores-{timezone.localdate(access.table.created_at):%Y-%m-%d}.txt"
    response["Content-Disposition"] = content_disposition_header(as_attachment=True, filename=name) or ""
    return response


@require_http_methods(["GET", "HEAD", "POST"])
def from_text(request: HttpRequest) -> HttpResponse:
    """Read a pasted text and show what it says; a second button makes a table of it."""
    if request.method != "POST":
        return _import(request, TypedNotation("", ""))
    typed = read_notation(request.POST.dict())
    if not typed.ready:
        return _import(request, typed, 400)
    if request.POST.get("make") != "1":
        return _import(request, typed)
    try:
        return _make(request, typed.key, partial(_imported, typed.games))
    except Refused as why:
        return _import(request, replace(typed, games=(), errors=(refusal_text(why),)), why.status)


def _imported(games: Sequence[GameNotes], device: Device, account: Account | None, key: str) -> StartedTable:
    return import_table(games=games, device=device, account=account, key=key)


def _import(request: HttpRequest, typed: TypedNotation, status: int = 200) -> HttpResponse:
    page = ImportPage(
        text=typed.text,
        key=typed.key or secrets.token_hex(16),
        errors=typed.errors,
        faults=typed.faults,
        games=games_told(typed.games) if typed.ready else (),
        example=EXAMPLE,
        presets=presets_named(),
    )
    return render(request, "import.html", {"page": page}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def from_paper(request: HttpRequest) -> HttpResponse:
    """Show the form for a game that began on paper, or start its table."""
    device = known_device(request)
    if request.method != "POST":
        return render(request, "paper.html", {"page": _paper(device, None)})
    typed = read_paper(request.POST.dict())
    rules = typed.start.rules
    if rules is None or not typed.ready:
        return render(request, "paper.html", {"page": _paper(device, typed)}, status=400)

    def make(device: Device, account: Account | None, key: str) -> StartedTable:
        return start_table(
            names=typed.start.names,
            preset=rules.preset.id,
            house_rules=typed.start.house_rules,
            dealer=typed.start.dealer_seat,
            rules_title=rules.title if rules.saved else "",
            saved=rules.saved,
            opening=typed.opening,
            device=device,
            account=account,
            key=key,
        )

    return _make(request, typed.start.key, make)


def _make(request: HttpRequest, key: str, make: Making) -> HttpResponse:
    """Make a table, and go to it on the phone that asked. Raises Refused ("too_many_requests")."""
    check_rate(request, "start")
    known = known_device(request)
    made = None if known else new_device(request)
    device = known or (made.device if made else None)
    assert device is not None  # noqa: S101 - one of the two it was
    account = starting_account(request)
    try:
        started = make(device, account, key or secrets.token_hex(16))
    except Refused as why:
        if not why.code.startswith("idempotency_key"):
            raise
        # Back, another text, the button: the form is the one of the first table, but a second one is meant.
        started = make(device, account, secrets.token_hex(16))
    return remember(request, redirect(at_table(started.access.table)), made)


def _paper(device: Device | None, typed: TypedPaper | None) -> PaperPage:
    last, start = last_used(device), typed.start if typed else None
    checked = start.rules if start else next((rules for rules in last if rules.rules.columns == 1), None)
    if checked is None and start is None:
        checked = chosen(DEFAULT_PRESET)
    recent, groups = choices(checked.value if checked else "", last)
    usual = checked.rules.target if checked else None
    return PaperPage(
        rows=paper_rows(typed),
        remembered=remembered_names(device),
        recent=_single(recent),
        groups=tuple(PresetGroup(x.title, _single(x.presets), x.open) for x in groups if _single(x.presets)),
        target=start.target if start else "",
        usual_target=str(usual) if usual else "",
        target_error=start.target_error if start else "",
        dealer=start.dealer if start else "",
        dealer_error=start.dealer_error if start else "",
        errors=(*typed.errors, *typed.start.general) if typed else (),
        key=(start.key if start else "") or secrets.token_hex(16),
    )


def _single(rules: tuple[PresetChoice, ...]) -> tuple[PresetChoice, ...]:
    """Those that have no columns: a Hollywood sheet cannot begin on paper."""
    found = ((choice, chosen(choice.id)) for choice in rules)
    return tuple(choice for choice, known in found if known is not None and known.rules.columns == 1)
