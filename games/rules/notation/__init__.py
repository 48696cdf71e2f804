"""Gin notation: a game as text that people type, read and paste, and that loses nothing (``notation.md``).

``write`` makes one block of lines of a game, ``read`` makes games of such blocks again.
"""

from games.rules.notation.reading import read
from games.rules.notation.values import (
    MOST_CHARACTERS,
    MOST_FAULTS,
    MOST_GAMES,
    MOST_ROUNDS,
    BadNotation,
    Comment,
    GameNotes,
    Opening,
    RoundNote,
    TextFault,
    Wrong,
)
from games.rules.notation.writing import write

__all__ = [
    "MOST_CHARACTERS",
    "MOST_FAULTS",
    "MOST_GAMES",
    "MOST_ROUNDS",
    "BadNotation",
    "Comment",
    "GameNotes",
    "Opening",
    "RoundNote",
    "TextFault",
    "Wrong",
    "read",
    "write",
]
