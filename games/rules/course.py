"""The progress of a game, round by round: the score after it, its gins and undercuts, and who was in the lead."""

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
    """A highlight of a round for a side."""

    UNDERCUT = "undercut"
    GIN = "gin"
    BIG_GIN = "big_gin"


_MARKS: Final = {Event.UNDERCUT: Mark.UNDERCUT, Event.GIN: Mark.GIN, Event.BIG_GIN: Mark.BIG_GIN}


@dataclass(frozen=True, slots=True)
class Step:
    """One round that counts, with the score after it and what it changed.

    ``points`` are the totals after the round; ``gained`` and ``boxes`` what the round added. ``highlights`` are its
    highlights by side, one for each hand. ``leader`` is the side in the lead, None where several are level;
    ``takes_lead`` is True if a different side was the last one in the lead.
    """

    line: RoundLine
    points: Mapping[int, int]
    gained: Mapping[int, int]
    boxes: Mapping[int, int]
    highlights: Mapping[int, tuple[Mark, ...]]
    leader: int | None
    takes_lead: bool


@dataclass(frozen=True, slots=True)
class Course:
    """All rounds of a game that count, in order, and the score that it began with."""

    start: Mapping[int, int]
    steps: tuple[Step, ...]

    @property
    def points(self) -> Mapping[int, int]:
        """The points of every side at the end."""
        return self.steps[-1].points if self.steps else self.start

    @property
    def lead_changes(self) -> tuple[Step, ...]:
        """The rounds in which the lead changed."""
        return tuple(step for step in self.steps if step.takes_lead)

    @property
    def leaders(self) -> frozenset[int]:
        """The sides that were in the lead at any time."""
        ahead = {leader(self.start), *(step.leader for step in self.steps)}
        return frozenset(side for side in ahead if side is not None)


def course_of(game: GameSheet) -> Course:
    """Return the progress of ``game``; on a Hollywood sheet each round is counted once."""
    opening = game.opening or _zero_score(game)
    counted = [line for line in game.rounds if line.counts]
    standings = [Standing(line.cumulative, line.boxes, {}) for line in counted]
    return _course(opening, counted, standings, [marks_of(line) for line in counted])


def column_courses(game: GameSheet) -> tuple[Course, ...]:
    """Return the progress of each column of a Hollywood sheet up to the round that closed it; () for other games."""
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
    return _course(_zero_score(game), lines, standings, marks)


def marks_of(line: RoundLine) -> Mapping[int, tuple[Mark, ...]]:
    """Return the highlights of a round by side: one for each hand that ended in gin or was won by an undercut."""
    found: dict[int, tuple[Mark, ...]] = {}
    for hand, result, winners in hands_of(line):
        mark = _MARKS.get(result.event)
        if mark is None or hand.ender is None:
            continue
        seats = winners if mark is Mark.UNDERCUT else (hand.ender,)
        for side in sorted({side_of(line.rules, seat) for seat in seats}):
            found[side] = (*found.get(side, ()), mark)
    return found


def _zero_score(game: GameSheet) -> Standing:
    zeros = dict.fromkeys(range(len(game.sides)), 0)
    return Standing(zeros, zeros, zeros)


def _course(
    opening: Standing,
    lines: Sequence[RoundLine],
    standings: Sequence[Standing],
    marks: Sequence[Mapping[int, tuple[Mark, ...]]],
) -> Course:
    return Course(opening.points, tuple(_steps(opening, lines, standings, marks)))


def _steps(
    previous: Standing,
    lines: Sequence[RoundLine],
    standings: Sequence[Standing],
    marks: Sequence[Mapping[int, tuple[Mark, ...]]],
) -> Iterator[Step]:
    last_leader = leader(previous.points)
    for line, score, marked in zip(lines, standings, marks, strict=True):
        leading_side = leader(score.points)
        yield Step(
            line=line,
            points=score.points,
            gained={side: points - previous.points[side] for side, points in score.points.items()},
            boxes={side: boxes - previous.boxes[side] for side, boxes in score.boxes.items()},
            highlights=marked,
            leader=leading_side,
            takes_lead=leading_side is not None and last_leader is not None and leading_side != last_leader,
        )
        previous, last_leader = score, last_leader if leading_side is None else leading_side
