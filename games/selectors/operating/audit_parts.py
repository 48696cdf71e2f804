"""Run the audit in parts: an error in one part becomes a difference, and the other parts still run."""

import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from django.db import connection, transaction

from games.rules.audit import Difference

_LONGEST: Final = 200
"""How many characters of an error or a stored value are shown."""


class AuditError(Exception):
    """Raised if there is no database to audit, or it can't be read; ``args[0]`` says why."""


def run_part(part: Callable[[], Iterable[Difference]], **about: Any) -> Iterator[Difference]:
    """Yield the differences that ``part`` finds; if it fails, add one that names the error and its place ``about``.

    Raises AuditError if the database itself is gone.
    """
    try:
        with savepoint():
            yield from part()
    # A damaged row can raise anything in the code that reads it: report it and continue with the next part.
    except Exception as error:
        yield unreadable_difference(error, **about)


def unreadable_difference(error: Exception, **about: Any) -> Difference:
    """Return the difference "unreadable" for a place. Raises AuditError if the database itself is gone."""
    if isinstance(error, AuditError):
        raise error
    if connection.vendor == "postgresql" and not connection.is_usable():
        raise AuditError(f"The database cannot be read: {error_text(error)}.") from error
    return Difference("unreadable", about, {"error": error_text(error)})


def error_text(error: Exception) -> str:
    """Return an error in one line: its class and its message."""
    message = " ".join(str(error).split()).rstrip(".")
    return shortened(f"{type(error).__name__}: {message}" if message else type(error).__name__)


def shortened(text: str) -> str:
    """Return a text cut to the length that is shown."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


@contextmanager
def savepoint() -> Iterator[None]:
    """Open a savepoint on PostgreSQL, where an error would make the transaction refuse every later query."""
    if connection.vendor != "postgresql":
        yield
        return
    with transaction.atomic():
        try:
            yield
        except Exception as error:
            # Cursors that the error left half read have to be closed now. After the rollback they no longer exist, and
            # closing them would be such an error, too.
            traceback.clear_frames(error.__traceback__)
            raise
