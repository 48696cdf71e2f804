"""Live streams, `GET /live/<token>/`: server-sent events from a plain ASGI application beside Django, not inside it.

Django's handler keeps a thread for every open response; this keeps none. A stream sends only the newest revision of its
topic, and the page then fetches the fragment it shows. What is sent (text/event-stream):

* `retry: 2000` once, for clients that reconnect by themselves;
* an event with `id: <revision>` at once and at every new revision; its data is `{"table": …, "revision": …}`;
* an event `question`, without an id and with the same data, when a report came in beside the ledger: the page then
  fetches the number of reports. It is sent at once and afterwards in place of each `beat`, so that a page whose fetch
  failed tries again; a stream opened while a report is the latest change begins with it, too;
* an event `beat`, without an id, when nothing was sent for a while, so that a silently dead connection is noticed.
"""

import asyncio
import json
import logging
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from games.live.admission import Admission, Admit, StreamRefusal
from games.live.hub import Hub, ServerFullError, TooManyStreamsError, process_hub
from games.live.protocol import AsgiResponse, Receive, Scope, Send, client_address, header, local_path
from games.live.subscriber import Subscriber
from games.observing import STREAMS

PREFIX = "/live/"
HEARTBEAT = 20.0  # seconds
MAX_AGE = 30 * 60.0  # seconds
LONGEST_TOKEN = 500  # characters
LONGEST_LAST_EVENT_ID = 1000  # bytes
ADMISSION_THREADS = 4
RECHECK_INTERVAL = 4.0  # seconds between two access checks where access may end without a notification
RECHECK_RETRY = 1.0  # seconds until an access check that failed is repeated
SHUTDOWN_PATIENCE = 0.5  # seconds a stopping server waits for a client that does not read

logger = logging.getLogger(__name__)


