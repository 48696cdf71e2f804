"""A draw over again: what is left of rounds when some of it was played, and rounds as tight as they can easily be."""

from collections import Counter
from collections.abc import Iterable, Sequence

from games.rules.pairings import Pairing, Round


def left_of(rounds: Sequence[Round], played: Iterable[Pairing]) -> tuple[Round, ...]:
    """The matches of ``rounds`` without as many of each as were ``played``, byes left out.

    Who sat first in what was played does not matter. What is left moves up to the earliest round in which all who
    meet are free, so that rounds of which nothing was played stay as they are.

    >>> left_of([((1, 2), (3, 4)), ((1, 3), (2, 4))], [(2, 1)])
    (((3, 4),), ((1, 3), (2, 4)))
    """
    done = Counter(frozenset(pairing) for pairing in played)
    left: list[list[Pairing]] = []
    busy: list[set[int]] = []
    for pairing in (pairing for pairings in rounds for pairing in pairings if len(pairing) > 1):
        people = frozenset(pairing)
        if done[people]:
            done[people] -= 1
            continue
        free = next((at for at, taken in enumerate(busy) if taken.isdisjoint(people)), len(busy))
        if free == len(busy):
            left.append([])
            busy.append(set())
        left[free].append(pairing)
        busy[free] |= people
    return tuple(map(tuple, left))
