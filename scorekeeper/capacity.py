"""How many connections and live streams one process accepts, derived from its limit on open files.

Every connection is an open file, and so are the database's and the static files being sent; a reserve is kept for
those. Uses only the standard library and the settings.
"""

import contextlib
import sys
from dataclasses import dataclass
from typing import Final

from django.conf import settings

if sys.platform == "win32":
    resource = None
else:
    import resource

RESERVE: Final = 192
"""Open files for all else: databases (two for each of some twenty threads), static files, closing connections."""
MOST: Final = 10_000
"""The most connections of one process, whatever its limit on open files: each also takes memory."""
UNKNOWN: Final = 1024
"""The limit to assume where the system has none."""
ENOUGH: Final = MOST + RESERVE
"""A limit on open files above this changes nothing."""


@dataclass(frozen=True, slots=True)
class Capacity:
    """The limits of one process: connections in total and per address, streams in total, per table and per address."""

    connections: int
    per_address: int
    streams: int
    streams_per_table: int
    streams_per_address: int


def open_files() -> tuple[int, int]:
    """Return the soft and the hard limit on open files."""
    if resource is None:
        return UNKNOWN, UNKNOWN
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    unlimited = resource.RLIM_INFINITY
    return ENOUGH if soft == unlimited else soft, ENOUGH if hard == unlimited else hard


def raise_open_files() -> int:
    """Raise the soft limit on open files to the hard one; return the new limit. Child processes inherit it."""
    if resource is not None:
        _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        # macOS reports "unlimited" and then refuses more than the kernel's own limit.
        for wanted in (hard, ENOUGH):
            with contextlib.suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
                break
    return open_files()[0]


def capacity(files: int | None = None) -> Capacity:
    """Return the limits for a process that may have so many files open; None: this process.

    One address gets at most three quarters of the connections, and streams five eighths, so that one client cannot shut
    others out, and watchers cannot keep pages from being opened and rounds from being saved.
    """
    files = open_files()[0] if files is None else files
    carried = min(files - min(RESERVE, files // 2), MOST)
    connections = min(settings.CONNECTIONS or carried, carried)
    per_address = min(settings.CONNECTIONS_PER_ADDRESS or connections * 3 // 4, connections)
    return Capacity(
        connections=connections,
        per_address=per_address,
        streams=connections * 5 // 8,
        streams_per_table=settings.STREAMS_PER_TABLE,
        streams_per_address=settings.STREAMS_PER_ADDRESS,
    )
