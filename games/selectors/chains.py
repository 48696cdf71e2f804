"""The codes of the chain: what they cover, and the keys that they are made with.

A code is an HMAC-SHA-256 in hexadecimal. That of an entry or an event covers its number, kind, facts, reason, time and
what it is about, and the code before it. A head covers where a chain ends; former heads are stored nowhere, so the end
of a chain cannot be cut off unnoticed. No code covers a person's name, which can be erased.
"""

import hashlib
import hmac
import json
from dataclasses import dataclass
from datetime import UTC
from functools import lru_cache
from typing import Any, Final

from django.conf import settings

from games.models import ChainKey, Entry, League, LeagueEvent, Seal, Season, Table

_LABEL: Final = b"games.seals:"
_ENCODER: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class Key:
    """A key of the chain. Once its ``secret`` is lost, codes that were made with it can't be checked any more."""

    number: int
    secret: bytes

    def mac(self, *values: object) -> str:
        """Return the code of some JSON values."""
        # As they are stored: JSON has texts for keys, and lists for tuples.
        text = _ENCODER.encode(json.loads(_ENCODER.encode(values)))
        return hmac.digest(self.secret, text.encode(), "sha256").hex()

    @property
    def check_value(self) -> str:
        """The code that is stored with the key's number, to recognize the key again."""
        return self.mac("check")


@lru_cache(maxsize=64)
def derived_key(secret: str, number: int) -> Key:
    """Return the key with a number, derived from a secret of the server."""
    root = hashlib.sha256(_LABEL + secret.encode()).digest()
    return Key(number, hmac.digest(root, str(number).encode(), "sha256"))


def current_key() -> Key:
    """Return the newest key, or a new one if there is none or if the server's secret has changed."""
    newest = ChainKey.objects.order_by("-number").values_list("number", "check_value").first()
    number, check_value = newest or (0, "")
    key = derived_key(settings.SECRET_KEY, number)
    return key if key.check_value == check_value else new_key(number + 1)


def new_key(number: int) -> Key:
    """Begin the key with this number, derived from the server's current secret, and return it."""
    key = derived_key(settings.SECRET_KEY, number)
    ChainKey.objects.get_or_create(number=number, defaults={"check_value": key.check_value})
    return key


def known_keys() -> dict[int, Key | None]:
    """Return all keys by number, None for those whose secret isn't known here (SECRET_KEY, SECRET_KEY_FALLBACKS)."""
    keys: dict[int, Key | None] = {}
    for row in ChainKey.objects.all():
        candidates = (
            derived_key(secret, row.number) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
        )
        keys[row.number] = next((key for key in candidates if key.check_value == row.check_value), None)
    return keys


def entry_mac(key: Key, table: Table, entry: Entry, previous: str) -> str:
    """Return the code of an entry of a table; ``previous`` is the code of the entry before, "" for the first."""
    return key.mac(
        *(
            "entry",
            table.public_id,
            entry.revision,
            str(entry.kind),
            entry.game,
            entry.round,
            entry.facts,
            entry.result,
        ),
        *(entry.digest, entry.key, entry.reason, entry.at.astimezone(UTC).isoformat(), key.number, previous),
    )


def event_mac(key: Key, owner: League | Season, event: LeagueEvent, previous: str) -> str:
    """Return the code of an event in the history of ``owner``; ``previous`` is that of the event before, or ""."""
    return key.mac(
        *("event", owner.public_id, event.number, event.kind, event.facts, event.reason, event.match_number),
        *(event.at.astimezone(UTC).isoformat(), key.number, previous),
    )


def head_mac(key: Key, owner: Table | League | Season, length: int, mac: str) -> str:
    """Return the head of a chain: the code of where it ends."""
    return key.mac("head", owner.public_id, length, mac, key.number)


def seal_mac(key: Key, seal: Seal) -> str:
    """Return the code of a seal, over all of it."""
    owner: Any = seal.table or seal.season
    return key.mac(
        *("seal", str(seal.kind), owner.public_id, seal.game, seal.seal, seal.digest, seal.bare, seal.names),
        *(seal.revision, seal.at.astimezone(UTC).isoformat(), key.number),
    )
