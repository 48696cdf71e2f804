"""The games of a table: undo, another game, end, go on, decide, swap seats, rules."""

from collections.abc import Callable
from itertools import combinations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.pages import Notice, SeatsPage
from games.refusals import Refused
from games.selectors.addresses import at_table
from games.selectors.game_view import names_in
from games.selectors.rules_page import game_rules_page
from games.selectors.table_page import table_title
from games.services import games as services
from games.views.devices import access_to
from games.views.rounds import whole_number
from games.views.table import AtTable, has_before
from games.wording import refusal_text

TOLD_ON_THE_PAGE = ("stale", "nothing_to_undo", "game_finished", "game_not_finished", "wrong_game", "revision_required")
"""Refusals that the table page itself answers: something changed in the meantime, and there it can be seen."""


@never_cache
@require_POST
def undo(request: HttpRequest, public_id: str) -> HttpResponse:
    """Take back the newest entry."""
    seen = whole_number(request.POST.get("revision", ""))
    return _do(
        request,
        public_id,
        _("Undone"),
        lambda at: services.undo(access=at.access, key=f"undo:{seen}", revision=seen),
    )


@never_cache
@require_POST
def another(request: HttpRequest, public_id: str) -> HttpResponse:
    """Another game with the same seats and the same rules."""
    seen = whole_number(request.POST.get("revision", ""))
    return _do(
        request,
        public_id,
        _("A new game begins"),
        lambda at: services.start_game(access=at.access, key=f"game:{seen}"),
    )


@never_cache
@require_POST
def finish(request: HttpRequest, public_id: str) -> HttpResponse:
    """End the game as it stands."""
    seen = whole_number(request.POST.get("revision", ""))
    return _do(
        request,
        public_id,
        _("The game was ended"),
        lambda at: services.finish_game(
            access=at.access, key=f"finish:{seen}", game=at.sheet.current.number, revision=seen
        ),
    )


@never_cache
@require_POST
def reopen(request: HttpRequest, public_id: str) -> HttpResponse:
    """Go on with a finished game."""
    seen = whole_number(request.POST.get("revision", ""))
    return _do(
        request,
        public_id,
        _("The game goes on"),
        lambda at: services.reopen_game(
            access=at.access, key=f"reopen:{seen}", game=at.sheet.current.number, revision=seen
        ),
    )


@never_cache
@require_POST
def decide(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """Strike or count the rounds that an edit left behind the end of a game."""
    access_to(request, public_id).demand("score")
    seen, decision = whole_number(request.POST.get("revision", "")), request.POST.get("decision", "")
    if decision not in ("strike", "keep"):
        raise Refused("invalid_value")
    return _do(
        request,
        public_id,
        pgettext("done", "Decided"),
        lambda at: services.decide_after_end(
            access=at.access, key=f"{decision}:{seen}", game=game, revision=seen, keep=decision == "keep"
        ),
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def seats(request: HttpRequest, public_id: str) -> HttpResponse:
    """Two seats were entered the wrong way round: choose which, and exchange them."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    errors: tuple[str, ...] = ()
    status = 200
    if request.method == "POST":
        seen = whole_number(request.POST.get("revision", ""))
        one, __, other = request.POST.get("pair", "").partition("-")
        first, second = whole_number(one), whole_number(other)
        try:
            services.swap_seats(
                access=at.access,
                key=f"swap:{seen}:{first}:{second}",
                game=at.sheet.current.number,
                one=-1 if first is None else first,
                other=-1 if second is None else second,
                revision=seen,
            )
            return redirect(at_table(at.table))
        except Refused as why:
            errors, status = (refusal_text(why),), why.status
            at = AtTable(access_to(request, public_id))
    names = names_in(at.sheet.current, at.players)
    page = SeatsPage(
        table_title=table_title(at.table, at.players),
        table_url=at_table(at.table),
        action=at_table(at.table, "seats/"),
        revision=at.sheet.revision,
        seats=tuple(enumerate(names)),
        pairs=tuple(
            (f"{a}-{b}", _("%(one)s and %(other)s change places") % {"one": names[a], "other": names[b]})
            for a, b in combinations(range(len(names)), 2)
        ),
        errors=errors,
    )
    return render(request, "seats.html", {"page": page}, status=status)


@require_safe
def rules(request: HttpRequest, public_id: str, game: int) -> HttpResponse:
    """The rules of one game of a table, in sentences."""
    at = AtTable(access_to(request, public_id))
    sheet = at.game(game)
    current = sheet.number == at.sheet.current.number
    page = game_rules_page(at.access, sheet, at.players, current=current)
    return render(request, "rules.html", {"page": page})


def _do(request: HttpRequest, public_id: str, done: str, use_case: Callable[[AtTable], object]) -> HttpResponse:
    """Carry out a use case of one button, and show the table as it then stands."""
    at = AtTable(access_to(request, public_id))
    notice, status = Notice("good", done), 200
    try:
        use_case(at)
    except Refused as why:
        if why.code not in TOLD_ON_THE_PAGE:
            raise
        notice, status = Notice("bad", refusal_text(why)), why.status
    if not request.htmx and status == 200:  # type: ignore[attr-defined]
        return redirect(at_table(at.table))
    at = AtTable(access_to(request, public_id))
    template = "table.html#saved" if request.htmx else "table.html"  # type: ignore[attr-defined]
    told = {"page": at.page(notice=notice), "has": has_before(request)}
    return render(request, template, told, status=status)
