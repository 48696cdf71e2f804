"""Phones that watch: each keeps its stream open and polls when it is cut, as static/live.js does."""

import asyncio
import random
import re
import time
from collections import Counter
from contextlib import suppress

from tests.benchmarks.sse_clients import Viewer
from tests.reliability.http_lines import Lost, reset
from tests.reliability.pages import TablePage
from tests.servers import ROOT

_SCRIPT = (ROOT / "static" / "live.js").read_text(encoding="utf-8")


def seconds(name: str) -> float:
    """A time that the script on the page waits, in seconds."""
    found = re.search(rf"const {name} = ([\d.]+) \* SECOND", _SCRIPT)
    assert found, f"live.js says nothing of {name}"
    return float(found[1])


SOON, LATER, POLL = seconds("SOON"), seconds("LATER"), seconds("POLL")


class Screen(Viewer):
    """A phone that follows a table.

    In: the page it shows, whose cookies it has for asking while the stream is cut; the table's id; where it calls from;
    chance; what is counted for all screens together.
    """

    def __init__(self, page: TablePage, url: str, home: str, chance: random.Random, counts: Counter[str]) -> None:
        super().__init__(url + page.live, page.path.split("/")[2], home)
        self._page = page.twin(home)
        self._chance = chance
        self._counts = counts
        self._failures = 0
        self._abandoned: list[asyncio.StreamWriter] = []
        self._asking: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Follow the table until `close`."""
        self._task = asyncio.create_task(self._follow())

    def cut(self) -> None:
        """Reset the connection at both ends."""
        if self._writer:
            reset(self._writer)

    async def walk_away(self) -> None:
        """Change to another network: the old connection stays open at the server's end and nobody says a word."""
        if self._writer:
            self._abandoned.append(self._writer)
            self._writer = None
        await self._stop(self._task)
        self._failures = 0
        await self.open()

    def learn(self, revision: int, now: float) -> None:
        """Take note of what the stream says: it lives."""
        self._failures = 0
        if self._asking:
            self._asking.cancel()
        super().learn(revision, now)

    async def close(self) -> None:
        """Leave, for good."""
        await self._stop(self._task)
        await self._stop(self._asking)
        self._page.browser.line.close()
        for writer in [*self._abandoned, *([self._writer] if self._writer else [])]:
            reset(writer)

    async def _follow(self) -> None:
        while True:
            with suppress(OSError, EOFError, ValueError):
                self._counts["opened"] += 1
                await self.read(await self.connect())
            self._counts["lost"] += 1
            if self._writer:
                reset(self._writer)
            if self._asking is None or self._asking.done():
                self._asking = asyncio.create_task(self._keep_polling())
            delay = min(SOON * 1.5**self._failures, LATER)
            self._failures += 1
            await asyncio.sleep(delay * self._chance.uniform(0.8, 1.2))

    async def _keep_polling(self) -> None:
        """Ask at once, and again until the stream speaks."""
        while True:
            self._counts["asked"] += 1
            with suppress(Lost):
                super().learn(await self._page.poll(self.newest), time.perf_counter())
            await asyncio.sleep(POLL)

    async def _stop(self, task: asyncio.Task[None] | None) -> None:
        if task:
            task.cancel()
            await asyncio.wait([task])
