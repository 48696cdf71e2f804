"""Visitors of a real server: phones with cookies and forms, and programs with a token."""

import re
import secrets
import threading
from typing import Any

import httpx

from tests.servers import NO_TLS, Site

WAIT = 20  # seconds for one answer on a busy machine


class PhoneAt:
    """A browser at a site, which keeps its cookies and sends forms as the pages give them."""

    def __init__(self, site: Site) -> None:
        self.http = httpx.Client(base_url=site.url, timeout=WAIT, verify=NO_TLS, follow_redirects=False)

    def get(self, path: str) -> httpx.Response:
        """Open a page."""
        return self.http.get(path)

    def send(self, path: str, form_at: str = "", **fields: str) -> httpx.Response:
        """Post `fields` to a path, with the form token of the page at `form_at`, or at the path itself."""
        found = re.search(r'X-CSRFToken": "(\w+)"', self.get(form_at or path).text)
        assert found, path
        return self.http.post(path, data=fields | {"csrfmiddlewaretoken": found[1]})

    def join(self, secret: str, label: str) -> str:
        """Take up a link of a table and return the path of the table."""
        answer = self.send(f"/j/{secret}/", label=label)
        assert answer.status_code == httpx.codes.FOUND, answer.text
        return answer.headers["location"]

    def live_url(self, table: str) -> str:
        """The address of the live stream that the table's page names."""
        found = re.search(r'data-live-url="([^"]+)"', self.get(table).text)
        assert found
        return found[1]


class StreamAt:
    """A live stream that is read in a thread until it ends."""

    def __init__(self, phone: PhoneAt, path: str) -> None:
        self._phone, self._path = phone, path
        self.opened, self.ended, self._enough = threading.Event(), threading.Event(), threading.Event()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        assert self.opened.wait(WAIT), "the stream did not open"

    def _read(self) -> None:
        timeout = httpx.Timeout(WAIT, read=60)
        with self._phone.http.stream("GET", self._path, timeout=timeout) as answer:
            for _ in answer.iter_bytes():
                self.opened.set()
                if self._enough.is_set():
                    break
        self.ended.set()

    def read_no_more(self) -> None:
        """Stop reading at the next event."""
        self._enough.set()

    def wait(self) -> None:
        """Wait until it ended."""
        assert self.ended.wait(60), "the stream stayed open"


def start_table(site: Site, **more: Any) -> dict[str, Any]:
    """Start a table through the API; the answer has its tokens."""
    given = {"players": ["Ann", "Ben"], "preset": "standard"} | more
    answer = httpx.post(f"{site.url}/api/v1/tables/", json=given, timeout=WAIT, verify=NO_TLS)
    assert answer.status_code == httpx.codes.CREATED, answer.text
    return answer.json()


def api_request(site: Site, token: str, method: str, path: str, **more: Any) -> httpx.Response:
    """Send one API request with a token; a write gets a new key."""
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": secrets.token_hex(8)} | more.pop("headers", {})
    address = f"{site.url}/api/v1/{path}"
    return httpx.request(method, address, headers=headers, timeout=WAIT, verify=NO_TLS, **more)


def dead_hand(number: int) -> dict[str, Any]:
    """A round in which nobody scored."""
    return {"game": 1, "round": number, "declared": "dead"}
