"""Publish/subscribe between two processes: two hubs and a bridge over Redis or PostgreSQL."""

import asyncio
import json
import socket
from collections.abc import Callable, Collection, Iterator
from threading import Thread

import psycopg
import pytest

from games.live import Bridge, Hub, PolledState
from games.live.admission import Grant
from games.live.backends import PostgresBackend, RedisBackend
from tests.live.kit import wait_until
from tests.servers import Redis, Sites

BUSY = 60.0  # seconds that anything may take on a machine that has other things to do


class Stand:
    """What a database would say, and how often it was asked."""

    def __init__(self) -> None:
        self.seen = PolledState({}, {}, {})
        self.looks: list[set[str]] = []

    def look(self, names: Collection[str], links: Collection[Grant]) -> PolledState:
        self.looks.append(set(names))
        return self.seen


@pytest.fixture
def built() -> Iterator[Callable[..., Bridge]]:
    made: list[Bridge] = []

    def build(
        hub: Hub, backend: RedisBackend | PostgresBackend, look: Callable[..., PolledState] | None = None
    ) -> Bridge:
        made.append(Bridge(hub, backend))
        made[-1].start(look or Stand().look)
        return made[-1]

    yield build
    for bridge in made:
        bridge.stop()


@pytest.fixture(params=["redis", "postgresql"])
def new_backend(request: pytest.FixtureRequest, sites: Sites) -> Callable[[], RedisBackend | PostgresBackend]:
    if request.param == "redis":
        running = request.getfixturevalue("redis_server")
        return lambda: RedisBackend(running.url, f"test:{request.node.name}")
    url = sites.postgresql.url("migrated")
    return lambda: PostgresBackend(lambda: psycopg.connect(url, autocommit=True))


def test_a_notification_of_one_process_reaches_the_other(
    new_backend: Callable[[], RedisBackend | PostgresBackend], built: Callable[..., Bridge]
) -> None:
    here, there = Hub(), Hub()
    bridges = [built(here, new_backend()), built(there, new_backend())]
    assert bridges[0].state.state == "degraded"
    wait_until(lambda: all(bridge.state.state == "connected" for bridge in bridges), BUSY)

    async def run() -> None:
        with there.subscribe("t", 7, 1) as listener, there.subscribe("t", 8, 1) as other:
            here.publish_revision("t", 2)
            await listener.wait(1, BUSY)
            assert listener.latest == 2
            here.publish_wakeup("t")
            await listener.wait(2, BUSY)
            assert listener.woken
            listener.woken = False
            here.publish_revision("elsewhere", 9)
            here.publish_revocation(7)
            await listener.wait(2, BUSY)
            assert (listener.closed, other.closed, listener.latest) == (True, False, 2)

    asyncio.run(run())


def test_last_notifications_of_a_process_are_sent(
    new_backend: Callable[[], RedisBackend | PostgresBackend], built: Callable[..., Bridge]
) -> None:
    """A command that publishes and ends at once."""
    here, there = Hub(), Hub()
    bridge = built(there, new_backend())
    wait_until(lambda: bridge.state.state == "connected", BUSY)

    async def run() -> None:
        with there.subscribe("t", 7, 1) as listener:
            command = Bridge(here, new_backend())
            here.publish_revision("t", 2)
            await asyncio.to_thread(command.stop)
            await listener.wait(1, BUSY)
            assert listener.latest == 2

    asyncio.run(run())


@pytest.mark.server
def test_without_the_backend_every_stream_catches_up(built: Callable[..., Bridge]) -> None:
    with Redis() as server:
        here, there, stand = Hub(), Hub(), Stand()
        backend = built(here, RedisBackend(server.url, "c"))
        bridge = built(there, RedisBackend(server.url, "c"), stand.look)
        wait_until(lambda: bridge.state.state == "connected", BUSY)
        since = bridge.state.since
        server.stop()

        async def run() -> None:
            with there.subscribe("t", 7, 1) as one, there.subscribe("season:s", "league:1", 4) as other:
                here.publish_revision("t", 2)
                stand.seen = PolledState({"t": 2, "season:s": 5}, {"t": 1}, {7: -1, "league:1": 0})
                await one.wait(1, BUSY)
                # One poll delivers all of it, but one after the other.
                async with asyncio.timeout(BUSY):
                    while not (one.woken and one.access_suspect and other.latest == 5):
                        await asyncio.sleep(0.01)
                assert (one.latest, one.woken, one.access_suspect) == (2, True, True)
                assert (other.latest, other.woken, other.access_suspect) == (5, False, False)
                assert stand.looks[-1] == {"t", "season:s"}
                # Unchanged revisions notify nobody.
                one.woken = one.access_suspect = False
                version, looks = there.topic_version("t"), len(stand.looks)
                while len(stand.looks) == looks:
                    await asyncio.sleep(0.05)
                assert (there.topic_version("t"), one.woken, one.access_suspect) == (version, False, False)

        asyncio.run(run())
        wait_until(lambda: bridge.state.state == "degraded", BUSY)
        assert backend.state.state == "degraded"
        assert bridge.state.since > since
        server.start()
        wait_until(lambda: backend.state.state == bridge.state.state == "connected", BUSY)

        async def again() -> None:
            with there.subscribe("t", 7, 2) as one:
                here.publish_revision("t", 3)
                await one.wait(2, BUSY)
                assert one.latest == 3

        asyncio.run(again())


def test_foreign_messages_are_ignored(redis_server: Redis, built: Callable[..., Bridge]) -> None:
    hub = Hub()
    bridge = built(hub, backend := RedisBackend(redis_server.url, "open"))
    wait_until(lambda: bridge.state.state == "connected", BUSY)
    clock = hub.clock
    strange = [
        "",
        "{}",
        "[]",
        "1",
        "[1]",
        '["x","end"]',
        '["x","ring","t"]',
        '["x","ring","t","2"]',
        '["x","doubt",1,1]',
    ]
    backend.publish([*strange, "\0", json.dumps(["x", "ring", "t", 5])])
    wait_until(lambda: hub.clock == clock + 1, BUSY)


def test_publishing_does_not_block_while_the_backend_is_down(built: Callable[..., Bridge]) -> None:
    """An address that takes connections and never answers is worse than one that refuses them."""
    with socket.create_server(("127.0.0.1", 0), backlog=1) as deaf:
        hub = Hub()
        bridge = built(hub, RedisBackend(f"redis://127.0.0.1:{deaf.getsockname()[1]}/0", "c"))
        publishing = Thread(target=lambda: [hub.publish_revision("t", revision) for revision in range(20_000)])
        publishing.start()
        publishing.join(BUSY)
        assert not publishing.is_alive()
        assert bridge.state.state == "degraded"
