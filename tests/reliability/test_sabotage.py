"""The test suite notices each of the eighteen sabotaged builds; the quicker tiers try six of them."""

from collections.abc import Callable

import pytest

from tests.reliability.sabotage import ROOT, SABOTAGES, Sabotage, attempt
from tests.tiers import amount


@pytest.mark.parametrize("sabotage", SABOTAGES[:: amount(3, 1)], ids=lambda sabotage: sabotage.name)
def test_a_sabotaged_build_is_noticed(sabotage: Sabotage, counted: Callable[[str], None]) -> None:
    outcome = attempt(sabotage)
    assert outcome.caught, outcome.output
    counted(f"noticed by {outcome.failed} tests")


@pytest.mark.quick
def test_there_are_eighteen_and_each_finds_its_place() -> None:
    assert len({sabotage.name for sabotage in SABOTAGES}) == 18
    for sabotage in SABOTAGES:
        text = (ROOT / sabotage.file).read_text(encoding="utf-8")
        assert sabotage.broken(text) != text


def test_a_build_with_nothing_broken_is_not_called_noticed() -> None:
    nothing = Sabotage("nothing", "manage.py", (), ("tests/test_tiers.py::test_outside_pytest_it_is_the_full_tier",))
    assert not attempt(nothing).caught
