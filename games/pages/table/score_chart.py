"""Template context of a game's score chart. Coordinates are text, as they are written into the SVG."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on an axis: the position of its line and of its text."""

    position: str
    text_position: str
    text: str


@dataclass(frozen=True, slots=True)
class MarkPath:
    """The marks of one kind on a side's line as one path; ``kind`` is "gin", "big_gin" or "undercut"."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's line through the rounds, its marks, and its label at the end.

    ``style`` is the number of its dash pattern and color, from 1; ``name`` is cut to the room there is. ``label_line``
    is a line from the end to the label if the label had to be moved.
    """

    style: int
    name: str
    total: str
    path: str
    marks: tuple[MarkPath, ...]
    label_position: str
    label_line: str


@dataclass(frozen=True, slots=True)
class BoxRow:
    """The boxes of a side as dots below the rounds in which it won them; ``dots`` is one path."""

    style: int
    name: str
    total: str
    position: str
    text_position: str
    dots: str


@dataclass(frozen=True, slots=True)
class ProgressCell:
    """A side's cell of a round in the table of scores: its total, and "+13, 1 box" or empty."""

    total: int
    gain: str


@dataclass(frozen=True, slots=True)
class ProgressRow:
    """A round in the table of scores."""

    number: int
    event: str
    """How it ended, and "Ann ahead" if the lead changed hands."""
    cells: tuple[ProgressCell, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One drawing: of a game, or of one column of a Hollywood sheet."""

    title: str
    """"Game 2, counts double"; empty where there is one."""
    ended: str
    """"Ann wins 185"; empty while it goes on, and where there is one."""
    description: str
    """The chart in words, for screen readers: who won or leads, and by how much."""
    width: str
    height: str
    left: str
    right: str
    scale_x: str
    """The x position where the scale's numbers end, left of the plot."""
    labels_x: str
    """The x position where the labels begin, right of the plot."""
    ticks: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    zero: str
    target: Tick | None
    lines: tuple[SideLine, ...]
    changes: str
    """A path with a vertical line for each change of the lead; empty without one."""
    crowns: tuple[str, ...]
    """The x positions of the crowns above these lines, as many as there is room for."""
    boxes: tuple[BoxRow, ...]
    boxes_position: str
    """The position of their heading."""
    rows: tuple[ProgressRow, ...]


@dataclass(frozen=True, slots=True)
class LegendSign:
    """A mark in the legend and its meaning."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class LegendSide:
    """A side in the legend: its ``style`` and its full name."""

    style: int
    name: str


@dataclass(frozen=True, slots=True)
class GamePicture:
    """The score chart of a game; ``charts`` are empty before the second counting round.

    ``url`` is where a newer chart is requested.
    """

    url: str
    charts: tuple[Chart, ...]
    sides: tuple[LegendSide, ...]
    signs: tuple[LegendSign, ...]
