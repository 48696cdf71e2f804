"""The hub that passes notifications on to subscribers within one process."""

import asyncio
import threading
from typing import Any

import pytest

from games.live import Hub
from games.live.hub import Subscriber, TooManyStreamsError


async def latest_revision(listener: Subscriber, known: int) -> int:
    await listener.wait(known, 1.0)
    return listener.latest


def test_a_notification_from_another_thread_wakes_the_listener(hub: Hub) -> None:
    async def scene() -> int:
        with hub.subscribe("t", None, 1) as listener:
            threading.Thread(target=hub.publish_revision, args=("t", 2)).start()
            return await latest_revision(listener, 1)

    assert asyncio.run(scene()) == 2


def test_a_notification_from_the_loop_itself_wakes_the_listener(hub: Hub) -> None:
    async def scene() -> int:
        with hub.subscribe("t", None, 1) as listener:
            hub.publish_revision("t", 2)
            return await latest_revision(listener, 1)

    assert asyncio.run(scene()) == 2


def test_a_wake_up_without_a_revision_changes_nothing(hub: Hub) -> None:
    async def scene() -> tuple[bool, int, bool]:
        with hub.subscribe("t", None, 1) as listener, hub.subscribe("other", None, 1) as other:
            threading.Thread(target=hub.publish_wakeup, args=("t",)).start()
            return listener.woken, await latest_revision(listener, 1), listener.woken and not other.woken

    assert asyncio.run(scene()) == (False, 1, True)


def test_a_wake_up_between_notifications_is_not_lost(hub: Hub) -> None:
    async def scene() -> tuple[int, bool]:
        with hub.subscribe("t", None, 1) as listener:
            hub.publish_revision("t", 2)
            hub.publish_wakeup("t")
            hub.publish_revision("t", 3)
            while listener.latest < 3:
                await listener.wait(listener.latest, 1.0)
            return listener.latest, listener.woken

    assert asyncio.run(scene()) == (3, True)


def test_notifications_of_another_table_do_not_arrive(hub: Hub) -> None:
    async def scene() -> int:
        with hub.subscribe("t", None, 1) as listener:
            hub.publish_revision("other", 9)
            await listener.wait(1, 0.05)
            return listener.latest

    assert asyncio.run(scene()) == 1


class CountingLoop(asyncio.SelectorEventLoop):
    calls = 0

    def call_soon_threadsafe(self, *args: Any, **kwargs: Any) -> asyncio.Handle:
        self.calls += 1
        return super().call_soon_threadsafe(*args, **kwargs)


def test_many_notifications_are_one_wake_up_with_the_highest_revision(hub: Hub) -> None:
    async def scene() -> tuple[int, int]:
        with hub.subscribe("t", None, 0) as listener, hub.subscribe("t", None, 0):
            for revision in range(1, 1001):
                hub.publish_revision("t", revision)
            highest = await latest_revision(listener, 0)
            hub.publish_revision("t", 1001)
            return highest, await latest_revision(listener, highest)

    with asyncio.Runner(loop_factory=CountingLoop) as runner:
        assert runner.run(scene()) == (1000, 1001)
        loop = runner.get_loop()
    assert isinstance(loop, CountingLoop)
    assert loop.calls == 2


def test_notifications_in_the_wrong_order_never_lead_back(hub: Hub) -> None:
    async def scene() -> list[int]:
        seen = []
        with hub.subscribe("t", None, 5) as listener:
            for revision in (3, 7, 6):
                hub.publish_revision("t", revision)
                await asyncio.sleep(0.01)
                seen.append(listener.latest)
        return seen

    assert asyncio.run(scene()) == [5, 7, 7]


def test_every_event_loop_of_a_process_is_notified(hub: Hub) -> None:
    results: list[int] = []
    ready = threading.Barrier(4)

    async def scene() -> None:
        with hub.subscribe("t", None, 1) as listener:
            await asyncio.to_thread(ready.wait)
            results.append(await latest_revision(listener, 1))

    threads = [threading.Thread(target=lambda: asyncio.run(scene())) for _ in range(3)]
    for thread in threads:
        thread.start()
    ready.wait()
    hub.publish_revision("t", 2)
    for thread in threads:
        thread.join()
    assert results == [2, 2, 2]
    assert hub.streams("t") == 0


def test_a_closed_link_closes_its_streams_and_no_others(hub: Hub) -> None:
    async def scene() -> list[bool]:
        with (
            hub.subscribe("t", 1, 1) as first,
            hub.subscribe("u", 1, 1) as elsewhere,
            hub.subscribe("t", 2, 1) as second,
            hub.subscribe("t", None, 1) as without,
        ):
            await asyncio.to_thread(hub.publish_revocation, 1)
            await first.wait(1, 1.0)
            return [listener.closed for listener in (first, elsewhere, second, without)]

    assert asyncio.run(scene()) == [True, True, False, False]


def test_the_clock_moves_with_notifications_and_closed_links(hub: Hub) -> None:
    hub.publish_revision("t", 1)
    once = hub.clock
    assert hub.clock == once
    hub.publish_revocation(1)
    assert hub.clock > once


def test_a_table_has_so_many_places_and_a_place_is_given_back() -> None:
    hub = Hub(per_table=2)

    async def scene() -> None:
        with hub.subscribe("t", None, 1), hub.subscribe("u", None, 1):
            with hub.subscribe("t", None, 1), pytest.raises(TooManyStreamsError), hub.subscribe("t", None, 1):
                pass
            with hub.subscribe("t", None, 1):
                assert hub.streams("t") == 2

    asyncio.run(scene())
    assert hub.streams("t") == 0


def test_an_address_has_so_many_places_and_a_place_is_given_back() -> None:
    hub = Hub(per_address=1)
    with hub.reserve_stream("192.0.2.1"):
        with pytest.raises(TooManyStreamsError), hub.reserve_stream("192.0.2.1"):
            pass
        with hub.reserve_stream("192.0.2.2"), hub.reserve_stream(None), hub.reserve_stream(None):
            pass
    with hub.reserve_stream("192.0.2.1"):
        pass


def test_a_loop_that_died_with_open_streams_does_not_disturb_a_notification(hub: Hub) -> None:
    loop = asyncio.new_event_loop()

    async def open_stream() -> object:
        context = hub.subscribe("t", None, 1)
        context.__enter__()
        return context

    context = loop.run_until_complete(open_stream())
    loop.close()
    hub.publish_revision("t", 2)
    assert hub.streams("t") == 0
    hub.publish_revision("t", 3)
    del context
