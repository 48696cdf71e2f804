"""Fixtures for every test."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

# Asserts in the helpers say as much as asserts in the tests.
pytest.register_assert_rewrite("tests.makers")

PATIENCE = 180  # seconds; a first start fetches its packages


class Started:
    """A running `start` command: the address it printed, and what it said."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.said = ""
        assert process.stdout
        for line in process.stdout:
            self.said += line
            if "press Ctrl+C" in line:
                break
        found = re.search(r"On this computer: +(http://\S+)", self.said)
        self.url = found.group(1) if found else ""

    def stop(self) -> tuple[int, str]:
        """Press Ctrl+C; return the exit status and what else was said."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, rest


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Forget sheets and counted requests: after a rollback the next table has the same id and another ledger."""
    yield
    if "games.selectors.ledger" in sys.modules:
        from django.core.cache import cache

        from games.selectors import ledger, reckoned

        ledger._sheet_at.cache_clear()
        reckoned.forget()
        cache.clear()


@pytest.fixture
def start_command() -> Iterator[Callable[..., Started]]:
    """Run a `start` command as a person would, and wait until it answers or ends."""
    running: list[subprocess.Popen[str]] = []

    def start(*command: str, cwd: Path, env: dict[str, str]) -> Started:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=env,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        running.append(process)
        return Started(process)

    yield start
    for process in running:
        process.kill()
        process.communicate()
