"""Build the page that enters a round card by card: a grid for each hand, who ended it, layoffs, and a preview."""

import secrets
from collections.abc import Sequence
from dataclasses import replace

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms.cards.cards_form import TypedCards
from games.pages.cards.card_picker import card_picker, is_upcard
from games.pages.cards.cards import HandContext
from games.pages.cards.cards_layoffs_page import fewest_text, layoffs_view
from games.pages.cards.cards_round import CardsField, CardsForm, CardsOption, CardsSeat, UpcardContext
from games.pages.cards.cards_view import (
    cards_entered_text,
    grid_view,
    hand_view,
    with_arrange_button,
    with_marked_cards,
)
from games.pages.table.entry import ConflictContext, Preview
from games.pages.table.round_form_page import RoundSlot, round_preview
from games.rules.cards import Card
from games.rules.declaration import Ending, ShownHand
from games.rules.hands.layoff_moves import without_cards
from games.rules.hands.layoffs import general_layoff_refusal
from games.rules.hands.melds import Meld, MeldKind, card_sort_key, meld_of, window
from games.rules.rule_properties import uses_limit_card
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event
from games.rules.teams import score_declaration
from games.selectors.table.table_paths import table_path
from games.wording.cards import UPCARD_NOT_OFFERED, UPCARD_NOT_TAKEN, card_face, card_names, rank_letter
from games.wording.scores import event_word, round_result_sentence
from games.wording.words import labeled


def cards_form(
    slot: RoundSlot,
    typed: TypedCards,
    *,
    action: str,
    revision: int | None,
    correction: bool,
    step: str = "",
    key: str = "",
    confirmed: bool = False,
    decision: str = "",
    conflict: ConflictContext | None = None,
    errors: Sequence[str] = (),
    differs: str = "",
) -> CardsForm:
    """Build the form for the round at ``slot`` from ``typed``; the other parameters are those of ``entry_form``."""
    key = key or secrets.token_hex(16)
    seats_in_order = slot.hands[0]
    seats = tuple(_seat(seat, slot, typed) for seat in seats_in_order)
    return CardsForm(
        action=action,
        title=_("Round %(number)d") % {"number": slot.number},
        game=slot.game.number,
        round=slot.number,
        key=key,
        seating=slot.seating_revision,
        revision=revision,
        step=step if step in {*map(str, seats_in_order), "end"} else str(seats_in_order[0]),
        seats=seats,
        sitting_out=tuple(name for seat, name in enumerate(slot.names) if seat not in seats_in_order),
        enders=_enders(slot, typed),
        declared=_declared(typed, slot.rules),
        ending_text=ending_sentence(slot, typed),
        picker=card_picker(slot.rules, typed.round),
        upcard=_upcard(slot, typed),
        choices=_choices(slot, typed),
        layoffs=layoffs_view(slot, typed),
        fewest_layoffs_text="" if slot.table.strict else fewest_text(typed, slot.rules),
        strict=slot.table.strict,
        preview=preview_of_cards(slot, typed, confirmed=confirmed, decision=decision),
        waiting=tuple(typed.missing_sentences),
        errors=tuple(errors),
        conflict=conflict,
        differs=differs,
        cards_result=_result_sentence(slot, typed) if differs else "",
        reason=typed.round.reason,
        numbers_url=table_path(slot.table, "preview"),
        numbers=_round_form_fields(slot, typed, key, revision, correction=correction),
        correction=correction,
    )


def preview_of_cards(slot: RoundSlot, typed: TypedCards, *, confirmed: bool, decision: str = "") -> Preview | None:
    """Return the score of the round, or all its errors, or what is still missing; None before anything is entered."""
    if typed.round.declaration is not None:
        return round_preview(slot, typed.round, confirmed=confirmed, decision=decision)
    if typed.all_errors:
        return Preview("error", errors=typed.all_errors, people=tuple(slot.names))
    if not typed.started:
        return None
    return Preview("wait", " ".join(typed.missing_sentences), people=tuple(slot.names))


def _result_sentence(slot: RoundSlot, typed: TypedCards) -> str:
    """Return the round in one sentence; empty while anything is wrong with it."""
    declaration = typed.round.declaration
    return (
        round_result_sentence(declaration, score_declaration(declaration, slot.rules), slot.rules, slot.names)
        if declaration
        else ""
    )


def ending_sentence(slot: RoundSlot, typed: TypedCards) -> str:
    """Return who ended the round and how, as declared or as the cards show: "Ann knocks with 10".

    "" while nobody has said it and a hand is missing: what the others show isn't enough to tell.
    """
    if typed.ending is Ending.DEAD:
        return _("Dead hand: nobody scores")
    if typed.ending is None or typed.ender is None or not (typed.declared_ender or _all_in(slot, typed)):
        return ""
    who = {"who": slot.names[typed.ender]}
    if not typed.declared_ending and 0 < len(typed.hands[typed.ender].cards) < slot.rules.hand_size:
        return _("%(who)s ended the round") % who
    if typed.ending is not Ending.KNOCK:
        return _gin_sentence(typed.ending, slot.rules) % who
    count = typed.round.counts.get(typed.ender, "")
    return _("%(who)s knocks with %(count)s") % {**who, "count": count} if count else _("%(who)s knocks") % who


