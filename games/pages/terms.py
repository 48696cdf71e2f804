"""Words of the game that explain themselves on tap."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TermLink:
    """A word to tap: its id, and how it stands there."""

    id: str
    word: str


@dataclass(frozen=True, slots=True)
class TermView:
    """A word explained: what it is in general, what the rules in force say, and a round as they score it ("" for none).

    ``url`` is where it stands on the page of the rules.
    """

    id: str
    word: str
    means: str
    sentences: tuple[str, ...]
    worked: str
    url: str
