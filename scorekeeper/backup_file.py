"""The file format of backups: write, read and unpack one.

A backup is a compressed tar of up to three files: a description (``about.json``), the database (SQLite's file, or the
output of PostgreSQL's pg_dump), and the secret key if it is in the data folder, without which no old link would open.
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

from scorekeeper.checks import BEFORE_FIRST_RELEASE
from scorekeeper.sqlite_file import DATABASE, BackupError

ABOUT, KEY = "about.json", "secret_key"
FORMAT: Final = 3
"""The format of a backup from SQLite. 1 and 2 were those of before the first release."""
POSTGRESQL_FORMAT: Final = 4
MEMBERS_OF: Final = {FORMAT: DATABASE, POSTGRESQL_FORMAT: "scorekeeper.dump"}
"""The name of the database's file in the tar, by format."""
PATTERN: Final = "scorekeeper-*.tar.gz"
_LARGEST_ABOUT: Final = 100_000
"""Bytes that are read of about.json, as the file may come from anywhere."""


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The description of a backup. ``made_at`` is in UTC (ISO 8601), ``database`` the SHA-256 of its database."""

    format: int
    made_at: str
    tables: int
    entries: int
    players: int
    leagues: int
    newest: str
    """When the newest ledger entry was made; empty without entries."""
    migration: str
    """The newest migration applied to the database."""
    database: str
    key: bool

    @property
    def member(self) -> str:
        """The name of the database's file in the tar."""
        return MEMBERS_OF[self.format]

    @property
    def text(self) -> str:
        """The description as a sentence."""
        newest = f", the latest from {_readable(self.newest)}" if self.newest else ""
        contents = f"{_number(self.tables, 'table')} with {self.entries:,} entries{newest}"
        people = f"{_number(self.players, 'player')} and {_number(self.leagues, 'league')}"
        key = "with the secret key" if self.key else "without the secret key, which was set in the environment"
        return f"made on {_readable(self.made_at)}: {contents}; {people}; {key}"


@dataclass(frozen=True, slots=True)
class Backup:
    """A backup that was made or read: its file and its description."""

    file: Path
    about: BackupContents
    unproved: str = ""
    """A sentence about what could not be verified; empty where everything was."""


def read(file: Path) -> Backup:
    """Read a backup's description without unpacking its database. Raises BackupError if it isn't a backup."""
    with _opened(file) as members:
        return Backup(file, members.about)


def pack(work: Path, about: BackupContents) -> Path:
    """Pack the database in ``work``, its description, and the key if there is one, into one file."""
    packed = work / "packed.tar.gz"
    # It holds a secret: nobody else on this computer may read it.
    with open(packed, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as file:
        with tarfile.open(fileobj=file, mode="w:gz", compresslevel=6) as tar:
            about_json = json.dumps(asdict(about), indent=1).encode()
            entry = tarfile.TarInfo(ABOUT)
            entry.size, entry.mtime = len(about_json), int(datetime.now(UTC).timestamp())
            tar.addfile(entry, io.BytesIO(about_json))
            tar.add(work / about.member, about.member, filter=_plain)
            if about.key:
                tar.add(settings.DATA / KEY, KEY, filter=_plain)
        file.flush()
        os.fsync(file.fileno())
    return packed


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Remove the owner from a tar entry: user ids differ between machines."""
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = ""
    entry.mode = 0o600
    return entry


@dataclass(slots=True)
class _Members:
    tar: tarfile.TarFile
    about: BackupContents

    def file(self, name: str) -> IO[bytes]:
        """Return one of the packed files. Raises BackupError where it is missing."""
        with contextlib.suppress(KeyError):
            if (found := self.tar.extractfile(name)) is not None:
                return found
        raise BackupError(f"It does not contain {name}.")


@contextlib.contextmanager
def _opened(file: Path) -> Iterator[_Members]:
    """Open a backup for reading. Raises BackupError if it isn't one, or is truncated."""
    try:
        with tarfile.open(file, "r:gz") as tar:
            about_file = tar.extractfile(ABOUT)
            if about_file is None:
                raise BackupError(f"{file} is not a Scorekeeper backup.")
            yield _Members(tar, _parse_about(file, json.loads(about_file.read(_LARGEST_ABOUT))))
    except (tarfile.TarError, EOFError, KeyError, ValueError, OSError) as error:
        raise BackupError(f"{file} is not a Scorekeeper backup, or is incomplete: {error}.") from error


def _parse_about(file: Path, data: Any) -> BackupContents:
    if isinstance(data, Mapping) and data.get("format") in (1, 2):
        raise BackupError(f"{file} {BEFORE_FIRST_RELEASE}")
    if not isinstance(data, Mapping) or data.get("format") not in MEMBERS_OF:
        raise BackupError(f"{file} was made by another version of Scorekeeper. Restore it with that version.")
    try:
        return BackupContents(**data)
    except TypeError as error:
        raise BackupError(f"{file} is not a Scorekeeper backup: {error}.") from error


def unpack(backup: Backup, folder: Path) -> None:
    """Unpack a backup into ``folder``. Raises BackupError where the database does not match its digest."""
    with _opened(backup.file) as members:
        for name in (backup.about.member, *([KEY] if backup.about.key else [])):
            with open(folder / name, "wb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
                source = members.file(name)
                while piece := source.read(1 << 20):
                    out.write(piece)
                out.flush()
                os.fsync(out.fileno())
    if digest_of(folder / backup.about.member) != backup.about.database:
        raise BackupError(f"The database in {backup.file} does not match its checksum: the file is damaged.")


def digest_of(file: Path) -> str:
    """Return the SHA-256 of a file in hexadecimal digits."""
    with file.open("rb") as opened:
        return hashlib.file_digest(opened, "sha256").hexdigest()


def _readable(moment: str) -> str:
    parsed = datetime.fromisoformat(moment)
    return f"{parsed.replace(tzinfo=parsed.tzinfo or UTC).astimezone(UTC):%d %B %Y, %H:%M} UTC"


def _number(amount: int, what: str) -> str:
    return f"{amount:,} {what}{'' if amount == 1 else 's'}"
