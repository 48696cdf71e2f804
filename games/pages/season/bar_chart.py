"""Template context of bar charts: geometry in the units of the SVG view box, and the numbers as a table."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bar:
    """A horizontal bar; ``after`` is the x position of its ``text``, ``too_few`` marks a value from too few counts."""

    label: str
    middle: float
    top: float
    length: float
    after: float
    text: str
    too_few: bool


@dataclass(frozen=True, slots=True)
class BarChart:
    """A bar chart. ``title`` describes it in words; ``head`` and ``rows`` are the same numbers as a table.

    ``left`` is the x position where the bars begin, ``note`` a remark below the chart.
    """

    title: str
    note: str
    width: int
    height: int
    left: int
    thickness: int
    bars: tuple[Bar, ...]
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
