"""Backups: everything of an installation in one file, and back again on an empty machine.

A backup is taken beside the running server, at one moment, and is not called one before it was read back and audited.
"""

import os
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

from scorekeeper import dumps
from scorekeeper.backup_file import (
    FORMAT,
    KEY,
    MEMBERS_OF,
    PATTERN,
    POSTGRESQL_FORMAT,
    About,
    Backup,
    digest_of,
    pack,
    read,
    unpack,
)
from scorekeeper.sqlite_file import DATABASE, NoBackup, check, copy_of, log_of, nobody_writes, own_database, shared_of


def back_up(folder: Path, *, keep: int = 0) -> Backup:
    """Make a backup in ``folder``, prove it, and with ``keep`` leave only so many of the newest ones there.

    Raises NoBackup where there is nothing to back up, or where the proof fails: then nothing new lies in ``folder``,
    and nothing was removed.
    """
    if not _on_postgresql() and not own_database().exists():
        raise NoBackup(f"There is nothing to back up: {own_database()} is not there.")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".backup-", dir=folder) as beside:
            work = Path(beside)
            about = _dumped(work) if _on_postgresql() else _copied(work)
            packed = pack(work, about)
            unproved = _prove(packed, about)
            file = folder / f"scorekeeper-{datetime.fromisoformat(about.made_at):%Y-%m-%dT%H%M%S%fZ}.tar.gz"
            packed.replace(file)
        _sync(folder)
    except OSError as error:
        raise NoBackup(f"The backup cannot be written to {folder}: {error.strerror}.") from error
    if keep:
        for old in sorted(folder.glob(PATTERN))[:-keep]:
            old.unlink()
    return Backup(file, about, unproved)


def restore(backup: Backup, *, replace: bool = False) -> list[str]:
    """Put a backup into the database and the data folder; under which names lies what was put aside for it.

    Raises NoBackup where a database or another key lies there already, unless it is to ``replace`` them: they are then
    renamed and not deleted. The server has to be stopped.
    """
    if backup.about.migration > _newest_migration():
        raise NoBackup(f"{backup.file} was made by a newer version of Scorekeeper, which has to restore it.")
    if (backup.about.format == POSTGRESQL_FORMAT) != _on_postgresql():
        raise NoBackup(
            f"{backup.file} was made on SQLite. Restore it without DATABASE_URL, then `manage.py move`."
            if _on_postgresql()
            else f"{backup.file} was made on PostgreSQL. Set DATABASE_URL to an empty database of it first."
        )
    return _put_back(backup, replace=replace) if _on_postgresql() else _put_file(backup, replace=replace)


def _put_back(backup: Backup, *, replace: bool) -> list[str]:
    """Restore on PostgreSQL. The key of the data folder is put aside only once the database is as it should be."""
    key = settings.DATA / KEY
    if backup.about.key and key.exists() and not replace:
        raise NoBackup(f"{key} is there already. Say --replace: what is there is then put aside, not deleted.")
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA) as beside:
            work = Path(beside)
            unpack(backup, work)
            aside = dumps.put_back(work / backup.about.member, replace=replace)
            aside += _place_key(backup, work)
        _sync(settings.DATA)
    except OSError as error:
        raise NoBackup(f"The backup cannot be put into {settings.DATA}: {error.strerror}.") from error
    return aside


def _place_key(backup: Backup, work: Path) -> list[str]:
    """Put the key of a backup into the data folder; under which name another one lies now."""
    key, aside = settings.DATA / KEY, list[str]()
    if backup.about.key and key.exists() and key.read_bytes() != (work / KEY).read_bytes():
        aside.append(_put_aside(key).name)
    if backup.about.key and not key.exists():
        (work / KEY).replace(key)
    return aside


def _put_file(backup: Backup, *, replace: bool) -> list[str]:
    """Restore on SQLite: proved before anything there changes."""
    target, key = own_database(), settings.DATA / KEY
    there = [path for path in (target, key) if path.exists()]
    if there and not replace:
        raise NoBackup(
            f"{there[0]} is there already. Name an empty folder in SCOREKEEPER_DATA, or say --replace: what is there "
            "is then put aside, not deleted."
        )
    if replace and target.exists():
        nobody_writes(target)
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA) as beside:
            work = Path(beside)
            unpack(backup, work)
            check(work)
            aside = [_put_aside(path).name for path in (target, log_of(target), shared_of(target)) if path.exists()]
            (work / DATABASE).replace(target)
            aside += _place_key(backup, work)
        _sync(settings.DATA)
    except OSError as error:
        raise NoBackup(f"The backup cannot be put into {settings.DATA}: {error.strerror}.") from error
    return aside


