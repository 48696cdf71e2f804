"""Denial-of-service attacks by one guest on the server's connections, and how saving fares meanwhile.

An `Attack` holds connections of one kind and opens each anew that was closed. `measured` meanwhile saves rounds and
opens the first page as a new phone does. Everything goes to this machine only, and is bounded in number and in time.
"""

import asyncio
import contextlib
import resource
import select
import socket
import struct
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from scorekeeper.connections import HEAD_SECONDS
from tests.live.kit import wait_until
from tests.reliability.clients import JSON, Intent, TableRecord, bearer
from tests.reliability.http_lines import Line, Lost, Message
from tests.servers import ROOT, Site

IN_TIME = HEAD_SECONDS  # after which a save, or a page, counts as not there: it did not wait for an attack to time out
STORM = 200  # connections a second that one attack opens at most
LISTENING, NOBODY = "0A", "0"  # a socket's state and its file's number, as in /proc/net/tcp
OURS = 4096  # files that this process may have open; it holds the other end of each connection


class Limited(Site):
    """`manage.py start` under limits on open files, a soft and a hard one, as a shell or systemd would set them."""

    answers_at = "/healthz"
    soft, hard = 1024, 4096
    python = sys.executable

    @property
    def command(self) -> list[str | Path]:
        """What starts it, below a shell that sets the limits."""
        limits = f'ulimit -Sn {self.soft} && ulimit -Hn {self.hard} && exec "$@"'
        start = [ROOT / "manage.py", "start", "--host", "127.0.0.1", "--port", str(self.port)]
        return ["/bin/sh", "-c", limits, "sh", *self.through, self.python, *start]

    def limited(self, soft: int, hard: int) -> Self:
        """The same with these limits."""
        self.soft, self.hard = soft, hard
        return self

    def connections(self) -> int:
        """How many connections the server holds; one that it has closed while its client still reads is not counted."""
        rows = [row.split() for row in Path("/proc/net/tcp").read_text().splitlines()[1:]]
        here = [row for row in rows if row[1].endswith(f":{self.port:04X}")]
        return sum(row[3] != LISTENING and row[9] != NOBODY for row in here)


