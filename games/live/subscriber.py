"""The subscriber of one open live stream: the newest revision it has seen, and how the stream waits for more."""

import asyncio
from contextlib import suppress

from games.live.admission import Grant


class Subscriber:
    """One subscription of one open stream; it belongs to the event loop it was made in and is used only there."""

    def __init__(self, link: Grant, revision: int) -> None:
        self.grant = link
        self.latest = revision
        self.closed = False
        self.woken = False
        self.access_suspect = False
        self._changed = asyncio.Event()

    def advance(self, revision: int) -> None:
        """Note a new revision and wake the stream; one that is not newer is ignored."""
        if revision > self.latest:
            self.latest = revision
            self._changed.set()

    def wake_up(self) -> None:
        """Wake the stream although the revision is the same; the stream resets ``woken`` when it has sent that on."""
        self.woken = True
        self._changed.set()

    def suspect_access(self) -> None:
        """Let the stream check its access again; it resets ``access_suspect`` when it does."""
        self.access_suspect = True
        self._changed.set()

    def close(self) -> None:
        """End the stream: it wakes up and finds itself closed."""
        self.closed = True
        self._changed.set()

    async def wait(self, known: int, seconds: float) -> None:
        """Wait for a revision above ``known``, a wake-up, an access check or the end, at most so many seconds."""
        if self.closed or self.woken or self.access_suspect or self.latest > known:
            return
        self._changed.clear()
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._changed.wait()