def before_migrating() -> Backup | None:
    """A backup in the data folder's ``backups``, where a start is about to change how an SQLite database is laid out.

    None where there is nothing to change, or nothing yet. Raises NoBackup; the database is then better left alone.
    """
    if not settings.DATABASES["default"]["ENGINE"].endswith("sqlite3") or not own_database().exists():
        return None
    executor = MigrationExecutor(connections[DEFAULT_DB_ALIAS])
    begun = executor.loader.applied_migrations
    if not begun or not executor.migration_plan(executor.loader.graph.leaf_nodes()):
        return None
    return back_up(settings.DATA / "backups")


# --- Making one -------------------------------------------------------------------------------------------------------


def _on_postgresql() -> bool:
    return str(settings.DATABASES["default"]["ENGINE"]).endswith("postgresql")


def _copied(work: Path) -> About:
    """Copy the SQLite file into ``work``; what the copy holds."""
    copy_of(own_database(), work / DATABASE)
    try:
        with closing(sqlite3.connect(work / DATABASE)) as database:
            there = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            held = _held(lambda query: database.execute(query).fetchone()[0], there)
    except (sqlite3.Error, TypeError) as error:
        raise NoBackup(f"The database is none of Scorekeeper's: {error}.") from error
    return _about(FORMAT, held, work)


def _dumped(work: Path) -> About:
    """Write what PostgreSQL holds into ``work``; what is in that."""
    connection = connections[DEFAULT_DB_ALIAS]

    def read(cursor: Any) -> dict[str, Any]:
        def one(query: str) -> Any:
            cursor.execute(query)
            return cursor.fetchone()[0]

        there = set(connection.introspection.table_names(cursor))
        if "games_entry" not in there:
            raise NoBackup(f"There is nothing to back up in the database {connection.settings_dict['NAME']}.")
        return _held(one, there)

    return _about(POSTGRESQL_FORMAT, dumps.dump(work / MEMBERS_OF[POSTGRESQL_FORMAT], read), work)


def _held(one: Callable[[str], Any], there: set[str]) -> dict[str, Any]:
    """What a database holds that has these tables; ``one`` asks for the one value of a query."""

    def count(what: str) -> int:
        # An older version may not have had it.
        return int(one(f"SELECT COUNT(*) FROM games_{what}")) if f"games_{what}" in there else 0  # noqa: S608 - four words of ours

    newest = one("SELECT MAX(at) FROM games_entry")
    return {
        "tables": count("table"),
        "entries": count("entry"),
        "players": count("player"),
        "leagues": count("league"),
        "newest": newest.isoformat() if isinstance(newest, datetime) else newest or "",
        "migration": one("SELECT name FROM django_migrations WHERE app = 'games' ORDER BY name DESC LIMIT 1"),
    }


def _about(form: int, held: Mapping[str, Any], work: Path) -> About:
    return About(
        format=form,
        made_at=datetime.now(UTC).isoformat(),
        **held,
        database=digest_of(work / MEMBERS_OF[form]),
        key=(settings.DATA / KEY).exists(),
    )


def _prove(packed: Path, about: About) -> str:
    """Read a backup back, and audit what comes out; what of that could not be done, in a sentence.

    Raises NoBackup where that is not what went in, or not sound.
    """
    with tempfile.TemporaryDirectory(prefix=".proof-", dir=packed.parent) as beside:
        read_back = read(packed)
        if read_back.about != about:
            raise NoBackup("What was written cannot be read back as it was: the disk may be failing.")
        unpack(read_back, Path(beside))
        if about.format == POSTGRESQL_FORMAT:
            return dumps.prove(Path(beside) / about.member)
        check(Path(beside))
        return ""


# --- The data folder --------------------------------------------------------------------------------------------------


def _newest_migration() -> str:
    return max(name for app, name in MigrationLoader(None).disk_migrations if app == "games")


def _put_aside(path: Path) -> Path:
    aside = path.with_name(f"{path.name}.until-{datetime.now(UTC):%Y-%m-%dT%H%M%S%fZ}")
    path.rename(aside)
    return aside


def _sync(folder: Path) -> None:
    """Make sure that the names in a folder outlive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
