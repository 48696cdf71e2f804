"""The live stream of a table, `GET /live/<token>/`: a plain ASGI application beside Django, not inside it.

Django's handler keeps a thread for every open response; this keeps none. A stream says only which table stands at
which revision, and the page then asks for what it shows. What goes out (text/event-stream):

* `retry: 2000` once, for clients that reconnect by themselves;
* an event with `id: <revision>` at once, and whenever the table moves; its data is `{"table": …, "revision": …}`;
* an event `question`, without an id and with the same data, when something was said of a round that made no revision:
  the page then asks how much was said by now. It comes at once, and from then on in place of each beat, so that a page
  which could not ask gets there with the next; a stream that is opened while such a thing is the latest begins so, too;
* an event `beat`, without an id, when nothing was sent for a while, so that a silent death of the line is noticed.
"""

import asyncio
import ipaddress
import json
import logging
import random
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from games.live.admission import Admission, Admit, Refusal
from games.live.hub import Crowded, Hub, process_hub
from games.live.listener import Listener
from games.live.protocol import Receive, Reply, Scope, Send, header, local_path
from games.observing import STREAMS

PREFIX = "/live/"
HEARTBEAT = 20.0  # seconds
MAX_AGE = 30 * 60.0  # seconds
LONGEST_TOKEN = 500  # characters
LONGEST_LAST_EVENT_ID = 1000  # bytes
ADMISSION_THREADS = 4
ASKED_AGAIN = 4.0  # seconds after which the right is asked for anew where nothing may ring when it ends
UNKNOWN_FOR = 1.0  # seconds until a right that nobody could tell is asked for again
LAST_WORDS = 0.5  # seconds a stopping server waits for a client that does not read

logger = logging.getLogger(__name__)


class LiveStream:
    """The ASGI application of all live streams.

    In: `admit`, which is asked in a worker thread whether a token may watch; the hub that rings; seconds between two
    signs of life; seconds after which a stream ends, so that the right to watch is asked for anew; the same where an
    admission says that it has to be asked for while the stream is open.
    """

    def __init__(
        self,
        admit: Admit,
        hub: Hub = process_hub,
        *,
        heartbeat: float = HEARTBEAT,
        max_age: float = MAX_AGE,
        asked_again: float = ASKED_AGAIN,
    ) -> None:
        self._admit = admit
        self._hub = hub
        self._heartbeat = heartbeat
        self._max_age = max_age
        self._asked_again = asked_again
        self._threads = ThreadPoolExecutor(ADMISSION_THREADS, thread_name_prefix="live-admit")
        self._watching: dict[tuple[str, str], dict[Listener, frozenset[str]]] = {}

    def watching(self, table: str, token: str, phone: str) -> int | None:
        """The newest revision that this phone (the hash of its cookie) has heard of under this token.

        None where it has no stream open at the table that shows what all who watch there see.
        """
        streams = self._watching.get((table, token), {})
        heard = [one.latest for one, phones in streams.items() if not one.closed and phone in phones]
        return max(heard, default=None)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request. Raises nothing, not even when the server cancels it to stop."""
        reply = Reply(send)
        try:
            await self._answer(scope, receive, reply)
        except asyncio.CancelledError:
            # The server stops. Handing the cancellation on would print a traceback for every open stream.
            if not reply.ended:
                await self._last_words(reply)

    async def _answer(self, scope: Scope, receive: Receive, reply: Reply) -> None:
        token = local_path(scope).removeprefix(PREFIX).removesuffix("/")
        if fault := fault_of(scope, token):
            await reply.whole(*fault)
            return
        try:
            with self._hub.place(client_address(scope)):
                await self._admitted(token, receive, reply)
        except Crowded:
            await reply.whole(429, "Too many streams are open.", (b"retry-after", b"15"))

    async def _admitted(self, token: str, receive: Receive, reply: Reply) -> None:
        clock = self._hub.clock
        verdict = await self._ask(token)
        if not isinstance(verdict, Admission):
            await refuse(verdict, reply)
            return
        with self._hub.listen(verdict.table, verdict.link, verdict.revision) as listener:
            if self._hub.clock != clock:
                # Something rang or was switched off after the database was read and before anyone listened.
                verdict = await self._ask(token)
                if not isinstance(verdict, Admission):
                    await refuse(verdict, reply)
                    return
                listener.advance(verdict.revision)
            if verdict.said:
                listener.nudge()
            watcher = asyncio.create_task(close_when_gone(receive, listener))
            STREAMS.add()
            try:
                with self._counted(token, verdict, listener):
                    await self._stream(token, verdict, listener, reply)
            finally:
                STREAMS.add(amount=-1)
                watcher.cancel()

    @contextmanager
    def _counted(self, token: str, verdict: Admission, listener: Listener) -> Iterator[None]:
        if not verdict.phones:
            yield
            return
        streams = self._watching.setdefault((verdict.table, token), {})
        streams[listener] = verdict.phones
        try:
            yield
        finally:
            del streams[listener]
            if not streams:
                self._watching.pop((verdict.table, token), None)

    async def _ask(self, token: str) -> Admission | Refusal | None:
        """Return what `admit` says, or None when it failed."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._admit, token)
        except Exception:
            # Whatever it was (most likely the database), the page must hear "later", not "never".
            logger.exception("Nobody could say who may watch.")
            return None

    async def _stream(self, token: str, verdict: Admission, listener: Listener, reply: Reply) -> None:
        # Up to a tenth shorter, or all streams opened after a restart would also end together.
        end = time.monotonic() + self._max_age * random.uniform(0.9, 1)  # noqa: S311 - no secret
        await reply.start(200, [(b"content-type", b"text/event-stream"), (b"x-accel-buffering", b"no")])
        await reply.write(b"retry: 2000\n\n")
        sent, asks = -1, False
        while not listener.closed and (left := end - time.monotonic()) > 0:
            revision = listener.latest
            # The beat repeats the state, so the page treats both alike.
            kind = f"id: {revision}"
            if revision == sent:
                asks = asks or listener.nudged
                listener.nudged = False
                kind = "event: question" if asks else "event: beat"
            data = json.dumps({"table": verdict.table, "revision": revision})
            await reply.write(f"{kind}\ndata: {data}\n\n".encode())
            sent = revision
            if not await self._wait(token, verdict, listener, sent, min(self._heartbeat, left)):
                break
        await reply.end()

    async def _wait(self, token: str, verdict: Admission, listener: Listener, sent: int, seconds: float) -> bool:
        """Wait for news, at most so long; return False where the right to watch ended meanwhile."""
        end = time.monotonic() + seconds
        while (
            listener.latest <= sent
            and not (listener.nudged or listener.closed)
            and (left := end - time.monotonic()) > 0
        ):
            await listener.news(sent, min(self._asked_again, left) if verdict.asks_again else left)
            if verdict.asks_again or listener.doubted:
                listener.doubted = False
                told = await self._ask(token)
                if isinstance(told, Refusal):
                    return False
                if told is None:
                    listener.doubt()
                    await asyncio.sleep(UNKNOWN_FOR)
                else:
                    # Where nothing may ring when a right ends, nothing may ring when it moves.
                    listener.advance(told.revision)
        return True

    async def _last_words(self, reply: Reply) -> None:
        try:
            async with asyncio.timeout(LAST_WORDS):
                if reply.started:
                    await reply.end()
                else:
                    await reply.whole(503, "The server stops.", (b"retry-after", b"5"))
        except TimeoutError:
            logger.info("A client did not read to the end of its stream.")


