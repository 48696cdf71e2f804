"""The course of a game: where everybody stood after each round, what stood out in it, and who was ahead."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.scoring import Event
from games.rules.settlement import Standing, leader
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import side_of
from games.rules.statistics import hands_of


class Mark(StrEnum):
    """What makes a round stand out for a side."""

    UNDERCUT = "undercut"
    GIN = "gin"
    BIG_GIN = "big_gin"


_MARKS: Final = {Event.UNDERCUT: Mark.UNDERCUT, Event.GIN: Mark.GIN, Event.BIG_GIN: Mark.BIG_GIN}


@dataclass(frozen=True, slots=True)
class Step:
    """One round that counts. ``points`` is where every side stands after it, the rest is what the round brought.

    ``marks`` are the hands that stood out, by side, one for each. ``leader`` is the one side that is ahead, None where
    several are level; ``takes_lead`` tells that another side was the last to be ahead.
    """

    line: RoundLine
    points: Mapping[int, int]
    gained: Mapping[int, int]
    boxes: Mapping[int, int]
    marks: Mapping[int, tuple[Mark, ...]]
    leader: int | None
    takes_lead: bool


@dataclass(frozen=True, slots=True)
class Course:
    """All rounds that count, in order, from the score that the game began with."""

    start: Mapping[int, int]
    steps: tuple[Step, ...]

    @property
    def points(self) -> Mapping[int, int]:
        """Where every side stands in the end."""
        return self.steps[-1].points if self.steps else self.start

    @property
    def changes(self) -> tuple[Step, ...]:
        """The rounds after which another side was ahead than the one that was last."""
        return tuple(step for step in self.steps if step.takes_lead)

    @property
    def leaders(self) -> frozenset[int]:
        """The sides that were ahead of all others at any time."""
        ahead = {leader(self.start), *(step.leader for step in self.steps)}
        return frozenset(side for side in ahead if side is not None)


def course_of(game: GameSheet) -> Course:
    """The course of ``game``; on a Hollywood sheet of what its rounds came to, each counted once."""
    opening = game.opening or _nothing(game)
    counted = [line for line in game.rounds if line.counts]
    standings = [Standing(line.cumulative, line.boxes, {}) for line in counted]
    return _course(opening, counted, standings, [marks_of(line) for line in counted])


def column_courses(game: GameSheet) -> tuple[Course, ...]:
    """The course of each column of a Hollywood sheet, up to the round that closed it; empty without one."""
    counted = [line for line in game.rounds if line.counts]
    return tuple(_column(game, number, counted) for number in range(1, len(game.columns) + 1))


def _column(game: GameSheet, number: int, counted: Sequence[RoundLine]) -> Course:
    lines, closed = list[RoundLine](), False
    for line in counted:
        if not closed:
            lines.append(line)
        closed = line.columns[number - 1].final is not None
    standings = [line.columns[number - 1].standing for line in lines]
    marks = [
        {side: marks for side, marks in marks_of(line).items() if number in line.entered.get(side, ())}
        for line in lines
    ]
    return _course(_nothing(game), lines, standings, marks)


def marks_of(line: RoundLine) -> Mapping[int, tuple[Mark, ...]]:
    """What stood out in a round, by side: a mark for each hand that went gin or was won by an undercut."""
    found: dict[int, tuple[Mark, ...]] = {}
    for hand, result, winners in hands_of(line):
        mark = _MARKS.get(result.event)
        if mark is None or hand.ender is None:
            continue
        seats = winners if mark is Mark.UNDERCUT else (hand.ender,)
        for side in sorted({side_of(line.rules, seat) for seat in seats}):
            found[side] = (*found.get(side, ()), mark)
    return found


def _nothing(game: GameSheet) -> Standing:
    nothing = dict.fromkeys(range(len(game.sides)), 0)
    return Standing(nothing, nothing, nothing)


def _course(
    opening: Standing,
    lines: Sequence[RoundLine],
    standings: Sequence[Standing],
    marks: Sequence[Mapping[int, tuple[Mark, ...]]],
) -> Course:
    return Course(opening.points, tuple(_steps(opening, lines, standings, marks)))


def _steps(
    before: Standing,
    lines: Sequence[RoundLine],
    standings: Sequence[Standing],
    marks: Sequence[Mapping[int, tuple[Mark, ...]]],
) -> Iterator[Step]:
    ahead = leader(before.points)
    for line, now, marked in zip(lines, standings, marks, strict=True):
        first = leader(now.points)
        yield Step(
            line=line,
            points=now.points,
            gained={side: points - before.points[side] for side, points in now.points.items()},
            boxes={side: boxes - before.boxes[side] for side, boxes in now.boxes.items()},
            marks=marked,
            leader=first,
            takes_lead=first is not None and ahead is not None and first != ahead,
        )
        before, ahead = now, ahead if first is None else first
