"""A game as a picture: the score of every side over the rounds, drawn anew from the sheet whenever it moves."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import get_language, gettext

from games.pages import ColumnHead
from games.pages.picture import (
    BoxRow,
    Chart,
    CourseCell,
    CourseRow,
    GamePicture,
    LegendSide,
    LegendSign,
    Marked,
    SideLine,
    Tick,
)
from games.rules.course import Course, Mark, Step, column_courses, course_of
from games.rules.scoring import Event
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.chart_geometry import (
    GAP,
    LEFT,
    LETTER,
    RIGHT,
    TOP,
    WIDTH,
    Plane,
    apart,
    at,
    number,
    plane,
    round_numbers,
    shortened,
    sign_size,
    signs,
    spread,
    track,
)
from games.selectors.columns_view import column_heads
from games.selectors.game_view import names_in
from games.selectors.reckoned import kept
from games.wording import boxes, event_word, headline, side_names, signed
from games.wording.story import course_text

_HEIGHT, _COLUMN_HEIGHT = 190, 130
_LABEL = RIGHT + 13
_DIGIT = 0.62 * LETTER
_PIP = 7
_MOST_PIPS = 6
"""Where one round brings more boxes than that, they are not drawn one by one."""
_BOXES_BELOW = 38.0
"""How far below the field their rows begin, under the numbers of the rounds and a heading."""
_MOST_NUMBERS = 8
"""How many rounds are numbered on the axis."""
_NUMBER_ROOM = 20
_EASY = (1, 2, 5, 10, 20, 25, 50, 100, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class _Asked:
    """What a picture follows from; a sheet is kept as long as what is asked of it is."""

    sheet_id: int
    number: int
    players: tuple[str, ...]
    url: str
    language: str
    sheet: TableSheet = field(compare=False)
    game: GameSheet = field(compare=False)


def game_picture(sheet: TableSheet, game: GameSheet, players: Sequence[str], url: str) -> GamePicture:
    """The picture of ``game``, which is asked for again at ``url``; with "" it stays as it is."""
    language = get_language() or ""
    return _picture(_Asked(id(sheet), game.number, tuple(players), url, language, sheet, game))


@kept(64)
def _picture(asked: _Asked) -> GamePicture:
    """Kept, as all screens that show it ask at once."""
    game, names = asked.game, names_in(asked.game, asked.players)
    sides = side_names(game.rules, names)
    return GamePicture(
        url=f"{asked.url}?seen={asked.sheet.revision}" if asked.url else "",
        charts=charts(game, names),
        sides=tuple(LegendSide(side, name) for side, name in enumerate(sides, 1)),
        signs=tuple(_legend(game)),
    )


def charts(game: GameSheet, names: Sequence[str]) -> tuple[Chart, ...]:
    """The drawings of ``game``: one, or one for each column; none before the second round that counts."""
    whole, sides = course_of(game), side_names(game.rules, names)
    if len(whole.steps) < 2:
        return ()
    target = game.rules.target
    if not game.columns:
        ended = f"{headline(game.final, sides)}. " if game.over and game.final else ""
        return (_chart(whole, sides, target, _HEIGHT, ended),)
    heads = column_heads(game, names, sides)
    return tuple(
        _chart(course, sides, target, _COLUMN_HEIGHT, f"{_caption(head)}. ", head=head)
        for course, head in zip(column_courses(game), heads, strict=True)
    )


def _caption(head: ColumnHead) -> str:
    return f"{head.title}: {head.ended}" if head.ended else head.title


def _chart(
    course: Course, sides: Sequence[str], target: int | None, height: int, says: str, *, head: ColumnHead | None = None
) -> Chart:
    steps, height = course.steps, max(height, round(GAP * len(sides)) + 8)
    scores = {side: [course.start[side], *(step.points[side] for step in steps)] for side in range(len(sides))}
    plot = plane((points for line in scores.values() for points in line), target, len(steps), height)
    changed = [plot.x(place) for place, step in enumerate(steps, 1) if step.takes_lead]
    rows = _box_rows(course, sides, plot)
    return Chart(
        title=head.title if head else "",
        ended=head.ended if head else "",
        says=says + course_text(course.points, steps, len(changed), sides),
        width=str(WIDTH),
        height=number(rows[-1][1] + 2 if rows else plot.bottom + 20),
        left=str(LEFT),
        right=str(RIGHT),
        beside=str(LEFT - 5),
        labels=str(_LABEL),
        ticks=tuple(_ticks(plot, target)),
        rounds=tuple(_round_ticks(plot, steps)),
        zero=number(plot.y(0)),
        target=_tick(plot, target) if target else None,
        lines=_lines(plot, scores, steps, sides),
        changes="".join(f"M{at(x, TOP)}V{number(plot.bottom)}" for x in changed),
        crowns=tuple(number(x - 7) for x in apart(changed, 15)),
        boxes=tuple(row for row, _ in rows),
        boxes_at=number(plot.bottom + _BOXES_BELOW - 3),
        rows=tuple(_table_row(step, sides) for step in steps),
    )


def _tick(plot: Plane, points: int) -> Tick:
    y = plot.y(points)
    return Tick(number(y), number(y + 4), str(points).replace("-", "\u2212"))


def _ticks(plot: Plane, target: int | None) -> list[Tick]:
    """The numbers beside the field; the target has a line of its own, and nothing stands in its place."""
    free = [n for n in round_numbers(plot.low, plot.high, 4) if not target or abs(plot.y(n) - plot.y(target)) > LETTER]
    return [_tick(plot, points) for points in free]


def _round_ticks(plot: Plane, steps: Sequence[Step]) -> list[Tick]:
    """Which rounds are numbered: the first, the last, and as many between them as have room."""
    last = len(steps)
    every = next(n for n in _EASY if n * _MOST_NUMBERS >= last)
    taken = [last]
    for place in [*reversed(range(every, last, every)), 1]:
        if (taken[-1] - place) * plot.step >= _NUMBER_ROOM:
            taken.append(place)
    return [
        Tick(number(plot.x(place)), number(plot.bottom + 15), str(steps[place - 1].line.number))
        for place in reversed(taken)
    ]


def _lines(
    plot: Plane, scores: Mapping[int, Sequence[int]], steps: Sequence[Step], sides: Sequence[str]
) -> tuple[SideLine, ...]:
    ends = [plot.y(scores[side][-1]) for side in range(len(sides))]
    places = spread(ends, TOP, plot.bottom)
    lines = []
    for side, name in enumerate(sides):
        total = str(scores[side][-1]).replace("-", "\u2212")
        room = WIDTH - _LABEL - len(total) * _DIGIT - 3
        lines.append(
            SideLine(
                style=side + 1,
                name=shortened(name, room),
                total=total,
                path=track(plot, scores[side]),
                marks=tuple(_marked(plot, side, scores[side], steps)),
                label_at=number(places[side] + 4.5),
                leads_to=f"M{at(RIGHT + 1, ends[side])}L{at(_LABEL - 3, places[side])}",
            )
        )
    return tuple(lines)


def _marked(plot: Plane, side: int, scores: Sequence[int], steps: Sequence[Step]) -> list[Marked]:
    """The signs on a side's line; of several hands in a round, the one that stands out most."""
    found: dict[Mark, list[tuple[float, float]]] = {}
    for place, step in enumerate(steps, 1):
        if side in step.marks:
            mark = max(step.marks[side], key=list(Mark).index)
            found.setdefault(mark, []).append((plot.x(place), plot.y(scores[place])))
    return [Marked(kind.value, signs(kind.value, points, sign_size(plot))) for kind, points in found.items()]