def _all_in(slot: RoundSlot, typed: TypedCards) -> bool:
    return all(
        len(typed.hands[seat].cards) >= slot.rules.hand_size or typed.round.counts.get(seat) for seat in typed.active
    )


def _gin_sentence(ending: Ending, rules: RuleSet) -> str:
    """Return the sentence that %(who)s goes gin; with the Rumski deck gin is called Ginski."""
    big = ending is Ending.BIG_GIN
    if rules.deck == "rumski70":
        return _("%(who)s goes big Ginski") if big else _("%(who)s goes Ginski")
    return _("%(who)s goes big gin") if big else _("%(who)s goes gin")


# --- Steps ------------------------------------------------------------------------------------------------------------


def _seat(seat: int, slot: RoundSlot, typed: TypedCards) -> CardsSeat:
    seats_in_order, rules, name = slot.hands[0], slot.rules, slot.names[seat]
    next_index = seats_in_order.index(seat) + 1
    following = seats_in_order[next_index] if next_index < len(seats_in_order) else None
    blocked = {
        card: _("It's in %(who)s's hand.") % {"who": slot.names[other_seat]}
        for other_seat in typed.active
        if other_seat != seat
        for card in typed.hands[other_seat].cards
    }
    upcard = _upcard(slot, typed)
    if upcard and typed.card and not typed.card.wild and not typed.upcard_taken:
        blocked[typed.card] = upcard.reason
    hand = _hand_view(seat, slot, typed)
    on_cards = {*hand.faults, *(labeled(name, meld.fault) for meld in hand.melds)}
    return CardsSeat(
        seat=seat,
        name=name,
        grid=grid_view(
            rules,
            typed.hands[seat],
            blocked,
            str(seat),
            name=_("%(who)s's hand") % {"who": name},
            holds=_("It's in %(who)s's hand.") % {"who": name},
        ),
        hand=hand,
        summary=_tab_text(seat, slot, typed, hand),
        wrong=bool(typed.faults.get(seat)) or _has_shared_card(seat, typed),
        faults=tuple(text for text in typed.faults.get(seat, ()) if text not in on_cards)
        + ((typed.duplicate_sentence,) if _has_shared_card(seat, typed) else ()),
        count="" if seat in typed.shown else typed.round.counts.get(seat, ""),
        next_step="end" if following is None else str(following),
        next_label=_("Result") if following is None else slot.names[following],
    )


def _upcard(slot: RoundSlot, typed: TypedCards) -> UpcardContext | None:
    """Return the upcard where it comes from the deck in play; None where the rules use no card or a second deck.

    Even where no player may take the upcard (rules 8 ``opening``), one may be turned to set the limit.
    """
    if not uses_limit_card(slot.rules) or not is_upcard(slot.rules):
        return None
    may_be_taken = slot.rules.opening != "no_upcard"
    return UpcardContext(
        _(UPCARD_NOT_TAKEN) if may_be_taken else _(UPCARD_NOT_OFFERED), may_be_taken, typed.upcard_taken
    )


def _has_shared_card(seat: int, typed: TypedCards) -> bool:
    """Whether one of the hand's cards is also in another hand."""
    return any(card.text in typed.duplicate_cards for card in typed.hands[seat].cards)


def _hand_view(seat: int, slot: RoundSlot, typed: TypedCards) -> HandContext:
    """Return the hand as it is drawn. Better arrangements are not mentioned before the round is saved."""
    shown = typed.shown.get(seat, ShownHand(()))
    laid_off = {layoff.card for layoff in typed.layoffs if layoff.seat == seat}
    remaining = tuple(card for card in shown.cards if card not in laid_off)
    size = slot.rules.hand_size
    may_end = typed.ender in (None, seat) and typed.ending is not Ending.DEAD
    view = hand_view(
        slot.names[seat],
        replace(without_cards(shown, laid_off), cards=remaining) if laid_off else shown,
        slot.rules,
        typed=typed.hands[seat],
        prefix=str(seat),
        knock_card=typed.card,
        judged=may_end or len(shown.cards) < size,
        hints=False,
    )
    view = with_marked_cards(view, typed.duplicate_cards)
    return view if slot.table.strict else with_arrange_button(view, typed.hands[seat])


