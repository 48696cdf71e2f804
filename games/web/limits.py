"""What files cost: how large the body of a request may be, and which answers may take long to send."""

import re
from typing import Final

from games.forms.strict_json import LARGEST

_FILES: Final = (
    (re.compile(r"/s/[^/]+/data/|/api/v1/seasons/[^/]+/imports/"), 2 * 1024 * 1024),
    (re.compile(r"(/api/v1)?/leagues/import/"), 3 * 1024 * 1024),
    (re.compile(r"/account/archive/"), 3 * 1024 * 1024),
)

_SENT_WHILE_READ: Final = re.compile(
    r".*/(archive\.json|account\.json|[\w-]+\.csv)|/api/v1/(account|(leagues|tables)/[^/]+)/archive/"
)


def is_file(path: str) -> bool:
    """Whether the answer to ``path`` may be sent while it is read, for as long as whoever wants it takes."""
    return _SENT_WHILE_READ.fullmatch(path) is not None


def largest_body(path: str) -> int:
    """The most bytes that a request to ``path`` may bring."""
    return next((most for pattern, most in _FILES if pattern.fullmatch(path)), LARGEST)
