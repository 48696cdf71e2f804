"""Measure how long saving takes while eight guests request the schema, docs, presets or evaluate in a loop.

    python -m tests.benchmarks.bench_questions --saves 100

A server of its own on SQLite, in a process of its own; the guests in another one. Prints a line a door: milliseconds of
saving (p50, p95, longest), how many saves failed, what the guests got, and how long a new phone waited for its first
page. Exit status 1 where a goal is missed: p95 of saving under 500 ms, 99 of 100 saves taken, a page within 5 s.
"""

import argparse
import http.client
import json
import multiprocessing
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread
from typing import Any

from tests.servers import Site, Sites

GUESTS = 8
PAUSE = 0.1  # seconds from one save to the next
P95, SHARE, PAGE = 0.5, 0.99, 5.0
JSON = {"Content-Type": "application/json"}
SMALL = {"Accept-Encoding": "gzip, br"}
WORST = {"id": 1, "kind": "min_deadwood", "preset": "ginski", "cards": "W1 W2 W3 W4 W5 R5 R6 G5 G6 B5 B6"}
PRESET = {"id": 1, "kind": "preset", "preset": "hollywood"}

Question = tuple[str, str, bytes, dict[str, str]]


def _get(path: str, **headers: str) -> Question:
    return "GET", path, b"", {name.replace("_", "-"): text for name, text in headers.items()}


def _evaluate(question: dict[str, Any]) -> Question:
    return "POST", "/api/v1/evaluate/", json.dumps(question).encode(), JSON


API = [_get(f"/api/v1/{path}") for path in ("docs/", "schema/", "schema/?format=json", "presets/")]
DOORS: dict[str, list[Question]] = {
    "nothing": [],
    "docs": [_get("/api/v1/docs/")],
    "schema": [_get("/api/v1/schema/")],
    "presets": [_get("/api/v1/presets/")],
    "compressed": [("GET", path, b"", SMALL) for _, path, _, _ in API],
    "evaluate": [_evaluate(WORST), _evaluate(PRESET)],
    "checker": [_get("/check/?rules=ginski&hand=W1+W2+W3+W4+W5+R5+R6+G5+G6+B5+B6")],
    "start": [_get("/"), _get("/rules/ginski/"), _get("/rules/ginski/change/")],
    "all of these": [*API, _evaluate(WORST), _evaluate(PRESET), _get("/check/"), _get("/rules/ginski/print/")],
}


def connection(port: int, address: str) -> http.client.HTTPConnection:
    """A connection from ``address``, which has to be one of this machine."""
    return http.client.HTTPConnection("127.0.0.1", port, timeout=60, source_address=(address, 0))


def send_question(line: http.client.HTTPConnection, question: Question) -> int:
    """Ask, read the answer to its end, return its status; 0 where there was none."""
    method, path, body, headers = question
    try:
        line.request(method, path, body or None, headers)
        answer = line.getresponse()
        answer.read()
    except (OSError, http.client.HTTPException):
        line.close()
        return 0
    return answer.status


