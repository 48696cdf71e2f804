"""The theme colors read from the stylesheets, and the contrast between two of them."""

import re
from pathlib import Path
from typing import Final

from scorekeeper.bundles import BUNDLES

STATIC: Final = Path(__file__).parent.parent / "static"
_BLOCK: Final = re.compile(r":root \{([^}]*)\}")
_TOKEN: Final = re.compile(r"--([\w-]+): (#[0-9a-f]{6,8});")
_NIGHT: Final = "@media (prefers-color-scheme: dark)"

Tokens = dict[str, str]


def stylesheet(name: str) -> str:
    """The text of a stylesheet, or of a bundle of them."""
    return "".join((STATIC / part).read_text(encoding="utf-8") for part in BUNDLES.get(name, (name,)))


def tokens(text: str) -> Tokens:
    """The colors that the blocks of a text give names to; a later one over an earlier."""
    return {name: color for block in _BLOCK.findall(text) for name, color in _TOKEN.findall(block)}


def themes() -> dict[str, Tokens]:
    """All colors of each theme as a screen has them, those of high contrast by day and by night."""
    day = tokens(stylesheet("app.css"))
    contrast, _, contrast_by_night = stylesheet("themes/contrast.css").partition(_NIGHT)
    return {
        "light": day,
        "dark": day | tokens(stylesheet("themes/dark.css")),
        "black": day | tokens(stylesheet("themes/black.css")),
        "contrast by day": day | tokens(contrast),
        "contrast by night": day | tokens(contrast) | tokens(contrast_by_night),
    }


def mixed(one: str, other: str, share: float) -> str:
    """``share`` of one color with the rest of the other, as color-mix does it in sRGB."""
    parts = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in parts)


def contrast(one: str, other: str) -> float:
    """The contrast ratio of WCAG 2.2: 1 to 21.

    >>> contrast("#000000", "#ffffff"), round(contrast("#777777", "#ffffff"), 2)
    (21.0, 4.48)
    """
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(color: str) -> float:
    parts = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (x / 12.92 if x <= 0.04045 else ((x + 0.055) / 1.055) ** 2.4 for x in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
