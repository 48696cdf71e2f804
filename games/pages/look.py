"""How it looks: what can be chosen, and what is."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Swatch:
    """A table drawn small in the colours of a theme: its ground, a card, what is written on it, and its edge."""

    ground: str
    card: str
    ink: str
    edge: str


@dataclass(frozen=True, slots=True)
class LookOption:
    """One thing that can be chosen; ``suits`` is the number of colours that the suits beside it have, 0 for none.

    ``language`` is the code of the language that the label is written in, "" for the page's own.
    """

    value: str
    label: str
    note: str
    chosen: bool
    swatches: tuple[Swatch, ...] = ()
    suits: int = 0
    language: str = ""


@dataclass(frozen=True, slots=True)
class LookChoice:
    """What is chosen among, under the name of its cookie."""

    name: str
    legend: str
    options: tuple[LookOption, ...]


@dataclass(frozen=True, slots=True)
class LookPage:
    """The page of all choices; ``back_url`` is the page it was opened from, "" where nobody says."""

    back_url: str
    choices: tuple[LookChoice, ...]
