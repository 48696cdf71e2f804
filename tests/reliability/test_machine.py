"""Runs the model-based test of two phones (`state_machine`): delayed, duplicated and reordered requests."""

from collections.abc import Callable

import pytest

from tests.reliability.state_machine import run
from tests.servers import Sites
from tests.tiers import amount


@pytest.mark.django_db
def test_whatever_two_phones_do_the_audit_finds_nothing(counted: Callable[[str], None]) -> None:
    counted(run(amount(2_500, 100_000, quick=150)))


def test_the_same_with_every_write_committed_on_postgresql(sites: Sites, counted: Callable[[str], None]) -> None:
    steps = amount(200, 100_000)
    output = sites.make("postgresql").manage(
        "shell", "-c", f"from tests.reliability.state_machine import run; print('Ran:', run({steps}))"
    )
    counted(output.partition("Ran:")[2].strip())
