"""Short codes to read out and type: how they are derived, compared and read. None is stored as it is."""

import hashlib
import hmac
from typing import Final, Literal

from django.conf import settings

ALPHABET: Final = "BCDFGHJKMNPQRSTVWXZ"
"""No vowels, so that no code is a word, and no letters that look like digits."""
LENGTHS: Final = {"join": 4, "move": 8}
"""How many letters the codes of each purpose have; nobody admits those of "move", so they are longer."""
GROUP: Final = 4
"""Letters that are written together."""

Purpose = Literal["join", "move"]


def derived_code(purpose: Purpose, nonce: str) -> str:
    """Return the code of ``nonce`` under this server's key."""
    number = int.from_bytes(_digest(f"{purpose}:{nonce}"))
    letters = []
    for _ in range(LENGTHS[purpose]):
        number, letter = divmod(number, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def hash_code(purpose: Purpose, code: str) -> str:
    """Return the hash of a code, as stored. It is keyed: all codes of four letters are soon tried."""
    return _digest(f"hash:{purpose}:{code}").hex()


def typed_code(purpose: Purpose, text: str) -> str:
    """Return the code that somebody typed, in any case and with any spaces or dashes; "" if it can't be one.

    >>> typed_code("join", " kt-rm ")
    'KTRM'
    """
    code = "".join(letter for letter in text[:40].upper() if letter.isalnum())
    return code if len(code) == LENGTHS[purpose] and set(code) <= set(ALPHABET) else ""


def written_code(code: str) -> str:
    """Return a code as it is shown, in groups: "KTRM BCDF"."""
    return " ".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def _digest(text: str) -> bytes:
    key = hashlib.sha256(b"games.short_codes:" + settings.SECRET_KEY.encode()).digest()
    return hmac.new(key, text.encode(), hashlib.sha256).digest()
