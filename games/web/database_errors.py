"""Turn database errors into refusals: busy, disk full, or unavailable.

The response has a Retry-After, and the same request succeeds once the fault is over: nothing has to be restarted, and a
write sent again under its idempotency key is made once, whatever became of the first attempt.
"""

import errno
import logging
import shutil
import sqlite3
from collections.abc import Iterator
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError

from games.observing import DATABASE_FAULTS
from games.refusals import RefusedError

_LOG: Final = logging.getLogger(__name__)
_NO_SPACE: Final = (errno.ENOSPC, errno.EDQUOT)
_LEAST_SPACE: Final = 1024 * 1024
"""Bytes below which a disk counts as full: SQLite then cannot even map the index of its log."""

# SQLite's primary result codes; the extended ones have more in the upper bits.
_SQLITE_WAITED: Final = (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
_SQLITE_LOST: Final = (
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_NOMEM,
)

# PostgreSQL's: by the whole code, then by its class (PostgreSQL's documentation, appendix A).
_FULL: Final = ("53100",)
_WAITED: Final = (
    "40001",  # serialization_failure
    "40P01",  # deadlock_detected
    "55P03",  # lock_not_available: lock_timeout
    "57014",  # query_canceled: statement_timeout
)
_LOST: Final = (
    "08",  # connection exception
    "25006",  # read_only_sql_transaction: the other half of a pair of servers
    "25P03",  # idle_in_transaction_session_timeout
    "53",  # insufficient resources: memory, connections
    "57P",  # operator intervention: shutdown, crash, not yet up again
    "58",  # system error
)


def refusal_for(error: BaseException) -> RefusedError | None:
    """Return the refusal for an error: busy, disk_full or unavailable; None if it is not a database fault.

    The connection is left open. Django closes a lost PostgreSQL connection at the end of the request. An SQLite
    connection recovers by itself; closing it would remove its log, without which nothing can be read on a full disk.
    """
    code = next((code for cause in _causes(error) if (code := _code_of(cause))), None)
    if code is None:
        return None
    _LOG.warning("%s: %s", code, " ".join(str(error).split()))
    DATABASE_FAULTS.increment(code)
    return RefusedError(code)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield the error and its causes; for a database error also the exception that was being handled."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or (cause.__context__ if isinstance(cause, DatabaseError | InterfaceError) else None)


def _code_of(error: BaseException) -> str | None:
    if isinstance(error, OSError) and error.errno in _NO_SPACE:
        return "disk_full"
    if not isinstance(error, DatabaseError | InterfaceError):
        return None
    cause = error.__cause__
    if isinstance(cause, sqlite3.Error):
        return _of_sqlite(cause)
    if state := getattr(cause, "sqlstate", None):
        return _of_postgresql(state)
    # Without a connection there is no code from PostgreSQL.
    return "unavailable" if isinstance(error, OperationalError | InterfaceError) else None


def _of_sqlite(error: sqlite3.Error) -> str | None:
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _SQLITE_WAITED:
        return "busy"
    if code == sqlite3.SQLITE_FULL:
        return "disk_full"
    if code in _SQLITE_LOST:
        return "disk_full" if _disk_is_full() else "unavailable"
    return None


def _of_postgresql(state: str) -> str | None:
    if state in _FULL:
        return "disk_full"
    if state in _WAITED:
        return "busy"
    return "unavailable" if state.startswith(_LOST) else None


def _disk_is_full() -> bool:
    try:
        return shutil.disk_usage(settings.DATA).free < _LEAST_SPACE
    except OSError:
        return False
