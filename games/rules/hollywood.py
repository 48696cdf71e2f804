"""The Hollywood sheet: several games scored side by side, each in a column of its own (rules 5.7, 5.8, 7)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from games.rules.ruleset import RuleSet
from games.rules.scoring import Line, RoundResult
from games.rules.settlement import Final, Standing, leader, rounded, settle


@dataclass(frozen=True, slots=True)
class Column:
    """One column as it stands: ``points``, ``boxes`` and ``hands_won`` by side, and once it is closed its ``final``.

    ``credit`` is what a closed column is worth to its winner: the net, multiplied and rounded (points).
    """

    standing: Standing
    multiplier: int
    final: Final | None = None
    credit: int | None = None


@dataclass(slots=True)
class Columns:
    """The columns of a game under way, fed one round at a time. ``sides`` is how many sides score."""

    rules: RuleSet
    sides: int
    columns: list[Column] = field(init=False)
    depth: dict[int, int] = field(init=False)
    """How many columns each side's wins reach into so far."""

    def __post_init__(self) -> None:
        """Open every column, with nothing in it."""
        nothing = dict.fromkeys(range(self.sides), 0)
        empty = Standing(nothing, nothing, nothing)
        self.columns = [Column(empty, times) for times in self.rules.column_multipliers]
        self.depth = dict(nothing)

    @property
    def closed(self) -> bool:
        """Whether every column is closed, and so the game over."""
        return all(column.final for column in self.columns)

    def add(self, result: RoundResult) -> Mapping[int, tuple[int, ...]]:
        """Enter ``result``: the columns (from 1) that each side's entry went into.

        A side's first win goes into the first column, its second into the first two, its third into all three; one that
        was shut out of a closed column starts in the next open one. Extra boxes of a side that won nothing go where its
        wins have reached. A column closes at the target; level at the top, it stays open.
        """
        entered: dict[int, tuple[int, ...]] = {}
        for side in result.points:
            if not (result.points[side] or result.boxes[side] or side in result.winners):
                continue
            if result.points[side] or side in result.winners:
                self.depth[side] = self._next_depth(side)
            entered[side] = self._open(max(self.depth[side], self._first_open))
            for n in entered[side]:
                self.columns[n - 1] = self._with(self.columns[n - 1], side, result)
        for place in {n - 1 for columns in entered.values() for n in columns}:
            self.columns[place] = self._closed(self.columns[place])
        return entered

    def reach(self, side: int) -> tuple[int, ...]:
        """The columns (from 1) that the next win of ``side`` goes into; none once all are closed."""
        return self._open(self._next_depth(side))

    def _open(self, depth: int) -> tuple[int, ...]:
        return tuple(n for n, column in enumerate(self.columns, 1) if n <= depth and not column.final)

    @property
    def _first_open(self) -> int:
        return next((n for n, column in enumerate(self.columns, 1) if not column.final), 0)

    def _next_depth(self, side: int) -> int:
        return min(len(self.columns), max(self.depth[side] + 1, self._first_open))

    def final(self) -> Final | None:
        """What the whole sheet comes to, in points of credit; None while a column is open."""
        return self.settled(complete=True) if self.closed else None

    def settled(self, *, complete: bool) -> Final:
        """What the sheet is worth as it stands: each closed column its credit, an open one nothing.

        Where the game was given up (not ``complete``) open columns count as they stand, without the bonuses that are
        paid for winning.
        """
        lines, totals, shutout = list[Line](), dict.fromkeys(range(self.sides), 0), False
        for n, column in enumerate(self.columns, 1):
            final = column.final
            credit = column.credit
            if final is None and not complete:
                final = settle(self.rules, column.standing, complete=False)
                credit = self._credit(column, final)
            if final is None or final.winner is None or credit is None:
                continue
            lines.append(Line(final.winner, "column", "columns", credit, terms=(n, final.net or 0, column.multiplier)))
            totals[final.winner] += credit
            shutout = shutout or final.shutout
        net = max(totals.values()) - min(totals.values()) if self.sides == 2 else None
        return Final(totals, leader(totals), shutout, net, tuple(lines))

    def _with(self, column: Column, side: int, result: RoundResult) -> Column:
        at_once = self.rules.box_value if self.rules.box_timing == "immediate" else 0
        s, won = column.standing, int(side in result.winners)
        points = result.points[side] + at_once * result.boxes[side]
        return Column(
            Standing(
                {**s.points, side: s.points[side] + points},
                {**s.boxes, side: s.boxes[side] + result.boxes[side]},
                {**s.hands_won, side: s.hands_won[side] + won},
            ),
            column.multiplier,
        )

    def _closed(self, column: Column) -> Column:
        points, target = column.standing.points, self.rules.target
        if target is None or max(points.values()) < target or leader(points) is None:
            return column
        final = settle(self.rules, column.standing)
        if final.winner is None:
            return column
        return Column(column.standing, column.multiplier, final, self._credit(column, final))

    def _credit(self, column: Column, final: Final) -> int:
        return rounded(self.rules, (final.net or 0) * column.multiplier)
