"""The data folder of a running server: lock it against a second server, and close it to other users.

Two things happen here when a server starts. It locks the folder, because two servers without anything to notify one
another through would each show rounds and links as they were before the other one changed them. And it takes the right
to read the scores and the secret key away from other people on the same computer.
"""

import contextlib
import os
import stat
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from scorekeeper.sqlite_file import DATABASE

LOCK: Final = "server.lock"
_SECRETS: Final = (f"{DATABASE}*", "secret_key*", LOCK, "scorekeeper-*.tar.gz", "backups/*")
"""The files of a data folder that hold scores or the key, with their put-aside copies."""
_OURS: Final = (*_SECRETS[:-1], "backups", "static*", ".backup-*", ".proof-*", ".restore-*")
"""Everything that Scorekeeper puts into its folder. A folder with anything else belongs to its user."""
_FAR: Final = 1 << 30
"""The position of the locked byte on Windows, so that the note at the file's beginning stays readable."""


class FolderInUseError(Exception):
    """Another server uses the folder; the text says which one, and what to do."""


class FolderLock:
    """The lock on a data folder, held while a server runs. The system releases the lock of a killed process.

    ``warning`` is a sentence for the operator where this disk has no file locks; else it is empty.
    """

    def __init__(self, file: IO[str], warning: str = "") -> None:
        self._file = file
        self.warning = warning

    def note(self, address: str) -> None:
        """Write this process's id and address into the file, for the error message of a second server."""
        with contextlib.suppress(OSError):
            self._file.seek(0)
            self._file.truncate()
            self._file.write(f"process {os.getpid()}, {address}\n")
            self._file.flush()


@contextlib.contextmanager
def folder_lock(folder: Path, *, shared: bool) -> Iterator[FolderLock]:
    """Hold the lock on a data folder; ``shared`` with servers that notify one another (Redis, PostgreSQL).

    Raises FolderInUseError where another server uses the folder without sharing it.
    """
    with (folder / LOCK).open("a+", encoding="utf-8") as file:
        warning = ""
        try:
            _take(file, shared=shared)
        except BlockingIOError as error:
            file.seek(0)
            owner = f" ({owner_line})" if (owner_line := file.readline(200).strip()) else ""
            raise FolderInUseError(
                f"Scorekeeper is already running on the data folder {folder}{owner}. Stop it first, or choose "
                "another folder with --data."
            ) from error
        except OSError as error:
            warning = (
                f"The disk of {folder} cannot lock files ({error.strerror}). Make sure that no other server uses "
                "this folder."
            )
        yield FolderLock(file, warning)


def _take(file: IO[str], *, shared: bool) -> None:
    """Lock a file without waiting. Raises BlockingIOError if another process has it, OSError if locks are missing."""
    if sys.platform == "win32":
        import msvcrt

        if shared:
            return  # Windows locks a file for one process alone; these servers may be several.
        file.seek(_FAR)
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)


def keep_to_owner(folder: Path, *, leave: bool) -> list[str]:
    """Make the database, its companion files, the key and the backups in ``folder`` readable by their owner only.

    The folder itself is closed to others, too, if it contains nothing but Scorekeeper's files. With ``leave`` nothing
    is changed. Returns sentences for the operator: what was changed, and what others can still read. Windows has no
    such permissions, so nothing is done there.
    """
    if os.name != "posix":
        return []
    if leave:
        readable = _others_can_read(folder)
        return (
            [f"Other users of this computer can read {readable}, because DATA_PRIVATE=0 leaves permissions unchanged."]
            if readable
            else []
        )
    folders = [path for path in (folder / "backups",) if path.is_dir()]
    folders += [folder] if _is_ours_alone(folder) else []
    readable_paths = [path for path in (*_secrets(folder), *folders) if _mode(path) & 0o077]
    for path in readable_paths:
        with contextlib.suppress(OSError):
            path.chmod(_mode(path) & 0o700)
    sentences = []
    if any(not _mode(path) & 0o077 for path in readable_paths):
        sentences.append(f"Other users of this computer could read the scores in {folder}. Now only the owner can.")
    if readable := _others_can_read(folder):
        sentences.append(
            f"Other users of this computer can read {readable}. Run chmod 600 on it as its owner, or choose a "
            "folder on another disk with --data."
        )
    return sentences


def _others_can_read(folder: Path) -> Path | None:
    """Return a file with scores or the key that others can read, too; None where there is none."""
    if os.name != "posix" or not _mode(folder) & 0o011:
        return None  # In a folder that is closed to others, they cannot reach the files.
    return next((path for path in _secrets(folder) if _mode(path) & 0o044), None)


def _secrets(folder: Path) -> list[Path]:
    return [path for pattern in _SECRETS for path in sorted(folder.glob(pattern)) if path.is_file()]


def _is_ours_alone(folder: Path) -> bool:
    """Whether a folder belongs to this user and has only Scorekeeper's files; a home folder never counts."""
    status = folder.stat()
    if status.st_uid != os.geteuid() or status.st_mode & stat.S_ISVTX or folder in _homes():
        return False
    return all(any(path.match(pattern) for pattern in _OURS) for path in folder.iterdir())


def _homes() -> set[Path]:
    """Return this user's home folders, from the environment and from the system's user database."""
    import pwd

    with contextlib.suppress(KeyError):
        return {Path.home().resolve(), Path(pwd.getpwuid(os.geteuid()).pw_dir).resolve()}
    return {Path.home().resolve()}


def _mode(path: Path) -> int:
    """Return the permissions of a file; 0 where it has just been deleted."""
    try:
        return stat.S_IMODE(path.stat().st_mode)
    except FileNotFoundError:
        return 0
