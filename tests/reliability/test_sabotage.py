"""The test suite notices each of the eighteen sabotages."""

import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.reliability.sabotage import ROOT, SABOTAGES, Sabotage, attempt


@pytest.mark.slow
@pytest.mark.server
@pytest.mark.parametrize("sabotage", SABOTAGES, ids=lambda sabotage: sabotage.name)
def test_a_sabotage_is_noticed(sabotage: Sabotage, counted: Callable[[str], None]) -> None:
    outcome = attempt(sabotage)
    assert outcome.caught, outcome.output
    counted(f"noticed by {outcome.failed} tests")


@pytest.mark.server
def test_there_are_eighteen_and_each_finds_what_it_swaps() -> None:
    names = [sabotage.name for sabotage in SABOTAGES]
    assert len(set(names)) == 18
    command = [sys.executable, "-m", "tests.reliability.sabotage", "--apply"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == names
    for noticed_by in (test for sabotage in SABOTAGES for test in sabotage.noticed_by):
        file, _, test = noticed_by.partition("::")
        function = test.partition("[")[0]
        assert not function or f"def {function}(" in (ROOT / file).read_text(encoding="utf-8"), noticed_by
        assert (ROOT / file).exists(), noticed_by


@pytest.mark.slow
@pytest.mark.server
def test_where_nothing_is_broken_nothing_is_noticed() -> None:
    nothing = Sabotage("nothing", lambda: None, ("tests/selectors/test_chains.py",))
    assert not attempt(nothing).caught
