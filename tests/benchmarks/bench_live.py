"""Measure how long a notification takes to reach every open stream.

    python -m tests.benchmarks.bench_live [--streams 200] [--rounds 50]

The server is a process of its own with the injected application and no database, so this is the share of the hub and
the stream alone. Each round a page notifies all tables; the clock starts when the request is sent. Ends with status 1
when an event was lost or came out of order.
"""

import argparse
import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from itertools import count
from pathlib import Path
from typing import Any

from tests.benchmarks.sse_clients import Crowd

PER_TABLE = 100


def serve() -> None:
    """Run the server: POST notifies every table; GET returns the process's memory and threads."""
    import uvicorn
    from a2wsgi import WSGIMiddleware

    from games.live import Admission, Hub, make_application

    hub = Hub(per_address=100_000)  # all streams of the measurement come from one address
    revisions: dict[str, int] = {}
    numbers = count(1)

    def admit(token: str) -> Admission:
        table = token.partition(".")[0]
        return Admission(table, None, revisions.setdefault(table, 0))

    def pages(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            revision = next(numbers)
            for table in revisions:
                revisions[table] = revision
                hub.publish_revision(table, revision)
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [Path("/proc/self/status").read_bytes()]

    application: Any = WSGIMiddleware(pages, workers=8)  # type: ignore[arg-type]
    uvicorn.run(
        make_application(application, admit, hub),
        port=0,
        ws="none",
        access_log=False,
        timeout_graceful_shutdown=1,
        backlog=2048,
    )


async def send_request(port: int, method: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"{method} / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    return answer


def line_of(status: str, name: str) -> str:
    return next(line.split()[1] for line in status.splitlines() if line.startswith(f"{name}:"))


async def measure(port: int, streams: int, rounds: int) -> int:
    base = int(line_of(await send_request(port, "GET"), "VmRSS"))
    urls = [f"http://127.0.0.1:{port}/live/t{number // PER_TABLE}.x/" for number in range(streams)]
    delays: list[float] = []
    last: list[float] = []
    async with Crowd(urls) as crowd:
        for revision in range(1, rounds + 1):
            began = time.perf_counter()
            await send_request(port, "POST")
            await crowd.reached(revision, seconds=10)
            delays += (found := crowd.delays(revision, began))
            last.append(max(found))
            await asyncio.sleep(0.02)
        status = await send_request(port, "GET")
        backward = crowd.backward
    lost = streams * rounds - len(delays)
    centiles = statistics.quantiles(delays, n=100)
    per_stream = (int(line_of(status, "VmRSS")) - base) / streams
    figures: dict[str, object] = {
        "streams": streams,
        "events": len(delays),
        "lost": lost,
        "back": backward,
        "p50 ms": f"{centiles[49] * 1000:.1f}",
        "p95 ms": f"{centiles[94] * 1000:.1f}",
        "p99 ms": f"{centiles[98] * 1000:.1f}",
        "last of a round, p50 ms": f"{statistics.median(last) * 1000:.1f}",
        "KB a stream": f"{per_stream:.0f}",
        "threads": line_of(status, "Threads"),
    }
    for row in (figures.keys(), ["---"] * len(figures), figures.values()):
        sys.stdout.write(f"| {' | '.join(map(str, row))} |\n")
    return int(bool(lost or backward))


def main() -> int:
    """Start the server, measure, print the table; return the exit status."""
    options = argparse.ArgumentParser(description="Measure how long a ring takes to reach every open stream.")
    options.add_argument("--streams", type=int, default=200)
    options.add_argument("--rounds", type=int, default=50)
    options.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    chosen = options.parse_args()
    if chosen.serve:
        serve()
        return 0
    command = [sys.executable, "-m", "tests.benchmarks.bench_live", "--serve"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        line = next(line for line in server.stderr if "running on" in line)
        try:
            return asyncio.run(measure(int(line.partition("127.0.0.1:")[2].split()[0]), chosen.streams, chosen.rounds))
        finally:
            server.terminate()


if __name__ == "__main__":
    sys.exit(main())
