"""Summarize what decided a game: changes of the lead, the biggest round, gins and undercuts."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.analysis.progress import GameProgress, Highlight, ProgressStep, game_progress
from games.rules.scoring import Event
from games.rules.settlement import leader
from games.rules.sheet import GameSheet


@dataclass(frozen=True, slots=True)
class Lead:
    """Who was in the lead: ``leaders`` at any time, and how often the lead changed.

    ``last`` is the leader at the end, None if the best are level; ``taken`` the round in which that side took the lead
    for the last time, 0 if it led from the start.
    """

    leaders: frozenset[int]
    changes: int
    last: int | None
    taken: int


@dataclass(frozen=True, slots=True)
class LargestDeficit:
    """The most ``points`` that the winner, ``side``, was behind the best of the others, after round ``number``."""

    side: int
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class BiggestRound:
    """The round with the most points for one side.

    If the winner scored these points and the final lead was smaller, ``margin`` is that lead; otherwise 0.
    """

    number: int
    side: int
    points: int
    event: Event
    margin: int


@dataclass(frozen=True, slots=True)
class Feats:
    """The gins (including big gins) and undercuts of a side, and the ``points`` it scored in those rounds.

    ``points`` is None between teams, where a hand has no score of its own.
    """

    side: int
    gins: int
    undercuts: int
    points: int | None


@dataclass(frozen=True, slots=True)
class GameSummary:
    """The summary of a game. ``progress`` is its progress round by round, ``won`` the columns by winning side.

    ``unfinished`` are the columns, from 1, that nobody won. Both are empty except on a Hollywood sheet.
    """

    progress: GameProgress
    lead: Lead
    largest_deficit: LargestDeficit | None
    biggest_round: BiggestRound | None
    feats: tuple[Feats, ...]
    won: Mapping[int, tuple[int, ...]]
    unfinished: tuple[int, ...]


def game_summary(game: GameSheet) -> GameSummary:
    """Return the summary of ``game``."""
    course = game_progress(game)
    winner = game.final.winner if game.over and game.final else None
    won: dict[int, tuple[int, ...]] = {}
    unfinished = list[int]()
    for number, column in enumerate(game.columns, 1):
        side = column.final.winner if column.final else None
        if side is None:
            unfinished.append(number)
        else:
            won[side] = (*won.get(side, ()), number)
    return GameSummary(
        progress=course,
        lead=_lead(course),
        largest_deficit=_largest_deficit(course, winner),
        biggest_round=_biggest_round(course, winner),
        feats=tuple(feats for side in range(len(game.sides)) if (feats := _feats(course, side))),
        won=won,
        unfinished=tuple(unfinished),
    )


def _lead(course: GameProgress) -> Lead:
    last, taken = leader(course.points), 0
    # The first round after which the last leader led or was level for the rest of the game.
    for step in reversed(course.steps):
        if step.leader is not None and step.leader != last:
            break
        if step.leader == last:
            taken = step.line.number
    else:
        taken = 0 if leader(course.start) == last else taken
    return Lead(course.leaders, len(course.lead_changes), last, taken)


def _largest_deficit(course: GameProgress, winner: int | None) -> LargestDeficit | None:
    if winner is None:
        return None
    gaps = [
        LargestDeficit(winner, step.line.number, max(step.points.values()) - step.points[winner])
        for step in course.steps
        if step.points[winner] < max(step.points.values())
    ]
    return max(gaps, key=lambda gap: gap.points, default=None)


def _biggest_round(course: GameProgress, winner: int | None) -> BiggestRound | None:
    best: tuple[int, int, ProgressStep] | None = None
    for step in course.steps:
        for side, points in step.gained.items():
            if points > (best[0] if best else 0):
                best = points, side, step
    if best is None:
        return None
    points, side, step = best
    first, second = sorted(course.points.values(), reverse=True)[:2]
    outweighs = winner == side == leader(course.points) and points > first - second
    return BiggestRound(
        step.line.number, side, points, step.line.latest.result.event, first - second if outweighs else 0
    )


def _feats(course: GameProgress, side: int) -> Feats | None:
    marked = [step for step in course.steps if side in step.highlights]
    if not marked:
        return None
    marks = [mark for step in marked for mark in step.highlights[side]]
    undercuts = marks.count(Highlight.UNDERCUT)
    several = any(step.line.latest.result.hands for step in course.steps)
    points = None if several else sum(step.gained[side] for step in marked)
    return Feats(side, len(marks) - undercuts, undercuts, points)
