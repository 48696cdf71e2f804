"""Layoffs at a table, several players laying off on the same melds: a legal order, a proposal, and what fits now."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.rules.cards import Card
from games.rules.declaration import Layoff, ShownHand
from games.rules.faults import Illegal
from games.rules.layoffs import Defence, OnTable, best_defence, may_lay_off, on_table
from games.rules.melds import FEWEST
from games.rules.ruleset import RuleSet


def in_order(layoffs: Sequence[Layoff], ender: ShownHand, rules: RuleSet) -> tuple[Layoff, ...]:
    """``layoffs`` in an order in which as many as can be are legal: 10 on J Q K, then 9. The others come last.

    That the order decides is rules 7 "Layoffs": a wild at an open end is where the first layoff puts it.
    """
    ordered: list[Layoff] = []
    for onto in sorted({layoff.onto for layoff in layoffs}):
        some = [layoff for layoff in layoffs if layoff.onto == onto]
        state = on_table(ender.melds[onto], rules, (), ender.numbers) if onto < len(ender.melds) else None
        chain = _chain(state, some, rules) if state else ()
        ordered += [*chain, *(layoff for layoff in some if layoff not in chain)]
    return tuple(ordered)


def _chain(state: OnTable, left: Sequence[Layoff], rules: RuleSet) -> tuple[Layoff, ...]:
    """The longest chain of ``left`` that lies on ``state``, one after the other."""
    longest: tuple[Layoff, ...] = ()
    for layoff in left:
        after = state.with_card(layoff.card, rules)
        if after is None:
            continue
        chain = (layoff, *_chain(after, [other for other in left if other != layoff], rules))
        if len(chain) > len(longest):
            longest = chain
        if len(longest) == len(left):
            break
    return longest


def lying_on(layoffs: Iterable[Layoff]) -> dict[int, list[Card]]:
    """What lies on each of the ender's melds, in order, by the meld's number."""
    laid: dict[int, list[Card]] = {}
    for layoff in layoffs:
        laid.setdefault(layoff.onto, []).append(layoff.card)
    return laid


def fits_on(card: Card, ender: ShownHand, layoffs: Sequence[Layoff], rules: RuleSet, *, gin: bool) -> tuple[int, ...]:
    """The ender's melds, by number from 0, that ``card`` could be laid off on after ``layoffs``."""
    laid = lying_on(layoffs)
    return tuple(
        onto
        for onto, meld in enumerate(ender.melds)
        if may_lay_off(card, meld, rules, ender_went_gin=gin, laid=laid.get(onto, ()), numbers=ender.numbers) is None
    )


def proposal(
    hands: Mapping[int, Sequence[Card]], ender: ShownHand, rules: RuleSet, *, gin: bool
) -> dict[int, Defence] | None:
    """What each of ``hands`` (cards by seat, in the order they lay off) does best, one after the other.

    None where the cards leave no answer: one is there twice, or the ender's melds are none.
    """
    laid: dict[int, list[Card]] = {}
    found: dict[int, Defence] = {}
    for seat, cards in hands.items():
        try:
            found[seat] = best_defence(cards, ender.melds, rules, ender_went_gin=gin, laid=laid, numbers=ender.numbers)
        except Illegal:
            return None
        for card, onto in found[seat].layoffs:
            laid.setdefault(onto, []).append(card)
    return found


def without(hand: ShownHand, gone: Iterable[Card]) -> ShownHand:
    """``hand`` as it lies once the cards ``gone`` were laid off from it: they are in no meld any more.

    A meld that is left with fewer than three cards is none.
    """
    away = set(gone)
    melds = (tuple(card for card in meld if card not in away) for meld in hand.melds)
    return replace(hand, melds=tuple(meld for meld in melds if len(meld) >= FEWEST))
