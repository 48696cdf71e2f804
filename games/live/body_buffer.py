"""Buffer request bodies in front of the pages: a worker thread gets a request only when all of it has arrived.

Pages are answered by a few threads (a2wsgi). Without this, eight phones with a bad connection would hold all of them
while their forms trickle in; and a form cut off half-way would be taken for a whole one, because a WSGI body that
just ends looks finished: `deadwood=15` would be saved as `deadwood=1`.
"""

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from games.live.protocol import (
    Application,
    AsgiResponse,
    Headers,
    Message,
    Receive,
    Scope,
    Send,
    client_address,
    header,
)

SMALL_BODY = 64 * 1024  # bytes that every request may have
SAVED_BODY = 16 * 1024  # bytes of a body that is accepted however much is buffered already: more than any round
LARGEST_SUM = 64 * 1024 * 1024  # bytes buffered at one moment for all larger bodies together
LARGEST_SHARE = LARGEST_SUM // 4  # the same for one client address
GRACE = 10.0  # seconds for a body to arrive
SHUTDOWN_PATIENCE = 0.5  # seconds a stopping server waits for a client that does not read
PACE = 16 * 1024  # bytes that have arrived and give the body another second
BODY_LIMIT_KEY = "largest_body"
"""Key in the scope of a request whose body is too large: the most bytes it may have. The body is not read."""

BodyLimit = Callable[[Scope], int]
"""Returns the most bytes a request may have. Called in a worker thread, and only for requests above SMALL_BODY."""


logger = logging.getLogger(__name__)


class BodyRejectedError(Exception):
    """A body is rejected; it holds the status and the text of the answer."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


class BodyTooLargeError(Exception):
    """A body without a Content-Length has grown above the limit."""


class ClientDisconnectedError(Exception):
    """The client disconnected before its request was complete, so no answer is needed."""


class BufferedRequests:
    """ASGI middleware that buffers the body of a request before the pages see the request.

    In: the pages; the function that gives the limit of a larger body, and the bytes that need no such question (above
    the limit the pages answer 413 and get no body); the most bytes buffered at once in total and for one client address
    (else 503); the seconds after which a body must keep the least pace (else 408).
    """

    def __init__(
        self,
        pages: Application,
        *,
        body_limit: BodyLimit | None = None,
        small: int = SMALL_BODY,
        largest_sum: int = LARGEST_SUM,
        largest_share: int = LARGEST_SHARE,
        grace: float = GRACE,
    ) -> None:
        self._pages = pages
        self._allow = body_limit
        self._small = small
        self._largest_sum = largest_sum
        self._largest_share = largest_share
        self._grace = grace
        self._held_bytes: Counter[str | None] = Counter()
        self._threads = ThreadPoolExecutor(2, thread_name_prefix="intake")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if header(scope, b"transfer-encoding") is None and (header(scope, b"content-length") or b"0") == b"0":
            await self._answer(scope, replay(b"", receive), send)
            return
        body = bytearray()
        held_bytes: Counter[str | None] = Counter()
        try:
            limit = await self._body_limit(scope)
            if _declared_length(scope) > limit:
                # The pages word the 413 themselves, from the length alone; nothing of the body is read.
                await self._answer({**scope, BODY_LIMIT_KEY: limit}, replay(b"", receive), send)
                return
            try:
                await self._collect(scope, receive, body, held_bytes, limit)
            except BodyTooLargeError:
                # The same, with the length that has arrived; the rest is not read.
                await self._answer(
                    {**_with_length(scope, len(body)), BODY_LIMIT_KEY: limit}, replay(b"", receive), send
                )
                return
            await self._answer(_with_length(scope, len(body)), replay(bytes(body), receive), send)
        except BodyRejectedError as rejection:
            retry_header: Headers = [(b"retry-after", b"5")] if rejection.status == 503 else []
            await AsgiResponse(send).send_text(rejection.status, rejection.text, *retry_header)
        except ClientDisconnectedError:
            return
        finally:
            self._held_bytes -= held_bytes

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the pages answer. A cancellation by a stopping server is not raised: it would print a traceback."""
        started = False

        async def send_and_note(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._pages(scope, receive, send_and_note)
        except asyncio.CancelledError:
            if not started:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(SHUTDOWN_PATIENCE):
                        await AsgiResponse(send).send_text(503, "The server stops.", (b"retry-after", b"5"))

    async def _body_limit(self, scope: Scope) -> int:
        """Return how many bytes this request may have. Raises BodyRejectedError where that cannot be found out."""
        if self._allow is None or (
            _declared_length(scope) <= self._small and header(scope, b"transfer-encoding") is None
        ):
            return self._small
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, self._allow, scope)
        except asyncio.CancelledError:
            raise BodyRejectedError(503, "The server stops.") from None
        except Exception:
            # Whatever failed (most likely the database), the answer to an upload must be "later", not "never".
            logger.exception("Nobody could say who may bring a file.")
            raise BodyRejectedError(503, "Try again later.") from None

    async def _collect(
        self, scope: Scope, receive: Receive, body: bytearray, held_bytes: Counter[str | None], limit: int
    ) -> None:
        """Read into ``body``, and count its bytes by address in ``held_bytes``.

        Raises BodyRejectedError, BodyTooLargeError or ClientDisconnectedError.
        """
        address = client_address(scope)
        counts = header(scope, b"transfer-encoding") is not None or _declared_length(scope) > SAVED_BODY
        started_at = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout_at(started_at + self._grace) as deadline:
                more_body = True
                while more_body:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientDisconnectedError
                    chunk = message.get("body", b"")
                    more_body = message.get("more_body", False)
                    body += chunk
                    if len(body) > limit:
                        raise BodyTooLargeError
                    if counts:
                        held_bytes[address] += len(chunk)
                        self._held_bytes[address] += len(chunk)
                        if (
                            self._held_bytes[address] > self._largest_share
                            or self._held_bytes.total() > self._largest_sum
                        ):
                            raise BodyRejectedError(503, "Too many large requests at once.")
                    if not deadline.expired():
                        deadline.reschedule(started_at + self._grace + len(body) / PACE)
        except TimeoutError:
            raise BodyRejectedError(408, "The request took too long to arrive.") from None
        except asyncio.CancelledError:
            # The server stops, and would print a traceback without an answer.
            raise BodyRejectedError(503, "The server stops.") from None


def _with_length(scope: Scope, length: int) -> Scope:
    """Return the scope with a Content-Length in place of chunked encoding, which WSGI does not know."""
    headers = [pair for pair in scope["headers"] if pair[0] not in {b"content-length", b"transfer-encoding"}]
    return {**scope, "headers": [*headers, (b"content-length", str(length).encode())]}


def _declared_length(scope: Scope) -> int:
    """Return the Content-Length; 0 without one, or where it is not a number, which no server lets through."""
    length = header(scope, b"content-length") or b"0"
    return int(length) if length.isdigit() else 0


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a ``receive`` that gives the whole body once, and then the server's own messages.

    It is a coroutine function, which a2wsgi needs; not every server's own ``receive`` is one.
    """
    pending = [body]

    async def receive_again() -> Message:
        if pending:
            return {"type": "http.request", "body": pending.pop(), "more_body": False}
        return await receive()

    return receive_again
