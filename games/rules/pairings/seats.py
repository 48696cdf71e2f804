"""Who sits where at tables of three: the first deal, the second and the third in turn, fair for everybody at once.

Each table needs each place once; so does, of his first three tables, everybody, then of his next three, and so on.
That is a graph with two sides and three pairs at most for each table and each such threesome, and its pairs can be
coloured in three colours, the places (D. König, "Über Graphen und ihre Anwendung auf Determinantentheorie und
Mengenlehre", Mathematische Annalen 77, 1916): pair by pair; where no colour is free at both ends, two change places
along a path.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

Vertex = tuple[str, int, int]
"""A table by round and number, or somebody's threesome of tables by his number and its own."""
Seats = defaultdict[Vertex, dict[int, Vertex]]
"""Who is where: the pairs so far, by vertex and place, told at both ends."""


def seated(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[tuple[int, ...]]]:
    """The tables of ``rounds`` with everybody's place in them: each has each place once in any three of his tables.

    Three by three from his first on, that is, and of the last tables no place twice.

    >>> seated([[(1, 2, 3)], [(1, 2, 3)], [(1, 2, 3)]])
    [[(3, 2, 1)], [(2, 1, 3)], [(1, 3, 2)]]
    """
    seats: Seats = defaultdict(dict)
    played: Counter[int] = Counter()
    for night, tables in enumerate(rounds):
        for number, people in enumerate(tables):
            for person in people:
                _seat(seats, ("table", night, number), ("person", person, played[person] // 3))
                played[person] += 1
    return [
        [tuple(seats["table", night, number][place][1] for place in range(3)) for number in range(len(tables))]
        for night, tables in enumerate(rounds)
    ]


def _seat(seats: Seats, table: Vertex, person: Vertex) -> None:
    """Give ``person`` a place at ``table`` that he did not have yet, where need be by moving others."""
    here, there = ([place for place in range(3) if place not in seats[vertex]] for vertex in (table, person))
    both = [place for place in here if place in there]
    if not both:
        _exchange(seats, person, here[0], there[0])
    place = both[0] if both else here[0]
    seats[table][place], seats[person][place] = person, table


def _exchange(seats: Seats, start: Vertex, one: int, other: int) -> None:
    """Exchange two places along the path of them from ``start``, which has ``one`` and not ``other``."""
    path, place = [start], one
    while place in seats[path[-1]]:
        path.append(seats[path[-1]][place])
        place = one + other - place
    for vertex in path:
        held = {one + other - place: seats[vertex].pop(place) for place in (one, other) if place in seats[vertex]}
        seats[vertex].update(held)
