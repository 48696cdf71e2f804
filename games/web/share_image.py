"""Draw the preview image of a shared game, as chats show it: the winner, names and scores, and a score chart.

It is drawn at double size and scaled down, so that its lines are smooth. Every text is measured first: one that is too
long is set smaller, then cut. The font is Source Serif (Latin, Greek, Cyrillic); other characters are left out.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from io import BytesIO
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import Final

from django.utils.translation import gettext as _
from PIL import Image, ImageDraw, ImageFilter, ImageFont

from games.pages.sharing.public_summary import ShareCard, ShareCardChart
from games.pages.sharing.shared_page import IMAGE_SIZE
from games.selectors.caching import cached_once

_FONTS: Final = Path(__file__).parent / "fonts"
_BOLD, _PLAIN = "SourceSerifPro-Semibold.ttf", "SourceSerifPro-Regular.ttf"
_SCALE: Final = 2
"""The scale at which it is drawn."""

# The colors of the light theme, as in static/styles/tokens.css.
_FELT, _FELT_LIT, _SHADE = "#0b2c22", "#1f5b4a", "#06150f"
_CARD, _RULE, _INK, _SOFT = "#fdfaf1", "#e4dac3", "#1b1e1b", "#4a4d43"
_BRASS, _BRASS_INK = "#e2b04a", "#7b5608"
_SIDE_COLORS: Final = ("#17603f", "#a3201a", "#7b5608", "#1b1e1b")
_DASHES: Final[tuple[tuple[int, ...], ...]] = (
    # The dashes of each side, as in the chart on the page: long and short, none for a solid line.
    *((), (16, 8), (5, 7), (22, 7, 5, 7), (10, 6), (28, 10), (14, 7, 5, 7, 5, 7), (5, 12)),
)

_LEFT, _RIGHT = 92, 1108
_TOP, _BOTTOM = 264, 506
"""The vertical area of names and charts."""
_CHART, _SMALL_CHART = 676, 776
"""The left edge of the charts: beside one column of names, and beside two."""
_ONE_COLUMN: Final = 4
"""The most names in one column."""
_GAP: Final = 40


def legible(name: str, number: int) -> str:
    """Return ``name`` in the characters of the font; "Player 2" for a name without any of them."""
    return _legible(name) or _("Player %(number)s") % {"number": number}


@cached_once
def share_image(card: ShareCard) -> bytes:
    """Return the image as PNG; the same card is drawn once and cached."""
    canvas = _Canvas(_background().copy())
    _draw_texts(canvas, card)
    if card.sides:
        _draw_sides(canvas, card)
    else:
        canvas.crown(516, 300, 168, _RULE)
    chart = _CHART if len(card.sides) <= _ONE_COLUMN else _SMALL_CHART
    room = (_RIGHT - chart + _GAP) / max(1, len(card.charts))
    for place, course in enumerate(card.charts):
        left = chart + place * room
        _draw_chart(canvas, course, left, left + room - _GAP)
    file = BytesIO()
    canvas.image.resize(IMAGE_SIZE, Image.Resampling.LANCZOS).save(file, "PNG", optimize=True)
    return file.getvalue()


# --- The texts of the image -------------------------------------------------------------------------------------------


def _draw_texts(canvas: "_Canvas", card: ShareCard) -> None:
    """Draw the texts: the rules on top, the headline, and the date at the bottom."""
    mark = "Scorekeeper"
    canvas.text((_RIGHT, 112), mark, _Face(_BOLD, 30), _BRASS_INK, anchor="rs")
    width = _RIGHT - _LEFT
    canvas.fitted((_LEFT, 112), card.rules, (32,), width - 260, _SOFT, file=_PLAIN)
    sizes = (88, 82, 76, 70, 64, 58)
    headline = next(
        (
            headline_text
            for headline_text in card.headlines
            if _Face(_BOLD, sizes[-1]).width(_legible(headline_text)) <= width
        ),
        card.headlines[-1],
    )
    canvas.fitted((_LEFT, 202), headline, sizes, width, _INK)
    canvas.line([(_LEFT, 234), (_LEFT + 120, 234)], _BRASS, 5)
    canvas.text((_LEFT, 556), _legible(card.when), _Face(_PLAIN, 30), _SOFT)


def _draw_sides(canvas: "_Canvas", card: ShareCard) -> None:
    """Draw each side's name with a sample of its line, and its score as large as fits."""
    columns = 1 if len(card.sides) <= _ONE_COLUMN else 2
    end = (_RIGHT if not card.charts else _CHART if columns == 1 else _SMALL_CHART) - (60 if card.charts else 0)
    wide = (end - _LEFT + _GAP) / columns - _GAP
    rows = -(-len(card.sides) // columns)
    tall = min(112.0, (_BOTTOM - _TOP) / rows)
    first = _TOP + ((_BOTTOM - _TOP) - tall * rows) / 2
    score = _Face(_BOLD, round(min(92, tall * 0.84) if columns == 1 else min(46, tall * 0.7)))
    size = round(min(50, tall * 0.56) if columns == 1 else min(32, tall * 0.5))
    numbers = max(score.width(side.total) for side in card.sides)
    for n, side in enumerate(card.sides):
        left = _LEFT + n // rows * (wide + _GAP)
        middle = first + tall * (n % rows + 0.5)
        text_left = left
        if card.charts:
            dash = 44 if columns == 1 else 32
            canvas.dashed([(left, middle), (left + dash, middle)], _SIDE_COLORS[n % 4], 7, _DASHES[n % 8])
            text_left += dash + 16
        room = left + wide - numbers - 20 - text_left - (size if side.won else 0)
        sizes = (size, round(size * 0.86), round(size * 0.72))
        written = canvas.fitted((text_left, middle + size * 0.32), side.name, sizes, room, _INK)
        if side.won:
            canvas.crown(text_left + written + size * 0.22, middle - size * 0.34, size * 0.74, _BRASS)
        color = _INK if side.won else _SOFT
        canvas.text((left + wide, middle + score.size * 0.33), side.total, score, color, anchor="rs")


def _draw_chart(canvas: "_Canvas", course: ShareCardChart, left: float, right: float) -> None:
    """Draw the lines of one score chart, from ``left`` to ``right``."""
    top, bottom = float(_TOP + 6), float(_BOTTOM - 8)
    if course.title:
        canvas.fitted((left, top + 12), course.title, (24,), right - left, _SOFT, file=_PLAIN)
        top += 40
    values = [0, course.target or 0, *(points for line in course.lines for points in line)]
    low, high = min(values), max(*values, min(values) + 1)
    steps = max(1, len(course.lines[0]) - 1)

    def position(place: int, points: int) -> tuple[float, float]:
        # The dot at the end is as wide as 24.
        return left + place * (right - 12 - left) / steps, bottom - (points - low) / (high - low) * (bottom - top)

    canvas.line([(left, position(0, 0)[1]), (right, position(0, 0)[1])], _RULE, 3)
    if course.target:
        y = position(0, course.target)[1]
        canvas.dashed([(left, y), (right, y)], _SOFT, 3, (3, 9))
        if not course.title:
            canvas.text((left, y + 28), str(course.target), _Face(_PLAIN, 24), _SOFT)
    ends = []
    for n, line in enumerate(course.lines):
        points = [position(place, score) for place, score in enumerate(line)]
        canvas.dashed(points, _SIDE_COLORS[n % 4], 7, _DASHES[n % 8])
        ends.append(points[-1])
    for n, end in enumerate(ends):
        canvas.dot(end, 10, _SIDE_COLORS[n % 4])


# --- Letters ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Face:
    """A font of one weight and size, which measures texts as it draws them."""

    file: str
    size: int

    @property
    def font(self) -> ImageFont.FreeTypeFont:
        return _font(self.file, self.size * _SCALE)

    def width(self, text: str) -> float:
        """Return the width of ``text`` on the image."""
        return self.font.getlength(text) / _SCALE


@lru_cache(maxsize=64)
def _font(file: str, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(_FONTS / file, size)


@cache
def _missing_glyph() -> tuple[tuple[int, int], bytes]:
    """Return the glyph that the font shows for a missing character."""
    return _shape("\uffff")


def _shape(letter: str) -> tuple[tuple[int, int], bytes]:
    mask = _font(_PLAIN, 24).getmask(letter)
    return mask.size, bytes(mask)


@lru_cache(maxsize=4096)
def _has(letter: str) -> bool:
    return letter == " " or (letter.isprintable() and _shape(letter) != _missing_glyph())


def _legible(text: str) -> str:
    """Return ``text`` without the characters missing in the font; an unknown accented letter loses its accent."""
    letters = []
    for letter in unicodedata.normalize("NFC", text):
        plain = letter if _has(letter) else unicodedata.normalize("NFKD", letter)
        letters += [piece for piece in plain if not unicodedata.combining(piece) and _has(piece)]
    return " ".join("".join(letters).split())


def _shortened(text: str, face: _Face, room: float) -> str:
    """Return ``text``, cut to fit into ``room`` with "…" at the end."""
    if face.width(text) <= room:
        return text
    return next((cut for cut in _cuts(text) if face.width(cut) <= room), "…")


def _cuts(text: str) -> Iterator[str]:
    for length in range(len(text) - 1, 0, -1):
        yield text[:length].rstrip() + "…"


# --- Drawing ----------------------------------------------------------------------------------------------------------

_Point = tuple[float, float]
_CROWN: Final = ((3, 8), (7.5, 12), (12, 5), (16.5, 12), (21, 8), (19, 19), (5, 19))
"""The crown of the pages, in a field of 24."""


@cache
def _background() -> Image.Image:
    """Return the background of every image: an ivory card on felt that is lit from above."""
    width, height = (side * _SCALE for side in IMAGE_SIZE)
    # The gradient is a circle, white at its edge; the crop shows its middle, a little below the centre.
    light = Image.radial_gradient("L").resize((2 * width, 3 * height))
    light = light.crop((width // 2, height * 5 // 4, width // 2 + width, height * 9 // 4))
    felt = Image.composite(Image.new("RGB", light.size, _FELT), Image.new("RGB", light.size, _FELT_LIT), light)
    shade = Image.new("L", (width // 8, height // 8), 0)
    ImageDraw.Draw(shade).rounded_rectangle((10, 12, width // 8 - 10, height // 8 - 7), 7, fill=120)
    shade = shade.filter(ImageFilter.GaussianBlur(4)).resize(light.size, Image.Resampling.BICUBIC)
    felt.paste(_SHADE, mask=shade)
    draw = ImageDraw.Draw(felt)
    draw.rounded_rectangle((80, 80, width - 80, height - 80), 60, fill=_CARD)
    draw.rounded_rectangle((108, 108, width - 108, height - 108), 40, outline=_RULE, width=4)
    return felt


class _Canvas:
    """An image at double size, drawn on in the coordinates of the final one."""

    def __init__(self, image: Image.Image) -> None:
        self.image = image
        self._draw = ImageDraw.Draw(image)

    def text(self, at: _Point, text: str, face: _Face, color: str, anchor: str = "ls") -> None:
        """Draw ``text`` at a point (on its baseline)."""
        self._draw.text((at[0] * _SCALE, at[1] * _SCALE), text, color, face.font, anchor)

    def fitted(
        self, at: _Point, text: str, sizes: Sequence[int], room: float, color: str, *, file: str = _BOLD
    ) -> float:
        """Draw ``text`` in the first of ``sizes`` in which it fits, cut if none does; return its width."""
        text = _legible(text)
        faces = [_Face(file, size) for size in sizes]
        face = next((face for face in faces if face.width(text) <= room), faces[-1])
        text = _shortened(text, face, room)
        self.text(at, text, face, color)
        return face.width(text)

    def line(self, points: Iterable[_Point], color: str, width: float) -> None:
        """Draw a line through ``points``, with round joints and ends."""
        big = [(x * _SCALE, y * _SCALE) for x, y in points]
        self._draw.line(big, color, round(width * _SCALE), joint="curve")
        for x, y in (big[0], big[-1]):
            half = width * _SCALE / 2
            self._draw.ellipse((x - half, y - half, x + half, y + half), color)

    def dashed(self, points: Sequence[_Point], color: str, width: float, dashes: Sequence[int]) -> None:
        """Draw a line through ``points`` with ``dashes``: the lengths of dash and gap in turn."""
        if not dashes:
            self.line(points, color, width)
            return
        for piece in _pieces(points, dashes):
            self._draw.line([(x * _SCALE, y * _SCALE) for x, y in piece], color, round(width * _SCALE), joint="curve")

    def dot(self, at: _Point, radius: float, color: str) -> None:
        """Draw the dot at the end of a line."""
        x, y = at[0] * _SCALE, at[1] * _SCALE
        for wide, fill in ((radius + 3, _CARD), (radius, color)):
            half = wide * _SCALE
            self._draw.ellipse((x - half, y - half, x + half, y + half), fill)

    def crown(self, left: float, top: float, size: float, color: str) -> None:
        """Draw a crown in a square of ``size``."""
        corners = [((left + x / 24 * size) * _SCALE, (top + y / 24 * size) * _SCALE) for x, y in _CROWN]
        self._draw.polygon(corners, color)


def _pieces(points: Sequence[_Point], dashes: Sequence[int]) -> Iterator[list[_Point]]:
    """Yield the drawn pieces of a dashed line through ``points``."""
    dash, left = 0, float(dashes[0])
    piece = [points[0]]
    for (x, y), (to_x, to_y) in pairwise(points):
        length, covered = hypot(to_x - x, to_y - y), 0.0
        while length - covered > left:
            covered += left
            point = (x + (to_x - x) * covered / length, y + (to_y - y) * covered / length)
            if dash % 2 == 0:
                yield [*piece, point]
            dash += 1
            left, piece = float(dashes[dash % len(dashes)]), [point]
        left -= length - covered
        piece.append((to_x, to_y))
    if dash % 2 == 0:
        yield piece
