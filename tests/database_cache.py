"""Keeps a migrated SQLite database between test runs, because migrating takes seconds in every process.

It is in pytest's cache, under a digest of what it was made from: the migrations, the models that they import, the
locked packages. A run gets a copy, which is deleted with what the tests wrote.
"""

import hashlib
import os
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[1]
LOCK = ROOT / "uv.lock"


def cached_database(config: pytest.Config) -> Path | None:
    """Return the path of the cached database for the current migrations, existing or not; None without a cache."""
    if not hasattr(config, "cache") or config.cache is None:
        return None
    made_of = hashlib.sha256()
    for path in sorted(
        [*(ROOT / "games" / "migrations").rglob("*.py"), *(ROOT / "games" / "models").rglob("*.py"), LOCK]
    ):
        made_of.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes())
    return config.cache.mkdir("migrated") / f"{made_of.hexdigest()[:20]}.sqlite3"


def take(cached: Path, database: Path) -> bool:
    """Copy the cached database to the tests' database; return whether there was one."""
    try:
        shutil.copyfile(cached, database)
    except FileNotFoundError:
        return False
    return True


def keep(cached: Path, connection: Any) -> None:
    """Cache a copy of the database, and delete those of older migrations."""
    half = cached.with_suffix(f".{os.getpid()}")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM INTO %s", [str(half)])
    with closing(sqlite3.connect(half)) as opened:
        # As the program leaves its files; a copy has SQLite's usual journal.
        opened.execute("PRAGMA journal_mode=WAL")
    half.replace(cached)
    for old in cached.parent.glob("*.sqlite3"):
        if old != cached:
            old.unlink(missing_ok=True)
