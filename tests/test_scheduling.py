"""Which process gets which tests."""

import re
from pathlib import Path

import pytest

from tests.pytest_run import run

DRIVES = """
import os
from pathlib import Path

def test_it(counted):
    counted(os.environ["PYTEST_XDIST_WORKER"])
    Path(__file__ + ".ran").touch()
"""
# The other process is busy with this for as long as there are tests of the browser. xdist gives a process its next file
# when it has two tests left.
WAITS = """
import os, time
from pathlib import Path

import pytest

@pytest.mark.parametrize("number", range(4))
def test_it(number, counted):
    counted(os.environ["PYTEST_XDIST_WORKER"])
    end = time.monotonic() + 60
    while len(list((Path(__file__).parents[1] / "browser").glob("*.ran"))) < 3:
        assert time.monotonic() < end
        time.sleep(0.01)
"""


@pytest.mark.full
def test_one_process_drives_the_browser_while_the_other_has_something_else(tmp_path: Path) -> None:
    (tmp_path / "pytest.ini").write_text("[pytest]\ntestpaths = tests\naddopts = --import-mode=importlib\n")
    files = {f"browser/test_{name}.py": DRIVES for name in "abc"} | {"rules/test_it.py": WAITS}
    for name, text in files.items():
        path = tmp_path / "tests" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    options = ("-p", "tests.conftest", "-c", "pytest.ini", "--rootdir", ".", "-n2", "--dist=loadfile", "--full")
    done = run(*options, cwd=tmp_path)
    assert done.returncode == pytest.ExitCode.OK, done.stdout + done.stderr
    ran = set(re.findall(r"^tests/(\w+)/\S+: (gw\d)$", done.stdout, re.MULTILINE))
    assert ran in ({("browser", "gw0"), ("rules", "gw1")}, {("browser", "gw1"), ("rules", "gw0")})
