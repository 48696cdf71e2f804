"""The hub of one process: it takes the notifications that are published and passes them on to the open streams.

A topic is a table, a season or a phone; each open live stream subscribes to one topic. A notification carries the
topic and its newest revision, and nothing else. A stream that missed one gets the newest revision when it connects
again, so there are no queues: a subscriber only remembers the highest revision it has seen. A wake-up is a
notification without a new revision: something changed beside the ledger, and the page has to fetch it.

Notifications published here are forwarded to the other processes of the server (see `games.live.bridge`), and theirs
are delivered here.
"""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Literal, NamedTuple

from games.live.admission import Grant
from games.live.subscriber import Subscriber
from games.observing import NOTIFICATIONS

STREAMS_PER_TABLE = 300
STREAMS_PER_ADDRESS = 500


class TooManyStreamsError(Exception):
    """This table, or this client address, has as many streams as it may have."""


class ServerFullError(TooManyStreamsError):
    """This process has as many streams as it may have."""


class Notification(NamedTuple):
    """What one process publishes to the others.

    "ring": the topic ``subject`` has a new ``revision``; "nudge": its subscribers are to wake up and fetch; "close":
    the grant ``subject`` was revoked. These texts are sent between processes, also of different versions, so they stay.
    """

    kind: Literal["ring", "nudge", "close"]
    subject: Grant
    revision: int = 0


def _forward_nowhere(notification: Notification) -> None:
    """Drop a notification that has no other process to go to."""


@dataclass(eq=False, slots=True)
class _Topic:
    """One topic in one event loop: its subscribers, and what is to be passed on to them at the next flush.

    ``version`` grows with every notification, so equal versions mean that nothing was published in between.
    """

    loop: asyncio.AbstractEventLoop
    subscribers: set[Subscriber] = field(default_factory=set)
    revision: int = 0
    woken: bool = False
    flush_scheduled: bool = False
    version: int = 0


