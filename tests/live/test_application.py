"""Pages and live streams side by side behind a2wsgi; the pages are a small WSGI application."""

import asyncio
import contextlib
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import httpx
import pytest
from a2wsgi import WSGIMiddleware

from games.live import make_application
from games.live.body_buffer import BODY_LIMIT_KEY, SAVED_BODY, SMALL_BODY, BufferedRequests
from games.live.protocol import Receive, Scope, Send
from tests.live.kit import Served, Tables, Watching, get, post, wait_until

Serve = Callable[..., Served]
MIB = 1024 * 1024


class Pages:
    """Pages that answer with the length of the body, and record requests and their threads."""

    def __init__(self) -> None:
        self.bodies: list[bytes] = []
        self.threads: set[int] = set()

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        self.threads.add(threading.get_ident())
        if BODY_LIMIT_KEY in environ["asgi.scope"]:
            start_response("413 Content Too Large", [("Content-Type", "text/plain")])
            return [f"{environ['asgi.scope'][BODY_LIMIT_KEY]} at most".encode()]
        if environ["PATH_INFO"] == "/slow/":
            time.sleep(0.1)
        self.bodies.append(environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0)))
        start_response("200 OK", [("Content-Type", "text/plain")])
        return [str(len(self.bodies[-1])).encode()]


@pytest.fixture
def pages() -> Pages:
    return Pages()


@pytest.fixture
def server(serve: Serve, pages: Pages, tables: Tables) -> Served:
    application: Any = WSGIMiddleware(pages, workers=8)  # type: ignore[arg-type]
    return serve(make_application(application, tables.admit, tables.hub, body_limit=allowed), lifespan="on")


def allowed(scope: Scope) -> int:
    """Files at one address only, as some addresses of Scorekeeper take them."""
    return 4 * MIB if scope["path"] == "/files/" else SMALL_BODY


def limited(pages: Pages, **limits: Any) -> BufferedRequests:
    application: Any = WSGIMiddleware(pages, workers=8)  # type: ignore[arg-type]
    return BufferedRequests(application, **limits)


def begun(server: Served, length: int, first: bytes) -> socket.socket:
    """A POST of which only the first bytes have been sent."""
    line = socket.create_connection(("127.0.0.1", server.port), timeout=5)
    line.sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % length + first)
    return line


def test_pages_and_streams_live_side_by_side(
    server: Served, watch: Callable[..., Watching], tables: Tables, pages: Pages
) -> None:
    stream = watch(f"{server.url}/live/t1.7/")
    assert stream.revision() == 1
    assert get(f"{server.url}/lively/").text == "0"
    tables.play()
    assert stream.revision() == 2
    assert len(pages.bodies) == 1


