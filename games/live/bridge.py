"""The bridge between the hubs of several processes: a notification published in one of them reaches all.

Three threads do the work, so that saving a round waits for none of it:

* one sends this process's notifications through the backend (Redis or PostgreSQL) and drops what cannot be sent;
* one receives those of other processes, and opens its connection again whenever it dies;
* one polls the database every few seconds for the newest revision of each topic with subscribers here. So the backend
  may lose notifications, or be away for a day: no screen is further behind than the polling interval. Only this is
  guaranteed; the backend makes it quick.

Each process also sends itself a heartbeat every second. It counts as connected as long as its own heartbeats come back,
which proves both directions of the backend.
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

from games.live.admission import Grant
from games.live.hub import Hub, Notification, process_hub

MOST_OUTGOING = 10_000  # notifications that may wait to be sent
BEAT = 1.0  # seconds from one heartbeat to the next
LATE = 3.5  # seconds without a heartbeat after which the backend counts as dead
POLL_INTERVAL = 3.0  # seconds from one poll of the database to the next
RETRY = 0.5  # seconds until a broken backend is tried again
STOP_PATIENCE = 1.0  # seconds that a stopping process gives to notifications not yet sent

logger = logging.getLogger(__name__)


class Backend(Protocol):
    """A publish/subscribe backend between processes. Every method may raise anything, and can then be called again."""

    def publish(self, texts: list[str]) -> None:
        """Publish texts to every subscribed process, this one included."""

    def subscribe(self) -> Iterator[str | None]:
        """Yield each text published from now on, and None at least every second."""

    def close(self) -> None:
        """Close the connections used for publishing."""


@dataclass(frozen=True, slots=True)
class PolledState:
    """What a poll of the database found for the topics and grants with subscribers.

    ``revisions``: the newest revision of each topic. ``report_counts``: how many reports each has had beside its
    ledger. ``access_marks``: for each grant a number that changes whenever access was taken away, 0 where it never was.
    """

    revisions: Mapping[str, int]
    report_counts: Mapping[str, int]
    access_marks: Mapping[Grant, int]


Poll = Callable[[Collection[str], Collection[Grant]], PolledState]
"""Polls the database for these topics and grants. Called in a thread; leaves no connection in a transaction."""


@dataclass(frozen=True, slots=True)
class BridgeState:
    """Whether notifications reach the other processes, and since when.

    "alone": there is no other process; "connected": they arrive at once; "degraded": they arrive within five seconds,
    as long as the database answers.
    """

    state: Literal["alone", "connected", "degraded"]
    since: datetime


class Bridge:
    """The bridge of one process. In: its hub; the backend, or None where there is no other process."""

    def __init__(self, hub: Hub, backend: Backend | None) -> None:
        self._hub = hub
        self._backend = backend
        self._name = secrets.token_hex(8)
        self._outgoing: Queue[Notification | None] = Queue(MOST_OUTGOING)
        self._sender_lock = threading.Lock()
        self._sender: threading.Thread | None = None
        self._stopped = threading.Event()
        self._serving = False
        self._marks: dict[tuple[str, Grant], int] = {}
        self._state_lock = threading.Lock()
        self._connected = False
        self._since = datetime.now(UTC)
        self._last_beat_at = -math.inf  # when the last heartbeat came back, by the monotonic clock
        self._logged_away = False
        if backend:
            hub.forward = self.forward

    @property
    def state(self) -> BridgeState:
        """Whether the backend works, and since when it does or does not."""
        if self._backend is None:
            return BridgeState("alone", self._since)
        connected = self._update_connected()
        return BridgeState("connected" if connected else "degraded", self._since)

    def forward(self, notification: Notification) -> None:
        """Queue a notification for the other processes. Neither waits nor raises."""
        self._start_sender()
        try:
            self._outgoing.put_nowait(notification)
        except Full:
            logger.debug("A word to other processes was dropped.")

    def start(self, poll: Poll) -> None:
        """Start receiving from other processes and polling the database; only for a process that serves pages."""
        if self._backend is None or self._serving:
            return
        self._serving = True
        self._start_sender()
        for target in (self._receive_all, lambda: self._poll(poll)):
            threading.Thread(target=target, name="notifications", daemon=True).start()

    def stop(self) -> None:
        """Send the notifications that still wait, if that is quick, and end."""
        self._stopped.set()
        with self._sender_lock:
            sender = self._sender
        if sender:
            try:
                self._outgoing.put_nowait(None)
            except Full:
                return
            sender.join(STOP_PATIENCE)

    def _start_sender(self) -> None:
        with self._sender_lock:
            if self._sender is None:
                sender = threading.Thread(target=self._send, name="notifications", daemon=True)
                try:
                    sender.start()
                except RuntimeError as error:
                    # No thread could be started; the next notification tries again.
                    logger.debug("Other processes cannot be told: %s", error)
                else:
                    self._sender = sender

    def _send(self) -> None:
        """Send queued notifications until the process stops, then close the backend."""
        with closing(self._backend) if self._backend else nullcontext():
            self._send_all()

    def _send_all(self) -> None:
        """Send queued notifications in as few calls as possible, and a heartbeat every second."""
        last_beat = 0.0
        while True:
            try:
                notifications = [self._outgoing.get(timeout=BEAT)]
            except Empty:
                notifications = []
            while not self._outgoing.empty():
                notifications.append(self._outgoing.get_nowait())
            texts = [self._encode(*notification) for notification in newest(filter(None, notifications))]
            if self._serving and time.monotonic() >= last_beat + BEAT:
                last_beat = time.monotonic()
                texts.append(self._encode("beat"))
            try:
                if texts and self._backend:
                    self._backend.publish(texts)
            except Exception as error:
                # Whatever failed, nothing waits for it: the other processes poll the database.
                logger.debug("Other processes could not be told: %s", error)
            if None in notifications:
                return

    def _receive_all(self) -> None:
        """Receive the notifications of other processes until this one stops."""
        started_at = time.monotonic()
        while self._backend and not self._stopped.is_set():
            opened = time.monotonic()
            try:
                for text in self._backend.subscribe():
                    if text is not None:
                        self._receive(text)
                    self._log_change(started_at=started_at)
                    # A connection that died silently, or a server that accepts messages and does not pass them on.
                    silent = time.monotonic() - max(opened, self._last_beat_at) > 2 * LATE
                    if silent or self._stopped.is_set():
                        break
            except Exception as error:
                logger.debug("Other processes cannot be heard: %s", error)
            self._log_change(started_at=started_at)
            self._stopped.wait(RETRY)

    def _log_change(self, started_at: float) -> None:
        """Log once when the backend breaks and once when it is back; the first moments after a start don't count."""
        connected = self._update_connected()
        if connected == self._logged_away and (connected or time.monotonic() > started_at + LATE):
            self._logged_away = not connected
            logger.warning("The bell between processes is %s.", "back" if connected else "away: screens follow later")

    def _update_connected(self) -> bool:
        """Update and return whether the backend works now, and note when that changed."""
        with self._state_lock:
            connected = time.monotonic() - self._last_beat_at <= LATE
            if connected != self._connected:
                self._connected, self._since = connected, datetime.now(UTC)
            return connected

    def _receive(self, text: str) -> None:
        """Deliver a received notification to the hub. Anything that is not one of ours is ignored."""
        try:
            name, kind, *rest = json.loads(text)
        except (ValueError, TypeError):
            return
        if name == self._name:
            if kind == "beat":
                self._last_beat_at = time.monotonic()
            return
        if kind in ("ring", "nudge", "close") and len(rest) == 2 and isinstance(rest[1], int):
            self._hub.deliver(Notification(kind, rest[0], rest[1]))

    def _poll(self, poll: Poll) -> None:
        while not self._stopped.wait(POLL_INTERVAL):
            try:
                self.poll_once(poll)
            except Exception as error:
                # The database is away; requests already answer so, and the next poll comes soon.
                logger.debug("Nobody could say where things stand: %s", error)

    def poll_once(self, poll: Poll) -> None:
        """Poll the database once and deliver to the hub what changed. Raises what ``poll`` raises."""
        subscriptions, links = self._hub.subscriptions()
        if not subscriptions:
            self._marks.clear()
            return
        polled = poll(subscriptions.keys(), links)
        for name, revision in polled.revisions.items():
            if revision > subscriptions.get(name, revision):
                self._hub.deliver(Notification("ring", name, revision))
        marks: dict[tuple[str, Grant], int] = {("reports", name): count for name, count in polled.report_counts.items()}
        marks |= {("grant", link): mark for link, mark in polled.access_marks.items()}
        changed = [subject for subject, mark in marks.items() if mark != self._marks.get(subject, 0)]
        for kind, topic in changed:
            if kind == "reports" and marks[kind, topic]:
                self._hub.deliver(Notification("nudge", topic))
        if suspects := {link for kind, link in changed if kind == "grant"}:
            self._hub.recheck_access(suspects)
        self._marks = marks

    def _encode(self, kind: str, *rest: Grant) -> str:
        return json.dumps([self._name, kind, *rest], separators=(",", ":"))


def newest(notifications: Iterable[Notification]) -> list[Notification]:
    """Return each notification once, and of several revisions of one topic only the highest."""
    found: dict[tuple[str, Grant], Notification] = {}
    for notification in notifications:
        known = found.get((notification.kind, notification.subject))
        if known is None or notification.revision > known.revision:
            found[notification.kind, notification.subject] = notification
    return list(found.values())


def bridge_state() -> BridgeState:
    """Return whether this process is "alone", "connected" to others or "degraded", and since when."""
    return process_bridge().state


def process_bridge() -> Bridge:
    """Return the bridge of this process."""
    return _current_bridge[0]


def connect_processes(backend: Backend | None) -> Bridge:
    """Connect the hub of this process to others through a backend (None: to none); return its bridge."""
    _current_bridge[:] = [Bridge(process_hub, backend)]
    return _current_bridge[0]


_current_bridge = [Bridge(process_hub, None)]
