"""A guest on the same Wi-Fi can't block the server: saving and new phones work during each attack.

At a hard limit of 256 open files, with 300 connections; by hand also with 1,100, against a server with 1,024 open files
as its soft limit, and again as its soft and hard one. Before, during and after are told.
"""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace

import pytest

from tests.live.kit import wait_until
from tests.reliability import connection_attacks
from tests.reliability.clients import TableRecord, make_tables
from tests.reliability.connection_attacks import Attack, Attacking, Limited, Noticed, measured, room_for, stream_path
from tests.servers import Sites

EVERYWHERE = tuple(f"127.0.1.{number}" for number in range(1, 100))


@dataclass(frozen=True)
class Stand:
    """A server with these limits on open files, tables, and how much is tried there."""

    site: Limited
    records: list[TableRecord]
    connections: int
    saves: int

    def watch(self) -> Noticed:
        """What a phone notices that saves rounds."""
        return asyncio.run(measured(self.site, self.records, self.saves))


ATTACKS: dict[str, Callable[[Stand], Attack]] = {
    "half-sent heads": lambda at: connection_attacks.half_heads(at.connections),
    "streams": lambda at: connection_attacks.streams(
        at.connections, stream_path(at.site, at.records[0]), homes=EVERYWHERE
    ),
}
MORE_ATTACKS: dict[str, Callable[[Stand], Attack]] = {
    "half-sent heads from 99 addresses": lambda at: connection_attacks.half_heads(at.connections, homes=EVERYWHERE),
    "trickled heads": lambda at: connection_attacks.trickled_heads(at.connections),
    "silent connections": lambda at: connection_attacks.silent(at.connections),
    "idle connections": lambda at: connection_attacks.idle(at.connections),
    "idle connections from 99 addresses": lambda at: connection_attacks.idle(at.connections, homes=EVERYWHERE),
    "24 bodies of 4 MiB": lambda _: connection_attacks.withheld(24),
    "24 bodies of 4 MiB where files go": lambda _: connection_attacks.withheld(24, path="/leagues/import/"),
    "bodies of 60 KiB": lambda at: connection_attacks.withheld(at.connections, 60 * 1024, homes=EVERYWHERE),
    "trickled chunks": lambda at: connection_attacks.chunked(at.connections // 3),
    "slow readers": lambda _: connection_attacks.slow_readers(40, "/rules/standard/"),
    "slow readers of files": lambda _: connection_attacks.slow_readers(40, "/static/bundles/app.css"),
    "questions at once": lambda _: connection_attacks.pipelined(20),
    "endless headers": lambda _: connection_attacks.many_headers(100),
    "churn": lambda _: connection_attacks.churn(100),
}


@pytest.fixture(
    scope="module",
    params=[
        pytest.param((256, 256, 300, 20), id="256 of 256 files"),
        pytest.param((1024, 4096, 1100, 100), id="1024 of 4096 files", marks=pytest.mark.slow),
        pytest.param((1024, 1024, 1100, 100), id="1024 of 1024 files", marks=pytest.mark.slow),
    ],
)
def stand(sites: Sites, request: pytest.FixtureRequest) -> Iterator[Stand]:
    """A running server and ten tables."""
    soft, hard, connections, saves = request.param
    with sites.make("sqlite", Limited).limited(soft, hard) as site:
        yield Stand(site, asyncio.run(make_tables(site.url, 10)), room_for(connections), saves)


@pytest.mark.parametrize("name", [*ATTACKS, *(pytest.param(name, marks=pytest.mark.slow) for name in MORE_ATTACKS)])
def test_saving_goes_on(name: str, stand: Stand, counted: Callable[[str], None]) -> None:
    attack = (ATTACKS | MORE_ATTACKS)[name](stand)
    before = stand.watch()
    with Attacking(attack, stand.site.port) as attacking:
        attacking.wait_until_all_came()
        during = stand.watch()
    after = stand.watch()
    limits = f"{stand.site.soft} of {stand.site.hard} files"
    counted(f"{limits}, {attacking.opened} opened: before {before}; during {during}; after {after}")
    log = stand.site.log.read_text()
    assert during.holds, during
    assert after.holds, after
    assert "Traceback" not in log, log[-3000:]
    assert "Too many open files" not in log


def test_a_club_behind_one_address_is_let_in(stand: Stand, counted: Callable[[str], None]) -> None:
    """200 phones, or a fifth of what the server carries: each with a stream and two idle connections, and all save."""
    phones = min(200, stand.site.soft // 5)
    home = ("127.0.0.2",)
    stream = stream_path(stand.site, stand.records[0])
    streams = replace(connection_attacks.streams(phones, stream), homes=home)
    wait_until(lambda: not stand.site.connections())
    with Attacking(streams, stand.site.port) as watching:
        # A connection that has not asked for its stream yet is an idle one itself.
        wait_until(lambda: watching.answers == phones)
        with Attacking(connection_attacks.idle(2 * phones, homes=home), stand.site.port) as idle:
            idle.wait_until_all_came()
            noticed = stand.watch()
            open_now = len(watching)
    counted(f"{phones} phones at one address, {open_now} streams of them open: {noticed}")
    assert noticed.holds
    assert open_now == phones
    assert watching.closed == phones, "a stream was cut for somebody else's idle connection"


def test_many_saves_at_once_from_one_address(stand: Stand, counted: Callable[[str], None]) -> None:
    records = [*stand.records, *asyncio.run(make_tables(stand.site.url, 2 * stand.saves - 10))]
    noticed = asyncio.run(measured(stand.site, records, len(records)))
    counted(f"{len(records)} saves at once: {noticed}")
    assert noticed.taken == len(records)


@pytest.mark.slow
def test_streams_beyond_what_the_limit_carries_come_later(stand: Stand, counted: Callable[[str], None]) -> None:
    taken, many, later = (
        f"HTTP/1.1 {status}".encode() for status in ("200 OK", "429 Too Many Requests", "503 Service Unavailable")
    )
    wanted = {taken, later} if stand.site.hard <= 1024 else {taken}
    # One table has 300 streams at most, fewer than 1,024 files carry.
    paths = [stream_path(stand.site, record) for record in stand.records[1:3]]
    attacks = [connection_attacks.streams(stand.connections // 2, path, homes=EVERYWHERE) for path in paths]
    with ExitStack() as stack:
        watching = [stack.enter_context(Attacking(attack, stand.site.port)) for attack in attacks]
        for one in watching:
            one.wait_until_all_came()
        wait_until(lambda: wanted <= set().union(*(one.answers_seen for one in watching)))
        answers: set[bytes] = set().union(*(one.answers_seen for one in watching))
    counted(f"{stand.connections} streams wanted, {stand.site.soft} files: {sorted(answers)}")
    assert answers <= {taken, many, later}


@pytest.mark.slow
def test_each_step_has_its_time(stand: Stand, counted: Callable[[str], None]) -> None:
    """A head, whether it trickles or nothing comes; an answer that nobody reads; a connection that asks no more."""
    kinds = [
        connection_attacks.half_heads(1),
        connection_attacks.trickled_heads(1, every=0.5),
        connection_attacks.silent(1),
        connection_attacks.idle(1),
    ]
    with ExitStack() as stack:
        running = [stack.enter_context(Attacking(attack, stand.site.port)) for attack in kinds]
        wait_until(lambda: all(one.closed for one in running))
    wait_until(lambda: not stand.site.connections())
    reader = connection_attacks.slow_readers(1, "/static/bundles/app.css")
    with Attacking(reader, stand.site.port):
        # Who reads nothing doesn't see the end either, so it is seen at the server.
        wait_until(lambda: stand.site.connections() == 1)
        wait_until(lambda: not stand.site.connections())
    counted(f"{', '.join(attack.name for attack in (*kinds, reader))}: each ended by the server")


@pytest.mark.slow
def test_a_trusted_proxy_has_no_share(sites: Sites, counted: Callable[[str], None]) -> None:
    """128 connections there are for 256 files, and 96 of them for one address, unless it speaks for everybody."""
    believed = {"PUBLIC_URL": "https://score.example.org", "FORWARDED_ALLOW_IPS": "127.0.0.5"}
    held = {}
    with sites.make("sqlite", Limited, **believed).limited(256, 256) as site:
        for home in ("127.0.0.5", "127.0.0.6"):
            with Attacking(connection_attacks.idle(120, homes=(home,)), site.port) as idle:
                wait_until(lambda attack=idle: attack.answers >= 120 or attack.closed)
                held[home] = idle.answers, idle.closed
            wait_until(lambda: not site.connections())
    counted(f"answered, and closed: {held}")
    assert held["127.0.0.5"] == (120, 0)
    assert held["127.0.0.6"][1] > 0
