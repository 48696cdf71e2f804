"""Fixtures for every test."""

import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.servers import DATABASES, Redis, Site, Sites
from tests.spread import Spreading, longest_first
from tests.told import COUNTED, Told

# Asserts in the helpers say as much as asserts in the tests.
pytest.register_assert_rewrite("tests.makers")

PATIENCE = 180  # seconds; a first start fetches its packages


def pytest_configure(config: pytest.Config) -> None:
    """Let the run tell at its end what has to be told."""
    config.pluginmanager.register(Told())


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Where several processes run the tests, begin with what takes longest."""
    if hasattr(config, "workerinput"):
        longest_first(items)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> Spreading | None:
    """Spread the tests our way when files are to stay together, which is how `manage.py test` asks for it."""
    return Spreading(config, log) if config.getoption("dist") == "loadfile" else None


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


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Say what a test counted: `counted("200 kills, 4,312 rounds acknowledged, 0 lost")`.

    The line stands at the end of the run under "Counted", whether the test passes or fails, and on however many
    processes the tests run.
    """
    return lambda line: record_property(COUNTED, line)


@pytest.fixture(scope="session")
def django_db_setup(django_db_setup: None, django_db_blocker: Any) -> None:
    """Let the tests' database be emptied between tests. Nobody else can do that: the ledger is never deleted."""
    from django.db import connection

    from tests.emptying import let_it_be_emptied

    with django_db_blocker.unblock():
        let_it_be_emptied(connection)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Forget sheets and counted requests: after a rollback the next table has the same id and another ledger."""
    yield
    if "games.selectors.reckoned" in sys.modules:
        from django.core.cache import cache

        from games.selectors import reckoned

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


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sites]:
    """Makes real servers, each on a database of its own: `sites.make("postgresql")`."""
    made = Sites(tmp_path_factory.mktemp("sites"))
    yield made
    made.close()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server; who stops it starts it again."""
    with Redis() as running:
        yield running


@pytest.fixture(params=DATABASES)
def site(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A running server with an empty database; the test runs on SQLite and on PostgreSQL."""
    with sites.make(request.param) as running:
        yield running
