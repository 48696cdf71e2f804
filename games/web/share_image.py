"""Draw the preview image of a shared game, as chats show it: the winner, names and scores, and a score chart.

It is a template, ``templates/sharing/share_image.svg``, turned into a PNG. Every text is measured first: one that is
too long is set smaller, then cut. Three fonts have Latin, Greek, Cyrillic, Hebrew and Arabic letters, and emoji.
"""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Final

import resvg_py
from django.template.loader import render_to_string
from django.utils.translation import gettext as _
from fontTools.ttLib import TTFont

from games.pages.sharing.public_summary import ShareCard, ShareCardChart
from games.pages.sharing.shared_page import IMAGE_SIZE
from games.selectors.caching import cached_once

_FONTS: Final = Path(__file__).parent / "fonts"
_REGULAR, _SEMIBOLD = "SourceSerifPro-Regular.ttf", "SourceSerifPro-Semibold.ttf"
_EMOJI, _LETTERS = "NotoEmoji-Regular.ttf", "DejaVuSans-Bold.ttf"
"""The fonts of what Source Serif lacks."""
_INVISIBLE: Final = {"Cf", "Mn", "Me"}
"""The Unicode categories of what has no width of its own: joiners, selectors and accents."""
_CLASSES: Final = {_REGULAR: "serif", _SEMIBOLD: "serif", _EMOJI: "emoji", _LETTERS: "letters"}
"""The class that each font has in the template."""

# The colors of the light theme, as in static/styles/tokens.css.
_RULE, _INK, _SOFT, _BRASS, _BRASS_INK = "#e4dac3", "#1b1e1b", "#4a4d43", "#e2b04a", "#7b5608"
_SIDE_COLORS: Final = ("#17603f", "#a3201a", "#7b5608", "#1b1e1b")
_DASHES: Final = ("", "16 8", "5 7", "22 7 5 7", "10 6", "28 10", "14 7 5 7 5 7", "5 12")
"""The dashes of each side, as in the chart on the page: long and short, none for a solid line."""

_LEFT, _RIGHT = 92, 1108
_TOP, _BOTTOM = 264, 506
"""The vertical area of names and charts."""
_CHART, _SMALL_CHART = 676, 776
"""The left edge of the charts: beside one column of names, and beside two."""
_ONE_COLUMN: Final = 4
"""The most names in one column."""
_GAP: Final = 40


def legible(name: str, number: int) -> str:
    """Return ``name`` if the fonts have all of it, or else "Player 2": names that differ are drawn different."""
    shown = [letter for letter in name if not _is_invisible(letter)]
    drawable = shown and all(_font_of(letter, _SEMIBOLD) for letter in shown)
    return name if drawable else _("Player %(number)s") % {"number": number}


@cached_once
def share_image(card: ShareCard) -> bytes:
    """Return the image as PNG; the same card is drawn once and cached."""
    svg = render_to_string("sharing/share_image.svg", {"image": _drawing(card), "size": IMAGE_SIZE})
    fonts = [str(_FONTS / name) for name in _CLASSES]
    return resvg_py.svg_to_bytes(svg_string=svg, font_files=fonts, skip_system_fonts=True)


# --- What is on the image ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Text:
    """A line of text at a point of its baseline: where it begins, or with the anchor "end" where it ends.

    ``runs`` are its parts, each with the class of its font.
    """

    x: float
    y: float
    runs: list[tuple[str, str]]
    size: int
    color: str
    weight: int
    anchor: str = "start"


@dataclass(frozen=True, slots=True)
class _Line:
    """A line through points, "x,y x,y", with SVG's dashes; ``end`` is where its dot is, None for a line without."""

    points: str
    color: str
    width: int
    dashes: str = ""
    end: tuple[float, float] | None = None


