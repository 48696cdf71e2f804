"""The ear of one open stream: what it has heard of, and how its stream waits for more."""

import asyncio
from contextlib import suppress

from games.live.admission import Through


class Listener:
    """The ear of one open stream; it belongs to the event loop it was made in and is touched only there."""

    def __init__(self, link: Through, revision: int) -> None:
        self.link = link
        self.latest = revision
        self.closed = False
        self.nudged = False
        self.doubted = False
        self._news = asyncio.Event()

    def advance(self, revision: int) -> None:
        """Take note of a revision; an older one than the latest known is ignored."""
        if revision > self.latest:
            self.latest = revision
            self._news.set()

    def nudge(self) -> None:
        """Take note that there is something to ask for; whoever passes that on sets ``nudged`` back."""
        self.nudged = True
        self._news.set()

    def doubt(self) -> None:
        """Take note that the right to listen has to be asked for anew; who does sets ``doubted`` back."""
        self.doubted = True
        self._news.set()

    def close(self) -> None:
        """End the stream: it wakes up and finds itself closed."""
        self.closed = True
        self._news.set()

    async def news(self, known: int, seconds: float) -> None:
        """Wait until there is a revision above `known`, a nudge, a doubt, or the end, at most so many seconds."""
        if self.closed or self.nudged or self.doubted or self.latest > known:
            return
        self._news.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._news.wait()
