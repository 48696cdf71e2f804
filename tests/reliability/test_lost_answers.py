"""A line that cuts 30% of the requests and 30% of the responses: each round is stored once."""

import asyncio
from collections import Counter
from collections.abc import Callable

import pytest

from tests.reliability.audit import audit
from tests.reliability.clients import Intent, Phone, all_of, counts_text, make_tables
from tests.reliability.cutting_proxy import CUTS, CuttingProxy
from tests.reliability.http_lines import Lost
from tests.servers import DATABASES, Site, Sites

TABLES = 50
TWO_PHONES = 5  # so many tables have a second phone, which tells the same rounds
SEED = 20_250_612


async def enter_rounds(phone: Phone, name: str, rounds: int) -> None:
    """Tell so many rounds in order, each until it is acknowledged."""
    for number in range(1, rounds + 1):
        await phone.record(Intent(number, f"{name}-{number}"))
    phone.line.close()


async def evening(site: Site, rounds: int) -> tuple[Counter[str], Counter[str], list[str]]:
    """What the phones counted, what the line did, and what the audit finds wrong."""
    counts: Counter[str] = Counter()
    records = await make_tables(site.url, TABLES)
    async with CuttingProxy(site.port, SEED) as line:
        phones = [(Phone(line.url, record, counts), "a") for record in records]
        phones += [(Phone(line.url, record, counts), "b") for record in records[:TWO_PHONES]]
        await all_of(asyncio.create_task(enter_rounds(phone, name, rounds)) for phone, name in phones)
    counts["intended"] = TABLES * rounds
    counts["acknowledged"] = sum(len(record.acknowledged) for record in records)
    counts["stored"], wrong = await audit(site, records)
    return counts, line.counts, wrong


@pytest.mark.parametrize("rounds", [4, pytest.param(200, marks=pytest.mark.slow)])
@pytest.mark.parametrize("database", DATABASES)
def test_acknowledged_is_stored_is_intended(
    database: str, rounds: int, sites: Sites, counted: Callable[[str], None]
) -> None:
    with sites.make(database) as site:
        counts, line, wrong = asyncio.run(evening(site, rounds))
    requests = sum(line[cut] for cut in CUTS) + line["whole"]
    counted(
        f"seed {SEED}: {counts_text(counts, 'intended', 'acknowledged', 'stored')}; {requests:,} requests, of which "
        f"{counts_text(line, *CUTS)}; {counts_text(counts, 'new', 'replayed', 'confirmed')}, {len(wrong)} faults"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert counts["intended"] == counts["acknowledged"] == counts["stored"]
    # The line was as bad as it says, and answers were lost of rounds that had been written.
    assert sum(line[cut] for cut in CUTS[:2]) == pytest.approx(0.3 * requests, rel=0.25)
    assert sum(line[cut] for cut in CUTS[2:]) == pytest.approx(0.3 * requests, rel=0.25)
    assert min(line[cut] for cut in CUTS) > 0
    assert counts["replayed"] > 0
    assert line["answered 201"] == counts["stored"]


@pytest.mark.slow
def test_a_phone_that_takes_a_new_key_for_each_attempt_is_noticed(sites: Sites, counted: Callable[[str], None]) -> None:
    async def run(site: Site) -> list[str]:
        record = (await make_tables(site.url, 1))[0]
        async with CuttingProxy(site.port, SEED, before=0, after=0.5) as bad:
            phone = Phone(bad.url, record, Counter())
            number = 1
            while len(record.acknowledged) < 10:
                try:  # what was lost is taken for not written: the next round gets another number and another key
                    answer = await phone.send(Intent(number, f"careless-{number}"))
                    record.note(Intent(number, ""), answer.json()["round"]["revision"])
                except Lost:
                    pass
                number += 1
            phone.line.close()
        return (await audit(site, [record]))[1]

    with sites.make() as site:
        wrong = asyncio.run(run(site))
    assert any("was never acknowledged" in fault for fault in wrong)
    counted(f"a careless phone, {len(wrong)} faults noticed")
