"""The report at the end of a run, with one process and with several."""

import os
import re
from pathlib import Path

import pytest

from tests.pytest_run import ROOT, run

pytestmark = pytest.mark.full

PROCESSES = pytest.mark.parametrize(
    "processes",
    [pytest.param([], id="one", marks=pytest.mark.quick), pytest.param(["-n2", "--dist=loadfile"], id="two")],
)
TESTS = """
import pytest

def test_good(counted):
    counted("3 rounds, 0 lost")
    counted("3 rounds, 0 doubled")

def test_bad(counted):
    counted("3 rounds, 1 lost")
    assert False

@pytest.fixture
def audited(counted):
    yield
    counted("audited")

def test_after(audited):
    pass
"""


@PROCESSES
def test_counts_are_listed_whether_the_test_passes_or_fails(processes: list[str], tmp_path: Path) -> None:
    (tmp_path / "test_it.py").write_text(TESTS)
    done = run("-p", "tests.conftest", "-c", os.devnull, "--rootdir", ".", *processes, cwd=tmp_path)
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout + done.stderr
    _, _, output = done.stdout.partition("= Counted =")
    assert output.splitlines()[1:5] == [
        "test_it.py::test_after: audited",
        "test_it.py::test_bad: 3 rounds, 1 lost",
        "test_it.py::test_good: 3 rounds, 0 lost",
        "test_it.py::test_good: 3 rounds, 0 doubled",
    ]


@pytest.mark.parametrize(
    ("processes", "environment", "status"),
    [([], {}, pytest.ExitCode.OK), (["-n2", "--dist=loadfile"], {"CI": "true"}, pytest.ExitCode.TESTS_FAILED)],
    ids=["one", "two in CI"],
)
def test_missing_programs_are_reported_and_fail_in_ci(
    processes: list[str], environment: dict[str, str], status: pytest.ExitCode, tmp_path: Path
) -> None:
    (tmp_path / "POSTGRESQL").mkdir()
    lacking = {"PATH": str(tmp_path), "POSTGRESQL": str(tmp_path / "POSTGRESQL")} | environment
    wanted = ["tests/browser/test_live_js.py", "tests/browser/engines", "tests/reliability/test_guards.py"]
    wanted += ["-k", "not sqlite"]
    done = run(*wanted, *processes, cwd=ROOT, **lacking)
    assert done.returncode == status, done.stdout + done.stderr
    number = re.search(r"(\d+) skipped", done.stdout.splitlines()[-1])
    _, output, _ = re.split(r"!+ TESTS NOT RUN !+\n", done.stdout)
    left_out = re.findall(r"^(\d+) tests were left out: this machine lacks (\w+)\.$", output, re.MULTILINE)
    assert number
    assert [what for _, what in left_out] == ["Chromium", "Firefox", "PostgreSQL", "WebKitGTK"]
    assert sum(int(one) for one, _ in left_out) == int(number[1])
    assert "(Debian: sudo apt-get install chromium firefox-esr postgresql webkit2gtk-driver)" in output
    assert ("CI is set" in output) is ("CI" in environment)
