"""The hub of one process: a table that moved rings, and every stream open on that table wakes up.

Nothing authoritative passes through here. A ring carries a table and its newest revision; whoever missed it is told
the newest revision when it connects again. So a stream needs no queue, only the highest revision it has heard of.
A nudge carries nothing: something was said at the table that is no revision, and who wants to know has to ask.

Other processes of the same server are told by `tell` (see `games.live.bridge`), and what they tell comes in by `hear`.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple

from games.live.admission import Through
from games.live.listener import Listener
from games.observing import RINGS

STREAMS_PER_TABLE = 300
STREAMS_PER_ADDRESS = 500


class Crowded(Exception):  # noqa: N818 - an answer to a visitor, not an error of the program
    """There is no place for another stream on this table or from this address."""


class Word(NamedTuple):
    """What one process tells the others: a ring or a nudge of a table, or that a link was switched off."""

    kind: Literal["ring", "nudge", "close"]
    about: Through
    revision: int = 0


def _to_nobody(word: Word) -> None:
    """There is no other process."""


@dataclass(eq=False, slots=True)
class Bell:
    """One table in one event loop: who listens there, and what was not yet passed on to them."""

    loop: asyncio.AbstractEventLoop
    listeners: set[Listener] = field(default_factory=set)
    revision: int = 0
    nudged: bool = False
    swinging: bool = False
    rung: int = 0


class Hub:
    """All bells of a process. Every method may be called from any thread, except that `listen` needs a running loop.

    In: the most streams allowed on one table, and from one client address.
    """

    def __init__(self, *, per_table: int = STREAMS_PER_TABLE, per_address: int = STREAMS_PER_ADDRESS) -> None:
        self._per_table = per_table
        self._per_address = per_address
        # Re-entrant: the garbage collector may end a dead loop's `listen` block on a thread that holds the lock.
        self._lock = threading.RLock()
        self._bells: dict[str, dict[asyncio.AbstractEventLoop, Bell]] = {}
        self._addresses: Counter[str] = Counter()
        self._clock = 0
        self._strokes = 0
        self._over = False
        self.tell: Callable[[Word], None] = _to_nobody
        """Tells the other processes; it neither waits nor raises."""

    @property
    def clock(self) -> int:
        """A number that grows with every ring and every closed link: equal twice means nothing happened between."""
        return self._clock

    def streams(self, table: str) -> int:
        """Return how many streams are open on a table."""
        with self._lock:
            return self._count(table)

    def rung(self, table: str) -> int:
        """Return a number that grows with every ring and nudge of a table that somebody listens to in the running loop.

        It never says the same again after nobody listened for a while; 0: nobody listens.
        """
        with self._lock:
            bell = self._bells.get(table, {}).get(asyncio.get_running_loop())
            return bell.rung if bell else 0

    def ring(self, table: str, revision: int) -> None:
        """Tell the streams of a table that it now stands at this revision; to be called after the commit.

        Rings that come faster than the loop turns are passed on as one, the highest. Costs next to nothing when
        nobody listens. Raises nothing: a saved round must not fail because a screen could not be told.
        """
        RINGS.add()
        self._say(Word("ring", table, revision))

    def nudge(self, table: str) -> None:
        """Tell the streams of a table to ask anew, though its revision is the same; otherwise as `ring`."""
        self._say(Word("nudge", table))

    def close_link(self, link: Through) -> None:
        """End every stream that was opened through this; to be called after it was switched off."""
        self._say(Word("close", link))

    def hear(self, word: Word) -> None:
        """Do here what another process told, and tell nobody else."""
        with self._lock:
            self._clock += 1
            if word.kind == "close":
                self._each(lambda listener: listener.link == word.about, Listener.close)
                return
            table = str(word.about)
            for bell in list(self._bells.get(table, {}).values()):
                bell.revision = max(bell.revision, word.revision)
                bell.nudged = bell.nudged or word.kind == "nudge"
                self._set_swinging(table, bell)

    def listened(self) -> tuple[dict[str, int], set[Through]]:
        """Return what is listened to, with the oldest revision that somebody there knows, and by which rights."""
        with self._lock:
            heard = {
                table: min(listener.latest for bell in bells.values() for listener in bell.listeners)
                for table, bells in self._bells.items()
            }
            everybody = self._everybody()
            return heard, {listener.link for _, _, listener in everybody if listener.link is not None}

    def doubt(self, links: Collection[Through]) -> None:
        """Let every stream that was opened through one of these ask anew whether it may go on."""
        with self._lock:
            self._clock += 1
            self._each(lambda listener: listener.link in links, Listener.doubt)

    def end(self) -> None:
        """End all streams, and each that is opened after that: the process stops, and another one answers."""
        with self._lock:
            self._over = True
            self._each(lambda listener: True, Listener.close)

    @contextmanager
    def place(self, address: str | None) -> Iterator[None]:
        """Hold one of the places of a client address (None: unknown, not counted). Raises Crowded."""
        if address is None:
            yield
            return
        with self._lock:
            if self._addresses[address] >= self._per_address:
                raise Crowded
            self._addresses[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._addresses[address] -= 1
                if not self._addresses[address]:
                    del self._addresses[address]

    @contextmanager
    def listen(self, table: str, link: Through, revision: int) -> Iterator[Listener]:
        """Be rung for a table until the block is left; `revision` is where it stood last. Raises Crowded."""
        loop = asyncio.get_running_loop()
        listener = Listener(link, revision)
        with self._lock:
            listener.closed = self._over
            if self._count(table) >= self._per_table:
                raise Crowded
            bells = self._bells.setdefault(table, {})
            if loop not in bells:
                self._strokes += 1
                bells[loop] = Bell(loop, rung=self._strokes)
            bell = bells[loop]
            bell.listeners.add(listener)
        try:
            yield listener
        finally:
            with self._lock:
                bell.listeners.discard(listener)
                if not bell.listeners:
                    self._forget(table, bell)

    def _say(self, word: Word) -> None:
        self.hear(word)
        self.tell(word)

    def _everybody(self) -> list[tuple[str, Bell, Listener]]:
        return [
            (table, bell, listener)
            for table, bells in self._bells.items()
            for bell in bells.values()
            for listener in bell.listeners
        ]

    def _each(self, which: Callable[[Listener], bool], do: Callable[[Listener], None]) -> None:
        for table, bell, listener in self._everybody():
            if which(listener):
                self._call(table, bell, partial(do, listener))

    def _count(self, table: str) -> int:
        return sum(len(bell.listeners) for bell in self._bells.get(table, {}).values())

    def _set_swinging(self, table: str, bell: Bell) -> None:
        self._strokes += 1
        bell.rung = self._strokes
        if not bell.swinging:
            bell.swinging = True
            self._call(table, bell, self._swing, bell)

    def _call(self, table: str, bell: Bell, function: Callable[..., None], *args: Bell) -> None:
        try:
            bell.loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            # The loop was closed with streams still open, so they are dead as well.
            self._forget(table, bell)

    def _forget(self, table: str, bell: Bell) -> None:
        bells = self._bells.get(table, {})
        if bells.get(bell.loop) is bell:
            del bells[bell.loop]
            if not bells:
                del self._bells[table]

    def _swing(self, bell: Bell) -> None:
        with self._lock:
            bell.swinging = False
            revision, nudged, listeners = bell.revision, bell.nudged, tuple(bell.listeners)
            bell.nudged = False
        for listener in listeners:
            listener.advance(revision)
            if nudged:
                listener.nudge()


# The hub that the pages ring and the streams listen to.
process_hub = Hub()
ring = process_hub.ring
nudge = process_hub.nudge
close_link = process_hub.close_link
