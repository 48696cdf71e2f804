"""What an undo would change: the sheet as it stands, and the one that the same fold makes without its newest entry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.rules.ledger import Entry, EntryUndone
from games.rules.settlement import Standing
from games.rules.sheet import GameSheet, TableSheet, fold

Side = tuple[int, ...]
"""The players of a side by their numbers at the table, in order: a side keeps its score wherever it sits."""


@dataclass(frozen=True, slots=True)
class Moved:
    """A side whose score moves: in each place where it does, as it was and as it will be."""

    players: Side
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """How a game moves from one sheet to another.

    ``points`` and ``boxes`` are the sides that move, on a Hollywood sheet with a step for each column that does.
    ``other_sides`` tells that others play together than before, so that no side has a score to compare.
    """

    points: tuple[Moved, ...]
    boxes: tuple[Moved, ...]
    other_sides: bool


def without_newest(entries: Iterable[Entry], sheet: TableSheet, seats: int) -> TableSheet:
    """The sheet that ``entries`` would make, were the entry that ``sheet`` says an undo takes back undone.

    Raises ValueError where there is nothing to undo.
    """
    if sheet.undoes is None:
        raise ValueError("nothing to undo")
    undo = replace(sheet.undoes, revision=sheet.revision + 1, body=EntryUndone(sheet.undoes.revision), reason="")
    return fold((*entries, undo), seats)


def difference(before: GameSheet, after: GameSheet) -> Difference:
    """How one game moves from ``before`` to ``after``."""
    was, will_be = sides_at_table(before), sides_at_table(after)
    if set(was) != set(will_be):
        return Difference((), (), other_sides=True)
    places = list(zip(_standings(before), _standings(after), strict=False))
    points, boxes = list[Moved](), list[Moved]()
    for side, players in enumerate(was):
        then = will_be.index(players)
        for found, pairs in (
            (points, [(one.points[side], other.points[then]) for one, other in places]),
            (boxes, [(one.boxes[side], other.boxes[then]) for one, other in places]),
        ):
            steps = tuple((one, other) for one, other in pairs if one != other)
            if steps:
                found.append(Moved(players, steps))
    return Difference(tuple(points), tuple(boxes), other_sides=False)


def sides_at_table(game: GameSheet) -> tuple[Side, ...]:
    """The sides of a game by who plays in them."""
    return tuple(tuple(sorted(game.seating[seat] for seat in side)) for side in game.sides)


def _standings(game: GameSheet) -> Sequence[Standing]:
    """The scores of a game: one, or one for each column of a Hollywood sheet."""
    if game.columns:
        return [column.standing for column in game.columns]
    return [Standing(game.cumulative, game.boxes, game.hands_won)]
