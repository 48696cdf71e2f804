"""PostgreSQL crashes and Redis is stopped and flushed while two processes serve writers and viewers.

What was acknowledged is kept, whoever is refused is told when to come again, and no screen is further behind than it
was promised.
"""

import asyncio
import random
import time
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable
from itertools import count

import httpx
import pytest

from tests.reliability.audit import audit
from tests.reliability.clients import Intent, Phone, TableRecord, all_of, counts_text, make_tables
from tests.reliability.test_live import Machine, open_page
from tests.reliability.viewers import Screen
from tests.servers import PATIENCE, PostgreSQL, Redis, Sites, Workers
from tests.tiers import amount, seed

TABLES, SCREENS = 12, 48
PAUSE = 0.15  # seconds from one round of a table to the next
AFTER = 5.0  # seconds until the first round is saved again
BEHIND = 5.0  # seconds that a screen may be behind a round that was acknowledged
DATABASE_CRASHES, REDIS_STOPS = (2, 20), (2, 10)
BELLS = ("redis", "postgresql", "redis, pooled")[: amount(1, 3)]
WITHOUT_REDIS = 4.0  # seconds, long enough for a process to notice


class Evening:
    """What happened when: by table the moments at which its revisions were acknowledged; the first after each crash."""

    def __init__(self, records: list[TableRecord]) -> None:
        self.acknowledged: dict[str, dict[int, float]] = {record.id: {} for record in records}
        self.latest = 0.0
        self.waits: list[float] = []

    async def write(self, phone: Phone, name: str, stop: asyncio.Event) -> None:
        """Tell one round after the other."""
        for number in count(1):
            if stop.is_set():
                break
            await phone.record(Intent(number, f"{name}-{number}"))
            self.latest = self.acknowledged[phone.table.id][1 + number] = time.perf_counter()
            await asyncio.sleep(PAUSE)
        phone.line.close()

    async def crash(self, server: PostgreSQL, chance: random.Random) -> None:
        """Let the database crash and come back, and see how long nobody can save a round after that."""
        await asyncio.to_thread(server.stop, "immediate")
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        await asyncio.to_thread(server.start)
        back = time.perf_counter()
        while self.latest < back:
            await asyncio.sleep(0.01)
        self.waits.append(self.latest - back)
        await asyncio.sleep(chance.uniform(0.5, 1.0))

    async def without(self, redis: Redis, url: str) -> None:
        """Stop Redis, start it empty, and empty it once more while it runs."""
        redis.stop()
        await asyncio.sleep(WITHOUT_REDIS)
        ready = await asyncio.to_thread(httpx.get, f"{url}/readyz", timeout=PATIENCE)
        assert (ready.status_code, ready.json()["status"], ready.json()["checks"]["bell"]) == (
            200,
            "degraded",
            "degraded",
        )
        await asyncio.to_thread(redis.start)
        await asyncio.sleep(1.5)
        assert redis.command("FLUSHALL") == "+OK"

    def delays(self, screen: Screen, table: str) -> list[float]:
        """Seconds from each acknowledgement to the moment the screen knew of that round, or of a later one."""
        known = sorted(screen.arrivals)
        first = [screen.arrivals[revision] for revision in known]
        # A later revision may have been heard first, over another way.
        for place in range(len(first) - 2, -1, -1):
            first[place] = min(first[place], first[place + 1])
        found = []
        for revision, at in self.acknowledged[table].items():
            place = bisect_left(known, revision)
            found.append((first[place] if place < len(known) else float("inf")) - at)
        return found


@pytest.mark.parametrize("backend", BELLS)
def test_nothing_is_lost_and_nobody_is_behind_while_servers_come_and_go(
    sites: Sites, backend: str, counted: Callable[[str], None]
) -> None:
    chance, counts = random.Random(seed()), Counter[str]()
    crashes = amount(*DATABASE_CRASHES)
    stops = 0 if backend == "postgresql" else amount(*REDIS_STOPS)

    async def run(site: Workers, redis: Redis | None) -> tuple[Evening, list[float], int, list[str], Machine]:
        records = await make_tables(site.url, TABLES)
        evening, machine, stop = Evening(records), Machine(), asyncio.Event()
        pages = [await open_page(site, record) for record in records]
        screens = [
            Screen(pages[n % TABLES], site.url, f"127.0.0.{2 + n % 5}", random.Random(chance.random()), counts)
            for n in range(SCREENS)
        ]
        for screen in screens:
            await screen.open()
        await asyncio.gather(*(asyncio.wait_for(screen.reached(1), 60) for screen in screens))
        watching = asyncio.create_task(machine.watch())
        phones = [Phone(site.url, record, counts) for record in records]
        writers = [asyncio.create_task(evening.write(phone, f"c{n}", stop)) for n, phone in enumerate(phones)]
        everybody = asyncio.create_task(all_of(writers))
        blows = ["crash"] * crashes + ["stop"] * stops
        chance.shuffle(blows)
        for blow in blows:
            await (evening.crash(sites.postgresql, chance) if blow == "crash" else evening.without(redis, site.url))  # type: ignore[arg-type]
            assert not everybody.done(), everybody.result()
        stop.set()
        await everybody
        await asyncio.sleep(BEHIND)
        watching.cancel()
        delays = [delay for n, screen in enumerate(screens) for delay in evening.delays(screen, records[n % TABLES].id)]
        counts["backward"] = sum(screen.backward for screen in screens)
        await asyncio.gather(*(screen.close() for screen in screens))
        for page in pages:
            page.browser.line.close()
        return evening, delays, *await audit(site, records), machine

    environment = {"DATABASE_POOL": "8"} if "pooled" in backend else {}
    redis = None if backend == "postgresql" else Redis()
    try:
        if redis:
            environment["REDIS_URL"] = redis.url
        with sites.make("postgresql", Workers, **environment) as site:
            evening, delays, stored, wrong, machine = asyncio.run(run(site, redis))
            output = site.log.read_text()
    finally:
        if redis:
            redis.close()
    delays.sort()
    rounds = sum(len(moments) for moments in evening.acknowledged.values())
    counted(
        f"seed {seed()}, bell over {backend}: {crashes} crashes of PostgreSQL, {stops} stops of Redis, "
        f"{counts_text(counts, 'sent', 'lost', 'told to wait', 'new', 'replayed', 'confirmed')}, {stored:,} stored, "
        f"{len(wrong)} faults; saved again after {max(evening.waits):.2f} s at most; "
        f"{len(delays):,} rounds on screens: p95 {delays[int(len(delays) * 0.95)]:.2f} s, {delays[-1]:.2f} s at most; "
        f"{machine.allowed(BEHIND):.1f} s allowed on a machine as busy as this one"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert stored == rounds
    assert (counts["lost"], counts["backward"]) == (0, 0)
    assert counts["told to wait"] > 0
    assert max(evening.waits) <= machine.allowed(AFTER)
    assert delays[-1] <= machine.allowed(BEHIND)
    assert "Traceback" not in output, output
