"""The fragment that watchers fetch after a new revision: rendered once for all of them, without Django.

`GET /t/<table>/moved/?live=<token>` (with `&in=<language>` for any but the first language) is an ordinary page.
It is answered here instead if a stream is open under that token whose admission says that all watchers see the same,
and if the request comes from the phone of that stream (`Admission.phones`). No database query is needed to check the
access: when it ends, the stream is closed. Everything else is left to the pages.
"""

import asyncio
import gzip
import hashlib
import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from games.live.hub import Hub
from games.live.protocol import AsgiResponse, Scope, Send, header, local_path
from games.observing import name_route


@dataclass(frozen=True, slots=True)
class LiveFragment:
    """A rendered fragment (HTML), and the revision at which it was rendered."""

    revision: int
    text: str


RenderFragment = Callable[[str, str, bool], LiveFragment | None]
"""Renders the fragment of a table for its watchers, in a worker thread.

In: the table's public id; the language ("": the first one); whether the page still has the unchanged parts.

None where the watchers do not all see the same, or for an unknown language.
"""

SentRevision = Callable[[str, str, str], int | None]
"""Returns the newest revision sent at a table, under a token, to a phone; None where it has no stream there."""

HAS_PREVIOUS = "X-Has-Before"
"""The request header by which a page says that it still shows the unchanged parts (``preserved_fragment``)."""

THREADS = 2
FRESH = 2.0  # seconds a fragment is reused: a change without a revision (a name, a mode) shows after that

_PATH = re.compile(r"/t/([0-9a-f]+)/moved/")
_QUERY = re.compile(rb"live=([^&]+)(?:&in=([a-z]{2,3}(?:-[a-z]{2,4})?))?")
_DEVICE_COOKIE = re.compile(rb"(?:^|;) *(?:__Host-)?device=([^; ]+)")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _RenderedFragment:
    """A fragment as it is sent, plain and compressed; its revision, and when it was rendered (monotonic clock)."""

    revision: int
    rendered_at: float
    plain: bytes
    gzipped: bytes


@dataclass(frozen=True, slots=True)
class _Rendering:
    """A fragment that is rendered or being rendered, and the topic's version when that began."""

    version: int
    fragment: "asyncio.Future[_RenderedFragment | None]"

    def serves(self, version: int, revision: int) -> bool:
        """Whether it is still current: of this version of the topic, not older than ``revision``, and fresh."""
        if self.version != version:
            return False
        if not self.fragment.done():
            return True
        fragment = self.fragment.result()
        fresh_until = fragment.rendered_at + FRESH if fragment else 0.0
        return fragment is not None and fragment.revision >= revision and fresh_until >= time.monotonic()


class SharedFragments:
    """The shared fragments of all tables with watchers.

    In: what renders a fragment; the hub; what says which revision a phone was sent.
    """

    def __init__(self, draw: RenderFragment, hub: Hub, watching: SentRevision) -> None:
        self._render = draw
        self._hub = hub
        self._watching = watching
        self._renderings: dict[tuple[str, str, bool], _Rendering] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live-draw")

    async def answer(self, scope: Scope, send: Send) -> bool:
        """Answer a request that a shared fragment can answer; otherwise return False, with nothing sent."""
        path = _PATH.fullmatch(local_path(scope))
        query = path and scope["method"] == "GET" and _QUERY.fullmatch(scope.get("query_string", b""))
        device = _DEVICE_COOKIE.search(header(scope, b"cookie") or b"")
        if not path or not query or not device:
            return False
        table, token = path[1], unquote_to_bytes(query[1]).decode("ascii", "replace")
        revision = self._watching(table, token, hashlib.sha256(device[1]).hexdigest())
        if revision is None:
            return False
        key = (table, (query[2] or b"").decode(), header(scope, HAS_PREVIOUS.lower().encode()) == b"1")
        fragment = await self._fragment(key, revision)
        if fragment is None or fragment.revision < revision:
            return False
        name_route("table:moved")
        headers = (b"content-type", b"text/html; charset=utf-8"), (b"vary", b"accept-encoding, cookie")
        if b"gzip" in (header(scope, b"accept-encoding") or b""):
            await AsgiResponse(send).send_ok(fragment.gzipped, *headers, (b"content-encoding", b"gzip"))
        else:
            await AsgiResponse(send).send_ok(fragment.plain, *headers)
        return True

    async def _fragment(self, key: tuple[str, str, bool], revision: int) -> _RenderedFragment | None:
        """Return a fragment rendered after the topic's last notification; None where the pages have to answer."""
        version = self._hub.topic_version(key[0])
        rendering = self._renderings.get(key)
        if rendering is None or not rendering.serves(version, revision):
            self._drop_expired()
            future = asyncio.get_running_loop().run_in_executor(self._threads, self._render_in_thread, *key)
            rendering = self._renderings[key] = _Rendering(version, future)
        return await asyncio.shield(rendering.fragment)

    def _drop_expired(self) -> None:
        """Drop the fragments that are too old to be sent again."""
        expired = [key for key, rendering in self._renderings.items() if not rendering.serves(rendering.version, 0)]
        for key in expired:
            del self._renderings[key]

    def _render_in_thread(self, table: str, language: str, has_previous: bool) -> _RenderedFragment | None:
        started_at = time.monotonic()
        try:
            fragment = self._render(table, language, has_previous)
        except Exception:
            # Whatever failed, each request is then answered by the pages.
            logger.exception("What moved could not be drawn for those who watch.")
            return None
        if fragment is None:
            return None
        plain = fragment.text.encode()
        # It holds no secret and nothing of the requester, so its compressed length needs no padding to hide it.
        return _RenderedFragment(fragment.revision, started_at, plain, gzip.compress(plain, 6))
