"""Entering a round card by card: the next round, or one that was entered before."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.datastructures import MultiValueDict
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from games.forms.cards.cards_fields import (
    fields_from_declaration,
    fields_from_numbers,
    swap_seats_in_card_fields,
    with_best_arrangement,
    with_best_layoffs,
    with_fewest_layoffs,
    without_layoffs,
)
from games.forms.cards.cards_form import Fields, TypedCards, read_cards_form
from games.forms.cards.own_hand_form import as_cards_fields
from games.forms.table.round_form import TypedRound, fault_sentences
from games.pages.cards.cards_page import cards_form
from games.pages.cards.cards_round import CardsForm, CardsPage
from games.pages.cards.cards_round_page import missed_points_text
from games.pages.rulebook.terms_page import game_terms
from games.pages.table.round_form_page import RoundSlot
from games.pages.table.round_view import round_sentence
from games.pages.table.table import Notice
from games.pages.table.table_page import table_title
from games.refusals import RefusedError
from games.rules.declaration import Declaration
from games.rules.faults import RulesError
from games.rules.ledger import Body, SeatsSwapped, round_facts
from games.rules.sheet import RoundLine
from games.selectors.table.own_hands import hands_of_round
from games.selectors.table.table_paths import table_path
from games.services.table.ledger import WriteResult
from games.views.devices import table_access
from games.views.table.outbox import answer_outbox, from_outbox, with_revision
from games.views.table.round_submission import (
    NEEDS_CONFIRMATION,
    RoundSubmission,
    close_question,
    conflict_in,
    problem_of,
    read_submission,
    save_submission,
    saved_notice,
)
from games.views.table.table import TableSnapshot
from games.web.htmx import HtmxRequest
from games.wording.cards import ONE_HAND_ONLY
from games.wording.refusals import refusal_text


@dataclass(slots=True)
class CardsInput:
    """The posted form: the round it makes, its cards as typed, its fields, and the step that was open."""

    submission: RoundSubmission
    cards: TypedCards
    fields: Fields
    step: str


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cards(request: HtmxRequest, public_id: str) -> HttpResponse:
    """Enter the next round card by card."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    if request.method == "POST":
        return _handle_post(request, snapshot, None)
    if snapshot.sheet.current.over:
        return redirect(table_path(snapshot.table))
    slot = snapshot.round_slot(snapshot.sheet.current)
    laid_hands = hands_of_round(snapshot.access, slot.game, slot.number, slot.hands[0])
    return _open_page(request, snapshot, slot, as_cards_fields(laid_hands, slot.rules))


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def round_cards(request: HtmxRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """Enter or change the cards of a round that was entered before, by its counts or by its cards."""
    snapshot = TableSnapshot(table_access(request, public_id))
    snapshot.access.demand("score")
    slot = snapshot.round_slot(snapshot.game(game), number)
    if slot.line is None:
        raise Http404
    if request.method == "POST":
        return _handle_post(request, snapshot, slot)
    declaration = slot.line.latest.declaration
    return _open_page(
        request, snapshot, slot, fields_from_declaration(declaration) if isinstance(declaration, Declaration) else None
    )


@never_cache
@require_safe
def round_saved(request: HttpRequest, public_id: str, game: int, number: int) -> HttpResponse:
    """Show the table after a round was saved by its cards. Unless it is strict, hint at better plays."""
    snapshot = TableSnapshot(table_access(request, public_id))
    game_sheet = snapshot.game(game)
    slot = snapshot.round_slot(game_sheet, number)
    if slot.line is None:
        raise Http404
    line = slot.line
    last = line.history[-1]
    outcome = "already_recorded" if request.GET.get("how") == "already_recorded" else "new"
    saved = saved_notice(WriteResult(line.revision, game, number, outcome, last.by, last.at))
    hint = "" if snapshot.table.strict else missed_points_text(line.latest.declaration, line.rules, slot.names)
    ending = "" if saved.text.endswith(".") else "."
    notice = Notice(saved.tone, f"{saved.text}{ending} {hint}" if hint else saved.text)
    return render(request, "table/table.html", {"page": snapshot.page(game=game_sheet, notice=notice)})


def _open_page(request: HtmxRequest, snapshot: TableSnapshot, slot: RoundSlot, existing: Fields | None) -> HttpResponse:
    """Render the page with the numbers typed so far in the query, or else with ``existing`` fields."""
    typed_as_numbers = fields_from_numbers(request.GET.dict())
    if request.htmx:
        params = {
            name: text for name, text in request.GET.items() if text and (name == "end" or name in typed_as_numbers)
        }
        url = _form_url(snapshot, slot) + (f"?{urlencode(params)}" if params else "")
        return HttpResponse(status=204, headers={"HX-Redirect": url})
    if len(slot.hands) > 1:
        return _page(request, snapshot, slot, None)
    fields: Fields = existing.copy() if existing else MultiValueDict()
    if not (slot.line and slot.line.latest.declaration.shown):
        for name, texts in typed_as_numbers.lists():
            fields.setlist(name, list(texts))
    typed = read_cards_form(fields, slot.names, slot.rules, slot.hands[0])
    seen_revision = slot.line.revision if slot.line else None
    return _page(request, snapshot, slot, _form(snapshot, slot, typed, revision=seen_revision))


def _handle_post(request: HtmxRequest, snapshot: TableSnapshot, slot: RoundSlot | None) -> HttpResponse:
    """Handle the posted form, which htmx also posts whenever a card is tapped."""
    cards_input = _read_submission(request, snapshot, slot)
    button = "save" if request.POST.get("as_next") == "yes" else request.POST.get("do", "")
    if button == "save" and cards_input.submission.slot.hands[1:]:
        raise Http404
    if button == "save":
        return _save(request, snapshot, cards_input, is_correction=slot is not None)
    _apply_button(button, cards_input)
    # The "yes" answered the question about other cards.
    cards_input.submission = replace(cards_input.submission, confirmed=False)
    form = _form_with_input(snapshot, cards_input)
    if request.htmx and not button:
        return render(request, "cards/_cards_answer.html", {"form": form})
    return _page(request, snapshot, cards_input.submission.slot, form)


def _read_submission(request: HttpRequest, snapshot: TableSnapshot, slot: RoundSlot | None) -> CardsInput:
    fields, readings = request.POST.copy(), list[tuple[Fields, TypedCards]]()

    def read(slot: RoundSlot, swaps: Sequence[Body]) -> TypedRound:
        pairs = [(swap.first_seat, swap.second_seat) for swap in swaps if isinstance(swap, SeatsSwapped)]
        reseated = swap_seats_in_card_fields(fields, pairs)
        typed = read_cards_form(reseated, slot.names, slot.rules, slot.hands[0])
        readings.append((reseated, typed))
        return typed.round

    submission = read_submission(request.POST.dict(), snapshot, read, slot)
    moved, typed = readings[0]
    return CardsInput(submission, typed, moved, request.POST.get("step", ""))


def _apply_button(button: str, cards_input: CardsInput) -> None:
    """Apply a button to the fields: lay off all, take that back, or arrange the ender's hand differently.

    A strict table proposes nothing, so there the buttons that propose do nothing.
    """
    slot, fields = cards_input.submission.slot, cards_input.fields
    if slot.table.strict and button != "take_back":
        return
    if button == "lay_off":
        fields = with_best_layoffs(fields, cards_input.cards, slot.rules)
    elif button == "take_back":
        fields = without_layoffs(fields)
    elif button == "fewest":
        fields = with_fewest_layoffs(fields, cards_input.cards, slot.rules)
    elif button.startswith("arrange-") and button.removeprefix("arrange-") in map(str, slot.hands[0]):
        fields = with_best_arrangement(fields, int(button.removeprefix("arrange-")))
    else:
        return
    cards_input.cards = read_cards_form(fields, slot.names, slot.rules, slot.hands[0])


def _save(
    request: HtmxRequest, snapshot: TableSnapshot, cards_input: CardsInput, *, is_correction: bool
) -> HttpResponse:
    """Save the round, or render the page again with everything that prevents it."""
    submission = cards_input.submission
    if from_outbox(request):
        question = _disagreement_question(submission) if is_correction and request.POST.get("differs") != "yes" else ""
        return answer_outbox(request, snapshot, submission, url=table_path(snapshot.table), question=question)
    if problem := problem_of(submission):
        return _page(
            request,
            snapshot,
            submission.slot,
            _form_with_input(snapshot, cards_input, errors=problem.errors),
            problem.status,
        )
    if is_correction and request.POST.get("differs") != "yes" and (sheet_text := _sheet_disagreement(submission)):
        return _page(
            request,
            snapshot,
            submission.slot,
            _form_with_input(snapshot, cards_input, differs=sheet_text),
            NEEDS_CONFIRMATION,
        )
    try:
        written = save_submission(snapshot, submission)
        close_question(snapshot, request.POST.dict())
    except RefusedError as refusal:
        snapshot = TableSnapshot(table_access(request, snapshot.table.public_id))
        slot = snapshot.round_slot(snapshot.game(submission.slot.game.number), submission.slot.number)
        form = _form_after_refusal(snapshot, slot, cards_input, refusal)
        return _page(request, snapshot, slot, form, refusal.status)
    except RulesError as illegal:
        form = _form_with_input(snapshot, cards_input, errors=fault_sentences(illegal, submission.slot.names))
        return _page(request, snapshot, submission.slot, form, 400)
    url = table_path(snapshot.table, "cards_saved", written.game, written.round or submission.slot.number)
    url += "?how=already_recorded" if written.status == "already_recorded" else ""
    if request.htmx:
        return with_revision(HttpResponse(status=204, headers={"HX-Redirect": url}), written)
    return redirect(url)


def _disagreement_question(submission: RoundSubmission) -> str:
    """Return what to ask if the cards contradict the counts on the sheet, for a phone that shows no page; else ""."""
    sheet_text = _sheet_disagreement(submission)
    if not sheet_text:
        return ""
    return _("The cards don't match the counts on the sheet: %(there)s.") % {"there": sheet_text}


def _sheet_disagreement(submission: RoundSubmission) -> str:
    """Return what the sheet says of a round entered by its counts, if the cards contradict it; else ""."""
    line, declaration = submission.slot.line, submission.typed.declaration
    if line is None or line.void or declaration is None or line.latest.declaration.shown:
        return ""
    if round_facts(declaration.counts_only) == round_facts(line.latest.declaration):
        return ""
    return _on_sheet_text(submission.slot, line)


def _on_sheet_text(slot: RoundSlot, line: RoundLine) -> str:
    return _("Deleted") if line.void else round_sentence(line.latest, slot.game, slot.names)


def _form_after_refusal(
    snapshot: TableSnapshot, slot: RoundSlot, cards_input: CardsInput, refusal: RefusedError
) -> CardsForm:
    """Return the form after a refusal, with both versions if two phones disagree about the round."""
    conflict = conflict_in(snapshot, slot, refusal, cards_input.submission.typed.declaration)
    seen_revision = slot.line.revision if conflict and slot.line else cards_input.submission.revision
    return _form(
        snapshot,
        slot,
        cards_input.cards,
        revision=seen_revision,
        step="end",
        confirmed=cards_input.submission.confirmed,
        decision=cards_input.submission.decision,
        conflict=conflict,
        errors=() if conflict else (refusal_text(refusal),),
    )


def _form_with_input(
    snapshot: TableSnapshot, cards_input: CardsInput, *, errors: Sequence[str] = (), differs: str = ""
) -> CardsForm:
    """Return the form with everything that was entered. It keeps the revision that the user had seen."""
    submission = cards_input.submission
    slot, seen_revision = submission.slot, submission.revision
    if submission.misplaced:
        seen_revision = slot.line.revision if slot.line else None
    return _form(
        snapshot,
        slot,
        cards_input.cards,
        revision=seen_revision,
        step=cards_input.step,
        key="" if submission.misplaced else submission.key,
        confirmed=submission.confirmed,
        decision=submission.decision,
        errors=errors,
        differs=differs,
    )


def _form(
    snapshot: TableSnapshot, slot: RoundSlot, typed: TypedCards, *, revision: int | None, **options: object
) -> CardsForm:
    return cards_form(
        slot,
        typed,
        action=_form_url(snapshot, slot),
        revision=revision,
        correction=_is_correction(slot),
        **options,  # type: ignore[arg-type]
    )


def _is_correction(slot: RoundSlot) -> bool:
    return slot.line is not None and not slot.line.void


def _form_url(snapshot: TableSnapshot, slot: RoundSlot) -> str:
    if slot.line is None or slot.line.void:
        return table_path(snapshot.table, "cards")
    return table_path(snapshot.table, "round_cards", slot.game.number, slot.number)


def _page(
    request: HtmxRequest, snapshot: TableSnapshot, slot: RoundSlot, form: CardsForm | None, status: int = 200
) -> HttpResponse:
    corrects = _is_correction(slot)
    page = CardsPage(
        people=tuple(slot.names),
        table_title=table_title(snapshot.table, snapshot.players),
        table_url=table_path(snapshot.table),
        cards_url=table_path(snapshot.table, "cards"),
        title=_("Round %(number)d") % {"number": slot.number},
        form=form,
        sentence="" if form else _(ONE_HAND_ONLY),
        on_sheet=_on_sheet_text(slot, slot.line) if slot.line and corrects else "",
        terms=game_terms(snapshot.table, slot.game),
    )
    template = "cards/cards.html#entry" if request.htmx else "cards/cards.html"
    return render(request, template, {"page": page}, status=status)
