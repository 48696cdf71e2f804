"""How the server connects to its database: an SQLite file in the data folder, or PostgreSQL."""

from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured


def databases(env: environ.Env, data: Path, timeout: float) -> dict[str, dict[str, Any]]:
    """Return Django's setting DATABASES: PostgreSQL if DATABASE_URL is set, else the SQLite file in folder ``data``.

    ``timeout`` is how long (s) a write waits for another one. Raises ImproperlyConfigured for a URL of SQLite.
    """
    if not env.str("DATABASE_URL", default=""):
        return {"default": _sqlite(data, timeout)}
    database: dict[str, Any] = env.db_url("DATABASE_URL")
    if database["ENGINE"].endswith("sqlite3"):
        raise ImproperlyConfigured(
            "DATABASE_URL is for PostgreSQL only. For SQLite, set SCOREKEEPER_DATA to the folder of its file."
        )
    return {"default": _postgresql(database, timeout, pool_size=env.int("DATABASE_POOL", default=0))}


def _postgresql(database: dict[str, Any], timeout: float, *, pool_size: int) -> dict[str, Any]:
    # A request that waits longer for a lock, or for a result, is refused with a Retry-After.
    limits = {
        "lock_timeout": timeout,
        "statement_timeout": 3 * timeout,
        "idle_in_transaction_session_timeout": 6 * timeout,
    }
    options = {
        "connect_timeout": 5,
        # A database server that vanished silently is noticed within half a minute, not after hours.
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "tcp_user_timeout": 20_000,
        "options": " ".join(f"-c {name}={round(1000 * seconds)}" for name, seconds in limits.items()),
        **database.get("OPTIONS", {}),
    }
    # Connections stay open, and are checked before each request: the database may have been restarted.
    database |= {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True, "OPTIONS": options}
    if pool_size:
        # The threads of a process share at most so many; a request that waits too long for one is refused.
        options["pool"] = {"min_size": 1, "max_size": pool_size, "timeout": timeout}
        database["CONN_MAX_AGE"] = 0
    return database


def _sqlite(data: Path, timeout: float) -> dict[str, Any]:
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": data / "scorekeeper.sqlite3",
        # Connections stay open: closing the last one checkpoints the write-ahead log, which makes pages slow.
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            # Write-ahead log AND immediate: the log alone still fails at once when two readers turn writers.
            "transaction_mode": "IMMEDIATE",
            "timeout": timeout,
            # FULL: a saved round stays saved when the power goes.
            "init_command": (
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON; "
                "PRAGMA temp_store=MEMORY; PRAGMA mmap_size=134217728; "
                "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=2000;"
            ),
        },
    }
