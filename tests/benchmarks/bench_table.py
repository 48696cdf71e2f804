"""Measure what people wait for: a saved round on every open screen, the table page, and the first page load.

    python -m tests.benchmarks.bench_table [--streams 200] [--rounds 40]

The real server (``manage.py start``) runs as a process of its own on an empty data folder; everything is asked over
HTTP. Times are of one machine that also runs the clients: compare the rows of one run, not two runs.
"""

import argparse
import asyncio
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import httpx

from tests.benchmarks.sse_clients import Crowd

PAGE_SIZES = (10, 100, 1000)
REPEATS = 15
LONG = 100_000
"""A target that no number of rounds here reaches."""


def start_server(data: str) -> tuple[subprocess.Popen[str], str]:
    """Start the app on a free port; the process and its address."""
    command = [sys.executable, "manage.py", "start", "--host", "127.0.0.1", "--port", "0", "--data", data]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"http://(?:localhost|127\.0\.0\.1):\d+", line):
            return process, found[0].replace("localhost", "127.0.0.1")
    raise RuntimeError("the server did not start")


class Table:
    """A table made through the API, with a browser's cookie for its pages."""

    def __init__(self, base: str) -> None:
        self.http = httpx.Client(base_url=base, timeout=60)
        body = {"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target": LONG // 10}}
        made = self.http.post("/api/v1/tables/", json=body).raise_for_status().json()
        self.id, self.token, self.rounds = made["id"], made["score_token"], 0
        link = "/j/" + made["owner_token"] + "/"
        form = self.http.get(link).text
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
        assert token
        self.http.post(link, data={"csrfmiddlewaretoken": token[1], "label": "Bench"})

    def save_round(self) -> float:
        """Save one round; the seconds until it was acknowledged."""
        self.rounds += 1
        ender, other = ("Ann", "Ben") if self.rounds % 2 else ("Ben", "Ann")
        body = {"game": 1, "round": self.rounds, "declared": "knock", "ender": ender}
        body["deadwood_after_layoffs"] = {ender: 1, other: 2}
        headers = {"Authorization": f"Bearer {self.token}", "Idempotency-Key": f"bench-{self.rounds}"}
        began = time.perf_counter()
        self.http.post(f"/api/v1/tables/{self.id}/rounds/", json=body, headers=headers).raise_for_status()
        return time.perf_counter() - began

    def page(self) -> httpx.Response:
        """The table page."""
        return self.http.get(f"/t/{self.id}/").raise_for_status()

    @property
    def stream(self) -> str:
        """The path of a live stream of the table."""
        found = re.search(r'data-live-url="([^"]+)"', self.page().text)
        assert found
        return found[1]


async def measure_live(base: str, streams: int, rounds: int) -> tuple[list[float], list[float]]:
    """Seconds from sending a round to its arrival at each of ``streams`` screens, and to its acknowledgement."""
    table = Table(base)
    arrivals, saves = list[float](), list[float]()
    async with Crowd([base + table.stream] * streams) as crowd:
        for number in range(rounds):
            began = time.perf_counter()
            saves.append(await asyncio.to_thread(table.save_round))
            await crowd.reached(number + 2, seconds=10)
            arrivals += crowd.delays(number + 2, since=began)
            await asyncio.sleep(0.05)
        if crowd.backward:
            raise RuntimeError(f"{crowd.backward} screens were shown an older revision")
    return arrivals, saves


def measure_page(base: str) -> dict[int, tuple[float, int]]:
    """Median seconds of the table page, and its bytes as sent, by number of rounds."""
    table, found = Table(base), {}
    for size in PAGE_SIZES:
        while table.rounds < size:
            table.save_round()
        table.page()
        times = []
        for _ in range(REPEATS):
            began = time.perf_counter()
            answer = table.page()
            times.append(time.perf_counter() - began)
        found[size] = (statistics.median(times), answer.num_bytes_downloaded)
    return found


def measure_first_load(base: str) -> dict[str, int]:
    """Bytes as sent of a fresh table page and of everything it loads, by path."""
    table = Table(base)
    headers = {"Accept-Encoding": "br, gzip"}
    page = table.http.get(f"/t/{table.id}/", headers=headers)
    sizes = {"the page": page.num_bytes_downloaded}
    for path in dict.fromkeys(re.findall(r'(?:src|href)="(/static/[^"]+)"', page.text)):
        sizes[path] = table.http.get(path, headers=headers).num_bytes_downloaded
    return sizes


def milliseconds(seconds: float) -> str:
    """Seconds as milliseconds to print."""
    return f"{1000 * seconds:.1f} ms"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--streams", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=40)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as data:
        server, base = start_server(data)
        try:
            arrivals, saves = asyncio.run(measure_live(base, options.streams, options.rounds))
            cuts = statistics.quantiles(arrivals, n=20)
            print(f"a round to {options.streams} open screens, {options.rounds} rounds, {len(arrivals)} arrivals")
            print(f"  to the screens      p50 {milliseconds(cuts[9])}   p95 {milliseconds(cuts[18])}")
            cuts = statistics.quantiles(saves, n=20)
            print(f"  to its acknowledgement  p50 {milliseconds(cuts[9])}   p95 {milliseconds(cuts[18])}")
            pages = measure_page(base)
            print("the table page")
            for size, (seconds, weight) in pages.items():
                ratio = seconds / pages[PAGE_SIZES[0]][0]
                print(f"  {size:5} rounds  {milliseconds(seconds):>10}   x {ratio:.1f}   {weight} bytes")
            sizes = measure_first_load(base)
            print(f"first load, compressed: {sum(sizes.values())} bytes")
            for path, weight in sizes.items():
                print(f"  {weight:6}  {Path(path).name}")
        finally:
            server.terminate()
            server.wait(10)


if __name__ == "__main__":
    main()
