"""Preview an undo: compare the current sheet with the sheet after undoing the newest entry."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from games.rules.ledger import EntryUndone, LedgerEntry
from games.rules.settlement import Score
from games.rules.sheet import GameSheet, TableSheet, fold

Side = tuple[int, ...]
"""The players of a side, as sorted numbers at the table, so that a side is recognized after swapping seats."""


@dataclass(frozen=True, slots=True)
class ScoreMove:
    """A side whose score changes: in ``steps``, each changed score before and after."""

    players: Side
    steps: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class UndoEffect:
    """How the scores of a game change from one sheet to another.

    ``points`` and ``boxes`` are the sides that change, on a Hollywood sheet with a step for each changed column.
    ``other_sides`` is True if the sides have different members than before, so that scores can't be compared.
    """

    points: tuple[ScoreMove, ...]
    boxes: tuple[ScoreMove, ...]
    other_sides: bool


def sheet_after_undo(entries: Iterable[LedgerEntry], sheet: TableSheet) -> TableSheet:
    """Return the sheet of ``entries`` after an undo; ``sheet``, the current one, knows which entry that undoes.

    Raises ValueError if there is nothing to undo.
    """
    if sheet.next_undo is None:
        raise ValueError("nothing to undo")
    undo = replace(sheet.next_undo, revision=sheet.revision + 1, body=EntryUndone(sheet.next_undo.revision), reason="")
    return fold((*entries, undo), sheet.first_seats)


def undo_effect(before: GameSheet, after: GameSheet) -> UndoEffect:
    """Return how the scores of one game change from ``before`` to ``after``."""
    sides_before, sides_after = sides_at_table(before), sides_at_table(after)
    if set(sides_before) != set(sides_after):
        return UndoEffect((), (), other_sides=True)
    scores = list(zip(_standings(before), _standings(after), strict=False))
    points, boxes = list[ScoreMove](), list[ScoreMove]()
    for side, players in enumerate(sides_before):
        new_index = sides_after.index(players)
        for moves, pairs in (
            (points, [(old.points[side], new.points[new_index]) for old, new in scores]),
            (boxes, [(old.boxes[side], new.boxes[new_index]) for old, new in scores]),
        ):
            steps = tuple((old, new) for old, new in pairs if old != new)
            if steps:
                moves.append(ScoreMove(players, steps))
    return UndoEffect(tuple(points), tuple(boxes), other_sides=False)


def sides_at_table(game: GameSheet) -> tuple[Side, ...]:
    """Return the sides of a game as the players in them."""
    return tuple(tuple(sorted(game.seating[seat] for seat in side)) for side in game.sides)


def _standings(game: GameSheet) -> Sequence[Score]:
    """Return the scores of a game: one, or on a Hollywood sheet one for each column."""
    if game.columns:
        return [column.standing for column in game.columns]
    return [Score(game.cumulative, game.boxes, game.hands_won)]