def fault_of(scope: Scope, token: str) -> tuple[int, str] | tuple[int, str, tuple[bytes, bytes]] | None:
    """Return status, text and perhaps a header for a request that is wrong whatever its token says, else None."""
    if scope["method"] != "GET":
        return 405, "A live stream is only read.", (b"allow", b"GET")
    if not token or len(token) > LONGEST_TOKEN or "/" in token or not token.isascii():
        return 404, "There is no such stream."
    # What it says does not matter, every stream begins with the newest revision; but nobody needs it this long.
    if len(header(scope, b"last-event-id") or b"") > LONGEST_LAST_EVENT_ID:
        return 400, "The Last-Event-ID is too long."
    return None


async def refuse(verdict: Refusal | None, reply: Reply) -> None:
    """Answer a token that may not watch (None: it is not known whether it may)."""
    if verdict is Refusal.GONE:
        # 204 tells an EventSource to stop for good; the page then polls and learns there what happened.
        await reply.whole(204)
    elif verdict is Refusal.UNKNOWN:
        await reply.whole(404, "There is no such stream.")
    else:
        await reply.whole(503, "Try again later.", (b"retry-after", b"5"))


async def close_when_gone(receive: Receive, listener: Listener) -> None:
    """Close the listener as soon as the client has left."""
    while (await receive())["type"] != "http.disconnect":
        pass
    listener.close()


def client_address(scope: Scope) -> str | None:
    """Return whom a stream is counted for: an IPv4 address or an IPv6 network of 64 bits; None when not known.

    One household gets a /64, so a single IPv6 address would be no limit at all.
    """
    client = scope.get("client")
    if not client:
        return None
    try:
        address = ipaddress.ip_address(client[0].partition("%")[0])
    except ValueError:
        return str(client[0])
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
