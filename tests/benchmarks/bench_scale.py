"""Measure what one and two processes can serve, on SQLite and on PostgreSQL, side by side in one run.

    python -m tests.benchmarks.bench_scale [--setups sqlite-1 sqlite-2 postgresql-1 postgresql-2] [--tables 50]
        [--seconds 10] [--start 40] [--steps 4] [--viewers 200] [--many 1000] [--pool 0]

Two processes on SQLite, and all on PostgreSQL, notify each other through Redis; one on SQLite is alone. For each setup:

* rounds a second, by the API: the highest rate that is sustained with p95 under 100 ms, counted from the moment a round
  was due, so that a late answer also counts for those that wait behind it. The rate grows by half until it fails, then
  the gap is halved `--steps` times; each try takes `--seconds`.
* notifications: `--viewers` streams at all tables while rounds come at half that rate; the time from the sending of a
  round to its arrival at each stream.
* on one process, its resident memory without viewers, with `--viewers` and with `--many` of them, who sit still.

The clients are one process on the same machine. `--pool N` gives PostgreSQL a pool of N connections (DATABASE_POOL).
"""

import argparse
import asyncio
import statistics
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from tests.benchmarks.bench_load import cpu
from tests.benchmarks.sse_clients import Viewer
from tests.reliability.clients import Intent, Phone, TableRecord, make_tables
from tests.reliability.pages import Browser, TablePage
from tests.servers import Redis, Site, Sites, Workers

SETUPS = ("sqlite-1", "sqlite-2", "postgresql-1", "postgresql-2")
GOAL = 0.1  # seconds, p95 of a round
NOTIFIED_WITHIN = 0.5  # seconds, p95 from a round to a stream
MEMORY = 300  # MB, of one process with a thousand viewers
HOMES = 5  # addresses that viewers call from: a server has so many places for each
LATEST = 2.0  # seconds behind which a rate is given up


class One(Workers):
    """One process, as `start` runs it."""

    number = 1

    def pids(self) -> list[int]:
        """The process itself."""
        return [self.process.pid] if self.process else []


@dataclass
class Row:
    """The measurements of one setup."""

    setup: str
    rate: float = 0.0
    p95: float = 0.0
    cores: float = 0.0
    notification: float = 0.0
    memory: dict[int, int] = field(default_factory=dict)


