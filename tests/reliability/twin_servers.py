"""Sends the same request to a server on SQLite and one on PostgreSQL, and compares the responses.

Chance is what each server draws or reads off the clock: ids, secrets, form tokens, times. A number may differ only
where it is the primary key of a row, and in an address the same two numbers then always stand for one another.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import unquote, urljoin, urlsplit

import httpx

from tests.servers import NO_TLS, Site

HEADERS: Final = (
    *("content-type", "etag", "location", "cache-control", "retry-after", "idempotent-replayed", "vary", "allow"),
    *("content-security-policy", "content-disposition", "www-authenticate", "hx-redirect", "hx-trigger", "hx-push-url"),
)
_SECRET: Final = r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{32}(?![A-Za-z0-9_-])"
_DRAWN: Final = (
    (r"https?://127\.0\.0\.1:\d+|127\.0\.0\.1:\d+", "SITE"),
    # A seal is worked out from moments and drawn ids, too.
    (r"\b(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}\b", "SEAL"),
    (r"(/live/)[^/\"'&<\s]+", r"\1LIVE"),
    (r"\b\w{64}\b", "FORM"),
    (r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(\+\d\d:\d\d|Z)?|\d{8}T\d{6}Z", "MOMENT"),
    (r"\b\d{1,2}:\d\d\b", "TIME"),
    (r"name=\"key\" value=\"[^\"]*\"", "KEY"),
    (r"(calendar\.ics\?key=)[\w-]+", r"\1KEY"),
    (r"(class=\"code-letters\"[^>]*>)[^<]+", r"\1CODE"),
    # A piece that is drawn once is called after its text, addresses included.
    (r" id=\"k[0-9a-f]{10}\"", " PIECE"),
    (r"<svg\b.*?</svg>", "PICTURE"),
    (_SECRET, "SECRET"),
    (r"gin_[A-Za-z0-9_-]{20,}", "TOKEN"),
    (r"[0-9a-z]+-[0-9a-f]{32}\b", "RESET"),
)
_IN_LINE: Final = re.compile(r"data:image/[^\"']+")
_IDS: Final = re.compile(r"(?<![0-9a-f])[0-9a-f]{16}(?![0-9a-f])")
_KEYS: Final = re.compile(
    r"(?:/(?P<path>links|members|entrants|mates|office|offices|places|calendar|data|players|rating|questions)/|"
    r"(?P<value>value=\"(?:\d+:)*)|(?P<name>name=\"[a-z-]+-)|(?P<id>\"id\": ?)|(?P<anchor>(?:id|for)=\"[a-z-]+-))$"
)
"""What precedes a number that is a primary key."""


@dataclass
class Answers:
    """Both answers to one request; ``texts`` are their bodies."""

    both: tuple[httpx.Response, httpx.Response]

    @property
    def status(self) -> int:
        """The status of the first one."""
        return self.both[0].status_code

    @property
    def texts(self) -> tuple[str, str]:
        """Their bodies."""
        return self.both[0].text, self.both[1].text

    def json(self) -> tuple[Any, Any]:
        """What their bodies say."""
        return self.both[0].json(), self.both[1].json()


@dataclass
class Twins:
    """Two servers that are asked the same. ``counts`` tells how often which status was answered."""

    sites: tuple[Site, Site]
    counts: Counter[int] = field(default_factory=Counter)
    _clients: list[httpx.Client] = field(default_factory=list)
    _keys: dict[tuple[str, str], str] = field(default_factory=dict)
    _ids: tuple[dict[str, str], dict[str, str]] = field(default_factory=lambda: ({}, {}))

    def browsers(self) -> tuple[httpx.Client, httpx.Client]:
        """A browser, or a program, at each of them."""
        one, other = (httpx.Client(base_url=site.url, timeout=60, verify=NO_TLS) for site in self.sites)
        self._clients += [one, other]
        return one, other

    def close(self) -> None:
        """Hang up."""
        for client in self._clients:
            client.close()

    def send_request(
        self,
        who: tuple[httpx.Client, httpx.Client],
        method: str,
        paths: tuple[str, str],
        description: str,
        *,
        headers: tuple[Mapping[str, str], Mapping[str, str]] = ({}, {}),
        bodies: tuple[Any, Any] = (None, None),
    ) -> Answers:
        """Send a request to both. Raises AssertionError with the ``description`` if the responses differ."""
        found = []
        for number, client in enumerate(who):
            body = bodies[number]
            sent = {"data": body} if isinstance(body, dict) else {"content": body} if body is not None else {}
            url = urljoin(self.sites[number].url, paths[number])
            assert urlsplit(url).netloc == urlsplit(self.sites[number].url).netloc
            found.append(client.request(method, url, headers=dict(headers[number]), **sent))
        answers = Answers((found[0], found[1]))
        self.counts[answers.status] += 1
        self._compare(answers, description)
        return answers

    def _compare(self, answers: Answers, description: str) -> None:
        one, other = (self._without_chance(number, answer) for number, answer in enumerate(answers.both))
        pieces, others = re.split(r"(\d+)", one), re.split(r"(\d+)", other)
        assert pieces[::2] == others[::2], f"{description}:\n{_differ(one, other)}"
        before = ""
        for number, (piece, there) in enumerate(zip(pieces, others, strict=True)):
            if number % 2 and piece != there:
                kind = _KEYS.search(before)
                assert kind, f"{description}: {piece} here, {there} there, after {before[-60:]!r}"
                known = self._keys.setdefault((kind.lastgroup or "", piece), there)
                assert known == there or kind.lastgroup != "path", f"{description}: {piece} is {known} and {there}"
            before = (before + piece)[-80:]

    def _without_chance(self, number: int, answer: httpx.Response) -> str:
        """Everything of an answer that is not chance, as one text."""
        headers = [f"{name}: {answer.headers[name]}" for name in HEADERS if name in answer.headers]
        cookies = sorted(cookie.partition("=")[0] for cookie in answer.headers.get_list("set-cookie"))
        text = answer.text if "text" in answer.headers.get("content-type", "") or _is_json(answer) else ""
        jar = "\n".join([str(answer.status_code), *headers, *cookies, text])
        # What an address says in its query is compared as what it says.
        jar = unquote(_IN_LINE.sub("PICTURE", jar))
        for pattern, name in _DRAWN:
            jar = re.sub(pattern, name, jar, flags=re.DOTALL)
        ids = self._ids[number]
        return _IDS.sub(lambda found: ids.setdefault(found[0], f"ID{len(ids)}"), jar)


def _is_json(answer: httpx.Response) -> bool:
    return "json" in answer.headers.get("content-type", "")


def _differ(one: str, other: str) -> str:
    """Where two texts begin to differ."""
    at = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    return f"SQLite:     …{one[max(0, at - 200) : at + 200]!r}\nPostgreSQL: …{other[max(0, at - 200) : at + 200]!r}"
