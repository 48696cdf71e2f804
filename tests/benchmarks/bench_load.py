"""Measure a club night: many phones that score at many tables while others watch, on the real server.

    python -m tests.benchmarks.bench_load [--database sqlite|postgresql] [--scorers 100] [--tables 50] [--viewers 200]
        [--think 4] [--seconds 60] [--api 20] [--no-fetch]

Every scorer sends one round each `--think` seconds, the phones of one table in turn, as their pages do: the round form
by htmx with its token, its key and its hidden fields, answered by the fragment of the table; the others of the table
fetch what moved when they hear of it. `--api` per cent of the scorers are programs that use the API instead. Viewers
hold live streams and fetch what moved, unless `--no-fetch`. `--think 0` is saturation: each table goes as fast as it is
answered.

The clients are one process beside the server's, on the same machine. Ends with status 1 when a goal is missed: p95 100
ms, p99 250 ms and no error for a round with time to think; without, only 503 with Retry-After among the errors and no
answer after more than 10 s. Rounds that were acknowledged are then compared with those in the database.
"""

import argparse
import asyncio
import os
import random
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.sse_clients import Viewer
from tests.reliability.audit import audit
from tests.reliability.clients import Foul, Intent, Phone, TableRecord, make_tables
from tests.reliability.http_lines import Lost, Message
from tests.reliability.pages import Browser, TablePage
from tests.servers import DATABASES, Site, Sites

ROUND_BY_PAGE, ROUND_BY_API = "round by page", "round by API"
P95, P99, LONGEST = 0.1, 0.25, 10.0  # seconds
SEED = 20_250_612


@dataclass
class Measured:
    """Everything that was measured: seconds by what was asked, and how often what went wrong.

    `sent` tells when the round was sent that brought a table to a revision.
    """

    counts: Counter[str] = field(default_factory=Counter)
    seconds: dict[str, list[float]] = field(default_factory=dict)
    sent: dict[tuple[str, int], float] = field(default_factory=dict)
    warm: bool = False

    def took(self, what: str, began: float) -> None:
        """Note how long something took that began then; what came before the clock started counts for nothing."""
        if self.warm:
            self.seconds.setdefault(what, []).append(time.perf_counter() - began)

    def failed(self, answer: Message) -> None:
        """Count an unexpected response."""
        later = answer.status == 503 and "retry-after" in answer.headers
        self.counts["503, later" if later else f"status {answer.status}"] += 1
        self.counts["locked"] += b"locked" in answer.body


class Scorer:
    """A phone that scores. Its page, or the program that it is instead, enters the rounds whose turn is its own."""

    def __init__(self, site: Site, record: TableRecord, name: str, measured: Measured) -> None:
        self.table, self.name, self.measured = record, name, measured
        self.phone = Phone(site.url, record, Counter())
        self.page: TablePage | None = None
        self._url = site.url

    async def open(self) -> None:
        """Open the table's page."""
        browser = Browser(self._url)
        await browser.join(self.table.tokens["score"], self.name)
        self.page = TablePage(browser, self.table.id)
        await self.page.open()

    async def enter(self, number: int) -> None:
        """Enter a round and note how long it took; whatever is not acknowledged is sent again."""
        intent = Intent(number, f"{self.name}-{number}")
        while True:
            began = time.perf_counter()
            self.measured.sent.setdefault((self.table.id, number + 1), began)
            try:
                answer = await (self.page.save(intent) if self.page else self.phone.send(intent))
            except Lost:
                self.measured.counts["lost"] += 1
                continue
            if answer.status in (200, 201):
                self.measured.took(ROUND_BY_PAGE if self.page else ROUND_BY_API, began)
                self.table.note(intent, number + 1)
                return
            self.measured.failed(answer)
            if answer.status < 500:
                raise Foul(f"{self.name}, round {number}", answer)
            await asyncio.sleep(float(answer.headers.get("retry-after", "0.1")))

    async def hear(self) -> None:
        """Fetch what another phone entered, so that the form is for the next round."""
        if self.page:
            await fetch(self.page, self.measured)

    def close(self) -> None:
        """Hang up."""
        self.phone.line.close()
        if self.page:
            self.page.browser.line.close()


