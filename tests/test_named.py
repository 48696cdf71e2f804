"""What the command line names runs, whatever its marks."""

import subprocess
import sys

import pytest

from tests.servers import ROOT

SLOW = "tests/views/rulebook/test_house_rules.py::test_every_named_house_rule_can_be_tapped[ginski]"


@pytest.mark.server
@pytest.mark.parametrize("processes", ["-n0", "-n1"])
def test_a_slow_test_that_is_named_runs(processes: str) -> None:
    command = [sys.executable, "manage.py", "test", processes, "-q", SLOW]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "1 passed" in done.stdout, done.stdout
