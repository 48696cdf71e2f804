"""Health checks and metrics for machines: `/healthz` (alive), `/readyz` (ready) and `/metrics`.

They are answered beside the pages, in their own threads, so that a server whose page threads are all busy still
answers; for any host name, and without a redirect to https. They reveal nothing that would help a stranger.
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
from games.live.protocol import SAFE_HEADERS, AsgiResponse, Scope, Send, header, local_path
from scorekeeper import metrics
from scorekeeper.readiness import missing_setup

logger = logging.getLogger(__name__)

ALIVE, READY, METRICS = "/healthz", "/readyz", "/metrics"
LATER: Final = 5
"""Seconds after which to ask a server again that is not ready."""
FRESH: Final = 2.0
"""Seconds for which one readiness check, which takes a tenth of a second, answers all requests."""
PATIENCE: Final = 4.0
"""Seconds after which a database that does not answer counts as unavailable."""
LOW: Final = 100 * 1024 * 1024
"""Bytes on the disk below which somebody should look."""
FULL: Final = 4 * 1024 * 1024
"""Bytes on the disk below which nothing more can be saved."""


class State(StrEnum):
    """The state of a part of the server."""

    OK = "ok"
    DEGRADED = "degraded"
    """It works, and somebody should look at it."""
    FAILED = "failed"
    """Without it nothing can be saved."""


@dataclass(frozen=True, slots=True)
class ProbeResponse:
    """The response to a probe."""

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
    """Whether the database is migrated for this version, and has its triggers."""
    return State.FAILED if missing_setup() else State.OK


def writing() -> State:
    """Whether the database can be written to, without writing anything."""
    connection = connections[DEFAULT_DB_ALIAS]
    if connection.vendor == "sqlite":
        file = str(connection.settings_dict["NAME"])
        return State.OK if os.access(file, os.W_OK) else State.FAILED
    with connection.cursor() as cursor:
        cursor.execute("SHOW transaction_read_only")
        return State.OK if cursor.fetchone() == ("off",) else State.FAILED


def disk() -> State:
    """Whether SQLite's disk has room; PostgreSQL's disk may be on another machine."""
    if connections[DEFAULT_DB_ALIAS].vendor != "sqlite":
        return State.OK
    return disk_state(shutil.disk_usage(settings.DATA).free)


def disk_state(free: int) -> State:
    """Return the state of a disk with so many free bytes."""
    return State.FAILED if free < FULL else State.DEGRADED if free < LOW else State.OK


def bridge_check() -> State:
    """Whether notifications reach other processes at once. If not, their pages follow within seconds."""
    return State.DEGRADED if bridge_state().state == "degraded" else State.OK


CHECKS: list[tuple[str, Callable[[], State]]] = [
    ("database", database),
    ("migrations", migrations),
    ("writing", writing),
    ("disk", disk),
    ("bell", bridge_check),
]
"""The checks in order, up to the first that fails. A check that raises anything has failed."""


def readiness() -> dict[str, State]:
    """Run the checks; return the state of each part."""
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


def probe_for(path: str, method: str, authorization: str) -> Callable[[], ProbeResponse] | None:
    """Return the function that answers a probe, or None for any other request, which the pages answer.

    ``/metrics`` is a probe only with the token; without it the path does not exist.
    """
    if path not in (ALIVE, READY, METRICS) or (path == METRICS and not metrics.may_read(authorization)):
        return None
    if method not in ("GET", "HEAD"):
        return partial(ProbeResponse, 405, "text/plain; charset=utf-8", b"", (("Allow", "GET, HEAD"),))
    return {ALIVE: _alive, READY: lambda: ready(readiness()), METRICS: _measured}[path]


def _alive() -> ProbeResponse:
    return ProbeResponse(200, "text/plain; charset=utf-8", b"ok\n")


def _measured() -> ProbeResponse:
    return ProbeResponse(200, *metrics.text())


def ready(found: dict[str, State]) -> ProbeResponse:
    """Return the response of ``/readyz`` for these states."""
    status = (
        "unready" if State.FAILED in found.values() else "degraded" if State.DEGRADED in found.values() else "ready"
    )
    body = json.dumps({"status": status, "checks": found}).encode()
    if status == "unready":
        return ProbeResponse(503, "application/json", body, (("Retry-After", str(LATER)),))
    return ProbeResponse(200, "application/json", body)


class Probes:
    """Answers probes in the ASGI server, beside Django."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(2, thread_name_prefix="probe")
        self._looking: asyncio.Future[ProbeResponse] | None = None
        self._at = 0.0

    async def __call__(self, scope: Scope, send: Send) -> bool:
        """Answer a probe; return False, with nothing sent, for any other request."""
        path = local_path(scope)
        authorization = (header(scope, b"authorization") or b"").decode("latin-1")
        probe = probe_for(path, scope["method"], authorization)
        if probe is None:
            return False
        if path == READY and scope["method"] in ("GET", "HEAD"):
            response = await self._ready(probe)
        elif path == METRICS:
            response = await asyncio.get_running_loop().run_in_executor(self._thread, probe)
        else:
            response = probe()
        headers = [("Content-Type", response.kind), ("Content-Length", str(len(response.body))), *response.headers]
        reply = AsgiResponse(send)
        await reply.start(response.status, [(name.lower().encode(), value.encode()) for name, value in headers])
        await reply.end(b"" if scope["method"] == "HEAD" else response.body)
        return True

    async def _ready(self, probe: Callable[[], ProbeResponse]) -> ProbeResponse:
        """Check readiness once for all requests within two seconds, or while a check is running, with a timeout."""
        if self._looking is None or (self._looking.done() and time.monotonic() > self._at + FRESH):
            self._at = time.monotonic()
            self._looking = asyncio.get_running_loop().run_in_executor(self._thread, _probe_and_close, probe)
        try:
            return await asyncio.wait_for(asyncio.shield(self._looking), PATIENCE)
        except TimeoutError:
            return ready({"database": State.FAILED})


def _probe_and_close(probe: Callable[[], ProbeResponse]) -> ProbeResponse:
    """Run a probe in a thread, and close its database connections."""
    try:
        return probe()
    finally:
        connections.close_all()


class ProbesMiddleware:
    """Answers probes where Django runs without the ASGI server around it; it comes before every check of host names."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer a probe, or pass the request on."""
        probe = probe_for(request.path_info, request.method or "", request.META.get("HTTP_AUTHORIZATION", ""))
        if probe is None:
            return self.get_response(request)
        response = probe()
        headers = dict(response.headers) | {name.decode(): value.decode() for name, value in SAFE_HEADERS}
        return HttpResponse(response.body, status=response.status, content_type=response.kind, headers=headers)