def _box_rows(course: Course, sides: Sequence[str], plot: Plane) -> list[tuple[BoxRow, float]]:
    """A row of pips for every side, with where it ends; none where there are no boxes, or too many in one round."""
    most = max((brought for step in course.steps for brought in step.boxes.values()), default=0)
    if not 0 < most <= _MOST_PIPS:
        return []
    found, y = [], plot.bottom + _BOXES_BELOW
    for side, name in enumerate(sides):
        brought = [step.boxes[side] for step in course.steps]
        tall = max(GAP, _PIP * max(brought) + 6.0)
        middle = y + tall / 2
        total = str(sum(brought))
        dots = "".join(
            f"M{at(plot.x(place), middle + (2 * pip - count + 1) * _PIP / 2)}h0"
            for place, count in enumerate(brought, 1)
            for pip in range(count)
        )
        room = WIDTH - _LABEL - len(total) * _DIGIT - 3
        row = BoxRow(side + 1, shortened(name, room), total, number(middle), number(middle + 4.5), dots)
        y += tall
        found.append((row, y))
    return found


def _table_row(step: Step, sides: Sequence[str]) -> CourseRow:
    first = step.leader
    ahead = gettext("%(name)s ahead") % {"name": sides[first]} if step.takes_lead and first is not None else ""
    return CourseRow(
        number=step.line.number,
        event=event_word(step.line.told.result.event, step.line.rules),
        leads=ahead,
        cells=tuple(CourseCell(step.points[side], _gain(step, side)) for side in range(len(sides))),
    )


def _gain(step: Step, side: int) -> str:
    parts = [signed(step.gained[side])] if step.gained[side] else []
    return ", ".join([*parts, *([boxes(step.boxes[side])] if step.boxes[side] else [])])


def _legend(game: GameSheet) -> list[LegendSign]:
    """What the signs mean that are in the picture."""
    courses = column_courses(game) or (course_of(game),)
    seen = {mark for course in courses for step in course.steps for marks in step.marks.values() for mark in marks}
    found = [LegendSign(mark.value, event_word(Event(mark.value), game.rules)) for mark in Mark if mark in seen]
    if any(step.takes_lead for course in courses for step in course.steps):
        found.append(LegendSign("lead", gettext("The lead changes hands")))
    if game.rules.target:
        found.append(LegendSign("target", gettext("The target, %(points)d") % {"points": game.rules.target}))
    return found
