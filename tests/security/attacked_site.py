"""A real server with two tables and two leagues, its browsers and API clients, for hostile input."""

import contextlib
import json
import re
import secrets
import sqlite3
from collections.abc import Iterator
from itertools import count
from typing import Any

import httpx
import lxml.html
import psycopg

from tests.html import sent_untouched
from tests.servers import NO_TLS, Site

ROOT = "/api/v1/"
PASSWORD = "correct horse battery"
AGAIN = "/account/reauthenticate/"
JSON = "application/json"
PATIENCE = 60
_ADDRESSES = (f"127.0.{a}.{b}" for a in range(1, 255) for b in range(1, 255))
_NUMBERS = count(1)
UNWATCHED = {"games_accountsession", "games_device", "games_pass", "games_sheetupload"}
"""Rows that mere reading may create: sessions, devices, and their rights to watch."""


def line(address: str) -> httpx.HTTPTransport:
    """Return an HTTP transport that sends from ``address``, with a new connection per request."""
    return httpx.HTTPTransport(verify=NO_TLS, local_address=address, limits=httpx.Limits(max_keepalive_connections=0))


def new_address() -> str:
    """Return an unused loopback address, for which rate limits start at zero."""
    return next(_ADDRESSES)


def forms_of(page: str) -> dict[str, dict[str, str]]:
    """What the forms of a page would send untouched, by the address they go to."""
    found: dict[str, dict[str, str]] = {}
    for form in lxml.html.document_fromstring(page).forms:
        found.setdefault((form.action or "").partition("#")[0], {}).update(sent_untouched(form))
    return found


class Browser(httpx.Client):
    """A browser with its own cookies and client address, which follows no redirects."""

    def __init__(self, site: Site, address: str = "") -> None:
        self.address = address or new_address()
        super().__init__(base_url=site.url, transport=line(self.address), timeout=PATIENCE)

    def fields(self, page: str, action: str = "") -> dict[str, str]:
        """The fields that the form of ``page`` with ``action`` (None: the page itself) would send unchanged."""
        answer = self.get(page)
        if answer.headers.get("Location", "").startswith(AGAIN):
            # The password, as a person would give it again.
            self.post(AGAIN, data=self.fields(AGAIN) | {"password": PASSWORD})
            answer = self.get(page)
        assert answer.status_code == 200, f"{page}: {answer.status_code} {answer.text[:300]}"
        forms = forms_of(answer.text)
        target = action or page.partition("?")[0]
        assert target in forms, f"{page} has forms to {sorted(forms)}"
        return forms[target]

    def submit(self, page: str, action: str = "", files: Any = None, **typed: str) -> httpx.Response:
        """Open a page, fill in its form and send it; hyphens in names are written as underscores."""
        fields = self.fields(page, action) | {name.replace("_", "-"): text for name, text in typed.items()}
        return self.post(action or page.partition("?")[0], data=fields, files=files)

    def sign_up(self, name: str) -> str:
        """Make an account and log in; return its e-mail."""
        email = f"{secrets.token_hex(6)}@example.org"
        answer = self.submit("/account/signup/", name=name, email=email, password1=PASSWORD)
        assert answer.status_code == 302, answer.text
        return email


class Caller(httpx.Client):
    """A program with a token, or without."""

    def __init__(self, site: Site, token: str = "", address: str = "") -> None:
        self.token = token
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        transport = line(address or new_address())
        super().__init__(base_url=site.url + ROOT, transport=transport, timeout=PATIENCE, headers=headers)

    def throw(self, method: str, path: str, raw: bytes = b"", kind: str = JSON, **headers: str) -> httpx.Response:
        """Send bytes as they are; ``Idempotency_Key="k"`` becomes a header."""
        named = {"Content-Type": kind} | {name.replace("_", "-"): value for name, value in headers.items()}
        return self.request(method, path, content=raw, headers=named)

    def send_json(self, method: str, path: str, body: Any, **headers: str) -> httpx.Response:
        """Send a value as JSON, escaping all non-ASCII characters."""
        return self.throw(method, path, json.dumps(body).encode(), **headers)


