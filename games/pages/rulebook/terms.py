"""Template context of the game's terms (meld, knock, undercut …), explained when they are tapped."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TermLink:
    """A link to a term's explanation: its id, and the word as shown."""

    id: str
    word: str


@dataclass(frozen=True, slots=True)
class TermContext:
    """An explained term: its general meaning, what these rules say, and a worked example ("" without one).

    ``url`` is its place on the page of the rules.
    """

    id: str
    word: str
    meaning: str
    sentences: tuple[str, ...]
    example: str
    url: str
