"""Template context of the display settings: theme, text size, suit colors, motion and language."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swatch:
    """The colors of a theme for a small preview: ground, card, ink and edge."""

    ground: str
    card: str
    ink: str
    edge: str


@dataclass(frozen=True, slots=True)
class DisplayOption:
    """One option; ``suits`` is the number of colors in its preview of suits, 0 for no preview.

    ``language`` is the code of the label's language, "" for the page's own.
    """

    value: str
    label: str
    note: str
    chosen: bool
    swatches: tuple[Swatch, ...] = ()
    suits: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class DisplaySetting:
    """A setting with its options; ``name`` is that of its cookie."""

    name: str
    legend: str
    options: tuple[DisplayOption, ...]


@dataclass(frozen=True, slots=True)
class DisplayPage:
    """The display settings; ``back_url`` is the page they were opened from, "" if unknown."""

    back_url: str
    choices: tuple[DisplaySetting, ...]
