"""Hollywood scoring: several games side by side on one sheet, each in a column of its own (rules 5.7, 5.8, 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.ruleset import RuleSet
from games.rules.scoring import RoundResult, ScoreLine
from games.rules.settlement import GameResult, Score, leader, rounded, settle


@dataclass(frozen=True, slots=True)
class Column:
    """One column: the score in it, its multiplier, and once it is closed its ``final`` result.

    ``credit`` is what a closed column is worth to its winner: the net, multiplied and rounded (points).
    """

    standing: Score
    multiplier: int
    final: GameResult | None = None
    credit: int | None = None


@dataclass(slots=True)
class Columns:
    """The columns of a Hollywood game, updated round by round. ``sides`` is the number of sides that score."""

    rules: RuleSet
    sides: int
    columns: list[Column] = field(init=False)
    depth: dict[int, int] = field(init=False)
    """How many columns each side's wins have reached so far."""

    def __post_init__(self) -> None:
        """Open every column with a score of zero."""
        zeros = dict.fromkeys(range(self.sides), 0)
        empty = Score(zeros, zeros, zeros)
        self.columns = [Column(empty, multiplier) for multiplier in self.rules.column_multipliers]
        self.depth = dict(zeros)

    @property
    def closed(self) -> bool:
        """Whether every column is closed, which ends the game."""
        return all(column.final for column in self.columns)

    def add(self, result: RoundResult) -> Mapping[int, tuple[int, ...]]:
        """Enter a round and return the columns (from 1) that each side's entry went into.

        A side's first win goes into the first column, its second into the first two, its third into all three. A side
        without a win in a closed column starts in the next open one. Extra boxes of a side that didn't win go into the
        columns that its wins have reached. A column closes at the target, but stays open while the leaders are level.
        """
        entered: dict[int, tuple[int, ...]] = {}
        for side in result.points:
            if not (result.points[side] or result.boxes[side] or side in result.winners):
                continue
            if result.points[side] or side in result.winners:
                self.depth[side] = self._next_depth(side)
            entered[side] = self._open_columns(max(self.depth[side], self._first_open))
            for n in entered[side]:
                self.columns[n - 1] = self._with_result(self.columns[n - 1], side, result)
        for index in {n - 1 for columns in entered.values() for n in columns}:
            self.columns[index] = self._closed_if_reached(self.columns[index])
        return entered

    def reach(self, side: int) -> tuple[int, ...]:
        """Return the columns (from 1) that the next win of ``side`` goes into, none if all are closed."""
        return self._open_columns(self._next_depth(side))

    def _open_columns(self, depth: int) -> tuple[int, ...]:
        return tuple(n for n, column in enumerate(self.columns, 1) if n <= depth and not column.final)

    @property
    def _first_open(self) -> int:
        return next((n for n, column in enumerate(self.columns, 1) if not column.final), 0)

    def _next_depth(self, side: int) -> int:
        return min(len(self.columns), max(self.depth[side] + 1, self._first_open))

    def final(self) -> GameResult | None:
        """Return the result of the whole sheet in points of credit, None while a column is open."""
        return self.settled(complete=True) if self.closed else None

    def settled(self, *, complete: bool) -> GameResult:
        """Return what the sheet is worth now: the credit of each closed column, and nothing for an open one.

        In a game that was given up (not ``complete``), open columns count as they are, without the bonuses for winning.
        """
        lines, totals, shutout = list[ScoreLine](), dict.fromkeys(range(self.sides), 0), False
        for n, column in enumerate(self.columns, 1):
            final = column.final
            credit = column.credit
            if final is None and not complete:
                final = settle(self.rules, column.standing, complete=False)
                credit = self._credit(column, final)
            if final is None or final.winner is None or credit is None:
                continue
            lines.append(
                ScoreLine(final.winner, "column", "columns", credit, terms=(n, final.net or 0, column.multiplier))
            )
            totals[final.winner] += credit
            shutout = shutout or final.shutout
        net = max(totals.values()) - min(totals.values()) if self.sides == 2 else None
        return GameResult(totals, leader(totals), shutout, net, tuple(lines))

    def _with_result(self, column: Column, side: int, result: RoundResult) -> Column:
        at_once = self.rules.box_value if self.rules.box_timing == "immediate" else 0
        standing, won = column.standing, int(side in result.winners)
        points = result.points[side] + at_once * result.boxes[side]
        return Column(
            Score(
                {**standing.points, side: standing.points[side] + points},
                {**standing.boxes, side: standing.boxes[side] + result.boxes[side]},
                {**standing.hands_won, side: standing.hands_won[side] + won},
            ),
            column.multiplier,
        )

    def _closed_if_reached(self, column: Column) -> Column:
        points, target = column.standing.points, self.rules.target
        if target is None or max(points.values()) < target or leader(points) is None:
            return column
        final = settle(self.rules, column.standing)
        if final.winner is None:
            return column
        return Column(column.standing, column.multiplier, final, self._credit(column, final))

    def _credit(self, column: Column, final: GameResult) -> int:
        return rounded(self.rules, (final.net or 0) * column.multiplier)
