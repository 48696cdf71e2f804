"""The keys for seals: derived from the server's secret and a number, and never stored."""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.conf import settings

_LABEL: Final = b"games.seals:"


@dataclass(frozen=True, slots=True)
class Key:
    """A key and its number. Once its ``secret`` is lost, seals made with it can't be checked any more."""

    number: int
    secret: bytes

    def mac(self, text: str) -> str:
        """Return the message authentication code (HMAC-SHA-256) of a text, in hexadecimal."""
        return hmac.digest(self.secret, text.encode(), "sha256").hex()

    @property
    def check_value(self) -> str:
        """The code that is stored with the key's number, to recognize the key again."""
        return self.mac("check")


def server_secrets() -> Iterator[str]:
    """Yield the server's secret, then its former ones (SECRET_KEY_FALLBACKS)."""
    yield settings.SECRET_KEY
    yield from settings.SECRET_KEY_FALLBACKS


@lru_cache(maxsize=64)
def derived_key(secret: str, number: int) -> Key:
    """Return the key with a number, derived from a secret."""
    root = hashlib.sha256(_LABEL + secret.encode()).digest()
    return Key(number, hmac.digest(root, str(number).encode(), "sha256"))


def own_key(number: int) -> Key:
    """Return the key with a number, derived from the server's current secret."""
    return derived_key(settings.SECRET_KEY, number)


def find_key(number: int, check_value: str) -> Key | None:
    """Return the key with this number and check value, None if its secret isn't known here any more."""
    for secret in server_secrets():
        key = derived_key(secret, number)
        if hmac.compare_digest(key.check_value, check_value):
            return key
    return None