async def fetch(page: TablePage, measured: Measured) -> None:
    """Fetch what moved."""
    began = time.perf_counter()
    try:
        answer = await page.refresh()
    except Lost:
        measured.counts["lost"] += 1
        return
    if answer.status == 200:
        measured.took("what moved", began)
    else:
        measured.failed(answer)


async def sit(scorers: list[Scorer], think: float, start: float, end: float) -> None:
    """Let the phones of one table enter rounds in turn, each one in `think` seconds, until the end."""
    await asyncio.sleep(start)
    number, pause, due = 1, think / len(scorers), time.perf_counter()
    while time.perf_counter() < end:
        turn = scorers[number % len(scorers)]
        if turn.page and turn.page.round != number:
            await turn.hear()
        else:
            await turn.enter(number)
            number += 1
            if think:
                await asyncio.gather(*(other.hear() for other in scorers if other is not turn))
                due += pause
                await asyncio.sleep(max(0.0, due - time.perf_counter()))


async def watch(viewer: Viewer, page: TablePage, measured: Measured, *, fetching: bool) -> None:
    """Follow a table as its page does: on each event, fetch what changed; events meanwhile share one fetch."""
    table, shown = page.path.split("/")[2], viewer.newest
    while True:
        await viewer.reached(shown + 1)
        shown = viewer.newest
        if fetching:
            await fetch(page, measured)
        if began := measured.sent.get((table, shown)):
            measured.took("round to screen" if fetching else "round to stream", began)


@dataclass
class Night:
    """Everybody at the tables, their pages open."""

    records: list[TableRecord]
    tables: list[list[Scorer]]
    viewers: list[tuple[Viewer, TablePage]]


async def come(site: Site, options: argparse.Namespace, measured: Measured) -> Night:
    """Start the tables and open every page and stream."""
    records = await make_tables(site.url, options.tables)
    tables: list[list[Scorer]] = [[] for _ in records]
    for number in range(options.scorers):
        record = records[number % len(records)]
        scorer = Scorer(site, record, f"phone {number}", measured)
        if number * 100 >= options.api * options.scorers:
            await scorer.open()
        tables[number % len(records)].append(scorer)
    viewers = []
    for number in range(options.viewers):
        record = records[number % len(records)]
        browser = Browser(site.url, f"127.0.0.{2 + number % 5}")
        await browser.join(record.tokens["watch"], f"viewer {number}")
        page = TablePage(browser, record.id)
        await page.open()
        viewers.append((Viewer(site.url + page.live), page))
    for begin in range(0, len(viewers), 50):
        await asyncio.gather(*(viewer.open() for viewer, _ in viewers[begin : begin + 50]))
    await asyncio.gather(*(viewer.reached(1) for viewer, _ in viewers))
    return Night(records, tables, viewers)


async def night(site: Site, options: argparse.Namespace, measured: Measured) -> tuple[int, list[str]]:
    """Run a whole evening; return how many rounds are in the database, and what is wrong with them."""
    assert site.process
    there = await come(site, options, measured)
    chance = random.Random(SEED)
    following = [
        asyncio.create_task(watch(viewer, page, measured, fetching=options.fetch)) for viewer, page in there.viewers
    ]
    before = cpu(site.process.pid), time.process_time()
    measured.warm, began = True, time.perf_counter()
    end = began + options.seconds
    starts = [chance.uniform(0, options.think) for _ in there.tables]
    await asyncio.gather(
        *(sit(scorers, options.think, start, end) for scorers, start in zip(there.tables, starts, strict=True))
    )
    took = time.perf_counter() - began
    measured.warm = False
    rounds = sum(len(record.acknowledged) for record in there.records)
    print(f"  {rounds:,} rounds in {took:.1f} s: {rounds / took:.1f} a second")
    print(
        f"  server {(cpu(site.process.pid) - before[0]) / took:.2f} of a core, {memory(site.process.pid)}; "
        f"clients {(time.process_time() - before[1]) / took:.2f} of a core"
    )
    for task in following:
        task.cancel()
    for viewer, page in there.viewers:
        await viewer.close()
        page.browser.line.close()
    for scorer in (scorer for scorers in there.tables for scorer in scorers):
        scorer.close()
    return await audit(site, there.records)


