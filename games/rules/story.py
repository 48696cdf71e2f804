"""What decided a game, from its rounds alone: the lead, the biggest round, gins and undercuts."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.rules.course import Course, Mark, Step, course_of
from games.rules.scoring import Event
from games.rules.settlement import leader
from games.rules.sheet import GameSheet


@dataclass(frozen=True, slots=True)
class Lead:
    """Who was ahead. ``leaders`` were at any time, ``changes`` is how often the lead went from one to another.

    ``last`` is who is ahead in the end, None where the best are level; ``taken`` the round in which that side went
    ahead after all others, 0 where it was from the start.
    """

    leaders: frozenset[int]
    changes: int
    last: int | None
    taken: int


@dataclass(frozen=True, slots=True)
class Behind:
    """The most that the winner, ``side``, was behind the best of the others: ``points``, after round ``number``."""

    side: int
    number: int
    points: int


@dataclass(frozen=True, slots=True)
class Swing:
    """The most that one round brought one side: round ``number``, and how it came out.

    ``margin`` is what lay between the first two in the end where it went to the winner and that was less; else 0.
    """

    number: int
    side: int
    points: int
    event: Event
    margin: int


@dataclass(frozen=True, slots=True)
class Feats:
    """The gins (big ones among them) and undercuts of a side. ``points`` is what those rounds brought it.

    It is None between teams, where one hand of several is worth nothing by itself.
    """

    side: int
    gins: int
    undercuts: int
    points: int | None


@dataclass(frozen=True, slots=True)
class Story:
    """What there is to tell of a game that is over. ``course`` are its rounds, ``won`` the columns by winning side.

    ``unfinished`` are the columns, from 1, that nobody won; both are empty but on a Hollywood sheet.
    """

    course: Course
    lead: Lead
    behind: Behind | None
    swing: Swing | None
    feats: tuple[Feats, ...]
    won: Mapping[int, tuple[int, ...]]
    unfinished: tuple[int, ...]


def story_of(game: GameSheet) -> Story:
    """What decided ``game``."""
    course = course_of(game)
    winner = game.final.winner if game.over and game.final else None
    won: dict[int, tuple[int, ...]] = {}
    unfinished = list[int]()
    for number, column in enumerate(game.columns, 1):
        side = column.final.winner if column.final else None
        if side is None:
            unfinished.append(number)
        else:
            won[side] = (*won.get(side, ()), number)
    return Story(
        course=course,
        lead=_lead(course),
        behind=_behind(course, winner),
        swing=_swing(course, winner),
        feats=tuple(feats for side in range(len(game.sides)) if (feats := _feats(course, side))),
        won=won,
        unfinished=tuple(unfinished),
    )


def _lead(course: Course) -> Lead:
    last, taken = leader(course.points), 0
    # The first round in which the last leader was ahead, and after which no other was.
    for step in reversed(course.steps):
        if step.leader is not None and step.leader != last:
            break
        if step.leader == last:
            taken = step.line.number
    else:
        taken = 0 if leader(course.start) == last else taken
    return Lead(course.leaders, len(course.changes), last, taken)


def _behind(course: Course, winner: int | None) -> Behind | None:
    if winner is None:
        return None
    gaps = [
        Behind(winner, step.line.number, max(step.points.values()) - step.points[winner])
        for step in course.steps
        if step.points[winner] < max(step.points.values())
    ]
    return max(gaps, key=lambda gap: gap.points, default=None)


def _swing(course: Course, winner: int | None) -> Swing | None:
    best: tuple[int, int, Step] | None = None
    for step in course.steps:
        for side, points in step.gained.items():
            if points > (best[0] if best else 0):
                best = points, side, step
    if best is None:
        return None
    points, side, step = best
    first, second = sorted(course.points.values(), reverse=True)[:2]
    outweighs = winner == side == leader(course.points) and points > first - second
    return Swing(step.line.number, side, points, step.line.told.result.event, first - second if outweighs else 0)


def _feats(course: Course, side: int) -> Feats | None:
    marked = [step for step in course.steps if side in step.marks]
    if not marked:
        return None
    marks = [mark for step in marked for mark in step.marks[side]]
    undercuts = marks.count(Mark.UNDERCUT)
    several = any(step.line.told.result.hands for step in course.steps)
    points = None if several else sum(step.gained[side] for step in marked)
    return Feats(side, len(marks) - undercuts, undercuts, points)
