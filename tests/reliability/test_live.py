"""Phones follow tables over connections that are cut: all end with the last round, forty of them or five hundred."""

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import pytest

from tests.benchmarks.sse_clients import Viewer
from tests.reliability.clients import (
    PATIENCE,
    Intent,
    Phone,
    TableRecord,
    bearer,
    counts_text,
    make_link,
    make_table,
    make_tables,
    until,
)
from tests.reliability.http_lines import Line
from tests.reliability.pages import Browser, TablePage
from tests.reliability.viewers import Screen
from tests.servers import Site, Sites

SEED = 20_250_612
HOMES = 5  # from so many addresses the screens call: a server has so many places for each
EVERY = 1.0  # seconds from one round of a table to the next
LIFE = 3.0  # seconds that a connection lives on average
SILENT = 0.2  # the share of them that dies without a word


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
        await asyncio.sleep(chance.expovariate(len(screens) / LIFE))
        screen = chance.choice(screens)
        if chance.random() < SILENT:
            counts["went silent"] += 1
            await screen.walk_away()
        else:
            counts["cut"] += 1
            screen.cut()


async def play(phone: Phone, start: float, rounds: int) -> None:
    """So many rounds, one a moment after the other."""
    await asyncio.sleep(start)
    for number in range(1, rounds + 1):
        await phone.record(Intent(number, f"live-{number}"))
        await asyncio.sleep(EVERY)
    phone.line.close()


async def evening(site: Site, tables: int, screens_open: int, rounds: int) -> Counter[str]:
    """What was counted; returns once every screen knows of the last round."""
    chance, counts = random.Random(SEED), Counter[str]()
    records = await make_tables(site.url, tables)
    pages = [await open_page(site, record) for record in records]
    screens = [
        Screen(pages[n % tables], site.url, f"127.0.0.{2 + n % HOMES}", random.Random(chance.random()), counts)
        for n in range(screens_open)
    ]
    for begin in range(0, screens_open, 50):
        await asyncio.gather(*(screen.open() for screen in screens[begin : begin + 50]))
        await asyncio.gather(*(screen.reached(1) for screen in screens[begin : begin + 50]))
    disturbance = asyncio.create_task(disturb(screens, chance, counts))
    phones = [Phone(site.url, record, counts) for record in records]
    await asyncio.gather(*(play(phone, EVERY * n / tables, rounds) for n, phone in enumerate(phones)))
    await until(lambda: min(counts["cut"], counts["went silent"]) > 0)
    disturbance.cancel()
    with suppress(asyncio.CancelledError):
        await disturbance
    async with asyncio.timeout(PATIENCE):
        await asyncio.gather(*(screen.reached(1 + rounds) for screen in screens))
    for screen in screens:
        counts["backward"] += screen.backward
        counts["foreign"] += screen.foreign
    await asyncio.gather(*(screen.close() for screen in screens))
    for page in pages:
        page.browser.line.close()
    counts["rounds"] = sum(len(record.acknowledged) for record in records)
    return counts


@pytest.mark.parametrize(
    ("tables", "screens", "rounds"), [(4, 40, 6), pytest.param(20, 500, 60, marks=pytest.mark.slow)]
)
def test_all_screens_end_at_the_last_round_and_none_goes_back(
    sites: Sites, tables: int, screens: int, rounds: int, counted: Callable[[str], None]
) -> None:
    with sites.make() as site:
        counts = asyncio.run(evening(site, tables, screens, rounds))
    counted(
        f"seed {SEED}: {screens} screens at {tables} tables: "
        f"{counts_text(counts, 'rounds', 'cut', 'went silent', 'opened', 'asked', 'backward', 'foreign')}; "
        f"all screens end at the last round"
    )
    assert counts["backward"] == counts["foreign"] == 0
    assert counts["rounds"] == tables * rounds


def test_a_link_switched_off_closes_its_streams(site: Site, counted: Callable[[str], None]) -> None:
    streams = 50

    async def run() -> tuple[int, str]:
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
        headers = bearer(record.tokens["owner"])
        gone = await line.send_request("DELETE", f"/api/v1/tables/{record.id}/links/{made['id']}/", headers=headers)
        assert gone.status == 200
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*readers)
        phone = Phone(site.url, record, Counter())
        await phone.record(Intent(1, "after"))
        await asyncio.gather(*(viewer.reached(2) for viewer in viewers))
        again = await line.send_request("GET", page.live)
        for viewer in [*seen, *viewers]:
            await viewer.close()
        for used in (line, browser.line, others.browser.line, phone.line):
            used.close()
        return sum(viewer.newest > 1 for viewer in seen), again.first

    received, again = asyncio.run(run())
    counted(f"{streams} streams of a link closed, {received} of them heard of the next round, 10 others did")
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
