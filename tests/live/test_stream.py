"""Live streams of a table: events, reconnecting and heartbeats."""

import json
import threading
from collections.abc import Callable

import pytest

from games.live import Admission, Hub, LiveStream
from tests.live.kit import Served, Tables, Watching, get, wait_until

Serve = Callable[..., Served]
Watch = Callable[..., Watching]


@pytest.fixture
def server(serve: Serve, tables: Tables, hub: Hub) -> Served:
    return serve(LiveStream(tables.admit, hub))


def test_the_revision_of_the_moment_is_sent_at_once(server: Served, watch: Watch) -> None:
    stream = watch(f"{server.url}/live/t1.7/")
    assert stream.answer.status_code == 200
    assert stream.block() == {"retry": "2000"}
    assert stream.block() == {"id": "1", "data": '{"table": "t1", "revision": 1}'}


def test_the_headers_forbid_keeping_buffering_and_running(server: Served, watch: Watch) -> None:
    headers = watch(f"{server.url}/live/t1.7/").answer.headers
    assert headers["content-type"] == "text/event-stream"
    assert headers["cache-control"] == "no-store"
    assert headers["x-accel-buffering"] == "no"
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_notification_reaches_every_viewer(server: Served, watch: Watch, tables: Tables) -> None:
    streams = [watch(f"{server.url}/live/t1.{link}/") for link in range(5)]
    assert [stream.revision() for stream in streams] == [1] * 5
    threading.Thread(target=tables.play).start()
    assert [stream.revision() for stream in streams] == [2] * 5


def test_a_check_without_a_revision_is_an_event_of_its_own(server: Served, watch: Watch, tables: Tables) -> None:
    """No id, and the same data as ever: a client that knows no such event loses nothing."""
    stream = watch(f"{server.url}/live/t1.7/")
    assert stream.revision() == 1
    tables.add_check()
    assert stream.block() == {"event": "question", "data": '{"table": "t1", "revision": 1}'}
    tables.play()
    assert stream.block() == {"id": "2", "data": '{"table": "t1", "revision": 2}'}


def test_late_subscriber_gets_the_check_event_until_the_next_revision(
    server: Served, watch: Watch, tables: Tables
) -> None:
    tables.add_check()
    stream = watch(f"{server.url}/live/t1.7/")
    assert stream.revision() == 1
    assert stream.block()["event"] == "question"
    tables.play()
    later = watch(f"{server.url}/live/t1.8/")
    assert later.revision() == 2
    tables.play()
    assert later.revision() == 3


def test_a_stream_repeats_the_event_of_a_check_instead_of_the_heartbeat(
    serve: Serve, watch: Watch, tables: Tables, hub: Hub
) -> None:
    stream = watch(f"{serve(LiveStream(tables.admit, hub, heartbeat=0.05)).url}/live/t1.7/")
    assert stream.revision() == 1
    assert stream.block()["event"] == "beat"
    tables.add_check()
    seen = [stream.block()["event"] for _ in range(6)]
    assert seen[-4:] == ["question"] * 4
    assert seen == sorted(seen)


def test_a_check_between_reading_and_subscribing_is_not_lost(serve: Serve, watch: Watch, hub: Hub) -> None:
    calls: list[bool] = []

    def admit(_token: str) -> Admission:
        answer = Admission("t1", 7, 4, report_is_newest=bool(calls))
        if not calls:
            calls.append(True)
            hub.publish_wakeup("t1")
        return answer

    stream = watch(f"{serve(LiveStream(admit, hub)).url}/live/t1.7/")
    assert stream.revision() == 4
    assert stream.block()["event"] == "question"


def test_notifications_of_another_table_do_not_arrive(server: Served, watch: Watch, tables: Tables) -> None:
    tables.revisions["t2"] = 40
    stream = watch(f"{server.url}/live/t1.7/")
    assert stream.revision() == 1
    tables.play("t2")
    tables.play("t1")
    assert stream.block() == {"id": "2", "data": '{"table": "t1", "revision": 2}'}


def test_a_burst_ends_at_the_newest_revision_and_never_goes_back(
    server: Served, watch: Watch, tables: Tables, hub: Hub
) -> None:
    stream = watch(f"{server.url}/live/t1.7/")
    threads = [threading.Thread(target=lambda: [tables.play() for _ in range(100)]) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    hub.publish_revision("t1", 3)
    newest = tables.revisions["t1"]
    seen = [stream.revision()]
    while seen[-1] < newest:
        seen.append(stream.revision())
    assert seen == sorted(set(seen))


def test_a_notification_between_reading_and_subscribing_is_not_lost(serve: Serve, watch: Watch, hub: Hub) -> None:
    revisions = [4]

    def admit(_token: str) -> Admission:
        answer = Admission("t1", 7, revisions[-1])
        if len(revisions) == 1:
            revisions.append(5)
            hub.publish_revision("t1", 5)
        return answer

    server = serve(LiveStream(admit, hub))
    assert watch(f"{server.url}/live/x/").revision() == 5


def test_a_quiet_stream_beats_without_an_id(serve: Serve, watch: Watch, tables: Tables, hub: Hub) -> None:
    server = serve(LiveStream(tables.admit, hub, heartbeat=0.1))
    stream = watch(f"{server.url}/live/t1.7/")
    stream.revision()
    for _ in range(3):
        assert stream.block() == {"event": "beat", "data": '{"table": "t1", "revision": 1}'}
    tables.play()
    assert stream.revision() == 2


def test_a_stream_ends_by_itself_when_it_is_old(serve: Serve, watch: Watch, tables: Tables, hub: Hub) -> None:
    server = serve(LiveStream(tables.admit, hub, max_age=0.3))
    stream = watch(f"{server.url}/live/t1.7/")
    assert stream.ends()
    wait_until(lambda: hub.streams("t1") == 0)


def test_a_client_that_leaves_is_forgotten_at_once(server: Served, watch: Watch, hub: Hub) -> None:
    stream = watch(f"{server.url}/live/t1.7/")
    stream.revision()
    assert hub.streams("t1") == 1
    stream.close()
    wait_until(lambda: hub.streams("t1") == 0)


def test_a_link_switched_off_ends_its_streams(server: Served, watch: Watch, tables: Tables) -> None:
    revoked, other = watch(f"{server.url}/live/t1.7/"), watch(f"{server.url}/live/t1.8/")
    revoked.revision(), other.revision()
    tables.revoke(7)
    assert revoked.ends()
    assert get(f"{server.url}/live/t1.7/").status_code == 204
    tables.play()
    assert other.revision() == 2


@pytest.mark.parametrize("last", ["abc", "-1", "999999999", "", "x" * 1000])
def test_a_strange_last_event_id_gets_the_newest_revision(server: Served, watch: Watch, last: str) -> None:
    assert watch(f"{server.url}/live/t1.7/", **{"Last-Event-ID": last}).revision() == 1


def test_the_data_is_json_whatever_the_table_is_called(serve: Serve, watch: Watch, hub: Hub) -> None:
    name = 'a"\n\ndata: {"revision": 99}'
    server = serve(LiveStream(lambda _token: Admission(name, None, 3), hub))
    stream = watch(f"{server.url}/live/x/")
    stream.block()
    block = stream.block()
    assert json.loads(block["data"]) == {"table": name, "revision": 3}


def test_open_streams_hold_no_threads(server: Served, watch: Watch, hub: Hub) -> None:
    before = threading.active_count()
    for link in range(60):
        watch(f"{server.url}/live/t1.{link}/").revision()
    assert hub.streams("t1") == 60
    assert threading.active_count() - before <= 4
