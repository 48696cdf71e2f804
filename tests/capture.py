"""Records the response of every page and API route, to compare before and after a refactoring.

``python -m tests.capture write DIR`` makes sample data in a database of its own (``capture_worlds``) and requests every
route of the pages and of the API in them; ``python -m tests.capture compare BEFORE AFTER`` prints what differs, and
exits 1 where anything does. Clock and chance are fixed, so the same code writes the same bytes. Pages are written as
their DOM, a node a line.
"""

import argparse
import difflib
import hashlib
import io
import json
import os
import re
import sys
import threading
import time
import traceback
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from typing import Any, Final

BEGIN: Final = datetime(2026, 11, 24, 19, 30, tzinfo=UTC).timestamp()
HEADERS: Final = (
    *("Content-Type", "Content-Language", "Content-Disposition", "Location", "ETag", "Last-Modified", "Allow", "Vary"),
    *("Cache-Control", "Retry-After", "WWW-Authenticate", "Idempotent-Replayed", "Link", "Content-Security-Policy"),
    *("HX-Redirect", "HX-Trigger", "HX-Push-Url", "HX-Retarget", "HX-Reswap", "Referrer-Policy", "X-Robots-Tag"),
)
SPACE: Final = "\N{OPEN BOX}"
"""Marks white space before, after or instead of a text in a captured page."""

# --- Answers as text ------------------------------------------------------------------------------------------------

_ASSET: Final = re.compile(r"(/static/[^\s\"'?#]+?)(?:\.[0-9a-f]{8,20})?(\.\w+)(?:\?[\w.=-]+)?(?=[\"'\s>#,]|$)")
_DRAWN: Final = (
    (re.compile(r'(X-CSRFToken"\s*:\s*")\w{64}"'), r'\1CSRF"'),
    (re.compile(r"'nonce-[^']+'"), "'nonce-NONCE'"),
    (_ASSET, r"\1\2"),
)
_IDS: Final = re.compile(
    r"gin_[\w-]{20,}|\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b|[\w-]{32,}|[0-9a-f]{16}"
)
"""Secrets, seals and ids, which are drawn: whether they are the same hangs on how often something was drawn before."""


class _Dom(HTMLParser):
    """The nodes of a page, each on a line, attributes sorted."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.lines: list[str] = []
        self._as_is = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if has.get("name") == "csrfmiddlewaretoken":
            has["value"] = "CSRF"
        elif re.fullmatch(r"[0-9a-f]{32}", has.get("value", "")):
            has["value"] = "KEY"  # makes a retry the same request
        if "nonce" in has:
            has["nonce"] = "NONCE"
        if "class" in has:
            has["class"] = " ".join(sorted(has["class"].split()))
        text = "".join(f' {name}="{_drawn(" ".join(value.split()))}"' for name, value in sorted(has.items()))
        self.lines.append(f"<{tag}{text}>")
        self._as_is += tag in ("pre", "textarea")

    def handle_endtag(self, tag: str) -> None:
        self.lines.append(f"</{tag}>")
        self._as_is -= tag in ("pre", "textarea")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"):
            self.handle_endtag(tag)

    def handle_data(self, data: str) -> None:
        if self._as_is > 0:
            self.lines += data.split("\n")
            return
        words = " ".join(data.split())
        before, after = (SPACE if edge.isspace() else "" for edge in (data[:1], data[-1:]))
        self.lines.append(_drawn(f"{before}{words}{after}") if words else SPACE)

    def handle_comment(self, data: str) -> None:
        self.lines.append(f"<!--{' '.join(data.split())}-->")

    def handle_decl(self, decl: str) -> None:
        self.lines.append(f"<!{decl}>")


def _drawn(text: str) -> str:
    for pattern, name in _DRAWN:
        text = pattern.sub(name, text)
    return text


def html_text(page: str) -> str:
    """A page by its DOM: attributes and classes sorted, runs of white space collapsed, tokens and hashes replaced."""
    return "\n".join(_Dom(page).lines)


def body_text(kind: str, body: bytes) -> str:
    """The body of an answer of a content type as text that can be compared line by line."""
    if body[:4] == b"PK\x03\x04":
        with zipfile.ZipFile(io.BytesIO(body)) as archive:
            return "\n".join(f"== {name}\n{body_text('text/xml', archive.read(name))}" for name in archive.namelist())
    try:
        text = body.decode()
    except UnicodeDecodeError:
        return f"{len(body)} bytes, SHA-256 {hashlib.sha256(body).hexdigest()}"
    if "html" in kind or "svg" in kind:
        return html_text(text)
    if "json" in kind and text:
        try:
            return json.dumps(json.loads(text), indent=1, ensure_ascii=False)
        except ValueError:
            return text
    return text.replace("><", ">\n<") if "xml" in kind else text


def answer_text(request: str, answer: Any) -> str:
    """A request and everything that matters of its answer. Reads what the answer would stream."""
    body = answer.getvalue()
    if answer.streaming:
        answer.streaming_content = [body]
    kind = answer.get("Content-Type", "")
    headers = {name: answer[name] for name in HEADERS if name in answer}
    if "html" in kind and "ETag" in headers:
        headers["ETag"] = "(of the page's bytes)"
    cookies = (re.sub(r"=[^;]*;", "=…;", morsel.OutputString(), count=1) for morsel in answer.cookies.values())
    lines = [*(f"{name}: {value}" for name, value in headers.items()), *sorted(f"Set-Cookie: {one}" for one in cookies)]
    return "\n".join([request, str(answer.status_code), *map(_drawn, lines), "", body_text(kind, body), ""])


# --- Clock and chance -----------------------------------------------------------------------------------------------


class Chance:
    """Fix random numbers and the time, so that they are the same in each run."""

    def __init__(self) -> None:
        self._now = threading.local()
        self.clock = BEGIN

    def begin(self, seed: str) -> None:
        """Draw as after every other beginning with the same ``seed``."""
        import random

        self._now.seed, self._now.times = seed, 0
        random.seed(seed)

    def bytes(self, size: int) -> bytes:
        """The next bytes; each thread has its own."""
        self._now.times = getattr(self._now, "times", 0) + 1
        seed = f"{getattr(self._now, 'seed', '')}:{self._now.times}"
        return hashlib.shake_256(seed.encode()).digest(size)

    def fix(self) -> None:
        """Take the place of the system's chance and clock. Before anything else is imported."""
        import random

        os.urandom = random._urandom = self.bytes  # type: ignore[attr-defined]
        time.time = lambda: self.clock
        from django.utils import timezone

        timezone.now = lambda: datetime.fromtimestamp(self.clock, UTC)
        self.begin("start")


