"""Groups, and the bracket that those who go on from them play.

Group winners and runners-up cross over, so that two from the same group meet again as late as possible. With two from
each of 2, 4, 8 or 16 groups, the pairs and their places in the bracket are those of the FIFA World Cups from 1998 to
2022 (Regulations of the FIFA World Cup Qatar 2022, articles 30 to 32): A1 meets B2 in one half, B1 meets A2 in the
other.
"""

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from games.rules.pairings import Round, distinct
from games.rules.pairings.circle import round_robin
from games.rules.pairings.knockout import seed_places
from games.rules.pairings.matching import cheapest_matching


def usual_groups(entrants: int) -> int:
    """Return how many groups suit so many ``entrants``: three to six in each, and a number that fills a bracket.

    >>> [usual_groups(entrants) for entrants in (4, 8, 15, 24, 32)]
    [2, 2, 4, 8, 8]
    """
    return next((groups for groups in (16, 8, 4) if entrants >= 3 * groups), 2)


def dealt_out(entrants: Sequence[int], groups: int) -> tuple[tuple[int, ...], ...]:
    """Return the ``entrants`` (ids, the best seed first) in so many groups, dealt out back and forth.

    The best are apart, and groups differ in size by one at most.

    Raises:
        ValueError: a group would have fewer than two, or an entrant is named twice.

    >>> dealt_out([1, 2, 3, 4, 5, 6, 7], 3)
    ((1, 6, 7), (2, 5), (3, 4))
    """
    players = distinct(entrants, 2 * groups)
    found: list[list[int]] = [[] for _ in range(groups)]
    for number, entrant in enumerate(players):
        lap, place = divmod(number, groups)
        found[groups - 1 - place if lap % 2 else place].append(entrant)
    return tuple(map(tuple, found))


def group_rounds(groups: Sequence[Sequence[int]]) -> tuple[Round, ...]:
    """Return rounds in which everyone meets everyone of their group once; all groups play side by side.

    Who is alone in a group, because the others have withdrawn, has no match.

    >>> group_rounds([(1, 2), (3, 4, 5)])
    (((1, 2), (3,), (4, 5)), ((5,), (3, 4)), ((4,), (5, 3)))
    """
    return tuple(
        tuple(pairing for pairings in side_by_side for pairing in pairings)
        for side_by_side in zip_longest(*(round_robin(group) for group in groups if len(group) > 1), fillvalue=())
    )


def crossed(tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]) -> tuple[int, ...]:
    """Return the seeds of a bracket (ids, the best first) for those who go on from their groups.

    ``tiers`` are the winners, those in second place, and so on, each the best first; ``group_of`` tells everyone's
    group. A tier keeps the seeds of its rank. Within it they are exchanged, so that two from the same group meet as
    late as possible.

    >>> crossed([(11, 21), (12, 22)], {11: 1, 12: 1, 21: 2, 22: 2})
    (11, 21, 12, 22)
    """
    everybody = distinct([entrant for tier in tiers for entrant in tier], 2)
    places = seed_places(len(everybody))
    if leaves := _published(tiers, group_of):
        at = dict(enumerate(leaves))
        return tuple(at[place] for place in places)
    seeds = everybody
    for _ in range(2):
        # A second time, because the best can make room for those who came later.
        for tier in tiers:
            seeds = _exchanged(tier, seeds, places, group_of)
    return seeds


def _published(tiers: Sequence[Sequence[int]], group_of: Mapping[int, int]) -> list[int]:
    """Return the bracket from top to bottom where two of each of 2, 4, 8 or 16 groups go on; otherwise ``[]``."""
    groups = len(tiers[0])
    numbers = sorted(group_of[entrant] for entrant in tiers[0])
    fits = len(tiers) == 2 and groups > 1 and groups & (groups - 1) == 0
    if not fits or any(sorted(group_of[entrant] for entrant in tier) != numbers for tier in tiers):
        return []
    first, second = ([entrant for _, entrant in sorted((group_of[one], one) for one in tier)] for tier in tiers)
    pairs = range(0, groups, 2)
    upper = [entrant for group in pairs for entrant in (first[group], second[group + 1])]
    return upper + [entrant for group in pairs for entrant in (first[group + 1], second[group])]


def _exchanged(
    tier: Sequence[int], seeds: Sequence[int], places: Sequence[int], group_of: Mapping[int, int]
) -> tuple[int, ...]:
    """Return ``seeds`` with those of a tier in the best order, while the others stay where they are."""
    size, first = len(tier), min(map(seeds.index, tier))
    rounds = len(seeds).bit_length() + 1
    apart = [(group_of[entrant], place) for entrant, place in zip(seeds, places, strict=True) if entrant not in tier]

    def cost(rank: int, seed: int) -> int:
        # The number of bits in which two places differ is the round in which the two can meet first.
        met = [(places[first + seed] ^ place).bit_length() for group, place in apart if group == group_of[tier[rank]]]
        return sum(size**3 << 2 * (rounds - meeting) for meeting in met) + (rank - seed) ** 2

    costs = [[cost(rank, seed) for seed in range(size)] for rank in range(size)]
    most = 1 + size * max(map(max, costs))
    # The entrants on one side of a matching, and the seeds on the other.
    square = [[*[most] * size, *row] for row in costs]
    square += [[*(costs[rank][seed] for rank in range(size)), *[most] * size] for seed in range(size)]
    mates = cheapest_matching(square)
    return (*seeds[:first], *(tier[mates[size + seed]] for seed in range(size)), *seeds[first + size :])
