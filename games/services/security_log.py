"""Lines of the log about who was let in and who was not: numbers and words of this program, never what people typed.

A line tells what happened and to which rows: no name, no e-mail, no secret, and nothing that could bring a line break.
"""

import logging
from functools import partial

from django.db import transaction

_log = logging.getLogger("games.security")


def tell(event: str, **about: int | str | None) -> None:
    """Write a line once what it tells is committed: ``event`` and, by name, primary keys, public ids or own words."""
    words = " ".join(f"{name}={value}" for name, value in about.items() if value is not None)
    transaction.on_commit(partial(_log.info, "%s", f"{event} {words}".rstrip()), robust=True)
