"""`manage.py` on a machine with only Python: real processes in copies of this project."""

import ast
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from tests.servers import LackingError

pytestmark = pytest.mark.server

ROOT = Path(__file__).parent.parent
BASE_PYTHON = str(Path(sys.base_prefix) / ("python.exe" if os.name == "nt" else "bin/python3"))
NEEDLESS = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__", "build", "data", "dist", "tests")
PATIENCE = 180  # seconds; a first start fetches its packages
NO_NETWORK = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Path]:
    """Make copies of what a fresh clone needs to start."""

    def clone() -> Path:
        copy = tmp_path_factory.mktemp("clone") / "scorekeeper"
        return Path(shutil.copytree(ROOT, copy, ignore=NEEDLESS))

    return clone


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return environment variables with an empty home and only the system's own programs."""
    return {"HOME": str(tmp_path_factory.mktemp("home")), "PATH": "/usr/bin:/bin", "PYTHONUTF8": "1"}


def run(*command: str, cwd: Path, env: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a command to its end."""
    return subprocess.run(
        command,
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def pretending(line: str) -> list[str]:
    """Return a command that runs `manage.py version` in a Python for which `line` was executed first."""
    script = f"import sys, runpy; {line}; sys.argv = ['manage.py', 'version']; sys.path.insert(0, '.'); "
    return [BASE_PYTHON, "-c", script + "runpy.run_path('manage.py', run_name='__main__')"]


def test_inside_an_environment_bootstrap_does_nothing(clone: Callable[[], Path], bare: dict[str, str]) -> None:
    copy = clone()
    done = run(sys.executable, "manage.py", "version", cwd=copy, env=bare)
    assert (done.returncode, done.stderr) == (0, "")
    assert not (copy / ".venv").exists()


def test_without_packages_the_error_says_how_to_get_them(
    clone: Callable[[], Path], bare: dict[str, str], tmp_path: Path
) -> None:
    run(BASE_PYTHON, "-m", "venv", "--without-pip", str(tmp_path / "empty"), cwd=tmp_path, env=bare)
    python = tmp_path / "empty" / "bin" / "python"
    for command in ("version", "test"):
        done = run(str(python), "manage.py", command, cwd=clone(), env=bare)
        assert done.returncode == 1
        assert f"and run: python3 manage.py {command}\n" in done.stderr
        assert "Traceback" not in done.stderr


def test_old_python_is_reported(clone: Callable[[], Path], bare: dict[str, str], snapshot: SnapshotAssertion) -> None:
    ast.parse((ROOT / "manage.py").read_text(encoding="utf-8"), feature_version=(3, 8))
    done = run(*pretending("sys.version_info = (3, 8, 18, 'final', 0)"), cwd=clone(), env=bare)
    assert done.returncode == 1
    assert done.stderr == snapshot


def test_without_venv_the_error_says_what_to_install(clone: Callable[[], Path], bare: dict[str, str]) -> None:
    done = run(*pretending("sys.modules['ensurepip'] = None"), cwd=clone(), env=bare)
    assert done.returncode == 1
    assert "sudo apt-get install python3-venv" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.slow
def test_incomplete_environment_is_rebuilt_and_a_missing_network_is_reported(
    clone: Callable[[], Path], bare: dict[str, str]
) -> None:
    copy = clone()
    command = [BASE_PYTHON, "manage.py", "version"]
    with subprocess.Popen(
        command, cwd=copy, env=bare | NO_NETWORK, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as killed:
        assert killed.stderr
        lines = [killed.stderr.readline(), killed.stderr.readline()]
        os.killpg(killed.pid, signal.SIGKILL)
    assert [line.partition(" ")[0] for line in lines] == ["Creating", "Installing"]

    done = run(*command, cwd=copy, env=bare | NO_NETWORK)
    assert done.returncode == 1
    first, second, sentence, reason = done.stderr.splitlines()
    assert [first, second] == [line.rstrip() for line in lines]
    assert sentence.startswith("Cannot install the packages. Connect this computer to the internet")
    assert reason.startswith("(ERROR: ")


@pytest.fixture(scope="module")
def installed(clone: Callable[[], Path], bare: dict[str, str]) -> Path:
    """Return a fresh clone in which two commands, begun at the same moment, have made `.venv` from the real index."""
    copy = clone()
    command = [BASE_PYTHON, "manage.py", "version"]
    both = [
        subprocess.Popen(command, cwd=copy, env=bare, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    ended = [process.communicate(timeout=PATIENCE) for process in both]
    text = "".join(stderr for _, stderr in ended)
    if "Connect this computer to the internet" in text:
        raise LackingError("the package index")
    assert [process.returncode for process in both] == [0, 0], text
    assert ended[0][0] == ended[1][0]
    assert text.count("Creating") == text.count("Installing") == text.count("Waiting") == 1
    return copy


def test_a_fresh_clone_starts_and_the_second_start_installs_nothing(
    installed: Path,
    bare: dict[str, str],
    start_command: Callable[..., Any],
    tmp_path: Path,
    snapshot: SnapshotAssertion,
) -> None:
    for _ in range(2):
        started = start_command(
            BASE_PYTHON, "manage.py", "start", "--port", "0", "--data", str(tmp_path), cwd=installed, env=bare
        )
        assert "Creating" not in started.output
        assert "Installing" not in started.output
        assert httpx.get(started.url).is_success
        assert started.stop() == snapshot
    left_behind = {path.name for path in installed.iterdir()} - {path.name for path in ROOT.iterdir()}
    assert left_behind <= {".venv", ".venv.lock"}


def test_what_is_missing_is_installed_once(installed: Path, bare: dict[str, str], snapshot: SnapshotAssertion) -> None:
    (packages,) = (installed / ".venv" / "lib").glob("python3*/site-packages")
    for path in packages.glob("segno*"):
        shutil.rmtree(path)
    command = [BASE_PYTHON, "manage.py", "version"]
    first, second = (run(*command, cwd=installed, env=bare) for _ in range(2))
    assert (first.returncode, second.returncode) == (0, 0)
    assert first.stderr == snapshot
    assert second.stderr == ""
    assert (packages / "segno").is_dir()


@pytest.mark.slow
def test_an_environment_whose_uv_is_broken_is_made_again(installed: Path, bare: dict[str, str]) -> None:
    os.truncate(installed / ".venv" / "bin" / "uv", 1000)
    done = run(BASE_PYTHON, "manage.py", "version", cwd=installed, env=bare)
    assert done.returncode == 0, done.stderr
    assert [line.partition(" ")[0] for line in done.stderr.splitlines()] == ["Creating", "Installing"]