@pytest.mark.parametrize("size", [1, 70_000, 3 * MIB])
def test_a_body_arrives_whole(server: Served, pages: Pages, size: int) -> None:
    body = bytes(range(256)) * (size // 256) + b"x" * (size % 256)
    assert post(f"{server.url}/files/", content=body).text == str(size)
    assert pages.bodies == [body]


def test_a_body_without_a_length_arrives_whole(server: Served) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(10):
            yield b"x" * 1000

    assert post(server.url, content=pieces()).text == "10000"


def test_a_declared_body_over_the_limit_is_refused_before_it_is_sent(server: Served, pages: Pages) -> None:
    with begun(server, 5 * MIB, b"") as line:
        assert line.recv(1000).startswith(b"HTTP/1.1 413 ")
    assert not pages.bodies
    too_large = post(server.url, content=b"x" * (SMALL_BODY + 1))
    assert (too_large.status_code, too_large.text) == (413, f"{SMALL_BODY} at most")
    assert post(server.url, content=b"x" * SMALL_BODY).text == str(SMALL_BODY)


def test_upload_gets_503_if_its_right_cannot_be_checked(serve: Serve, pages: Pages) -> None:
    def away(_scope: Scope) -> int:
        raise OSError("the database is away")

    server = serve(limited(pages, body_limit=away))
    answer = post(server.url, content=b"x" * (SMALL_BODY + 1))
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert post(server.url, content=b"x" * SMALL_BODY).status_code == 200


def test_an_undeclared_body_over_the_limit_is_refused(serve: Serve, pages: Pages) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(50):
            yield b"x" * 1000

    server = serve(limited(pages, small=10_000))
    assert post(server.url, content=endless()).status_code == 413
    assert not pages.bodies


def test_a_form_cut_off_half_way_never_reaches_the_pages(server: Served, pages: Pages) -> None:
    with begun(server, 11, b"deadwood=1"):
        wait_until(lambda: server.requests() == 1)
    wait_until(lambda: server.requests() == 0)
    assert get(server.url).status_code == 200
    assert pages.bodies == [b""]


def test_slow_forms_hold_no_thread(server: Served) -> None:
    lines = [begun(server, 2, b"a") for _ in range(20)]
    assert get(server.url).text == "0"
    for line in lines:
        line.sendall(b"b")
        assert line.recv(1000).startswith(b"HTTP/1.1 200 ")
        line.close()


def test_a_form_that_never_ends_is_given_up(serve: Serve, pages: Pages) -> None:
    server = serve(limited(pages, grace=0.2))
    with begun(server, 11, b"deadwood=1") as line:
        assert line.recv(1000).startswith(b"HTTP/1.1 408 ")
    assert not pages.bodies


def test_large_bodies_at_once_have_a_limit_together_and_give_it_back(serve: Serve, pages: Pages) -> None:
    server = serve(limited(pages, largest_sum=60_000, largest_share=60_000))
    with begun(server, 50_000, b"x" * 40_000):
        wait_until(lambda: post(server.url, content=b"x" * 30_000).status_code == 503)
        answer = post(server.url, content=b"x" * 30_000)
        assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
        assert post(server.url, content=b"x" * 20_000).status_code == 200
    wait_until(lambda: post(server.url, content=b"x" * 30_000).status_code == 200)


def test_an_address_has_a_share_and_a_round_is_always_let_in(serve: Serve, pages: Pages) -> None:
    server = serve(limited(pages, largest_sum=100_000, largest_share=60_000))
    lines = [begun(server, 30_000, b"x" * 29_000) for _ in range(2)]
    wait_until(lambda: post(server.url, content=b"x" * 30_000).status_code == 503)
    other = httpx.HTTPTransport(local_address="127.0.0.3")
    with httpx.Client(transport=other) as elsewhere:
        assert elsewhere.post(server.url, content=b"x" * 30_000).status_code == 200
        lines += [begun(server, 30_000, b"x" * 100) for _ in range(3)]
        assert post(server.url, content=b"x" * SAVED_BODY).status_code == 200
    for line in lines:
        line.close()


def test_a_body_that_trickles_is_given_up_and_one_that_is_slow_is_not(serve: Serve, pages: Pages) -> None:
    server = serve(limited(pages, grace=0.5))
    with begun(server, 40_000, b"") as slow, begun(server, 40_000, b"") as trickling:
        for _ in range(10):
            # 40,000 bytes a second are more than the pace, which gives a second more for each 16 KiB.
            slow.sendall(b"x" * 4_000)
            with contextlib.suppress(OSError):
                trickling.sendall(b"x")
            time.sleep(0.1)
        assert slow.recv(1000).startswith(b"HTTP/1.1 200 ")
        assert trickling.recv(1000).startswith(b"HTTP/1.1 408 ")


def test_many_requests_share_eight_threads(server: Served, pages: Pages) -> None:
    async def storm() -> list[int]:
        async with httpx.AsyncClient() as client:
            answers = await asyncio.gather(*(client.get(f"{server.url}/slow/") for _ in range(40)))
        return [answer.status_code for answer in answers]

    assert asyncio.run(storm()) == [200] * 40
    assert len(pages.threads) == 8


def test_a_client_that_leaves_during_a_page_does_no_harm(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    for _ in range(10):
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(b"GET /slow/ HTTP/1.1\r\nHost: x\r\n\r\n")
    assert get(server.url).status_code == 200
    server.stop()
    assert not [record for record in caplog.records if record.exc_info]


def test_a_server_stops_quietly_while_a_form_trickles_in(server: Served, caplog: pytest.LogCaptureFixture) -> None:
    with begun(server, 11, b"deadwood=1") as line:
        wait_until(lambda: server.requests() == 1)
        server.stop()
        assert line.recv(1000).startswith(b"HTTP/1.1 503 ")
    assert not [record for record in caplog.records if record.exc_info]


def test_a_web_socket_is_closed(tables: Tables) -> None:
    sent: list[Any] = []

    async def pages(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError("a web socket is no page")

    async def receive() -> Any:
        return {"type": "websocket.connect"}

    async def send(message: Any) -> None:
        sent.append(message)

    async def scene() -> None:
        await make_application(pages, tables.admit, tables.hub)({"type": "websocket"}, receive, send)

    asyncio.run(scene())
    assert sent == [{"type": "websocket.close", "code": 1000}]


def test_a_server_in_a_folder_still_finds_its_streams(tables: Tables, serve: Serve) -> None:
    async def pages(_scope: Scope, _receive: Receive, _send: Send) -> None:
        raise AssertionError("a stream is no page")

    server = serve(make_application(pages, tables.admit, tables.hub), root_path="/cards")
    assert get(f"{server.url}/live/nothing/").status_code == 404