@dataclass(slots=True)
class _Drawing:
    """All that is drawn on the card. ``crowns`` are their left and top edge, their scale, and their color."""

    texts: list[_Text] = field(default_factory=list)
    lines: list[_Line] = field(default_factory=list)
    crowns: list[tuple[float, float, float, str]] = field(default_factory=list)

    def text(self, x: float, y: float, text: str, size: int, *, color: str, file: str, anchor: str = "start") -> None:
        """Add a line of text."""
        self.texts.append(_Text(x, y, _runs(text, file), size, color, 400 if file == _REGULAR else 600, anchor))

    def fitted(
        self, x: float, y: float, text: str, sizes: Sequence[int], *, room: float, color: str, file: str = _SEMIBOLD
    ) -> float:
        """Add ``text`` in the first of ``sizes`` in which it fits, cut if none does; return its width."""
        size = next((size for size in sizes if _width(text, file) * size <= room), sizes[-1])
        text = next((cut for cut in _cuts(text) if _width(cut, file) * size <= room), "…")
        self.text(x, y, text, size, color=color, file=file)
        return _width(text, file) * size

    def crown(self, left: float, top: float, size: float, color: str) -> None:
        """Add a crown in a square of ``size``; the template draws it in a field of 24."""
        self.crowns.append((left, top, size / 24, color))


def _drawing(card: ShareCard) -> _Drawing:
    drawing, width = _Drawing(), _RIGHT - _LEFT
    drawing.text(_RIGHT, 112, "Scorekeeper", 30, color=_BRASS_INK, file=_SEMIBOLD, anchor="end")
    drawing.fitted(_LEFT, 112, card.rules, (32,), room=width - 260, color=_SOFT, file=_REGULAR)
    sizes = (88, 82, 76, 70, 64, 58)
    fitting = (headline for headline in card.headlines if _width(headline, _SEMIBOLD) * sizes[-1] <= width)
    drawing.fitted(_LEFT, 202, next(fitting, card.headlines[-1]), sizes, room=width, color=_INK)
    drawing.lines.append(_Line(f"{_LEFT},234 {_LEFT + 120},234", _BRASS, 5))
    drawing.fitted(_LEFT, 556, card.when, (30,), room=width, color=_SOFT, file=_REGULAR)
    if card.sides:
        _add_sides(drawing, card)
    else:
        drawing.crown(516, 300, 168, _RULE)
    chart = _CHART if len(card.sides) <= _ONE_COLUMN else _SMALL_CHART
    room = (_RIGHT - chart + _GAP) / max(1, len(card.charts))
    for place, course in enumerate(card.charts):
        left = chart + place * room
        _add_chart(drawing, course, left, left + room - _GAP)
    return drawing


