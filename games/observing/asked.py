"""The request that is being answered: its number, and what may be told of it.

The number stands in the header ``X-Request-ID`` of the answer, in the lines of the log that are written meanwhile, in
problem documents and on the page that says that something went wrong.
"""

import logging
import re
import secrets
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Final

from games.observing.measures import REQUESTS

HEADER: Final = "X-Request-ID"
METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
NOWHERE: Final = "none"
"""What a request is called by that no route took."""
_NUMBER: Final = re.compile(r"[0-9A-Fa-f-]{16,64}", re.ASCII)

_log = logging.getLogger("games.requests")


@dataclass(slots=True)
class Asked:
    """One request. ``route`` is a name of this program's own, never what stood in the address."""

    id: str
    method: str
    route: str = NOWHERE
    began: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        """Call every method that nobody knows by one name."""
        if self.method not in METHODS:
            self.method = "OTHER"

    def answered(self, status: int) -> None:
        """Measure the answer, which begins now, and write a line about it where the log is set up for that."""
        seconds = time.perf_counter() - self.began
        REQUESTS.observe(seconds, self.route, self.method, f"{status // 100}xx")
        if _log.isEnabledFor(logging.INFO):
            told = {"route": self.route, "method": self.method, "status": status, "ms": round(1000 * seconds, 1)}
            _log.info("%s %s %s %s ms", *(told[name] for name in ("method", "route", "status", "ms")), extra=told)


_NOW: ContextVar[Asked | None] = ContextVar("asked", default=None)


def asked_now() -> Asked | None:
    """The request that is being answered here; None outside of one."""
    return _NOW.get()


def accepted(told: str | None) -> str:
    """The number of a new request: the one it came with, where it looks like a proxy's, else one of its own.

    Only hexadecimal digits and hyphens, as proxies write them: whatever else somebody sends stands in no log.
    """
    return told if told and _NUMBER.fullmatch(told) else secrets.token_hex(8)


def begin(asked: Asked) -> None:
    """Answer a request from here on, to the end of the task that was made for it."""
    _NOW.set(asked)


def call(route: str) -> None:
    """Call the request that is being answered by the name of its route."""
    if asked := _NOW.get():
        asked.route = route


@contextmanager
def asking(asked: Asked) -> Iterator[Asked]:
    """Answer a request within the block."""
    before = _NOW.set(asked)
    try:
        yield asked
    finally:
        _NOW.reset(before)
