"""Build the score chart of a game: the score of every side over the rounds, as SVG paths."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import get_language, gettext

from games.pages.table.chart_geometry import (
    GAP,
    LEFT,
    LETTER,
    RIGHT,
    TOP,
    WIDTH,
    PlotArea,
    coordinate,
    path_point,
    plot_area,
    round_numbers,
    score_path,
    shortened,
    sign_size,
    signs_path,
    spaced_out,
    spread_labels,
)
from games.pages.table.columns_view import column_heads
from games.pages.table.game import ColumnHead
from games.pages.table.score_chart import (
    BoxRow,
    Chart,
    GamePicture,
    LegendSide,
    LegendSign,
    MarkPath,
    ProgressCell,
    ProgressRow,
    SideLine,
    Tick,
)
from games.rules.analysis.progress import GameProgress, Highlight, ProgressStep, column_progress, game_progress
from games.rules.scoring import Event
from games.rules.sheet import GameSheet, TableSheet
from games.selectors.caching import cached
from games.selectors.table.table_names import names_by_seat
from games.wording.score_progress import score_progress_text
from games.wording.scores import event_word, headline
from games.wording.words import boxes, in_a_row, labeled, side_names, signed

_HEIGHT, _COLUMN_HEIGHT = 190, 130
_LABEL = RIGHT + 13
_DIGIT = 0.62 * LETTER
_PIP = 7
_MOST_PIPS = 6
"""If a round brings more boxes than this, boxes aren't drawn."""
_BOXES_BELOW = 38.0
"""How far below the plot the rows of boxes begin, under the round numbers and a heading."""
_MOST_NUMBERS = 8
"""The most round numbers on the axis."""
_NUMBER_ROOM = 20
_INTERVALS = (1, 2, 5, 10, 20, 25, 50, 100, 250, 500, 1000)


@dataclass(frozen=True, slots=True)
class _PictureKey:
    """The cache key of a picture. It holds the sheet, so that the sheet's id() stays unique while it is cached."""

    sheet_id: int
    number: int
    players: tuple[str, ...]
    url: str
    language: str
    sheet: TableSheet = field(compare=False)
    game: GameSheet = field(compare=False)


def game_picture(sheet: TableSheet, game: GameSheet, players: Sequence[str], url: str) -> GamePicture:
    """Return the picture of ``game``; the page reloads it from ``url``, or never if that is ""."""
    language = get_language() or ""
    return _picture(_PictureKey(id(sheet), game.number, tuple(players), url, language, sheet, game))


@cached(64)
def _picture(key: _PictureKey) -> GamePicture:
    """Draw the picture; cached, because all screens of a table request it at once."""
    game, names = key.game, names_by_seat(key.game, key.players)
    sides = side_names(game.rules, names)
    return GamePicture(
        url=f"{key.url}?seen={key.sheet.revision}" if key.url else "",
        charts=score_charts(game, names),
        sides=tuple(LegendSide(side, name) for side, name in enumerate(sides, 1)),
        signs=tuple(_legend(game)),
    )


def score_charts(game: GameSheet, names: Sequence[str]) -> tuple[Chart, ...]:
    """Return the charts of ``game``: one, or one for each column; none before the second round that counts."""
    score_course, sides = game_progress(game), side_names(game.rules, names)
    if len(score_course.steps) < 2:
        return ()
    target = game.rules.target
    if not game.columns:
        ended = f"{headline(game.final, sides)}. " if game.over and game.final else ""
        return (_chart(score_course, sides, target, _HEIGHT, ended),)
    heads = column_heads(game, names, sides)
    return tuple(
        _chart(course, sides, target, _COLUMN_HEIGHT, f"{_caption(head)}. ", head=head)
        for course, head in zip(column_progress(game), heads, strict=True)
    )


def _caption(head: ColumnHead) -> str:
    return labeled(head.title, head.ended) if head.ended else head.title


def _chart(
    course: GameProgress,
    sides: Sequence[str],
    target: int | None,
    height: int,
    description: str,
    *,
    head: ColumnHead | None = None,
) -> Chart:
    steps, height = course.steps, max(height, round(GAP * len(sides)) + 8)
    scores = {side: [course.start[side], *(step.points[side] for step in steps)] for side in range(len(sides))}
    plot = plot_area((points for line in scores.values() for points in line), target, len(steps), height)
    lead_changes = [plot.x(place) for place, step in enumerate(steps, 1) if step.takes_lead]
    rows = _box_rows(course, sides, plot)
    return Chart(
        title=head.title if head else "",
        ended=head.ended if head else "",
        description=description + score_progress_text(course.points, steps, len(lead_changes), sides),
        width=str(WIDTH),
        height=coordinate(rows[-1][1] + 2 if rows else plot.bottom + 20),
        left=str(LEFT),
        right=str(RIGHT),
        scale_x=str(LEFT - 5),
        labels_x=str(_LABEL),
        ticks=tuple(_ticks(plot, target)),
        rounds=tuple(_round_ticks(plot, steps)),
        zero=coordinate(plot.y(0)),
        target=_tick(plot, target) if target else None,
        lines=_lines(plot, scores, steps, sides),
        changes="".join(f"M{path_point(x, TOP)}V{coordinate(plot.bottom)}" for x in lead_changes),
        crowns=tuple(coordinate(x - 7) for x in spaced_out(lead_changes, 15)),
        boxes=tuple(row for row, _ in rows),
        boxes_position=coordinate(plot.bottom + _BOXES_BELOW - 3),
        rows=tuple(_table_row(step, sides) for step in steps),
    )


