"""A writer's own key for a write: with it a retry is no second write."""

from games.refusals import Refused
from games.rules.ledger import LONGEST_KEY


def check_key(key: str) -> None:
    """Raise Refused for a key that is missing, or is no key."""
    if not key:
        raise Refused("idempotency_key_required")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise Refused("idempotency_key_invalid", most=LONGEST_KEY)
