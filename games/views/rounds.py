"""Rounds: preview, save, change, strike."""

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.entry import Place, entry_form, preview_of
from games.forms.round_form import TypedRound, illegal_text, printable, read_round, reseated
from games.pages import ConflictView, EntryForm, Notice, RoundPage
from games.refusals import Refused
from games.rules.faults import Illegal
from games.rules.ledger import Body
from games.selectors.addresses import at_table
from games.selectors.questions_view import told_by_phones
from games.selectors.round_view import round_view
from games.selectors.table_page import table_title
from games.services.ledger import Written
from games.services.rounds import void_round
from games.views.devices import access_to
from games.views.outbox import acknowledged, from_outbox, outbox_answer, too_old, with_revision
from games.views.posted import Posted, both_played, conflict_at, hindrance, posted_from, saved, whole_number, write
from games.views.table import AtTable, has_before
from games.wording import refusal_text


@never_cache
@require_POST
def preview(request: HttpRequest, public_id: str) -> HttpResponse:
    """What the form would score. Answers a preview, or without script the page with it."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    posted = _posted(request, at)
    if request.htmx:  # type: ignore[attr-defined]
        told = preview_of(posted.place, posted.typed, confirmed=posted.confirmed)
        return render(request, "_preview.html", {"preview": told})
    if request.POST.get("correction") == "yes" and posted.place.line:
        form = _correction(at, posted.place, posted)
        return render(request, "round.html", {"page": _round_page(at, posted.place, form)})
    return render(request, "table.html", {"page": at.page(entry=_form(at, posted))})


@never_cache
@require_POST
def save(request: HttpRequest, public_id: str) -> HttpResponse:
    """Save the next round, or one that is entered again after an undo or a question between two phones."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    posted = _posted(request, at)
    if from_outbox(request):
        return outbox_answer(request, at, posted, url=at_table(at.table))
    entry, status, notice = None, 200, None
    written: Written | None = None
    if stopped := hindrance(posted):
        entry, status = _form(at, posted, errors=stopped.errors), stopped.status
        if posted.misplaced:
            notice = Notice("bad", stopped.errors[0])
    else:
        try:
            written = write(at, posted)
            notice = saved(written)
            both_played(at, request.POST.dict())
        except Refused as why:
            at = AtTable(access_to(request, public_id))
            entry, status = _form(at, posted, refused=why), why.status
            notice = Notice("bad", refusal_text(why)) if at.sheet.current.over else None
        except Illegal as illegal:
            entry, status = _form(at, posted, errors=illegal_text(illegal, posted.place.names)), 400
    if status == 200:
        if not request.htmx:  # type: ignore[attr-defined]
            return redirect(at_table(at.table))
        at = at.written()
    template = "table.html#saved" if request.htmx else "table.html"  # type: ignore[attr-defined]
    told = {"page": at.page(entry=entry, notice=notice), "has": has_before(request)}
    return with_revision(render(request, template, told, status=status), written)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def change(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """A round that was entered before: show it, or change it."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    place = at.place(at.game(game), number)
    if place.line is None:
        raise Http404
    if request.method != "POST":
        return render(request, "round.html", {"page": _round_page(at, place, _correction(at, place))})
    posted = _posted(request, at, place)
    after = at_table(at.table, "" if game == at.sheet.current.number else f"games/{game}/")
    if from_outbox(request):
        return outbox_answer(request, at, posted, url=after)
    if stopped := hindrance(posted):
        form, status = _correction(at, place, posted, errors=stopped.errors), stopped.status
    else:
        try:
            write(at, posted)
            return redirect(after)
        except Refused as why:
            at, status = AtTable(access_to(request, public_id)), why.status
            place = at.place(at.game(game), number)
            conflict = conflict_at(at, place, why, posted.typed.told)
            errors = () if conflict else (refusal_text(why),)
            form = _correction(at, place, posted, errors=errors, conflict=conflict)
    return render(request, "round.html", {"page": _round_page(at, place, form)}, status=status)


@never_cache
@require_POST
def strike(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """Let a round count no longer."""
    at = AtTable(access_to(request, public_id))
    seen = whole_number(request.POST.get("revision", ""))
    if from_outbox(request) and (refused := too_old(request)):
        return refused
    try:
        written = void_round(
            access=at.access,
            key=f"void:{game}:{number}:{seen}",
            game=game,
            round_number=number,
            revision=seen,
            reason=printable(request.POST.get("reason", ""))[:200],
        )
    except Refused as why:
        if from_outbox(request) or why.code not in ("stale", "round_void", "revision_required"):
            raise
        at = AtTable(access_to(request, public_id))
        place = at.place(at.game(game), number)
        form = _correction(at, place, errors=(refusal_text(why),))
        return render(request, "round.html", {"page": _round_page(at, place, form)}, status=why.status)
    return acknowledged(written, at_table(at.table)) if from_outbox(request) else redirect(at_table(at.table))


def _posted(request: HttpRequest, at: AtTable, place: Place | None = None) -> Posted:
    data = request.POST.dict()

    def read(place: Place, swaps: Sequence[Body]) -> TypedRound:
        return read_round(reseated(data, swaps), place.names, place.rules, place.hands, place.misdealt)

    return posted_from(data, at, read, place)


def _form(at: AtTable, posted: Posted, *, errors: tuple[str, ...] = (), refused: Refused | None = None) -> EntryForm:
    """The form of the table page again, with everything that was typed.

    It keeps the revision it came with, so that nothing another phone saved in between is changed unseen; only a form
    that shows both versions, or that was sent to another place, has the one of what is there now.
    """
    place, conflict, key, seen = posted.place, None, posted.key, posted.revision
    if refused is not None:
        place = at.place(at.game(place.game.number), place.number)
        conflict = conflict_at(at, place, refused, posted.typed.told)
        errors = () if conflict else (refusal_text(refused),)
        key = ""
    if conflict or posted.misplaced or (place.line and place.line.void):
        seen = place.line.revision if place.line else None
    return entry_form(
        place,
        action=at_table(at.table, "rounds/"),
        revision=seen,
        correction=False,
        typed=posted.typed,
        key="" if posted.misplaced else key,
        confirmed=posted.confirmed,
        conflict=conflict,
        errors=errors,
    )


def _correction(
    at: AtTable,
    place: Place,
    posted: Posted | None = None,
    *,
    errors: tuple[str, ...] = (),
    conflict: ConflictView | None = None,
) -> EntryForm:
    """The form of the page that changes a round; shown again, it keeps the revision that its writer saw."""
    now = place.line.revision if place.line else None
    return entry_form(
        place,
        action=_address(at, place),
        revision=posted.revision if posted and not conflict else now,
        correction=True,
        typed=posted.typed if posted else None,
        confirmed=posted.confirmed if posted else False,
        conflict=conflict,
        errors=errors,
    )


def _round_page(at: AtTable, place: Place, form: EntryForm) -> RoundPage:
    line = place.line
    if line is None:
        raise Http404
    return RoundPage(
        table_title=table_title(at.table, at.players),
        table_url=at_table(at.table),
        round=told_by_phones(
            at.reports, place.game, [round_view(at.table, place.game, line, place.names, may_score=True)], at.players
        )[0],
        entry=form,
        void_url=_address(at, place) + "void/",
        may_void=not line.void,
    )


def _address(at: AtTable, place: Place) -> str:
    return at_table(at.table, f"rounds/{place.game.number}/{place.number}/")
