"""The bridge between the hubs of several processes: what rings in one of them rings in all.

Three things go on, each in a thread of its own, so that nobody who saves a round waits for any of them:

* what is told is sent over the wire (`games.live.wires`), and what cannot be sent is dropped;
* what other processes told is heard, over a connection that is opened again whenever it dies;
* every few seconds the database is asked where everything stands that is listened to here. So the wire may lose what
  it likes, or be away for a day: no screen is further behind than that. This alone is what is promised; the wire only
  makes it quick.

Each process also sends itself a beat every second. It is connected as long as its own beats come back, which needs
both directions of the wire.
"""

import json
import logging
import math
import secrets
import threading
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from queue import Empty, Full, Queue
from typing import Literal, Protocol

from games.live.admission import Through
from games.live.hub import Hub, Word, process_hub

WAITING = 10_000  # words that wait to be sent at most
BEAT = 1.0  # seconds from one beat to the next
LATE = 3.5  # seconds without a beat after which the wire counts as dead
LOOK = 3.0  # seconds from one look into the database to the next
RETRY = 0.5  # seconds until a wire that broke is tried again
FAREWELL = 1.0  # seconds that a process which ends gives to what waits to be sent

logger = logging.getLogger(__name__)


class Wire(Protocol):
    """What carries texts between processes. What is called raises whatever goes wrong, and can be called again."""

    def send(self, texts: list[str]) -> None:
        """Send texts to everybody who listens, this process included."""

    def listen(self) -> Iterator[str | None]:
        """Yield each text that is sent from now on, and None at least every second."""

    def close(self) -> None:
        """Let go of what it sent over."""


@dataclass(frozen=True, slots=True)
class Seen:
    """Where things stand that are listened to, as the database says.

    By name the revision, and how much was said at it that made none; by right a number that is 0 where nothing was
    ever taken away, and another one whenever something was.
    """

    revisions: Mapping[str, int]
    said: Mapping[str, int]
    rights: Mapping[Through, int]


Look = Callable[[Collection[str], Collection[Through]], Seen]
"""Looks where these stand; it is called in a thread, and leaves no connection in a transaction."""


@dataclass(frozen=True, slots=True)
class BridgeState:
    """How the bell of this process hangs together with others, and since when.

    "alone": there is no other process; "connected": what rings here rings everywhere at once; "degraded": it does
    within five seconds, for as long as the database answers.
    """

    state: Literal["alone", "connected", "degraded"]
    since: datetime


