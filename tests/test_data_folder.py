"""The data folder: only one server may use it, and other users can't read it."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from scorekeeper.data_folder import LOCK, FolderInUseError, folder_lock, keep_to_owner
from tests.servers import Redis

ROOT = Path(__file__).parent.parent
BARE = {"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}
Start = Callable[..., Any]


@pytest.fixture
def start(start_command: Start) -> Start:
    def start(data: Path, **env: str) -> Any:
        options = ("--host", "127.0.0.1", "--port", "0", "--data", str(data))
        return start_command(sys.executable, "manage.py", "start", *options, cwd=ROOT, env=BARE | env)

    return start


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_a_second_server_on_the_same_folder_is_refused_in_a_sentence(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path)
    second = start(tmp_path)
    assert second.process.wait() == 2
    port = first.url.rstrip("/").rpartition(":")[2]
    assert second.output == (
        f"Scorekeeper is already running on the data folder {tmp_path} (process {first.process.pid}, "
        f"http://localhost:{port}/). Stop it first, or choose another folder with --data.\n"
    )
    assert httpx.get(first.url).is_success


@pytest.mark.slow
def test_a_folder_is_free_again_when_its_server_was_killed(start: Start, tmp_path: Path) -> None:
    first = start(tmp_path)
    first.process.kill()
    first.process.wait()
    assert httpx.get(start(tmp_path).url).is_success


@pytest.mark.slow
def test_servers_that_notify_one_another_share_a_folder_and_no_other_joins_them(
    start: Start, tmp_path: Path, redis_server: Redis
) -> None:
    first, second = (start(tmp_path, REDIS_URL=redis_server.url) for _ in range(2))
    assert httpx.get(first.url).is_success
    assert httpx.get(second.url).is_success
    alone = start(tmp_path)
    assert alone.process.wait() == 2
    assert "already running on the data folder" in alone.output


def test_a_lock_tells_who_holds_it(tmp_path: Path) -> None:
    with folder_lock(tmp_path, shared=False) as lock:
        lock.note("http://192.0.2.7:8000/")
        output = (tmp_path / LOCK).read_text()
        with pytest.raises(FolderInUseError, match=rf"process {os.getpid()}, http://192\.0\.2\.7:8000/"):
            _enter(tmp_path)
    assert output == f"process {os.getpid()}, http://192.0.2.7:8000/\n"
    assert not lock.warning


def _enter(folder: Path) -> None:
    with folder_lock(folder, shared=True):
        raise AssertionError


def test_start_makes_the_folder_private_and_reports_it_once(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    data.mkdir()
    first = start(data)
    first.stop()
    assert "Now only the owner can" in first.output
    assert "could read" not in start_and_stop(start, data)
    companions = [data / name for name in ("scorekeeper.sqlite3", "secret_key")]
    data.chmod(0o755)
    for path in companions:
        path.chmod(0o644)
    again = start(data)
    assert f"Other users of this computer could read the scores in {data}. Now only the owner can.\n" in again.output
    logs = [data / "scorekeeper.sqlite3-wal", data / "scorekeeper.sqlite3-shm"]
    assert {path.name: mode(path) for path in (*companions, *logs, data / LOCK)} == {
        path.name: 0o600 for path in (*companions, *logs, data / LOCK)
    }
    assert mode(data) == 0o700


def start_and_stop(start: Start, data: Path, **env: str) -> str:
    started = start(data, **env)
    started.stop()
    output: str = started.output
    return output


@pytest.mark.slow
def test_setting_keeps_file_permissions_and_the_start_warns(start: Start, tmp_path: Path) -> None:
    data = tmp_path / "data"
    start_and_stop(start, data)
    data.chmod(0o755)
    (data / "scorekeeper.sqlite3").chmod(0o644)
    output = start_and_stop(start, data, DATA_PRIVATE="0")
    readable = data / "scorekeeper.sqlite3"
    assert f"can read {readable}, because DATA_PRIVATE=0 leaves permissions unchanged." in output
    assert (mode(data), mode(data / "scorekeeper.sqlite3")) == (0o755, 0o644)


def filled(folder: Path) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "scorekeeper.sqlite3").touch()
    (folder / "secret_key").touch()
    backups = folder / "backups"
    backups.mkdir()
    (backups / "scorekeeper-2026-01-01T000000Z.tar.gz").touch()
    for path in (folder, backups):
        path.chmod(0o755)
    for path in (*folder.iterdir(), *backups.iterdir()):
        if path.is_file():
            path.chmod(0o644)
    return folder


def test_backups_in_the_folder_are_closed_too(tmp_path: Path) -> None:
    data = filled(tmp_path / "data")
    assert len(keep_to_owner(data, leave=False)) == 1
    assert mode(data) == mode(data / "backups") == 0o700
    assert mode(data / "backups" / "scorekeeper-2026-01-01T000000Z.tar.gz") == 0o600
    assert keep_to_owner(data, leave=False) == []


def test_a_folder_with_anything_else_in_it_stays_open_and_the_scores_in_it_do_not(tmp_path: Path) -> None:
    data = filled(tmp_path / "shared")
    (data / "holiday.jpg").touch()
    (data / "holiday.jpg").chmod(0o644)
    keep_to_owner(data, leave=False)
    assert (mode(data), mode(data / "holiday.jpg")) == (0o755, 0o644)
    assert mode(data / "scorekeeper.sqlite3") == mode(data / "secret_key") == 0o600


def test_other_peoples_folders_keep_their_permissions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = filled(tmp_path / "home")
    monkeypatch.setenv("HOME", str(home))
    keep_to_owner(home, leave=False)
    assert mode(home) == 0o755
    assert mode(home / "scorekeeper.sqlite3") == 0o600


def test_a_folder_where_everybody_may_write_is_not_closed(tmp_path: Path) -> None:
    data = filled(tmp_path / "tmp")
    data.chmod(0o1777)
    keep_to_owner(data, leave=False)
    assert data.stat().st_mode & 0o7777 == 0o1777


def test_folder_that_cannot_be_made_private_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A disk without such rights, as on a memory stick, takes the change without an error and keeps the file open."""
    data = filled(tmp_path / "stick")
    (data / "somebody's").touch()
    monkeypatch.setattr(Path, "chmod", lambda self, mode: None)
    (sentence,) = keep_to_owner(data, leave=False)
    assert sentence.startswith(f"Other users of this computer can read {data / 'scorekeeper.sqlite3'}. Run chmod 600")
