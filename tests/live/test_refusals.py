"""Live streams that are refused."""

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from games.live import Admission, Hub, LiveStream, StreamRefusal
from games.live.stream import RECHECK_INTERVAL
from tests.live.kit import Served, Tables, Watching, get, wait_until

Serve = Callable[..., Served]
Watch = Callable[..., Watching]


@pytest.fixture
def server(serve: Serve, tables: Tables, hub: Hub) -> Served:
    return serve(LiveStream(tables.admit, hub))


def test_a_link_closed_between_reading_and_listening_is_refused(serve: Serve, tables: Tables, hub: Hub) -> None:
    def admit(token: str) -> Admission | StreamRefusal:
        answer = tables.admit(token)
        tables.revoke(7)
        return answer

    server = serve(LiveStream(admit, hub))
    assert get(f"{server.url}/live/t1.7/").status_code == 204
    wait_until(lambda: hub.streams("t1") == 0)


def test_the_table_is_full(serve: Serve, watch: Watch) -> None:
    hub = Hub(per_table=2)
    tables = Tables(hub)
    server = serve(LiveStream(tables.admit, hub))
    streams = [watch(f"{server.url}/live/t1.{link}/") for link in (1, 2)]
    assert [stream.revision() for stream in streams] == [1, 1]
    answer = get(f"{server.url}/live/t1.3/")
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "15")
    streams[0].close()
    wait_until(lambda: hub.streams("t1") == 1)
    assert watch(f"{server.url}/live/t1.3/").revision() == 1


def test_address_limit_is_checked_before_any_query(serve: Serve, watch: Watch) -> None:
    hub = Hub(per_address=1)
    tables = Tables(hub)
    server = serve(LiveStream(tables.admit, hub))
    watch(f"{server.url}/live/t1.1/").revision()
    assert get(f"{server.url}/live/t1.2/").status_code == 429
    assert tables.reads == 1


@pytest.mark.parametrize(
    ("client", "counted_as"),
    [
        (("192.0.2.7", 5), "192.0.2.7"),
        (("::ffff:192.0.2.7", 5), "192.0.2.7"),
        (("2001:db8:1:2:3:4:5:6", 5), "2001:db8:1:2::/64"),
        (("2001:db8:1:2:ffff::1", 5), "2001:db8:1:2::/64"),
        (("fe80::1%eth0", 5), "fe80::/64"),
        (("testclient", 5), "testclient"),
        (None, None),
    ],
)
def test_stream_is_counted_for_its_client_address(client: Any, counted_as: str | None) -> None:
    from games.live.stream import client_address

    assert client_address({"client": client}) == counted_as


@pytest.mark.parametrize(
    "path", ["/live/", "/live//", "/live/t9.1/", "/live/a/b/", "/live/" + "x" * 501, "/live/%C3%A9/"]
)
def test_no_such_stream(server: Served, path: str) -> None:
    answer = get(server.url + path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"


def test_a_token_that_was_good_once_stops_the_event_source(server: Served, tables: Tables) -> None:
    tables.revoked.add(7)
    answer = get(f"{server.url}/live/t1.7/")
    assert (answer.status_code, answer.content) == (204, b"")
    assert "content-length" not in answer.headers


@pytest.mark.parametrize("method", ["POST", "HEAD", "OPTIONS", "DELETE"])
def test_only_get(server: Served, method: str) -> None:
    answer = httpx.request(method, f"{server.url}/live/t1.7/")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


def test_an_endless_last_event_id_is_refused(server: Served) -> None:
    answer = get(f"{server.url}/live/t1.7/", headers={"Last-Event-ID": "x" * 10_000})
    assert answer.status_code == 400


def test_failed_admission_is_503(serve: Serve, hub: Hub, caplog: pytest.LogCaptureFixture) -> None:
    def admit(_token: str) -> Admission:
        raise OSError("the database is away")

    server = serve(LiveStream(admit, hub))
    answer = get(f"{server.url}/live/t1.7/")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert "the database is away" in caplog.text
    assert "the database is away" not in answer.text


def test_a_right_that_may_end_without_a_notification_is_checked_again(serve: Serve, watch: Watch, hub: Hub) -> None:
    requests: list[str] = []

    def admit(token: str) -> Admission | StreamRefusal:
        requests.append(token)
        return StreamRefusal.GONE if closed else Admission("t1", 1, 1, recheck=token == "account")

    closed: list[bool] = []
    server = serve(LiveStream(admit, hub, recheck_interval=0.05))
    streams = {token: watch(f"{server.url}/live/{token}/") for token in ("account", "link")}
    assert [stream.revision() for stream in streams.values()] == [1, 1]
    hub.publish_revision("t1", 2)
    assert [stream.revision() for stream in streams.values()] == [2, 2]
    hub.publish_wakeup("t1")
    assert [stream.block()["event"] for stream in streams.values()] == ["question", "question"]
    closed.append(True)
    assert streams["account"].ends()
    wait_until(lambda: hub.streams("t1") == 1)
    assert requests.count("link") == 1
    assert RECHECK_INTERVAL < 5


def test_a_change_without_a_notification_shows_on_the_next_request(serve: Serve, watch: Watch, hub: Hub) -> None:
    where = {"several": 1, "link": 1}

    def admit(token: str) -> Admission | StreamRefusal:
        return Admission(token, 1, where[token], recheck=token == "several")

    server = serve(LiveStream(admit, hub, recheck_interval=0.05, heartbeat=0.5))
    streams = {token: watch(f"{server.url}/live/{token}/") for token in where}
    assert [stream.revision() for stream in streams.values()] == [1, 1]
    where |= {"several": 5, "link": 5}
    assert streams["several"].revision() == 5
    assert streams["link"].block()["event"] == "beat"
    where["several"] = 3  # never back
    assert streams["several"].block()["event"] == "beat"
