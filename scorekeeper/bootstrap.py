"""Make `.venv` with the packages of uv.lock and run the command inside it. Standard library only.

In: the command line. Out: the same process, now (or already) in an environment with the locked packages.
Every expected failure ends the process with a sentence that says what to do, never with a traceback.

Pip installs uv, in the version and by the hashes of uv.lock; uv installs all else, in half the time that pip takes.
"""

import contextlib
import importlib.util
import os
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, NoReturn

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PROGRAMS, SUFFIX = (VENV / "Scripts", ".exe") if os.name == "nt" else (VENV / "bin", "")
PYTHON, UV = PROGRAMS / f"python{SUFFIX}", PROGRAMS / f"uv{SUFFIX}"
NO_PACKAGES = "Cannot install the packages. Connect this computer to the internet, then run the same command again."


def enter_environment(argv: list[str]) -> None:
    """Return when this Python is one of an environment; otherwise run the command in `.venv` and never return.

    Raises SystemExit, with a sentence, when `.venv` cannot be made.
    """
    if sys.prefix != sys.base_prefix:
        return
    dev = [] if argv[1:2] in (["test"], ["pictures"]) else ["--no-dev"]
    # --inexact: what another command or the operator installed there is kept.
    sync = [str(UV), "sync", "--quiet", "--frozen", "--inexact", "--no-install-project", *dev, "--system-certs"]
    sync += ["--project", str(ROOT), "--python", str(PYTHON)]
    os.environ["UV_PROJECT_ENVIRONMENT"] = str(VENV)
    try:
        if not _succeeds([*sync, "--check"]):
            with _alone():
                # Asked again: another start may have made it while this one waited.
                if not _succeeds([*sync, "--check"]):
                    _prepare(sync)
    except OSError as error:
        sys.exit(f"Cannot create the folder {VENV}: {error}. Make {ROOT} writable, then run the same command again.")
    except KeyboardInterrupt:
        sys.exit("Stopped. Run the same command again to start over.")
    _continue_inside(argv)


def _succeeds(command: list[str]) -> bool:
    """Run `command` silently; return whether it is there and succeeds."""
    try:
        return not subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=False).returncode
    except OSError:
        return False


def _prepare(sync: list[str]) -> None:
    """Make `.venv` with uv in it where it has none that runs, and install what is missing by the command `sync`."""
    if not (_succeeds([str(UV), "--version"]) and _succeeds([str(PYTHON), "--version"])):
        if importlib.util.find_spec("ensurepip") is None:
            sys.exit(
                "This Python cannot create a virtual environment. On Debian or Ubuntu run: sudo apt-get install "
                "python3-venv\nThen run the same command again."
            )
        _say("Creating .venv (only needed once) …")
        _run([sys.executable, "-m", "venv", "--clear", str(VENV)], "Cannot create the folder .venv.")
    _say("Installing the packages of uv.lock into .venv …")
    if not UV.exists():
        pip = [str(PYTHON), "-m", "pip", "--disable-pip-version-check", "--no-input", "--retries=2", "install"]
        _run([*pip, "--quiet", "--require-hashes", "--requirement", str(_pinned_uv())], NO_PACKAGES)
    _run(sync, NO_PACKAGES)


def _pinned_uv() -> Path:
    """Write what pip installs uv by, its version and hashes in uv.lock, into `.venv`, and return that file."""
    with (ROOT / "uv.lock").open("rb") as file:
        (uv,) = [package for package in tomllib.load(file)["package"] if package["name"] == "uv"]
    pin = VENV / "uv.txt"
    hashes = " ".join(f"--hash={wheel['hash']}" for wheel in uv["wheels"])
    pin.write_text(f"uv=={uv['version']} {hashes}\n", encoding="ascii")
    return pin


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
