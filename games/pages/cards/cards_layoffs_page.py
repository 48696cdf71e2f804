"""Build the layoff part of the card-by-card round page: the ender's melds, the opponents' cards, and proposals."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.forms.cards.cards_fields import best_layoffs, hand_with_fewest_layoffs, opponents
from games.forms.cards.cards_form import TypedCards, meld_name
from games.pages.cards.cards_round import (
    CardsField,
    CardsOption,
    LaidCard,
    LayoffsContext,
    LooseCard,
    LooseHand,
    TargetContext,
)
from games.pages.cards.cards_round_page import meld_cards
from games.pages.cards.cards_view import card_view, deadwood_text
from games.pages.table.round_form_page import RoundSlot
from games.rules.cards import Card
from games.rules.declaration import Ending, Layoff, ShownHand
from games.rules.hands.arrangement import card_value
from games.rules.hands.layoff_moves import fitting_melds
from games.rules.hands.layoffs import general_layoff_refusal
from games.rules.hands.melds import NotAMeld, card_sort_key, meld_of
from games.rules.ruleset import RuleSet
from games.wording.cards import card_face, card_names, no_layoff_text
from games.wording.words import ARROW, in_a_row, labeled, listed


def layoffs_view(slot: RoundSlot, typed: TypedCards) -> LayoffsContext | None:
    """Return the ender's melds and the opponents' cards; None while nothing can be laid off.

    At a strict table nothing shows which cards fit: any card may be tried on any meld, and the rules refuse it.
    """
    if typed.ender is None or typed.ending is Ending.DEAD:
        return None
    name, rules, ender = slot.names[typed.ender], slot.rules, typed.shown.get(typed.ender)
    title = _("Lay off on %(who)s's melds") % {"who": name}
    others = opponents(typed)
    reason = general_layoff_refusal(rules, ender_went_gin=typed.gin)
    if reason is not None:
        return LayoffsContext(_("Layoffs"), no_layoff_text(reason, Card(1, "s"), ()))
    if ender is None or not others:
        return None
    if any(isinstance(meld_of(meld, rules, ender.numbers), NotAMeld) for meld in ender.melds):
        return LayoffsContext(title, _("Fix %(who)s's melds first.") % {"who": name})
    if not ender.melds:
        return LayoffsContext(title, _("%(who)s has no melds to lay off on.") % {"who": name})
    return LayoffsContext(
        title=title,
        note="",
        targets=tuple(_target(onto, slot, typed, ender) for onto in range(len(ender.melds))),
        hands=tuple(_loose_hand(seat, slot, typed, ender) for seat in others),
        all_text="" if slot.table.strict else _all_layoffs_text(slot, typed),
        strict=slot.table.strict,
        has_layoffs=bool(typed.layoffs),
    )


def _target(onto: int, slot: RoundSlot, typed: TypedCards, ender: ShownHand) -> TargetContext:
    meld = ender.melds[onto]
    laid = tuple(
        LaidCard(card_view(x.card), f"layoff-{x.seat}-{x.card.text}", slot.names[x.seat])
        for x in typed.layoffs
        if x.onto == onto
    )
    cards = meld_cards(meld, ender, slot.rules)
    return TargetContext(meld_name(meld), cards, laid, listed([card.spoken for card in cards]))


def _loose_hand(seat: int, slot: RoundSlot, typed: TypedCards, ender: ShownHand) -> LooseHand:
    """Return the opponent's cards that are unmelded, that fit on an ender's meld, or that are laid off.

    At a strict table these are all cards but wilds.
    """
    hand, rules, everywhere = typed.shown[seat], slot.rules, tuple(range(len(ender.melds)))
    laid = {layoff.card: layoff.onto for layoff in typed.layoffs if layoff.seat == seat}
    cards = []
    for card in sorted(hand.cards, key=card_sort_key):
        fits = everywhere if slot.table.strict else fitting_melds(card, ender, typed.layoffs, rules, gin=typed.gin)
        fits = () if card in laid else fits
        if not card.wild and (fits or card in laid or card in hand.unmelded):
            cards.append(_loose_card(card, seat, fits, laid.get(card), ender))
    deadwood = sum(card_value(card, rules) for card in hand.unmelded if card not in laid)
    return LooseHand(slot.names[seat], tuple(cards), deadwood_text(deadwood))


def _loose_card(card: Card, seat: int, fits: tuple[int, ...], chosen_meld: int | None, ender: ShownHand) -> LooseCard:
    options = [CardsOption("", _("not laid off"), chosen_meld is None)]
    for onto, meld in enumerate(ender.melds):
        label = _("on %(meld)s") % {"meld": card_names(meld, card_face)}
        options.append(CardsOption(meld_name(meld), label, chosen_meld == onto))
    field = CardsField(f"layoff-{seat}-{card.text}", card_view(card).spoken, tuple(options))
    return LooseCard(
        card_view(card), field, "|".join(meld_name(ender.melds[onto]) for onto in fits), chosen_meld is not None
    )


def _all_layoffs_text(slot: RoundSlot, typed: TypedCards) -> str:
    """Return what "lay off all" would do, "Ben 8♠ 9♠ 8♣ 7♣ → 9"; empty if nothing would change."""
    defences = best_layoffs(typed, slot.rules)
    layoffs = {Layoff(seat, card, onto) for seat, best in defences.items() for card, onto in best.layoffs}
    same_melds = {seat: _same_melds(best.melds, typed.shown[seat].melds) for seat, best in defences.items()}
    if not layoffs or (layoffs == set(typed.layoffs) and all(same_melds.values())):
        return ""
    parts = []
    for seat, best in defences.items():
        if best.layoffs:
            cards = card_names([card for card, onto in best.layoffs], card_face)
            deadwood_text = _("deadwood %(n)d") % {"n": best.deadwood}
            text = f"{cards} {ARROW} {deadwood_text}"
            parts.append(labeled(slot.names[seat], text) if len(defences) > 1 else text)
    return in_a_row(parts)


def _same_melds(first: Sequence[Sequence[Card]], second: Sequence[Sequence[Card]]) -> bool:
    return {frozenset(meld) for meld in first} == {frozenset(meld) for meld in second}


def fewest_text(typed: TypedCards, rules: RuleSet) -> str:
    """Return the ender's melds with the fewest layoffs, "5♠ 6♠ 7♠ / 8♠ 8♥ 8♦"; empty if they already are."""
    if typed.ending is not Ending.KNOCK or general_layoff_refusal(rules, ender_went_gin=typed.gin) is not None:
        return ""
    rearranged = hand_with_fewest_layoffs(typed, rules)
    return " / ".join(card_names(meld, card_face) for meld in rearranged.melds) if rearranged else ""
