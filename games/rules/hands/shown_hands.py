"""Check hands that were shown at the end of a round, with their melds and layoffs, and count deadwood (rules 7).

Hands are scored as they were declared (rules 4): melds and layoffs are not improved here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.rules.cards import Card
from games.rules.declaration import Ending, Layoff, ShownHand
from games.rules.faults import Code, Fault, RulesError
from games.rules.hands.arrangement import card_value
from games.rules.hands.layoffs import LayoffRefusal, layoff_refusal
from games.rules.hands.melds import NotAMeld, card_sort_key, meld_of
from games.rules.ruleset import RuleSet

__all__ = ["Layoff", "ShownHand", "ShownHands", "count_shown", "shown_deadwood"]


@dataclass(frozen=True, slots=True)
class ShownHands:
    """The hands shown at the end of a round, by seat, and the ``layoffs`` in the order they were made.

    ``ender`` is None for a dead hand. Seats missing from ``hands`` are not checked.
    """

    ending: Ending
    ender: int | None
    hands: Mapping[int, ShownHand]
    layoffs: tuple[Layoff, ...] = ()


@dataclass(frozen=True, slots=True)
class ShownCount:
    """The count of shown hands: ``deadwood`` after layoffs by seat (points), and every fault in the order of rules 7.

    A seat with invalid melds has no deadwood.
    """

    deadwood: Mapping[int, int]
    faults: tuple[Fault, ...]


def shown_deadwood(shown: ShownHands, rules: RuleSet) -> dict[int, int]:
    """Return the deadwood after layoffs (points) of every seat whose hand was shown.

    Raises RulesError with every fault: duplicate cards, hands of the wrong size, invalid melds and layoffs. Whether
    that deadwood allows a knock or gin is checked by ``score_round``.

    >>> cards = tuple(Card(rank, "s") for rank in (1, 2, 3, 4, 5, 6, 7, 8, 9, 13))
    >>> shown_deadwood(ShownHands(Ending.KNOCK, 0, {0: ShownHand(cards, (cards[:9],))}), RuleSet())
    {0: 10}
    """
    counted = count_shown(shown, rules)
    if counted.faults:
        raise RulesError(counted.faults)
    return dict(counted.deadwood)


def count_shown(shown: ShownHands, rules: RuleSet) -> ShownCount:
    """Count the hands as far as possible, and find all their faults."""
    faults = [*_duplicates(shown), *_sizes(shown, rules)]
    melds = {seat: _meld_faults(seat, hand, rules) for seat, hand in sorted(shown.hands.items())}
    for kind in (Code.NOT_A_MELD, Code.CARD_IN_TWO_MELDS, Code.CARD_NOT_IN_HAND):
        faults += [fault for found in melds.values() for fault in found if fault.code is kind]
    before = {seat: list(hand.unmelded) for seat, hand in shown.hands.items() if not melds[seat]}
    laid, layoff_faults = _lay_off(shown, before, rules)
    after = {seat: [c for c in cards_left if (seat, c) not in laid] for seat, cards_left in sorted(before.items())}
    deadwood = {seat: sum(card_value(c, rules) for c in cards_left) for seat, cards_left in after.items()}
    return ShownCount(deadwood, (*faults, *layoff_faults))


def _duplicates(shown: ShownHands) -> Iterator[Fault]:
    """Yield a fault for every card that occurs twice, in one hand or in two; the ender's discard counts.

    For a card in two hands the fault has no seat, because either hand may be wrong.
    """
    held = [
        (seat, card)
        for seat, hand in sorted(shown.hands.items())
        for card in (*hand.cards, *((hand.discard,) if hand.discard else ()))
    ]
    for card, times in Counter(card for _, card in held).items():
        if times > 1:
            holders = {seat for seat, other_card in held if other_card == card}
            yield Fault(Code.DUPLICATE_CARD, holders.pop() if len(holders) == 1 else None, name=card.text)


def _sizes(shown: ShownHands, rules: RuleSet) -> Iterator[Fault]:
    """Yield a fault for every hand of the wrong size; a big gin has one card more and no discard."""
    for seat, hand in sorted(shown.hands.items()):
        size = rules.hand_size + (seat == shown.ender and shown.ending is Ending.BIG_GIN)
        if len(hand.cards) != size:
            yield Fault(Code.WRONG_HAND_SIZE, seat, amount=len(hand.cards), limit=size)
        if hand.discard and (seat != shown.ender or shown.ending is Ending.BIG_GIN):
            yield Fault(Code.INVALID_VALUE, seat, name="discard", reason="discard")


def _meld_faults(seat: int, hand: ShownHand, rules: RuleSet) -> list[Fault]:
    """Return the faults of one hand's melds: not a meld, a card in two of them, a card that isn't in the hand."""
    faults = [
        Fault(Code.NOT_A_MELD, seat, name=_text(meld))
        for meld in hand.melds
        if isinstance(meld_of(meld, rules, hand.numbers), NotAMeld)
    ]
    melded = Counter(card for meld in hand.melds for card in set(meld))
    twice = sorted((card for card, times in melded.items() if times > 1), key=card_sort_key)
    missing = sorted((card for card in melded if card not in hand.cards), key=card_sort_key)
    if twice:
        faults.append(Fault(Code.CARD_IN_TWO_MELDS, seat, name=_text(twice)))
    if missing:
        faults.append(Fault(Code.CARD_NOT_IN_HAND, seat, name=_text(missing)))
    return faults


def _text(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(card.text for card in cards)


def _lay_off(
    shown: ShownHands, unmelded: Mapping[int, list[Card]], rules: RuleSet
) -> tuple[set[tuple[int, Card]], list[Fault]]:
    """Return the legal layoffs as (seat, card), and the faults of the others; ``unmelded`` are the cards by seat.

    Each layoff is checked on top of the legal ones before it.
    """
    ender_unmelded = unmelded.get(shown.ender) if shown.ender is not None else None
    # A knock without deadwood is a gin (rules 7), whatever was declared.
    gin = shown.ending in (Ending.GIN, Ending.BIG_GIN) or (
        ender_unmelded is not None and not any(card_value(c, rules) for c in ender_unmelded)
    )
    laid_by_meld: dict[int, list[Card]] = {}
    laid, faults = set[tuple[int, Card]](), list[Fault]()
    for layoff in shown.layoffs:
        if (layoff.seat, layoff.card) in laid:
            fault: Fault | None = Fault(Code.CARD_NOT_IN_HAND, layoff.seat, name=layoff.card.text)
        else:
            fault = _layoff_fault(layoff, shown, laid_by_meld.get(layoff.onto, []), rules, gin=gin)
        if fault is None:
            laid_by_meld.setdefault(layoff.onto, []).append(layoff.card)
            laid.add((layoff.seat, layoff.card))
        else:
            faults.append(fault)
    return laid, faults


def _layoff_fault(layoff: Layoff, shown: ShownHands, earlier: list[Card], rules: RuleSet, *, gin: bool) -> Fault | None:
    """Return the fault of a layoff on a meld that has the cards ``earlier`` laid off on it, None if it is legal."""

    def refused(reason: str) -> Fault:
        return Fault(Code.LAYOFF_NOT_ALLOWED, layoff.seat, name=layoff.card.text, reason=reason)

    hand, ender = shown.hands.get(layoff.seat), shown.ender
    if hand is None or layoff.card not in hand.cards:
        return Fault(Code.CARD_NOT_IN_HAND, layoff.seat, name=layoff.card.text)
    if ender is None or layoff.seat == ender:
        return refused("dead" if ender is None else "ender")
    melds = shown.hands[ender].melds if ender in shown.hands else ()
    if not 0 <= layoff.onto < len(melds):
        return refused("no_meld")
    if any(layoff.card in meld for meld in hand.melds):
        return refused("melded")
    numbers = shown.hands[ender].numbers
    refusal = layoff_refusal(
        layoff.card, melds[layoff.onto], rules, ender_went_gin=gin, laid=earlier, declared_ranks=numbers
    )
    # If the ender's cards aren't a meld, that is already reported as the ender's fault.
    return None if refusal in (None, LayoffRefusal.NOT_A_MELD) else refused(str(refusal))
