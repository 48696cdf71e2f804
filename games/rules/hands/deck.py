"""Count deadwood fast for hands of the French deck, which has no wilds, with cards as numbers and bit masks.

Cards are the ints 0 to 51: suit times 13 plus rank minus 1, with the suits in any order. The cards of a suit are a mask
of 13 bits, the ace the lowest. A table of 8,192 entries holds the deadwood that the best runs leave of each mask. Only
sets combine cards of several suits: each choice of sets costs four look-ups.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from games.rules.cards import RANKS
from games.rules.ruleset import RuleSet, RunWrap

MASKS: Final = 1 << RANKS
SUIT: Final = MASKS - 1
TWO_SUITS: Final = (1 << 2 * RANKS) - 1
ONE_RANK: Final = sum(1 << RANKS * suit for suit in range(4))
"""The aces: times a rank's bit it is that rank in all four suits."""

Cards = tuple[int, ...]
SETS: Final[dict[int, Cards]] = {
    sum(1 << card for card in cards): cards
    for rank in range(RANKS)
    for four in [tuple(range(rank, 4 * RANKS, RANKS))]
    for cards in (four, *(four[:out] + four[out + 1 :] for out in range(4)))
}
"""Every set, by its mask of 52 bits."""

_NOTHING: Final = -(10**6)
"""The gain of a discard from an empty suit: less than any other."""


class FrenchHands(NamedTuple):
    """Functions of a hand of 1 to 14 distinct ints; callers check the hand.

    ``deadwood`` returns the least deadwood in points; ``melds`` that and the melds that leave it; ``discard`` the least
    deadwood after discarding one card, and that card.
    """

    deadwood: Callable[[Sequence[int]], int]
    melds: Callable[[Sequence[int]], tuple[int, tuple[Cards, ...]]]
    discard: Callable[[Sequence[int]], tuple[int, int]]


def runs_by_lowest(wrap: RunWrap) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Return the masks of all runs by lowest rank, the shortest first, and separately those that go past the king."""
    straight = tuple(tuple((1 << end) - (1 << low) for end in range(low + 3, RANKS + 1)) for low in range(RANKS))
    last = {"none": RANKS, "ace_high": RANKS + 1, "around_corner": 2 * RANKS}[wrap]
    corner = (
        (size, sum(1 << rank % RANKS for rank in range(start, start + size)))
        for start in range(RANKS)
        for size in range(3, RANKS + 1)
        if RANKS < start + size <= last
    )
    return straight, tuple(mask for _, mask in sorted(set(corner)))


def suit_table(rank_values: tuple[int, ...], wrap: RunWrap) -> tuple[list[int], list[int]]:
    """Return for every mask of one suit the least deadwood after runs (points), and the first run of a best choice.

    The first run is the one with the mask's lowest card, 0 when that card is in none. Among equal choices the longer
    run is taken. This takes a few milliseconds.
    """
    straight, corner = runs_by_lowest(wrap)
    deadwood, first = [0] * MASKS, [0] * MASKS
    for mask in range(1, MASKS):
        low = mask & -mask
        least, chosen = deadwood[mask ^ low] + rank_values[low.bit_length() - 1], 0
        for run in straight[low.bit_length() - 1]:
            if mask & run != run:
                break
            if deadwood[mask ^ run] <= least:
                least, chosen = deadwood[mask ^ run], run
        # A run round the corner holds the ace, which is then the mask's lowest card.
        for run in corner if low == 1 else ():
            if mask & run == run and deadwood[mask ^ run] <= least:
                least, chosen = deadwood[mask ^ run], run
        deadwood[mask], first[mask] = least, chosen
    return deadwood, first


def _gains(dead: list[int]) -> tuple[list[int], ...]:
    """Return by suit and mask 64 times the points saved by the best discard from the mask, minus the discarded card."""
    gains = [_NOTHING] * MASKS
    for mask in range(1, MASKS):
        gains[mask] = max([(dead[mask] - dead[mask ^ (1 << rank)] << 6) - rank for rank in ranks_in(mask)])
    return tuple([gain - RANKS * suit for gain in gains] for suit in range(4))


def ranks_in(mask: int) -> Iterator[int]:
    """Yield the ranks, from 0, whose bits are set in ``mask``, in ascending order.

    >>> list(ranks_in(0b1101))
    [0, 2, 3]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def _over_sets(count: Callable[[int, int, int, int], int], masks: tuple[int, int, int, int], ranks: int) -> int:
    """Return the least ``count`` of the suits' ``masks`` over every choice of sets of ``ranks`` taken out of them."""
    if not ranks:
        return count(*masks)
    low = ranks & -ranks
    ranks, keep, (a, b, c, d) = ranks ^ low, ~low, masks
    e, f, g, h = a & keep, b & keep, c & keep, d & keep
    least = min(_over_sets(count, masks, ranks), _over_sets(count, (e, f, g, h), ranks))
    if a & b & c & d & low:
        for without_one in ((a, f, g, h), (e, b, g, h), (e, f, c, h), (e, f, g, d)):
            least = min(least, _over_sets(count, without_one, ranks))
    return least


