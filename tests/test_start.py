"""`start` with all packages installed: the files it creates, its messages, and what it refuses."""

import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

ROOT = Path(__file__).parent.parent
BARE = {"PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}
Start = Callable[..., Any]


@pytest.fixture
def start(start_command: Start) -> Start:
    def start(*options: str, **env: str) -> Any:
        return start_command(sys.executable, "manage.py", "start", *options, cwd=ROOT, env=BARE | env)

    return start


def test_the_first_start_lays_out_the_data_and_the_second_keeps_it(
    start: Start, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    data = tmp_path / "not" / "yet there"
    first = start("--host", "127.0.0.1", "--port", "0", "--data", str(data))
    assert httpx.get(first.url).is_success
    status, output = first.stop()
    assert status == 0
    assert output.splitlines() == snapshot
    assert str(data) in first.output

    key = data / "secret_key"
    assert key.stat().st_mode & 0o777 == 0o600
    assert data.stat().st_mode & 0o777 == 0o700
    assert (data / "scorekeeper.sqlite3").stat().st_size
    before = key.read_text()
    assert len(before) > 50
    described = data / "static.answers"
    made = described.stat()

    second = start("--port", "0", "--data", str(data), "--host", "localhost")
    second.stop()
    assert key.read_text() == before
    after = described.stat()
    assert (after.st_ino, after.st_mtime_ns) == (made.st_ino, made.st_mtime_ns), "the API's page is made once"
    assert sorted(path.name for path in data.iterdir() if "key" in path.name) == ["secret_key"]


def test_own_names_and_given_ones_are_answered_and_no_others(start: Start, tmp_path: Path) -> None:
    started = start("--port", "0", "--data", str(tmp_path), ALLOWED_HOSTS="cards.example.org, ")
    own = {"localhost", "127.0.0.1", socket.gethostname().lower()}
    status = {host: httpx.get(started.url, headers={"Host": host}).status_code for host in own}
    assert set(status.values()) == {200}
    assert httpx.get(started.url, headers={"Host": "cards.example.org"}).status_code == 200
    assert httpx.get(started.url, headers={"Host": "elsewhere.example.org"}).status_code == 400


@pytest.mark.slow
def test_a_key_in_the_environment_is_not_written_down(start: Start, tmp_path: Path) -> None:
    started = start("--host", "127.0.0.1", "--port", "0", SCOREKEEPER_DATA=str(tmp_path), SECRET_KEY="kept " * 12)
    assert httpx.get(started.url).is_success
    assert not (tmp_path / "secret_key").exists()
    assert (tmp_path / "scorekeeper.sqlite3").exists()


def test_a_taken_port_is_reported_in_a_sentence(start: Start, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        refused = start("--host", "127.0.0.1", "--port", str(port), "--data", str(tmp_path))
    assert refused.process.wait() == 2
    assert refused.output.startswith(f"Port {port} is already in use")
    assert "--port" in refused.output
    assert refused.output.count("\n") == 1


def test_an_address_of_another_machine_is_reported_in_a_sentence(
    start: Start, tmp_path: Path, snapshot: SnapshotAssertion
) -> None:
    refused = start("--host", "203.0.113.9", "--port", "0", "--data", str(tmp_path))
    assert refused.process.wait() == 2
    assert refused.output.splitlines() == snapshot


def test_a_data_folder_that_cannot_be_written_is_reported_in_a_sentence(start: Start, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    refused = start("--data", str(tmp_path / "file" / "data"))
    assert refused.process.wait() == 2
    assert refused.output.startswith("Cannot write to the data folder")
    assert "--data" in refused.output
    assert refused.output.count("\n") == 1


def test_serving_without_a_key_is_refused_with_what_to_do(start_command: Start, tmp_path: Path) -> None:
    """`start` writes the key; anything else that serves must find it."""
    refused = start_command(
        sys.executable, "-c", "import scorekeeper.asgi", cwd=ROOT, env=BARE | {"SCOREKEEPER_DATA": str(tmp_path)}
    )
    assert refused.process.wait() == 1
    assert "Run `python3 manage.py start` once" in refused.output.splitlines()[-1]