def megabytes(pid: int) -> int:
    """Resident memory of a process."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) // 1024 for line in lines if line.startswith("VmRSS:"))


def p95(times: list[float]) -> float:
    """The time that 95 of 100 stay below."""
    return statistics.quantiles(times, n=100)[94] if len(times) > 1 else float("inf")


@dataclass
class Rounds:
    """Rounds at a rate: how long each took since it was due, when it was sent (by table and revision), the rate."""

    times: list[float] = field(default_factory=list)
    sent: dict[str, float] = field(default_factory=dict)
    rate: float = 0.0

    async def play(self, phone: Phone, start: float, pause: float, end: float) -> None:
        """Enter a round whenever one is due, until the end, or until this table is hopelessly late."""
        due = start
        while due < end:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            number = phone.table.next
            self.sent[f"{phone.table.id}/{number + 1}"] = time.perf_counter()
            await phone.record(Intent(number, f"b-{number}"))
            late = time.perf_counter() - due
            self.times.append(late)
            if late > LATEST:
                return
            due += pause


async def at_rate(phones: list[Phone], rate: float, seconds: float) -> Rounds:
    """Let all tables together enter so many rounds a second."""
    rounds, began, pause = Rounds(), time.perf_counter() + 0.1, len(phones) / rate
    end = began + max(seconds, pause)
    await asyncio.gather(*(rounds.play(phone, began + n / rate, pause, end) for n, phone in enumerate(phones)))
    rounds.rate = len(rounds.times) / max(end - began, time.perf_counter() - began)
    return rounds


async def search(site: Site, phones: list[Phone], options: argparse.Namespace, row: Row) -> None:
    """Find the highest rate that is sustained."""
    pids = site.pids() if isinstance(site, Workers) else []
    good, bad, rate, left = 0.0, 0.0, float(options.start), options.steps
    while left:
        before, began = sum(cpu(pid) for pid in pids), time.perf_counter()
        rounds = await at_rate(phones, rate, options.seconds)
        late = p95(rounds.times)
        cores = (sum(cpu(pid) for pid in pids) - before) / (time.perf_counter() - began)
        print(
            f"  {rate:6.0f} a second: {rounds.rate:6.1f} came, p95 {1000 * late:6.1f} ms, {cores:.2f} cores", flush=True
        )
        if late <= GOAL and rounds.rate >= 0.9 * rate:
            good, row.rate, row.p95, row.cores = rate, rounds.rate, late, cores
        else:
            bad = rate
        left -= bool(bad)
        rate = (good + bad) / 2 if bad else 1.5 * rate
        await asyncio.sleep(0.5)


async def viewers_of(site: Site, records: list[TableRecord], number: int) -> list[Viewer]:
    """So many streams, at all tables in turn."""
    lives = []
    for record in records:
        browser = Browser(site.url)
        await browser.join(record.tokens["watch"], "viewers")
        page = TablePage(browser, record.id)
        await page.open()
        lives.append(page.live)
        browser.line.close()
    made = [
        Viewer(site.url + lives[n % len(records)], records[n % len(records)].id, f"127.0.0.{2 + n % HOMES}")
        for n in range(number)
    ]
    for begin in range(0, number, 50):
        await asyncio.gather(*(viewer.open() for viewer in made[begin : begin + 50]))
        await asyncio.gather(*(viewer.reached(0) for viewer in made[begin : begin + 50]))
    return made


async def notification_delay(
    site: Site, records: list[TableRecord], phones: list[Phone], options: argparse.Namespace, rate: float
) -> float:
    """The p95 from the sending of a round to its arrival at a stream."""
    viewers = await viewers_of(site, records, options.viewers)
    sent = (await at_rate(phones, rate, options.seconds)).sent
    await asyncio.sleep(1)
    delays = []
    for n, viewer in enumerate(viewers):
        table = records[n % len(records)].id
        for revision, at in viewer.arrivals.items():
            if began := sent.get(f"{table}/{revision}"):
                delays.append(at - began)
        await viewer.close()
    return p95(delays)


async def sitting(site: Site, records: list[TableRecord], options: argparse.Namespace, row: Row) -> None:
    """Note the memory of the process as viewers come."""
    (pid,) = site.pids() if isinstance(site, Workers) else []
    row.memory[0] = megabytes(pid)
    there: list[Viewer] = []
    for number in (options.viewers, options.many):
        there += await viewers_of(site, records, number - len(there))
        await asyncio.sleep(2)
        row.memory[number] = megabytes(pid)
    for viewer in there:
        await viewer.close()


async def measure(site: Site, options: argparse.Namespace, row: Row) -> None:
    """Measure one setup."""
    records = await make_tables(site.url, options.tables)
    phones = [Phone(site.url, record, Counter()) for record in records]
    await at_rate(phones, options.start / 2, 3)  # everything is imported and every connection open
    if isinstance(site, One):
        await sitting(site, records, options, row)
    await search(site, phones, options, row)
    row.notification = await notification_delay(site, records, phones, options, max(row.rate, options.start) / 2)
    for phone in phones:
        phone.line.close()


def table(rows: list[Row], options: argparse.Namespace) -> list[str]:
    """All setups, as a table."""
    lines = [
        "| setup | rounds a second | p95 ms | cores | bell p95 ms | MB without viewers | "
        f"with {options.viewers} | with {options.many:,} |",
        "| --- " * 8 + "|",
    ]
    for row in rows:
        memory = [str(row.memory.get(number, "")) for number in (0, options.viewers, options.many)]
        figures = f"{row.rate:.0f} | {1000 * row.p95:.0f} | {row.cores:.2f} | {1000 * row.notification:.0f}"
        lines.append(f"| {row.setup} | {figures} | {' | '.join(memory)} |")
    return lines


def main() -> int:
    """Measure; the exit status is 1 where a goal is missed."""
    parser = argparse.ArgumentParser(description="Measure what one and two processes carry.")
    parser.add_argument("--setups", nargs="+", choices=SETUPS, default=SETUPS)
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--start", type=float, default=40.0, help="rounds a second to begin with")
    parser.add_argument("--steps", type=int, default=4)
    parser.add_argument("--viewers", type=int, default=200)
    parser.add_argument("--many", type=int, default=1000)
    parser.add_argument("--pool", type=int, default=0)
    options = parser.parse_args()
    rows: list[Row] = []
    with tempfile.TemporaryDirectory() as folder, Redis() as redis:
        sites = Sites(Path(folder))
        try:
            for setup in options.setups:
                database, _, number = setup.partition("-")
                # A key of its own, so that Redis's counters of the setup before don't count.
                environment = {"SECRET_KEY": f"only-for-benchmarks-{setup}-" + "x" * 50}
                environment |= {} if setup == "sqlite-1" else {"REDIS_URL": redis.url}
                if options.pool and database == "postgresql":
                    environment["DATABASE_POOL"] = str(options.pool)
                print(setup, flush=True)
                rows.append(Row(setup))
                with sites.make(database, One if number == "1" else Workers, **environment) as site:
                    asyncio.run(measure(site, options, rows[-1]))
        finally:
            sites.close()
    print("\n".join(table(rows, options)))
    missed = [f"{row.setup}: p95 at any rate" for row in rows if not row.rate]
    missed += [f"{row.setup}: the bell" for row in rows if row.notification > NOTIFIED_WITHIN]
    missed += [f"{row.setup}: memory" for row in rows if row.memory.get(options.many, 0) > MEMORY]
    print("goals met" if not missed else f"MISSED: {'; '.join(missed)}")
    return int(bool(missed))


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
