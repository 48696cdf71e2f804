"""Gin notation: a lossless text format for games that people can type, read and paste (see docs/notation.md).

``write`` turns one game into text, and ``read`` parses a text with one or more games.
"""

from games.rules.notation.reading import read
from games.rules.notation.values import (
    MOST_CHARACTERS,
    MOST_FAULTS,
    MOST_GAMES,
    MOST_ROUNDS,
    Comment,
    InvalidNotationError,
    NotatedGame,
    NotatedRound,
    Opening,
    TextFault,
    TextFaultCode,
)
from games.rules.notation.writing import write

__all__ = [
    "MOST_CHARACTERS",
    "MOST_FAULTS",
    "MOST_GAMES",
    "MOST_ROUNDS",
    "Comment",
    "InvalidNotationError",
    "NotatedGame",
    "NotatedRound",
    "Opening",
    "TextFault",
    "TextFaultCode",
    "read",
    "write",
]
