"""Tables of three for leagues of three-handed games, where everybody meets everybody as evenly as can be.

Where Kirkman's rounds are known, they are taken: all meet exactly once. Elsewhere the rounds are searched for, each so
that those meet who met least, and then each again in the light of the others. The search draws lots that are always
the same: the same question has the same answer.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import combinations, cycle, islice, pairwise, permutations
from math import comb
from random import Random

from games.rules.pairings import Round, distinct
from games.rules.pairings.kirkman import kirkman
from games.rules.pairings.seats import seated

Table = list[int]
Counts = list[list[int]]

EFFORT = 300_000
"""How long to go on improving: one round once more is worth its entrants, squared. About half a second."""
MOST_PASSES = 60


def trios(entrants: Sequence[int], *, rounds: int | None = None) -> tuple[Round, ...]:
    """So many ``rounds`` of tables of three for ``entrants`` (ids, three or more), the first of a table deals first.

    Without ``rounds`` there are as many as it takes for everybody to have the places to meet everybody once. Where the
    number is not divisible by three, one or two have a bye each round: nobody gets two byes more than another. How
    often two meet differs by two at most from how often any other two do (with six entrants, over more than three
    rounds, by three; in Kirkman's rounds by one, and by nothing when they are complete): this is tried for up to 64
    entrants, not proved. Everybody sits at each place of a table as often as at another, or once more.

    Raises:
        ValueError: fewer than three entrants, one of them twice, or fewer rounds than none.

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
        for night, out in zip(seated(tables), byes, strict=True)
    )


def _places(size: int) -> int:
    """How many can sit at full tables, which is as many pairs as meet in a round."""
    return size // 3 * 3


def _byes(size: int) -> Iterator[tuple[int, ...]]:
    """Who has a bye, round by round: those who had fewest, and of two the ones who had it together least often."""
    had = [0] * size
    together = [[0] * size for _ in range(size)]
    while True:
        out: list[int] = []
        for _ in range(size % 3):
            rest = [place for place in range(size) if place not in out]
            out.append(min(rest, key=lambda place: (had[place], *(together[place][other] for other in out))))
        for place in out:
            had[place] += 1
            for other in out:
                together[place][other] += 1
        yield tuple(out)


def _searched(size: int, byes: Sequence[tuple[int, ...]]) -> Sequence[Sequence[Table]]:
    """Tables for each round, of those who have no bye in it."""
    luck = Random(size)  # noqa: S311 - the same every time is the point
    counts = [[0] * size for _ in range(size)]
    nights: list[list[Table]] = []
    for night, out in enumerate(byes):
        nights.append(_drawn(luck, out, _weights(counts, night + 1)))
        _count(counts, nights[night], 1)
    for _ in range(min(MOST_PASSES, EFFORT // (1 + len(byes) * size**2))):
        for night, out in enumerate(byes):
            _count(counts, nights[night], -1)
            weights = _weights(counts, len(byes))
            nights[night] = min(_drawn(luck, out, weights), nights[night], key=partial(_weight, weights))
            _count(counts, nights[night], 1)
    return nights


def _count(counts: Counts, tables: Iterable[Table], by: int) -> None:
    for table in tables:
        for one, other in permutations(table, 2):
            counts[one][other] += by


def _weights(counts: Counts, rounds: int) -> Counts:
    """What is lost where two of ``counts`` meet once more: how far from the mean after ``rounds``, to the fourth."""
    size = len(counts)
    twice = round(2 * rounds * _places(size) / comb(size, 2))
    far = [(2 * times - twice) ** 4 for times in range(rounds + 2)]
    lost = [after - before for before, after in pairwise(far)]
    return [[lost[count] for count in row] for row in counts]


def _weight(weights: Counts, tables: Iterable[Table]) -> int:
    return sum(weights[a][b] + weights[a][c] + weights[b][c] for a, b, c in tables)


def _drawn(luck: Random, out: Sequence[int], weights: Counts) -> list[Table]:
    """Tables by lot for all who are not ``out``; then two by two they change places while that makes it lighter."""
    places = sorted((place for place in range(len(weights)) if place not in out), key=lambda _: luck.random())
    tables = [places[i : i + 3] for i in range(0, len(places), 3)]
    at = {place: table for table in tables for place in table}
    better = True
    while better:
        better = False
        for one, other in combinations(places, 2):
            here, there = at[one], at[other]
            if here is there:
                continue
            a, b = (place for place in here if place != one)
            c, d = (place for place in there if place != other)
            mine, yours = weights[one], weights[other]
            if mine[c] + mine[d] + yours[a] + yours[b] < mine[a] + mine[b] + yours[c] + yours[d]:
                here[:], there[:] = [other, a, b], [one, c, d]
                at[one], at[other] = there, here
                better = True
    return tables
