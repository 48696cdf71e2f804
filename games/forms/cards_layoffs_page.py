"""Laying off on the page of a round's cards: the ender's melds as targets, the others' cards, and what is proposed."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.forms.cards_fields import best_layoffs, fewest_layoffs, opponents
from games.forms.cards_form import TypedCards, meld_name
from games.forms.entry import Place
from games.pages import CardsField, CardsOption, LaidCard, LayoffsView, LooseCard, LooseHand, TargetView
from games.rules.arrangement import value
from games.rules.cards import Card
from games.rules.declaration import Ending, Layoff, ShownHand
from games.rules.laying import fits_on
from games.rules.layoffs import why_no_layoffs
from games.rules.melds import NotAMeld, meld_of, order
from games.rules.ruleset import RuleSet
from games.selectors.cards_round import drawn
from games.selectors.cards_view import card_view, left_text
from games.wording import ARROW, card_face, card_names, listed, no_layoff_text


def layoffs_view(place: Place, typed: TypedCards) -> LayoffsView | None:
    """The ender's melds as targets and the opponents' cards; None while there is nothing to lay off on or from.

    At a strict table nothing shows which cards fit: each may be tried on each meld, and the rules refuse what is wrong.
    """
    if typed.ender is None or typed.ending is Ending.DEAD:
        return None
    name, rules, ender = place.names[typed.ender], place.rules, typed.shown.get(typed.ender)
    title = _("Lay off on %(who)s\u2019s melds") % {"who": name}
    others = opponents(typed)
    why = why_no_layoffs(rules, ender_went_gin=typed.gin)
    if why is not None:
        return LayoffsView(_("Layoffs"), no_layoff_text(why, Card(1, "s"), ()))
    if ender is None or not others:
        return None
    if any(isinstance(meld_of(meld, rules, ender.numbers), NotAMeld) for meld in ender.melds):
        return LayoffsView(title, _("First %(who)s\u2019s melds have to be right.") % {"who": name})
    if not ender.melds:
        return LayoffsView(title, _("%(who)s has no melds to lay off on.") % {"who": name})
    return LayoffsView(
        title=title,
        note="",
        targets=tuple(_target(onto, place, typed, ender) for onto in range(len(ender.melds))),
        hands=tuple(_loose_hand(seat, place, typed, ender) for seat in others),
        all="" if place.table.strict else _all(place, typed),
        strict=place.table.strict,
        any=bool(typed.laid),
    )


def _target(onto: int, place: Place, typed: TypedCards, ender: ShownHand) -> TargetView:
    meld = ender.melds[onto]
    laid = tuple(
        LaidCard(card_view(x.card), f"layoff-{x.seat}-{x.card.text}", place.names[x.seat])
        for x in typed.laid
        if x.onto == onto
    )
    cards = drawn(meld, ender, place.rules)
    return TargetView(meld_name(meld), cards, laid, listed([card.spoken for card in cards]))


def _loose_hand(seat: int, place: Place, typed: TypedCards, ender: ShownHand) -> LooseHand:
    """The cards of an opponent that lie in no meld, or in one but fit on the ender's too, or are laid off.

    At a strict table all that could be laid off by any rules.
    """
    hand, rules, everywhere = typed.shown[seat], place.rules, tuple(range(len(ender.melds)))
    laid = {layoff.card: layoff.onto for layoff in typed.laid if layoff.seat == seat}
    found = []
    for card in sorted(hand.cards, key=order):
        fits = everywhere if place.table.strict else fits_on(card, ender, typed.laid, rules, gin=typed.gin)
        fits = () if card in laid else fits
        if not card.wild and (fits or card in laid or card in hand.unmelded):
            found.append(_loose(card, seat, fits, laid.get(card), ender))
    left = sum(value(card, rules) for card in hand.unmelded if card not in laid)
    return LooseHand(place.names[seat], tuple(found), left_text(left))


def _loose(card: Card, seat: int, fits: tuple[int, ...], on: int | None, ender: ShownHand) -> LooseCard:
    options = [CardsOption("", _("not laid off"), on is None)]
    for onto, meld in enumerate(ender.melds):
        label = _("on %(meld)s") % {"meld": card_names(meld, card_face)}
        options.append(CardsOption(meld_name(meld), label, on == onto))
    field = CardsField(f"layoff-{seat}-{card.text}", card_view(card).spoken, tuple(options))
    return LooseCard(card_view(card), field, "|".join(meld_name(ender.melds[onto]) for onto in fits), on is not None)


def _all(place: Place, typed: TypedCards) -> str:
    """What laying off all comes to: "Ben 8♠ 9♠ 8♣ 7♣ → 9"; empty where it changes nothing."""
    found = best_layoffs(typed, place.rules)
    wanted = {Layoff(seat, card, onto) for seat, best in found.items() for card, onto in best.layoffs}
    same = {seat: _same_melds(best.melds, typed.shown[seat].melds) for seat, best in found.items()}
    if not wanted or (wanted == set(typed.laid) and all(same.values())):
        return ""
    told = []
    for seat, best in found.items():
        if best.layoffs:
            who = f"{place.names[seat]}: " if len(found) > 1 else ""
            cards = card_names([card for card, onto in best.layoffs], card_face)
            left = ngettext("%(n)d left", "%(n)d left", best.deadwood) % {"n": best.deadwood}
            told.append(f"{who}{cards} {ARROW} {left}")
    return "; ".join(told)


def _same_melds(one: Sequence[Sequence[Card]], other: Sequence[Sequence[Card]]) -> bool:
    return {frozenset(meld) for meld in one} == {frozenset(meld) for meld in other}


def fewest_text(typed: TypedCards, rules: RuleSet) -> str:
    """How the ender's cards would leave fewer layoffs: "5♠ 6♠ 7♠ / 8♠ 8♥ 8♦"; empty where they lie like that."""
    if typed.ending is not Ending.KNOCK or why_no_layoffs(rules, ender_went_gin=typed.gin) is not None:
        return ""
    found = fewest_layoffs(typed, rules)
    return " / ".join(card_names(meld, card_face) for meld in found.melds) if found else ""
