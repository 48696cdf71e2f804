"""Views of a table's code: shown on the Invite page, typed on another phone, which asks, waits and is let in."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.table.start_form import bad_name_text
from games.models import Device, JoinState, Role, Table
from games.pages.sharing.enter_code import EnterCodePage
from games.pages.sharing.join_code import InviteUpdate
from games.pages.sharing.join_code_page import invite_code, waiting_page
from games.pages.sharing.join_page import named_join_page
from games.pages.sharing.links_and_problems import JoinPage
from games.pages.sharing.links_page import link_uses, links_page
from games.pages.table.table import Notice
from games.permissions import Access
from games.refusals import RefusedError
from games.rules.names import InvalidNameError, clean_name
from games.selectors.access import access_by_device
from games.selectors.sharing.joining import newest_request, role_links, table_by_code
from games.selectors.short_codes import typed_code
from games.selectors.table.table_paths import table_path
from games.services.sharing.join_codes import answer_join_request, ask_to_join, show_code
from games.views.devices import acting_device, device_label, known_device, set_device_cookie, table_access
from games.views.sharing.links import chosen_name
from games.views.table.table import TableSnapshot, shows_earlier_state
from games.web.base_url import base_url
from games.web.code_attempts import counted_guess
from games.web.htmx import HtmxRequest
from games.web.throttles import check_rate
from games.wording.joining import answered_text
from games.wording.labels import typed_name
from games.wording.refusals import refusal_text

_SHOWN_ON_PAGE = ("wrong_code", "link_revoked", "name_taken", "too_many", "too_many_requests")
_HTMX_STOPS = 286
"""The status with which htmx swaps the response and polls no more."""


@never_cache
@require_POST
def show_invite_code(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Make the table's code, or say that the page with it is still open, and return it with who asks to join."""
    access = table_access(request, public_id)
    show_code(access=access, renews=bool(request.htmx))
    if not request.htmx:
        return redirect(table_path(access.table, "links"))
    return render(request, "sharing/links.html#invite", {"page": _update(request, access), "again": True})


@never_cache
@require_POST
def admit(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Let a phone in that asks to join, or not."""
    snapshot = TableSnapshot(table_access(request, public_id))
    wants, invites = request.POST.get("answer") == "admit", request.POST.get("from") == "links"
    try:
        answered = answer_join_request(access=snapshot.access, request=request.POST.get("join", "")[:16], admit=wants)
        notice, status = Notice("good", answered_text(answered, asked_admit=wants)), 200
    except RefusedError as refusal:
        if refusal.code != "wrong_code":
            raise
        notice, status = Notice("bad", refusal_text(refusal)), refusal.status
    if not request.htmx and status == 200:
        return redirect(table_path(snapshot.table, "links" if invites else "page"))
    snapshot = TableSnapshot(table_access(request, public_id))
    if invites and snapshot.access.may("manage_links"):
        if not request.htmx:
            page = links_page(snapshot.access, base_url(request), (notice.text,))
            return render(request, "sharing/links.html", {"page": page}, status=status)
        context = {"page": _update(request, snapshot.access), "notice": notice}
        return render(request, "sharing/links.html#answered", context, status=status)
    template = "table/table.html#moved" if request.htmx else "table/table.html"
    context = {"page": snapshot.page(notice=notice), "with_entry": False, "has": shows_earlier_state(request)}
    return render(request, template, context, status=status)


def _update(request: HttpRequest, access: Access) -> InviteUpdate:
    return InviteUpdate(invite_code(access, base_url(request)), link_uses(access.table))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def enter_code(request: HttpRequest) -> HttpResponse:
    """Show the field for a code. A POST with the right one shows who plays there; with a name it asks to join."""
    if request.method != "POST":
        return render(request, "sharing/enter_code.html", {"page": EnterCodePage("")})
    text = request.POST.get("code", "")[:40]
    device, label, error, status = known_device(request), "", "", 200
    code = typed_code("join", text)
    try:
        table = _table(request, code, device)
        label = device.label if device else device_label(request)
        asks = any(name in request.POST for name in ("me", "label", "watch"))
        if asks:
            check_rate(request, "ask_to_join")
            return _ask(request, table, code, label)
    except RefusedError as refusal:
        if refusal.code not in _SHOWN_ON_PAGE:
            raise
        error, status = refusal_text(refusal), refusal.status
        if refusal.code != "name_taken":
            return render(request, "sharing/enter_code.html", {"page": EnterCodePage(text, error)}, status=status)
    except InvalidNameError as bad:
        error, status = bad_name_text(bad), 400
    label = request.POST.get("label", label)
    role = Role.SCORE if Role.SCORE in role_links(table) else Role.WATCH
    who = named_join_page(table, JoinPage(reverse("enter_code"), role, typed_name(label), error), device)
    page = EnterCodePage(code, "", who)
    return render(request, "sharing/enter_code.html", {"page": page}, status=status)


def _table(request: HttpRequest, code: str, device: Device | None) -> Table:
    """Return the table of a code; a text that can't be one is not counted as a guess."""
    if not code:
        raise RefusedError("wrong_code", what="join")
    phone = f"device {device.pk}" if device else f"browser {request.headers.get('User-Agent', '')}"
    with counted_guess(request, "join", phone):
        return table_by_code(code)


def _ask(request: HttpRequest, table: Table, code: str, label: str) -> HttpResponse:
    """Ask to join, and go to the page that waits; a phone that may do that already goes to the table."""
    watch, player = bool(request.POST.get("watch")), bool(request.POST.get("me"))
    name = clean_name(label if watch else chosen_name(request, table, label))
    device, created = acting_device(request, label)
    if _may_already(table, device, watch=watch):
        return set_device_cookie(request, redirect(table_path(table)), created)
    ask_to_join(code=code, device=device, label=name, player=player, watch=watch)
    return set_device_cookie(request, redirect("wait_to_join"), created)


def _may_already(table: Table, device: Device, *, watch: bool) -> bool:
    try:
        return access_by_device(table.public_id, device).may("watch" if watch else "score")
    except RefusedError:
        return False


@never_cache
@require_safe
def wait_to_join(request: HtmxRequest) -> HttpResponse:
    """Show what became of this phone's request to join; the page asks again by itself, and goes on once let in."""
    asked = newest_request(known_device(request))
    if asked is None:
        return redirect("enter_code")
    page = waiting_page(asked)
    if page.state == JoinState.ADMITTED:
        address = table_path(asked.table)
        return HttpResponse(status=204, headers={"HX-Redirect": address}) if request.htmx else redirect(address)
    if not request.htmx:
        response = render(request, "sharing/wait_to_join.html", {"page": page})
    elif page.state == JoinState.ASKED:
        response = HttpResponse(status=204)
    else:
        response = render(request, "sharing/wait_to_join.html#state", {"page": page}, status=_HTMX_STOPS)
    patch_vary_headers(response, ["HX-Request"])
    return response
