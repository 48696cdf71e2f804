"""Checks that hold for any pairings, however made: counts over plain tuples of entrants."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations

Rounds = Sequence[Sequence[tuple[int, ...]]]


def everyone_once(pairings: Iterable[tuple[int, ...]], entrants: Iterable[int]) -> bool:
    """Whether each of the entrants is in just one of the pairings, and nobody else is."""
    return sorted(entrant for pairing in pairings for entrant in pairing) == sorted(entrants)


def nobody_twice(pairings: Iterable[tuple[int, ...]]) -> bool:
    """Whether nobody is in two of the pairings."""
    named = [entrant for pairing in pairings for entrant in pairing]
    return len(named) == len(set(named))


def meetings(rounds: Rounds, entrants: Iterable[int]) -> dict[tuple[int, int], int]:
    """How often any two of the entrants meet, those who never do among them; the lower number first."""
    found = dict.fromkeys(combinations(sorted(entrants), 2), 0)
    for pairings in rounds:
        for pairing in pairings:
            for two in combinations(sorted(pairing), 2):
                found[two] += 1
    return found


def byes(rounds: Rounds, entrants: Iterable[int]) -> dict[int, int]:
    """How often each of the entrants is alone."""
    alone = Counter(pairing[0] for pairings in rounds for pairing in pairings if len(pairing) == 1)
    return {entrant: alone[entrant] for entrant in entrants}


def places(rounds: Rounds, entrant: int) -> list[int]:
    """The entrant's place in each of their matches, byes left out; place 0 deals first."""
    return [
        pairing.index(entrant) for pairings in rounds for pairing in pairings if entrant in pairing and len(pairing) > 1
    ]


def lead(dealt: Sequence[bool]) -> int:
    """How many more matches the entrant dealt first than not."""
    return sum(1 if first else -1 for first in dealt)


def thrice_running(dealt: Sequence[bool]) -> bool:
    """Whether three matches after one another began the same way."""
    return any(dealt[i] == dealt[i + 1] == dealt[i + 2] for i in range(len(dealt) - 2))


def spread(numbers: Iterable[int]) -> int:
    """The greatest of the numbers less the smallest."""
    found = list(numbers)
    return max(found) - min(found)
