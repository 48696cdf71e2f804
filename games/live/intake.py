"""The door in front of the pages: a request is handed to a worker thread only when all of it has arrived.

Pages are answered by a few threads (a2wsgi). Without this door eight phones with a bad line would hold all of them
while their forms trickle in; and a form cut off half-way would be taken for a whole one, because a WSGI body that
just ends looks finished: `deadwood=15` would be saved as `deadwood=1`.
"""

import asyncio

from games.live.protocol import Application, Headers, Message, Receive, Reply, Scope, Send, header

LARGEST_BODY = 4 * 1024 * 1024  # bytes; above the largest import, so that Django itself explains smaller excesses
LARGEST_SUM = 64 * 1024 * 1024  # bytes held at one moment for all requests together
PATIENCE = 60.0  # seconds for one body to arrive


class Turned(Exception):  # noqa: N818 - an answer to a visitor, not an error of the program
    """A body that is not taken in: status and text of the answer."""

    def __init__(self, status: int, text: str) -> None:
        super().__init__(status, text)
        self.status = status
        self.text = text


class Left(Exception):  # noqa: N818 - the visitor went away, nothing is wrong here
    """The client was gone before its request was complete; nobody waits for an answer."""


class WholeRequests:
    """ASGI middleware that collects the body of a request before the pages see the request.

    In: the pages; the largest body in bytes (else 413); the largest sum of bodies held at once (else 503); the seconds
    a body may take (else 408).
    """

    def __init__(
        self,
        pages: Application,
        *,
        largest: int = LARGEST_BODY,
        largest_sum: int = LARGEST_SUM,
        patience: float = PATIENCE,
    ) -> None:
        self._pages = pages
        self._largest = largest
        self._largest_sum = largest_sum
        self._patience = patience
        self._held = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one HTTP request."""
        if header(scope, b"transfer-encoding") is None and (header(scope, b"content-length") or b"0") == b"0":
            await self._pages(scope, replay(b"", receive), send)
            return
        body = bytearray()
        try:
            await self._collect(scope, receive, body)
            # a chunked body is now a counted one: WSGI knows no other
            headers = [pair for pair in scope["headers"] if pair[0] not in {b"content-length", b"transfer-encoding"}]
            headers.append((b"content-length", str(len(body)).encode()))
            await self._pages({**scope, "headers": headers}, replay(bytes(body), receive), send)
        except Turned as turned:
            later: Headers = [(b"retry-after", b"5")] if turned.status == 503 else []
            await Reply(send).whole(turned.status, turned.text, *later)
        except Left:
            return
        finally:
            self._held -= len(body)

    async def _collect(self, scope: Scope, receive: Receive, body: bytearray) -> None:
        """Fill `body`. Raises Turned or Left."""
        declared = header(scope, b"content-length") or b"0"
        if not declared.isdigit() or int(declared) > self._largest:
            raise Turned(413, "The request is too large.")
        try:
            async with asyncio.timeout(self._patience):
                more = True
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise Left
                    chunk = message.get("body", b"")
                    more = message.get("more_body", False)
                    body += chunk
                    self._held += len(chunk)
                    if len(body) > self._largest:
                        raise Turned(413, "The request is too large.")
                    if self._held > self._largest_sum:
                        raise Turned(503, "Too many large requests at once.")
        except TimeoutError:
            raise Turned(408, "The request took too long to arrive.") from None
        except asyncio.CancelledError:
            # The server stops, and would print a traceback if nothing were answered.
            raise Turned(503, "The server stops.") from None


def replay(body: bytes, receive: Receive) -> Receive:
    """Return a receive that gives the whole body once and then whatever the server says.

    It is a coroutine function, which a2wsgi needs and not every server's own receive is.
    """
    waiting = [body]

    async def receive_again() -> Message:
        if waiting:
            return {"type": "http.request", "body": waiting.pop(), "more_body": False}
        return await receive()

    return receive_again