def cpu(pid: int) -> float:
    """Seconds of processor time that a process used."""
    ticks = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(ticks[11]) + int(ticks[12])) / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> str:
    """Resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(f"{int(line.split()[1]) // 1024} MB" for line in lines if line.startswith("VmRSS:"))


def centiles(times: list[float]) -> str:
    """p50, p95, p99 and the longest, in milliseconds."""
    cuts = statistics.quantiles(times, n=100) if len(times) > 1 else times * 99
    shown = {"p50": cuts[49], "p95": cuts[94], "p99": cuts[98], "max": max(times)}
    return "   ".join(f"{name} {1000 * seconds:7.1f} ms" for name, seconds in shown.items())


def missed(options: argparse.Namespace, measured: Measured) -> list[str]:
    """The goals that were not met."""
    times = [second for what in (ROUND_BY_PAGE, ROUND_BY_API) for second in measured.seconds.get(what, [])]
    cuts = statistics.quantiles(times, n=100)
    allowed = set() if options.think else {"503, later"}
    found = [f"{times:,} x {what}" for what, times in measured.counts.items() if times and what not in allowed]
    if options.think:
        found += [
            f"p{centile} of a round over {goal * 1000:.0f} ms"
            for centile, goal in ((95, P95), (99, P99))
            if cuts[centile - 1] > goal
        ]
    elif max(times) > LONGEST:
        found.append(f"a round took more than {LONGEST:.0f} s")
    return found


def measure(sites: Sites, database: str, options: argparse.Namespace) -> list[str]:
    """Measure on one database and print; what is wrong, goals that were missed included."""
    measured = Measured()
    think = f"one round in {options.think:g} s each" if options.think else "no time to think"
    print(f"{database}: {options.scorers} scorers at {options.tables} tables, {think}, {options.viewers} viewers")
    with sites.make(database) as site:
        stored_rounds, wrong = asyncio.run(night(site, options, measured))
    for what, times in sorted(measured.seconds.items()):
        print(f"  {what:16} {len(times):7,} x   {centiles(times)}")
    errors = ", ".join(f"{number:,} x {what}" for what, number in measured.counts.items() if number)
    print(f"  errors: {errors or 'none'}; locked: {measured.counts['locked']}")
    print(f"  {stored_rounds:,} rounds kept, {len(wrong)} faults")
    wrong += missed(options, measured)
    print(f"  {'goals met' if not wrong else 'MISSED: ' + '; '.join(wrong[:5])}", flush=True)
    return wrong


def main() -> int:
    """Measure; the exit status."""
    parser = argparse.ArgumentParser(description="Measure a club night on the real server.")
    parser.add_argument("--database", choices=DATABASES, help="one of them; both without")
    parser.add_argument("--scorers", type=int, default=100)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--think", type=float, default=4.0, help="seconds from one round of a scorer to the next")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--api", type=int, default=20, help="per cent of the scorers that use the API")
    parser.add_argument("--no-fetch", dest="fetch", action="store_false", help="viewers hold streams and fetch nothing")
    options = parser.parse_args()
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        sites = Sites(Path(folder))
        try:
            for database in [options.database] if options.database else DATABASES:
                wrong += measure(sites, database, options)
        finally:
            sites.close()
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
