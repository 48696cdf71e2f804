"""The server is killed by SIGKILL during writes, again and again: acknowledged rounds are stored exactly once."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from itertools import chain, count, repeat

import pytest

from tests.reliability.audit import audit, faults_of, ledger
from tests.reliability.clients import Intent, Phone, TableRecord, all_of, counts_text, make_tables, until
from tests.reliability.forked_site import ForkedSite
from tests.reliability.http_lines import Line
from tests.servers import Sites

SEED = 20_250_612
TABLES = 24
WRITERS = 8  # as many as the server has threads, each at some of the tables
SECOND_PHONES = 2  # so many tables have a second phone, which tells the same rounds
MOST_KILLS = 100  # until one of them has struck between a round that was written and its answer


async def write(phones: list[Phone], name: str, stop: asyncio.Event) -> None:
    """Tell one round after the other at some tables in turn, as fast as they are acknowledged."""
    for number, phone in ((number, phone) for number in count(1) for phone in phones):
        if stop.is_set():
            break
        await phone.record(Intent(number, f"{name}-{number}"))
    for phone in phones:
        phone.line.close()


async def crash(
    site: ForkedSite, records: list[TableRecord], blows: list[Callable[[], None]], chance: random.Random
) -> Counter[str]:
    """Deal one blow after the other while phones write at every table, then let them come to an end.

    The last blow is dealt again until an answer was lost whose round had been written.
    """
    counts: Counter[str] = Counter()
    stop = asyncio.Event()
    groups = [("a", records[place::WRITERS]) for place in range(WRITERS)]
    groups += [("b", group[:1]) for _, group in groups[:SECOND_PHONES]]
    writers = [
        asyncio.create_task(write([Phone(site.url, record, counts) for record in group], name, stop))
        for name, group in groups
    ]
    everybody = asyncio.create_task(all_of(writers))
    for blow in chain(blows, repeat(blows[-1], MOST_KILLS)):
        if counts["blows"] >= len(blows) and counts["replayed"]:
            break
        wanted = counts["new"] + chance.randrange(6)
        await until(lambda rounds=wanted: counts["new"] >= rounds or everybody.done())
        await asyncio.sleep(chance.uniform(0, 0.03))
        if everybody.done():
            break
        await asyncio.to_thread(blow)
        counts["blows"] += 1
    stop.set()
    await everybody
    return counts


@pytest.mark.parametrize(
    ("database", "kills", "crashes"),
    [
        ("sqlite", 3, 0),
        ("postgresql", 1, 1),
        pytest.param("sqlite", 1000, 0, marks=pytest.mark.slow),
        pytest.param("postgresql", 1000, 50, marks=pytest.mark.slow),
    ],
)
def test_no_acknowledged_round_is_lost_or_doubled(
    sites: Sites, database: str, kills: int, crashes: int, counted: Callable[[str], None]
) -> None:
    """The processes are killed, and PostgreSQL is stopped as a crash would stop it, and started again."""

    def kill() -> None:
        forked.kill_child()
        forked.start()

    def crash_database() -> None:
        sites.postgresql.stop("immediate")
        sites.postgresql.start()

    async def run() -> tuple[Counter[str], int, list[str]]:
        records = await make_tables(forked.url, TABLES)
        counts = await crash(forked, records, blows, chance)
        counts["acknowledged"] = sum(len(record.acknowledged) for record in records)
        return counts, *await audit(forked, records)

    chance = random.Random(SEED)
    blows = [kill] * (kills - 1) + [crash_database] * crashes
    chance.shuffle(blows)
    blows.append(kill)
    with sites.make(database, ForkedSite) as forked:
        counts, stored, wrong = asyncio.run(run())
    counted(
        f"seed {SEED}: {forked.kills:,} kills and {crashes} crashes of the database at {TABLES} tables, "
        f"{counts_text(counts, 'sent', 'lost', 'told to wait', 'new', 'replayed', 'confirmed', 'acknowledged')}, "
        f"{stored:,} stored, {len(wrong)} faults"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert forked.kills >= kills
    assert stored == counts["acknowledged"]
    # The kills struck where they hurt: requests were cut off, and some after their round was written.
    assert counts["lost"] >= forked.kills
    assert counts["replayed"] > 0


def test_the_audit_notices_a_lost_a_doubled_and_a_changed_round(sites: Sites, counted: Callable[[str], None]) -> None:
    async def run() -> None:
        record = (await make_tables(site.url, 1))[0]
        phone = Phone(site.url, record, Counter())
        for number in range(1, 6):
            await phone.record(Intent(number, f"a-{number}"))
        assert (await audit(site, [record]))[1] == []
        line = Line(site.url)
        entries = await ledger(line, record)
        line.close()
        phone.line.close()
        broken = {
            "lost": entries[:3] + entries[4:],
            "doubled": [*entries, entries[-1] | {"revision": 7}],
            "out of order": [*entries[:2], entries[3] | {"revision": 3}, entries[2] | {"revision": 4}, *entries[4:]],
            "not as it was meant": [*entries[:-1], entries[-1] | {"facts": Intent(5, "", variant=1).facts}],
            "never acknowledged": [*entries, entries[-1] | {"revision": 7, "round": 6}],
            "nobody made": [*entries, entries[-1] | {"revision": 7, "kind": "correction"}],
            "gaps": [*entries[:-1], entries[-1] | {"revision": 7}],
        }
        for word, stored in broken.items():
            assert any(word in fault for fault in faults_of(record, stored)), word
        counted(f"{len(broken)} broken ledgers, all noticed")

    with sites.make() as site:
        asyncio.run(run())
