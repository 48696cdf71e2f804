"""Fragments rendered once for all spectators: who gets them, how often they are rendered, how old they may be."""

import asyncio
import gzip
import hashlib
import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import httpx
import pytest

from games.live import HAS_PREVIOUS, Admission, Hub, LiveFragment, StreamRefusal, make_application, shared_fragments
from games.live.protocol import Receive, Scope, Send
from tests.live.kit import Served, Tables, Watching, get, post, wait_until

Serve = Callable[..., Served]
Watch = Callable[..., Watching]
TABLE = "a1"
PHONE = "s3cret-of-this-phone"
COOKIE = {"Cookie": f"colors=four; device={PHONE}; x=y"}


class Drawer:
    """Renders the revision of a table, and remembers for which tables it did."""

    def __init__(self, tables: Tables) -> None:
        self.tables, self.drawn = tables, list[str]()
        self.wait, self.fails, self.nothing = 0.0, False, False

    def __call__(self, table: str, language: str, has: bool) -> LiveFragment | None:
        language += " in part" if has else ""
        self.drawn.append(table + language)
        revision = self.tables.revisions[table]
        time.sleep(self.wait)
        if self.fails:
            raise RuntimeError("no database")
        return None if self.nothing else LiveFragment(revision, f"<p>{table}{language} at {revision}</p>")


async def pages(scope: Scope, receive: Receive, send: Send) -> None:
    """The pages, which answer with the requested method and path."""
    del receive
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": f"page {scope['method']} {scope['path']}".encode()})


@pytest.fixture
def tables(hub: Hub) -> Tables:
    return Tables(hub, {TABLE: 1, "b2": 1})


@pytest.fixture
def drawer(tables: Tables) -> Drawer:
    return Drawer(tables)


@pytest.fixture
def server(serve: Serve, tables: Tables, drawer: Drawer) -> Served:
    def admit(token: str) -> Admission | StreamRefusal:
        verdict = tables.admit(token)
        # Links with a number above 50 are for more than watching; all were taken up on one phone.
        if not isinstance(verdict, Admission) or int(verdict.grant or 0) > 50:
            return verdict
        return replace(verdict, device_hashes=frozenset({hashed(PHONE), hashed("former")}))

    return serve(make_application(pages, admit, tables.hub, render=drawer))


