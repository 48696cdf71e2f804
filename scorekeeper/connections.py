"""Limits on the connections of one process: how many, how long each may take, and which is closed for a new one.

Uvicorn itself waits for ever: for the end of a request's head, and for a client that does not read. `GuardedProtocol`
is uvicorn's protocol (of h11, or of httptools if installed) that reports the state of each connection to `Connections`,
which counts them, watches them once a second, and closes them. docs/self-hosting.md, "Limits", lists them.
"""

import asyncio
import socket
import time
from collections import Counter
from typing import Any, Final
from weakref import WeakKeyDictionary

import h11
import uvicorn
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from games.live import SAVED, counted_address
from scorekeeper.capacity import Capacity, capacity

HEAD_SECONDS: Final = 10.0
"""Seconds for the head of a request to arrive, from its first byte, or from the opening of the connection."""
IDLE_SECONDS: Final = 30
"""Seconds for the next request to begin."""
PROXY_IDLE_SECONDS: Final = 150.0
"""The same for a trusted proxy: longer than the two minutes for which it keeps an idle connection by itself."""
FRESH_SECONDS: Final = 1.0
"""Seconds that a new connection gets before it may be closed for a newer one."""
STALL_SECONDS: Final = 20.0
"""Seconds for a client to read what waits for it, 64 KiB of it."""
CLOSING_SECONDS: Final = 5.0
"""Seconds for a client to read the rest of a response after which the connection closes."""
LARGEST_HEAD: Final = 64 * 1024
"""Bytes of a request's head; h11 itself refuses more than 16 KiB, httptools accepts any number."""
ACCEPTED_AT_ONCE: Final = 32
"""Connections that asyncio accepts at once, before it handles the existing ones. Its default is the whole backlog, with
which a process exceeds its limit on open files before it can close any."""
WAITING: Final = 1024
"""Connections that may wait to be accepted; the system may allow less."""
_NO_ROOM: Final = (
    b"HTTP/1.1 503 Service Unavailable\r\nRetry-After: 5\r\nContent-Type: text/plain; charset=utf-8\r\n"
    b"Content-Length: 27\r\nConnection: close\r\n\r\nToo many connections here.\n"
)
_LARGE_HEAD: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

Since = dict["Guarding", float]
"""Connections in one state and since when (monotonic clock), in order of entering it."""


class Connections:
    """All connections of a server. In: its limits, and the proxies whose forwarded addresses are trusted."""

    def __init__(self, carries: Capacity, proxies: Any) -> None:
        self._carries = carries
        self.proxies = proxies
        self._addresses: Counter[str] = Counter()
        self._group_of: dict[Guarding, Since | None] = {}
        self._heads: Since = {}
        self._idle: Since = {}
        self._saved: Since = {}
        self._bodies: Since = {}
        self._stalled: Since = {}
        self._closing: Since = {}
        self._watching: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return len(self._group_of)

    def enter(self, connection: "Guarding") -> None:
        """Count a new connection; if there are too many, close another one for it, or itself."""
        peer = connection.client[0] if connection.client else None
        if peer is not None and peer not in self.proxies:
            # A trusted proxy stands for many clients, so its own address is not limited.
            connection.address = counted_address(peer)
        self._group_of[connection] = None
        if connection.address:
            self._addresses[connection.address] += 1
        self.settle(connection)
        full = len(self._group_of) > self._carries.connections
        if connection.address and self._addresses[connection.address] > self._carries.per_address:
            self._make_room(connection, connection.address)
        elif full:
            self._make_room(connection, None)
        if self._watching is None:
            self._watching = connection.loop.call_later(1.0, self._watch, connection.loop)

    def leave(self, connection: "Guarding") -> None:
        """Forget a connection; a second time does nothing."""
        if connection not in self._group_of:
            return
        group = self._group_of.pop(connection)
        if group is not None:
            del group[connection]
        self._stalled.pop(connection, None)
        self._closing.pop(connection, None)
        if connection.address:
            self._addresses[connection.address] -= 1
            if not self._addresses[connection.address]:
                del self._addresses[connection.address]

    def settle(self, connection: "Guarding", *, spoke: bool = True) -> None:
        """Move a connection to the group of its state; ``spoke``: bytes came from the client."""
        if connection not in self._group_of:
            return
        cycle = connection.running or connection.cycle
        if cycle is not None and not cycle.response_complete:
            wanted = self._bodies if cycle.more_body else None
        elif spoke:
            wanted = self._heads
        else:
            wanted = self._saved if connection.has_saved() else self._idle
        group = self._group_of[connection]
        if group is wanted:
            return
        if group is not None:
            del group[connection]
        if wanted is not None:
            wanted[connection] = time.monotonic()
        self._group_of[connection] = wanted

    def stall(self, connection: "Guarding", *, stalled: bool) -> None:
        """Note that a client does not keep up with reading, or does again."""
        if not stalled:
            self._stalled.pop(connection, None)
        elif connection in self._group_of:
            self._stalled.setdefault(connection, time.monotonic())

    def abort_stalled(self) -> None:
        """Abort the connections of clients that do not read what waits for them."""
        for connection in list(self._stalled):
            self._cut(connection)

    def in_head(self, connection: "Guarding") -> bool:
        """Whether the head of its next request is still incomplete."""
        return connection in self._heads

    def _make_room(self, new: "Guarding", address: str | None) -> None:
        """Close the least important connection, of this address or of any; if there is none, refuse the new one.

        Unfinished heads come first, then idle connections (those that saved something last), then bodies still
        arriving, then clients that do not read. Of each kind the oldest is closed, after a moment's grace: a phone's
        next request may be waiting there unread.
        """
        now = time.monotonic()
        for group, seconds in (
            (self._heads, FRESH_SECONDS),
            (self._idle, 0.0),
            (self._saved, 0.0),
            (self._bodies, FRESH_SECONDS),
            (self._stalled, FRESH_SECONDS),
            (self._bodies, 0.0),
            (self._heads, 0.0),
        ):
            for connection, since in group.items():
                if since > now - seconds:
                    break
                if connection is not new and address in (None, connection.address):
                    self._cut(connection)
                    return
        self.leave(new)
        new.transport.write(_NO_ROOM)
        new.transport.close()

    def _cut(self, connection: "Guarding") -> None:
        self.leave(connection)
        connection.transport.abort()

    def _watch(self, loop: asyncio.AbstractEventLoop) -> None:
        """Close what has taken too long; once a second, for as long as there are connections."""
        now = time.monotonic()
        for connection in self._group_of:
            if connection.transport.is_closing():
                self._closing.setdefault(connection, now)
        for group, seconds in (
            (self._heads, HEAD_SECONDS),
            (self._stalled, STALL_SECONDS),
            (self._closing, CLOSING_SECONDS),
        ):
            for connection, since in list(group.items()):
                if since > now - seconds:
                    break
                self._cut(connection)
        self._watching = loop.call_later(1.0, self._watch, loop) if self._group_of else None


