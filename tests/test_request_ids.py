"""The request id is on every response, in the log, and on error pages."""

import json
import re
import socket
from collections.abc import Iterator
from contextlib import ExitStack

import httpx
import pytest
from django.db import OperationalError, connection
from django.test import Client, override_settings

from tests.security.attacked_site import Browser, Sitting
from tests.servers import Site, Sites

OWN = re.compile(r"[0-9a-f]{16}")
PROXY = "5d9cdd0c-6e0b-4f3a-9f2e-0c7a5c0b8a11"


@pytest.fixture(scope="module")
def site(sites: Sites) -> Iterator[Site]:
    with sites.make("sqlite", LOG_FORMAT="json") as running:
        yield running


def test_every_answer_has_its_request_id(site: Site) -> None:
    table = Sitting(site)
    phone = table.join(Browser(site), "watch")
    page = phone.get(table.url).text
    live = re.search(r'data-live-url="([^"]+)"', page)[1]  # type: ignore[index]
    style = re.search(r'href="(/static/[^"]+\.css)"', page)[1]  # type: ignore[index]
    token = live.removeprefix("/live/").rstrip("/")
    with ExitStack() as open_streams:
        answers = [open_streams.enter_context(phone.stream("GET", live))]
        paths = ("/", "/nothing/", "/live/x/", style, "/api/v1/presets/", f"{table.url}moved/?live={token}")
        answers += [phone.get(path) for path in paths]
        answers.append(phone.post("/", content=b"x" * (4 * 1024 * 1024 + 1)))
        numbers = [answer.headers["X-Request-ID"] for answer in answers]
    assert [answer.status_code for answer in answers] == [200, 200, 404, 404, 200, 200, 200, 413]
    assert all(OWN.fullmatch(number) for number in numbers)
    assert len(set(numbers)) == len(numbers)
    fields = {line["request"]: line for line in map(json.loads, logged(site))}
    names = [fields[number]["route"] for number in numbers]
    assert names == ["live", "start", "none", "live", "static", "api-presets", "table:moved", "none"]
    assert [fields[number]["status"] for number in numbers] == [answer.status_code for answer in answers]
    assert all(fields[number]["ms"] >= 0 for number in numbers)


def logged(site: Site) -> list[str]:
    """The lines of the log that are the program's own, not uvicorn's."""
    return [line for line in site.log.read_text().splitlines() if not line.startswith("INFO: ")]


def test_a_request_id_from_a_proxy_is_used_if_valid(site: Site) -> None:
    def given(number: str) -> str:
        return httpx.get(site.url, headers={"X-Request-ID": number.encode()}).headers["X-Request-ID"]  # type: ignore[dict-item]

    for number in (PROXY, "0123456789abcdef", "A" * 64):
        assert given(number) == number
    for number in ("short", "a" * 65, "Wilhelmina-was-here-today", "0123456789abcdef level=ERROR", "\u0660" * 20, ""):
        assert OWN.fullmatch(given(number)), number
    with socket.create_connection(("127.0.0.1", site.port)) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Request-ID: 0123456789abcdef\r\n FAKE\r\n\r\n")
        assert b"FAKE" not in line.recv(100_000)
    assert not [line for line in logged(site) if "FAKE" in line or "Wilhelmina" in line or "level=" in line]


def test_the_plain_log_ends_a_line_with_the_number_and_tells_no_request(sites: Sites) -> None:
    with sites.make("sqlite") as site:
        answer = httpx.get(f"{site.url}/api/v1/tables/0123456789abcdef/")
        (line,) = [line for line in logged(site) if " games." in line]
    assert " INFO games.security: denied status=401 method=GET address=api-table" in line
    assert line.endswith(f" [{answer.headers['X-Request-ID']}]")


@pytest.mark.django_db
def test_an_error_page_shows_the_request_id() -> None:
    client = Client(raise_request_exception=False)
    with override_settings(ROOT_URLCONF="tests.security.broken_urls"):
        page, document = client.get("/breaks/"), client.get("/api/v1/breaks/")
    assert f"request number: {page['X-Request-ID']}." in page.content.decode()
    assert document.json()["request_id"] == document["X-Request-ID"]
    refused = client.get("/api/v1/tables/0123456789abcdef/")
    assert (refused.status_code, "request_id" in refused.json()) == (401, False)


@pytest.mark.django_db
def test_a_page_that_asks_to_wait_tells_the_number() -> None:
    def away(*_: object) -> None:
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(away):
        page = Client().get("/h/0123456789abcdef/")
        document = Client().get("/h/0123456789abcdef/", headers={"Accept": "application/json"})
    assert (page.status_code, document.status_code) == (503, 503)
    assert f"request number: {page['X-Request-ID']}." in page.content.decode()
    assert document.json()["request_id"] == document["X-Request-ID"]
