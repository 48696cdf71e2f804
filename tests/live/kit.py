"""A real server on a free port, tables held in a dictionary, and a client that reads one live stream."""

import json
import socket
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self

import httpx
import uvicorn

from games.live import Admission, Hub, StreamRefusal
from tests.servers import NO_TLS


def get(url: str, **more: Any) -> httpx.Response:
    """GET by a client of its own."""
    return httpx.get(url, verify=NO_TLS, **more)


def post(url: str, **more: Any) -> httpx.Response:
    """POST by a client of its own."""
    return httpx.post(url, verify=NO_TLS, **more)


def wait_until(condition: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait until the condition holds; fail after the timeout."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.005)


@dataclass
class Tables:
    """Replaces the database: revisions by table, tokens `<table>.<link>`, and revoked links."""

    hub: Hub
    revisions: dict[str, int] = field(default_factory=lambda: {"t1": 1})
    revoked: set[int] = field(default_factory=set)
    checks: dict[str, int] = field(default_factory=dict)
    checked_at: dict[str, int] = field(default_factory=dict)
    reads: int = 0

    def admit(self, token: str) -> Admission | StreamRefusal:
        self.reads += 1
        table, _, link = token.partition(".")
        if table not in self.revisions or not link.isdigit():
            return StreamRefusal.UNKNOWN
        if int(link) in self.revoked:
            return StreamRefusal.GONE
        checks_seen = self.checked_at.get(table) == self.revisions[table]
        return Admission(table, int(link), self.revisions[table], report_is_newest=checks_seen)

    def play(self, table: str = "t1") -> int:
        self.revisions[table] += 1
        self.hub.publish_revision(table, self.revisions[table])
        return self.revisions[table]

    def add_check(self, table: str = "t1", *, notify: bool = True) -> int:
        """Add a check, which makes no revision; with `notify`, wake the subscribers."""
        self.checks[table] = self.checks.get(table, 0) + 1
        self.checked_at[table] = self.revisions[table]
        if notify:
            self.hub.publish_wakeup(table)
        return self.checks[table]

    def revoke(self, link: int) -> None:
        self.revoked.add(link)
        self.hub.publish_revocation(link)


class Served:
    """Uvicorn in a thread, on a free port unless one is given."""

    def __init__(self, application: Any, *, port: int = 0, **config: Any) -> None:
        self._socket = socket.create_server(("127.0.0.1", port), backlog=512)
        self.port = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        settings = {"log_config": None, "timeout_graceful_shutdown": 1, "ws": "none", "lifespan": "off"} | config
        self._server = uvicorn.Server(uvicorn.Config(application, **settings))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [self._socket]})
        self._thread.start()
        wait_until(lambda: self._server.started)

    def requests(self) -> int:
        """How many requests have begun and are not answered."""
        return len(self._server.server_state.tasks)

    def stop_soon(self) -> None:
        """Have it stop, and don't wait for that: it looks every tenth of a second whether it should."""
        self._server.should_exit = True

    def stop(self) -> None:
        """Stop it, and wait until it has stopped."""
        self.stop_soon()
        self._thread.join(60)
        assert not self._thread.is_alive()
        self._socket.close()


class Watching:
    """One open stream."""

    def __init__(self, url: str, **headers: str) -> None:
        self._client = httpx.Client(timeout=60, verify=NO_TLS)
        self._context = self._client.stream("GET", url, headers=headers)
        self.answer = self._context.__enter__()
        self._lines = self.answer.iter_lines()

    def block(self) -> dict[str, str]:
        """Return the next block of the stream, field by field; empty when the stream has ended."""
        fields: dict[str, str] = {}
        for line in self._lines:
            if not line and fields:
                break
            name, _, value = line.partition(": ")
            fields[name] = value
        return fields

    def revision(self) -> int:
        """Return the revision of the next event that isn't a heartbeat."""
        while True:
            block = self.block()
            assert block, "the stream has ended"
            if "id" in block:
                assert set(block) == {"id", "data"}
                assert json.loads(block["data"])["revision"] == int(block["id"])
                return int(block["id"])

    def ends(self) -> bool:
        """Read to the end and return True; a stream that stays open raises httpx.ReadTimeout."""
        while self.block():
            pass
        return True

    def close(self) -> None:
        self._context.__exit__(None, None, None)
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