_BY_SERVER: WeakKeyDictionary[Any, Connections] = WeakKeyDictionary()


def connections_of(state: Any, config: Any) -> Connections:
    """Return the Connections of the server with this state, made for its first connection."""
    if state not in _BY_SERVER:
        app = config.loaded_app
        proxies = app.trusted_hosts if isinstance(app, ProxyHeadersMiddleware) else ()
        _BY_SERVER[state] = Connections(capacity(), proxies)
    return _BY_SERVER[state]


class Guarding(asyncio.Protocol):
    """Mix-in for a uvicorn protocol that reports its state to `Connections`."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    client: tuple[str, int] | None
    cycle: Any
    config: Any
    server_state: Any
    running: Any = None
    """The request being answered, if others wait behind it; httptools' `cycle` is then the last of them."""
    address: str | None = None
    """The address it is counted for; None: not counted."""
    _connections: Connections
    _head_bytes = 0
    _has_saved = False

    def has_saved(self) -> bool:
        """Whether a request on this connection has saved something."""
        self._has_saved = self._has_saved or SAVED in (self.running or self.cycle).scope
        return self._has_saved

    def connection_made(self, transport: Any) -> None:
        """Count the new connection."""
        super().connection_made(transport)
        self._connections = connections_of(self.server_state, self.config)
        if self.client and self.client[0] in self._connections.proxies:
            self.timeout_keep_alive = PROXY_IDLE_SECONDS
        self._connections.enter(self)

    def data_received(self, data: bytes) -> None:
        """Process received bytes, unless the connection is closing."""
        if self.transport.is_closing():
            return
        try:
            super().data_received(data)
        except h11.LocalProtocolError:
            # The bytes are not HTTP, and an error response is impossible: another response is being sent.
            self.transport.abort()
            return
        self._connections.settle(self)
        # The rest of a body that was answered early is discarded; it does not count as a head.
        head = self._connections.in_head(self) and not (self.cycle and self.cycle.more_body)
        self._head_bytes = self._head_bytes + len(data) if head else 0
        if self._head_bytes > LARGEST_HEAD and not self.transport.is_closing():
            self.transport.write(_LARGE_HEAD)
            self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request, or for the connection to close."""
        super().on_response_complete()  # type: ignore[misc]
        self._connections.settle(self, spoke=False)

    def pause_writing(self) -> None:
        """Note that the client does not keep up with reading."""
        super().pause_writing()
        self._connections.stall(self, stalled=True)

    def resume_writing(self) -> None:
        """Note that the client reads again."""
        super().resume_writing()
        self._connections.stall(self, stalled=False)

    def _start_asgi_task(self, cycle: Any, app: Any) -> None:
        self.running = cycle
        super()._start_asgi_task(cycle, app)  # type: ignore[misc]

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop counting it, and notify the request being answered: uvicorn notifies only the last one."""
        self._connections.leave(self)
        if self.running is not None and not self.running.response_complete:
            self.running.disconnected = True
            self.running.message_event.set()
        super().connection_lost(exc)


# uvicorn's own protocol (httptools, else h11) with the mix-in. Each process imports it by this name.
GuardedProtocol: Any = type("GuardedProtocol", (Guarding, AutoHTTPProtocol), {})

LIMITS: Final[dict[str, Any]] = {
    "http": f"{__name__}:GuardedProtocol",
    "backlog": ACCEPTED_AT_ONCE,
    "timeout_keep_alive": IDLE_SECONDS,
}
"""Arguments for `uvicorn.Config`."""


class Server(uvicorn.Server):
    """A uvicorn server with a larger backlog than it accepts at once."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer."""
        await super().startup(sockets)
        for listener in sockets or ():
            listener.listen(WAITING)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Abort connections of clients that do not read, then stop."""
        if self.server_state in _BY_SERVER:
            _BY_SERVER[self.server_state].abort_stalled()
        await super().shutdown(sockets)
