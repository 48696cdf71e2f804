"""The access check of live streams: may this token open a stream, and for which topic."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

Grant = int | str | None
"""The grant that a stream's access depends on: an access link (its primary key) or a league (a text).

None where the access cannot be revoked.
"""


@dataclass(frozen=True, slots=True)
class Admission:
    """A granted stream: the topic it may subscribe to, the grant it depends on, and the topic's newest revision.

    ``report_is_newest`` tells that a report came in at this revision, so the page has to fetch although the revision is
    the same.
    """

    topic: str
    grant: Grant
    revision: int
    report_is_newest: bool = False
    recheck: bool = False
    """Whether access may end, or the topic change, without a notification: another process may close the account, for
    instance, or the topic covers several tables at once."""
    device_hashes: frozenset[str] = frozenset()
    """The hashes of the phone's cookie, where it may only watch and all watchers see the same page; else empty."""


class StreamRefusal(Enum):
    """Why a stream is not opened.

    UNKNOWN: this server never issued the token; GONE: the token has expired or was revoked.
    """

    UNKNOWN = "unknown"
    GONE = "gone"


# Takes the token out of the stream's address. It runs in a worker thread and must leave no database connection open,
# because a stream lives for half an hour and would keep it that long.
Admit = Callable[[str], Admission | StreamRefusal]
