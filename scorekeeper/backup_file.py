"""The file of a backup: what is in it, how it is written, and how it is read.

It is a compressed tar of three: what it holds (``about.json``), the database (SQLite's file, or what PostgreSQL's
pg_dump writes), and the secret key where that lies in the data folder, without which no link of before would open.
"""

import contextlib
import hashlib
import io
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO, Any, Final

from django.conf import settings

from scorekeeper.sqlite_file import DATABASE, NoBackup

ABOUT, KEY = "about.json", "secret_key"
FORMAT: Final = 1
"""Of a backup from SQLite."""
POSTGRESQL_FORMAT: Final = 2
MEMBERS_OF: Final = {FORMAT: DATABASE, POSTGRESQL_FORMAT: "scorekeeper.dump"}
"""By the format, what the database is called in it."""
PATTERN: Final = "scorekeeper-*.tar.gz"
_LARGEST_ABOUT: Final = 100_000
"""Bytes; what somebody else made may be anything."""


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
        return MEMBERS_OF[self.format]

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


def read(file: Path) -> Backup:
    """What a backup holds; the database in it is not unpacked. Raises NoBackup for a file that is none."""
    with _opened(file) as members:
        return Backup(file, members.about)


def pack(work: Path, about: About) -> Path:
    """Make one file of the database in ``work``, of what is to be said ``about`` it, and of the key if there is one."""
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
    if not isinstance(told, Mapping) or told.get("format") not in MEMBERS_OF:
        raise NoBackup(f"{file} was made by another version of Scorekeeper, which has to restore it.")
    try:
        return About(**told)
    except TypeError as error:
        raise NoBackup(f"{file} is no backup of Scorekeeper: {error}.") from error


def unpack(backup: Backup, folder: Path) -> None:
    """Put what is in a backup into ``folder``. Raises NoBackup where it is not what the backup says of it."""
    with _opened(backup.file) as members:
        for name in (backup.about.member, *([KEY] if backup.about.key else [])):
            with open(folder / name, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
                source = members.file(name)
                while piece := source.read(1 << 20):
                    out.write(piece)
                out.flush()
                os.fsync(out.fileno())
    if digest_of(folder / backup.about.member) != backup.about.database:
        raise NoBackup(f"The database in {backup.file} is not the one that was put there: the file is damaged.")


def digest_of(file: Path) -> str:
    """The SHA-256 of a file, in hexadecimal digits."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _readable(moment: str) -> str:
    told = datetime.fromisoformat(moment)
    return f"{told.replace(tzinfo=told.tzinfo or UTC).astimezone(UTC):%d %B %Y, %H:%M} UTC"


def _number(amount: int, what: str) -> str:
    return f"{amount:,} {what}{'' if amount == 1 else 's'}"