class Sitting:
    """A table that was started through the API, with the tokens of its three roles."""

    def __init__(self, site: Site, **start: Any) -> None:
        given = {"players": ["Ann", "Ben"], "preset": "standard", "house_rules": {"target": 10_000}} | start
        answer = Caller(site).send_json("POST", "tables/", given)
        assert answer.status_code == 201, answer.text
        self.created: dict[str, Any] = answer.json()
        self.id: str = self.created["id"]
        self.path = f"tables/{self.id}/"
        self.url = f"/t/{self.id}/"
        self.owner, self.score, self.watch = (
            Caller(site, self.created[f"{role}_token"]) for role in ("owner", "score", "watch")
        )

    def enter(self, number: int, facts: dict[str, Any], *, key: str = "", **headers: str) -> httpx.Response:
        """Enter a round with the scorers' token, under a new key where none is named."""
        body = {"game": 1, "round": number, **facts}
        return self.score.send_json("POST", self.path + "rounds/", body, Idempotency_Key=key or new_key(), **headers)

    def read(self) -> dict[str, Any]:
        """Return the table as spectators see it."""
        body: dict[str, Any] = self.watch.get(self.path).json()
        return body

    def join(self, browser: Browser, role: str = "owner") -> Browser:
        """Take up the table's link on a phone."""
        assert browser.submit(f"/j/{self.created[f'{role}_token']}/", label="Ben's phone").status_code == 302
        return browser


class Club:
    """A league with members and a season, founded over the pages by somebody who made an account for it."""

    def __init__(self, site: Site, name: str, *members: str, season: str = "Autumn") -> None:
        self.organizer = Browser(site)
        self.email = self.organizer.sign_up(f"Organizer of {name}"[:60])
        founded = self.organizer.submit("/leagues/new/", name=name, place="The Swan")
        assert founded.status_code == 302, founded.text
        self.url = founded.headers["Location"]
        added = self.organizer.submit(f"{self.url}members/", names="\n".join(members))
        assert added.status_code == 302, added.text
        self.season_url = self.begin(season)

    def begin(self, season: str) -> str:
        """Begin a season of free play with nobody in it yet; return its address."""
        begun = self.organizer.submit(f"{self.url}seasons/new/", name=season, pairing="free")
        assert begun.status_code == 302, begun.text
        return re.match(r"/s/\w+/", begun.headers["Location"])[0]  # type: ignore[index]

    def program(self) -> str:
        """A token of the organizer that may do everything, made on the page of their account."""
        typed = {"label": "Program", "scope": "manage", "days": "7"}
        made = self.organizer.submit("/account/tokens/new/", **typed)
        found = re.search(r"gin_[\w-]+", made.text)
        assert made.status_code == 201 and found, made.text
        return found[0]

    def bring(self, text: bytes, season: str = "") -> httpx.Response:
        """Upload a file for import, without confirming it."""
        page = f"{season or self.season_url}data/"
        return self.organizer.submit(page, files={"file": ("kept.csv", text, "text/csv")})

    def take_over(self, text: bytes, season: str = "") -> httpx.Response:
        """Upload a file and confirm the import."""
        looked = self.bring(text, season)
        assert looked.status_code == 200, looked.text
        forms = forms_of(looked.text)
        action = next(action for action in forms if re.fullmatch(r"/s/\w+/data/\d+/", action))
        return self.organizer.post(action, data=forms[action])


