"""Fixtures for every test."""

import gc
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import hypothesis
import pytest
from hypothesis.internal.conjecture import providers

from tests.database_cache import cached_database, keep, take
from tests.servers import Redis, Site, Sites

# Asserts in the helpers say as much as asserts in the tests.
pytest.register_assert_rewrite("tests.makers")

PATIENCE = 180  # seconds; a first start fetches its packages
LEFT_OUT = (
    "Left out: tests marked browser, server or slow. Run them with "
    "python3 manage.py test -m 'browser or server or slow'; add 'and not slow' for those that take minutes."
)

SERVERS = {"sites", "start_command", "redis_server", "own_redis", "postgresql", "strace"}
"""The fixtures that start a process of their own. Whatever uses one is marked `server`."""

hypothesis.settings.register_profile(
    # The same examples every time, by hand and in CI: a run that fails here fails everywhere.
    "default",
    max_examples=30,
    derandomize=True,
    database=None,
    deadline=None,
    print_blob=True,
    suppress_health_check=[hypothesis.HealthCheck.too_slow],
)
# Hypothesis also tries constants from the source of all loaded modules, so a test would get other examples alone than
# among others. No option turns that off yet (https://github.com/HypothesisWorks/hypothesis/issues/4627).
providers._get_local_constants = providers.Constants
hypothesis.settings.register_profile("slow", hypothesis.settings.get_profile("default"), max_examples=2_000)
hypothesis.settings.load_profile("default")


def pytest_configure(config: pytest.Config) -> None:
    """Run what the command line names, whatever its marks; with `-m slow`, give Hypothesis many examples."""
    by_default = config.option.markexpr in config.getini("addopts")
    named = config.args_source is pytest.Config.ArgsSource.ARGS or config.option.keyword or config.getoption("lf")
    if named and by_default:
        config.option.markexpr = ""
    if config.option.markexpr == "slow":
        hypothesis.settings.load_profile("slow")


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark whatever starts a server, and the cases on PostgreSQL; with `-m slow`, also what Hypothesis tries."""
    values = item.callspec.params.values() if isinstance(item, pytest.Function) and hasattr(item, "callspec") else ()
    if SERVERS & set(getattr(item, "fixturenames", ())) or "postgresql" in [one for one in values if type(one) is str]:
        item.add_marker("server")
    if item.config.option.markexpr == "slow" and hypothesis.is_hypothesis_test(getattr(item, "obj", None)):
        item.add_marker("slow")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the browser's tests first and those that start servers last.

    Each worker begins at an end: one drives the browser while the other has the servers.
    """
    items.sort(
        key=lambda item: 0 if item.get_closest_marker("browser") else 2 if item.get_closest_marker("server") else 1
    )


def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what stays for the whole run: modules and thousands of tests."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Say what was left out, and how to run it."""
    if config.option.markexpr in config.getini("addopts"):
        terminalreporter.write_line(LEFT_OUT)


def pytest_sessionstart(session: pytest.Session) -> None:
    """Compile the translations once, before any process runs tests; also where an editor runs pytest itself."""
    from scorekeeper.command import compile_translations

    if not hasattr(session.config, "workerinput"):
        compile_translations()


@pytest.fixture(autouse=True)
def _language_of_its_own() -> Iterator[None]:
    """Let no test leave its language to the next one: a page that was asked for in Polish activates Polish."""
    yield
    # The tests of the rules load no framework.
    if translation := sys.modules.get("django.utils.translation"):
        translation.deactivate()


class Started:
    """A running `start` command: the URL it printed, and its output."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process
        self.output = ""
        assert process.stdout
        for line in process.stdout:
            self.output += line
            if "press Ctrl+C" in line:
                break
        found = re.search(r"On this computer: +(http://\S+)", self.output)
        self.url = found.group(1) if found else ""

    def stop(self) -> tuple[int, str]:
        """Press Ctrl+C; return the exit status and the rest of the output."""
        self.process.send_signal(signal.SIGINT)
        rest, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, rest


@pytest.fixture
def counted(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Report what a test counted, in the file of `--junitxml`: `counted("200 kills, 4,312 rounds saved, 0 lost")`."""
    return lambda line: record_property("counted", line)


@pytest.fixture(scope="session")
def django_db_keepdb(
    request: pytest.FixtureRequest, django_db_keepdb: bool, django_db_modify_db_settings: None
) -> bool:
    """Whether a migrated database exists: on SQLite one is cached between runs (`tests/database_cache.py`)."""
    from django.db import connection

    cached = cached_database(request.config)
    if django_db_keepdb or cached is None or connection.vendor != "sqlite":
        return django_db_keepdb
    return take(cached, Path(connection.settings_dict["TEST"]["NAME"]))


@pytest.fixture(scope="session")
def django_db_setup(
    request: pytest.FixtureRequest, django_db_keepdb: bool, django_db_setup: None, django_db_blocker: Any
) -> None:
    """Allow flushing the test database between tests, although its triggers forbid deleting ledger rows."""
    from django.db import connection

    from tests.database_flush import let_it_be_emptied

    cached = cached_database(request.config)
    with django_db_blocker.unblock():
        if cached is not None and connection.vendor == "sqlite" and not django_db_keepdb:
            keep(cached, connection)
        let_it_be_emptied(connection)


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Forget sheets and counted requests: after a rollback the next table has the same id and another ledger.

    Also wait until every mail is sent, because a late one would arrive in the next test.
    """
    yield
    if "games.services.account.mail_queue" in sys.modules:
        sys.modules["games.services.account.mail_queue"].wait_until_sent()
    if "games.selectors.caching" in sys.modules:
        from django.core.cache import cache

        from games.selectors import caching

        caching.clear_caches()
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
            # A run of the tests in the background ignores Ctrl+C, and so would its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - one thread, one call
        )
        running.append(process)
        return Started(process)

    yield start
    for process in running:
        process.kill()
        process.communicate()


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory, pytestconfig: pytest.Config) -> Iterator[Sites]:
    """Starts real servers, each with its own database: `sites.make("postgresql")`."""
    made = Sites(tmp_path_factory.mktemp("sites"), cached_database(pytestconfig))
    yield made
    made.close()


@pytest.fixture(scope="session")
def redis_server() -> Iterator[Redis]:
    """A Redis server; a test that stops it must start it again."""
    with Redis() as running:
        yield running


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def site(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A running server with an empty database; the test runs on SQLite, and with `-m slow` on PostgreSQL."""
    with sites.make(request.param) as running:
        yield running
