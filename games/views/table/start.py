"""The start page: this phone's tables, and the form for a new one."""

import secrets
from functools import partial

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.forms.table.start_form import TypedStart, read_start, seats_fault, shown_seats
from games.models import Device
from games.pages.season.own_matches import own_matches
from games.pages.table.start import StartPage
from games.pages.table.start_fields import name_fields
from games.pages.table.start_page import recent_tables, remembered_names, usual_names
from games.pages.table.start_rules import offered_rules, seats_for_rules
from games.refusals import RefusedError
from games.rules.names import MAX_NAME_LENGTH
from games.selectors.rulebook.house_rules import DEFAULT_PRESET, ChosenRules, last_used_rules, rules_by_value
from games.selectors.rulebook.players_for_rules import player_counts
from games.selectors.table.table_paths import table_path
from games.services.table.tables import start_table
from games.views.account.authentication import account_for_new_table, current_account, has_session_cookie
from games.views.devices import acting_device, known_device, set_device_cookie
from games.web.start_draft import forget_draft, read_draft
from games.web.throttles import check_rate


@require_http_methods(["GET", "HEAD", "POST"])
def start(request: HttpRequest) -> HttpResponse:
    """Show the start page; POST starts a table.

    With ``add``, POST shows one more name field, with ``fill`` it fills in a known name, or takes it out.
    ``?rules=`` chooses the rules. What was typed before the rules were chosen on their own page is shown again.
    """
    device = known_device(request)
    if request.method != "POST":
        page = _page(request, device, None, request.GET.get("rules", "")[:60])
        return render(request, "table/start.html", {"page": page})
    typed = read_start(request.POST.dict())
    if request.POST.get("add") or request.POST.get("fill"):
        typed = typed.with_one_more(request.POST.get("fill", "")[:MAX_NAME_LENGTH])
        return render(request, "table/start.html", {"page": _page(request, device, typed, "")})
    if typed.rules is None or not typed.ready:
        page = _page(request, device, typed, typed.preset, keep=True)
        return render(request, "table/start.html", {"page": page}, status=400)
    check_rate(request, "start")
    device, created = acting_device(request)
    start_typed = partial(
        start_table,
        names=typed.names,
        preset=typed.rules.preset.id,
        house_rules=typed.house_rules,
        dealer=typed.dealer_seat,
        rules_title=typed.rules.title if typed.rules.saved else "",
        saved=typed.rules.saved,
        device=device,
        account=account_for_new_table(request),
    )
    try:
        started = start_typed(key=typed.key)
    except RefusedError as refusal:
        if not refusal.code.startswith("idempotency_key"):
            raise
        # After going back in the browser, the form has the key of the first table, but a second one is meant.
        started = start_typed()
    return forget_draft(set_device_cookie(request, redirect(table_path(started.access.table)), created))


def _page(
    request: HttpRequest, device: Device | None, typed: TypedStart | None, rules: str, *, keep: bool = False
) -> StartPage:
    """Return the page with ``rules`` chosen, or else those that were typed or played last.

    With ``keep`` they stay chosen even if they are for another number of people.
    """
    last, tables = last_used_rules(device), recent_tables(device)
    linked = rules_by_value(rules) if rules else None
    typed = typed or _draft(request, linked)
    chosen = linked or (typed.rules if typed else None) or (last[0] if last and not keep else None)
    if chosen is None and not keep:
        chosen = rules_by_value(DEFAULT_PRESET)
    usual = usual_names(tables)
    seats = max(typed.seats, seats_for_rules(linked, 0)) if typed else seats_for_rules(chosen, len(usual))
    default_target = chosen.rules.target if chosen else None
    has_account = has_session_cookie(request)
    return StartPage(
        matches=own_matches(current_account(request) if has_account else None, device),
        tables=tables,
        names=name_fields(typed, usual[:seats]),
        seats=seats,
        remembered=remembered_names(device),
        rules=offered_rules(chosen, last, seats, keep=keep or linked is not None),
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


def _draft(request: HttpRequest, linked: ChosenRules | None) -> TypedStart | None:
    """Return what was typed before the rules were looked at. Only if they are for fewer people something is wrong."""
    draft = read_draft(request)
    if draft is None:
        return None
    draft = draft.without_errors()
    if linked is not None:
        people = shown_seats("", draft.texts)
        draft.seats = max(people, seats_for_rules(linked, people))
        if draft.seats not in player_counts(linked.rules):
            draft.non_field_errors = [seats_fault(linked, people)]
    return draft
