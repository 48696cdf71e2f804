"""Geometry of the score charts, without any text or data: scales, paths, signs, axis numbers and label placement."""

import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, floor, log10, pi, sin
from typing import Final

WIDTH: Final = 360
LEFT: Final = 36
RIGHT: Final = 246
TOP: Final = 22
LETTER: Final = 13.0
"""The font size of labels. A chart is about as wide as a phone's screen, so that a unit is about one pixel."""
GAP: Final = 16.0
"""The least distance between two labels."""
_NARROW: Final = frozenset("fijlrtI.,:;'|!()[] ")
_BROAD: Final = frozenset("mwMW@&%")
_STAR: Final = tuple(
    (cos(pi * n / 5 - pi / 2) * r, sin(pi * n / 5 - pi / 2) * r) for n, r in enumerate([1.25, 0.5] * 5)
)
_SHAPES: Final = {
    "gin": ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)),
    "big_gin": _STAR,
    "undercut": ((-1.0, -0.75), (1.0, -0.75), (0.0, 1.0)),
}
"""The corners of the signs around their center: a diamond, a star, a triangle standing on its tip."""


@dataclass(frozen=True, slots=True)
class PlotArea:
    """The plot area: ``height`` units for scores from ``low`` to ``high``, over this many ``rounds``."""

    low: int
    high: int
    rounds: int
    height: int

    @property
    def bottom(self) -> int:
        """The y coordinate of the lower edge."""
        return TOP + self.height

    @property
    def step(self) -> float:
        """The horizontal distance between two rounds."""
        return (RIGHT - LEFT) / max(1, self.rounds)

    def x(self, place: int) -> float:
        """Return the x coordinate of the score after a round, counted from 1; 0 is the score at the start."""
        return LEFT + place * self.step

    def y(self, points: int) -> float:
        """Return the y coordinate of ``points``."""
        return self.bottom - (points - self.low) / (self.high - self.low) * self.height


def plot_area(scores: Iterable[int], target: int | None, rounds: int, height: int) -> PlotArea:
    """Return the plot area that holds all ``scores``, zero and the ``target``."""
    seen = [0, *scores, *([target] if target else [])]
    low, high = min(seen), max(seen)
    return PlotArea(low, max(high, low + 1), rounds, height)


def coordinate(value: float) -> str:
    """Return a coordinate as SVG writes it, independent of the language: "12.5", "12"."""
    return f"{value:.1f}".removesuffix(".0")


def path_point(x: float, y: float) -> str:
    """Return a point as an SVG path writes it."""
    return f"{coordinate(x)} {coordinate(y)}"


def score_path(plot: PlotArea, scores: Sequence[int]) -> str:
    """Return the SVG path through ``scores``; the first is the score before the first round.

    Points on a straight stretch are left out.
    """
    last = len(scores) - 1
    bends = [n for n in range(1, last) if scores[n] - scores[n - 1] != scores[n + 1] - scores[n]]
    return "M" + "L".join(path_point(plot.x(n), plot.y(scores[n])) for n in sorted({0, *bends, last}))


def signs_path(kind: str, points: Iterable[tuple[float, float]], size: float) -> str:
    """Return a sign at each of ``points``, as one SVG path."""
    corners = [(x * size, y * size) for x, y in _SHAPES[kind]]
    return "".join("M" + "L".join(path_point(x + dx, y + dy) for dx, dy in corners) + "z" for x, y in points)


def sign_size(plot: PlotArea) -> float:
    """Return the size of signs: smaller in long games, so that they don't hide the lines."""
    return max(3.0, min(6.0, plot.step * 0.45))


def round_numbers(low: int, high: int, most: int) -> list[int]:
    """Return up to ``most`` round numbers from ``low`` to ``high``, for an axis."""
    rough = max(1.0, (high - low) / most)
    power = 10 ** floor(log10(rough))
    step = next(int(power * n) for n in (1, 2, 5, 10) if power * n >= rough and power * n >= 1)
    return list(range(-(-low // step) * step, high + 1, step))


def spread_labels(desired: Sequence[float], low: float, high: float, gap: float = GAP) -> list[float]:
    """Return positions near the ``desired`` ones, ``gap`` apart, from ``low`` on and if possible up to ``high``."""
    by_position = sorted(range(len(desired)), key=lambda n: (desired[n], n))
    places = dict.fromkeys(by_position, 0.0)
    least = low
    for n in by_position:
        places[n] = max(desired[n], least)
        least = places[n] + gap
    most = max(high, low + gap * (len(by_position) - 1))
    for n in reversed(by_position):
        places[n] = min(places[n], most)
        most = places[n] - gap
    return [places[n] for n in range(len(desired))]


def spaced_out(places: Iterable[float], gap: float) -> list[float]:
    """Return those of ``places``, in order, that are at least ``gap`` after the last one taken."""
    taken: list[float] = []
    for place in places:
        if not taken or place - taken[-1] >= gap:
            taken.append(place)
    return taken


def shortened(text: str, room: float) -> str:
    """Return ``text`` cut with "…" to the width ``room``; letter widths are estimated generously."""
    if sum(map(_letter_width, text)) <= room:
        return text
    remaining, prefix = room - _letter_width("…"), ""
    for letter in text:
        remaining -= _letter_width(letter)
        if remaining < 0:
            break
        prefix += letter
    return prefix.rstrip() + "…"


def _letter_width(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return LETTER
    share = 0.33 if letter in _NARROW else 0.88 if letter in _BROAD else 0.67 if letter.isupper() else 0.56
    return share * LETTER
