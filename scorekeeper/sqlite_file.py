"""The SQLite file of an installation: find it, copy a snapshot of it, and audit it."""

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from typing import Final

from django.conf import settings

DATABASE: Final = "scorekeeper.sqlite3"
CANNOT_CHECK: Final = 3
"""The exit status of ``manage.py audit`` if nothing differs but some seals cannot be checked."""


class BackupError(Exception):
    """A backup cannot be made, read or restored; the text says why, and what to do."""


def own_database() -> Path:
    """Return the SQLite file of this installation. Raises BackupError where it uses PostgreSQL."""
    database = settings.DATABASES["default"]
    if not database["ENGINE"].endswith("sqlite3"):
        raise BackupError("This only works with SQLite, but DATABASE_URL is set to PostgreSQL.")
    return Path(database["NAME"])


def copy_database(source: Path, target: Path) -> None:
    """Copy a snapshot of a database, which may be written to meanwhile."""
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as running,
            closing(sqlite3.connect(target)) as copy,
        ):
            # All pages in one step: in pieces the backup would restart with every round saved meanwhile.
            running.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            if (result := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise BackupError(f"The database is damaged, so it cannot be backed up: {result}.")
    except sqlite3.Error as error:
        raise BackupError(f"Cannot copy the database: {error}.") from error


def demand_unused(database: Path) -> None:
    """Raise BackupError while a server has the database open."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as file:
            # Switching off the write-ahead log only works without other connections.
            file.execute("PRAGMA journal_mode=DELETE")
            if file.execute("PRAGMA journal_mode").fetchone()[0] != "delete":
                raise BackupError(f"{database} is in use. Stop the server first.")
    except sqlite3.OperationalError as error:
        raise BackupError(f"{database} is in use. Stop the server first.") from error
    except sqlite3.DatabaseError:
        return  # damaged: all the more reason to replace it


def wal_path(database: Path) -> Path:
    """Return the path of a database's write-ahead log."""
    return database.with_name(database.name + "-wal")


def shm_path(database: Path) -> Path:
    """Return the path of that log's shared-memory index."""
    return database.with_name(database.name + "-shm")


def check(folder: Path) -> None:
    """Migrate and audit the SQLite database of a folder. Raises BackupError where that fails."""
    demand_sound({"SCOREKEEPER_DATA": str(folder), "DATABASE_URL": ""})


def demand_sound(changed: Mapping[str, str], *, migrate: bool = True) -> None:
    """Migrate (unless ``migrate`` is False) and audit the database that the environment names, with ``changed`` values.

    Raises BackupError where that fails.
    """
    known = {"SECRET_KEY": settings.SECRET_KEY} if settings.KEY_KNOWN else {}
    environment = {**os.environ, **known, **changed}
    for command in ([["migrate", "--no-input", "--verbosity=0"]] if migrate else []) + [["audit"]]:
        done = subprocess.run(  # noqa: S603 - this Python and this program
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        # Seals made with an unknown secret cannot be checked, which is not an error of the data.
        if done.returncode not in (0, CANNOT_CHECK):
            output = (done.stdout + done.stderr).rstrip()
            raise BackupError(f"`manage.py {command[0]}` found problems in it:\n{output}")
