"""Views of a table's links: the owner's list, revoking one, and opening one."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.table.start_form import bad_name_text
from games.forms.typed_values import parse_whole_number
from games.models import Role, Table
from games.pages.sharing.join_page import named_join_page
from games.pages.sharing.links_and_problems import JoinPage
from games.pages.sharing.links_page import links_page
from games.refusals import RefusedError
from games.rules.names import InvalidNameError, clean_name, folded_name
from games.selectors.access import check_tryout_open, link_by_secret
from games.selectors.sharing.joining import folded_labels
from games.selectors.table.table_names import player_names
from games.selectors.table.table_paths import table_path
from games.services.devices import rename_device
from games.services.sharing.links import accept_link, create_link, revoke_link
from games.views.devices import acting_device, device_label, known_device, set_device_cookie, table_access
from games.web.base_url import base_url
from games.web.htmx import HtmxRequest
from games.web.throttles import check_rate
from games.wording.labels import typed_name
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def links(request: HttpRequest, public_id: str) -> HttpResponse:
    """List the owner's links; POST makes a new one."""
    access = table_access(request, public_id)
    access.demand("manage_links")
    errors: tuple[str, ...] = ()
    status = 200
    if request.method == "POST":
        role = request.POST.get("role", "")
        label = request.POST.get("label", "").strip() or pgettext("label of a link", "New")
        try:
            if role not in (Role.WATCH, Role.SCORE):
                raise RefusedError("invalid_value")
            create_link(access=access, role=Role(role), label=clean_name(label))
            return redirect(table_path(access.table, "links"))
        except RefusedError as refusal:
            errors, status = (refusal_text(refusal),), refusal.status
        except InvalidNameError as error:
            errors, status = (bad_name_text(error),), 400
    page = links_page(access, base_url(request), errors)
    return render(request, "sharing/links.html", {"page": page}, status=status)


@never_cache
@require_POST
def revoke(request: HttpRequest, public_id: str, link: int) -> HttpResponse:
    """Revoke a link."""
    access = table_access(request, public_id)
    revoke_link(access=access, link_id=link)
    return redirect(table_path(access.table, "links"))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join(request: HtmxRequest, secret: str) -> HttpResponse:
    """Show the page of a link; only its POST takes up the link.

    It is taken up as one of the players (``me``), as somebody else with a name (``label``), or just to ``watch``. A
    POST with ``who`` only shows whose table it is. With ``?to=board`` it leads to the table's scoreboard.
    """
    link = link_by_secret(secret)
    if link is None:
        check_rate(request, "wrong_link")
        raise RefusedError("not_found")
    if link.revoked_at is not None:
        raise RefusedError("link_revoked")
    check_tryout_open(link.table)
    device = known_device(request)
    label, error, status = device.label if device else device_label(request), "", 200
    to_board = request.GET.get("to") == "board"
    action = f"{request.path}?to=board" if to_board else request.path
    if request.method != "POST":
        return render(request, "sharing/join.html", {"page": JoinPage(action, link.role, typed_name(label), "")})
    if not request.POST.get("who"):
        label = chosen_name(request, link.table, label)
        watch_only = bool(request.POST.get("watch")) and link.role == Role.SCORE
        try:
            name = clean_name(label)
            device, created = acting_device(request, name)
            if link.role == Role.SCORE and _typed(request) and folded_name(name) in folded_labels(link.table, device):
                raise RefusedError("name_taken", name=name, what="table")
            rename_device(device=device, label=name)
            access = accept_link(secret=secret, device=device, watch_only=watch_only)
            answer = redirect(table_path(access.table, "board" if to_board else "page"))
            return set_device_cookie(request, answer, created)
        except InvalidNameError as bad:
            error, status = bad_name_text(bad), 400
        except RefusedError as refusal:
            if refusal.code != "name_taken":
                raise
            error, status = refusal_text(refusal), refusal.status
    page = named_join_page(link.table, JoinPage(action, link.role, typed_name(label), error), device)
    template = "sharing/join.html#who" if request.htmx else "sharing/join.html"
    return render(request, template, {"page": page}, status=status)


def _typed(request: HttpRequest) -> bool:
    """Whether somebody else joins, under a name of their own."""
    return "label" in request.POST and not any(request.POST.get(name) for name in ("me", "watch"))


def chosen_name(request: HttpRequest, table: Table, label: str) -> str:
    """Return what the phone is to be called: its player, or as typed. Who only watches needs no name."""
    number = parse_whole_number(request.POST.get("me", ""), 2)
    players = () if number is None else player_names(table)
    if number is not None and number < len(players):
        return players[number]
    typed = request.POST.get("label", label)
    return typed or label if request.POST.get("watch") else typed