def room_for(connections: int) -> int:
    """Raise this process's own limit on open files; return how many connections it can hold, at most so many."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = OURS if hard == resource.RLIM_INFINITY else min(hard, OURS)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return min(connections, most - 200)


@dataclass(frozen=True)
class Attack:
    """Connections of one kind.

    So many of them, from these addresses of this machine; each first sends ``opening``, then ``trickle`` again and
    again, ``every`` so many seconds. Where it ``reads``, what comes back is thrown away; else nothing is ever read. It
    stays for ``lasts`` seconds at most, and is then cut (RST) and opened anew.
    """

    name: str
    count: int
    opening: bytes = b""
    trickle: bytes = b""
    every: float = 2.0
    reads: bool = True
    lasts: float = 0.0
    homes: tuple[str, ...] = ("127.0.0.66",)


class Guest:
    """A connection of an attack: what is still to be sent over it, and when."""

    def __init__(self, line: socket.socket, opening: bytes) -> None:
        self.line = line
        self.to_send = memoryview(opening)
        self.began = self.spoke = time.monotonic()


class Attacking(threading.Thread):
    """An attack that goes on until the block is left."""

    def __init__(self, attack: Attack, port: int) -> None:
        super().__init__(daemon=True)
        self.attack, self.port = attack, port
        self.opened = self.closed = self.answers = 0
        self.answers_seen: set[bytes] = set()
        self._over = threading.Event()
        self._poll = select.poll()
        self._guests: dict[int, Guest] = {}

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._over.set()
        self.join(30)
        for guest in list(self._guests.values()):
            self._leave(guest)

    def __len__(self) -> int:
        return len(self._guests)

    def wait_until_all_came(self) -> None:
        """Wait until as many connections were opened as there are to be."""
        wait_until(lambda: self.opened >= self.attack.count)

    def run(self) -> None:
        """Open, hold, send, and open anew."""
        while not self._over.is_set():
            began = time.monotonic()
            for _ in range(min(STORM // 50, self.attack.count - len(self._guests))):
                self._come()
            for number, events in self._poll.poll(5):
                if number in self._guests:
                    self._turn(self._guests[number], events)
            now = time.monotonic()
            for guest in list(self._guests.values()) if self.attack.trickle or self.attack.lasts else ():
                if self.attack.lasts and now - guest.began > self.attack.lasts:
                    self._leave(guest)
                elif self.attack.trickle and not guest.to_send and now - guest.spoke > self.attack.every:
                    guest.spoke, guest.to_send = now, memoryview(self.attack.trickle)
                    self._watch(guest)
            self._over.wait(max(0.0, 0.02 - (time.monotonic() - began)))

    def _come(self) -> None:
        line = socket.socket()
        line.setblocking(False)
        if not self.attack.reads:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        try:
            line.bind((self.attack.homes[self.opened % len(self.attack.homes)], 0))
            line.connect_ex(("127.0.0.1", self.port))
        except OSError:
            line.close()
            return
        self.opened += 1
        guest = self._guests[line.fileno()] = Guest(line, self.attack.opening)
        self._watch(guest)

    def _watch(self, guest: Guest) -> None:
        wanted = (select.POLLIN if self.attack.reads else 0) | (select.POLLOUT if guest.to_send else 0)
        self._poll.register(guest.line, wanted | select.POLLRDHUP)

    def _turn(self, guest: Guest, events: int) -> None:
        try:
            if events & (select.POLLERR | select.POLLHUP) or (events & select.POLLRDHUP and not self.attack.reads):
                self._leave(guest)
                return
            if events & select.POLLOUT:
                guest.to_send = guest.to_send[guest.line.send(guest.to_send[:65536]) :]
                if not guest.to_send:
                    self._watch(guest)
            if events & select.POLLIN:
                came = guest.line.recv(65536)
                if came.startswith(b"HTTP/"):
                    self.answers += 1
                    self.answers_seen.add(came.partition(b"\r\n")[0])
                if not came:
                    self._leave(guest)
        except BlockingIOError:
            pass
        except OSError:
            self._leave(guest)

    def _leave(self, guest: Guest) -> None:
        self.closed += 1
        self._poll.unregister(guest.line)
        del self._guests[guest.line.fileno()]
        with contextlib.suppress(OSError):
            guest.line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        guest.line.close()


@dataclass(frozen=True)
class Noticed:
    """What a phone noticed: saves taken, milliseconds for half of them and for 95 of 100, seconds to a page."""

    saves: int
    taken: int
    half: float
    most: float
    page: float
    answers: tuple[str, ...] = ()

    def __str__(self) -> str:
        """A line of the table."""
        page = f"{self.page:.2f} s" if self.page < IN_TIME else "none"
        other = f" ({', '.join(self.answers)})" if self.answers else ""
        return f"{self.taken}/{self.saves} saved, p50 {self.half:.0f} ms, p95 {self.most:.0f} ms, page {page}{other}"

    @property
    def holds(self) -> bool:
        """Whether that is what is promised of every attack, but for the time that a busy machine takes longer."""
        return self.taken * 100 >= self.saves * 99 and self.page < IN_TIME


async def measured(site: Site, records: Sequence[TableRecord], saves: int, home: str = "127.0.0.2") -> Noticed:
    """Save so many rounds, every second one over a connection of its own; a new phone opens the first page thrice."""
    took, answers, taken = [], [], 0
    lines = {record.id: Line(site.url, home) for record in records}
    pages = [asyncio.create_task(_page(site, home)) for _ in range(3)]

    async def save(number: int) -> None:
        nonlocal taken
        record = records[number % len(records)]
        intent = Intent(record.next, f"{home}-{record.id}-{record.next}")
        fresh = number // len(records) % 2 == 0
        line = Line(site.url, home) if fresh else lines[record.id]
        headers = JSON | bearer(record.tokens["score"]) | {"Idempotency-Key": intent.key}
        began = time.monotonic()
        try:
            answer = await _answered(line, "POST", record.rounds, intent.body, headers)
        except TimeoutError:
            answers.append("no answer")
            took.append(IN_TIME)
            return
        finally:
            if fresh:
                line.close()
        took.append(time.monotonic() - began)
        if answer.status in (200, 201):  # 200: it had been saved, and the answer was lost
            taken += 1
            record.note(intent, answer.json()["round"]["revision"])
        else:
            answers.append(str(answer.status))

    for first in range(0, saves, len(records)):
        # One after the other at a table, all tables at once: as on a club night, but that they never think.
        batch = range(first, min(first + len(records), saves))
        await asyncio.gather(*(save(number) for number in batch))
    for line in lines.values():
        line.close()
    page = max(await asyncio.gather(*pages))
    await asyncio.sleep(0.05)  # until what was hung up is closed
    took.sort()
    counted = tuple(f"{answers.count(one)} x {one}" for one in dict.fromkeys(answers))
    half, most = took[len(took) // 2], took[int(len(took) * 0.95) - (len(took) >= 20)]
    return Noticed(saves, taken, 1000 * half, 1000 * most, page, counted)


async def _page(site: Site, home: str) -> float:
    """Seconds until a new phone has the first page."""
    began = time.monotonic()
    line = Line(site.url, home)
    try:
        await _answered(line, "GET", "/")
    except TimeoutError:
        return IN_TIME
    finally:
        line.close()
    return time.monotonic() - began


async def _answered(line: Line, *request: Any) -> Message:
    """Ask as a phone does, again where the line broke or there was no room. Raises TimeoutError."""
    async with asyncio.timeout(IN_TIME):
        while True:
            with contextlib.suppress(Lost):
                answer = await line.send_request(*request)
                if answer.status != 503:
                    return answer
            await asyncio.sleep(0.2)


def half_heads(count: int, **more: Any) -> Attack:
    """Heads of which the end never comes."""
    return Attack("half-sent heads", count, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ", **more)


def trickled_heads(count: int, **more: Any) -> Attack:
    """Heads that come byte by byte."""
    return Attack("trickled heads", count, b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: ", trickle=b"a", **more)


def silent(count: int, **more: Any) -> Attack:
    """Connections over which nothing is ever said."""
    return Attack("silent connections", count, **more)


def idle(count: int, **more: Any) -> Attack:
    """Connections that asked once and stay."""
    return Attack("idle connections", count, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", **more)


def withheld(count: int, size: int = 4 * 1024 * 1024, path: str = "/", **more: Any) -> Attack:
    """Bodies of which the last byte never comes."""
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: {size}\r\n\r\n"
    return Attack(f"withheld bodies of {size // 1024} KiB", count, head.encode() + b"x" * (size - 1), **more)


def chunked(count: int, **more: Any) -> Attack:
    """Bodies in chunks of a byte, for ever."""
    head = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    return Attack("trickled chunks", count, head, trickle=b"1\r\nx\r\n", every=0.5, **more)


def slow_readers(count: int, path: str, **more: Any) -> Attack:
    """An answer asked for a hundred times over each connection, of which nothing is read.

    The system takes a few megabytes of unread answers from the server, after which it waits.
    """
    text = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n".encode()
    return Attack(f"slow readers of {path}", count, text * 100, reads=False, **more)


def pipelined(count: int, path: str = "/", times: int = 500, **more: Any) -> Attack:
    """So many questions at once over each connection."""
    text = f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    return Attack(f"{times} questions at once", count, text * times, **more)


def many_headers(count: int, **more: Any) -> Attack:
    """Heads that grow by a kilobyte of headers every moment."""
    head = b"GET / HTTP/1.1\r\nHost: localhost\r\n"
    return Attack("endless headers", count, head, trickle=b"X-A: b\r\n" * 128, every=0.1, **more)


def churn(count: int, **more: Any) -> Attack:
    """Connections that come, say half a word and are cut."""
    return Attack("churn", count, b"GET / HT", lasts=0.3, **more)


def streams(count: int, path: str, **more: Any) -> Attack:
    """Live streams of one table."""
    text = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n"
    return Attack("streams", count, text.encode(), **more)


def stream_path(site: Site, record: TableRecord) -> str:
    """Return the path of a table's live stream for its watch link."""
    found = site.manage(
        "shell",
        "-c",
        "from games.models import AccessLink; from games.permissions import Access; "
        "from games.selectors.table.streams import stream_path; "
        f"link = AccessLink.objects.get(table__public_id='{record.id}', role='watch'); "
        "print('found', stream_path(Access(link.table, link.role, link, None)))",
    )
    return found.split("found ")[1].strip()
