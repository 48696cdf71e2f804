"""Views of a table's games: undo, next game, finish, reopen, decide after an edit, swap seats, show the rules."""

from collections.abc import Callable
from itertools import combinations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.forms.typed_values import parse_whole_number
from games.pages.rulebook.rules_page import game_rules_page
from games.pages.table.table import Notice, SeatsPage
from games.pages.table.table_page import table_title
from games.refusals import RefusedError
from games.selectors.table.table_names import names_by_seat
from games.selectors.table.table_paths import table_path
from games.services.table import games as services
from games.services.table.open_again import decide_open_again
from games.views.devices import table_access
from games.views.table.table import TableSnapshot, shows_earlier_state
from games.web.htmx import HtmxRequest
from games.wording.refusals import refusal_text

SHOWN_ON_PAGE = ("stale", "nothing_to_undo", "game_finished", "game_not_finished", "wrong_game", "revision_required")
"""Refusals that are shown on the table page, because something changed in the meantime that can be seen there."""


@never_cache
@require_POST
def undo(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Undo the newest entry."""
    seen_revision = parse_whole_number(request.POST.get("revision", ""))
    return _run_use_case(
        request,
        public_id,
        _("Undone"),
        lambda snapshot: services.undo(access=snapshot.access, key=f"undo:{seen_revision}", revision=seen_revision),
    )


@never_cache
@require_POST
def start_next_game(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Start another game with the same seats and rules."""
    seen_revision = parse_whole_number(request.POST.get("revision", ""))
    return _run_use_case(
        request,
        public_id,
        _("New game started"),
        lambda snapshot: services.start_game(access=snapshot.access, key=f"game:{seen_revision}"),
    )


@never_cache
@require_POST
def finish(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Finish the game at its current score."""
    seen_revision = parse_whole_number(request.POST.get("revision", ""))
    return _run_use_case(
        request,
        public_id,
        _("Game ended"),
        lambda snapshot: services.finish_game(
            access=snapshot.access,
            key=f"finish:{seen_revision}",
            game=snapshot.sheet.current.number,
            revision=seen_revision,
        ),
    )


@never_cache
@require_POST
def reopen(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Reopen a finished game."""
    seen_revision = parse_whole_number(request.POST.get("revision", ""))
    return _run_use_case(
        request,
        public_id,
        _("The game continues"),
        lambda snapshot: services.reopen_game(
            access=snapshot.access,
            key=f"reopen:{seen_revision}",
            game=snapshot.sheet.current.number,
            revision=seen_revision,
        ),
    )


@never_cache
@require_POST
def decide(request: HtmxRequest, public_id: str, game: int) -> HttpResponse:
    """Decide what an edit left open: void or keep rounds after the end of a game, end it or go on with it."""
    table_access(request, public_id).demand("score")
    seen_revision, decision = parse_whole_number(request.POST.get("revision", "")), request.POST.get("decision", "")
    if decision not in ("void", "keep", "end", "resume"):
        raise RefusedError("invalid_value")
    if decision in ("end", "resume"):
        return _run_use_case(
            request,
            public_id,
            pgettext("done", "Decided"),
            lambda snapshot: decide_open_again(
                access=snapshot.access,
                key=f"{decision}:{game}:{seen_revision}",
                game=game,
                revision=seen_revision,
                resume=decision == "resume",
            ),
        )
    return _run_use_case(
        request,
        public_id,
        pgettext("done", "Decided"),
        lambda snapshot: services.decide_after_end(
            access=snapshot.access,
            key=f"{decision}:{seen_revision}",
            game=game,
            revision=seen_revision,
            keep=decision == "keep",
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, public_id: str) -> HttpResponse:
    """Swap two seats that were entered the wrong way round."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    errors: tuple[str, ...] = ()
    status = 200
    if request.method == "POST":
        seen_revision = parse_whole_number(request.POST.get("revision", ""))
        first_text, __, second_text = request.POST.get("pair", "").partition("-")
        first, second = parse_whole_number(first_text), parse_whole_number(second_text)
        try:
            services.swap_seats(
                access=snapshot.access,
                key=f"swap:{seen_revision}:{first}:{second}",
                game=snapshot.sheet.current.number,
                first=-1 if first is None else first,
                second=-1 if second is None else second,
                revision=seen_revision,
            )
            return redirect(table_path(snapshot.table))
        except RefusedError as refusal:
            errors, status = (refusal_text(refusal),), refusal.status
            snapshot = TableSnapshot(table_access(request, public_id))
    names = names_by_seat(snapshot.sheet.current, snapshot.players)
    page = SeatsPage(
        table_title=table_title(snapshot.table, snapshot.players),
        table_url=table_path(snapshot.table),
        action=table_path(snapshot.table, "seats"),
        revision=snapshot.sheet.revision,
        seats=tuple(enumerate(names)),
        pairs=tuple(
            (
                f"{first_seat}-{second_seat}",
                _("Swap %(one)s and %(other)s") % {"one": names[first_seat], "other": names[second_seat]},
            )
            for first_seat, second_seat in combinations(range(len(names)), 2)
        ),
        errors=errors,
    )
    return render(request, "table/seats.html", {"page": page}, status=status)


@require_safe
def rules(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Show the rules of a game at a table."""
    snapshot = TableSnapshot(table_access(request, public_id))
    sheet = snapshot.game(game)
    current = sheet.number == snapshot.sheet.current.number
    page = game_rules_page(snapshot.access, sheet, snapshot.players, current=current)
    return render(request, "rulebook/rules.html", {"page": page})


def _run_use_case(
    request: HtmxRequest, public_id: str, success_text: str, use_case: Callable[[TableSnapshot], object]
) -> HttpResponse:
    """Run the use case of one button and show the table afterwards."""
    snapshot = TableSnapshot(table_access(request, public_id))
    notice, status = Notice("good", success_text), 200
    try:
        use_case(snapshot)
    except RefusedError as refusal:
        if refusal.code not in SHOWN_ON_PAGE:
            raise
        notice, status = Notice("bad", refusal_text(refusal)), refusal.status
    if not request.htmx and status == 200:
        return redirect(table_path(snapshot.table))
    snapshot = TableSnapshot(table_access(request, public_id))
    template = "table/table.html#saved" if request.htmx else "table/table.html"
    context = {"page": snapshot.page(notice=notice), "has": shows_earlier_state(request)}
    return render(request, template, context, status=status)
