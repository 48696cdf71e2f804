"""A game as a picture: where every stroke of it lies. Coordinates are text, as they stand in the drawing."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Tick:
    """A number on an axis: where it stands, and where its line is."""

    at: str
    text_at: str
    text: str


@dataclass(frozen=True, slots=True)
class Marked:
    """All marks of one kind on a side's line, as one path. ``kind`` is "gin", "big_gin" or "undercut"."""

    kind: str
    path: str


@dataclass(frozen=True, slots=True)
class SideLine:
    """One side's line through the rounds, its marks, and its label at the end.

    ``style`` is the number of its dashes and colour, from 1; ``name`` as much of the name as there is room for.
    ``leads_to`` is the stroke from the line's end to the label where that had to give way to others.
    """

    style: int
    name: str
    total: str
    path: str
    marks: tuple[Marked, ...]
    label_at: str
    leads_to: str


@dataclass(frozen=True, slots=True)
class BoxRow:
    """The boxes of a side as pips below the rounds that brought them; one path of dots."""

    style: int
    name: str
    total: str
    at: str
    text_at: str
    dots: str


@dataclass(frozen=True, slots=True)
class CourseCell:
    """A side's part of a round in the table: "67", and "+13, 1 box" or empty."""

    total: int
    gain: str


@dataclass(frozen=True, slots=True)
class CourseRow:
    """A round in the table: its number, what it was, and whether the lead changed hands."""

    number: int
    event: str
    leads: str
    """"Ann ahead" where the lead changed hands; empty where not."""
    cells: tuple[CourseCell, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """One drawing: of a game, or of one column of a Hollywood sheet."""

    title: str
    """"Game 2, counts double"; empty where there is one."""
    ended: str
    """"Ann wins 185"; empty while it goes on, and where there is one."""
    says: str
    """The drawing in words: who won or leads, and with how much."""
    width: str
    height: str
    left: str
    right: str
    beside: str
    """Where the numbers of the scale end, left of the field."""
    labels: str
    """Where the labels begin, right of it."""
    ticks: tuple[Tick, ...]
    rounds: tuple[Tick, ...]
    zero: str
    target: Tick | None
    lines: tuple[SideLine, ...]
    changes: str
    """A path of an upright line for each change of the lead; empty without one."""
    crowns: tuple[str, ...]
    """Where the crowns stand over them, as many as have room."""
    boxes: tuple[BoxRow, ...]
    boxes_at: str
    """Where their heading stands."""
    rows: tuple[CourseRow, ...]


@dataclass(frozen=True, slots=True)
class LegendSign:
    """A sign of the legend: its ``kind``, and what it means."""

    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class LegendSide:
    """A side of the legend: its ``style`` and its whole name."""

    style: int
    name: str


@dataclass(frozen=True, slots=True)
class GamePicture:
    """The picture of a game. ``charts`` are empty before the second round that counts.

    ``url`` is where it is asked for again; it names the ``revision`` that is shown.
    """

    url: str
    charts: tuple[Chart, ...]
    sides: tuple[LegendSide, ...]
    signs: tuple[LegendSign, ...]
