"""Layoffs by several players on the same melds: sort them into a legal order, propose the best, and find what fits."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from games.rules.cards import Card
from games.rules.declaration import Layoff, ShownHand
from games.rules.faults import RulesError
from games.rules.hands.layoffs import Defence, MeldOnTable, best_defence, layoff_refusal, meld_on_table
from games.rules.hands.melds import MIN_MELD_SIZE
from games.rules.ruleset import RuleSet


def in_legal_order(layoffs: Sequence[Layoff], ender: ShownHand, rules: RuleSet) -> tuple[Layoff, ...]:
    """Sort ``layoffs`` so that as many as possible are legal: 10 on J Q K, then 9. Illegal ones come last.

    The order matters: a wild at an open end of a run is fixed by the first layoff (rules 7 "Layoffs").
    """
    ordered: list[Layoff] = []
    for onto in sorted({layoff.onto for layoff in layoffs}):
        on_meld = [layoff for layoff in layoffs if layoff.onto == onto]
        state = meld_on_table(ender.melds[onto], rules, (), ender.numbers) if onto < len(ender.melds) else None
        chain = _chain(state, on_meld, rules) if state else ()
        ordered += [*chain, *(layoff for layoff in on_meld if layoff not in chain)]
    return tuple(ordered)


def _chain(state: MeldOnTable, remaining: Sequence[Layoff], rules: RuleSet) -> tuple[Layoff, ...]:
    """Return the longest chain of ``remaining`` layoffs that fit on the meld one after the other."""
    longest: tuple[Layoff, ...] = ()
    for layoff in remaining:
        extended = state.with_card(layoff.card, rules)
        if extended is None:
            continue
        chain = (layoff, *_chain(extended, [other for other in remaining if other != layoff], rules))
        if len(chain) > len(longest):
            longest = chain
        if len(longest) == len(remaining):
            break
    return longest


def cards_by_meld(layoffs: Iterable[Layoff]) -> dict[int, list[Card]]:
    """Return the cards laid off on each of the ender's melds, in order, by the meld's number."""
    laid: dict[int, list[Card]] = {}
    for layoff in layoffs:
        laid.setdefault(layoff.onto, []).append(layoff.card)
    return laid


def fitting_melds(
    card: Card, ender: ShownHand, layoffs: Sequence[Layoff], rules: RuleSet, *, gin: bool
) -> tuple[int, ...]:
    """Return the ender's melds, numbered from 0, that ``card`` could be laid off on after ``layoffs``."""
    laid = cards_by_meld(layoffs)
    return tuple(
        meld_index
        for meld_index, meld in enumerate(ender.melds)
        if layoff_refusal(
            card, meld, rules, ender_went_gin=gin, laid=laid.get(meld_index, ()), declared_ranks=ender.numbers
        )
        is None
    )


def proposed_layoffs(
    hands: Mapping[int, Sequence[Card]], ender: ShownHand, rules: RuleSet, *, gin: bool
) -> dict[int, Defence] | None:
    """Return the best melds and layoffs of each of ``hands`` (cards by seat), one seat after the other.

    ``hands`` are in the order in which the seats lay off. None if the cards are invalid: a duplicate, or a meld of the
    ender that isn't one.
    """
    laid: dict[int, list[Card]] = {}
    found: dict[int, Defence] = {}
    for seat, cards in hands.items():
        try:
            found[seat] = best_defence(
                cards, ender.melds, rules, ender_went_gin=gin, laid=laid, declared_ranks=ender.numbers
            )
        except RulesError:
            return None
        for card, onto in found[seat].layoffs:
            laid.setdefault(onto, []).append(card)
    return found


def without_cards(hand: ShownHand, laid_off: Iterable[Card]) -> ShownHand:
    """Return ``hand`` with the cards ``laid_off`` taken out of its melds.

    A meld with fewer than three cards left is dropped.
    """
    laid_off_cards = set(laid_off)
    melds = (tuple(card for card in meld if card not in laid_off_cards) for meld in hand.melds)
    return replace(hand, melds=tuple(meld for meld in melds if len(meld) >= MIN_MELD_SIZE))
