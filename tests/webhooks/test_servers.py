"""Real servers with webhooks: killed between commit and delivery, and two sharing one database."""

import socket
import sqlite3
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import Any

import httpx
import pytest

from tests.live.kit import wait_until
from tests.servers import Site, Sites
from tests.webhooks.receiver import Handler, Receiver, is_signed, receiving, status

TABLES, ROUNDS = 4, 5


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def site(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Site]:
    """A server that may send to this machine, not started yet."""
    made = sites.make(request.param, WEBHOOKS_INSIDE="1")
    yield made
    made.kill()


class Table:
    """A table with a webhook."""

    def __init__(self, site: Site, url: str) -> None:
        self.site = site
        started = httpx.post(f"{site.url}/api/v1/tables/", json={"players": ["Ann", "Ben"], "preset": "standard"})
        self.created: dict[str, Any] = started.json()
        owner = {"Authorization": f"Bearer {self.created['owner_token']}"}
        hooks = f"{site.url}/api/v1/tables/{self.created['id']}/webhooks/"
        made = httpx.post(hooks, json={"url": url, "events": ["round"]}, headers=owner)
        assert made.status_code == 201, made.text
        self.secret: str = made.json()["secret"]

    def enter(self, number: int, url: str = "") -> None:
        body = {"game": 1, "round": number, "declared": "dead"}
        headers = {"Authorization": f"Bearer {self.created['score_token']}", "Idempotency-Key": f"k{number}"}
        at = f"{url or self.site.url}/api/v1/tables/{self.created['id']}/rounds/"
        assert httpx.post(at, json=body, headers=headers, timeout=60).status_code == 201


def rounds_of(receiver: Receiver) -> list[tuple[str, int]]:
    """The table and the round of every message, in the order in which they came."""
    return [(got.json["table"], got.json["round"]["number"]) for got in receiver.got]


def test_a_committed_event_is_delivered_after_a_kill(
    site: Site, receiver: Receiver, counted: Callable[[str], None]
) -> None:
    """Killed before anything of it was sent, and with a message on its way that was not answered."""
    site.environment["WEBHOOKS_SEND"] = "0"
    site.start()
    tables = [Table(site, receiver.url) for _ in range(TABLES)]
    for table in tables:
        for number in range(1, ROUNDS + 1):
            table.enter(number)
    site.kill()
    assert receiver.got == []
    site.environment["WEBHOOKS_SEND"] = "1"
    held = threading.Event()

    def hold(handler: Handler) -> None:
        held.wait(60)
        status(200)(handler)

    receiver.answer = hold
    site.start()
    receiver.wait(min(TABLES, 8))
    site.kill()
    on_their_way = len(receiver.got)
    receiver.answer = status(200)
    held.set()
    expire(site)
    site.start()
    receiver.wait(TABLES * ROUNDS + on_their_way)
    settled(site)
    wanted = [(table.created["id"], number) for table in tables for number in range(1, ROUNDS + 1)]
    came = Counter(rounds_of(receiver))
    assert set(came) == set(wanted)
    again = {place for place, times in came.items() if times > 1}
    assert len(again) == on_their_way
    assert all(number == 1 and times <= 2 for (_, number), times in came.items() if times > 1)
    for table in tables:
        own = [number for place, number in rounds_of(receiver)[on_their_way:] if place == table.created["id"]]
        assert own == sorted(own)
    secrets = {table.created["id"]: table.secret for table in tables}
    assert all(is_signed(got, secrets[got.json["table"]]) for got in receiver.got)
    assert site.rows("SELECT state, COUNT(*) FROM games_delivery GROUP BY state") == [("delivered", TABLES * ROUNDS)]
    counted(
        f"{'PostgreSQL' if site.database_url else 'SQLite'}: {TABLES * ROUNDS} messages written, 2 kills, "
        f"{len(came)} told, {on_their_way} of them twice as they were on their way, 0 lost, 0 out of order"
    )


def test_two_servers_on_one_database_send_nothing_twice(
    sites: Sites, receiver: Receiver, counted: Callable[[str], None]
) -> None:
    one = sites.make("postgresql", WEBHOOKS_INSIDE="1")
    two = Site(one.folder, one.database_url, WEBHOOKS_INSIDE="1")
    two.log = one.folder / "second.log"
    with one, two, ThreadPoolExecutor(TABLES) as phones:
        tables = [Table(one, receiver.url) for _ in range(TABLES)]

        def play(table: Table) -> None:
            for number in range(1, ROUNDS + 1):
                table.enter(number, (one, two)[number % 2].url)

        list(phones.map(play, tables))
        receiver.wait(TABLES * ROUNDS)
        settled(one)
    came = Counter(got.headers["webhook-id"] for got in receiver.got)
    assert (len(came), set(came.values())) == (TABLES * ROUNDS, {1})
    for table in tables:
        own = [number for place, number in rounds_of(receiver) if place == table.created["id"]]
        assert own == list(range(1, ROUNDS + 1))
    counted(f"2 servers: {len(came)} messages, 0 twice, each table's in order")


def test_a_server_that_is_stopped_notes_what_is_on_its_way(sites: Sites, receiver: Receiver) -> None:
    stopping = threading.Event()

    def once_it_stops(handler: Handler) -> None:
        stopping.wait(60)
        status(200)(handler)

    receiver.answer = once_it_stops
    with sites.make(WEBHOOKS_INSIDE="1") as site, ThreadPoolExecutor(1) as operator:
        Table(site, receiver.url).enter(1)
        receiver.wait(1)
        stopped = operator.submit(site.stop)
        wait_until(lambda: not accepts(site))
        stopping.set()
        stopped.result(60)
        assert site.rows("SELECT state, attempts FROM games_delivery") == [("delivered", 1)]
        assert "Traceback" not in site.log.read_text()


def test_the_command_sends_what_there_is(sites: Sites) -> None:
    with receiving() as receiver, sites.make(WEBHOOKS_INSIDE="1", WEBHOOKS_SEND="0") as site:
        table = Table(site, receiver.url)
        for number in (1, 2, 3):
            table.enter(number)
        assert site.manage("send_webhooks") == "Messages sent: 3\n"
        assert site.manage("send_webhooks") == "Messages sent: 0\n"
        assert rounds_of(receiver) == [(table.created["id"], number) for number in (1, 2, 3)]


def accepts(site: Site) -> bool:
    """Whether the server still takes connections."""
    try:
        socket.create_connection(("127.0.0.1", site.port), 60).close()
    except ConnectionRefusedError:
        return False
    return True


def settled(site: Site) -> None:
    """Wait until nothing waits to be sent."""
    wait_until(lambda: not site.rows("SELECT 1 FROM games_delivery WHERE state = 'waiting'"))


def expire(site: Site) -> None:
    """Let the minute pass for which a message that was on its way is left alone."""
    statement = "UPDATE games_webhook SET leased_until = created_at"
    if site.database_url:
        import psycopg

        with psycopg.connect(site.database_url) as connection:
            connection.execute(statement.encode())
        return
    with closing(sqlite3.connect(site.folder / "scorekeeper.sqlite3")) as file, file:
        file.execute(statement)
