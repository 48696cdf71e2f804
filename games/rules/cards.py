"""The cards of the two decks, and how they are written.

French notation is rank ``A 2-9 T J Q K`` and suit ``s h d c``; Rumski notation is a color letter ``R B G Y P`` with
``1``-``13``, and ``W1``-``W5`` for the wilds.
"""

from dataclasses import dataclass
from typing import Final

FRENCH_RANKS: Final = "A23456789TJQK"
FRENCH_SUITS: Final = "shdc"
RANK_LETTERS: Final = {
    "10": "T",
    **{"B": "J", "V": "J", "W": "J", "F": "J"},
    "D": "Q",
    "R": "K",
}
"""Ranks as decks in other languages print them, to the rank letter used here: ten in figures; Bube, valet, walet and
fante; Dame, dame, donna and dama; roi, re and rey. None of them means two ranks."""
RUMSKI_COLORS: Final = "RBGYP"
SUITS: Final = {"french52": FRENCH_SUITS, "rumski70": RUMSKI_COLORS}
"""Deck name to the letters of its suits or colors, in order."""
RUMSKI_WILDS: Final = 5
RANKS: Final = 13


class UnknownCardError(ValueError):
    """The deck has no card of this name. ``args[0]`` is the text as given."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card of a deck.

    ``rank`` runs from 1 (ace, or 1) to 13 (king, or 13) and is 0 for a wild; ``suit`` is the suit or color letter,
    ``W`` for a wild; ``wild`` numbers the wilds from 1 and is 0 for a natural card.
    """

    rank: int
    suit: str
    wild: int = 0

    @property
    def text(self) -> str:
        """The card in the notation of its deck.

        >>> Card(10, "s").text, Card(10, "R").text, Card(0, "W", 2).text
        ('Ts', 'R10', 'W2')
        """
        if self.wild:
            return f"W{self.wild}"
        if self.suit in FRENCH_SUITS:
            return f"{FRENCH_RANKS[self.rank - 1]}{self.suit}"
        return f"{self.suit}{self.rank}"


def _french() -> dict[str, Card]:
    return {f"{r}{s}": Card(i + 1, s) for s in FRENCH_SUITS for i, r in enumerate(FRENCH_RANKS)}


def _rumski() -> dict[str, Card]:
    naturals = {f"{c}{r}": Card(r, c) for c in RUMSKI_COLORS for r in range(1, RANKS + 1)}
    return naturals | {f"W{n}": Card(0, "W", n) for n in range(1, RUMSKI_WILDS + 1)}


DECKS: Final[dict[str, dict[str, Card]]] = {"french52": _french(), "rumski70": _rumski()}
"""Deck name to its cards by their text: 52 for ``french52``, 70 for ``rumski70``."""


def card(text: str, deck: str) -> Card:
    """Return the card that ``text`` names in ``deck``. Raises UnknownCardError if there is none.

    >>> card("Kd", "french52").rank
    13
    """
    try:
        return DECKS[deck][text]
    except KeyError:
        raise UnknownCardError(text) from None
