"""Rounds: preview, save, change, strike."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from games.forms.entry import Place, conflict_view, entry_form, preview_of
from games.forms.round_form import TypedRound, illegal_text, printable, read_round, reseated
from games.pages import ConflictView, EntryForm, Notice, RoundPage
from games.refusals import Refused
from games.rules.declaration import Told
from games.rules.faults import Illegal
from games.rules.sheet import RoundLine
from games.selectors.addresses import at_table
from games.selectors.game_view import round_view
from games.selectors.ledger import round_under_key
from games.selectors.table_page import table_title
from games.services.ledger import LONGEST_KEY, Written
from games.services.rounds import correct_round, enter_round, void_round
from games.views.devices import access_to
from games.views.table import AtTable
from games.wording import clock, refusal_text

ASK_FIRST = 422
"""The status of "is that so?": nothing was refused for good, nothing was saved."""


@dataclass(frozen=True, slots=True)
class Posted:
    """The round form as it came: where the round goes, what was typed, and how it was meant.

    ``revision`` is that of the round its writer has seen, None where there was none yet. ``misplaced`` is set where the
    form names a game or a round that is not to be had; ``place`` is then where a round could go now.
    """

    place: Place
    typed: TypedRound
    key: str
    seating: int | None
    revision: int | None
    confirmed: bool
    misplaced: Refused | None


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
    entry, status, notice = None, 200, None
    if hindrance := _hindrance(posted):
        entry, status = _form(at, posted, errors=hindrance.errors), hindrance.status
        if posted.misplaced:
            notice = Notice("bad", hindrance.errors[0])
    else:
        try:
            notice = _saved(_write(at, posted))
        except Refused as why:
            at = AtTable(access_to(request, public_id))
            entry, status = _form(at, posted, refused=why), why.status
            notice = Notice("bad", refusal_text(why)) if at.sheet.current.over else None
        except Illegal as illegal:
            entry, status = _form(at, posted, errors=illegal_text(illegal, posted.place.names)), 400
    if status == 200:
        if not request.htmx:  # type: ignore[attr-defined]
            return redirect(at_table(at.table))
        at = AtTable(access_to(request, public_id))
    template = "table.html#saved" if request.htmx else "table.html"  # type: ignore[attr-defined]
    return render(request, template, {"page": at.page(entry=entry, notice=notice)}, status=status)


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
    if hindrance := _hindrance(posted):
        form, status = _correction(at, place, posted, errors=hindrance.errors), hindrance.status
    else:
        try:
            _write(at, posted)
            return redirect(at_table(at.table, "" if game == at.sheet.current.number else f"games/{game}/"))
        except Refused as why:
            at, status = AtTable(access_to(request, public_id)), why.status
            place = at.place(at.game(game), number)
            conflict = _conflict(at, place, why, posted.typed.told)
            errors = () if conflict else (refusal_text(why),)
            form = _correction(at, place, posted, errors=errors, conflict=conflict)
    return render(request, "round.html", {"page": _round_page(at, place, form)}, status=status)


@never_cache
@require_POST
def strike(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """Let a round count no longer."""
    at = AtTable(access_to(request, public_id))
    seen = whole_number(request.POST.get("revision", ""))
    try:
        void_round(
            access=at.access,
            key=f"void:{game}:{number}:{seen}",
            game=game,
            round_number=number,
            revision=seen,
            reason=printable(request.POST.get("reason", ""))[:200],
        )
    except Refused as why:
        if why.code not in ("stale", "round_void", "revision_required"):
            raise
        at = AtTable(access_to(request, public_id))
        place = at.place(at.game(game), number)
        form = _correction(at, place, errors=(refusal_text(why),))
        return render(request, "round.html", {"page": _round_page(at, place, form)}, status=why.status)
    return redirect(at_table(at.table))


def _posted(request: HttpRequest, at: AtTable, place: Place | None = None) -> Posted:
    data, misplaced = request.POST.dict(), None
    key, seen = data.get("key", "")[: LONGEST_KEY + 1], whole_number(data.get("revision", ""))
    if place is None and data.get("as_next") == "yes":
        # Two phones told different rounds under one number, and both were played: this one comes after the other.
        key, seen = f"{key}:next", None
        tapped_before = round_under_key(at.table, key)
        place = at.place(at.sheet.current, tapped_before or at.sheet.current.next_round)
    if place is None:
        place, misplaced = _place_of(data, at)
    seating = whole_number(data.get("seating", ""))
    if seating is not None and seating < place.seating:
        data = reseated(data, [e.body for e in place.game.swaps if e.revision > seating])
    return Posted(
        place=place,
        typed=read_round(data, place.names, place.rules, place.hands),
        key=key,
        seating=seating,
        revision=seen,
        confirmed=data.get("confirm") == "yes",
        misplaced=misplaced,
    )


def _place_of(data: Mapping[str, str], at: AtTable) -> tuple[Place, Refused | None]:
    """Where the form's round goes; the next place with the refusal where the one it names is not to be had."""
    number, current = whole_number(data.get("round", "")), at.sheet.current
    game = next((g for g in at.sheet.games if g.number == whole_number(data.get("game", ""))), None)
    if game is None:
        return at.place(current), Refused("wrong_game", current=current.number)
    place = at.place(game, number)
    if number is not None and (place.line or number == game.next_round):
        return place, None
    missing = [game.next_round] if number is None or number > game.next_round else []
    if game.over and missing:
        return at.place(current), Refused("game_finished")
    return at.place(game), Refused("missing_rounds", missing=missing) if missing else Refused(
        "unknown_round", round=number
    )


