"""`start --workers`: a dead worker is replaced, all can be replaced under load, and all stop."""

import asyncio
import os
import random
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from itertools import count
from pathlib import Path

import httpx
import pytest
from syrupy.assertion import SnapshotAssertion

from tests.reliability.audit import audit
from tests.reliability.clients import PATIENCE, Intent, Phone, all_of, counts_text, make_tables
from tests.reliability.pages import Browser, TablePage
from tests.reliability.viewers import Screen
from tests.servers import ROOT, Redis, Sites, Workers, lives

TABLES, TIMES = 8, 10
SEED = 20_250_612


@pytest.mark.server
def test_several_processes_need_a_notification_backend(tmp_path: Path, snapshot: SnapshotAssertion) -> None:
    environment = {"PATH": os.environ["PATH"], "SCOREKEEPER_DATA": str(tmp_path)}
    for env in ({}, {"DJANGO_DEBUG": "1", "REDIS_URL": "redis://127.0.0.1:1/0"}):
        done = subprocess.run(
            [sys.executable, "manage.py", "start", "--host", "127.0.0.1", "--port", "0", "--workers", "2"],
            env=environment | env,
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 2
        assert done.stderr == snapshot


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def workers(sites: Sites, redis_server: Redis, request: pytest.FixtureRequest) -> Workers:
    redis = {"REDIS_URL": redis_server.url} if request.param == "sqlite" else {}
    return sites.make(request.param, Workers, **redis)


def waiting_for_an_answer(workers: Workers) -> Callable[[], bool]:
    """Whether the supervisor waits for the answer of a process, three times in a row that this is asked."""
    looks: list[bool] = []

    def waiting() -> bool:
        assert workers.process
        looks.append("poll" in Path(f"/proc/{workers.process.pid}/wchan").read_text(encoding="ascii"))
        return looks[-3:] == [True] * 3

    return waiting


async def write(phone: Phone, name: str, stop: asyncio.Event) -> None:
    """Enter one round after the other. Anything but an acknowledgement ends the test, a lost connection too."""
    for number in count(1):
        if stop.is_set():
            break
        await phone.record(Intent(number, f"{name}-{number}"))
        await asyncio.sleep(0.02)
    phone.line.close()


@pytest.mark.slow
def test_all_processes_are_replaced_under_load_and_no_round_fails(
    workers: Workers, counted: Callable[[str], None]
) -> None:
    async def run() -> tuple[Counter[str], int, list[str], bool]:
        records = await make_tables(workers.url, TABLES)
        counts: Counter[str] = Counter()
        browser = Browser(workers.url)
        await browser.join(records[0].tokens["watch"], "A screen")
        page = TablePage(browser, records[0].id)
        await page.open()
        screen = Screen(page, workers.url, "127.0.0.2", random.Random(SEED), counts)
        await screen.open()
        await asyncio.wait_for(screen.reached(1), PATIENCE)
        stop = asyncio.Event()
        phones = [Phone(workers.url, record, counts) for record in records]
        writers = [asyncio.create_task(write(phone, f"w{n}", stop)) for n, phone in enumerate(phones)]
        everybody = asyncio.create_task(all_of(writers))
        for _ in range(TIMES):
            await asyncio.to_thread(workers.restart)
        stop.set()
        await everybody
        last = 1 + len(records[0].acknowledged)
        await asyncio.wait_for(screen.reached(last), PATIENCE)
        await screen.close()
        browser.line.close()
        counts["acknowledged"] = sum(len(record.acknowledged) for record in records)
        return counts, *await audit(workers, records), screen.backward == 0

    with workers:
        assert "Server processes:       2" in workers.log.read_text()
        counts, stored, wrong, forward = asyncio.run(run())
        # One that dies is replaced, also where it dies while it is being asked whether it lives.
        dead = workers.pids()[0]
        os.kill(dead, signal.SIGSTOP)
        workers.wait_for(waiting_for_an_answer(workers))
        os.kill(dead, signal.SIGKILL)
        workers.wait_for(lambda: len(workers.pids()) == 2 and dead not in workers.pids())
        assert httpx.get(workers.url).status_code == 200
        pids = workers.pids()
        assert workers.process
        workers.process.send_signal(signal.SIGTERM)
        assert workers.process.wait(60) == 0
        assert not any(lives(pid) for pid in pids)
        output = workers.log.read_text()
    counted(
        f"{2 * TIMES} processes replaced, "
        f"{counts_text(counts, 'sent', 'lost', 'told to wait', 'acknowledged', 'opened')}, "
        f"{stored:,} stored, {len(wrong)} faults"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert forward
    assert "Traceback" not in output, output
    assert counts["acknowledged"] == stored == counts["new"] + counts["replayed"]
    assert counts["told to wait"] == 0
    # A connection that lay idle may be closed as its phone begins to speak; nothing that was taken in goes unanswered.
    assert counts["replayed"] == 0
    assert counts["opened"] >= TIMES


@pytest.mark.slow
def test_no_process_outlives_the_one_that_looks_after_them(sites: Sites, redis_server: Redis) -> None:
    with sites.make("sqlite", Workers, REDIS_URL=redis_server.url) as site:
        assert len(site.pids()) == 2
        site.kill()
        with pytest.raises(httpx.ConnectError):
            httpx.get(site.url)
