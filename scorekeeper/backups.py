"""Backups: everything of an installation in one file, and back again on an empty machine.

A backup is taken beside the running server, at one moment, and is not called one before it was read back and audited.
The file is a compressed tar of three: what it holds (``about.json``), the database (SQLite's file, or what PostgreSQL's
pg_dump writes), and the secret key where that lies in the data folder, without which no link of before would open.
"""

import contextlib
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

ABOUT, DATABASE, KEY = "about.json", "scorekeeper.sqlite3", "secret_key"
FORMAT: Final = 1
"""Of a backup from SQLite."""
POSTGRESQL_FORMAT: Final = 2
_MEMBERS: Final = {FORMAT: DATABASE, POSTGRESQL_FORMAT: "scorekeeper.dump"}
PATTERN: Final = "scorekeeper-*.tar.gz"
_LARGEST_ABOUT: Final = 100_000
"""Bytes; what somebody else made may be anything."""


class NoBackup(Exception):  # noqa: N818 - an answer to the person at the terminal, not an error of the program
    """A backup cannot be made, or is none: a sentence says why, and what to do."""


@dataclass(frozen=True, slots=True)
class About:
    """What a backup holds. ``made_at`` is in UTC (ISO 8601), ``database`` the SHA-256 of the database in it."""

    format: int
    made_at: str
    tables: int
    entries: int
    players: int
    leagues: int
    newest: str
    """When the newest entry of all tables was made; empty where there is none."""
    migration: str
    """The newest migration that the database has had."""
    database: str
    key: bool

    @property
    def member(self) -> str:
        """What the database is called in it."""
        return _MEMBERS[self.format]

    @property
    def text(self) -> str:
        """What it holds, in a sentence."""
        newest = f", the last of them of {_readable(self.newest)}" if self.newest else ""
        held = f"{_number(self.tables, 'table')} with {self.entries:,} entries{newest}"
        people = f"{_number(self.players, 'player')} and {_number(self.leagues, 'league')}"
        key = "with the secret key" if self.key else "without a secret key: it is in the environment there"
        return f"made on {_readable(self.made_at)}: {held}; {people}; {key}"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made, or was read: where it lies, and what it holds."""

    file: Path
    about: About
    unproved: str = ""
    """What could not be proved of it, in a sentence; empty where everything was."""


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
            packed = _pack(work, about)
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


def read(file: Path) -> Backup:
    """What a backup holds; the database in it is not unpacked. Raises NoBackup for a file that is none."""
    with _opened(file) as members:
        return Backup(file, members.about)


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
    from scorekeeper.dumps import put_back

    key = settings.DATA / KEY
    if backup.about.key and key.exists() and not replace:
        raise NoBackup(f"{key} is there already. Say --replace: what is there is then put aside, not deleted.")
    try:
        settings.DATA.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".restore-", dir=settings.DATA) as beside:
            work = Path(beside)
            _unpack(backup, work)
            aside = put_back(work / backup.about.member, replace=replace)
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
            _unpack(backup, work)
            check(work)
            aside = [_put_aside(path).name for path in (target, _log(target), _shared(target)) if path.exists()]
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
    from scorekeeper.dumps import dump

    connection = connections[DEFAULT_DB_ALIAS]

    def read(cursor: Any) -> dict[str, Any]:
        def one(query: str) -> Any:
            cursor.execute(query)
            return cursor.fetchone()[0]

        there = set(connection.introspection.table_names(cursor))
        if "games_entry" not in there:
            raise NoBackup(f"There is nothing to back up in the database {connection.settings_dict['NAME']}.")
        return _held(one, there)

    return _about(POSTGRESQL_FORMAT, dump(work / _MEMBERS[POSTGRESQL_FORMAT], read), work)


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
        database=_digest(work / _MEMBERS[form]),
        key=(settings.DATA / KEY).exists(),
    )


def _pack(work: Path, about: About) -> Path:
    packed = work / "packed.tar.gz"
    # It holds a secret: nobody else on this computer may read it.
    with open(packed, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
            said = json.dumps(asdict(about), indent=1).encode()
            entry = tarfile.TarInfo(ABOUT)
            entry.size, entry.mtime = len(said), int(datetime.now(UTC).timestamp())
            tar.addfile(entry, io.BytesIO(said))
            tar.add(work / about.member, about.member, filter=_plain)
            if about.key:
                tar.add(settings.DATA / KEY, KEY, filter=_plain)
        file.flush()
        os.fsync(file.fileno())
    return packed


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Without whose it was: that is another number on another machine."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


def _prove(packed: Path, about: About) -> str:
    """Read a backup back, and audit what comes out; what of that could not be done, in a sentence.

    Raises NoBackup where that is not what went in, or not sound.
    """
    with tempfile.TemporaryDirectory(prefix=".proof-", dir=packed.parent) as beside:
        read_back = read(packed)
        if read_back.about != about:
            raise NoBackup("What was written cannot be read back as it was: the disk may be failing.")
        _unpack(read_back, Path(beside))
        if about.format == POSTGRESQL_FORMAT:
            from scorekeeper.dumps import prove

            return prove(Path(beside) / about.member)
        check(Path(beside))
        return ""


# --- Reading one ------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Members:
    tar: tarfile.TarFile
    about: About

    def file(self, name: str) -> IO[bytes]:
        """One of its files. Raises NoBackup where there is none of the name."""
        with contextlib.suppress(KeyError):
            if (found := self.tar.extractfile(name)) is not None:
                return found
        raise NoBackup(f"There is no {name} in it.")


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[_Members]:
    """A backup, open for reading. Raises NoBackup for a file that is none, or is cut off."""
    try:
        with tarfile.open(file, "r:gz") as tar:
            told = tar.extractfile(ABOUT)
            if told is None:
                raise NoBackup(f"{file} is no backup of Scorekeeper.")
            yield _Members(tar, _told(file, json.loads(told.read(_LARGEST_ABOUT))))
    except (tarfile.TarError, EOFError, KeyError, ValueError, OSError) as error:
        raise NoBackup(f"{file} is no backup of Scorekeeper, or only a part of one: {error}.") from error


def _told(file: Path, told: Any) -> About:
    if not isinstance(told, Mapping) or told.get("format") not in _MEMBERS:
        raise NoBackup(f"{file} was made by another version of Scorekeeper, which has to restore it.")
    try:
        return About(**told)
    except TypeError as error:
        raise NoBackup(f"{file} is no backup of Scorekeeper: {error}.") from error


def _unpack(backup: Backup, folder: Path) -> None:
    """Put what is in a backup into ``folder``. Raises NoBackup where it is not what the backup says of it."""
    with _opened(backup.file) as members:
        for name in (backup.about.member, *([KEY] if backup.about.key else [])):
            with open(folder / name, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
                source = members.file(name)
                while piece := source.read(1 << 20):
                    out.write(piece)
                out.flush()
                os.fsync(out.fileno())
    if _digest(folder / backup.about.member) != backup.about.database:
        raise NoBackup(f"The database in {backup.file} is not the one that was put there: the file is damaged.")


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


# --- The data folder --------------------------------------------------------------------------------------------------


def _newest_migration() -> str:
    return max(name for app, name in MigrationLoader(None).disk_migrations if app == "games")


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


def _log(database: Path) -> Path:
    return database.with_name(database.name + "-wal")


def _shared(database: Path) -> Path:
    return database.with_name(database.name + "-shm")


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


def _digest(file: Path) -> str:
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _readable(moment: str) -> str:
    told = datetime.fromisoformat(moment)
    return f"{told.replace(tzinfo=told.tzinfo or UTC).astimezone(UTC):%d %B %Y, %H:%M} UTC"


def _number(amount: int, what: str) -> str:
    return f"{amount:,} {what}{'' if amount == 1 else 's'}"