def hashed(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def moved(server: Served, token: str, table: str = TABLE, *, query: str = "", **headers: str) -> httpx.Response:
    return get(f"{server.url}/t/{table}/moved/?live={token}{query}", headers=COOKIE | headers)


PAGE = f"page GET /t/{TABLE}/moved/"


def test_fragment_is_rendered_once_for_all_subscribers(server: Served, watch: Watch, drawer: Drawer) -> None:
    tokens = [f"{TABLE}.{link}" for link in range(5)]
    for token in tokens:
        assert watch(f"{server.url}/live/{token}/").revision() == 1
    assert {moved(server, token).text for token in tokens} == {f"<p>{TABLE} at 1</p>"}
    assert drawer.drawn == [TABLE]


def test_fragment_is_rendered_once_for_each_language(server: Served, watch: Watch, drawer: Drawer) -> None:
    tokens = [f"{TABLE}.{link}" for link in range(3)]
    for token in tokens:
        assert watch(f"{server.url}/live/{token}/").revision() == 1
    for language in ("de", "", "pl", "de", "", "pl"):
        fields = {moved(server, token, query=f"&in={language}" if language else "").text for token in tokens}
        assert fields == {f"<p>{TABLE}{language} at 1</p>"}
    assert drawer.drawn == [f"{TABLE}de", TABLE, f"{TABLE}pl"]


@pytest.mark.parametrize("language", ["", "DE", "de/..", "deutsch", "de&in=pl", "%64e", "de-"])
def test_no_language_at_all_is_left_to_the_pages(server: Served, watch: Watch, drawer: Drawer, language: str) -> None:
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    assert moved(server, token, query=f"&in={language}").text == PAGE
    assert drawer.drawn == []


def test_page_with_the_former_revision_gets_only_the_changed_part(server: Served, watch: Watch, drawer: Drawer) -> None:
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    for value, text in (("1", f"{TABLE} in part"), ("", TABLE), ("0", TABLE), ("1", f"{TABLE} in part")):
        assert moved(server, token, **{HAS_PREVIOUS: value}).text == f"<p>{text} at 1</p>"
    assert drawer.drawn == [f"{TABLE} in part", TABLE]


def test_those_who_ask_at_once_wait_for_one_drawing(server: Served, watch: Watch, drawer: Drawer) -> None:
    token, drawer.wait = f"{TABLE}.7", 0.2
    assert watch(f"{server.url}/live/{token}/").revision() == 1

    async def ask() -> list[str]:
        async with httpx.AsyncClient(headers=COOKIE) as client:
            url = f"{server.url}/t/{TABLE}/moved/?live={token}"
            return [answer.text for answer in await asyncio.gather(*(client.get(url) for _ in range(20)))]

    assert asyncio.run(ask()) == [f"<p>{TABLE} at 1</p>"] * 20
    assert drawer.drawn == [TABLE]


def test_every_notification_and_wake_up_renders_it_again(
    server: Served, watch: Watch, drawer: Drawer, tables: Tables
) -> None:
    token = f"{TABLE}.7"
    stream = watch(f"{server.url}/live/{token}/")
    assert stream.revision() == 1
    assert moved(server, token).text == f"<p>{TABLE} at 1</p>"
    tables.play(TABLE)
    assert stream.revision() == 2
    assert moved(server, token).text == f"<p>{TABLE} at 2</p>"
    tables.add_check(TABLE)
    assert stream.block()["event"] == "question"
    moved(server, token)
    assert len(drawer.drawn) == 3
    tables.play("b2")
    moved(server, token)
    assert len(drawer.drawn) == 3


def test_a_notification_during_a_drawing_is_not_lost(
    server: Served, watch: Watch, drawer: Drawer, tables: Tables
) -> None:
    """A client that knows a revision never gets a fragment read before it."""
    token = f"{TABLE}.7"
    stream = watch(f"{server.url}/live/{token}/")
    assert stream.revision() == 1
    drawer.wait = 0.3

    async def scene() -> list[str]:
        async with httpx.AsyncClient(headers=COOKIE) as client:
            url = f"{server.url}/t/{TABLE}/moved/?live={token}"
            early = asyncio.create_task(client.get(url))
            while not drawer.drawn:
                await asyncio.sleep(0.01)
            tables.play(TABLE)
            assert await asyncio.to_thread(stream.revision) == 2
            late = await client.get(url)
            return [(await early).text, late.text]

    assert asyncio.run(scene()) == [f"<p>{TABLE} at 1</p>", f"<p>{TABLE} at 2</p>"]


def test_a_change_without_subscribers_shows_after_a_moment(
    server: Served, watch: Watch, drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_fragments, "FRESH", 0.0)
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    moved(server, token)
    moved(server, token)
    assert len(drawer.drawn) == 2


def test_without_an_open_stream_the_pages_answer(server: Served, watch: Watch, drawer: Drawer, tables: Tables) -> None:
    token = f"{TABLE}.7"
    assert moved(server, token).text == PAGE
    stream = watch(f"{server.url}/live/{token}/")
    assert stream.revision() == 1
    assert moved(server, token).text == f"<p>{TABLE} at 1</p>"
    tables.revoke(7)
    assert stream.ends()
    wait_until(lambda: moved(server, token).text == PAGE)
    assert len(drawer.drawn) == 1


@pytest.mark.parametrize("token", ["a1.8", "a1.77", "b2.7", "", "%00", "%ff", "a1.7/", "a1.7%20"])
def test_another_token_opens_nothing(server: Served, watch: Watch, drawer: Drawer, token: str) -> None:
    """A token for more than watching, or for another table, doesn't get it either."""
    for link in (7, 77):
        assert watch(f"{server.url}/live/{TABLE}.{link}/").revision() == 1
    assert watch(f"{server.url}/live/b2.7/").revision() == 1
    assert moved(server, token).text == PAGE
    assert drawer.drawn == []


@pytest.mark.parametrize(
    "cookie",
    ["", "device=other", f"__Host-other={PHONE}", f"xdevice={PHONE}", f"device={PHONE}x", 'device=""', "device"],
)
def test_another_phone_is_given_nothing(server: Served, watch: Watch, drawer: Drawer, cookie: str) -> None:
    """The URL alone opens nothing, because it may be in the log of a proxy."""
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    assert moved(server, token, Cookie=cookie).text == PAGE
    assert drawer.drawn == []


@pytest.mark.parametrize(
    "cookie", [f"device={PHONE}", f"__Host-device={PHONE}", "a=b;device=former", f"a;device={PHONE};b"]
)
def test_the_phone_is_known_by_its_cookie(server: Served, watch: Watch, cookie: str) -> None:
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    assert moved(server, token, Cookie=cookie).text == f"<p>{TABLE} at 1</p>"


def test_a_notification_without_subscribers_is_not_missed(
    server: Served, watch: Watch, drawer: Drawer, tables: Tables
) -> None:
    """A topic is dropped with its last subscriber and made again later; its version must not start again."""
    token = f"{TABLE}.7"
    stream = watch(f"{server.url}/live/{token}/")
    assert stream.revision() == 1
    tables.play(TABLE)
    assert stream.revision() == 2
    assert moved(server, token).text == f"<p>{TABLE} at 2</p>"
    stream.close()
    wait_until(lambda: tables.hub.streams(TABLE) == 0)
    again = watch(f"{server.url}/live/{token}/")
    assert again.revision() == 2
    tables.play(TABLE)
    assert again.revision() == 3
    assert moved(server, token).text == f"<p>{TABLE} at 3</p>"
    assert len(drawer.drawn) == 2


def test_a_client_ahead_of_its_notification_gets_nothing_older(
    server: Served, watch: Watch, drawer: Drawer, tables: Tables
) -> None:
    """The round is in the database, and a new stream says so; the notification is still to come."""
    first = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{first}/").revision() == 1
    assert moved(server, first).text == f"<p>{TABLE} at 1</p>"
    tables.revisions[TABLE] = 2
    second = f"{TABLE}.8"
    assert watch(f"{server.url}/live/{second}/").revision() == 2
    assert moved(server, second).text == f"<p>{TABLE} at 2</p>"


def test_a_drawing_that_takes_long_is_awaited_and_not_begun_again(
    server: Served, watch: Watch, drawer: Drawer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shared_fragments, "FRESH", 0.05)
    token, drawer.wait = f"{TABLE}.7", 0.5
    assert watch(f"{server.url}/live/{token}/").revision() == 1

    async def ask() -> None:
        async with httpx.AsyncClient(headers=COOKIE) as client:
            answers = []
            for _ in range(4):
                answers.append(asyncio.create_task(client.get(f"{server.url}/t/{TABLE}/moved/?live={token}")))
                await asyncio.sleep(0.1)
            await asyncio.gather(*answers)

    asyncio.run(ask())
    assert len(drawer.drawn) == 1


def test_page_answers_requests_for_anything_but_the_shared_fragment(
    server: Served, watch: Watch, drawer: Drawer
) -> None:
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    assert moved(server, token, query="&typing=1").text == PAGE
    assert moved(server, token, query="&live=x").text == PAGE
    assert get(f"{server.url}/t/{TABLE}/?live={token}").text == f"page GET /t/{TABLE}/"
    assert get(f"{server.url}/t/{TABLE}/moved/").text == PAGE
    assert post(f"{server.url}/t/{TABLE}/moved/?live={token}").text == f"page POST /t/{TABLE}/moved/"
    assert drawer.drawn == []


def test_if_rendering_fails_the_pages_answer(
    server: Served, watch: Watch, drawer: Drawer, caplog: pytest.LogCaptureFixture, tables: Tables
) -> None:
    token = f"{TABLE}.7"
    stream = watch(f"{server.url}/live/{token}/")
    assert stream.revision() == 1
    drawer.nothing = True
    assert moved(server, token).text == PAGE
    drawer.nothing, drawer.fails = False, True
    tables.play(TABLE)
    assert stream.revision() == 2
    assert moved(server, token).text == PAGE
    assert "could not be drawn" in caplog.text
    drawer.fails = False
    tables.play(TABLE)
    assert stream.revision() == 3
    assert moved(server, token).text == f"<p>{TABLE} at 3</p>"


def test_fragment_is_compressed_on_request_and_never_cached(server: Served, watch: Watch) -> None:
    token = f"{TABLE}.7"
    assert watch(f"{server.url}/live/{token}/").revision() == 1
    small: Any = moved(server, token, **{"Accept-Encoding": "gzip, br"})
    plain = moved(server, token, **{"Accept-Encoding": "identity"})
    assert (small.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    assert small.text == plain.text
    assert int(small.headers["content-length"]) == len(gzip.compress(plain.content, 6))
    for answer in (small, plain):
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert answer.headers["vary"] == "accept-encoding, cookie"
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
