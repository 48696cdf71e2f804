"""What machines ask a server: does it answer, can it do its work, what did it measure.

They are answered beside the pages, in threads of their own, so that a server whose page threads are all busy still
says so; under whatever name a load balancer asks, and never sent on to https. Nothing is told that helps a stranger.
"""

import asyncio
import json
import logging
import os
import shutil
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Final

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, connections
from django.http import HttpRequest, HttpResponse

from games.live import bridge_state
from games.live.protocol import SAFE_HEADERS, Reply, Scope, Send, header, local_path
from scorekeeper import metrics
from scorekeeper.readiness import unfinished

logger = logging.getLogger(__name__)

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
LATER: Final = 5
"""Seconds after which a server that is not ready is worth asking again."""
FRESH: Final = 2.0
"""Seconds for which one look, which takes a tenth of one, does for everybody who asks."""
PATIENCE: Final = 4.0
"""Seconds after which a database that says nothing is away."""
LOW: Final = 100 * 1024 * 1024
"""Bytes on the disk below which somebody should look."""
FULL: Final = 4 * 1024 * 1024
"""Bytes on the disk below which nothing more can be saved."""


class State(StrEnum):
    """How a part of the server does."""

    OK = "ok"
    DEGRADED = "degraded"
    """It does its work, and somebody should look at it."""
    FAILED = "failed"
    """Without it nothing can be saved."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer to a machine."""

    status: int
    kind: str
    body: bytes
    headers: tuple[tuple[str, str], ...] = ()


# --- What is looked at ------------------------------------------------------------------------------------------------


def database() -> State:
    """Whether the database answers."""
    connection = connections[DEFAULT_DB_ALIAS]
    with connection.cursor() as cursor:
        # SQLite would not look into its file for a SELECT of nothing.
        cursor.execute("PRAGMA schema_version" if connection.vendor == "sqlite" else "SELECT 1")
    return State.OK


def migrations() -> State:
    """Whether it is laid out as this version needs it, guards included."""
    return State.FAILED if unfinished() else State.OK


def writing() -> State:
    """Whether the database may be written to; nothing is written for that."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite":
        file = str(connection.settings_dict["NAME"])
        return State.OK if os.access(file, os.W_OK) else State.FAILED
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return State.OK if cursor.fetchone() == ("off",) else State.FAILED


def disk() -> State:
    """Whether there is room where SQLite writes; PostgreSQL's disk is another machine's business."""
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return State.OK
    return room(shutil.disk_usage(settings.DATA).free)


def room(free: int) -> State:
    """Whether so many free bytes do."""
    return State.FAILED if free < FULL else State.DEGRADED if free < LOW else State.OK


def bell() -> State:
    """Whether other processes are told at once when a table moves here. If not, their screens follow within seconds."""
    return State.DEGRADED if bridge_state().state == "degraded" else State.OK


CHECKS: list[tuple[str, Callable[[], State]]] = [
    ("database", database),
    ("migrations", migrations),
    ("writing", writing),
    ("disk", disk),
    ("bell", bell),
]
"""In this order; after the first that failed, the others are not asked. Whatever a check raises, it has failed."""


def readiness() -> dict[str, State]:
    """How each part does."""
    found: dict[str, State] = {}
    for name, check in CHECKS:
        try:
            found[name] = check()
        except Exception as error:
            logger.warning("Not ready, %s: %s", name, " ".join(str(error).split()))
            found[name] = State.FAILED
        if found[name] is State.FAILED:
            break
    return found


# --- Answers ----------------------------------------------------------------------------------------------------------


def told_of(path: str, method: str, authorization: str) -> Callable[[], Told] | None:
    """What answers a machine's question, or None where it is none: then the pages answer.

    ``/metrics`` is one only for who shows the token; for everybody else there is no such address.
    """
    if path not in (ALIVE, READY, METRICS) or (path == METRICS and not metrics.may_read(authorization)):
        return None
    if method not in ("GET", "HEAD"):
        return partial(Told, 405, "text/plain; charset=utf-8", b"", (("Allow", "GET, HEAD"),))
    return {ALIVE: _alive, READY: lambda: ready(readiness()), METRICS: _measured}[path]


def _alive() -> Told:
    return Told(200, "text/plain; charset=utf-8", b"ok\n")


def _measured() -> Told:
    return Told(200, *metrics.text())


def ready(found: dict[str, State]) -> Told:
    """The answer that says how each part does."""
    status = (
        "unready" if State.FAILED in found.values() else "degraded" if State.DEGRADED in found.values() else "ready"
    )
    body = json.dumps({"status": status, "checks": found}).encode()
    if status == "unready":
        return Told(503, "application/json", body, (("Retry-After", str(LATER)),))
    return Told(200, "application/json", body)


class Probes:
    """Answers machines on the server itself, beside Django."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(2, thread_name_prefix="probe")
        self._looking: asyncio.Future[Told] | None = None
        self._at = 0.0

    async def __call__(self, scope: Scope, send: Send) -> bool:
        """Answer a machine; False, with nothing sent, for everybody else."""
        path = local_path(scope)
        authorization = (header(scope, b"authorization") or b"").decode("latin-1")
        ask = told_of(path, scope["method"], authorization)
        if ask is None:
            return False
        if path == READY and scope["method"] in ("GET", "HEAD"):
            told = await self._ready(ask)
        elif path == METRICS:
            told = await asyncio.get_running_loop().run_in_executor(self._thread, ask)
        else:
            told = ask()
        headers = [("Content-Type", told.kind), ("Content-Length", str(len(told.body))), *told.headers]
        reply = Reply(send)
        await reply.start(told.status, [(name.lower().encode(), value.encode()) for name, value in headers])
        await reply.end(b"" if scope["method"] == "HEAD" else told.body)
        return True

    async def _ready(self, ask: Callable[[], Told]) -> Told:
        """Look once for all who ask within two seconds, or while a look is on its way; it may take only so long."""
        if self._looking is None or (self._looking.done() and time.monotonic() > self._at + FRESH):
            self._at = time.monotonic()
            self._looking = asyncio.get_running_loop().run_in_executor(self._thread, _and_let_go, ask)
        try:
            return await asyncio.wait_for(asyncio.shield(self._looking), PATIENCE)
        except TimeoutError:
            return ready({"database": State.FAILED})


def _and_let_go(ask: Callable[[], Told]) -> Told:
    """Ask in a thread that keeps no connection open."""
    try:
        return ask()
    finally:
        connections.close_all()


class ProbesMiddleware:
    """Answers machines where Django serves without the server around it; in front of all that looks at hosts."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a machine, or let the request pass."""
        ask = told_of(request.path_info, request.method or "", request.META.get("HTTP_AUTHORIZATION", ""))
        if ask is None:
            return self.get_response(request)
        told = ask()
        headers = dict(told.headers) | {name.decode(): value.decode() for name, value in SAFE_HEADERS}
        return HttpResponse(told.body, status=told.status, content_type=told.kind, headers=headers)