def _choices(x: int, ranks: int) -> Iterator[tuple[int, tuple[Cards, ...]]]:
    """Yield every choice of sets of ``ranks`` from the hand ``x`` of 52 bits: the rest of the hand, and the sets."""
    if not ranks:
        yield x, ()
        return
    low = ranks & -ranks
    four = x & low * ONE_RANK
    for remaining, sets in _choices(x & ~four, ranks ^ low):
        yield remaining | four, sets
        if four == low * ONE_RANK:
            for card in SETS[four]:
                yield remaining | 1 << card, (SETS[four ^ 1 << card], *sets)
        yield remaining, (SETS[four], *sets)


def french_hands(rules: RuleSet) -> FrenchHands:
    """Return the functions that count French hands under the card values and runs of ``rules``, cached for reuse."""
    return _french_hands(rules.rank_values, rules.run_wrap)


@lru_cache(maxsize=8)
def _french_hands(rank_values: tuple[int, ...], wrap: RunWrap) -> FrenchHands:  # noqa: PLR0915 - three in one
    dead, first = suit_table(rank_values, wrap)
    g0, g1, g2, g3 = _gains(dead)
    r0, r1, r2, r3 = runs = [list[Any]([None]) * MASKS for _ in range(4)]
    bits = [1 << card for card in range(52)]
    # Floats hold 53 bits exactly, and adding them is the quickest way from ten numbers to one. The functions below
    # repeat the same code three times, because a function call would cost a tenth of their running time.
    floats = [float(bit) for bit in bits]
    bit_of, to_int = bits.__getitem__, int

    def runs_of(suit: int, mask: int) -> tuple[Cards, ...]:
        found, remaining = [], mask
        while remaining:
            if run := first[remaining]:
                found.append(tuple(card + RANKS * suit for card in ranks_in(run)))
            remaining ^= run or remaining & -remaining
        runs[suit][mask] = tuple(found)
        return tuple(found)

    def least(a: int, b: int, c: int, d: int) -> int:
        return dead[a] + dead[b] + dead[c] + dead[d]

    def least_less_one(a: int, b: int, c: int, d: int) -> int:
        return (dead[a] + dead[b] + dead[c] + dead[d] << 6) - max(g0[a], g1[b], g2[c], g3[d])

    def deadwood(cards: Sequence[int]) -> int:
        try:
            a, b, c, d, e, f, g, h, i, j = cards
            x = to_int(
                floats[a] + floats[b] + floats[c] + floats[d] + floats[e]
                + floats[f] + floats[g] + floats[h] + floats[i] + floats[j]
            )  # fmt: skip
        except ValueError:
            x = sum(map(bit_of, cards))
        a, c = x & TWO_SUITS, x >> 26
        b, d = a >> 13, c >> 13
        a, c = a & SUIT, c & SUIT
        x = dead[a] + dead[b] + dead[c] + dead[d]
        if ranks := (a & b & (c | d)) | (c & d & (a | b)):
            e = ~ranks
            y = dead[a & e] + dead[b & e] + dead[c & e] + dead[d & e]
            # Only one rank: its cards are a set or not. With four of them, one may be in a run and three in the set,
            # unless the set saves what three cards are worth: then no other choice saves more.
            if not ranks & (ranks - 1) and (x - y >= 3 * dead[ranks] or not a & b & c & d):
                return y if y < x else x
            return _over_sets(least, (a, b, c, d), ranks)
        return x

    def melds(cards: Sequence[int]) -> tuple[int, tuple[Cards, ...]]:
        try:
            a, b, c, d, e, f, g, h, i, j = cards
            x = to_int(
                floats[a] + floats[b] + floats[c] + floats[d] + floats[e]
                + floats[f] + floats[g] + floats[h] + floats[i] + floats[j]
            )  # fmt: skip
        except ValueError:
            x = sum(map(bit_of, cards))
        a, c = x & TWO_SUITS, x >> 26
        b, d = a >> 13, c >> 13
        a, c = a & SUIT, c & SUIT
        y = dead[a] + dead[b] + dead[c] + dead[d]
        sets: tuple[Cards, ...] = ()
        if ranks := (a & b & (c | d)) | (c & d & (a | b)):
            e = ~ranks
            z = dead[a & e] + dead[b & e] + dead[c & e] + dead[d & e]
            if not ranks & (ranks - 1) and (y - z >= 3 * dead[ranks] or not a & b & c & d):
                if z <= y:
                    y, a, b, c, d = z, a & e, b & e, c & e, d & e
                    sets = (SETS[x & ranks * ONE_RANK],)
            else:
                for remaining, chosen_sets in _choices(x, ranks):
                    e, f, g, h = remaining & SUIT, remaining >> 13 & SUIT, remaining >> 26 & SUIT, remaining >> 39
                    z = dead[e] + dead[f] + dead[g] + dead[h]
                    if z <= y:
                        y, a, b, c, d, sets = z, e, f, g, h, chosen_sets
        try:
            return y, sets + r0[a] + r1[b] + r2[c] + r3[d]
        except TypeError:
            return y, sets + runs_of(0, a) + runs_of(1, b) + runs_of(2, c) + runs_of(3, d)

    def discard(cards: Sequence[int]) -> tuple[int, int]:
        try:
            a, b, c, d, e, f, g, h, i, j, k = cards
            x = to_int(
                floats[a] + floats[b] + floats[c] + floats[d] + floats[e]
                + floats[f] + floats[g] + floats[h] + floats[i] + floats[j] + floats[k]
            )  # fmt: skip
        except ValueError:
            x = sum(map(bit_of, cards))
        a, c = x & TWO_SUITS, x >> 26
        b, d = a >> 13, c >> 13
        a, c = a & SUIT, c & SUIT
        x = dead[a] + dead[b] + dead[c] + dead[d]
        if ranks := (a & b & (c | d)) | (c & d & (a | b)):
            e = ~ranks
            y = dead[a & e] + dead[b & e] + dead[c & e] + dead[d & e]
            # If there is deadwood besides the set, no card of the set is discarded.
            if not y or ranks & (ranks - 1) or x - y < 3 * dead[ranks]:
                x = _over_sets(least_less_one, (a, b, c, d), ranks)
                return x >> 6, x & 63
            x, a, b, c, d = y, a & e, b & e, c & e, d & e
        y = g0[a]
        if (z := g1[b]) > y:
            y = z
        if (z := g2[c]) > y:
            y = z
        if (z := g3[d]) > y:
            y = z
        x = (x << 6) - y
        return x >> 6, x & 63

    return FrenchHands(deadwood, melds, discard)
