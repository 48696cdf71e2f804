"""Five hundred phones follow twenty tables over connections that are cut: all end with the last round."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from tests.benchmarks.sse_clients import Viewer
from tests.reliability.clients import (
    Intent,
    Phone,
    TableRecord,
    bearer,
    counts_text,
    make_link,
    make_table,
    make_tables,
)
from tests.reliability.http_lines import Line
from tests.reliability.pages import Browser, TablePage
from tests.reliability.viewers import Screen
from tests.servers import Site, Sites
from tests.tiers import amount, seed

TABLES = 20
SCREENS = 500
HOMES = 5  # from so many addresses the screens call: a server has so many places for each
EVERY = 3.0  # seconds from one round of a table to the next
LIVES = (10, 3)  # seconds that a connection lives on average, in the short tier and in the long
SILENT = 0.2  # the share of them that dies without a word
LATE = 2.0  # seconds after the last round


async def open_page(site: Site, record: TableRecord) -> TablePage:
    """A table's page in the browser of somebody who watches."""
    browser = Browser(site.url)
    await browser.join(record.tokens["watch"], "A screen")
    page = TablePage(browser, record.id)
    await page.open()
    return page


async def disturb(screens: list[Screen], chance: random.Random, counts: Counter[str]) -> None:
    """Cut connections at random."""
    while True:
        await asyncio.sleep(chance.expovariate(len(screens) / amount(*LIVES)))
        screen = chance.choice(screens)
        if chance.random() < SILENT:
            counts["went silent"] += 1
            await screen.walk_away()
        else:
            counts["cut"] += 1
            screen.cut()


async def play(phone: Phone, start: float, end: float) -> None:
    """A round every few seconds until the end, and one more as the last."""
    await asyncio.sleep(start)
    while time.perf_counter() < end:
        await phone.record(Intent(phone.table.next, f"live-{phone.table.next}"))
        await asyncio.sleep(min(EVERY, max(0.0, end - time.perf_counter())))
    await phone.record(Intent(phone.table.next, f"live-{phone.table.next}"))
    phone.line.close()


@dataclass
class Machine:
    """How busy the machine was with other things: on a busy one no screen can be faster."""

    lag: float = 0.0  # seconds this process had to wait for its turn, at most
    share: float = 1.0  # of a processor, that it got when it wanted one, at least

    async def watch(self) -> None:
        """Look, until cancelled."""
        while True:
            for _ in range(10):
                began = time.perf_counter()
                await asyncio.sleep(0.02)
                self.lag = max(self.lag, time.perf_counter() - began - 0.02)
            began, used = time.perf_counter(), time.thread_time()
            while (took := time.perf_counter() - began) < 0.02:
                pass
            self.share = min(self.share, (time.thread_time() - used) / took)

    def allowed(self, seconds: float) -> float:
        """How many seconds something may take here that takes so many where nothing else runs."""
        return (seconds + self.lag) / max(self.share, 0.1)


async def evening(site: Site, duration: float) -> tuple[Counter[str], list[float], Machine]:
    """What was counted; by screen the seconds from the last round to its knowing of it; how busy the machine was."""
    chance, counts = random.Random(seed()), Counter[str]()
    records = await make_tables(site.url, TABLES)
    pages = [await open_page(site, record) for record in records]
    screens = [
        Screen(pages[n % TABLES], site.url, f"127.0.0.{2 + n % HOMES}", random.Random(chance.random()), counts)
        for n in range(SCREENS)
    ]
    for begin in range(0, SCREENS, 50):
        await asyncio.gather(*(screen.open() for screen in screens[begin : begin + 50]))
        await asyncio.gather(*(screen.reached(1) for screen in screens[begin : begin + 50]))
    end = time.perf_counter() + duration
    disturbance = asyncio.create_task(disturb(screens, chance, counts))
    phones = [Phone(site.url, record, counts) for record in records]
    await asyncio.gather(*(play(phone, EVERY * n / TABLES, end) for n, phone in enumerate(phones)))
    last = time.perf_counter()
    disturbance.cancel()
    with suppress(asyncio.CancelledError):
        await disturbance
    machine = Machine()
    watching = asyncio.create_task(machine.watch())
    revisions = [1 + len(record.acknowledged) for record in records]
    delays = []
    for n, screen in enumerate(screens):
        with suppress(TimeoutError):
            async with asyncio.timeout(last + 20 - time.perf_counter()):
                await screen.reached(revisions[n % TABLES])
        delays.append(screen.arrivals.get(revisions[n % TABLES], float("inf")) - last)
        counts["backward"] += screen.backward
        counts["foreign"] += screen.foreign
    watching.cancel()
    await asyncio.gather(*(screen.close() for screen in screens))
    for page in pages:
        page.browser.line.close()
    counts["rounds"] = sum(len(record.acknowledged) for record in records)
    return counts, delays, machine