class Bridge:
    """The bridge of one process. In: its hub; the wire, or None where there is no other process to tell."""

    def __init__(self, hub: Hub, wire: Wire | None) -> None:
        self._hub = hub
        self._wire = wire
        self._name = secrets.token_hex(8)
        self._waiting: Queue[Word | None] = Queue(WAITING)
        self._starting = threading.Lock()
        self._sender: threading.Thread | None = None
        self._over = threading.Event()
        self._serving = False
        self._marks: dict[tuple[str, Through], int] = {}
        self._settling = threading.Lock()
        self._connected = False
        self._since = datetime.now(UTC)
        self._beat = -math.inf  # when the last one came back, by the monotonic clock
        self._told_away = False
        if wire:
            hub.tell = self.tell

    @property
    def state(self) -> BridgeState:
        """Whether the wire works, and since when it does or does not."""
        if self._wire is None:
            return BridgeState("alone", self._since)
        connected = self._settle()
        return BridgeState("connected" if connected else "degraded", self._since)

    def tell(self, word: Word) -> None:
        """Tell other processes, soon. Neither waits nor raises."""
        self._send_soon()
        try:
            self._waiting.put_nowait(word)
        except Full:
            logger.debug("A word to other processes was dropped.")

    def start(self, look: Look) -> None:
        """Begin to hear other processes and to look after what is listened to here; for a process that serves."""
        if self._wire is None or self._serving:
            return
        self._serving = True
        self._send_soon()
        for work in (self._listen, lambda: self._look_after(look)):
            threading.Thread(target=work, name="bell", daemon=True).start()

    def stop(self) -> None:
        """Send what waits, if that is quickly done, and end."""
        self._over.set()
        with self._starting:
            sender = self._sender
        if sender:
            try:
                self._waiting.put_nowait(None)
            except Full:
                return
            sender.join(FAREWELL)

    def _send_soon(self) -> None:
        with self._starting:
            if self._sender is None:
                sender = threading.Thread(target=self._send, name="bell", daemon=True)
                try:
                    sender.start()
                except RuntimeError as error:
                    # There is no room for a thread; with the next word it is tried again.
                    logger.debug("Other processes cannot be told: %s", error)
                else:
                    self._sender = sender

    def _send(self) -> None:
        """Send what waits, in as few pieces as it can be, and a beat every second."""
        with closing(self._wire) if self._wire else nullcontext():
            self._send_all()

    def _send_all(self) -> None:
        beaten = 0.0
        while True:
            try:
                words = [self._waiting.get(timeout=BEAT)]
            except Empty:
                words = []
            while not self._waiting.empty():
                words.append(self._waiting.get_nowait())
            texts = [self._text(*word) for word in newest(word for word in words if word)]
            if self._serving and time.monotonic() >= beaten + BEAT:
                beaten = time.monotonic()
                texts.append(self._text("beat"))
            try:
                if texts and self._wire:
                    self._wire.send(texts)
            except Exception as error:
                # Whatever it was, nothing waits for it: the others look for themselves.
                logger.debug("Other processes could not be told: %s", error)
            if None in words:
                return

    def _listen(self) -> None:
        """Hear what other processes tell, for ever."""
        began = time.monotonic()
        while self._wire and not self._over.is_set():
            opened = time.monotonic()
            try:
                for text in self._wire.listen():
                    if text is not None:
                        self._hear(text)
                    self._tell_change(since=began)
                    # A line that died without a word, or a server that takes what it does not pass on.
                    silent = time.monotonic() - max(opened, self._beat) > 2 * LATE
                    if silent or self._over.is_set():
                        break
            except Exception as error:
                logger.debug("Other processes cannot be heard: %s", error)
            self._tell_change(since=began)
            self._over.wait(RETRY)

    def _tell_change(self, since: float) -> None:
        """Write a line when the wire broke, and one when it is there again; a start takes a moment."""
        connected = self._settle()
        if connected == self._told_away and (connected or time.monotonic() > since + LATE):
            self._told_away = not connected
            logger.warning("The bell between processes is %s.", "back" if connected else "away: screens follow later")

    def _settle(self) -> bool:
        """Whether the wire works now; when that changed is noted."""
        with self._settling:
            connected = time.monotonic() - self._beat <= LATE
            if connected != self._connected:
                self._connected, self._since = connected, datetime.now(UTC)
            return connected

    def _hear(self, text: str) -> None:
        """Do what a text says. Anything that is none of ours is not taken in."""
        try:
            name, kind, *rest = json.loads(text)
        except (ValueError, TypeError):
            return
        if name == self._name:
            if kind == "beat":
                self._beat = time.monotonic()
            return
        if kind in ("ring", "nudge", "close") and len(rest) == 2 and isinstance(rest[1], int):
            self._hub.hear(Word(kind, rest[0], rest[1]))

    def _look_after(self, look: Look) -> None:
        while not self._over.wait(LOOK):
            try:
                self.look_once(look)
            except Exception as error:
                # The database is away, and everybody is told so who asks it; it is asked again soon.
                logger.debug("Nobody could say where things stand: %s", error)

    def look_once(self, look: Look) -> None:
        """Ask where everything stands that is listened to, and ring what moved. Raises what ``look`` raises."""
        heard, links = self._hub.listened()
        if not heard:
            self._marks.clear()
            return
        seen = look(heard.keys(), links)
        for name, revision in seen.revisions.items():
            if revision > heard.get(name, revision):
                self._hub.hear(Word("ring", name, revision))
        marks: dict[tuple[str, Through], int] = {("said", name): said for name, said in seen.said.items()}
        marks |= {("right", link): mark for link, mark in seen.rights.items()}
        news = [about for about, mark in marks.items() if mark != self._marks.get(about, 0)]
        for about in news:
            if about[0] == "said" and marks[about]:
                self._hub.hear(Word("nudge", about[1]))
        if doubtful := {link for kind, link in news if kind == "right"}:
            self._hub.doubt(doubtful)
        self._marks = marks

    def _text(self, kind: str, *rest: Through) -> str:
        return json.dumps([self._name, kind, *rest], separators=(",", ":"))


def newest(words: Iterable[Word]) -> list[Word]:
    """The words, each once, of the rings of one table only the highest."""
    found: dict[tuple[str, Through], Word] = {}
    for word in words:
        known = found.get((word.kind, word.about))
        if known is None or word.revision > known.revision:
            found[word.kind, word.about] = word
    return list(found.values())


def bridge_state() -> BridgeState:
    """How this process hangs together with others: "alone", "connected" or "degraded", and since when."""
    return process_bridge().state


def process_bridge() -> Bridge:
    """The bridge of this process, as `span` made it."""
    return _bridges[0]


def span(wire: Wire | None) -> Bridge:
    """Let the hub of this process tell others over a wire, or nobody; return its bridge."""
    _bridges[:] = [Bridge(process_hub, wire)]
    return _bridges[0]


_bridges = [Bridge(process_hub, None)]