def _tab_text(seat: int, slot: RoundSlot, typed: TypedCards, hand: HandContext) -> str:
    """Return a hand in two or three words for its tab: "3 of 10 cards", "12 deadwood"."""
    if seat not in typed.shown:
        return typed.round.counts.get(seat, "").strip()[:20]
    if hand.deadwood is None or typed.faults.get(seat):
        return _("check this")
    number, size = len(typed.hands[seat].cards), slot.rules.hand_size
    return cards_entered_text(number, size) if number < size else _("%(n)d deadwood") % {"n": hand.deadwood}


# --- Who ended it -----------------------------------------------------------------------------------------------------


def _enders(slot: RoundSlot, typed: TypedCards) -> CardsField:
    """Return the question who ended the round. It stays on the page while cards change, so it names no guess."""
    options = [CardsOption(str(s), slot.names[s], typed.declared_ender == str(s)) for s in slot.hands[0]]
    options.append(CardsOption("dead", _("Dead hand"), typed.declared_ender == "dead"))
    options.append(CardsOption("", _("Work it out"), not typed.declared_ender))
    return CardsField("ender", _("Who ended the round?"), tuple(options))


def _declared(typed: TypedCards, rules: RuleSet) -> CardsField:
    gin, big = event_word(Event.GIN, rules), event_word(Event.BIG_GIN, rules)
    labels = {"knock": event_word(Event.KNOCK, rules), "gin": gin}
    if rules.big_gin_bonus is not None:
        labels["big_gin"] = big
    labels[""] = _("Work it out")
    options = tuple(CardsOption(code, label, typed.declared_ending == code) for code, label in labels.items())
    return CardsField("declared", pgettext("a round was ended", "How?"), options)


def _choices(slot: RoundSlot, typed: TypedCards) -> tuple[CardsField, ...]:
    """Return the fields for what the ender's cards leave open: which card was thrown, and what a wild in a run is."""
    ender = typed.ender
    if ender is None or ender not in typed.shown:
        return ()
    hand, rules, fields = typed.shown[ender], slot.rules, list[CardsField]()
    if hand.discard:
        cards = sorted(typed.hands[ender].cards, key=card_sort_key)
        thrown = tuple(CardsOption(card.text, card_face(card), card == hand.discard) for card in cards)
        fields.append(CardsField(f"discard-{ender}", _("%(who)s discarded") % {"who": slot.names[ender]}, thrown))
    if general_layoff_refusal(rules, ender_went_gin=typed.gin) is None:
        fields += [field for meld in hand.melds for field in _wild_numbers(meld, hand, ender, rules)]
    return tuple(fields)


def _wild_numbers(meld: tuple[Card, ...], hand: ShownHand, ender: int, rules: RuleSet) -> list[CardsField]:
    """Return a field for each wild of a run that may lie at either end: the numbers it can be, or "open"."""
    meld_found = meld_of(meld, rules)
    if not isinstance(meld_found, Meld) or meld_found.kind is not MeldKind.RUN or len(meld_found.windows) < 2:
        return []
    natural = {card.rank for card in meld if not card.wild}
    ranks = sorted({rank for start in meld_found.windows for rank in window(start, len(meld))} - natural)
    others = card_names([card for card in meld_found.cards if not card.wild], card_face)
    fields = []
    for wild in (card for card in meld_found.cards if card.wild):
        stated = hand.numbers.get(wild, 0)
        options = [CardsOption("0", pgettext("what a wild stands for", "undecided"), not stated)]
        options += [CardsOption(str(rank), _rank_name(rank, rules), stated == rank) for rank in ranks]
        # Translators: the label of a list of numbers: which one the wild that lies beside some cards stands for.
        label = _("%(wild)s next to %(cards)s stands for") % {"wild": wild.text, "cards": others}
        fields.append(CardsField(f"number-{ender}-{wild.text}", label, tuple(options)))
    return fields


def _rank_name(rank: int, rules: RuleSet) -> str:
    return rank_letter(rank) if rules.deck == "french52" else str(rank)


def _round_form_fields(
    slot: RoundSlot, typed: TypedCards, key: str, revision: int | None, *, correction: bool
) -> tuple[tuple[str, str], ...]:
    """Return the round form's hidden fields, as far as they are known."""
    typed_round = typed.round
    fields = {"game": slot.game.number, "round": slot.number, "key": key, "seating": slot.seating_revision}
    if revision is not None:
        fields["revision"] = revision
    fields_by_name = {name: str(number) for name, number in fields.items()}
    fields_by_name |= {
        "end": typed_round.endings[0],
        "rank": typed_round.rank,
        "suit": typed_round.suit,
        "reason": typed_round.reason,
    }
    if correction:
        fields_by_name["correction"] = "yes"
    fields_by_name |= {
        f"deadwood-{seat}": count for seat, count in typed_round.counts.items() if seat != typed.ender or not typed.gin
    }
    return tuple(fields_by_name.items())
