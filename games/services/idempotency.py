"""Idempotency keys: the client names each write by a key, so that a retry doesn't write twice."""

from games.refusals import RefusedError
from games.rules.ledger import LONGEST_KEY


def check_key(key: str) -> None:
    """Raise RefusedError for a missing key, and for one that is too long or not printable."""
    if not key:
        raise RefusedError("idempotency_key_required")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise RefusedError("idempotency_key_invalid", most=LONGEST_KEY)
