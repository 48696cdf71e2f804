"""Draw again after some matches were played: collect the remaining matches of the old rounds into few rounds."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.rules.pairings import Pairing, Round


def remaining_rounds(rounds: Sequence[Round], played: Iterable[Pairing]) -> tuple[Round, ...]:
    """Return the matches of ``rounds`` that remain after those ``played``, without byes.

    Who sat first in a played match doesn't matter. Each remaining match moves up to the earliest round in which all its
    entrants are free, so rounds of which nothing was played don't change.

    >>> remaining_rounds([((1, 2), (3, 4)), ((1, 3), (2, 4))], [(2, 1)])
    (((3, 4),), ((1, 3), (2, 4)))
    """
    played_counts = Counter(frozenset(pairing) for pairing in played)
    remaining: list[list[Pairing]] = []
    busy: list[set[int]] = []
    for pairing in (pairing for pairings in rounds for pairing in pairings if len(pairing) > 1):
        people = frozenset(pairing)
        if played_counts[people]:
            played_counts[people] -= 1
            continue
        round_index = next((index for index, taken in enumerate(busy) if taken.isdisjoint(people)), len(busy))
        if round_index == len(busy):
            remaining.append([])
            busy.append(set())
        remaining[round_index].append(pairing)
        busy[round_index] |= people
    return tuple(map(tuple, remaining))
