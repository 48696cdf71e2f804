"""Assign the places at tables of three, so that everybody deals first, second and third equally often.

Each table has each place once, and each player has each place once in their first three tables, then in the next three,
and so on. This is an edge coloring of a bipartite graph with three colors, the places: tables on one side, each
player's groups of three tables on the other (D. König, "Über Graphen und ihre Anwendung auf Determinantentheorie und
Mengenlehre", Mathematische Annalen 77, 1916). Edges are colored one by one; if no color is free at both ends, two
colors are swapped along a path.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence

Vertex = tuple[str, int, int]
"""A table by round and number, or a player's group of three tables by player and group number."""
Seats = defaultdict[Vertex, dict[int, Vertex]]
"""The edges so far, by vertex and place, stored at both ends."""


def assign_places(rounds: Sequence[Sequence[Sequence[int]]]) -> list[list[tuple[int, ...]]]:
    """Return the tables of ``rounds`` with everybody in the order of their places.

    Everybody has each place once in each group of three tables, and no place twice in the last, incomplete group.

    >>> assign_places([[(1, 2, 3)], [(1, 2, 3)], [(1, 2, 3)]])
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
    """Give ``person`` a place at ``table`` that is still free for both, if necessary by moving others."""
    free_at_table, free_for_person = (
        [place for place in range(3) if place not in seats[vertex]] for vertex in (table, person)
    )
    free_for_both = [place for place in free_at_table if place in free_for_person]
    if not free_for_both:
        _exchange(seats, person, free_at_table[0], free_for_person[0])
    place = free_for_both[0] if free_for_both else free_at_table[0]
    seats[table][place], seats[person][place] = person, table


def _exchange(seats: Seats, start: Vertex, held_place: int, wanted_place: int) -> None:
    """Swap two places along the path from ``start``, which has ``held_place`` and not ``wanted_place``."""
    path, place = [start], held_place
    while place in seats[path[-1]]:
        path.append(seats[path[-1]][place])
        place = held_place + wanted_place - place
    for vertex in path:
        exchanged = {
            held_place + wanted_place - place: seats[vertex].pop(place)
            for place in (held_place, wanted_place)
            if place in seats[vertex]
        }
        seats[vertex].update(exchanged)
