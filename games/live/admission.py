"""Who may open a live stream: the question a stream asks once, before it starts, and the two kinds of answer."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Through = int | str | None
"""What the right to watch hangs on: an access link, or all of a league; None: nothing that can be taken away."""


@dataclass(frozen=True, slots=True)
class Admission:
    """Leave to watch one table, or a season: which, through what, and where it stands.

    ``said`` tells that something was said at this revision which is no revision of its own.
    """

    table: str
    link: Through
    revision: int
    said: bool = False
    asks_again: bool = False
    """Whether the right may end, or what is watched may move, without a ring: an account was closed by another process,
    for instance, or it is several tables at once."""
    phones: frozenset[str] = frozenset()
    """Where it is leave to watch and no more, and all who watch see the same: the hashes of the phone's cookie."""


class Refusal(Enum):
    """Why a stream is not opened.

    UNKNOWN is a token this server never gave out; GONE is one that was good once and has since expired or been
    switched off.
    """

    UNKNOWN = "unknown"
    GONE = "gone"


# Takes the token out of the stream's address. It runs in a worker thread and must leave no database connection open,
# because a stream lives for half an hour and would keep it that long.
Admit = Callable[[str], Admission | Refusal]
