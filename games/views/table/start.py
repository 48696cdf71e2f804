"""The start page: this phone's tables, and the form for a new one."""

import secrets
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.forms.table.start_form import TypedStart, read_start
from games.models import Device
from games.pages.rulebook.rules_choices import rule_choices
from games.pages.season.own_matches import own_matches
from games.pages.table.start import StartPage
from games.pages.table.start_fields import name_fields
from games.pages.table.start_page import recent_tables, remembered_names
from games.refusals import RefusedError
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, last_used_rules, rules_by_value
from games.selectors.table.table_paths import table_path
from games.services.table.tables import start_table
from games.views.account.authentication import account_for_new_table, current_account, has_session_cookie
from games.views.devices import known_device, new_device, set_device_cookie
from games.web.throttles import check_rate


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Show the start page; POST starts a table. ``?rules=`` preselects the rules."""
    device = known_device(request)
    if request.method != "POST":
        return render(
            request, "table/start.html", {"page": _page(request, device, None, request.GET.get("rules", "")[:60])}
        )
    typed = read_start(request.POST.dict())
    if typed.rules is None or not typed.ready:
        return render(request, "table/start.html", {"page": _page(request, device, typed, typed.preset)}, status=400)
    check_rate(request, "start")
    created = None if device else new_device(request)
    start_typed = partial(
        start_table,
        names=typed.names,
        preset=typed.rules.preset.id,
        house_rules=typed.house_rules,
        dealer=typed.dealer_seat,
        rules_title=typed.rules.title if typed.rules.saved else "",
        saved=typed.rules.saved,
        device=created.device if created else device,
        account=account_for_new_table(request),
    )
    try:
        started = start_typed(key=typed.key)
    except RefusedError as refusal:
        if not refusal.code.startswith("idempotency_key"):
            raise
        # After going back in the browser, the form has the key of the first table, but a second one is meant.
        started = start_typed()
    return set_device_cookie(request, redirect(table_path(started.access.table)), created)


def _page(request: HttpRequest, device: Device | None, typed: TypedStart | None, preselected_rules: str) -> StartPage:
    """Return the page that preselects the rules with this value of the form, or else those played last."""
    last = last_used_rules(device)
    linked_rules = rules_by_value(preselected_rules) if preselected_rules else None
    selected = linked_rules or (last[0] if last and typed is None else None)
    if selected is None and typed is None:
        selected = rules_by_value(DEFAULT_PRESET)
    on_top = linked_rules if linked_rules and linked_rules.saved else None
    recent, groups = rule_choices(selected.value if selected else "", last, on_top)
    default_target = selected.rules.target if selected else None
    has_account = has_session_cookie(request)
    return StartPage(
        matches=own_matches(current_account(request) if has_account else None, device),
        tables=recent_tables(device),
        names=name_fields(typed),
        remembered=remembered_names(device),
        recent=recent,
        groups=groups,
        target=typed.target if typed else "",
        usual_target=str(default_target) if default_target else "",
        target_error=typed.target_error if typed else "",
        dealer=typed.dealer if typed else "draw",
        dealer_error=typed.dealer_error if typed else "",
        errors=tuple(typed.non_field_errors) if typed else (),
        key=(typed.key if typed else "") or secrets.token_hex(16),
        tryout_key=secrets.token_hex(16),
        has_account=has_account,
    )
