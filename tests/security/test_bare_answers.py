"""No response leaves extra bytes on its connection: every route and method, read from a raw socket.

An answer with status 1xx, 204 or 304 and one to HEAD has no body (RFC 9110, 6.4.1). Whatever such an answer sent
after its head would be read as the beginning of the next one.
"""

import re
import socket
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass

import pytest

from games.rules.seals import seal_of
from tests.security.attacked_site import Browser, Club, Sitting, knock
from tests.security.routes import ROUTES, filled
from tests.servers import Site, Sites

METHODS = ("OPTIONS", "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "TRACE")
BESIDE = ("/healthz", "/readyz", "/metrics", "/static/nothing.css", "/nothing/", "/live/x/", "/t", "*", "//")
"""Addresses that no route is behind, or that are answered before the routes."""
OWN = {"date", "expires", "x-request-id", "set-cookie"}
"""Headers that no two answers have in common."""


@dataclass(frozen=True)
class RawResponse:
    """A raw HTTP response."""

    status: int
    headers: list[tuple[str, str]]
    body: bytes

    def one(self, name: str) -> str | None:
        found = [value for key, value in self.headers if key == name]
        assert len(found) < 2, f"{name} stands there twice: {found}"
        return found[0] if found else None


class Line:
    """One connection that stays open as long as the server lets it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._socket: socket.socket | None = None
        self._rest = b""
        self.opened = 0

    def send_request(self, method: str, path: str, headers: dict[str, str]) -> RawResponse:
        """Send a request and read the answer to it, and not a byte more."""
        if self._socket is None:
            self._socket = socket.create_connection(("127.0.0.1", self._port), 30)
            self._rest, self.opened = b"", self.opened + 1
        length = {} if method in ("GET", "HEAD") else {"Content-Length": "0"}
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        lines += [f"{name}: {value}" for name, value in (headers | length).items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        head = self._until(b"\r\n\r\n")
        first, *rest = head.decode("latin-1").split("\r\n")
        assert re.fullmatch(r"HTTP/1\.1 [2-5]\d\d .*", first), f"before {method} {path} something was left: {head!r}"
        headers_read = [(name.lower(), value.strip()) for name, _, value in (line.partition(":") for line in rest)]
        answer = RawResponse(int(first.split()[1]), headers_read, b"")
        answer = RawResponse(answer.status, headers_read, self._body(method, answer))
        if (answer.one("connection") or "").lower() == "close":
            assert self._socket.recv(1) == b"", f"more came after the answer to {method} {path}"
            self.close()
        return answer

    def _body(self, method: str, answer: RawResponse) -> bytes:
        """What has to follow this head, and nothing where nothing may."""
        chunked, length = answer.one("transfer-encoding"), answer.one("content-length")
        if method == "HEAD" or answer.status in (204, 304):
            return b""
        if chunked:
            assert (chunked, length) == ("chunked", None)
            body = b""
            while size := int(self._until(b"\r\n"), 16):
                body += self._exactly(size)
                assert self._exactly(2) == b"\r\n"
            assert self._exactly(2) == b"\r\n"
            return body
        assert length is not None, f"nobody can tell where the answer to {method} ends: {answer}"
        return self._exactly(int(length))

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._rest:
            self._more()
        found, _, self._rest = self._rest.partition(mark)
        return found

    def _exactly(self, size: int) -> bytes:
        while len(self._rest) < size:
            self._more()
        found, self._rest = self._rest[:size], self._rest[size:]
        return found

    def _more(self) -> None:
        assert self._socket
        more = self._socket.recv(1 << 16)
        assert more, f"the server hung up in the middle of an answer: {self._rest!r}"
        self._rest += more

    def close(self) -> None:
        if self._socket:
            self._socket.close()
        self._socket = None


@pytest.fixture(scope="module")
def site(sites: Sites) -> Iterator[Site]:
    with sites.make("sqlite") as running:
        yield running
        assert "Traceback" not in running.log.read_text()


@pytest.fixture(scope="module")
def known(site: Site) -> dict[str, str]:
    """What the addresses are made of: a table with rounds, and a league with a season."""
    table, club = Sitting(site), Club(site, "Tuesday", "Ann", "Ben")
    assert table.enter(1, knock(7, 20)).status_code == 201
    phone = table.join(Browser(site))
    cookies = [f"{cookie.name}={cookie.value}" for client in (phone, club.organizer) for cookie in client.cookies.jar]
    return {
        "t": table.id,
        "h": "x",
        "l": club.url.split("/")[2],
        "s": club.season_url.split("/")[2],
        "j": table.created["watch_token"],
        "k": "x",
        "g": "x",
        "live": "x",
        # None of those that the requests come by: it would be switched off.
        "link": "999",
        "league link": "999",
        "member": "1",
        "cookies": "; ".join(cookies),
        "token": table.created["owner_token"],
        # None that was given out; its last character is right.
        "seal": seal_of("0" * 64),
        "account's token": club.program(),
    }


@pytest.fixture
def line(site: Site) -> Iterator[Line]:
    with closing(Line(site.port)) as opened:
        yield opened


def who_asks(path: str, known: dict[str, str], method: str) -> dict[str, str]:
    """The headers of somebody who may ask: so that answers are more than refusals."""
    if path.startswith("/api/"):
        of_account = path.split("/")[3] in ("account", "leagues", "seasons")
        token = known["account's token" if of_account else "token"]
        return {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    # What a browser would send without a form's token changes nothing.
    return {"Cookie": known["cookies"]} if method in ("GET", "HEAD", "OPTIONS", "POST") else {}


@pytest.mark.slow
def test_every_route_and_method_leaves_its_connection_clean(
    line: Line, known: dict[str, str], counted: Callable[[str], None]
) -> None:
    ends, wrong = Counter[int](), list[str]()
    paths = [filled(path, known) for _, path in ROUTES]
    for path in (*paths, *BESIDE):
        for method in METHODS:
            response = line.send_request(method, path, who_asks(path, known, method))
            ends[response.status] += 1
            if response.status in (204, 304):
                about = {"content-length", "transfer-encoding", "content-type", "content-encoding"}
                wrong += [f"{method} {path} {response.status}: {name}" for name, _ in response.headers if name in about]
        # The last word on this connection: had anything been left, this would not be read as an answer.
        assert line.send_request("GET", "/healthz", {}).body == b"ok\n"
    assert wrong == [], "\n".join(wrong)
    assert {200, 204, 400, 404, 405} <= set(ends)
    assert not [status for status in ends if status >= 500]
    assert line.opened < len(paths), "the connection was kept open"
    counted(f"{sum(ends.values())} answers on {line.opened} connections left nothing: {dict(sorted(ends.items()))}")


@pytest.mark.slow
def test_head_has_the_headers_of_get(line: Line, known: dict[str, str]) -> None:
    wrong = []
    for name, path in ROUTES:
        address = filled(path, known)
        asks = who_asks(address, known, "GET")
        got, head = (line.send_request(method, address, asks) for method in ("GET", "HEAD"))
        # A stream has no head without its body; elsewhere nothing is to be got, and the refusal names the method.
        if head.status == 405 and (name == "live" or got.status == 405):
            continue
        # A page that draws a new secret, and its code, is never twice as long.
        own = OWN | {"content-length"} if name == "mfa_activate_totp" else OWN
        same = [sorted((key, text) for key, text in response.headers if key not in own) for response in (got, head)]
        if (got.status, same[0]) != (head.status, same[1]):
            differs = set(same[0]) ^ set(same[1])
            wrong.append(f"{name} {address}: {got.status} and {head.status}, {sorted(differs)}")
    assert wrong == [], "\n".join(wrong)


@pytest.mark.slow
def test_unchanged_file_is_304_without_a_body(line: Line, known: dict[str, str]) -> None:
    found = 0
    for _, path in ROUTES:
        address = filled(path, known)
        asks = who_asks(address, known, "GET")
        for more in ({}, {"Accept-Encoding": "gzip, br"}):
            first = line.send_request("GET", address, asks | more)
            if tag := first.one("etag"):
                for method in ("GET", "HEAD"):
                    again = line.send_request(method, address, asks | more | {"If-None-Match": tag})
                    assert again.status in (200, 304), (address, again)
                    found += again.status == 304
                    if again.status == 304:
                        assert again.one("etag") == tag, address
                        assert again.one("content-length") is None, address
    assert found > 20
