"""Guests request expensive pages in a loop: every save still succeeds, and nobody gets a server error.

How long saving takes is printed by ``tests.benchmarks.bench_questions``, door by door.
"""

from collections.abc import Callable

import pytest

from tests.benchmarks.bench_questions import API, DOORS, besieged
from tests.servers import Sites

ALL = "all of these"
SINGLE = [name for name, questions in DOORS.items() if questions and name != ALL]
FINE = {200, 304, 429}


@pytest.mark.slow
@pytest.mark.parametrize("door", [ALL, *SINGLE])
def test_saving_goes_on_while_guests_ask_in_a_loop(door: str, sites: Sites, counted: Callable[[str], None]) -> None:
    with sites.make("sqlite") as site:
        took, ends, _, measurement = besieged(site.port, DOORS[door], saves=20)
        log = site.log.read_text()
    assert set(ends) == {201}, f"of {len(took)} saves: {ends}"
    assert set(measurement) <= FINE and measurement[200] > len(API), measurement
    assert "Traceback" not in log, log
    counted(f"{door}: {len(took)} saves taken, beside {sum(measurement.values())} questions")
