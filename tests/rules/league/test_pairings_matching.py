"""The cheapest perfect matching, compared with trying every one."""

import random
from itertools import combinations

import pytest

from games.rules.pairings.matching import _Search, cheapest_matching

SEED = 20_261_121
FAR = 10**9


def least(costs: list[list[int]]) -> int:
    """The least sum of costs there is: for each set of vertices, from that of the sets with two fewer."""
    best = [0] + [FAR] * (2 ** len(costs) - 1)
    for vertices in range(1, len(best)):
        inside = [v for v in range(len(costs)) if vertices >> v & 1]
        if len(inside) % 2 == 0:
            first = inside[0]
            best[vertices] = min(
                costs[first][v] + best[vertices & ~(1 << first) & ~(1 << v)] for v in inside if v != first
            )
    return best[-1]


def costs_of(size: int, cost: dict[tuple[int, int], int]) -> list[list[int]]:
    return [[0 if v == w else cost[min(v, w), max(v, w)] for w in range(size)] for v in range(size)]


def by_lot(luck: random.Random, size: int, most: int) -> list[list[int]]:
    return costs_of(size, {pair: luck.randint(0, most) for pair in combinations(range(size), 2)})


def on_a_map(luck: random.Random, size: int, width: int) -> list[list[int]]:
    """What a walk from one to another costs, in blocks."""
    spots = [(luck.randint(0, width), luck.randint(0, width)) for _ in range(size)]
    return [[abs(x - u) + abs(y - v) for u, v in spots] for x, y in spots]


def total(costs: list[list[int]]) -> int:
    """The sum that ``cheapest_matching`` finds, when it found pairs."""
    mates = cheapest_matching(costs)
    assert all(mates[mate] == v != mate for v, mate in enumerate(mates))
    return sum(costs[v][mate] for v, mate in enumerate(mates)) // 2


@pytest.mark.parametrize("most", [1, 3, 20, 1_000])
def test_random_costs_reach_the_minimum(most: int) -> None:
    luck = random.Random(SEED + most)  # noqa: S311 - the same costs every time is the point
    for size in [2, 4, 6, 8, 10] * 40:
        costs = by_lot(luck, size, most)
        assert total(costs) == least(costs)


@pytest.mark.parametrize("width", [6, 30])
def test_random_distances_reach_the_minimum(width: int) -> None:
    luck = random.Random(SEED + width)  # noqa: S311 - the same maps every time is the point
    for size in [8, 10, 12] * 30:
        costs = on_a_map(luck, size, width)
        assert total(costs) == least(costs)


def test_two_circles_of_three_are_joined_by_their_cheapest_link() -> None:
    """Two odd cycles of pairs without cost: each becomes a blossom before the expensive link between them is used."""
    free = {(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5)}
    costs = costs_of(6, {pair: 0 if pair in free else 10 + sum(pair) for pair in combinations(range(6), 2)})
    assert total(costs) == 13
    assert cheapest_matching(costs)[0] == 3


def test_many_on_a_line_are_paired_with_their_neighbors() -> None:
    luck = random.Random(SEED)  # noqa: S311
    places = luck.sample(range(10_000), 64)
    mates = cheapest_matching([[abs(here - there) for there in places] for here in places])
    line = sorted(range(64), key=places.__getitem__)
    assert [mates[v] for v in line[::2]] == line[1::2]


@pytest.mark.parametrize("size", [12, 30, 64])
def test_vertex_prices_prove_that_the_matching_is_cheapest(size: int) -> None:
    """Edmonds' theorem: where no pair costs less than its prices say, their sum is what any pairing costs at least.

    Each pair within a blossom counts the blossom's own price; an odd number n of vertices contains (n - 1) / 2 pairs.
    """
    luck, blossoms = random.Random(SEED + size), 0  # noqa: S311 - the same maps every time is the point
    for width in [6, 30, 300] * 5:
        costs = on_a_map(luck, size, width)
        search = _Search(costs)
        while -1 in search.mate:
            search.grow()
        within = {blossom: set(search._vertices(blossom)) for blossom in search.extra}
        for v, w in combinations(range(size), 2):
            owed = sum(search.extra[blossom] for blossom, inside in within.items() if {v, w} <= inside)
            assert 4 * costs[v][w] + owed >= search.price[v] + search.price[w]
        assert all(price >= 0 for price in search.extra.values())
        owed = sum(search.extra[blossom] * (len(inside) // 2) for blossom, inside in within.items())
        assert sum(search.price) - owed == 4 * total(costs)
        blossoms += len(within)
    assert blossoms > size


def test_no_players_give_no_pairs() -> None:
    assert cheapest_matching([]) == []
