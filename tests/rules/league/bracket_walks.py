"""Brackets played out by walking arrays of slots, with nothing taken from the code under test.

A slot has an entrant, or None where a bye left nobody. Each walk returns the matches played, in any order, and places.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

Slot = int | None
CROSSINGS: dict[int, list[list[int]]] = {
    2: [],
    4: [[0]],
    8: [[1, 0], [0]],
    16: [[3, 2, 1, 0], [1, 0], [0]],
    32: [[7, 6, 5, 4, 3, 2, 1, 0], [2, 3, 0, 1], [1, 0], [0]],
    64: [[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [4, 5, 6, 7, 0, 1, 2, 3], [1, 0, 3, 2], [1, 0], [0]],
}
"""By size: which loser of the second, third, … winners' round meets which survivor, written out."""
BY_TURNS: dict[int, list[list[int]]] = CROSSINGS | {
    16: [[3, 2, 1, 0], [0, 1], [0]],
    32: [[7, 6, 5, 4, 3, 2, 1, 0], [1, 0, 3, 2], [1, 0], [0]],
    64: [[15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0], [3, 2, 1, 0, 7, 6, 5, 4], [2, 3, 0, 1], [0, 1], [0]],
}
"""The same where losers come into the other half and their own by turns."""


def slots_for(entrants: Sequence[int]) -> list[Slot]:
    """The first round from top to bottom: the best seeds as far apart as can be."""
    seats = [1]
    while len(seats) < len(entrants):
        seats = [seat for seed in seats for seat in (seed, 2 * len(seats) + 1 - seed)]
    return [entrants[seat - 1] if seat <= len(entrants) else None for seat in seats]


@dataclass
class Walk:
    """Plays matches by ``decide``, counts losses, and remembers who went out together."""

    decide: Callable[[int, int], int]
    played: Counter[frozenset[int]] = field(default_factory=Counter)
    losses: Counter[int] = field(default_factory=Counter)
    out: list[list[int]] = field(default_factory=list)

    def play(self, one: Slot, other: Slot) -> tuple[Slot, Slot]:
        """The winner and the loser; who is alone wins."""
        if one is None or other is None:
            return one or other, None
        self.played[frozenset((one, other))] += 1
        winner = self.decide(one, other)
        loser = other if winner == one else one
        self.losses[loser] += 1
        return winner, loser

    def round(self, slots: Sequence[Slot]) -> tuple[list[Slot], list[Slot]]:
        """The winners and the losers of a round of neighbors."""
        results = [self.play(slots[index], slots[index + 1]) for index in range(0, len(slots), 2)]
        return [winner for winner, _ in results], [loser for _, loser in results]

    def goes_out(self, losers: Sequence[Slot]) -> None:
        self.out.append([loser for loser in losers if loser is not None])

    def places(self) -> dict[int, int]:
        """Those who went out last are best; who went out together shares a place."""
        found, place = dict[int, int](), 1
        for group in reversed(self.out):
            found |= dict.fromkeys(group, place)
            place += len(group)
        return found


def double_walk(
    entrants: Sequence[int], decide: Callable[[int, int], int], crossings: Mapping[int, list[list[int]]] = CROSSINGS
) -> Walk:
    walk = Walk(decide)
    upper, lower = walk.round(slots_for(entrants))
    for crossing in crossings[2 * len(upper)]:
        lower, beaten = walk.round(lower)
        walk.goes_out(beaten)
        upper, falling = walk.round(upper)
        pairs = [slot for index, survivor in zip(crossing, lower, strict=True) for slot in (survivor, falling[index])]
        lower, beaten = walk.round(pairs)
        walk.goes_out(beaten)
    winner, loser = walk.play(upper[0], lower[0])
    if winner == lower[0]:
        winner, loser = walk.play(upper[0], lower[0])
    walk.goes_out([loser])
    walk.goes_out([winner])
    return walk


def consolation_walk(entrants: Sequence[int], decide: Callable[[int, int], int]) -> Walk:
    walk = Walk(decide)
    upper, lost = slots_for(entrants), list[list[Slot]]()
    while len(upper) > 1:
        upper, lower = walk.round(upper)
        lost.append(lower)
    # Whoever lost once and played once lost the first match; the loser of the final is second all the same.
    matches = Counter(entrant for pair, times in walk.played.items() for entrant in pair for _ in range(times))
    plays_on = {loser for losers in lost[:-1] for loser in losers if loser is not None and matches[loser] == 1}
    slots = list[Slot]()
    for index in range(len(lost[0]) // 2):
        quarter = [*lost[0][2 * index : 2 * index + 2], lost[1][index]]
        slots += ([loser for loser in quarter if loser in plays_on] + [None, None])[:2]
    while len(slots) > 1:
        slots, beaten = walk.round(slots)
        walk.goes_out(beaten)
    walk.goes_out(slots)
    for losers in lost:
        walk.goes_out([loser for loser in losers if loser not in plays_on])
    walk.goes_out(upper)
    return walk


class Chance:
    """Decides by chance: the same for both orders of the names, and anew when two meet again."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.met: Counter[frozenset[int]] = Counter()

    def __call__(self, one: int, other: int) -> int:
        pair = frozenset((one, other))
        self.met[pair] += 1
        luck = random.Random(f"{self.seed} {sorted(pair)} {self.met[pair]}")  # noqa: S311 - tests need no secrets
        return luck.choice(sorted(pair))
