"""The best arrangement of a hand, and of all the best ones the ender's choice (rules 1, 4 and 7)."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from operator import itemgetter
from typing import Final

from games.rules.cards import RANKS, SUITS, Card
from games.rules.deck import french_hands, ranks_in
from games.rules.faults import Code, Fault, Illegal
from games.rules.melds import FEWEST, FEWEST_NATURALS, Kind, Meld, longer, meld_of, order, starts_of, window
from games.rules.planning import Onto, Plan, plan
from games.rules.ruleset import RuleSet

MOST: Final = 14
"""The most cards that are arranged: three more than any hand of these games."""
Naturals = tuple[tuple[Card, ...], int]
"""A meld whose wilds are alike: its natural cards and the number of its wilds."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """A hand laid out: ``melds`` and ``unmelded`` cards, both as they are shown, and the ``deadwood`` in points."""

    melds: tuple[tuple[Card, ...], ...]
    unmelded: tuple[Card, ...]
    deadwood: int


def best_arrangement(cards: Sequence[Card], rules: RuleSet) -> Arrangement:
    """An arrangement of 1 to 14 ``cards`` with the least deadwood.

    Raises Illegal for more cards, for a card that is there twice and for a card of another deck.

    >>> best_arrangement([Card(rank, "s") for rank in (2, 3, 4, 9)], RuleSet()).deadwood
    9
    """
    check_cards(cards, rules)
    if rules.deck == "french52":
        _, melds = french_hands(rules).melds([_number(c) for c in cards])
        return arranged([[_FRENCH[number] for number in meld] for meld in melds], cards, rules)
    masks, wilds = masks_of(cards, rules)
    melds_of_cards, _ = dealt(plan(masks, wilds, rules, Onto()), cards, rules)
    return arranged(melds_of_cards, cards, rules)


def best_discard(cards: Sequence[Card], rules: RuleSet) -> tuple[Card, Arrangement]:
    """The card to throw that leaves the least deadwood, and the arrangement of the other cards.

    Where several leave as little it is one that the best arrangement of all leaves unmelded, if it does. Raises
    Illegal as ``best_arrangement`` does, and ValueError without a card.
    """
    if not cards:
        raise ValueError("no card to throw")
    whole = best_arrangement(cards, rules)
    dearest_first = sorted(cards, key=lambda c: value(c, rules), reverse=True)
    thrown = next((c for c in dearest_first if c in whole.unmelded), dearest_first[0])
    best = best_arrangement([c for c in cards if c != thrown], rules)
    for other in dearest_first:
        # What a throw leaves is, with the card put back, an arrangement of all: that bounds what it can save.
        if best.deadwood <= max(0, whole.deadwood - value(other, rules)):
            break
        left = best_arrangement([c for c in cards if c != other], rules)
        if left.deadwood < best.deadwood:
            thrown, best = other, left
    return thrown, best


def value(card: Card, rules: RuleSet) -> int:
    """What ``card`` counts as deadwood, in points."""
    return rules.rank_values[card.rank - 1] if card.rank else rules.wild_value


def check_cards(cards: Sequence[Card], rules: RuleSet) -> None:
    """Raise Illegal when ``cards`` are more than fourteen, not all different or not of the deck."""
    if len(cards) > MOST:
        raise Illegal((Fault(Code.TOO_MANY_CARDS, amount=len(cards), limit=MOST),))
    suits = SUITS[rules.deck] + ("W" if rules.deck == "rumski70" else "")
    faults = [Fault(Code.UNKNOWN_CARD, name=c.text) for c in cards if c.suit not in suits]
    faults += [Fault(Code.DUPLICATE_CARD, name=c.text) for at, c in enumerate(cards) if c in cards[:at]]
    if faults:
        raise Illegal(tuple(faults))


_FRENCH: Final = tuple(Card(rank, suit) for suit in SUITS["french52"] for rank in range(1, RANKS + 1))


def _number(card: Card) -> int:
    return SUITS["french52"].index(card.suit) * RANKS + card.rank - 1


def masks_of(cards: Iterable[Card], rules: RuleSet) -> tuple[list[int], int]:
    """The natural ``cards`` as masks of ranks, by suit, and the number of wilds."""
    masks, wilds = dict.fromkeys(SUITS[rules.deck], 0), 0
    for c in cards:
        if c.wild:
            wilds += 1
        else:
            masks[c.suit] |= 1 << c.rank - 1
    return list(masks.values()), wilds


def dealt(chosen: Plan, cards: Iterable[Card], rules: RuleSet) -> tuple[list[list[Card]], dict[int, list[Card]]]:
    """The melds that a plan means, and the cards that are in none, nor laid off on runs, by rank from 0."""
    suits = SUITS[rules.deck]
    naturals = {(suits.index(c.suit), c.rank - 1): c for c in sorted(cards, key=order) if not c.wild}
    wilds = sorted((c for c in cards if c.wild), key=order)
    melds = [
        [naturals.pop((suit, rank)) for rank in ranks_in(mask)] + [wilds.pop(0) for _ in range(number)]
        for suit, mask, number in chosen.runs
    ]
    left: dict[int, list[Card]] = {}
    for (suit, rank), card in naturals.items():
        if not chosen.laid[suit] >> rank & 1:
            left.setdefault(rank, []).append(card)
    for rank, number, wild in chosen.sets:
        melds.append([left[rank].pop(0) for _ in range(number)] + [wilds.pop(0) for _ in range(wild)])
    return melds, left


def arranged(melds: Iterable[Sequence[Card]], cards: Sequence[Card], rules: RuleSet) -> Arrangement:
    """``cards`` laid out in ``melds``, which are some of them; in the order they are shown.

    Raises ValueError when one is no meld: that would be a fault of this program.
    """
    shown = [_sure(meld, rules).cards for meld in melds]
    melded = {c for meld in shown for c in meld}
    unmelded = tuple(sorted((c for c in cards if c not in melded), key=order))
    return Arrangement(tuple(shown), unmelded, sum(value(c, rules) for c in unmelded))


def all_best(cards: Sequence[Card], rules: RuleSet) -> tuple[Arrangement, ...]:
    """Every arrangement with the least deadwood, those that leave an opponent the fewest layoffs first.

    Counted are the cards he could lay off one after the other if he had them, which are none of ``cards``; where they
    are as many, fewer melds come first. Wilds are alike: which of them lies where makes no other arrangement. Raises
    Illegal as ``best_arrangement`` does.
    """
    check_cards(cards, rules)
    naturals = sorted((c for c in cards if not c.wild), key=order)
    wilds = sorted((c for c in cards if c.wild), key=order)

    @cache
    def opened(meld: Naturals) -> set[Card]:
        return open_cards([*meld[0], *wilds[: meld[1]]], cards, rules)

    found = []
    for choice in _best_choices(naturals, len(wilds), rules):
        others = iter(wilds)
        melds = [[*some, *islice(others, number)] for some, number in choice]
        found.append((len(set[Card]().union(*map(opened, choice))), len(melds), arranged(melds, cards, rules)))
    return tuple(arrangement for _, _, arrangement in sorted(found, key=itemgetter(0, 1)))


def open_cards(meld: Sequence[Card], held: Collection[Card], rules: RuleSet) -> set[Card]:
    """The natural cards that somebody could lay off on ``meld``, one after the other, if he has none of ``held``.

    Raises ValueError when it is no meld.
    """
    shown = _sure(meld, rules)
    natural = next(c for c in shown.cards if not c.wild)
    if shown.kind is Kind.SET:
        room = rules.wild_may_duplicate or len(meld) < len(SUITS[rules.deck])
        return {Card(natural.rank, suit) for suit in SUITS[rules.deck] if room}.difference(held)
    found, windows = set(), [(start, len(meld)) for start in shown.windows]
    for start, size in windows:
        for rank, at in longer(start, size, rules):
            card = Card(rank, natural.suit)
            if card not in held:
                found.add(card)
                windows += [(at, size + 1)] if (at, size + 1) not in windows else []
    return found


def _sure(meld: Sequence[Card], rules: RuleSet) -> Meld:
    found = meld_of(meld, rules)
    if not isinstance(found, Meld):
        raise ValueError(f"no meld: {meld}")
    return found


def _best_choices(naturals: list[Card], wilds: int, rules: RuleSet) -> Iterator[list[Naturals]]:
    """Every choice of melds that leaves the least deadwood."""
    bit = {c: 1 << at for at, c in enumerate(naturals)}
    by_lowest: dict[int, list[tuple[int, Naturals]]] = {}
    for meld in _all_melds(naturals, wilds, rules):
        mask = sum(bit[c] for c in meld[0])
        by_lowest.setdefault(mask & -mask, []).append((mask, meld))
    values = {bit[c]: value(c, rules) for c in naturals}

    @cache
    def least(left: int, idle: int) -> int:
        if not left:
            return idle * rules.wild_value
        low = left & -left
        best = values[low] + least(left ^ low, idle)
        for mask, (_, used) in by_lowest.get(low, ()):
            if mask & left == mask and used <= idle:
                best = min(best, least(left ^ mask, idle - used))
        return best

    def choices(left: int, idle: int) -> Iterator[list[Naturals]]:
        if not left:
            yield []
            return
        low, best = left & -left, least(left, idle)
        for mask, meld in by_lowest.get(low, ()):
            if mask & left == mask and meld[1] <= idle and least(left ^ mask, idle - meld[1]) == best:
                yield from ([meld, *others] for others in choices(left ^ mask, idle - meld[1]))
        if values[low] + least(left ^ low, idle) == best:
            yield from choices(left ^ low, idle)

    yield from choices((1 << len(naturals)) - 1, wilds)


def _all_melds(naturals: list[Card], wilds: int, rules: RuleSet) -> set[Naturals]:
    """Every meld that some of ``naturals`` can make with up to ``wilds`` wilds."""
    most = min(wilds, rules.max_wilds_per_meld)
    found: set[Naturals] = set()
    for rank in {c.rank for c in naturals}:
        of_rank = [c for c in naturals if c.rank == rank]
        largest = MOST if rules.wild_may_duplicate else len(SUITS[rules.deck])
        for number in range(FEWEST_NATURALS, len(of_rank) + 1):
            used = range(max(0, FEWEST - number), min(most, largest - number) + 1)
            found |= {(some, wild) for some in combinations(of_rank, number) for wild in used}
    most = most if rules.wild_scope == "any" else 0
    for suit in {c.suit for c in naturals}:
        of_suit = {c.rank: c for c in naturals if c.suit == suit}
        for size in range(FEWEST, min(RANKS, len(of_suit) + most) + 1):
            for start in starts_of(size, rules):
                there = [of_suit[rank] for rank in window(start, size) if rank in of_suit]
                for number in range(max(FEWEST_NATURALS, size - most), len(there) + 1):
                    some = (tuple(sorted(few, key=order)) for few in combinations(there, number))
                    found |= {(few, size - number) for few in some}
    return found
