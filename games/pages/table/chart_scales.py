"""Geometry for charts: linear scales, histogram bins, and SVG outlines in view box units."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scale:
    """A linear scale: ``low`` is drawn at ``start``, ``high`` at ``end``, which may be smaller than ``start``."""

    low: float
    high: float
    start: float
    end: float

    def __call__(self, value: float) -> float:
        """Return the coordinate of ``value``; always ``end`` if ``low`` equals ``high``.

        >>> Scale(0, 10, 100, 0)(2.5)
        75.0
        """
        if self.high == self.low:
            return float(self.end)
        return round(self.start + (self.end - self.start) * (value - self.low) / (self.high - self.low), 1)


@dataclass(frozen=True, slots=True)
class Bin:
    """A histogram bin: the number of values from ``low`` to ``high``, both included."""

    low: int
    high: int
    number: int


def step_for(span: int, most: int) -> int:
    """Return the least of 1, 2, 5, 10, 20 … that divides a ``span`` into at most ``most`` steps.

    >>> step_for(38, 8), step_for(3, 8)
    (5, 1)
    """
    tens = 1
    while True:
        for step in (tens, 2 * tens, 5 * tens):
            if -(-span // step) <= most:
                return step
        tens *= 10


def histogram(numbers: Mapping[int, int], most: int) -> tuple[Bin, ...]:
    """Return a histogram of ``numbers`` (count by value) with at most ``most`` bins of equal width.

    >>> histogram({3: 2, 5: 1}, 5)
    (Bin(low=3, high=3, number=2), Bin(low=4, high=4, number=0), Bin(low=5, high=5, number=1))
    """
    values = [value for value, number in numbers.items() if number]
    if not values:
        return ()
    low, high = min(values), max(values)
    # Bins start at multiples of the step, so one more may be needed than the span alone requires.
    step = step_for(high - low + 1, most) if high - low < most else step_for(high - low + 1, most - 1)
    edges = range(low // step * step, high + 1, step)
    return tuple(
        Bin(edge, edge + step - 1, sum(numbers.get(value, 0) for value in range(edge, edge + step))) for edge in edges
    )


def svg_points(points: Iterable[tuple[float, float]]) -> str:
    """Return points as the ``points`` attribute of an SVG line or area.

    >>> svg_points([(0, 1.5), (2, 3)])
    '0,1.5 2,3'
    """
    return " ".join(f"{x},{y}" for x, y in points)


def broken_line(points: Sequence[tuple[float, float] | None]) -> str:
    """Return an SVG path through ``points``, interrupted at None; a single point becomes a dot (with round caps).

    >>> broken_line([(0, 1), (2, 3), None, (6, 1)])
    'M0 1L2 3M6 1h0'
    """
    parts: list[list[tuple[float, float]]] = [[]]
    for point in points:
        if point is not None:
            parts[-1].append(point)
        elif parts[-1]:
            parts.append([])
    return "".join(
        "M" + "L".join(f"{x} {y}" for x, y in part) + ("h0" if len(part) == 1 else "") for part in parts if part
    )