def test_all_screens_end_at_the_last_round_and_none_goes_back(sites: Sites, counted: Callable[[str], None]) -> None:
    duration = amount(10, 60)
    with sites.make() as site:
        counts, delays, machine = asyncio.run(evening(site, duration))
    late = sum(delay > machine.allowed(LATE) for delay in delays)
    counted(
        f"seed {seed()}: {SCREENS} screens at {TABLES} tables for {duration} s: "
        f"{counts_text(counts, 'rounds', 'cut', 'went silent', 'opened', 'asked', 'backward', 'foreign')}; "
        f"the last screen {max(delays):.2f} s after the last round, {late} later than the {LATE:.0f} s "
        f"allowed, which are {machine.allowed(LATE):.1f} s on a machine as busy as this one"
    )
    assert counts["backward"] == counts["foreign"] == 0
    assert late == 0
    assert counts["cut"] + counts["went silent"] > 0.5 * duration * SCREENS / amount(*LIVES)
    assert counts["rounds"] > 0.5 * TABLES * duration / EVERY


def test_a_link_switched_off_closes_its_streams(site: Site, counted: Callable[[str], None]) -> None:
    streams = 50

    async def run() -> tuple[list[float], int, str]:
        line = Line(site.url)
        record = await make_table(line)
        made = await make_link(line, record, "watch", "Family chat")
        browser, others = Browser(site.url), await open_page(site, record)
        await browser.join(made["token"], "A phone")
        page = TablePage(browser, record.id)
        await page.open()
        seen = [Viewer(site.url + page.live) for _ in range(streams)]
        viewers = [Viewer(site.url + others.live) for _ in range(10)]
        readers = [asyncio.create_task(viewer.read(await viewer.connect())) for viewer in seen]
        for viewer in viewers:
            await viewer.open()
        await asyncio.gather(*(viewer.reached(1) for viewer in [*seen, *viewers]))
        began = time.perf_counter()
        headers = bearer(record.tokens["owner"])
        gone = await line.send_request("DELETE", f"/api/v1/tables/{record.id}/links/{made['id']}/", headers=headers)
        assert gone.status == 200
        ends = []
        for reader in readers:
            with suppress(TimeoutError):
                async with asyncio.timeout(20):
                    await asyncio.shield(reader)
                    ends.append(time.perf_counter() - began)
            reader.cancel()
        phone = Phone(site.url, record, Counter())
        await phone.record(Intent(1, "after"))
        await asyncio.gather(*(viewer.reached(2) for viewer in viewers))
        again = await line.send_request("GET", page.live)
        for viewer in [*seen, *viewers]:
            await viewer.close()
        for used in (line, browser.line, others.browser.line, phone.line):
            used.close()
        return ends, sum(viewer.newest > 1 for viewer in seen), again.first

    ends, received, again = asyncio.run(run())
    counted(
        f"{len(ends)} of {streams} streams of a link closed after {max(ends, default=0):.2f} s at most, "
        f"{received} of them heard of the next round, 10 others did"
    )
    assert len(ends) == streams
    assert max(ends) <= 5
    assert received == 0
    assert "204" in again


def test_a_step_back_a_foreign_event_and_a_missing_one_are_noticed(counted: Callable[[str], None]) -> None:
    async def stream(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for table, revision in (("mine", 5), ("mine", 4), ("other", 6)):
            event = f'id: {revision}\ndata: {{"table": "{table}", "revision": {revision}}}\n\n'.encode()
            writer.write(b"%x\r\n%b\r\n" % (len(event), event))
        writer.write(b"0\r\n\r\n")
        writer.close()

    async def run() -> Viewer:
        async with await asyncio.start_server(stream, "127.0.0.1", 0) as server:
            viewer = Viewer(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/live/x/", "mine")
            await viewer.read(await viewer.connect())
            with suppress(TimeoutError):
                async with asyncio.timeout(0.1):
                    await viewer.reached(7)
            await viewer.close()
        return viewer

    viewer = asyncio.run(run())
    assert (viewer.backward, viewer.foreign, 7 in viewer.arrivals) == (1, 1, False)
    counted("a step back, a foreign event and a missing one noticed")
