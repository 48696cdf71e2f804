"""A small site to test live.js with: one page, its fragment, revision and stream; each can be made to fail."""

import asyncio
from dataclasses import dataclass, field
from pathlib import Path

import django_htmx
from playwright.sync_api import Page, expect

from games.live import Hub, LiveStream
from games.live.protocol import Application, Receive, Scope, Send
from tests.live.kit import Tables

SECOND = 1000
LIVE_JS = Path(__file__).parents[2] / "static" / "live.js"
HTMX = Path(django_htmx.__file__).parent / "static" / "django_htmx" / "htmx-2.min.js"

PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sheet</title><link rel="icon" href="data:,">
<meta name="htmx-config" content='{{"includeIndicatorStyles":false,"allowEval":false}}'>
<script src="/htmx.js" defer></script><script src="/live.js" defer></script></head>
<body {attributes}>
<p data-live-status data-text-live="Live" data-text-polling="Checked at {{time}}" data-text-offline="Offline"
 data-text-gone="Link switched off">…</p>
<main hx-get="/fragment/" hx-trigger="table-moved from:body" hx-sync="this:replace">revision 1</main></body></html>"""
COUNTS_CHECKS = ' data-changes="0"'
LIVE = 'data-live-url="/live/t1.7/" data-poll-url="/revision/" data-revision="1" data-live-beat="1"'
WAKE_LOCKS = """
    window.locks = [];
    const request = navigator.wakeLock.request.bind(navigator.wakeLock);
    navigator.wakeLock.request = async (kind) => {
        const lock = await request(kind);
        window.locks.push(lock);
        return lock;
    };
"""
CSP = b"default-src 'none'; script-src 'self'; connect-src 'self'; img-src data:"


@dataclass
class Site:
    """What the tests turn: attributes of the body; how the stream behaves; the fragment's status.

    A page with COUNTS_CHECKS among its attributes also counts checks, which make no revision.

    A stream is "open", "beatless" (it speaks, but does not beat), "silent" or "refused".
    """

    tables: Tables = field(default_factory=lambda: Tables(Hub()))
    attributes: str = LIVE
    stream: str = "open"
    fragment: int = 200
    delay: float = 0  # seconds before the revision is told
    busy: int = 0  # so many questions for the revision are not answered
    requests: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._streams: dict[str, Application] = {
            "open": LiveStream(self.tables.admit, self.tables.hub, heartbeat=1),
            "beatless": LiveStream(self.tables.admit, self.tables.hub, heartbeat=1000),
            "silent": withhold_response,
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        self.requests.append(path)
        if path.startswith("/live/") and self.stream in self._streams:
            await self._streams[self.stream](scope, receive, send)
        else:
            await asyncio.sleep(self.delay if path == "/revision/" else 0)
            status, kind, body = self._page(scope)
            headers = [(b"content-type", kind), (b"content-security-policy", CSP)]
            headers.append((b"etag", self.mark))
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": body})

    @property
    def revision(self) -> int:
        return self.tables.revisions["t1"]

    @property
    def checks(self) -> int:
        return self.tables.checks.get("t1", 0)

    @property
    def mark(self) -> bytes:
        """The ETag of the revision."""
        return (
            b'"%d.%d"' % (self.revision, self.checks) if COUNTS_CHECKS in self.attributes else b'"%d"' % self.revision
        )

    def cut(self, stream: str) -> None:
        """End the streams that are open, and treat the next ones so."""
        self.stream = stream
        self.tables.hub.publish_revocation(7)

    def streams(self) -> int:
        return self.tables.hub.streams("t1")

    def _page(self, scope: Scope) -> tuple[int, bytes, bytes]:
        match scope["path"]:
            case "/":
                return 200, b"text/html", PAGE.format(attributes=self.attributes).encode()
            case "/live.js":
                return 200, b"text/javascript", LIVE_JS.read_bytes()
            case "/htmx.js":
                return 200, b"text/javascript", HTMX.read_bytes()
            case "/fragment/":
                text = f", changes {self.checks}" if self.checks else ""
                return self.fragment, b"text/html", f"revision {self.revision}{text}".encode()
            case "/revision/" if 7 in self.tables.revoked:
                return 410, b"application/json", b"{}"
            case "/revision/" if self.busy:
                self.busy -= 1
                return 503, b"text/plain", b""
            case "/revision/" if dict(scope["headers"]).get(b"if-none-match") == self.mark:
                return 304, b"application/json", b""
            case "/revision/":
                return 200, b"application/json", b'{"revision": %d, "changes": %d}' % (self.revision, self.checks)
        return 503, b"text/plain", b""


async def withhold_response(_scope: Scope, receive: Receive, send: Send) -> None:
    """Do what a buffering proxy does: take the request, keep the answer."""
    while (await receive())["type"] != "http.disconnect":
        pass
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def says(page: Page, words: str) -> None:
    state = {"Live": "live", "Offline": "offline", "Link": "gone", "Checked": "polling"}[words.split(maxsplit=1)[0]]
    expect(page.locator("html")).to_have_attribute("data-live", state)
    expect(page.locator("[data-live-status]")).to_contain_text(words)


def shows(page: Page, revision: int) -> None:
    expect(page.locator("main")).to_have_text(f"revision {revision}")


def hide(page: Page, hidden: bool) -> None:
    """Simulate switching to another app and back by dispatching the browser's own events."""
    page.evaluate(
        """hidden => {
            Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
            document.dispatchEvent(new Event("visibilitychange"));
        }""",
        hidden,
    )


def locks(page: Page) -> list[str]:
    page.wait_for_timeout(200)
    found: list[str] = page.evaluate("window.locks.map(lock => lock.type)")
    return found
