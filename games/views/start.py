"""The start page: this phone's tables, and a new one."""

import secrets
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.forms.start_form import TypedStart, name_fields, read_start
from games.models import Device
from games.pages import StartPage
from games.refusals import Refused
from games.selectors.addresses import at_table
from games.selectors.house_rules import chosen, last_used
from games.selectors.own_matches import own_matches
from games.selectors.rules_choices import DEFAULT_PRESET, choices
from games.selectors.start_page import recent_tables, remembered_names
from games.services.tables import start_table
from games.views.devices import known_device, new_device, remember
from games.views.signed_in import account_of, seems_logged_in, starting_account
from games.web.throttles import check_rate


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Show the start page, or start a table and go to it. ``?rules=`` names the rules that a link asks for."""
    device = known_device(request)
    if request.method != "POST":
        return render(request, "start.html", {"page": _page(request, device, None, request.GET.get("rules", "")[:60])})
    typed = read_start(request.POST.dict())
    if typed.rules is None or not typed.ready:
        return render(request, "start.html", {"page": _page(request, device, typed, typed.preset)}, status=400)
    check_rate(request, "start")
    made = None if device else new_device(request)
    start_typed = partial(
        start_table,
        names=typed.names,
        preset=typed.rules.preset.id,
        house_rules=typed.house_rules,
        dealer=typed.dealer_seat,
        rules_title=typed.rules.title if typed.rules.saved else "",
        saved=typed.rules.saved,
        device=made.device if made else device,
        account=starting_account(request),
    )
    try:
        started = start_typed(key=typed.key)
    except Refused as why:
        if not why.code.startswith("idempotency_key"):
            raise
        # Back, other names, Start: the form is the one of the first table, but a second one is meant.
        started = start_typed()
    return remember(request, redirect(at_table(started.access.table)), made)


def _page(request: HttpRequest, device: Device | None, typed: TypedStart | None, asked: str) -> StartPage:
    """The page with ``asked`` chosen: a value of the form; where it names none, what this phone played last."""
    last = last_used(device)
    wanted = chosen(asked) if asked else None
    checked = wanted or (last[0] if last and typed is None else None)
    if checked is None and typed is None:
        checked = chosen(DEFAULT_PRESET)
    on_top = wanted if wanted and wanted.saved else None
    recent, groups = choices(checked.value if checked else "", last, on_top)
    usual = checked.rules.target if checked else None
    has_account = seems_logged_in(request)
    return StartPage(
        matches=own_matches(account_of(request) if has_account else None, device),
        tables=recent_tables(device),
        names=name_fields(typed),
        remembered=remembered_names(device),
        recent=recent,
        groups=groups,
        target=typed.target if typed else "",
        usual_target=str(usual) if usual else "",
        target_error=typed.target_error if typed else "",
        dealer=typed.dealer if typed else "draw",
        dealer_error=typed.dealer_error if typed else "",
        errors=tuple(typed.general) if typed else (),
        key=(typed.key if typed else "") or secrets.token_hex(16),
        try_key=secrets.token_hex(16),
        has_account=has_account,
    )
