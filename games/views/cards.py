"""A round entered by its cards at the table: the next one, or the cards of one that was entered before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.cards_fields import (
    arranged_best,
    fields_from_numbers,
    fields_of,
    laid_off,
    reseated_cards,
    with_fewest,
    without_layoffs,
)
from games.forms.cards_form import Fields, TypedCards, read_cards_form
from games.forms.cards_page import cards_form
from games.forms.entry import Place
from games.forms.own_hand_form import as_cards_fields
from games.forms.round_form import TypedRound, illegal_text
from games.pages import CardsForm, CardsPage, Notice
from games.refusals import Refused
from games.rules.declaration import Declaration
from games.rules.faults import Illegal
from games.rules.ledger import Body, SeatsSwapped, round_facts
from games.rules.sheet import RoundLine
from games.selectors.addresses import at_table
from games.selectors.cards_round import could_have_text
from games.selectors.own_hands import laying_of
from games.selectors.round_view import what_was_told
from games.selectors.table_page import table_title
from games.selectors.terms import game_terms
from games.services.ledger import Written
from games.views.devices import access_to
from games.views.outbox import from_outbox, outbox_answer, with_revision
from games.views.posted import ASK_FIRST, Posted, both_played, conflict_at, hindrance, posted_from, saved, write
from games.views.table import AtTable
from games.wording import ONE_HAND_ONLY, refusal_text


@dataclass(slots=True)
class Sent:
    """The page of cards as it was posted: the round it comes to, its cards, and the step that was open."""

    posted: Posted
    cards: TypedCards
    fields: Fields
    step: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cards(request: HttpRequest, public_id: str) -> HttpResponse:
    """The next round by its cards."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    if request.method == "POST":
        return _posted(request, at, None)
    if at.sheet.current.over:
        return redirect(at_table(at.table))
    place = at.place(at.sheet.current)
    own = laying_of(at.access, place.game, place.number, place.hands[0])
    return _opened(request, at, place, as_cards_fields(own, place.rules))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_cards(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """The cards of a round that was entered before, by its counts or by its cards."""
    at = AtTable(access_to(request, public_id))
    at.access.demand("score")
    place = at.place(at.game(game), number)
    if place.line is None:
        raise Http404
    if request.method == "POST":
        return _posted(request, at, place)
    told = place.line.told.declaration
    return _opened(request, at, place, fields_of(told) if isinstance(told, Declaration) else None)


@never_cache
@require_safe
def round_saved(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """The table once a round was saved by its cards: unless it is strict, what could have been better is said now."""
    at = AtTable(access_to(request, public_id))
    shown = at.game(game)
    place = at.place(shown, number)
    if place.line is None:
        raise Http404
    line = place.line
    last = line.history[-1]
    how = "already_recorded" if request.GET.get("how") == "already_recorded" else "new"
    said = saved(Written(line.revision, game, number, how, last.by, last.at))
    better = "" if at.table.strict else could_have_text(line.told.declaration, line.rules, place.names)
    ending = "" if said.text.endswith(".") else "."
    notice = Notice(said.tone, f"{said.text}{ending} {better}" if better else said.text)
    return render(request, "table.html", {"page": at.page(game=shown, notice=notice)})


def _opened(request: HttpRequest, at: AtTable, place: Place, there: Fields | None) -> HttpResponse:
    """The page as it is opened, with what was typed as numbers so far, else with what is ``there``."""
    typed_as_numbers = fields_from_numbers(request.GET.dict())
    if request.htmx:  # type: ignore[attr-defined]
        along = {
            name: text for name, text in request.GET.items() if text and (name == "end" or name in typed_as_numbers)
        }
        address = _address(at, place) + (f"?{urlencode(along)}" if along else "")
        return HttpResponse(status=204, headers={"HX-Redirect": address})
    if len(place.hands) > 1:
        return _page(request, at, place, None)
    fields: Fields = there.copy() if there else MultiValueDict()
    if not (place.line and place.line.told.declaration.shown):
        for name, texts in typed_as_numbers.lists():
            fields.setlist(name, list(texts))
    typed = read_cards_form(fields, place.names, place.rules, place.hands[0])
    seen = place.line.revision if place.line else None
    return _page(request, at, place, _form(at, place, typed, revision=seen))


def _posted(request: HttpRequest, at: AtTable, place: Place | None) -> HttpResponse:
    """The page as it was posted: by a button, or on its own whenever a card was tapped."""
    sent = _sent(request, at, place)
    do = "save" if request.POST.get("as_next") == "yes" else request.POST.get("do", "")
    if do == "save" and sent.posted.place.hands[1:]:
        raise Http404
    if do == "save":
        return _save(request, at, sent, again=place is not None)
    _press(do, sent)
    # A "yes" was given to the question about other cards.
    sent.posted = replace(sent.posted, confirmed=False)
    form = _form_again(at, sent)
    if request.htmx and not do:  # type: ignore[attr-defined]
        return render(request, "_cards_answer.html", {"form": form})
    return _page(request, at, sent.posted.place, form)


def _sent(request: HttpRequest, at: AtTable, place: Place | None) -> Sent:
    fields, found = request.POST.copy(), list[tuple[Fields, TypedCards]]()

    def read(where: Place, swaps: Sequence[Body]) -> TypedRound:
        pairs = [(swap.one, swap.other) for swap in swaps if isinstance(swap, SeatsSwapped)]
        moved = reseated_cards(fields, pairs)
        typed = read_cards_form(moved, where.names, where.rules, where.hands[0])
        found.append((moved, typed))
        return typed.round

    posted = posted_from(request.POST.dict(), at, read, place)
    moved, typed = found[0]
    return Sent(posted, typed, moved, request.POST.get("step", ""))


def _press(do: str, sent: Sent) -> None:
    """What a button does to the fields: lay off all, take that back, lay the ender's cards out another way.

    At a strict table nothing is proposed, and so nothing of it is to be had.
    """
    place, data = sent.posted.place, sent.fields
    if place.table.strict and do != "take_back":
        return
    if do == "lay_off":
        data = laid_off(data, sent.cards, place.rules)
    elif do == "take_back":
        data = without_layoffs(data)
    elif do == "fewest":
        data = with_fewest(data, sent.cards, place.rules)
    elif do.startswith("arrange-") and do.removeprefix("arrange-") in map(str, place.hands[0]):
        data = arranged_best(data, int(do.removeprefix("arrange-")))
    else:
        return
    sent.cards = read_cards_form(data, place.names, place.rules, place.hands[0])


def _save(request: HttpRequest, at: AtTable, sent: Sent, *, again: bool) -> HttpResponse:
    """Save the round; or the page again with everything that stops it."""
    posted = sent.posted
    if from_outbox(request):
        asked = _question(posted) if again and request.POST.get("differs") != "yes" else ""
        return outbox_answer(request, at, posted, url=at_table(at.table), question=asked)
    if stopped := hindrance(posted):
        return _page(request, at, posted.place, _form_again(at, sent, errors=stopped.errors), stopped.status)
    if again and request.POST.get("differs") != "yes" and (there := _disagreement(posted)):
        return _page(request, at, posted.place, _form_again(at, sent, differs=there), ASK_FIRST)
    try:
        written = write(at, posted)
        both_played(at, request.POST.dict())
    except Refused as why:
        at = AtTable(access_to(request, at.table.public_id))
        place = at.place(at.game(posted.place.game.number), posted.place.number)
        form = _refused(at, place, sent, why)
        return _page(request, at, place, form, why.status)
    except Illegal as illegal:
        form = _form_again(at, sent, errors=illegal_text(illegal, posted.place.names))
        return _page(request, at, posted.place, form, 400)
    address = at_table(at.table, f"cards/saved/{written.game}/{written.round}/")
    address += "?how=already_recorded" if written.how == "already_recorded" else ""
    if request.htmx:  # type: ignore[attr-defined]
        return with_revision(HttpResponse(status=204, headers={"HX-Redirect": address}), written)
    return redirect(address)


def _question(posted: Posted) -> str:
    """What is asked of cards that contradict the counts on the sheet, where no page shows both; else nothing."""
    there = _disagreement(posted)
    if not there:
        return ""
    return _("The cards come to something else than the counts on the sheet: %(there)s.") % {"there": there}


def _disagreement(posted: Posted) -> str:
    """What the sheet says of a round told by its counts, where the cards come to something else; else nothing."""
    line, told = posted.place.line, posted.typed.told
    if line is None or line.void or told is None or line.told.declaration.shown:
        return ""
    if round_facts(told.in_numbers) == round_facts(line.told.declaration):
        return ""
    return _on_sheet(posted.place, line)


def _on_sheet(place: Place, line: RoundLine) -> str:
    return _("Void") if line.void else what_was_told(line.told, place.game, place.names)


def _refused(at: AtTable, place: Place, sent: Sent, why: Refused) -> CardsForm:
    """The form again after a refusal: with both versions, where two phones differ about the round."""
    conflict = conflict_at(at, place, why, sent.posted.typed.told)
    seen = place.line.revision if conflict and place.line else sent.posted.revision
    return _form(
        at,
        place,
        sent.cards,
        revision=seen,
        step="end",
        confirmed=sent.posted.confirmed,
        conflict=conflict,
        errors=() if conflict else (refusal_text(why),),
    )


def _form_again(at: AtTable, sent: Sent, *, errors: Sequence[str] = (), differs: str = "") -> CardsForm:
    """The form with everything that was entered. It keeps the revision that its writer has seen."""
    posted = sent.posted
    place, seen = posted.place, posted.revision
    if posted.misplaced:
        seen = place.line.revision if place.line else None
    return _form(
        at,
        place,
        sent.cards,
        revision=seen,
        step=sent.step,
        key="" if posted.misplaced else posted.key,
        confirmed=posted.confirmed,
        errors=errors,
        differs=differs,
    )


def _form(at: AtTable, place: Place, typed: TypedCards, *, revision: int | None, **more: object) -> CardsForm:
    return cards_form(
        place,
        typed,
        action=_address(at, place),
        revision=revision,
        correction=_corrects(place),
        **more,  # type: ignore[arg-type]
    )


def _corrects(place: Place) -> bool:
    return place.line is not None and not place.line.void


def _address(at: AtTable, place: Place) -> str:
    if place.line is None or place.line.void:
        return at_table(at.table, "cards/")
    return at_table(at.table, f"rounds/{place.game.number}/{place.number}/cards/")


def _page(request: HttpRequest, at: AtTable, place: Place, form: CardsForm | None, status: int = 200) -> HttpResponse:
    corrects = _corrects(place)
    page = CardsPage(
        table_title=table_title(at.table, at.players),
        table_url=at_table(at.table),
        title=_("Round %(number)d") % {"number": place.number},
        form=form,
        sentence="" if form else _(ONE_HAND_ONLY),
        on_sheet=_on_sheet(place, place.line) if place.line and corrects else "",
        terms=game_terms(at.table, place.game),
    )
    template = "cards.html#entry" if request.htmx else "cards.html"  # type: ignore[attr-defined]
    return render(request, template, {"page": page}, status=status)
