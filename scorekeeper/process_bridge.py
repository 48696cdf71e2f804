"""Connect this process's notifications to other processes, as the settings say: by Redis, PostgreSQL, or not at all."""

import atexit
import hashlib
from typing import Any

from django.conf import settings
from django.db import connections

from games import live
from games.live.backends import PostgresBackend, RedisBackend


def connect_bridge() -> None:
    """Let notifications published in this process reach all processes that serve the same database."""
    bridge = live.connect_processes(_backend())
    atexit.register(bridge.stop)


def _backend() -> RedisBackend | PostgresBackend | None:
    if settings.NOTIFICATION_BACKEND == "redis":
        # Redis shares channels between all its databases, so the name is derived from this installation's key.
        channel = hashlib.sha256(f"scorekeeper bell {settings.SECRET_KEY}".encode()).hexdigest()[:16]
        return RedisBackend(settings.REDIS_URL, f"scorekeeper:{channel}")
    return PostgresBackend(_connect) if settings.NOTIFICATION_BACKEND == "postgresql" else None


def _connect() -> Any:
    """Open a database connection like those of requests, but in autocommit mode."""
    wrapper: Any = connections["default"]
    parameters = wrapper.get_connection_params()
    return wrapper.Database.connect(**(parameters | {"autocommit": True}))
