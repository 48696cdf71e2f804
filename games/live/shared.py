"""What a screen shows once its table moved, for those that only watch: drawn once for all of them, beside the pages.

`GET /t/<table>/moved/?live=<token>` is a page like any other. Where a stream is open under that token whose admission
says that all who watch see the same (`Admission.shared`), it is answered here instead, without asking who that is once
more: a right that ends closes the stream. Everything else is left to the pages.
"""

import asyncio
import gzip
import logging
import re
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from urllib.parse import unquote_to_bytes

from games.live.hub import Hub
from games.live.protocol import Reply, Scope, Send, header, local_path

Draw = Callable[[str], str | None]
"""Draws what moved for all who watch a table, in a worker thread; None where they do not all see the same."""

THREADS = 2
FRESH = 2.0  # seconds: what moves no table (a name, a mode) shows with the next drawing after that

_ASKED = re.compile(r"/t/([0-9a-f]+)/moved/")
_ONLY = re.compile(rb"live=([^&]+)")

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Drawing:
    """A fragment on its way, or drawn: after how many rings, and when it was begun."""

    rings: int
    begun: float
    pieces: "asyncio.Future[tuple[bytes, bytes] | None]"


class SharedFragments:
    """The fragments of all tables with watchers.

    In: `draw`; the hub that rings; whether a token's stream is open, and shared, at a table.
    """

    def __init__(self, draw: Draw, hub: Hub, is_open: Callable[[str, str], bool]) -> None:
        self._draw = draw
        self._hub = hub
        self._is_open = is_open
        self._drawings: dict[str, _Drawing] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live-draw")

    async def answered(self, scope: Scope, send: Send) -> bool:
        """Answer a request that can be answered from here; otherwise return False, with nothing sent."""
        asked = _ASKED.fullmatch(local_path(scope))
        only = asked and scope["method"] == "GET" and _ONLY.fullmatch(scope.get("query_string", b""))
        if not asked or not only:
            return False
        table, token = asked[1], unquote_to_bytes(only[1]).decode("ascii", "replace")
        if not self._is_open(table, token):
            return False
        pieces = await self._pieces(table)
        if pieces is None:
            return False
        plain, small = pieces
        kind = (b"content-type", b"text/html; charset=utf-8"), (b"vary", b"accept-encoding")
        if b"gzip" in (header(scope, b"accept-encoding") or b""):
            await Reply(send).bare(small, *kind, (b"content-encoding", b"gzip"))
        else:
            await Reply(send).bare(plain, *kind)
        return True

    async def _pieces(self, table: str) -> tuple[bytes, bytes] | None:
        """The fragment, plain and compressed, drawn after the table's last ring; None where the pages have to."""
        rings, now = self._hub.rings(table), time.monotonic()
        known = self._drawings.get(table)
        if known is None or known.rings != rings or known.begun + FRESH < now:
            self._drawings = {name: one for name, one in self._drawings.items() if one.begun + FRESH >= now}
            drawn = asyncio.get_running_loop().run_in_executor(self._threads, self._drawn, table)
            known = self._drawings[table] = _Drawing(rings, now, asyncio.ensure_future(drawn))
        return await asyncio.shield(known.pieces)

    def _drawn(self, table: str) -> tuple[bytes, bytes] | None:
        try:
            text = self._draw(table)
        except Exception:
            # Whatever it was, the pages answer for it, each for itself.
            logger.exception("What moved could not be drawn for those who watch.")
            return None
        if text is None:
            return None
        plain = text.encode()
        # No secret is in it, and nothing of who asks: so it may be compressed without a padding to hide its length.
        return plain, gzip.compress(plain, 6)
