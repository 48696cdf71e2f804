"""What a run of the tests tells at its end: what they counted, and which of them could not run.

It reads reports, which arrive in the process that the person started however many others run the tests.
"""

import os
from collections.abc import Iterator

import pytest

COUNTED = "counted"  # the property of a report that holds a line
NO_CHROMIUM = "no Chromium on this machine"


class Told:
    """A plugin of pytest; it is registered for each run."""

    def __init__(self) -> None:
        self._counted: dict[str, list[str]] = {}
        self._not_run = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Take from a report what is to be told."""
        # The last report of a test holds also what its fixtures counted when they ended.
        if report.when == "teardown":
            lines = [str(line) for name, line in report.user_properties if name == COUNTED]
            self._counted.setdefault(report.nodeid, []).extend(lines)
        if report.skipped and isinstance(report.longrepr, tuple) and NO_CHROMIUM in report.longrepr[2]:
            self._not_run += 1

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Fail the run in CI when browser tests were left out; elsewhere the block below has to do."""
        if self._not_run and os.environ.get("CI") and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> Iterator[None]:
        """Write what was counted; end, after every other summary, with a block nobody can overlook."""
        yield
        if any(self._counted.values()):
            terminalreporter.write_sep("=", "Counted")
            for nodeid, lines in sorted(self._counted.items()):
                for line in lines:
                    terminalreporter.write_line(f"{nodeid}: {line}")
        if self._not_run:
            colour = {"red": True, "bold": True}
            terminalreporter.write_sep("!", "BROWSER TESTS NOT RUN", **colour)
            terminalreporter.write_line(f"{self._not_run} tests need Chromium: {NO_CHROMIUM}.", **colour)
            terminalreporter.write_line(
                "Install it (Debian: sudo apt-get install chromium), or set CHROMIUM to its path."
            )
            if os.environ.get("CI"):
                terminalreporter.write_line("CI is set, so this run has failed.", **colour)
            terminalreporter.write_sep("!", "BROWSER TESTS NOT RUN", **colour)
