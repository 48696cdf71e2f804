"""Pytest plugin: prints at the end of a run what tests counted, and which ones couldn't run.

It reads reports, which arrive in the process that the person started however many others run the tests.
"""

import os
import re
from collections import Counter
from collections.abc import Iterator

import pytest

COUNTED = "counted"  # the property of a report that holds a line
# Debian's names of what tests need.
INSTALL = {
    "Caddy": "caddy",
    "Chromium": "chromium",
    "Firefox": "firefox-esr",
    "PostgreSQL": "postgresql",
    "Redis": "redis-server",
    "strace": "strace",
    "systemd-analyze": "systemd",
    "WebKitGTK": "webkit2gtk-driver",
    "Xvfb": "xvfb",
}
_LACKING = re.compile(r"this machine lacks (.+)$")


class Lacking(Exception):  # noqa: N818 - the machine's fault, not the tested code's
    """Raised by a test that can't run because this machine has no ``what``; it is skipped and reported at the end."""

    def __init__(self, what: str) -> None:
        super().__init__(lacks(what))


def lacks(what: str) -> str:
    """Return the reason for skipping a test."""
    return f"this machine lacks {what}"


class ReportPlugin:
    """The plugin object, registered for each run."""

    def __init__(self) -> None:
        self._counted: dict[str, list[str]] = {}
        self._not_run: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_setup(self) -> Iterator[None]:
        """Skip a test whose fixtures raise Lacking."""
        try:
            return (yield)
        except Lacking as why:
            pytest.skip(str(why))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Iterator[None]:
        """Skip a test that raises Lacking itself."""
        try:
            return (yield)
        except Lacking as why:
            pytest.skip(str(why))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Collect counts and missing requirements from a test's report."""
        # The last report of a test includes the counts that its fixtures made when they ended.
        if report.when == "teardown":
            lines = [str(line) for name, line in report.user_properties if name == COUNTED]
            self._counted.setdefault(report.nodeid, []).extend(lines)
        if report.skipped and isinstance(report.longrepr, tuple) and (what := _LACKING.search(report.longrepr[2])):
            self._not_run[what[1]] += 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail the run in CI if tests were skipped as Lacking; elsewhere the summary below is enough."""
        if self._not_run and os.environ.get("CI") and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
        """Print the counts, and at the very end a conspicuous block about tests not run."""
        yield
        if any(self._counted.values()):
            terminalreporter.write_sep("=", "Counted")
            for nodeid, lines in sorted(self._counted.items()):
                for line in lines:
                    terminalreporter.write_line(f"{nodeid}: {line}")
        if self._not_run:
            colour = {"red": True, "bold": True}
            terminalreporter.write_sep("!", "TESTS NOT RUN", **colour)
            for what, number in sorted(self._not_run.items()):
                terminalreporter.write_line(f"{number} tests were left out: {lacks(what)}.", **colour)
            wanted = " ".join(INSTALL[what] for what in sorted(self._not_run) if what in INSTALL)
            if wanted:
                terminalreporter.write_line(f"Install what is missing (Debian: sudo apt-get install {wanted}).")
            if os.environ.get("CI"):
                terminalreporter.write_line("CI is set, so this run has failed.", **colour)
            terminalreporter.write_sep("!", "TESTS NOT RUN", **colour)
