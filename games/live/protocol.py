"""ASGI types and helpers for the parts of the server outside Django, and one way to send a response from there."""

import ipaddress
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Application = Callable[[Scope, Receive, Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

# These responses pass no Django middleware, so the headers that the middleware would add are added here.
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
    """Return the decoded path below ASGI's root_path."""
    path: str = scope["path"]
    return path.removeprefix(scope.get("root_path", ""))


def client_address(scope: Scope) -> str | None:
    """Return the address that a request is counted under (see `counted_address`); None when it is not known."""
    client = scope.get("client")
    return counted_address(str(client[0])) if client else None


def counted_address(peer: str) -> str:
    """Return the address that limits count by: an IPv4 address, or the /64 network of an IPv6 address.

    A household has a whole /64, so a limit for a single IPv6 address would limit nothing.
    """
    try:
        address = ipaddress.ip_address(peer.partition("%")[0])
    except ValueError:
        return peer
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


class AsgiResponse:
    """A response sent over ASGI. It notes how far it got, so that a stopping server can still end it properly."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False
        self.ended = False

    async def start(self, status: int, headers: Headers) -> None:
        """Send status and headers, with SAFE_HEADERS added."""
        self.started = True
        await self._send({"type": "http.response.start", "status": status, "headers": [*headers, *SAFE_HEADERS]})

    async def write(self, data: bytes) -> None:
        """Send a piece of the body; more may follow."""
        await self._send({"type": "http.response.body", "body": data, "more_body": True})

    async def end(self, data: bytes = b"") -> None:
        """Send the last piece of the body."""
        self.ended = True
        await self._send({"type": "http.response.body", "body": data})

    async def send_ok(self, body: bytes, *headers: tuple[bytes, bytes]) -> None:
        """Send a complete response with status 200; ``headers`` name the content type."""
        await self.start(200, [(b"content-length", str(len(body)).encode()), *headers])
        await self.end(body)

    async def send_text(self, status: int, text: str = "", *extra: tuple[bytes, bytes]) -> None:
        """Send a complete plain text response; without a text (204) it has no body and no content type."""
        body = f"{text}\n".encode() if text else b""
        content_type: Headers = [(b"content-type", b"text/plain; charset=utf-8")] if body else []
        # 204 must not carry a length (RFC 9110, 8.6).
        content_length: Headers = [] if status == 204 else [(b"content-length", str(len(body)).encode())]
        await self.start(status, [*content_type, *content_length, *extra])
        await self.end(body)
