"""Views of Gin notation (a table as text, a table from text) and of games that began on paper."""

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.sharing.notation_form import TypedNotation, read_notation
from games.forms.table.paper_form import TypedPaper, read_paper
from games.models import Account, Device
from games.pages.rulebook.rules_choices import rule_choices
from games.pages.sharing.notation import ImportPage, PaperPage
from games.pages.sharing.notation_page import described_games, notation_page, preset_titles
from games.pages.table.paper_fields import paper_rows
from games.pages.table.start import PresetChoice, PresetGroup
from games.pages.table.start_page import remembered_names
from games.refusals import RefusedError
from games.rules.notation import NotatedGame
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, last_used_rules, rules_by_value
from games.selectors.sharing.notation import EXAMPLE, table_text
from games.selectors.table.table_paths import table_path
from games.services.sharing.notation import import_table
from games.services.table.tables import StartedTable, start_table
from games.views.account.authentication import account_for_new_table
from games.views.devices import acting_device, known_device, set_device_cookie, table_access
from games.web.downloads import file_response
from games.web.throttles import check_rate
from games.wording.refusals import refusal_text

TableMaker = Callable[[Device, Account | None, str], StartedTable]
"""Makes a table for a device and the account that is logged in there, with an idempotency key."""


@never_cache
@require_safe
def as_text(request: HttpRequest, public_id: str) -> HttpResponse:
    """Show a table as text, to be read and copied."""
    access = table_access(request, public_id)
    return render(request, "sharing/notation.html", {"page": notation_page(access.table)})


@never_cache
@require_safe
def as_file(request: HttpRequest, public_id: str) -> HttpResponseBase:
    """Export a table as a text file."""
    access = table_access(request, public_id)
    name = f"scores-{timezone.localdate(access.table.created_at):%Y-%m-%d}.txt"
    return file_response(name, [table_text(access.table)], "text/plain; charset=utf-8")


@require_http_methods(["GET", "HEAD", "POST"])
def from_text(request: HttpRequest) -> HttpResponse:
    """Read a pasted text and show what it says; a second button makes a table from it."""
    if request.method != "POST":
        return _import(request, TypedNotation("", ""))
    typed = read_notation(request.POST.dict())
    if not typed.ready:
        return _import(request, typed, 400)
    if request.POST.get("make") != "1":
        return _import(request, typed)
    try:
        return _make_table(request, typed.key, partial(_import_games, typed.games))
    except RefusedError as refusal:
        return _import(request, replace(typed, games=(), errors=(refusal_text(refusal),)), refusal.status)


def _import_games(games: Sequence[NotatedGame], device: Device, account: Account | None, key: str) -> StartedTable:
    return import_table(games=games, device=device, account=account, key=key)


def _import(request: HttpRequest, typed: TypedNotation, status: int = 200) -> HttpResponse:
    page = ImportPage(
        text=typed.text,
        key=typed.key or secrets.token_hex(16),
        errors=typed.errors,
        faults=typed.faults,
        games=described_games(typed.games) if typed.ready else (),
        example=EXAMPLE,
        presets=preset_titles(),
    )
    return render(request, "sharing/import.html", {"page": page}, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
def from_paper(request: HttpRequest) -> HttpResponse:
    """Show the form for a game that began on paper; POST starts its table."""
    device = known_device(request)
    if request.method != "POST":
        return render(request, "table/paper.html", {"page": _paper_page(device, None)})
    typed = read_paper(request.POST.dict())
    rules = typed.start.rules
    if rules is None or not typed.ready:
        return render(request, "table/paper.html", {"page": _paper_page(device, typed)}, status=400)

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

    return _make_table(request, typed.start.key, make)


def _make_table(request: HttpRequest, key: str, make: TableMaker) -> HttpResponse:
    """Make a table and redirect to it. Raises RefusedError ("too_many_requests")."""
    check_rate(request, "start")
    device, created = acting_device(request)
    account = account_for_new_table(request)
    try:
        started = make(device, account, key or secrets.token_hex(16))
    except RefusedError as refusal:
        if not refusal.code.startswith("idempotency_key"):
            raise
        # After going back in the browser, the form has the key of the first table, but a second one is meant.
        started = make(device, account, secrets.token_hex(16))
    return set_device_cookie(request, redirect(table_path(started.access.table)), created)


def _paper_page(device: Device | None, typed: TypedPaper | None) -> PaperPage:
    last, start = last_used_rules(device), typed.start if typed else None
    checked = start.rules if start else next((rules for rules in last if rules.rules.columns == 1), None)
    if checked is None and start is None:
        checked = rules_by_value(DEFAULT_PRESET)
    recent, groups = rule_choices(checked.value if checked else "", last)
    default_target = checked.rules.target if checked else None
    return PaperPage(
        rows=paper_rows(typed),
        remembered=remembered_names(device),
        recent=_without_columns(recent),
        groups=tuple(
            PresetGroup(group.title, _without_columns(group.presets), group.open)
            for group in groups
            if _without_columns(group.presets)
        ),
        target=start.target if start else "",
        usual_target=str(default_target) if default_target else "",
        target_error=start.target_error if start else "",
        dealer=start.dealer if start else "",
        dealer_error=start.dealer_error if start else "",
        errors=(*typed.errors, *typed.start.non_field_errors) if typed else (),
        key=(start.key if start else "") or secrets.token_hex(16),
    )


def _without_columns(rules: tuple[PresetChoice, ...]) -> tuple[PresetChoice, ...]:
    """Return the rules without columns: a Hollywood game can't begin on paper."""
    choices_with_rules = ((choice, rules_by_value(choice.id)) for choice in rules)
    return tuple(
        choice
        for choice, chosen_rules in choices_with_rules
        if chosen_rules is not None and chosen_rules.rules.columns == 1
    )
