"""The current request: its id, its route, and how its response is measured and logged.

The id is in the response's header ``X-Request-ID``, in the log lines written meanwhile, in problem documents and on the
error page.
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

from games.observing.metrics import REQUESTS

HEADER: Final = "X-Request-ID"
METHODS: Final = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
NOWHERE: Final = "none"
"""The route name of a request that no route matched."""
_ID: Final = re.compile(r"[0-9A-Fa-f-]{16,64}", re.ASCII)

_log = logging.getLogger("games.requests")


@dataclass(slots=True)
class RequestRecord:
    """One request. ``route`` is the name of its URL pattern, never its path."""

    id: str
    method: str
    route: str = NOWHERE
    started_at: float = field(default_factory=time.perf_counter)

    def __post_init__(self) -> None:
        """Replace an unknown HTTP method by "OTHER", so that metric labels have few values."""
        if self.method not in METHODS:
            self.method = "OTHER"

    def record_response(self, status: int) -> None:
        """Measure the response, which begins now, and log it where that is switched on."""
        seconds = time.perf_counter() - self.started_at
        REQUESTS.observe(seconds, self.route, self.method, f"{status // 100}xx")
        if _log.isEnabledFor(logging.INFO):
            fields = {"route": self.route, "method": self.method, "status": status, "ms": round(1000 * seconds, 1)}
            _log.info("%s %s %s %s ms", *(fields[name] for name in ("method", "route", "status", "ms")), extra=fields)


_CURRENT: ContextVar[RequestRecord | None] = ContextVar("current_request", default=None)


def current_request() -> RequestRecord | None:
    """Return the request that is being answered in this context; None outside of one."""
    return _CURRENT.get()


def request_id_for(proxy_id: str | None) -> str:
    """Return the id of a new request: the one that a proxy gave it, or a new one.

    A proxy's id is used only if it is hexadecimal digits and hyphens: nothing else from outside gets into the log.
    """
    return proxy_id if proxy_id and _ID.fullmatch(proxy_id) else secrets.token_hex(8)


def begin_request(record: RequestRecord) -> None:
    """Make this the current request until the end of its asyncio task."""
    _CURRENT.set(record)


def name_route(route: str) -> None:
    """Set the route name of the current request."""
    if record := _CURRENT.get():
        record.route = route


@contextmanager
def request_context(record: RequestRecord) -> Iterator[RequestRecord]:
    """Make this the current request within the block."""
    before = _CURRENT.set(record)
    try:
        yield record
    finally:
        _CURRENT.reset(before)
