"""The few words of ASGI that the stream and the page door speak, and one way to answer without Django."""

from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

# These answers pass no Django middleware, so what the middleware would add is added here.
SAFE_HEADERS: Headers = [
    (b"cache-control", b"no-store"),
    (b"x-content-type-options", b"nosniff"),
    (b"content-security-policy", b"default-src 'none'; frame-ancestors 'none'"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"DENY"),
    (b"x-robots-tag", b"noindex"),
]


def header(scope: Scope, name: bytes) -> bytes | None:
    """Return the first header of that lower-case name, or None."""
    return next((value for key, value in scope["headers"] if key == name), None)


def local_path(scope: Scope) -> str:
    """Return the decoded path below the folder the server was told it lives in (ASGI's root_path)."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


class Reply:
    """One answer on its way out. It remembers how far it got, so that a stopping server can still end it properly."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False
        self.ended = False

    async def start(self, status: int, headers: Headers) -> None:
        """Send status and headers; SAFE_HEADERS are added."""
        self.started = True
        await self._send({"type": "http.response.start", "status": status, "headers": [*headers, *SAFE_HEADERS]})

    async def write(self, data: bytes) -> None:
        """Send a piece of the body; more may follow."""
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def end(self, data: bytes = b"") -> None:
        """Send the last piece of the body."""
        self.ended = True
        await self._send({"type": "http.response.body", "body": data})

    async def bare(self, body: bytes, *headers: tuple[bytes, bytes]) -> None:
        """Send a complete answer with status 200 of any content."""
        await self.start(200, [(b"content-length", str(len(body)).encode()), *headers])
        await self.end(body)

    async def whole(self, status: int, text: str = "", *extra: tuple[bytes, bytes]) -> None:
        """Send a complete plain text answer; without a text (204) it has no body and no content type."""
        body = f"{text}\n".encode() if text else b""
        kind: Headers = [(b"content-type", b"text/plain; charset=utf-8")] if body else []
        # 204 must not carry a length (RFC 9110, 8.6).
        length: Headers = [] if status == 204 else [(b"content-length", str(len(body)).encode())]
        await self.start(status, [*kind, *length, *extra])
        await self.end(body)
