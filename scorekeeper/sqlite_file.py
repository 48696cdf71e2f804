"""The SQLite file of an installation: where it lies, a copy of one moment, and whether it is sound."""

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


class NoBackup(Exception):  # noqa: N818 - an answer to the person at the terminal, not an error of the program
    """A backup cannot be made, or is none: a sentence says why, and what to do."""


def own_database() -> Path:
    """The SQLite file of this installation. Raises NoBackup where it has none."""
    told = settings.DATABASES["default"]
    if not told["ENGINE"].endswith("sqlite3"):
        raise NoBackup("This is for SQLite. The scores are in PostgreSQL here: DATABASE_URL is set.")
    return Path(told["NAME"])


def copy_of(source: Path, target: Path) -> None:
    """Copy a database as it stands at one moment; those who write go on meanwhile."""
    try:
        with (
            closing(sqlite3.connect(f"file:{source}?mode=ro", uri=True)) as running,
            closing(sqlite3.connect(target)) as copy,
        ):
            # All pages in one step: in pieces it would begin again with every round that is saved meanwhile.
            running.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")
            if (said := copy.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
                raise NoBackup(f"The database is damaged, so this would be no backup: {said}.")
    except sqlite3.Error as error:
        raise NoBackup(f"The database cannot be copied: {error}.") from error


def nobody_writes(database: Path) -> None:
    """Raise NoBackup while a server has the database open."""
    try:
        with closing(sqlite3.connect(database, timeout=0)) as file:
            # Leaving the write-ahead log takes that nobody else is there.
            file.execute("PRAGMA journal_mode=DELETE")
            if file.execute("PRAGMA journal_mode").fetchone()[0] != "delete":
                raise NoBackup(f"Somebody has {database} open. Stop the server first.")
    except sqlite3.OperationalError as error:
        raise NoBackup(f"Somebody has {database} open. Stop the server first.") from error
    except sqlite3.DatabaseError:
        return  # damaged: all the more reason to replace it


def log_of(database: Path) -> Path:
    """Where the write-ahead log of a database lies, if it has one."""
    return database.with_name(database.name + "-wal")


def shared_of(database: Path) -> Path:
    """Where the index of that log lies."""
    return database.with_name(database.name + "-shm")


def check(folder: Path) -> None:
    """Bring the database of a folder up to date and recompute everything in it. Raises NoBackup where that fails."""
    demand_sound({"SCOREKEEPER_DATA": str(folder), "DATABASE_URL": ""})


def demand_sound(changed: Mapping[str, str], *, migrate: bool = True) -> None:
    """Bring a database up to date, unless told not to, and audit it: this one, but for what is ``changed`` to name it.

    Raises NoBackup where that fails.
    """
    environment = {**os.environ, "SECRET_KEY": settings.SECRET_KEY, **changed}
    for command in ([["migrate", "--no-input", "--verbosity=0"]] if migrate else []) + [["audit"]]:
        done = subprocess.run(  # noqa: S603 - this Python and this program
            [sys.executable, str(settings.BASE_DIR / "manage.py"), *command],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            said = (done.stdout + done.stderr).rstrip()
            raise NoBackup(f"What is in it is not sound, says `manage.py {command[0]}`:\n{said}")
