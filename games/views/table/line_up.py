"""The page where somebody joins or leaves a table, from the next game on."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.forms.table.players_form import TypedPlayers, initial_players, read_players
from games.forms.typed_values import parse_whole_number
from games.pages.table.players_page import boxes, next_rules, no_rules_text, players_page
from games.refusals import RefusedError
from games.rules.line_up import next_preset
from games.selectors.table.table_paths import table_path
from games.services.table.games import change_players, players_key
from games.views.devices import table_access
from games.views.table.table import TableSnapshot
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def players(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Say who plays from the next game on. A POST of htmx for ``#next-rules`` only shows the rules for so many."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    if request.method != "POST":
        return _page(request, snapshot, initial_players(snapshot.sheet.next_players, next_preset(snapshot.sheet)), 200)
    typed = read_players(request.POST, boxes(snapshot.sheet), snapshot.players)
    if request.htmx.target == "next-rules":
        page = players_page(snapshot.access, snapshot.sheet, snapshot.players, typed)
        return render(request, "table/players.html#rules", {"page": page, "oob": True})
    if typed.name_errors:
        return _page(request, snapshot, typed, 422)
    # The list of rules may be that for fewer people: a name was typed a moment ago.
    preset = next_rules(snapshot.access, snapshot.sheet, snapshot.players, typed)
    if preset is None:
        typed.non_field_errors.append(no_rules_text())
        return _page(request, snapshot, typed, 422)
    seen_revision = parse_whole_number(request.POST.get("revision", ""))
    try:
        change_players(
            access=snapshot.access,
            key=players_key(seen_revision, typed.names, preset),
            revision=seen_revision,
            names=typed.names,
            preset=preset,
        )
    except RefusedError as refusal:
        typed.non_field_errors.append(refusal_text(refusal))
        return _page(request, TableSnapshot(table_access(request, public_id)), typed, refusal.status)
    return redirect(table_path(snapshot.table))


def _page(request: HttpRequest, snapshot: TableSnapshot, typed: TypedPlayers, status: int) -> HttpResponse:
    page = players_page(snapshot.access, snapshot.sheet, snapshot.players, typed)
    return render(request, "table/players.html", {"page": page}, status=status)
