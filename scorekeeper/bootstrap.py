"""Make `.venv` from the hash-locked requirements and run the command inside it. Standard library only.

In: the command line. Out: the same process, now (or already) in an environment with the locked packages.
Every expected failure ends the process with a sentence that says what to do, never with a traceback.

`.venv/installed.txt` is a copy of the installed lock file. It is removed before anything changes and written last, so a
`.venv` that lacks both it and some packages was left incomplete, and is made again.
"""

import contextlib
import importlib.metadata
import importlib.util
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
STAMP = VENV / "installed.txt"
RUNTIME, DEVELOPMENT = ROOT / "requirements.txt", ROOT / "requirements-dev.txt"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def enter_environment(argv: list[str]) -> None:
    """Return when this Python can run the command in `argv`; otherwise run it in `.venv` and never return.

    Raises SystemExit, with a sentence, when `.venv` cannot be made.
    """
    lock = DEVELOPMENT if argv[1:2] == ["test"] else RUNTIME
    if sys.prefix != sys.base_prefix or _holds(sys.path, lock):
        return
    try:
        if not _ready(lock):
            with _alone():
                # Checked again: another start may have made it while this one waited.
                if not _ready(lock):
                    _prepare(lock)
    except OSError as error:
        sys.exit(f"Cannot create the folder {VENV}: {error}. Make {ROOT} writable, then run the same command again.")
    except KeyboardInterrupt:
        sys.exit("Stopped. Run the same command again to start over.")
    _continue_inside(argv)


def _ready(lock: Path) -> bool:
    """Whether `.venv` has the packages of `lock`; the development lock includes the runtime lock."""
    if not PYTHON.exists():
        return False
    if STAMP.exists():
        return STAMP.read_bytes() in {lock.read_bytes(), DEVELOPMENT.read_bytes()}
    # Made by another tool, such as `uv sync`: fine if it has the same packages.
    folders = [*VENV.glob("lib/python3*/site-packages"), VENV / "Lib" / "site-packages"]
    return _holds([str(folder) for folder in folders], lock)


def _holds(paths: list[str], lock: Path) -> bool:
    """Whether the packages that `lock` pins are installed under `paths` in exactly those versions.

    Pins with a marker ("; sys_platform == …") are left out: evaluating them takes more than the standard library.
    """
    pins = re.findall(r"^([\w.-]+)(?:\[[^]]*\])?==([^\s;]+) \\$", lock.read_text(encoding="utf-8"), re.MULTILINE)
    return all(
        any(found.version == version for found in importlib.metadata.distributions(name=name, path=paths))
        for name, version in pins
    )


def _prepare(lock: Path) -> None:
    """Make `.venv` where it is missing or incomplete, and install `lock` into it."""
    if not (PYTHON.exists() and STAMP.exists()):
        if importlib.util.find_spec("ensurepip") is None:
            sys.exit(
                "This Python cannot create a virtual environment. On Debian or Ubuntu run: sudo apt-get install "
                "python3-venv\nThen run the same command again."
            )
        _say("Creating .venv (only needed once) …")
        _run([sys.executable, "-m", "venv", "--clear", str(VENV)], "Cannot create the folder .venv.")
    STAMP.unlink(missing_ok=True)
    _say(f"Installing the packages in {lock.name} into .venv …")
    pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "--retries=2"]
    _run(
        [*pip, "install", "--quiet", "--require-hashes", "--requirement", str(lock)],
        "Cannot install the packages. Connect this computer to the internet, then run the same command again.",
    )
    half = STAMP.with_suffix(".half")
    half.write_bytes(lock.read_bytes())
    half.replace(STAMP)


def _run(command: list[str], sentence: str) -> None:
    """Run `command` silently; if it fails, end with `sentence` and the last line of its output."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if done.returncode:
        output = (done.stderr.strip() or done.stdout.strip() or f"exit status {done.returncode}").splitlines()
        sys.exit(f"{sentence}\n({output[-1].strip()})")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """Let only one process at a time make `.venv`. The system releases the lock even of a killed process."""
    with (ROOT / ".venv.lock").open("w") as file:
        _wait_for(file)
        yield


def _wait_for(file: IO[str]) -> None:
    """Wait until this process holds the lock on `file`."""
    if sys.platform == "win32":
        import msvcrt

        while True:
            # Waits ten seconds, then gives up with an error: try again.
            with contextlib.suppress(OSError):
                msvcrt.locking(file.fileno(), msvcrt.LK_LOCK, 1)
                return
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            _say("Another command is creating .venv. Waiting for it …")
            fcntl.flock(file, fcntl.LOCK_EX)


def _continue_inside(argv: list[str]) -> NoReturn:
    """Run the same command with the Python of `.venv`, in place of this process where the system can do that."""
    command = [str(PYTHON), str(ROOT / "manage.py"), *argv[1:]]
    if sys.platform != "win32":
        os.execv(command[0], command)  # noqa: S606 - no shell is wanted
    child = subprocess.Popen(command)
    while True:
        # Ctrl+C reaches the child, too, which handles it.
        with contextlib.suppress(KeyboardInterrupt):
            sys.exit(child.wait())


def _say(line: str) -> None:
    """Print a line about what takes so long."""
    print(line, file=sys.stderr, flush=True)