class Recorder:
    """Writes what Django's test client gets while there is a ``name`` for it."""

    def __init__(self, folder: Path, chance: Chance) -> None:
        self.folder, self.chance = folder, chance
        self.section, self.name, self.language, self.step = "", "", "en", 0
        self.numbered, self.written = False, 0

    def listen(self, afterwards: Callable[[], None]) -> None:
        """Call a function after each request from now on."""
        from django.test import Client

        plain: Callable[..., Any] = Client.generic

        def generic(client: Any, method: str, path: str, data: Any = "", *rest: Any, **more: Any) -> Any:
            name = self.name
            if self.numbered:
                self.step += 1
                route = re.sub(r"(?<=/)[\w-]{16,}(?=/)", "X", path)
                name = f"{self.step:03} {self.language} {method} {route[:80]}"
                self.chance.clock = BEGIN + 37 * self.step
            if not name:
                return plain(client, method, path, data, *rest, **more)
            self.chance.begin(f"{self.section}:{name}")
            headers = {"X-Request-ID": "0123456789abcdef", "Accept-Language": self.language}
            more["headers"] = headers | dict(more.get("headers") or {})
            answer = plain(client, method, path, data, *rest, **more)
            afterwards()  # the counters of rate limits would refuse the next one
            query = f"?{more['QUERY_STRING']}" if more.get("QUERY_STRING") else ""
            sent = data if isinstance(data, bytes) else str(data).encode()
            sent = re.sub(
                rb'(name="(?:csrfmiddlewaretoken|key)"\s+)\w+|((?:csrfmiddlewaretoken|key)=)\w+', rb"\1\2DRAWN", sent
            )
            request = f"{method} {path}{query} ({self.language})\n> {sent[:2000].decode(errors='replace')!r}"
            self.write(name, answer_text(request, answer))
            return answer

        Client.generic = generic  # type: ignore[method-assign]

    def write(self, name: str, text: str) -> None:
        """Write a file, under another name if this one exists."""
        clean = re.sub(r"[^\w{}.,=-]+", "-", name).strip("-")
        file, again = self.folder / self.section / f"{clean}.txt", 1
        while file.exists():
            again += 1
            file = file.with_name(f"{clean}~{again}.txt")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
        self.written += 1

    @contextmanager
    def named(self, name: str, language: str = "en") -> Iterator[None]:
        """Write each request in the block under a name."""
        self.name, self.language = f"{name} {language}", language
        try:
            yield
        finally:
            self.name, self.language = "", "en"

    @contextmanager
    def following(self, language: str = "en") -> Iterator[None]:
        """Write every request in the block, numbered, while the clock goes on."""
        self.numbered, self.language = True, language
        try:
            yield
        finally:
            self.numbered, self.language = False, "en"

    def rows(self) -> None:
        """Write every row and the shape of every table."""
        from django.db import connection

        lines = []
        with connection.cursor() as cursor:
            for table in sorted(connection.introspection.table_names()):
                cursor.execute(f'SELECT * FROM "{table}"')
                names = [column[0] for column in cursor.description]
                rows = [json.dumps(dict(zip(names, row, strict=True)), default=str) for row in cursor.fetchall()]
                lines += [f"== {table}: {', '.join(names)}", *sorted(rows)]
        self.write("rows of the database", "\n".join(lines))


