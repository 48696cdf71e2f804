"""Swiss rounds: equals meet equals, nobody the same one twice.

The ideas are those of FIDE Handbook C.04.1, basic rules for Swiss systems (no rematch, no second bye, equal scores, a
difference of sides of at most 2, not the same side three times running), and of C.04.3, the Dutch system (the order of
those criteria, the bye to the lowest score, the upper half of a score against the lower). What differs: all of a
round's pairs are found at once, the best there are, by ``matching``, and never one score after the other.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import mul

from games.rules.pairings import Pairing, Round, distinct
from games.rules.pairings.matching import cheapest

Cost = tuple[int, ...]
"""What is wrong with a pair, the worst first: see ``pair``."""


class NoPairing(Exception):  # noqa: N818 - it is the answer, no fault of the question
    """There is no way to pair everybody without a rematch or a second bye."""


@dataclass(frozen=True, slots=True)
class SwissPlayer:
    """What a pairing has to know of one ``entrant`` (an id).

    ``score`` are league points; ``opponents`` all whom he met, ``matches`` how many matches he played and
    ``first_deals`` in how many of them he dealt first; ``byes`` counts every win without a match; ``seed`` is his
    number before the first round, the best being lowest. ``lately`` says of his last two matches, the last one last,
    whether he dealt first; without it nobody knows of three running, and only the difference is kept small.
    """

    entrant: int
    score: int
    opponents: tuple[int, ...]
    first_deals: int
    matches: int
    byes: int
    seed: int
    lately: tuple[bool, ...] = ()

    def deal(self, first: bool) -> tuple[int, int]:
        """What speaks against this one dealing ``first`` (or not): how many limits it breaks, how unbalanced it is."""
        side = 1 if first else -1
        difference = 2 * self.first_deals - self.matches + side
        broken = side * difference > 2 or self.lately[-2:] == (first, first)
        return broken, 2 * difference**2 + (self.lately[-1:] == (first,))


def pair(players: Sequence[SwissPlayer]) -> Round:
    """The next round's pairings of ``players``, from the highest score down, a bye last.

    Those who left the tournament are simply not among ``players``. Nobody meets one he has met; an odd number leaves
    a bye to one with the fewest byes. Among all pairings that keep this the one is taken that, in this order,

    1. gives the bye to the lowest score,
    2. has the fewest break the limits of the first deal: a difference of 2 at most between the matches one deals first
       and the others, and not three times running the same,
    3. has the smallest differences in score (the least sum of their squares, so that many equals meet),
    4. keeps first deals balanced, by turns where they are,
    5. lets the upper half of a score, by seed, meet the lower one, and the lowest of a score the next one's highest.

    In the first round the better seeds deal first and second by turns. The order of ``players`` does not matter.
    As long as no more than half as many rounds are played as there are players, there always is a pairing: each has
    more than half of the others left (G. A. Dirac, "Some theorems on abstract graphs", 1952).

    Raises:
        NoPairing: somebody would have to meet the same one again, or have another bye before all others have.
        ValueError: an entrant is named twice.

    >>> pair([SwissPlayer(entrant, 0, (), 0, 0, 0, entrant) for entrant in (1, 2, 3, 4, 5)])
    ((1, 3), (4, 2), (5,))
    """
    distinct([player.entrant for player in players], 0)
    ranked = sorted(players, key=lambda player: (-player.score, player.seed, player.entrant))
    costs = _costs(ranked)
    mates = cheapest(_weights(costs))
    pairs = [(here, there) for here, there in enumerate(mates) if here < there]
    if any(costs[here, there][0] for here, there in pairs):
        raise NoPairing
    return tuple(
        _who_deals(ranked, here, there) for here, there in sorted(pairs, key=lambda both: both[1] == len(ranked))
    )


def _costs(ranked: Sequence[SwissPlayer]) -> dict[tuple[int, int], Cost]:
    """What is wrong with each pair of places in ``ranked``; the place after the last, if there is one, is the bye."""
    size = Counter(player.score for player in ranked)
    costs = {(p, q): _cost(ranked, p, q, size) for q in range(len(ranked)) for p in range(q)}
    if len(ranked) % 2:
        fewest = min(player.byes for player in ranked)
        for place, player in enumerate(ranked):
            missed = player.score - ranked[-1].score
            costs[place, len(ranked)] = (player.byes > fewest, missed, 0, 0, 0, len(ranked) - 1 - place)
    return costs


def _cost(ranked: Sequence[SwissPlayer], p: int, q: int, size: Mapping[int, int]) -> Cost:
    """What is wrong with a match of places ``p < q``; ``size`` is how many have each score."""
    upper, lower = ranked[p], ranked[q]
    again = upper.entrant in lower.opponents or lower.entrant in upper.opponents
    broken, uneven = min(_deals(upper, lower), _deals(lower, upper))
    apart = size[upper.score] // 2 if upper.score == lower.score else 1
    return again, 0, broken, (upper.score - lower.score) ** 2, uneven, (q - p - apart) ** 2


def _deals(first: SwissPlayer, second: SwissPlayer) -> tuple[int, int]:
    """What speaks against ``first`` dealing first when these two meet."""
    (broken, uneven), (other_broken, other_uneven) = first.deal(True), second.deal(False)
    return broken + other_broken, uneven + other_uneven


def _weights(costs: Mapping[tuple[int, int], Cost]) -> list[list[int]]:
    """The costs as one number each, so that no sum of what is less important outweighs what is more so."""
    places = 1 + max((there for _, there in costs), default=-1)
    units, unit = [], 1
    for level in reversed(list(zip(*costs.values(), strict=True))):
        units.append(unit)
        unit *= 1 + max(level) * places // 2
    weights = [[0] * places for _ in range(places)]
    for (here, there), cost in costs.items():
        weight = sum(map(mul, reversed(cost), units))
        weights[here][there] = weights[there][here] = weight
    return weights


def _who_deals(ranked: Sequence[SwissPlayer], p: int, q: int) -> Pairing:
    """The entrants at places ``p < q``, the one first whom it suits best; where it is all the same, by turns."""
    if q == len(ranked):
        return (ranked[p].entrant,)
    upper, lower = ranked[p], ranked[q]
    one, other = _deals(upper, lower), _deals(lower, upper)
    if one < other or (one == other and p % 2 == 0):
        return (upper.entrant, lower.entrant)
    return (lower.entrant, upper.entrant)