class Hub:
    """The topics of a process and their subscribers. Thread-safe, except that subscribing needs a running event loop.

    In: the most streams allowed on one topic, from one client address, and in total (0: any number).
    """

    def __init__(
        self, *, per_table: int = STREAMS_PER_TABLE, per_address: int = STREAMS_PER_ADDRESS, in_total: int = 0
    ) -> None:
        self.set_limits(per_table=per_table, per_address=per_address, in_total=in_total)
        self._open = 0
        # Re-entrant: the garbage collector may end a dead loop's subscription on a thread that holds the lock.
        self._lock = threading.RLock()
        self._topics: dict[str, dict[asyncio.AbstractEventLoop, _Topic]] = {}
        self._addresses: Counter[str] = Counter()
        self._clock = 0
        self._last_version = 0
        self._closed = False
        self.forward: Callable[[Notification], None] = _forward_nowhere
        """Forwards a notification to the other processes; it neither waits nor raises."""

    def set_limits(self, *, per_table: int, per_address: int, in_total: int) -> None:
        """Set how many streams are allowed from now on; open streams stay open."""
        self._per_table = per_table
        self._per_address = per_address
        self._in_all = in_total

    @property
    def clock(self) -> int:
        """A number that grows with every notification: equal twice means that nothing was published in between."""
        return self._clock

    def streams(self, table: str) -> int:
        """Return how many streams are open on a topic."""
        with self._lock:
            return self._count(table)

    def topic_version(self, table: str) -> int:
        """Return the version of a topic in the running event loop: it grows with every notification.

        0 without subscribers. A topic that loses all its subscribers and gets new ones never repeats an old version.
        """
        with self._lock:
            topic = self._topics.get(table, {}).get(asyncio.get_running_loop())
            return topic.version if topic else 0

    def publish_revision(self, table: str, revision: int) -> None:
        """Publish the new revision of a topic. Call it after the commit.

        Several revisions within one turn of the event loop are passed on as one, the highest. Without subscribers it
        costs next to nothing. Raises nothing: a saved round must not fail because a screen could not be notified.
        """
        NOTIFICATIONS.increment()
        self._publish(Notification("ring", table, revision))

    def publish_wakeup(self, table: str) -> None:
        """Publish a wake-up: the topic's subscribers fetch again though the revision is the same. Call after commit."""
        self._publish(Notification("nudge", table))

    def publish_revocation(self, link: Grant) -> None:
        """Publish that a grant was revoked: every stream that was opened through it ends. Call it after the commit."""
        self._publish(Notification("close", link))

    def deliver(self, notification: Notification) -> None:
        """Deliver a notification to this process's subscribers, without forwarding it to other processes."""
        with self._lock:
            self._clock += 1
            if notification.kind == "close":
                self._for_each(lambda subscriber: subscriber.grant == notification.subject, Subscriber.close)
                return
            table = str(notification.subject)
            for topic in list(self._topics.get(table, {}).values()):
                topic.revision = max(topic.revision, notification.revision)
                topic.woken = topic.woken or notification.kind == "nudge"
                self._schedule_flush(table, topic)

    def subscriptions(self) -> tuple[dict[str, int], set[Grant]]:
        """Return the topics with subscribers, each with the oldest revision known to one of them, and their grants."""
        with self._lock:
            oldest = {
                table: min(subscriber.latest for topic in topics.values() for subscriber in topic.subscribers)
                for table, topics in self._topics.items()
            }
            everyone = self._subscribers()
            return oldest, {subscriber.grant for _, _, subscriber in everyone if subscriber.grant is not None}

    def recheck_access(self, links: Collection[Grant]) -> None:
        """Let every stream that was opened through one of these grants check its access again."""
        with self._lock:
            self._clock += 1
            self._for_each(lambda subscriber: subscriber.grant in links, Subscriber.suspect_access)

    def close_all(self) -> None:
        """End all streams, and each one opened later: this process is stopping, and another one answers."""
        with self._lock:
            self._closed = True
            self._for_each(lambda subscriber: True, Subscriber.close)

    @contextmanager
    def reserve_stream(self, address: str | None) -> Iterator[None]:
        """Count one stream of a client address (None: unknown) while the block runs.

        Raises ServerFullError or TooManyStreamsError.
        """
        with self._lock:
            if self._in_all and self._open >= self._in_all:
                raise ServerFullError
            if address is not None:
                if self._addresses[address] >= self._per_address:
                    raise TooManyStreamsError
                self._addresses[address] += 1
            self._open += 1
        try:
            yield
        finally:
            with self._lock:
                self._open -= 1
                if address is not None:
                    self._addresses[address] -= 1
                    if not self._addresses[address]:
                        del self._addresses[address]

    @contextmanager
    def subscribe(self, table: str, link: Grant, revision: int) -> Iterator[Subscriber]:
        """Subscribe to a topic until the block is left; ``revision`` is the newest one known so far.

        Raises TooManyStreamsError.
        """
        loop = asyncio.get_running_loop()
        subscriber = Subscriber(link, revision)
        with self._lock:
            subscriber.closed = self._closed
            if self._count(table) >= self._per_table:
                raise TooManyStreamsError
            topics = self._topics.setdefault(table, {})
            if loop not in topics:
                self._last_version += 1
                topics[loop] = _Topic(loop, version=self._last_version)
            topic = topics[loop]
            topic.subscribers.add(subscriber)
        try:
            yield subscriber
        finally:
            with self._lock:
                topic.subscribers.discard(subscriber)
                if not topic.subscribers:
                    self._remove(table, topic)

    def _publish(self, notification: Notification) -> None:
        self.deliver(notification)
        self.forward(notification)

    def _subscribers(self) -> list[tuple[str, _Topic, Subscriber]]:
        return [
            (table, topic, subscriber)
            for table, topics in self._topics.items()
            for topic in topics.values()
            for subscriber in topic.subscribers
        ]

    def _for_each(self, selects: Callable[[Subscriber], bool], do: Callable[[Subscriber], None]) -> None:
        for table, topic, subscriber in self._subscribers():
            if selects(subscriber):
                self._call(table, topic, partial(do, subscriber))

    def _count(self, table: str) -> int:
        return sum(len(topic.subscribers) for topic in self._topics.get(table, {}).values())

    def _schedule_flush(self, table: str, topic: _Topic) -> None:
        self._last_version += 1
        topic.version = self._last_version
        if not topic.flush_scheduled:
            topic.flush_scheduled = True
            self._call(table, topic, self._flush, topic)

    def _call(self, table: str, topic: _Topic, function: Callable[..., None], *args: _Topic) -> None:
        try:
            topic.loop.call_soon_threadsafe(function, *args)
        except RuntimeError:
            # The loop was closed with streams still open, so they are dead as well.
            self._remove(table, topic)

    def _remove(self, table: str, topic: _Topic) -> None:
        topics = self._topics.get(table, {})
        if topics.get(topic.loop) is topic:
            del topics[topic.loop]
            if not topics:
                del self._topics[table]

    def _flush(self, topic: _Topic) -> None:
        with self._lock:
            topic.flush_scheduled = False
            revision, woken, subscribers = topic.revision, topic.woken, tuple(topic.subscribers)
            topic.woken = False
        for subscriber in subscribers:
            subscriber.advance(revision)
            if woken:
                subscriber.wake_up()


# The hub that services publish to and streams subscribe to.
process_hub = Hub()
publish_revision = process_hub.publish_revision
publish_wakeup = process_hub.publish_wakeup
publish_revocation = process_hub.publish_revocation