# --- Writing --------------------------------------------------------------------------------------------------------


def write(folder: Path, only: list[str]) -> int:
    """Write all responses. Prints an error and returns 1 if a part failed."""
    if any(folder.glob("*")):
        sys.stderr.write(f"{folder} is not empty.\n")
        return 2
    folder.mkdir(parents=True, exist_ok=True)
    chance, broken = Chance(), 0
    chance.fix()
    os.environ["DJANGO_SETTINGS_MODULE"] = "scorekeeper.settings_for_tests"
    import django

    django.setup()
    from django.contrib.auth.tokens import PasswordResetTokenGenerator
    from django.core.cache import cache
    from django.db import connection, transaction
    from django.test.utils import setup_test_environment
    from django.utils import translation

    from tests.capture_worlds import SECTIONS, forget

    with translation.override("de"):
        assert translation.gettext("Save") != "Save", "There are no German texts: compile the catalogues first."
    PasswordResetTokenGenerator._now = lambda _: datetime.fromtimestamp(chance.clock)  # noqa: DTZ006 - as Django's
    setup_test_environment()
    connection.creation.create_test_db(verbosity=0, autoclobber=True, serialize=False)
    recorder = Recorder(folder, chance)
    recorder.listen(cache.clear)
    for section in (one for one in SECTIONS if not only or one.__name__ in only):
        began = time.monotonic()
        recorder.section, recorder.step, recorder.written, chance.clock = section.__name__, 0, 0, BEGIN
        chance.begin(recorder.section)
        block = transaction.atomic()
        block._from_testcase = True  # use cases that want a transaction of their own may begin one in it
        try:
            with block:
                section(recorder)
                transaction.set_rollback(True)
        except Exception:
            broken = 1
            traceback.print_exc()
        forget()
        sys.stdout.write(f"{recorder.section}: {recorder.written} answers, {time.monotonic() - began:.0f} s\n")
        sys.stdout.flush()
    connection.close()
    return broken


# --- Comparing ------------------------------------------------------------------------------------------------------


def comparable(text: str, *, space: bool, ids: bool, ignored: list[str]) -> list[str]:
    """The lines that are compared: with white space or without, ids as they are or by the order in which they come."""
    if not space:
        text = "\n".join(line.strip(SPACE) for line in text.split("\n"))
    if ids:
        seen: dict[str, str] = {}
        text = _IDS.sub(lambda found: seen.setdefault(found[0], f"ID{len(seen)}"), text)
    lines = [line for line in text.split("\n") if not any(re.search(pattern, line) for pattern in ignored)]
    return lines if space else [line for line in lines if line]


def compare(before: Path, after: Path, **how: Any) -> int:
    """Print each file that differs, with the places where. Returns 1 where any does."""
    names = sorted({file.relative_to(folder) for folder in (before, after) for file in folder.rglob("*.txt")})
    different = 0
    for name in names:
        texts = [(folder / name).read_text() if (folder / name).exists() else None for folder in (before, after)]
        if texts[0] == texts[1]:
            continue
        if None in texts:
            diff = [f"only {'after' if texts[0] is None else 'before'}"]
        else:
            one, other = (comparable(text or "", **how) for text in texts)
            diff = list(difflib.unified_diff(one, other, "before", "after", n=2, lineterm=""))
        if diff:
            different += 1
            more = [f"… {len(diff) - 40} lines more"] if len(diff) > 40 else []
            sys.stdout.write("\n".join([f"=== {name}", *(line[:300] for line in diff[:40]), *more, ""]))
    sys.stdout.write(f"{len(names)} answers, {different} of them different\n")
    return 1 if different else 0


def main() -> int:
    """Do what the command line says."""
    parser = argparse.ArgumentParser(prog="python -m tests.capture", description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="do", required=True)
    writes = commands.add_parser("write", help="write what everything answers into an empty folder")
    writes.add_argument("folder", type=Path)
    writes.add_argument("--only", action="append", default=[], help="only this section; may be given several times")
    compares = commands.add_parser("compare", help="print what differs between two folders")
    compares.add_argument("before", type=Path)
    compares.add_argument("after", type=Path)
    compares.add_argument("--space", action="store_true", help="white space between the words of a page counts, too")
    compares.add_argument("--ids", action="store_true", help="ids and secrets may be others, used in the same way")
    compares.add_argument("--ignore", action="append", default=[], help="leave out lines with this regular expression")
    options = parser.parse_args()
    if options.do == "compare":
        return compare(options.before, options.after, space=options.space, ids=options.ids, ignored=options.ignore)
    if os.environ.get("PYTHONHASHSEED") != "0":
        os.environ |= {"PYTHONHASHSEED": "0", "TZ": "UTC"}
        os.execv(sys.executable, [sys.executable, "-m", "tests.capture", *sys.argv[1:]])  # noqa: S606 - itself
    return write(options.folder, options.only)


if __name__ == "__main__":
    sys.exit(main())
