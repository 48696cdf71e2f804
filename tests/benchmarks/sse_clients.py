"""Many live streams read by one event loop, with the time each revision reached each stream.

    async with Crowd(["http://127.0.0.1:8000/live/…/"] * 200) as crowd:
        began = time.perf_counter()
        …                                        # something moves the table to revision 7
        await crowd.reached(7, seconds=5)
        delays = crowd.delays(7, since=began)    # seconds, one for each stream

Plain sockets, because the client shares the machine with the server it measures.
"""

import asyncio
import json
import time
from collections.abc import Sequence
from typing import Self
from urllib.parse import urlsplit


class Viewer:
    """One open stream: `arrivals` maps a revision to the time.perf_counter() at which it was first read.

    In: the address of the stream; the table it is of, where events of another are to be counted as `foreign`; the
    address on this machine to call from. `backward` counts events older than what was known before.
    """

    def __init__(self, url: str, table: str = "", home: str | None = None) -> None:
        self.url = url
        self.arrivals: dict[int, float] = {}
        self.newest = -1
        self.backward = 0
        self.foreign = 0
        self.news = asyncio.Event()
        self._table = table
        self._home = (home, 0) if home else None
        self._task: asyncio.Task[None] | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def open(self) -> None:
        """Connect and start to read. Raises ConnectionError when the answer is not 200."""
        self._task = asyncio.create_task(self.read(await self.connect()))

    async def connect(self) -> asyncio.StreamReader:
        """Ask for the stream, from the newest revision known on. Raises ConnectionError when the answer is not 200."""
        address = urlsplit(self.url)
        reader, self._writer = await asyncio.open_connection(
            address.hostname, address.port or 80, local_addr=self._home
        )
        last = f"Last-Event-ID: {self.newest}\r\n" if self.newest >= 0 else ""
        request = f"GET {address.path} HTTP/1.1\r\nHost: {address.netloc}\r\nAccept: text/event-stream\r\n{last}\r\n"
        self._writer.write(request.encode())
        head = await reader.readuntil(b"\r\n\r\n")
        if not head.startswith(b"HTTP/1.1 200 "):
            raise ConnectionError(head.partition(b"\r\n")[0].decode())
        return reader

    async def read(self, reader: asyncio.StreamReader) -> None:
        """Read chunks until the stream ends; the server sends each event as a chunk of its own."""
        sent = self.newest  # a stream begins with the newest revision, so not even its first event may be older
        while size := int(await reader.readline() or b"0", 16):
            chunk = (await reader.readexactly(size + 2))[:size]
            now = time.perf_counter()
            if chunk.startswith(b"id: "):
                revision = int(chunk[4 : chunk.index(b"\n")])
                self.backward += revision < sent
                sent = revision
                if self._table and json.loads(chunk.partition(b"data: ")[2])["table"] != self._table:
                    self.foreign += 1
                self.learn(revision, now)

    def learn(self, revision: int, now: float) -> None:
        """Take note of a revision; late news of an older one changes nothing."""
        self.arrivals.setdefault(revision, now)
        self.newest = max(self.newest, revision)
        self.news.set()

    async def reached(self, revision: int) -> None:
        """Return once this revision or a newer one has arrived."""
        while self.newest < revision:
            self.news.clear()
            await self.news.wait()

    async def close(self) -> None:
        """Leave."""
        if self._task:
            self._task.cancel()
            await asyncio.wait([self._task])
        if self._writer:
            self._writer.close()


class Crowd:
    """One viewer for each URL; entering waits until every viewer has received the current revision."""

    def __init__(self, urls: Sequence[str]) -> None:
        self.viewers = [Viewer(url) for url in urls]

    async def __aenter__(self) -> Self:
        for begin in range(0, len(self.viewers), 100):  # not more at once than a listening socket lets wait
            await asyncio.gather(*(viewer.open() for viewer in self.viewers[begin : begin + 100]))
        await self.reached(0, seconds=30)
        return self

    async def __aexit__(self, *_: object) -> None:
        await asyncio.gather(*(viewer.close() for viewer in self.viewers))

    async def reached(self, revision: int, seconds: float) -> None:
        """Wait until every viewer has this revision or a newer one. Raises TimeoutError."""
        async with asyncio.timeout(seconds):
            await asyncio.gather(*(viewer.reached(revision) for viewer in self.viewers))

    def delays(self, revision: int, since: float) -> list[float]:
        """Return seconds from `since` to the arrival of exactly this revision, for each viewer that got it."""
        return [arrival - since for viewer in self.viewers if (arrival := viewer.arrivals.get(revision))]

    @property
    def backward(self) -> int:
        """How often a stream went back to an older revision; anything but 0 is a fault."""
        return sum(viewer.backward for viewer in self.viewers)
