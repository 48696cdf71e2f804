"""The cost of requests by path: how large a body may be, which responses are long, which need much processor time."""

import re
from typing import Final

from games.evaluate.strict_json import MAX_BODY_BYTES

SMALL: Final = MAX_BODY_BYTES
"""Bytes that every request may have."""

_FILES: Final = (
    (re.compile(r"/s/[^/]+/data/|/api/v1/seasons/[^/]+/imports/"), 2 * 1024 * 1024),
    # A season of 3,000 matches, each with its rounds.
    (re.compile(r"(/api/v1)?/leagues/import/|/account/archive/"), 16 * 1024 * 1024),
)

_SENT_WHILE_READ: Final = re.compile(
    r".*/(archive\.json|account\.json|[\w-]+\.csv)|/api/v1/(account|(leagues|tables)/[^/]+)/archive/"
)

_QUESTION: Final = re.compile(
    # Public: the rules, the checker, a game begun on paper or as text, shared games.
    r"/check/|/paper/|/import/|/rules/.+|/h/.+|/g/.+|/api/v1/(docs|schema|evaluate|presets)/.*"
    # At a table: other rules, pictures, paper, files.
    r"|/t/[^/]+/((games/\d+/)?(picture|print|story|export)/|games/\d+/(compare/.*|game\.[\w-]+)|text/.*|links/)"
    r"|/api/v1/tables/[^/]+/(games/\d+/export/.*|notation/)"
    # In a league: statistics over everything played, printed codes and slips, spreadsheets.
    r"|/s/[^/]+/(needs/|pictures/|print/slips/|data/[\w-]+\.xlsx)|/l/[^/]+/(players/.+|rating/.*|members/codes/|guide/)"
    r"|/api/v1/seasons/[^/]+/needs/|/api/v1/leagues/[^/]+/(players/.+|ratings/.*)"
)


def is_question(path: str) -> bool:
    """Whether a request to ``path`` can take much processor time and is not needed to save a round."""
    return _QUESTION.fullmatch(path) is not None


def is_file(path: str) -> bool:
    """Whether the response to ``path`` is streamed, and so lasts as long as its reader takes."""
    return _SENT_WHILE_READ.fullmatch(path) is not None


def largest_body(path: str) -> int:
    """Return the most bytes that a request to ``path`` may have."""
    return next((most for pattern, most in _FILES if pattern.fullmatch(path)), SMALL)
