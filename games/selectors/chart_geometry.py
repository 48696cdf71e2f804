"""The geometry of a picture: where a score lies on it, its axes, its signs, and what fits beside it. Nothing else."""

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
"""The size of a label's letters; a drawing is as wide as a phone's screen, so that it is about as many pixels."""
GAP: Final = 16.0
"""What two labels are apart at least."""
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
"""The corners of the signs about their middle: a diamond, a star, a triangle that stands on its tip."""


@dataclass(frozen=True, slots=True)
class Plane:
    """A field ``height`` high for scores from ``low`` to ``high`` over so many ``rounds``."""

    low: int
    high: int
    rounds: int
    height: int

    @property
    def bottom(self) -> int:
        """Where the field ends."""
        return TOP + self.height

    @property
    def step(self) -> float:
        """How far two rounds are apart."""
        return (RIGHT - LEFT) / max(1, self.rounds)

    def x(self, place: int) -> float:
        """Where the score after the round in ``place`` lies, from 1; in 0 the one that the game began with."""
        return LEFT + place * self.step

    def y(self, points: int) -> float:
        """How high ``points`` lie."""
        return self.bottom - (points - self.low) / (self.high - self.low) * self.height


def plane(scores: Iterable[int], target: int | None, rounds: int, height: int) -> Plane:
    """The field that holds all ``scores``, nothing and the ``target``."""
    seen = [0, *scores, *([target] if target else [])]
    low, high = min(seen), max(seen)
    return Plane(low, max(high, low + 1), rounds, height)


def number(value: float) -> str:
    """A coordinate as it is written in a drawing, whatever the reader's language: "12.5", "12"."""
    return f"{value:.1f}".removesuffix(".0")


def at(x: float, y: float) -> str:
    """A point within a path."""
    return f"{number(x)} {number(y)}"


def track(field: Plane, scores: Sequence[int]) -> str:
    """The path through ``scores``, the first of which stands before the first round.

    Where the score stands still, only the ends of the stretch are drawn.
    """
    last = len(scores) - 1
    bends = [n for n in range(1, last) if scores[n] - scores[n - 1] != scores[n + 1] - scores[n]]
    return "M" + "L".join(at(field.x(n), field.y(scores[n])) for n in sorted({0, *bends, last}))


def signs(kind: str, points: Iterable[tuple[float, float]], size: float) -> str:
    """A sign at each of ``points``, as one path."""
    corners = [(x * size, y * size) for x, y in _SHAPES[kind]]
    return "".join("M" + "L".join(at(x + dx, y + dy) for dx, dy in corners) + "z" for x, y in points)


def sign_size(field: Plane) -> float:
    """How large a sign may be, so that a long game's do not hide its lines."""
    return max(3.0, min(6.0, field.step * 0.45))


def round_numbers(low: int, high: int, most: int) -> list[int]:
    """Up to ``most`` numbers from ``low`` to ``high`` that a person reads off easily."""
    rough = max(1.0, (high - low) / most)
    power = 10 ** floor(log10(rough))
    step = next(int(power * n) for n in (1, 2, 5, 10) if power * n >= rough and power * n >= 1)
    return list(range(-(-low // step) * step, high + 1, step))


def spread(wished: Sequence[float], low: float, high: float, gap: float = GAP) -> list[float]:
    """The places next to those ``wished`` that are ``gap`` apart and not above ``low``; below ``high`` if it goes."""
    order = sorted(range(len(wished)), key=lambda n: (wished[n], n))
    places = dict.fromkeys(order, 0.0)
    least = low
    for n in order:
        places[n] = max(wished[n], least)
        least = places[n] + gap
    most = max(high, low + gap * (len(order) - 1))
    for n in reversed(order):
        places[n] = min(places[n], most)
        most = places[n] - gap
    return [places[n] for n in range(len(wished))]


def apart(places: Iterable[float], gap: float) -> list[float]:
    """Those of ``places``, in order, that are at least ``gap`` behind the last one taken."""
    taken: list[float] = []
    for place in places:
        if not taken or place - taken[-1] >= gap:
            taken.append(place)
    return taken


def shortened(text: str, room: float) -> str:
    """As much of ``text`` as fits into ``room``, with "…" for the rest; letters are guessed rather broad."""
    if sum(map(_breadth, text)) <= room:
        return text
    left, kept = room - _breadth("…"), ""
    for letter in text:
        left -= _breadth(letter)
        if left < 0:
            break
        kept += letter
    return kept.rstrip() + "…"


def _breadth(letter: str) -> float:
    if unicodedata.combining(letter):
        return 0.0
    if unicodedata.east_asian_width(letter) in "WF":
        return LETTER
    share = 0.33 if letter in _NARROW else 0.88 if letter in _BROAD else 0.67 if letter.isupper() else 0.56
    return share * LETTER
