"""Idempotency keys: the client names each write by a key, so that a retry doesn't write twice.

Outside the ledgers of tables, which have digests of their own, a key is stored with what it wrote; one of the API has a
digest of the request's body behind it.
"""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final, TypeVar

from django.db.models import Model, QuerySet

from games.refusals import RefusedError
from games.rules.ledger import LONGEST_KEY

SECRET_KEY_LENGTH: Final = 32
"""A key of this length or more counts as random; a shorter one never matches rows of another device."""
_MARK: Final = "#"
"""Stands between a key and the digest."""

RowT = TypeVar("RowT", bound=Model)


def check_key(key: str) -> None:
    """Raise RefusedError for a missing key, and for one that is too long or not printable."""
    if not key:
        raise RefusedError("idempotency_key_required")
    if len(key) > LONGEST_KEY or not key.isprintable():
        raise RefusedError("idempotency_key_invalid", most=LONGEST_KEY)


def key_of_request(account_id: int, key: str, body: Mapping[str, Any]) -> str:
    """Return the key of an API request as it is stored: keys of different accounts never collide.

    Raises RefusedError as ``check_key`` does.
    """
    check_key(key)
    digest = hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()
    return f"api:{account_id}:{hashlib.sha256(key.encode()).hexdigest()}{_MARK}{digest}"


def without_digest(key: str) -> str:
    """Return a stored key without the digest behind it."""
    return key.partition(_MARK)[0]


def find_by_key(rows: QuerySet[RowT], key: str, *, field: str = "key") -> RowT | None:
    """Return the row that a request with this key wrote; None if there is none, or no key.

    Call it under the lock of the write. Raises RefusedError ("idempotency_key_reused") if the request had another body.
    """
    known = rows.filter(**{field: key}).first() if key else None
    others = {f"{field}__startswith": without_digest(key) + _MARK}
    if known is None and _MARK in key and rows.filter(**others).exists():
        raise RefusedError("idempotency_key_reused")
    return known
