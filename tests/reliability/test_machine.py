"""Runs the model-based test of two phones (`state_machine`): delayed, duplicated and reordered requests."""

from collections.abc import Callable

import pytest

from tests.reliability.state_machine import run
from tests.servers import Sites


@pytest.mark.django_db
@pytest.mark.parametrize("steps", [60, pytest.param(10_000, marks=pytest.mark.slow)])
def test_whatever_two_phones_do_the_audit_finds_nothing(steps: int, counted: Callable[[str], None]) -> None:
    counted(run(steps))


@pytest.mark.slow
def test_the_same_with_every_write_committed_on_postgresql(sites: Sites, counted: Callable[[str], None]) -> None:
    output = sites.make("postgresql").manage(
        "shell", "-c", "from tests.reliability.state_machine import run; print('Ran:', run(10_000))"
    )
    counted(output.partition("Ran:")[2].strip())
