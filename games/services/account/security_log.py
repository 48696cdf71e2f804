"""The security log: who got access and who was denied, by ids and fixed words, never by what people typed.

A line says what happened to which rows: without names, e-mails or secrets, and without a way to inject a line break.
"""

import logging
from functools import partial

from django.db import transaction

_log = logging.getLogger("games.security")


def log_security_event(event: str, **about: int | str | None) -> None:
    """Log an event after the commit: its name, and by keyword primary keys, public ids or fixed words."""
    words = " ".join(f"{name}={value}" for name, value in about.items() if value is not None)
    transaction.on_commit(partial(_log.info, "%s", f"{event} {words}".rstrip()), robust=True)
