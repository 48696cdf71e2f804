"""Hands shown at the end of a round: whether what was declared with them is legal, and what it leaves (rules 7).

Hands are scored as they were declared (rules 4): nobody's melds or layoffs are improved here.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from games.rules.arrangement import value
from games.rules.cards import Card
from games.rules.declaration import Ending, Layoff, ShownHand
from games.rules.faults import Code, Fault, Illegal
from games.rules.layoffs import NoLayoff, may_lay_off
from games.rules.melds import NotAMeld, meld_of, order
from games.rules.ruleset import RuleSet

__all__ = ["Counted", "Layoff", "Shown", "ShownHand", "count_shown", "deadwood_shown"]


@dataclass(frozen=True, slots=True)
class Shown:
    """How a round ended and the hands that were shown, by seat, with the ``layoffs`` in the order they were made.

    ``ender`` is None for a dead hand. A seat may be missing from ``hands``: then it is not looked at.
    """

    ending: Ending
    ender: int | None
    hands: Mapping[int, ShownHand]
    layoffs: tuple[Layoff, ...] = ()


@dataclass(frozen=True, slots=True)
class Counted:
    """What hands come to: ``deadwood`` after layoffs by seat (points), and every fault in the order of rules 7.

    A seat whose melds cannot stand has no deadwood.
    """

    deadwood: Mapping[int, int]
    faults: tuple[Fault, ...]


def deadwood_shown(shown: Shown, rules: RuleSet) -> dict[int, int]:
    """The deadwood after layoffs (points) of every seat whose hand was shown.

    Raises Illegal with every fault: a card twice, a hand of the wrong size, melds and layoffs that are none. Whether
    one may end the round with what is left is for ``score_round`` to say.

    >>> cards = tuple(Card(rank, "s") for rank in (1, 2, 3, 4, 5, 6, 7, 8, 9, 13))
    >>> deadwood_shown(Shown(Ending.KNOCK, 0, {0: ShownHand(cards, (cards[:9],))}), RuleSet())
    {0: 10}
    """
    counted = count_shown(shown, rules)
    if counted.faults:
        raise Illegal(counted.faults)
    return dict(counted.deadwood)


def count_shown(shown: Shown, rules: RuleSet) -> Counted:
    """What the hands come to as far as they can be counted, with everything that is wrong with them."""
    faults = [*_duplicates(shown), *_sizes(shown, rules)]
    melds = {seat: _meld_faults(seat, hand, rules) for seat, hand in sorted(shown.hands.items())}
    for kind in (Code.NOT_A_MELD, Code.CARD_IN_TWO_MELDS, Code.CARD_NOT_IN_HAND):
        faults += [fault for found in melds.values() for fault in found if fault.code is kind]
    before = {seat: list(hand.unmelded) for seat, hand in shown.hands.items() if not melds[seat]}
    laid, wrong = _lay_off(shown, before, rules)
    after = {seat: [c for c in left if (seat, c) not in laid] for seat, left in sorted(before.items())}
    deadwood = {seat: sum(value(c, rules) for c in left) for seat, left in after.items()}
    return Counted(deadwood, (*faults, *wrong))


def _duplicates(shown: Shown) -> Iterator[Fault]:
    """Every card that is there twice, in one hand or in two; the ender's discard counts.

    Nobody can say which of two hands is right, so such a fault is nobody's.
    """
    held = [
        (seat, card)
        for seat, hand in sorted(shown.hands.items())
        for card in (*hand.cards, *((hand.discard,) if hand.discard else ()))
    ]
    for card, times in Counter(card for _, card in held).items():
        if times > 1:
            holders = {seat for seat, other in held if other == card}
            yield Fault(Code.DUPLICATE_CARD, holders.pop() if len(holders) == 1 else None, name=card.text)


def _sizes(shown: Shown, rules: RuleSet) -> Iterator[Fault]:
    """Every hand that is too small or too large: the ender of a big gin melds one card more, and throws none."""
    for seat, hand in sorted(shown.hands.items()):
        size = rules.hand_size + (seat == shown.ender and shown.ending is Ending.BIG_GIN)
        if len(hand.cards) != size:
            yield Fault(Code.WRONG_HAND_SIZE, seat, amount=len(hand.cards), limit=size)
        if hand.discard and (seat != shown.ender or shown.ending is Ending.BIG_GIN):
            yield Fault(Code.INVALID_VALUE, seat, name="discard", reason="discard")


def _meld_faults(seat: int, hand: ShownHand, rules: RuleSet) -> list[Fault]:
    """What is wrong with one hand's melds: none, a card in two of them, a card that is not in the hand."""
    faults = [
        Fault(Code.NOT_A_MELD, seat, name=_text(meld))
        for meld in hand.melds
        if isinstance(meld_of(meld, rules, hand.numbers), NotAMeld)
    ]
    melded = Counter(card for meld in hand.melds for card in set(meld))
    twice = sorted((card for card, times in melded.items() if times > 1), key=order)
    missing = sorted((card for card in melded if card not in hand.cards), key=order)
    if twice:
        faults.append(Fault(Code.CARD_IN_TWO_MELDS, seat, name=_text(twice)))
    if missing:
        faults.append(Fault(Code.CARD_NOT_IN_HAND, seat, name=_text(missing)))
    return faults


def _text(cards: tuple[Card, ...] | list[Card]) -> str:
    return " ".join(card.text for card in cards)


def _lay_off(shown: Shown, left: Mapping[int, list[Card]], rules: RuleSet) -> tuple[set[tuple[int, Card]], list[Fault]]:
    """Who laid off which card, one after the other, and what could not be; ``left`` are the unmelded cards by seat.

    A layoff that cannot be changes nothing, so that the next is judged without it.
    """
    own = left.get(shown.ender) if shown.ender is not None else None
    # A knock with nothing left is a gin (rules 7), whatever was called.
    gin = shown.ending in (Ending.GIN, Ending.BIG_GIN) or (own is not None and not any(value(c, rules) for c in own))
    on: dict[int, list[Card]] = {}
    laid, faults = set[tuple[int, Card]](), list[Fault]()
    for layoff in shown.layoffs:
        if (layoff.seat, layoff.card) in laid:
            fault: Fault | None = Fault(Code.CARD_NOT_IN_HAND, layoff.seat, name=layoff.card.text)
        else:
            fault = _layoff_fault(layoff, shown, on.get(layoff.onto, []), rules, gin=gin)
        if fault is None:
            on.setdefault(layoff.onto, []).append(layoff.card)
            laid.add((layoff.seat, layoff.card))
        else:
            faults.append(fault)
    return laid, faults


def _layoff_fault(layoff: Layoff, shown: Shown, on: list[Card], rules: RuleSet, *, gin: bool) -> Fault | None:
    """Why a layoff may not be, where the cards ``on`` lie on that meld already."""

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
    why = may_lay_off(layoff.card, melds[layoff.onto], rules, ender_went_gin=gin, laid=on, numbers=numbers)
    # Where the ender's cards are no meld, that is the fault, and the ender's.
    return None if why in (None, NoLayoff.NOT_A_MELD) else refused(str(why))
