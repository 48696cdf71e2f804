"""Limit log-in attempts: each is counted before a password is hashed, and strangers' passwords are hashed one by one.

An attempt is counted for the account at its client address, for the address, and for the account from anywhere. When
one of these limits is reached, it is refused before anything is hashed. A browser that has logged in to the account
before has a limit of its own instead, so an attacker, near or far, cannot lock the owner out.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from django.http import HttpRequest

from games.models.account import same_email
from games.refusals import RefusedError
from games.web.known_browsers import known_as
from games.web.throttles import check_rate, uncount

Rate = tuple[HttpRequest | None, str, str]
"""The arguments of ``check_rate``: the request (for its address), the rate's name, and what it is about."""

_PATIENCE: Final = 3.0
"""Seconds that a stranger's password waits for its turn."""
_hashing = threading.Semaphore(1)
_waiting_slots = threading.Semaphore(2)
"""How many others may wait for that: each holds one of the eight threads that answer pages."""


def count_attempt(request: HttpRequest, email: str, what: str = "wrong_password") -> list[Rate]:
    """Count an attempt on the account of ``email``; return what ``uncount_attempt`` needs if it succeeds.

    ``what`` is "wrong_password" or "wrong_code".

    Raises RefusedError ("too_many_requests").
    """
    about = same_email(email)
    if known := known_as(request, about):
        check_rate(None, "log_in", f"{about} {known}")
        return _count([(None, f"{what}_known", f"{about} {known}")])
    check_rate(request, "log_in", about)
    return _count([(request, what, about), (request, f"{what}s", ""), (None, f"{what}_anywhere", about)])


def uncount_attempt(counted: list[Rate]) -> None:
    """Uncount an attempt that succeeded."""
    for rate in counted:
        uncount(*rate)


@contextmanager
def hash_one_at_a_time() -> Iterator[None]:
    """Hash only one unknown browser's password at a time, however many come. Raises RefusedError ("busy")."""
    if not _waiting_slots.acquire(blocking=False):
        raise RefusedError("busy")
    try:
        acquired = _hashing.acquire(timeout=_PATIENCE)
    finally:
        _waiting_slots.release()
    if not acquired:
        raise RefusedError("busy")
    try:
        yield
    finally:
        _hashing.release()


def _count(rates: list[Rate]) -> list[Rate]:
    """Count all of these rates; if one is used up, uncount the others, as nothing was tried."""
    for number, rate in enumerate(rates):
        try:
            check_rate(*rate)
        except RefusedError:
            uncount_attempt(rates[:number])
            raise
    return rates