class LiveStream:
    """The ASGI application of all live streams.

    In: the access check, which runs in a worker thread; the hub; the seconds between two heartbeats; the seconds after
    which a stream ends, so that the client reconnects and is checked again; the seconds between two access checks of an
    open stream, where its admission asks for them.
    """

    def __init__(
        self,
        admit: Admit,
        hub: Hub = process_hub,
        *,
        heartbeat: float = HEARTBEAT,
        max_age: float = MAX_AGE,
        recheck_interval: float = RECHECK_INTERVAL,
    ) -> None:
        self._admit = admit
        self._hub = hub
        self._heartbeat = heartbeat
        self._max_age = max_age
        self._recheck_interval = recheck_interval
        self._threads = ThreadPoolExecutor(ADMISSION_THREADS, thread_name_prefix="live-admit")
        self._shared_streams: dict[tuple[str, str], dict[Subscriber, frozenset[str]]] = {}

    def sent_revision(self, table: str, token: str, phone: str) -> int | None:
        """Return the newest revision sent to this phone (the hash of its cookie) under this token.

        None where it has no open stream of the table that shows what all watchers see.
        """
        streams = self._shared_streams.get((table, token), {})
        latest = [one.latest for one, phones in streams.items() if not one.closed and phone in phones]
        return max(latest, default=None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Raises nothing, not even when a stopping server cancels it."""
        reply = AsgiResponse(send)
        try:
            await self._answer(scope, receive, reply)
        except asyncio.CancelledError:
            # The server stops. Re-raising the cancellation would print a traceback for every open stream.
            if not reply.ended:
                await self._end_quietly(reply)

    async def _answer(self, scope: Scope, receive: Receive, reply: AsgiResponse) -> None:
        token = local_path(scope).removeprefix(PREFIX).removesuffix("/")
        if problem := bad_request(scope, token):
            await reply.send_text(*problem)
            return
        try:
            with self._hub.reserve_stream(client_address(scope)):
                await self._check_and_stream(token, receive, reply)
        except ServerFullError:
            await reply.send_text(503, "This server carries no more streams.", (b"retry-after", b"15"))
        except TooManyStreamsError:
            await reply.send_text(429, "Too many streams are open.", (b"retry-after", b"15"))

    async def _check_and_stream(self, token: str, receive: Receive, reply: AsgiResponse) -> None:
        clock = self._hub.clock
        admission = await self._check_access(token)
        if not isinstance(admission, Admission):
            await send_refusal(admission, reply)
            return
        with self._hub.subscribe(admission.topic, admission.grant, admission.revision) as subscriber:
            if self._hub.clock != clock:
                # A notification was published after the access check read the database and before the subscription.
                admission = await self._check_access(token)
                if not isinstance(admission, Admission):
                    await send_refusal(admission, reply)
                    return
                subscriber.advance(admission.revision)
            if admission.report_is_newest:
                subscriber.wake_up()
            disconnect_task = asyncio.create_task(close_on_disconnect(receive, subscriber))
            STREAMS.increment()
            try:
                with self._register(token, admission, subscriber):
                    await self._send_events(token, admission, subscriber, reply)
            finally:
                STREAMS.increment(amount=-1)
                disconnect_task.cancel()

    @contextmanager
    def _register(self, token: str, admission: Admission, subscriber: Subscriber) -> Iterator[None]:
        """Count the stream among those whose phone may be answered with the shared fragment."""
        if not admission.device_hashes:
            yield
            return
        streams = self._shared_streams.setdefault((admission.topic, token), {})
        streams[subscriber] = admission.device_hashes
        try:
            yield
        finally:
            del streams[subscriber]
            if not streams:
                self._shared_streams.pop((admission.topic, token), None)

    async def _check_access(self, token: str) -> Admission | StreamRefusal | None:
        """Return the result of the access check, or None when the check itself failed."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._admit, token)
        except Exception:
            # Whatever failed (most likely the database), the answer must be "later", not "never".
            logger.exception("Nobody could say who may watch.")
            return None

    async def _send_events(self, token: str, admission: Admission, subscriber: Subscriber, reply: AsgiResponse) -> None:
        # Up to a tenth shorter: otherwise all streams opened after a restart would also end together.
        end = time.monotonic() + self._max_age * random.uniform(0.9, 1)  # noqa: S311 - no secret
        await reply.start(200, [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")])
        await reply.write(b"retry: 2000\n\n")
        sent, question_open = -1, False
        while not subscriber.closed and (remaining := end - time.monotonic()) > 0:
            revision = subscriber.latest
            # A heartbeat repeats the revision, so the page handles both alike.
            kind = f"id: {revision}"
            if revision == sent:
                question_open = question_open or subscriber.woken
                subscriber.woken = False
                kind = "event: question" if question_open else "event: beat"
            data = json.dumps({"table": admission.topic, "revision": revision})
            await reply.write(f"{kind}\ndata: {data}\n\n".encode())
            sent = revision
            if not await self._wait_for_news(token, admission, subscriber, sent, min(self._heartbeat, remaining)):
                break
        await reply.end()

    async def _wait_for_news(
        self, token: str, admission: Admission, subscriber: Subscriber, sent: int, seconds: float
    ) -> bool:
        """Wait for the next thing to send, at most so long; return False where access has ended."""
        end = time.monotonic() + seconds
        while (
            subscriber.latest <= sent
            and not (subscriber.woken or subscriber.closed)
            and (remaining := end - time.monotonic()) > 0
        ):
            await subscriber.wait(sent, min(self._recheck_interval, remaining) if admission.recheck else remaining)
            if admission.recheck or subscriber.access_suspect:
                subscriber.access_suspect = False
                renewed = await self._check_access(token)
                if isinstance(renewed, StreamRefusal):
                    return False
                if renewed is None:
                    subscriber.suspect_access()
                    await asyncio.sleep(RECHECK_RETRY)
                else:
                    # Where access can end without a notification, the revision can change without one, too.
                    subscriber.advance(renewed.revision)
        return True

    async def _end_quietly(self, reply: AsgiResponse) -> None:
        try:
            async with asyncio.timeout(SHUTDOWN_PATIENCE):
                if reply.started:
                    await reply.end()
                else:
                    await reply.send_text(503, "The server stops.", (b"retry-after", b"5"))
        except TimeoutError:
            logger.info("A client did not read to the end of its stream.")


def bad_request(scope: Scope, token: str) -> tuple[int, str] | tuple[int, str, tuple[bytes, bytes]] | None:
    """Return status, text and perhaps a header for a request that is wrong whatever its token is, else None."""
    if scope["method"] != "GET":
        return 405, "A live stream is only read.", (b"allow", b"GET")
    if not token or len(token) > LONGEST_TOKEN or "/" in token or not token.isascii():
        return 404, "There is no such stream."
    # Its value does not matter, as every stream begins with the newest revision; but no real one is this long.
    if len(header(scope, b"last-event-id") or b"") > LONGEST_LAST_EVENT_ID:
        return 400, "The Last-Event-ID is too long."
    return None


async def send_refusal(refusal: StreamRefusal | None, reply: AsgiResponse) -> None:
    """Answer a request that may not open a stream (None: the access check failed)."""
    if refusal is StreamRefusal.GONE:
        # 204 tells an EventSource to stop for good; the page then polls and learns there what happened.
        await reply.send_text(204)
    elif refusal is StreamRefusal.UNKNOWN:
        await reply.send_text(404, "There is no such stream.")
    else:
        await reply.send_text(503, "Try again later.", (b"retry-after", b"5"))


async def close_on_disconnect(receive: Receive, subscriber: Subscriber) -> None:
    """Close the subscriber as soon as the client disconnects."""
    while (await receive())["type"] != "http.disconnect":
        pass
    subscriber.close()
