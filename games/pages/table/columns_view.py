"""Views of the columns of a Hollywood sheet (rules 5.7): the heads, each side's scores, and the parts of a round."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.pages.table.game import BonusLine, ColumnCell, ColumnHead, ColumnPart, ColumnScore, FinalSeat
from games.rules.hollywood import Column
from games.rules.settlement import leader
from games.rules.sheet import GameSheet, RoundLine
from games.wording.scores import line_text, people_in
from games.wording.words import MINUS, TIMES, listed


def column_heads(game: GameSheet, names: Sequence[str], sides: Sequence[str]) -> tuple[ColumnHead, ...]:
    """Return the heads of the columns; ``names`` by seat, ``sides`` by side."""
    return tuple(
        ColumnHead(
            number=n,
            title=_title(n, column.multiplier),
            open=column.final is None,
            ended=_result_text(column, sides, over=game.over),
            bills=_bonus_lines(column, names, sides),
            sum=_sum(column),
        )
        for n, column in enumerate(game.columns, 1)
    )


def _title(number: int, multiplier: int) -> str:
    """Return the title of a column, with its multiplier."""
    values = {"number": number, "times": multiplier}
    match multiplier:
        case 1:
            return _("Game %(number)d") % values
        case 2:
            return _("Game %(number)d, counts double") % values
        case 3:
            return _("Game %(number)d, counts triple") % values
    return _("Game %(number)d, counts %(times)d times") % values


def column_scores(game: GameSheet, side: int) -> tuple[ColumnScore, ...]:
    """Return a side's current score in every column."""
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
    """Return a round's line column by column; ``before`` is the round before it, None for the first."""
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
        parts.append(
            ColumnPart(title=_("Game %(number)d") % {"number": n}, closed=was_closed, closes=closes, cells=cells)
        )
    return tuple(parts)


def reach_sentence(game: GameSheet, sides: Sequence[str]) -> str:
    """Return which columns each side's next win goes into; empty if none is open or the sheet isn't Hollywood."""
    if game.over or not game.columns:
        return ""
    columns = [game.reach[side] for side in range(len(sides))]
    if len(set(columns)) == 1:
        text = ngettext(
            "The next win goes into game %(games)s", "The next win goes into games %(games)s", len(columns[0])
        )
        return text % {"games": listed([str(n) for n in columns[0]])}
    parts = []
    for side, name in enumerate(sides):
        many = len(columns[side])
        if side == 0:
            text = ngettext(
                "%(who)s's next win goes into game %(games)s", "%(who)s's next win goes into games %(games)s", many
            )
        else:
            # Translators: goes on "Ann's next win goes into game 2", behind a comma.
            text = ngettext("%(who)s's into game %(games)s", "%(who)s's into games %(games)s", many)
        parts.append(text % {"who": name, "games": listed([str(n) for n in columns[side]])})
    return ", ".join(parts)


def _result_text(column: Column, sides: Sequence[str], *, over: bool) -> str:
    if column.final is None or column.final.winner is None:
        return _("not finished") if over else ""
    winner = sides[column.final.winner]
    values, people = {"who": winner, "points": column.credit}, people_in(winner)
    if column.final.shutout:
        text = ngettext("%(who)s wins %(points)s, shutout", "%(who)s win %(points)s, shutout", people)
    else:
        text = ngettext("%(who)s wins %(points)s", "%(who)s win %(points)s", people)
    return text % values


def _bonus_lines(column: Column, names: Sequence[str], sides: Sequence[str]) -> tuple[FinalSeat, ...]:
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
    """Return the arithmetic from the two totals to the credit: the net, its multiple, and the rounding."""
    if column.final is None or column.final.net is None:
        return ""
    most, least = max(column.final.totals.values()), min(column.final.totals.values())
    text = f"{most} {MINUS} {least} = {column.final.net}"
    worth = column.final.net * column.multiplier
    if column.multiplier > 1:
        text += f", {TIMES} {column.multiplier} = {worth}"
    if column.credit == worth:
        return text
    # Translators: the arithmetic, and to what it is rounded: "165 - 40 = 125, rounded to 130".
    return _("%(sum)s, rounded to %(points)s") % {"sum": text, "points": column.credit}
