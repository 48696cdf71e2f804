"""Measure what accounts reveal through response times, and how a flood of log-ins slows down scoring.

    python -m tests.benchmarks.bench_accounts [--times 60] [--flood 20]

Two real servers (``manage.py start``), one of which sends its mails to a mailbox here. First: how long sign-up, reset
and log-in take for an e-mail with an account and for one without, asked in turn, each from another address and for
another e-mail; the median of the differences, with the interval that 95 of 100 resamplings lie in. Then: how long
saving a round takes alone, and while log-ins come as fast as they can from one address, and from very many.
"""

import argparse
import os
import random
import re
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from itertools import count

import httpx

from tests.benchmarks.bench_table import Table
from tests.security.mailbox import Mailbox

PASSWORD = "seven green tables"
ACCOUNTS = """
from django.contrib.auth.hashers import make_password
from allauth.account.models import EmailAddress
from games.models import Account
hashed = make_password({password!r})
made = Account.objects.bulk_create(
    Account(email=f"known{{n}}@example.org", name="Ann", password=hashed) for n in range({number})
)
EmailAddress.objects.bulk_create(EmailAddress(user=one, email=one.email, verified=True, primary=True) for one in made)
"""
_addresses = count(1)
_NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""Made once: a new one for each browser would be most of the work."""


def start(data: str, **more: str) -> tuple[subprocess.Popen[str], str]:
    """Start the app on a free port; the process and its address."""
    command = [sys.executable, "manage.py", "start", "--host", "127.0.0.1", "--port", "0", "--data", data]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **more}
    )
    assert process.stdout
    for line in process.stdout:
        if found := re.search(r"http://(?:localhost|127\.0\.0\.1):\d+", line):
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return process, found[0].replace("localhost", "127.0.0.1")
    raise RuntimeError("the server did not start")


class Form:
    """One form, sent again and again: each time from another address, or always from this one."""

    def __init__(self, base: str, path: str, *, everywhere: bool) -> None:
        self.base, self.path, self.everywhere = base, path, everywhere
        self.http = self._browser()
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.http.get(path).text)
        assert token
        self.token = token[1]

    def send(self, **fields: str) -> tuple[int, float]:
        """Send it; the status, and the seconds that it took."""
        if self.everywhere:
            jar = self.http.cookies
            self.http.close()
            self.http = self._browser()
            self.http.cookies = jar
        began = time.perf_counter()
        answer = self.http.post(self.path, data={"csrfmiddlewaretoken": self.token, **fields})
        return answer.status_code, time.perf_counter() - began

    def _browser(self) -> httpx.Client:
        number = next(_addresses) if self.everywhere else 0
        address = f"127.{1 + number // 60_000 % 200}.{number // 250 % 240}.{1 + number % 250}"
        return httpx.Client(
            base_url=self.base, timeout=60, transport=httpx.HTTPTransport(verify=_NO_TLS, local_address=address)
        )


def compared(known: Callable[[], float], unknown: Callable[[], float], times: int) -> str:
    """Ask both in turn; the medians in milliseconds, and their difference with its interval."""
    pairs = []
    for number in range(times):
        if number % 2:
            first = unknown()
            pairs.append((known(), first))
        else:
            pairs.append((known(), unknown()))
    draw, differences = random.Random(1), []
    for _ in range(2000):
        some = draw.choices(pairs, k=len(pairs))
        differences.append(statistics.median(a - b for a, b in some))
    differences.sort()
    middle = [1000 * statistics.median(column) for column in zip(*pairs, strict=True)]
    low, high = 1000 * differences[50], 1000 * differences[1949]
    difference = 1000 * statistics.median(a - b for a, b in pairs)
    return f"{middle[0]:8.2f} {middle[1]:8.2f} {difference:+8.2f} [{low:+.2f}, {high:+.2f}]"


def same_time(times: int) -> None:
    """Print how long each request takes with and without an existing account."""
    with Mailbox() as box, tempfile.TemporaryDirectory() as data:
        process, base = start(data, EMAIL_URL=box.url)
        try:
            command = [sys.executable, "manage.py", "shell", "-c", ACCOUNTS.format(password=PASSWORD, number=times + 5)]
            subprocess.run(command, check=True, env={**os.environ, "SCOREKEEPER_DATA": data}, stdout=subprocess.DEVNULL)
            print(f"{'median ms':>10} {'account':>8} {'none':>8} {'differ':>8} [95 %]")
            signing_up = {"name": "Ann", "password1": PASSWORD}
            for name, path, field, more, each in (
                ("reset", "/account/password/reset/", "email", {}, times),
                # A password is hashed each time.
                ("sign-up", "/account/signup/", "email", signing_up, max(10, times // 4)),
                ("log-in", "/account/login/", "login", {"password": "a wrong password"}, max(10, times // 4)),
            ):
                known, unknown = (
                    asking(Form(base, path, everywhere=True), field, who, more) for who in ("known", name)
                )
                for _ in range(2):
                    known()
                    unknown()
                print(f"{name:>10} {compared(known, unknown, each)}", flush=True)
        finally:
            process.terminate()
            process.wait(20)


def asking(form: Form, field: str, who: str, more: dict[str, str]) -> Callable[[], float]:
    """Ask for one e-mail after the other; the seconds that the answer took."""
    numbers = count()

    def ask() -> float:
        status, seconds = form.send(**{field: f"{who}{next(numbers)}@example.org"}, **more)
        assert status == (200 if field == "login" else 302), status
        return seconds

    return ask


def flooded(seconds: float) -> None:
    """Print how long saving a round takes alone, and while log-ins come as fast as they can."""
    with tempfile.TemporaryDirectory() as data:
        process, base = start(data)
        try:
            table, over = Table(base), threading.Event()
            for _ in range(5):
                table.save_round()

            def saves() -> list[float]:
                end, found = time.monotonic() + seconds, list[float]()
                while time.monotonic() < end:
                    found.append(table.save_round())
                    time.sleep(0.1)
                return found

            statuses: Counter[int] = Counter()

            def guess(number: int, everywhere: bool) -> None:
                form, tries = Form(base, "/account/login/", everywhere=everywhere), count()
                while not over.is_set():
                    status, _ = form.send(login=f"{number}-{next(tries)}@example.org", password="a guess")
                    statuses[status] += 1

            def as_text(found: list[float]) -> str:
                found.sort()
                return f"{1000 * statistics.median(found):.0f} ms, p95 {1000 * found[int(0.95 * len(found))]:.0f} ms"

            print(f"saving a round alone: {as_text(saves())}")
            for everywhere, where in ((False, "one address"), (True, "very many")):
                over.clear()
                statuses.clear()
                guessers = [threading.Thread(target=guess, args=(n, everywhere), daemon=True) for n in range(8)]
                for one in guessers:
                    one.start()
                print(f"saving a round in a flood of log-ins from {where}: {as_text(saves())}")
                over.set()
                for one in guessers:
                    one.join(20)
                print("  answers to the log-ins: " + ", ".join(f"{n} x {code}" for code, n in sorted(statuses.items())))
        finally:
            process.terminate()
            process.wait(20)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=60)
    parser.add_argument("--flood", type=float, default=20)
    chosen = parser.parse_args()
    if chosen.times:
        same_time(chosen.times)
    if chosen.flood:
        flooded(chosen.flood)