class Rows:
    """A site's database, read without the application."""

    def __init__(self, site: Site) -> None:
        self._url = site.environment.get("DATABASE_URL", "")
        self._file = site.folder / "scorekeeper.sqlite3"

    @contextlib.contextmanager
    def connection(self) -> Iterator[Any]:
        """A separate connection, closed afterwards."""
        opened: Any = psycopg.connect(self._url) if self._url else sqlite3.connect(self._file, timeout=PATIENCE)
        with contextlib.closing(opened):
            yield opened

    def counted(self) -> dict[str, int]:
        """How many rows each table of the game has that people write to, and the sum of all revisions."""
        names = (
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
            if self._url
            else "SELECT name FROM sqlite_master WHERE type = 'table'"
        )
        with self.connection() as opened:
            tables = sorted(
                name for (name,) in opened.execute(names).fetchall() if name.startswith(("games_", "account_", "mfa_"))
            )
            found = {
                name: opened.execute(f"SELECT count(*) FROM {name}").fetchone()[0]
                for name in tables
                if name not in UNWATCHED
            }
            found["revisions"] = opened.execute("SELECT coalesce(sum(revision), 0) FROM games_table").fetchone()[0]
        return found


class Stand:
    """A running server with tables A and B (Ann and Ben, six rounds played) and leagues L1 and L2."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.rows = Rows(site)
        self.a, self.b = Sitting(site, name="Table A"), Sitting(site, name="Table B")
        for table in (self.a, self.b):
            for number in range(1, 7):
                assert table.enter(number, knock(7, 20 + number)).status_code == 201
        self.l1, self.l2 = Club(site, "First league", "Ann", "Ben"), Club(site, "Second league", "Cleo", "Dan")
        self.phone = self.a.join(Browser(site))
        self.before: dict[str, int] = {}
        self.growth: dict[str, int] = {}

    def pages(self) -> list[tuple[httpx.Client, str]]:
        """Return every list page with the client that may open it."""
        olga, other = self.l1.organizer, self.l2.organizer
        first, season = self.l1.url, self.l1.season_url
        parts = ("", "members/", "places/", "offices/", "links/", "rating/")
        of_season = ("", "matches/", "entrants/", "rules/", "data/", "run/", "checks/", "desk/")
        return [
            (self.phone, "/"),
            *((self.phone, self.a.url + part) for part in ("", "links/", "text/", "stakes/", "games/1/")),
            (self.a.watch, self.a.path),
            (self.a.watch, f"{self.a.path}entries/"),
            (self.b.owner, f"{self.b.path}links/"),
            (self.a.watch, "presets/"),
            (olga, "/leagues/"),
            (olga, "/account/"),
            *((olga, first + part) for part in parts),
            *((olga, season + part) for part in of_season),
            (other, self.l2.url),
            (other, self.l2.season_url),
        ]

    def since(self) -> dict[str, int]:
        """Return the number of new rows since the case began, by table."""
        now = self.rows.counted()
        return {name: now[name] - self.before[name] for name in now if now[name] != self.before[name]}

    def look(self) -> int:
        """Open every list. Fails where one does not answer 200. Returns how many there were."""
        assert self.site.process and self.site.process.poll() is None, "the server died"
        opened = [(path, client.get(path).status_code) for client, path in self.pages()]
        assert [(path, status) for path, status in opened if status != 200] == []
        return len(opened)

    def browser(self) -> Browser:
        """Return a new browser at a new address."""
        return Browser(self.site)


def new_key() -> str:
    """An idempotency key that nobody used."""
    return f"key-{next(_NUMBERS)}-{secrets.token_hex(4)}"


def knock(ann: Any, ben: Any, ender: str = "Ann") -> dict[str, Any]:
    """Facts of a round that ``ender`` knocked."""
    return {"ender": ender, "declared": "knock", "deadwood_after_layoffs": {"Ann": ann, "Ben": ben}}


def problem(answer: httpx.Response, status: int, code: str) -> dict[str, Any]:
    """Return a response's problem document; fail unless it has this status and code."""
    assert answer.headers["Content-Type"] == "application/problem+json", answer.text[:500]
    body: dict[str, Any] = answer.json()
    assert (answer.status_code, body["status"], body["code"]) == (status, status, code), body
    return body


def without_tokens(page: str) -> str:
    """Return a page without the tokens that differ in every response."""
    return re.sub(r"[A-Za-z0-9]{64}", "", page)
