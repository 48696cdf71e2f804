"""What a screen shows once its table moved, for those that only watch: drawn once for all of them, beside the pages.

`GET /t/<table>/moved/?live=<token>`, with `&in=<language>` for pages in any but the first, is a page like any other.
Where a stream is open under that token whose admission says that all who watch see the same, and the request comes from
the phone that may listen (`Admission.phones`), it is answered here instead, without asking the database who that is: a
right that ends closes the stream. Everything else is left to the pages.
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
from games.live.protocol import Reply, Scope, Send, header, local_path
from games.observing import call


@dataclass(frozen=True, slots=True)
class Moved:
    """What moved, as text, and the revision at which it was drawn."""

    revision: int
    text: str


Draw = Callable[[str, str, bool], Moved | None]
"""Draws what moved for all who watch a table in a language ("": the first), in a worker thread; for those who have
what was there before, or for those who have nothing.

None where they do not all see the same, or where nobody speaks that language here.
"""

Watching = Callable[[str, str, str], int | None]
"""The newest revision that was heard at a table, under a token, by a phone; None where it does not listen there."""

HAS_BEFORE = "X-Has-Before"
"""The header with which a screen says that what it showed before is still there (``templatetags.drawn.kept``)."""

THREADS = 2
FRESH = 2.0  # seconds: what moves no table (a name, a mode) shows with the next drawing after that

_ASKED = re.compile(r"/t/([0-9a-f]+)/moved/")
_ONLY = re.compile(rb"live=([^&]+)(?:&in=([a-z]{2,3}(?:-[a-z]{2,4})?))?")
_PHONE = re.compile(rb"(?:^|;) *(?:__Host-)?device=([^; ]+)")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Pieces:
    """A fragment as it is sent, plain and compressed; when it was drawn, and at which revision."""

    revision: int
    at: float
    plain: bytes
    small: bytes


@dataclass(frozen=True, slots=True)
class _Drawing:
    """A fragment on its way, or there: after which ring it was begun."""

    rung: int
    pieces: "asyncio.Future[_Pieces | None]"

    def serves(self, rung: int, heard: int) -> bool:
        """Whether nothing moved since, as far as it was ``rung`` or ``heard``, and it is not too old."""
        if self.rung != rung:
            return False
        if not self.pieces.done():
            return True
        made = self.pieces.result()
        return made is not None and made.revision >= heard and made.at + FRESH >= time.monotonic()


class SharedFragments:
    """The fragments of all tables with watchers.

    In: `draw`; the hub that rings; who listens.
    """

    def __init__(self, draw: Draw, hub: Hub, watching: Watching) -> None:
        self._draw = draw
        self._hub = hub
        self._watching = watching
        self._drawings: dict[tuple[str, str, bool], _Drawing] = {}
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="live-draw")

    async def answered(self, scope: Scope, send: Send) -> bool:
        """Answer a request that can be answered from here; otherwise return False, with nothing sent."""
        asked = _ASKED.fullmatch(local_path(scope))
        only = asked and scope["method"] == "GET" and _ONLY.fullmatch(scope.get("query_string", b""))
        phone = _PHONE.search(header(scope, b"cookie") or b"")
        if not asked or not only or not phone:
            return False
        table, token = asked[1], unquote_to_bytes(only[1]).decode("ascii", "replace")
        heard = self._watching(table, token, hashlib.sha256(phone[1]).hexdigest())
        if heard is None:
            return False
        of = (table, (only[2] or b"").decode(), header(scope, HAS_BEFORE.lower().encode()) == b"1")
        pieces = await self._pieces(of, heard)
        if pieces is None or pieces.revision < heard:
            return False
        call("moved")
        kind = (b"content-type", b"text/html; charset=utf-8"), (b"vary", b"accept-encoding, cookie")
        if b"gzip" in (header(scope, b"accept-encoding") or b""):
            await Reply(send).bare(pieces.small, *kind, (b"content-encoding", b"gzip"))
        else:
            await Reply(send).bare(pieces.plain, *kind)
        return True

    async def _pieces(self, of: tuple[str, str, bool], heard: int) -> _Pieces | None:
        """The fragment, drawn after the table's last ring, at the revision that was heard or a later one if it can be.

        None where the pages have to answer.
        """
        rung = self._hub.rung(of[0])
        known = self._drawings.get(of)
        if known is None or not known.serves(rung, heard):
            self._forget()
            drawn = asyncio.get_running_loop().run_in_executor(self._threads, self._drawn, *of)
            known = self._drawings[of] = _Drawing(rung, drawn)
        return await asyncio.shield(known.pieces)

    def _forget(self) -> None:
        """Let go of what is too old to be shown again."""
        old = [key for key, one in self._drawings.items() if not one.serves(one.rung, 0)]
        for key in old:
            del self._drawings[key]

    def _drawn(self, table: str, language: str, has: bool) -> _Pieces | None:
        at = time.monotonic()
        try:
            moved = self._draw(table, language, has)
        except Exception:
            # Whatever it was, the pages answer for it, each for itself.
            logger.exception("What moved could not be drawn for those who watch.")
            return None
        if moved is None:
            return None
        plain = moved.text.encode()
        # No secret is in it, and nothing of who asks: so it may be compressed without a padding to hide its length.
        return _Pieces(moved.revision, at, plain, gzip.compress(plain, 6))