def besiege(port: int, questions: list[Question], begun: Event, over: Event, results: Any) -> None:
    """Ask these questions in a loop, as eight guests at one address, until it is over; say once each was asked."""

    def guest(number: int, counts: Counter[int]) -> None:
        line, turn = connection(port, "127.0.9.9"), number
        while not over.is_set():
            counts[send_question(line, questions[turn % len(questions)])] += 1
            turn += 1
            if turn >= number + len(questions):
                begun.set()
        line.close()

    counts = [Counter[int]() for _ in range(GUESTS)]
    threads = [Thread(target=guest, args=one) for one in enumerate(counts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    results.put(sum(counts, Counter()))


def table(port: int) -> tuple[str, dict[str, str]]:
    """A new table: where its rounds are entered, and the headers of the phone that scores."""
    line = connection(port, "127.0.0.1")
    fields = {"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target": 10_000}}
    line.request("POST", "/api/v1/tables/", json.dumps(fields), JSON)
    made = json.loads(line.getresponse().read())
    line.close()
    return f"/api/v1/tables/{made['id']}/rounds/", JSON | {"Authorization": f"Bearer {made['score_token']}"}


def save(port: int, saves: int) -> tuple[list[float], Counter[int], float]:
    """Save so many rounds: what each took, how they ended, and the longest wait of a new phone for a page."""
    path, headers = table(port)
    line, took, ends, page = connection(port, "127.0.0.1"), list[float](), Counter[int](), 0.0
    number = 1
    for _ in range(saves):
        body = {"game": 1, "round": number, "declared": "knock", "ender": "Ann"}
        facts = {"deadwood_after_layoffs": {"Ann": 7, "Ben": 20}}
        began = time.monotonic()
        sent = json.dumps(body | facts).encode()
        status = send_question(line, ("POST", path, sent, headers | {"Idempotency-Key": f"round-{number}"}))
        took.append(time.monotonic() - began)
        ends[status] += 1
        number += status == 201
        if number % 10 == 0:
            began = time.monotonic()
            phone = connection(port, f"127.0.7.{number % 200 + 1}")
            send_question(phone, _get("/"))
            phone.close()
            page = max(page, time.monotonic() - began)
        time.sleep(PAUSE)
    line.close()
    return took, ends, page


def besieged(port: int, questions: list[Question], saves: int) -> tuple[list[float], Counter[int], float, Any]:
    """What ``save`` tells while guests ask these questions, and what the guests got."""
    # A new Python: this one may have threads, which a fork would not take along.
    clean = multiprocessing.get_context("spawn")
    begun, over, results = clean.Event(), clean.Event(), clean.Queue()
    guests = clean.Process(target=besiege, args=(port, questions, begun, over, results))
    if not questions:
        return *save(port, saves), Counter()
    guests.start()
    try:
        assert begun.wait(90), "no guest got an answer to every question"
        saved = save(port, saves)
        over.set()
        return *saved, results.get(timeout=90)
    finally:
        over.set()
        guests.join(90)
        guests.kill()


def through(site: Site, name: str, saves: int) -> list[str]:
    """Measure one door and print its line; the goals that were missed."""
    began = time.monotonic()
    took, ends, page, counts = besieged(site.port, DOORS[name], saves)
    seconds = time.monotonic() - began
    p95 = statistics.quantiles(took, n=20)[-1] if len(took) > 1 else took[0]
    saved = ends[201] / len(took)
    milliseconds = "".join(f"{1000 * one:8.0f}" for one in (statistics.median(took), p95, max(took)))
    text = ", ".join(f"{number / seconds:.0f}/s x {status}" for status, number in sorted(counts.items()))
    print(
        f"{name:14}{milliseconds} ms  {ends[201]}/{len(took)} saved  page {page:.1f} s  guests: {text or '-'}",
        flush=True,
    )
    missed = {"p95": p95 > P95, "saves": saved < SHARE, "page": page > PAGE}
    return [f"{name}: {goal}" for goal, is_so in missed.items() if is_so]


def measure(doors: Sequence[str], saves: int) -> list[str]:
    """Measure these doors, one after the other, on one server; the goals that were missed."""
    with tempfile.TemporaryDirectory() as folder:
        sites = Sites(Path(folder))
        try:
            with sites.make("sqlite") as site:
                print(f"{'door':14}{'p50':>8}{'p95':>8}{'longest':>8}")
                return [one for name in doors for one in through(site, name, saves)]
        finally:
            sites.close()


def main() -> int:
    """Measure; the exit status."""
    parser = argparse.ArgumentParser(description="Measure saving while guests ask what is dear.")
    parser.add_argument("--saves", type=int, default=100, help="at each door")
    parser.add_argument("--doors", nargs="*", choices=list(DOORS), default=list(DOORS))
    options = parser.parse_args()
    missed = measure(options.doors, options.saves)
    print("goals met" if not missed else f"MISSED: {', '.join(missed)}")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
