"""The progress of a game, round by round: the score after it, its gins and undercuts, and who was in the lead."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.rules.analysis.statistics import hands_of
from games.rules.scoring import Event
from games.rules.settlement import Score, leader
from games.rules.sheet import GameSheet, RoundLine
from games.rules.sides import side_of


class Highlight(StrEnum):
    """A highlight of a round for a side."""

    UNDERCUT = "undercut"
    GIN = "gin"
    BIG_GIN = "big_gin"


_MARKS: Final = {Event.UNDERCUT: Highlight.UNDERCUT, Event.GIN: Highlight.GIN, Event.BIG_GIN: Highlight.BIG_GIN}


@dataclass(frozen=True, slots=True)
class ProgressStep:
    """One round that counts, with the score after it and what it changed.

    ``points`` are the totals after the round; ``gained`` and ``boxes`` what the round added. ``highlights`` are its
    highlights by side, one for each hand. ``leader`` is the side in the lead, None where several are level;
    ``takes_lead`` is True if a different side was the last one in the lead.
    """

    line: RoundLine
    points: Mapping[int, int]
    gained: Mapping[int, int]
    boxes: Mapping[int, int]
    highlights: Mapping[int, tuple[Highlight, ...]]
    leader: int | None
    takes_lead: bool


@dataclass(frozen=True, slots=True)
class GameProgress:
    """All rounds of a game that count, in order, and the score that it began with."""

    start: Mapping[int, int]
    steps: tuple[ProgressStep, ...]

    @property
    def points(self) -> Mapping[int, int]:
        """The points of every side at the end."""
        return self.steps[-1].points if self.steps else self.start


def game_progress(game: GameSheet) -> GameProgress:
    """Return the progress of ``game``; on a Hollywood sheet each round is counted once."""
    opening = game.opening or _zero_score(game)
    counted = [line for line in game.rounds if line.counts]
    standings = [Score(line.cumulative, line.boxes, {}) for line in counted]
    return _course(opening, counted, standings, [round_highlights(line) for line in counted])


def column_progress(game: GameSheet) -> tuple[GameProgress, ...]:
    """Return the progress of each column of a Hollywood sheet up to the round that closed it; () for other games."""
    counted = [line for line in game.rounds if line.counts]
    return tuple(_column(game, number, counted) for number in range(1, len(game.columns) + 1))


def _column(game: GameSheet, number: int, counted: Sequence[RoundLine]) -> GameProgress:
    lines, closed = list[RoundLine](), False
    for line in counted:
        if not closed:
            lines.append(line)
        closed = line.columns[number - 1].final is not None
    standings = [line.columns[number - 1].standing for line in lines]
    marks = [
        {side: marks for side, marks in round_highlights(line).items() if number in line.entered.get(side, ())}
        for line in lines
    ]
    return _course(_zero_score(game), lines, standings, marks)


def round_highlights(line: RoundLine) -> Mapping[int, tuple[Highlight, ...]]:
    """Return the highlights of a round by side: one for each hand that ended in gin or was won by an undercut."""
    found: dict[int, tuple[Highlight, ...]] = {}
    for hand, result, winners in hands_of(line):
        mark = _MARKS.get(result.event)
        if mark is None or hand.ender is None:
            continue
        seats = winners if mark is Highlight.UNDERCUT else (hand.ender,)
        for side in sorted({side_of(line.rules, seat) for seat in seats}):
            found[side] = (*found.get(side, ()), mark)
    return found


def _zero_score(game: GameSheet) -> Score:
    zeros = dict.fromkeys(range(len(game.sides)), 0)
    return Score(zeros, zeros, zeros)


def _course(
    opening: Score,
    lines: Sequence[RoundLine],
    standings: Sequence[Score],
    marks: Sequence[Mapping[int, tuple[Highlight, ...]]],
) -> GameProgress:
    return GameProgress(opening.points, tuple(_steps(opening, lines, standings, marks)))


def _steps(
    previous: Score,
    lines: Sequence[RoundLine],
    standings: Sequence[Score],
    marks: Sequence[Mapping[int, tuple[Highlight, ...]]],
) -> Iterator[ProgressStep]:
    last_leader = leader(previous.points)
    for line, score, marked in zip(lines, standings, marks, strict=True):
        leading_side = leader(score.points)
        yield ProgressStep(
            line=line,
            points=score.points,
            gained={side: points - previous.points[side] for side, points in score.points.items()},
            boxes={side: boxes - previous.boxes[side] for side, boxes in score.boxes.items()},
            highlights=marked,
            leader=leading_side,
            takes_lead=leading_side is not None and last_leader is not None and leading_side != last_leader,
        )
        previous, last_leader = score, last_leader if leading_side is None else leading_side