@dataclass(frozen=True, slots=True)
class Hindrance:
    """Why a form is not saved as it came: a status, and the sentences that belong to no field."""

    status: int
    errors: tuple[str, ...] = ()


def _hindrance(posted: Posted) -> Hindrance | None:
    """What keeps the form from being saved, whoever else saved what; None where nothing does."""
    if posted.misplaced:
        status = 409 if posted.misplaced.code == "unknown_round" else posted.misplaced.status
        return Hindrance(status, (refusal_text(posted.misplaced),))
    if posted.seating != posted.place.seating:
        why = Refused("seats_changed")
        return Hindrance(why.status, (refusal_text(why),))
    if posted.typed.told is None:
        return Hindrance(400)
    told = preview_of(posted.place, posted.typed, confirmed=posted.confirmed)
    return Hindrance(ASK_FIRST) if told.ask else None


def _write(at: AtTable, posted: Posted) -> Written:
    place, declaration = posted.place, posted.typed.told
    if declaration is None:
        raise ValueError("a round is written once it is complete")
    if posted.revision is not None:
        return correct_round(
            access=at.access,
            key=posted.key,
            game=place.game.number,
            round_number=place.number,
            revision=posted.revision,
            declaration=declaration,
            reason=posted.typed.reason,
            seating=place.game.seating,
        )
    return enter_round(
        access=at.access,
        key=posted.key,
        game=place.game.number,
        round_number=place.number,
        declaration=declaration,
        reason=posted.typed.reason,
        seating=place.game.seating,
    )


def _saved(written: Written) -> Notice:
    if written.how == "already_recorded":
        return Notice(
            "good",
            f"Round {written.round} was already entered by {written.by} at {clock(written.at)}, with the same numbers.",
        )
    return Notice("good", f"Round {written.round} saved")


def _form(at: AtTable, posted: Posted, *, errors: tuple[str, ...] = (), refused: Refused | None = None) -> EntryForm:
    """The form of the table page again, with everything that was typed.

    It keeps the revision it came with, so that nothing another phone saved in between is changed unseen; only a form
    that shows both versions, or that was sent to another place, has the one of what is there now.
    """
    place, conflict, key, seen = posted.place, None, posted.key, posted.revision
    if refused is not None:
        place = at.place(at.game(place.game.number), place.number)
        conflict = _conflict(at, place, refused, posted.typed.told)
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


def _conflict(at: AtTable, place: Place, why: Refused, typed: Told | None) -> ConflictView | None:
    """Both versions, where the refusal is about another phone's version of the same round."""
    line: RoundLine | None = place.line
    if why.code not in ("round_conflict", "stale", "idempotency_key_reused") or line is None or typed is None:
        return None
    return conflict_view(place, line, typed, at_table(at.table, "rounds/"))


def _round_page(at: AtTable, place: Place, form: EntryForm) -> RoundPage:
    line = place.line
    if line is None:
        raise Http404
    return RoundPage(
        table_title=table_title(at.table, at.players),
        table_url=at_table(at.table),
        round=round_view(at.table, place.game, line, place.names, may_score=True),
        entry=form,
        void_url=_address(at, place) + "void/",
        may_void=not line.void,
    )


def _address(at: AtTable, place: Place) -> str:
    return at_table(at.table, f"rounds/{place.game.number}/{place.number}/")


def whole_number(text: str) -> int | None:
    """A whole number of at most nine digits, or None for anything else."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else None
