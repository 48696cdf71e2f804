"""Clients that disconnect during a response cause no errors and no tracebacks in the log."""

import asyncio
import contextlib
import socket
import struct
import time
from collections.abc import Callable, Iterator

import pytest

from tests.live.kit import wait_until
from tests.reliability.clients import TableRecord, make_tables
from tests.reliability.connection_attacks import Attacking, Limited, measured, slow_readers, stream_path
from tests.servers import Sites

TIMES = 4


@pytest.fixture(scope="module")
def server(sites: Sites) -> Iterator[tuple[Limited, TableRecord, str]]:
    """A server, a table with some rounds, and the path of its stream."""
    with sites.make("sqlite", Limited) as site:
        (record,) = asyncio.run(make_tables(site.url, 1))
        asyncio.run(measured(site, [record], 30))
        yield site, record, stream_path(site, record)


def leave(site: Limited, request_bytes: bytes, after: float, rest: bytes = b"") -> None:
    """Ask for something, stay a moment without reading, perhaps say ``rest``, and be gone: the line is cut (RST)."""
    with socket.socket() as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.connect(("127.0.0.1", site.port))
        line.sendall(request_bytes)
        time.sleep(after)
        with contextlib.suppress(OSError):
            line.sendall(rest)
            time.sleep(after if rest else 0)


@pytest.mark.parametrize(
    "what",
    [
        *("page", "stream", "save"),
        *(
            pytest.param(name, marks=pytest.mark.slow)
            for name in ("pages", "file", "static", "garbage", "garbage in a stream")
        ),
    ],
)
def test_a_client_that_disconnects_leaves_no_trace_in_the_log(
    what: str, server: tuple[Limited, TableRecord, str], counted: Callable[[str], None]
) -> None:
    site, record, stream = server
    token = record.tokens["owner"]
    body = b'{"game": 1}'
    request_bytes, rest = {
        "page": (get("/"), b""),
        "pages": (get("/api/v1/presets/") * 40, b""),
        "file": (get(f"/api/v1/tables/{record.id}/archive/", token) * 40, b""),
        "static": (get("/static/bundles/app.css") * 40, b""),
        "stream": (get(stream), b""),
        "save": (post(record.rounds, token, body), b""),
        "garbage": (get("/api/v1/presets/"), b"\0\1\2 no HTTP\r\n\r\n"),
        "garbage in a stream": (get(stream), b"\0\1\2 no HTTP\r\n\r\n"),
    }[what]
    wait_until(lambda: not site.connections())
    for number in range(TIMES):
        leave(site, request_bytes, 0.06 * number, rest)
    wait_until(lambda: not site.connections())
    measurement = asyncio.run(measured(site, [record], 5))
    log = site.log.read_text()
    counted(f"{TIMES} left during {what}: {log.count('Traceback')} tracebacks")
    assert measurement.taken == 5
    assert "Traceback" not in log, log[-3000:]
    assert "ERROR" not in log, log[-3000:]


@pytest.mark.slow
def test_a_server_stops_quietly_while_nobody_reads(sites: Sites) -> None:
    with sites.make("sqlite", Limited) as site:
        with Attacking(slow_readers(6, "/static/bundles/app.css"), site.port):
            wait_until(lambda: site.connections() >= 6)
            site.stop()
        log = site.log.read_text()
    assert "Traceback" not in log, log[-3000:]


def get(path: str, token: str = "") -> bytes:
    shown = f"Authorization: Bearer {token}\r\n" if token else ""
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n{shown}\r\n".encode()


def post(path: str, token: str, body: bytes) -> bytes:
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {token}\r\nIdempotency-Key: k\r\n"
    return f"{head}Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