def _add_sides(drawing: _Drawing, card: ShareCard) -> None:
    """Add each side's name with a sample of its line, and its score as large as fits."""
    columns = 1 if len(card.sides) <= _ONE_COLUMN else 2
    end = (_RIGHT if not card.charts else _CHART if columns == 1 else _SMALL_CHART) - (60 if card.charts else 0)
    wide = (end - _LEFT + _GAP) / columns - _GAP
    rows = -(-len(card.sides) // columns)
    tall = min(112.0, (_BOTTOM - _TOP) / rows)
    first = _TOP + ((_BOTTOM - _TOP) - tall * rows) / 2
    score = round(min(92, tall * 0.84) if columns == 1 else min(46, tall * 0.7))
    size = round(min(50, tall * 0.56) if columns == 1 else min(32, tall * 0.5))
    numbers = max(_width(side.total, _SEMIBOLD) for side in card.sides) * score
    for n, side in enumerate(card.sides):
        left = _LEFT + n // rows * (wide + _GAP)
        middle = first + tall * (n % rows + 0.5)
        text_left = left
        if card.charts:
            dash = 44 if columns == 1 else 32
            points = f"{left},{middle} {left + dash},{middle}"
            drawing.lines.append(_Line(points, _SIDE_COLORS[n % 4], 7, _DASHES[n % 8]))
            text_left += dash + 16
        room = left + wide - numbers - 20 - text_left - (size if side.won else 0)
        sizes = (size, round(size * 0.86), round(size * 0.72))
        written = drawing.fitted(text_left, middle + size * 0.32, side.name, sizes, room=room, color=_INK)
        if side.won:
            drawing.crown(text_left + written + size * 0.22, middle - size * 0.34, size * 0.74, _BRASS)
        color = _INK if side.won else _SOFT
        drawing.text(left + wide, middle + score * 0.33, side.total, score, color=color, file=_SEMIBOLD, anchor="end")


def _add_chart(drawing: _Drawing, course: ShareCardChart, left: float, right: float) -> None:
    """Add the lines of one score chart, from ``left`` to ``right``."""
    top, bottom = float(_TOP + 6), float(_BOTTOM - 8)
    if course.title:
        drawing.fitted(left, top + 12, course.title, (24,), room=right - left, color=_SOFT, file=_REGULAR)
        top += 40
    values = [0, course.target or 0, *(points for line in course.lines for points in line)]
    low, high = min(values), max(*values, min(values) + 1)
    steps = max(1, len(course.lines[0]) - 1)

    def at(place: int, points: int) -> tuple[float, float]:
        # The dot at the end is as wide as 24.
        return left + place * (right - 12 - left) / steps, bottom - (points - low) / (high - low) * (bottom - top)

    drawing.lines.append(_Line(f"{left},{at(0, 0)[1]} {right},{at(0, 0)[1]}", _RULE, 3))
    if course.target:
        y = at(0, course.target)[1]
        drawing.lines.append(_Line(f"{left},{y} {right},{y}", _SOFT, 3, "3 9"))
        if not course.title:
            drawing.text(left, y + 28, str(course.target), 24, color=_SOFT, file=_REGULAR)
    for n, line in enumerate(course.lines):
        points = [at(place, score) for place, score in enumerate(line)]
        text = " ".join(f"{x},{y}" for x, y in points)
        drawing.lines.append(_Line(text, _SIDE_COLORS[n % 4], 7, _DASHES[n % 8], points[-1]))


# --- Letters ----------------------------------------------------------------------------------------------------------


def _is_invisible(letter: str) -> bool:
    return unicodedata.category(letter) in _INVISIBLE


@cache
def _widths(file: str) -> dict[str, float]:
    """Return the width of each character that a font has, as a part of the font's size."""
    with TTFont(_FONTS / file, lazy=True) as font:
        widths, size = font["hmtx"], font["head"].unitsPerEm
        return {chr(code): widths[glyph][0] / size for code, glyph in font.getBestCmap().items()}


def _font_of(letter: str, file: str) -> str | None:
    """Return the first font that has a character: ``file``, the one of emoji or that of other letters, or None."""
    return next((font for font in (file, _EMOJI, _LETTERS) if letter in _widths(font)), None)


def _fonts(text: str, file: str) -> list[str]:
    """Return the font of each character: with letters that Source Serif lacks, all is in the font of those."""
    base = _LETTERS if any(_font_of(letter, file) == _LETTERS for letter in text) else file
    return [_font_of(letter, base) or base for letter in text]


def _runs(text: str, file: str) -> list[tuple[str, str]]:
    """Return the parts of ``text`` that are in one font, each with the font's class."""
    letters = zip(_fonts(text, file), text, strict=True)
    return [(_CLASSES[font], "".join(letter for _, letter in run)) for font, run in groupby(letters, itemgetter(0))]


def _width(text: str, file: str) -> float:
    """Return the width of ``text`` as a part of its size."""
    letters = zip(_fonts(text, file), text, strict=True)
    return sum(_widths(font).get(letter, 1.0) for font, letter in letters if not _is_invisible(letter))


def _cuts(text: str) -> Iterator[str]:
    """Yield ``text``, then its beginnings with "…" at the end, the longest first."""
    yield text
    for length in range(len(text) - 1, 0, -1):
        yield text[:length].rstrip() + "…"
