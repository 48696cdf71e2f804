"""How large the body of a request may be: small everywhere, but where files are brought."""

import re
from typing import Final

from games.forms.strict_json import LARGEST

_FILES: Final = (
    (re.compile(r"/s/[^/]+/data/"), 2 * 1024 * 1024),
    (re.compile(r"(/api/v1)?/leagues/import/"), 3 * 1024 * 1024),
    (re.compile(r"/account/archive/"), 3 * 1024 * 1024),
)


def largest_body(path: str) -> int:
    """The most bytes that a request to ``path`` may bring."""
    return next((most for pattern, most in _FILES if pattern.fullmatch(path)), LARGEST)
