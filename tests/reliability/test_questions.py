"""Guests request expensive pages in a loop: every save still succeeds, and nobody gets a server error.

How long saving takes is asked in the long tier only; ``tests.benchmarks.bench_questions`` prints it door by door.
"""

import statistics
from collections.abc import Callable

import pytest

from tests.benchmarks.bench_questions import API, DOORS, P95, PAGE, besieged
from tests.servers import Sites
from tests.tiers import amount

FINE = {200, 304, 429}


@pytest.mark.parametrize("door", ["all of these"] if amount(0, 1) == 0 else [name for name in DOORS if DOORS[name]])
def test_saving_goes_on_while_guests_ask_in_a_loop(door: str, sites: Sites, counted: Callable[[str], None]) -> None:
    with sites.make("sqlite") as site:
        took, ends, page, measurement = besieged(site.port, DOORS[door], amount(3, 30))
        log = site.log.read_text()
    assert set(ends) == {201}, f"of {len(took)} saves: {ends}"
    assert set(measurement) <= FINE and measurement[200] > len(API), measurement
    assert "Traceback" not in log, log
    p95 = statistics.quantiles(took, n=20)[-1]
    counted(f"{door}: {len(took)} saves taken, p95 {1000 * p95:.0f} ms, beside {sum(measurement.values())} questions")
    if amount(0, 1):
        assert p95 < P95
        assert page < PAGE
