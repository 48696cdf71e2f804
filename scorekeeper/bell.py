"""Wires the bell of this process to those of others, by what the settings name: Redis, PostgreSQL, or nothing."""

import atexit
import hashlib
from typing import Any

from django.conf import settings
from django.db import connections

from games import live
from games.live.wires import PostgresWire, RedisWire


def wire_up() -> None:
    """Let what rings in this process ring in all that serve the same scores."""
    bridge = live.span(_wire())
    atexit.register(bridge.stop)


def _wire() -> RedisWire | PostgresWire | None:
    if settings.BELL == "redis":
        # Redis keeps the channels of all its databases in one place; whoever has the same key has the same scores.
        channel = hashlib.sha256(f"scorekeeper bell {settings.SECRET_KEY}".encode()).hexdigest()[:16]
        return RedisWire(settings.REDIS_URL, f"scorekeeper:{channel}")
    return PostgresWire(_connect) if settings.BELL == "postgresql" else None


def _connect() -> Any:
    """A connection to the database beside those of requests, as they are, but that it commits by itself."""
    wrapper: Any = connections["default"]
    parameters = wrapper.get_connection_params()
    return wrapper.Database.connect(**(parameters | {"autocommit": True}))
