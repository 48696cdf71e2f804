"""Tables of three for leagues of three-handed games, in which all meet each other as evenly as possible.

If Kirkman's rounds are known for the number of entrants, they are used: all meet exactly once. Otherwise the rounds are
found by a random search: first each round with those who have met least, then each one again given all the others. The
random seed is fixed, so the same arguments give the same result.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, cycle, islice, pairwise, permutations
from math import comb
from random import Random

from games.rules.pairings import Round, distinct
from games.rules.pairings.kirkman import kirkman
from games.rules.pairings.seats import assign_places

Table = list[int]
Counts = list[list[int]]

EFFORT = 300_000
"""The budget for improving rounds: improving one round costs the square of its entrants. About half a second."""
MOST_PASSES = 60


def trios(entrants: Sequence[int], *, rounds: int | None = None) -> tuple[Round, ...]:
    """Return ``rounds`` rounds of tables of three for ``entrants`` (ids, three or more).

    The first at a table deals first. The default number of rounds is enough for everybody to meet everybody once. If
    the number of entrants isn't divisible by three, one or two have a bye each round, and the numbers of byes differ by
    at most one. How often two meet differs by at most two between pairs (by three with six entrants and more than three
    rounds; by one in Kirkman's rounds, by nothing when they are complete). This was tested for up to 64 entrants, not
    proved. Everybody sits at each place of a table equally often, or once more.

    Raises:
        ValueError: fewer than three entrants, one of them twice, or a negative number of rounds.

    >>> trios([1, 2, 3, 4])
    (((2, 4, 3), (1,)), ((3, 1, 4), (2,)))
    """
    players = distinct(entrants, 3)
    size = len(players)
    if rounds is None:
        rounds = -(-comb(size, 2) // _places(size))
    if rounds < 0:
        raise ValueError("fewer rounds than none")
    byes = list(islice(_byes(size), rounds))
    known = kirkman(size)
    tables = list(islice(cycle(known), rounds)) if known else _searched(size, byes)
    return tuple(
        (*(tuple(players[place] for place in table) for table in night), *((players[place],) for place in out))
        for night, out in zip(assign_places(tables), byes, strict=True)
    )


def _places(size: int) -> int:
    """Return how many can sit at full tables, which is also the number of pairs that meet in a round."""
    return size // 3 * 3


def _byes(size: int) -> Iterator[tuple[int, ...]]:
    """Yield who has a bye in each round: those with the fewest, and for two, those who shared a bye least often."""
    bye_counts = [0] * size
    together = [[0] * size for _ in range(size)]
    while True:
        out: list[int] = []
        for _ in range(size % 3):
            candidates = [place for place in range(size) if place not in out]
            out.append(
                min(candidates, key=lambda place: (bye_counts[place], *(together[place][other] for other in out)))
            )
        for place in out:
            bye_counts[place] += 1
            for other in out:
                together[place][other] += 1
        yield tuple(out)


def _searched(size: int, byes: Sequence[tuple[int, ...]]) -> Sequence[Sequence[Table]]:
    """Return tables for each round, found by a random search, of those who have no bye in it."""
    random = Random(size)  # noqa: S311 - the same every time is the point
    counts = [[0] * size for _ in range(size)]
    nights: list[list[Table]] = []
    for night, out in enumerate(byes):
        nights.append(_drawn(random, out, _weights(counts, night + 1)))
        _count(counts, nights[night], 1)
    for _ in range(min(MOST_PASSES, EFFORT // (1 + len(byes) * size**2))):
        for night, out in enumerate(byes):
            _count(counts, nights[night], -1)
            weights = _weights(counts, len(byes))
            nights[night] = min(_drawn(random, out, weights), nights[night], key=partial(_weight, weights))
            _count(counts, nights[night], 1)
    return nights


def _count(counts: Counts, tables: Iterable[Table], by: int) -> None:
    for table in tables:
        for person, partner in permutations(table, 2):
            counts[person][partner] += by


def _weights(counts: Counts, rounds: int) -> Counts:
    """Return the penalty for each two meeting once more: the change in (distance from the mean after ``rounds``)^4."""
    size = len(counts)
    twice = round(2 * rounds * _places(size) / comb(size, 2))
    far = [(2 * times - twice) ** 4 for times in range(rounds + 2)]
    lost = [after - before for before, after in pairwise(far)]
    return [[lost[count] for count in row] for row in counts]


def _weight(weights: Counts, tables: Iterable[Table]) -> int:
    return sum(weights[a][b] + weights[a][c] + weights[b][c] for a, b, c in tables)


def _drawn(random: Random, out: Sequence[int], weights: Counts) -> list[Table]:
    """Draw random tables for all who are not ``out``, then swap two people at a time while that lowers the weight."""
    places = sorted((place for place in range(len(weights)) if place not in out), key=lambda _: random.random())
    tables = [places[i : i + 3] for i in range(0, len(places), 3)]
    table_of = {place: table for table in tables for place in table}
    better = True
    while better:
        better = False
        for person, partner in combinations(places, 2):
            own_table, other_table = table_of[person], table_of[partner]
            if own_table is other_table:
                continue
            a, b = (place for place in own_table if place != person)
            c, d = (place for place in other_table if place != partner)
            own_weights, other_weights = weights[person], weights[partner]
            if (
                own_weights[c] + own_weights[d] + other_weights[a] + other_weights[b]
                < own_weights[a] + own_weights[b] + other_weights[c] + other_weights[d]
            ):
                own_table[:], other_table[:] = [partner, a, b], [person, c, d]
                table_of[person], table_of[partner] = other_table, own_table
                better = True
    return tables
