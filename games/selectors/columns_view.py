"""The columns of a Hollywood sheet as the pages show them (rules 5.7): the board, the heads, the places on a line."""

from collections.abc import Sequence
from typing import Final

from games.pages import BonusLine, ColumnCell, ColumnHead, ColumnPart, ColumnScore, FinalSeat
from games.rules.hollywood import Column
from games.rules.settlement import leader
from games.rules.sheet import GameSheet, RoundLine
from games.wording import MINUS, TIMES, line_text, listed, wins

_COUNTS: Final = {1: "", 2: ", counts double", 3: ", counts three times"}


def column_heads(game: GameSheet, names: Sequence[str], sides: Sequence[str]) -> tuple[ColumnHead, ...]:
    """The heads of the columns; ``names`` by seat, ``sides`` by side."""
    return tuple(
        ColumnHead(
            number=n,
            title=f"Game {n}{_COUNTS.get(column.multiplier, f', counts {column.multiplier} times')}",
            open=column.final is None,
            ended=_ended(column, sides, over=game.over),
            bills=_bills(column, names, sides),
            sum=_sum(column),
        )
        for n, column in enumerate(game.columns, 1)
    )


def column_scores(game: GameSheet, side: int) -> tuple[ColumnScore, ...]:
    """A side's score in every column, as it now stands."""
    target = game.rules.target or 1
    return tuple(
        ColumnScore(
            number=n,
            points=column.standing.points[side],
            boxes=column.standing.boxes[side],
            percent=max(0, min(100, 100 * column.standing.points[side] // target)),
            to_go=max(0, target - column.standing.points[side]),
            open=column.final is None,
            reached=not game.over and n in game.reach[side],
            started=any(n in line.entered.get(side, ()) for line in game.rounds),
            leads=leader(column.standing.points) == side,
            won=column.final is not None and column.final.winner == side,
            credit=column.credit if column.final is not None and column.final.winner == side else None,
        )
        for n, column in enumerate(game.columns, 1)
    )


def column_parts(line: RoundLine, before: RoundLine | None, sides: Sequence[str]) -> tuple[ColumnPart, ...]:
    """A round's line, column by column; ``before`` is the round before it, None for the first."""
    parts = []
    for n, column in enumerate(line.columns, 1):
        was_closed = before is not None and before.columns[n - 1].final is not None
        closes = column.final is not None and not was_closed
        cells = tuple(
            ColumnCell(
                name=name,
                total=column.standing.points[side],
                entered=n in line.entered.get(side, ()),
                won=closes and column.final is not None and column.final.winner == side,
            )
            for side, name in enumerate(sides)
        )
        parts.append(ColumnPart(title=f"Game {n}", closed=was_closed, closes=closes, cells=cells))
    return tuple(parts)


def reach_sentence(game: GameSheet, sides: Sequence[str]) -> str:
    """Which columns each side's next win goes into; empty where none is open, and without a Hollywood sheet."""
    if game.over or not game.columns:
        return ""
    into = [_games(game.reach[side]) for side in range(len(sides))]
    if len(set(into)) == 1:
        return f"The next win goes into {into[0]}"
    whose = [f"{name}'s{' next win goes' if not side else ''} into {into[side]}" for side, name in enumerate(sides)]
    return ", ".join(whose)


def _games(numbers: Sequence[int]) -> str:
    if len(numbers) == 1:
        return f"game {numbers[0]}"
    return f"games {listed([str(n) for n in numbers])}"


def _ended(column: Column, sides: Sequence[str], *, over: bool) -> str:
    if column.final is None or column.final.winner is None:
        return "not finished" if over else ""
    winner = sides[column.final.winner]
    return f"{winner} {wins(winner)} {column.credit}" + (", shutout" if column.final.shutout else "")


def _bills(column: Column, names: Sequence[str], sides: Sequence[str]) -> tuple[FinalSeat, ...]:
    end = column.final
    if end is None:
        return ()
    return tuple(
        FinalSeat(
            seat=side,
            name=name,
            lines=tuple(BonusLine(line_text(x, names, sides), x.points) for x in end.lines if x.seat == side),
            total=end.totals[side],
            won=end.winner == side,
        )
        for side, name in enumerate(sides)
    )


def _sum(column: Column) -> str:
    """The arithmetic from the two totals to the credit: the net, its multiple, and the rounding."""
    if column.final is None or column.final.net is None:
        return ""
    most, least = max(column.final.totals.values()), min(column.final.totals.values())
    text = f"{most} {MINUS} {least} = {column.final.net}"
    worth = column.final.net * column.multiplier
    if column.multiplier > 1:
        text += f", {TIMES} {column.multiplier} = {worth}"
    return text if column.credit == worth else f"{text}, rounded to {column.credit}"
