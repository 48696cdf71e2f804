"""PostgreSQL crashes and Redis is stopped and flushed while two processes serve writers and viewers.

What was acknowledged is kept, anyone refused is told when to come again, and every screen ends at the last round.
"""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from itertools import count

import httpx
import pytest

from tests.reliability.audit import audit
from tests.reliability.clients import PATIENCE, Intent, Phone, all_of, counts_text, make_tables, until
from tests.reliability.test_live import open_page
from tests.reliability.viewers import Screen
from tests.servers import PostgreSQL, Redis, Sites, Workers

pytestmark = pytest.mark.slow

SEED = 20_250_612
TABLES, SCREENS = 12, 48
PAUSE = 0.15  # seconds from one round of a table to the next
DATABASE_CRASHES, REDIS_STOPS = 20, 10
BACKENDS = ("redis", "postgresql", "redis, pooled")


class Evening:
    """The rounds that were acknowledged, and what happens to the servers meanwhile."""

    def __init__(self) -> None:
        self.rounds = 0

    async def write(self, phone: Phone, name: str, stop: asyncio.Event) -> None:
        """Tell one round after the other."""
        for number in count(1):
            if stop.is_set():
                break
            await phone.record(Intent(number, f"{name}-{number}"))
            self.rounds += 1
            await asyncio.sleep(PAUSE)
        phone.line.close()

    async def crash(self, server: PostgreSQL, chance: random.Random) -> None:
        """Let the database crash and come back, and wait until rounds are saved again at every table."""
        await asyncio.to_thread(server.stop, "immediate")
        await asyncio.sleep(chance.uniform(0.2, 1.5))
        await asyncio.to_thread(server.start)
        before = self.rounds
        await until(lambda: self.rounds >= before + TABLES)

    async def without(self, redis: Redis, url: str) -> None:
        """Stop Redis until the server says so, start it empty, and empty it once more while it runs."""
        redis.stop()
        await self._ready(url, "degraded")
        await asyncio.to_thread(redis.start)
        await self._ready(url, "ok")
        assert redis.command("FLUSHALL") == "+OK"

    async def _ready(self, url: str, bell: str) -> None:
        """Wait until a process says of its notifications that they are like that."""
        async with asyncio.timeout(PATIENCE), httpx.AsyncClient(timeout=PATIENCE) as client:
            while True:
                ready = await client.get(f"{url}/readyz")
                assert ready.status_code == 200
                if ready.json()["checks"]["bell"] == bell:
                    assert ready.json()["status"] == ("ready" if bell == "ok" else bell)
                    return
                await asyncio.sleep(0.1)


@pytest.mark.parametrize("backend", BACKENDS)
def test_nothing_is_lost_and_every_screen_follows_while_servers_come_and_go(
    sites: Sites, backend: str, counted: Callable[[str], None]
) -> None:
    chance, counts = random.Random(SEED), Counter[str]()
    stops = 0 if backend == "postgresql" else REDIS_STOPS

    async def run(site: Workers, redis: Redis | None) -> tuple[int, int, list[str]]:
        records = await make_tables(site.url, TABLES)
        evening, stop = Evening(), asyncio.Event()
        pages = [await open_page(site, record) for record in records]
        screens = [
            Screen(pages[n % TABLES], site.url, f"127.0.0.{2 + n % 5}", random.Random(chance.random()), counts)
            for n in range(SCREENS)
        ]
        for screen in screens:
            await screen.open()
        await asyncio.gather(*(asyncio.wait_for(screen.reached(1), PATIENCE) for screen in screens))
        phones = [Phone(site.url, record, counts) for record in records]
        writers = [asyncio.create_task(evening.write(phone, f"c{n}", stop)) for n, phone in enumerate(phones)]
        everybody = asyncio.create_task(all_of(writers))
        blows = ["crash"] * DATABASE_CRASHES + ["stop"] * stops
        chance.shuffle(blows)
        for blow in blows:
            await (evening.crash(sites.postgresql, chance) if blow == "crash" else evening.without(redis, site.url))  # type: ignore[arg-type]
            assert not everybody.done(), everybody.result()
        stop.set()
        await everybody
        last = [1 + len(records[n % TABLES].acknowledged) for n in range(SCREENS)]
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*(screen.reached(last[n]) for n, screen in enumerate(screens)))
        counts["backward"] = sum(screen.backward for screen in screens)
        await asyncio.gather(*(screen.close() for screen in screens))
        for page in pages:
            page.browser.line.close()
        return evening.rounds, *await audit(site, records)

    environment = {"DATABASE_POOL": "8"} if "pooled" in backend else {}
    redis = None if backend == "postgresql" else Redis()
    try:
        if redis:
            environment["REDIS_URL"] = redis.url
        with sites.make("postgresql", Workers, **environment) as site:
            rounds, stored, wrong = asyncio.run(run(site, redis))
            output = site.log.read_text()
    finally:
        if redis:
            redis.close()
    counted(
        f"seed {SEED}, notified over {backend}: {DATABASE_CRASHES} crashes of PostgreSQL, {stops} stops of Redis, "
        f"{counts_text(counts, 'sent', 'lost', 'told to wait', 'new', 'replayed', 'confirmed')}, {stored:,} stored, "
        f"{len(wrong)} faults"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert stored == rounds
    assert (counts["lost"], counts["backward"]) == (0, 0)
    assert counts["told to wait"] > 0
    assert "Traceback" not in output, output
