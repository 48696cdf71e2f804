"""Back up an installation into one file, and restore it, also on an empty machine.

A backup is a snapshot taken while the server runs. It gets its name only after it was read back and audited.
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
    Backup,
    BackupContents,
    digest_of,
    pack,
    read,
    unpack,
)
from scorekeeper.sqlite_file import (
    DATABASE,
    BackupError,
    check,
    copy_database,
    demand_unused,
    own_database,
    shm_path,
    wal_path,
)


def back_up(folder: Path, *, keep: int = 0) -> Backup:
    """Make a backup in ``folder``, verify it, and with ``keep`` delete all but so many of the newest ones there.

    Raises BackupError where there is nothing to back up, or where verification fails: then ``folder`` is unchanged.
    """
    if not _on_postgresql() and not own_database().exists():
        raise BackupError(f"There is nothing to back up: {own_database()} does not exist.")
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
        raise BackupError(f"Cannot write the backup to {folder}: {error.strerror}.") from error
    if keep:
        for old in sorted(folder.glob(PATTERN))[:-keep]:
            old.unlink()
    return Backup(file, about, unproved)


def restore(backup: Backup, *, replace: bool = False) -> list[str]:
    """Restore a backup into the database and the data folder; return the new names of what was put aside.

    Raises BackupError where there is a database or another key already, unless ``replace`` is set: they are then
    renamed, not deleted. The server has to be stopped.
    """
    if backup.about.migration > _newest_migration():
        raise BackupError(f"{backup.file} was made by a newer version of Scorekeeper. Restore it with that version.")
    if (backup.about.format == POSTGRESQL_FORMAT) != _on_postgresql():
        raise BackupError(
            f"{backup.file} was made on SQLite. Restore it without DATABASE_URL, then run `manage.py move`."
            if _on_postgresql()
            else f"{backup.file} was made on PostgreSQL. Set DATABASE_URL to an empty PostgreSQL database first."
        )
    return _put_back(backup, replace=replace) if _on_postgresql() else _put_file(backup, replace=replace)


def _put_back(backup: Backup, *, replace: bool) -> list[str]:
    """Restore on PostgreSQL. The key in the data folder is put aside only once the database is restored."""
    key = settings.DATA / KEY
    if backup.about.key and key.exists() and not replace:
        raise BackupError(f"{key} already exists. Add --replace to move it aside without deleting it.")
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA) as beside:
            work = Path(beside)
            unpack(backup, work)
            aside = dumps.put_back(work / backup.about.member, replace=replace)
            aside += _place_key(backup, work)
        _sync(settings.DATA)
    except OSError as error:
        raise BackupError(f"Cannot restore the backup to {settings.DATA}: {error.strerror}.") from error
    return aside


def _place_key(backup: Backup, work: Path) -> list[str]:
    """Put the key of a backup into the data folder; return the new name of a different key that was there."""
    key, aside = settings.DATA / KEY, list[str]()
    if backup.about.key and key.exists() and key.read_bytes() != (work / KEY).read_bytes():
        aside.append(_put_aside(key).name)
    if backup.about.key and not key.exists():
        (work / KEY).replace(key)
    return aside


def _put_file(backup: Backup, *, replace: bool) -> list[str]:
    """Restore on SQLite: the backup is audited before anything changes."""
    target, key = own_database(), settings.DATA / KEY
    existing = [path for path in (target, key) if path.exists()]
    if existing and not replace:
        raise BackupError(
            f"{existing[0]} already exists. Set SCOREKEEPER_DATA to an empty folder, or add --replace to move the "
            "existing data aside without deleting it."
        )
    if replace and target.exists():
        demand_unused(target)
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA) as beside:
            work = Path(beside)
            unpack(backup, work)
            check(work)
            aside = [_put_aside(path).name for path in (target, wal_path(target), shm_path(target)) if path.exists()]
            (work / DATABASE).replace(target)
            aside += _place_key(backup, work)
        _sync(settings.DATA)
    except OSError as error:
        raise BackupError(f"Cannot restore the backup to {settings.DATA}: {error.strerror}.") from error
    return aside


def before_migrating() -> Backup | None:
    """Back up an SQLite database into the data folder's ``backups`` before a start migrates it.

    Return None where there is nothing to migrate, or no database yet. Raises BackupError; then do not migrate.
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


def _copied(work: Path) -> BackupContents:
    """Copy the SQLite file into ``work``, and return its description."""
    copy_database(own_database(), work / DATABASE)
    try:
        with closing(sqlite3.connect(work / DATABASE)) as database:
            tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            counts = _counts(lambda query: database.execute(query).fetchone()[0], tables)
    except (sqlite3.Error, TypeError) as error:
        raise BackupError(f"This is not a Scorekeeper database: {error}.") from error
    return _about(FORMAT, counts, work)


def _dumped(work: Path) -> BackupContents:
    """Dump the PostgreSQL database into ``work``, and return its description."""
    connection = connections[DEFAULT_DB_ALIAS]

    def read(cursor: Any) -> dict[str, Any]:
        def value(query: str) -> Any:
            cursor.execute(query)
            return cursor.fetchone()[0]

        tables = set(connection.introspection.table_names(cursor))
        if "games_entry" not in tables:
            raise BackupError(f"There is nothing to back up in the database {connection.settings_dict['NAME']}.")
        return _counts(value, tables)

    return _about(POSTGRESQL_FORMAT, dumps.dump(work / MEMBERS_OF[POSTGRESQL_FORMAT], read), work)


def _counts(value: Callable[[str], Any], tables: set[str]) -> dict[str, Any]:
    """Return the counts of a description; ``value`` runs a query for a single value on a database with ``tables``."""

    def count(what: str) -> int:
        # An older version may lack this table.
        return int(value(f"SELECT COUNT(*) FROM games_{what}")) if f"games_{what}" in tables else 0  # noqa: S608 - four words of ours

    newest = value("SELECT MAX(at) FROM games_entry")
    return {
        "tables": count("table"),
        "entries": count("entry"),
        "players": count("player"),
        "leagues": count("league"),
        "newest": newest.isoformat() if isinstance(newest, datetime) else newest or "",
        "migration": value("SELECT name FROM django_migrations WHERE app = 'games' ORDER BY name DESC LIMIT 1"),
    }


def _about(form: int, counts: Mapping[str, Any], work: Path) -> BackupContents:
    return BackupContents(
        format=form,
        made_at=datetime.now(UTC).isoformat(),
        **counts,
        database=digest_of(work / MEMBERS_OF[form]),
        key=(settings.DATA / KEY).exists(),
    )


def _prove(packed: Path, about: BackupContents) -> str:
    """Read a backup back and audit it; return a sentence about what could not be verified, or "".

    Raises BackupError where it does not match what was written, or the audit fails.
    """
    with tempfile.TemporaryDirectory(prefix=".proof-", dir=packed.parent) as beside:
        read_back = read(packed)
        if read_back.about != about:
            raise BackupError("The backup cannot be read back correctly. The disk may be failing.")
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
    """Sync a folder to disk, so that renamed files survive a power cut."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
