"""Faults made on purpose: a full disk, a lock that is never released."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tests.reliability.raw_database import Raw
from tests.servers import LackingError

ONE_BLOCK = 4096


class SmallDisk:
    """A real file system of its own that has little room, to be filled to the last block and emptied again.

    To mount one takes root, or sudo that does not ask. Raises LackingError where there is neither: nothing else
    makes a disk really full.
    """

    def __init__(self, size: int) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="scorekeeper-disk-"))
        self._sudo: Sequence[str] = [] if os.geteuid() == 0 else ["sudo", "-n"]
        self._filler = self.folder / "filler"
        options = f"size={size},mode=0777"
        self._run("mount", "-t", "tmpfs", "-o", options, "small", str(self.folder))

    def _run(self, *command: str) -> None:
        try:
            subprocess.run([*self._sudo, *command], capture_output=True, text=True, check=True)
        except (OSError, subprocess.CalledProcessError) as why:
            raise LackingError("the right to mount a small disk (root has it, or sudo without a password)") from why

    @property
    def free(self) -> int:
        """The bytes that are left."""
        return shutil.disk_usage(self.folder).free

    def fill(self) -> None:
        """Leave nothing."""
        with self._filler.open("ab", buffering=0) as filler:
            while True:
                try:
                    if not filler.write(b"\0" * max(ONE_BLOCK, min(self.free, 1 << 20))):
                        return
                except OSError:
                    if self.free < ONE_BLOCK:
                        return

    def empty(self) -> None:
        """Give the room back."""
        self._filler.unlink(missing_ok=True)

    def close(self) -> None:
        """Take it away."""
        self._run("umount", "--lazy", str(self.folder))
        self.folder.rmdir()


@contextmanager
def small_disk(size: int) -> Iterator[SmallDisk]:
    """A small disk for as long as it is needed."""
    disk = SmallDisk(size)
    try:
        yield disk
    finally:
        disk.close()


@contextmanager
def locked(raw: Raw, *, reading: bool = False) -> Iterator[None]:
    """Somebody is in the middle of a write and does not come to its end; on PostgreSQL perhaps nobody may read, too."""
    raw.run("BEGIN" if raw.postgresql else "BEGIN EXCLUSIVE")
    try:
        if raw.postgresql:
            mode = "ACCESS EXCLUSIVE" if reading else "SHARE ROW EXCLUSIVE"
            raw.run(f"LOCK TABLE games_table, games_entry, games_accesslink, games_device IN {mode} MODE")
        yield
    finally:
        raw.run("ROLLBACK")
