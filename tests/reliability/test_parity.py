"""The same script of requests gets the same responses on SQLite and on PostgreSQL."""

from collections.abc import Callable

import pytest

from tests.reliability.request_script import Script
from tests.reliability.twin_servers import Twins
from tests.servers import Sites

SEED, REQUESTS = 20_261_122, 2_000


@pytest.mark.slow
def test_every_answer_is_the_same_on_both_databases(sites: Sites, counted: Callable[[str], None]) -> None:
    with sites.make("sqlite") as one, sites.make("postgresql") as other:
        twins = Twins((one, other))
        script = Script(twins, SEED)
        try:
            script.run(REQUESTS)
        finally:
            twins.close()
    statuses = ", ".join(f"{times} x {status}" for status, times in sorted(twins.counts.items()))
    counted(f"{script.requests_made} requests, seed {SEED}, answered alike on both: {statuses}")
    assert not any(status >= 500 for status in twins.counts)
    assert twins.counts[200] + twins.counts[201] >= script.requests_made // 3
    ledgers = "SELECT table_id, kind, game, round, digest FROM games_entry ORDER BY table_id, revision"
    digests = [[row[1:] for row in site.rows(ledgers)] for site in (one, other)]
    assert digests[0] == digests[1]