def _tick(plot: PlotArea, points: int) -> Tick:
    y = plot.y(points)
    return Tick(coordinate(y), coordinate(y + 4), str(points).replace("-", "\u2212"))


def _ticks(plot: PlotArea, target: int | None) -> list[Tick]:
    """Return the numbers of the score axis; none close to the target, which has its own line."""
    numbers = [
        n for n in round_numbers(plot.low, plot.high, 4) if not target or abs(plot.y(n) - plot.y(target)) > LETTER
    ]
    return [_tick(plot, points) for points in numbers]


def _round_ticks(plot: PlotArea, steps: Sequence[ProgressStep]) -> list[Tick]:
    """Return the numbers of the round axis: the first, the last, and as many between as fit."""
    last = len(steps)
    interval = next(n for n in _INTERVALS if n * _MOST_NUMBERS >= last)
    numbered = [last]
    for place in [*reversed(range(interval, last, interval)), 1]:
        if (numbered[-1] - place) * plot.step >= _NUMBER_ROOM:
            numbered.append(place)
    return [
        Tick(coordinate(plot.x(place)), coordinate(plot.bottom + 15), str(steps[place - 1].line.number))
        for place in reversed(numbered)
    ]


def _lines(
    plot: PlotArea, scores: Mapping[int, Sequence[int]], steps: Sequence[ProgressStep], sides: Sequence[str]
) -> tuple[SideLine, ...]:
    ends = [plot.y(scores[side][-1]) for side in range(len(sides))]
    places = spread_labels(ends, TOP, plot.bottom)
    lines = []
    for side, name in enumerate(sides):
        total = str(scores[side][-1]).replace("-", "\u2212")
        room = WIDTH - _LABEL - len(total) * _DIGIT - 3
        lines.append(
            SideLine(
                style=side + 1,
                name=shortened(name, room),
                total=total,
                path=score_path(plot, scores[side]),
                marks=tuple(_signs_on_line(plot, side, scores[side], steps)),
                label_position=coordinate(places[side] + 4.5),
                label_line=f"M{path_point(RIGHT + 1, ends[side])}L{path_point(_LABEL - 3, places[side])}",
            )
        )
    return tuple(lines)


def _signs_on_line(plot: PlotArea, side: int, scores: Sequence[int], steps: Sequence[ProgressStep]) -> list[MarkPath]:
    """Return the signs on a side's line; of several hands in a round, the most notable one."""
    points_by_mark: dict[Highlight, list[tuple[float, float]]] = {}
    for place, step in enumerate(steps, 1):
        if side in step.highlights:
            mark = max(step.highlights[side], key=list(Highlight).index)
            points_by_mark.setdefault(mark, []).append((plot.x(place), plot.y(scores[place])))
    return [
        MarkPath(kind.value, signs_path(kind.value, points, sign_size(plot))) for kind, points in points_by_mark.items()
    ]


def _box_rows(course: GameProgress, sides: Sequence[str], plot: PlotArea) -> list[tuple[BoxRow, float]]:
    """Return a row of pips for every side and its lower end; none if there are no boxes, or too many in one round."""
    most = max((boxes for step in course.steps for boxes in step.boxes.values()), default=0)
    if not 0 < most <= _MOST_PIPS:
        return []
    rows, y = [], plot.bottom + _BOXES_BELOW
    for side, name in enumerate(sides):
        boxes = [step.boxes[side] for step in course.steps]
        tall = max(GAP, _PIP * max(boxes) + 6.0)
        middle = y + tall / 2
        total = str(sum(boxes))
        dots = "".join(
            f"M{path_point(plot.x(place), middle + (2 * pip - count + 1) * _PIP / 2)}h0"
            for place, count in enumerate(boxes, 1)
            for pip in range(count)
        )
        room = WIDTH - _LABEL - len(total) * _DIGIT - 3
        row = BoxRow(side + 1, shortened(name, room), total, coordinate(middle), coordinate(middle + 4.5), dots)
        y += tall
        rows.append((row, y))
    return rows


def _table_row(step: ProgressStep, sides: Sequence[str]) -> ProgressRow:
    leader = step.leader
    lead_text = gettext("%(name)s ahead") % {"name": sides[leader]} if step.takes_lead and leader is not None else ""
    return ProgressRow(
        number=step.line.number,
        event=in_a_row([event_word(step.line.latest.result.event, step.line.rules), lead_text]),
        cells=tuple(ProgressCell(step.points[side], _gain(step, side)) for side in range(len(sides))),
    )


def _gain(step: ProgressStep, side: int) -> str:
    parts = [signed(step.gained[side])] if step.gained[side] else []
    return ", ".join([*parts, *([boxes(step.boxes[side])] if step.boxes[side] else [])])


def _legend(game: GameSheet) -> list[LegendSign]:
    """Return the legend of the signs that occur in the picture."""
    courses = column_progress(game) or (game_progress(game),)
    marks_used = {
        mark for course in courses for step in course.steps for marks in step.highlights.values() for mark in marks
    }
    legend = [
        LegendSign(mark.value, event_word(Event(mark.value), game.rules)) for mark in Highlight if mark in marks_used
    ]
    if any(step.takes_lead for course in courses for step in course.steps):
        legend.append(LegendSign("lead", gettext("The lead changes hands")))
    if game.rules.target:
        legend.append(LegendSign("target", gettext("The target, %(points)d") % {"points": game.rules.target}))
    return legend
