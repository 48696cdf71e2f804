"""Counting requests by address: shared between processes, and per process while Redis is down."""

import time
from collections.abc import Callable, Iterator

import pytest
from django.core.cache import cache
from django.test import RequestFactory

from games.refusals import RefusedError
from games.web import shared_counters
from games.web.throttles import check_rate, uncount
from tests.live.kit import wait_until
from tests.servers import Redis


@pytest.fixture
def own_redis(settings: object, monkeypatch: pytest.MonkeyPatch) -> Iterator[Redis]:
    """A Redis of the test's own, in which this process counts, however busy the machine is."""
    monkeypatch.setattr(shared_counters, "PATIENCE", 20.0)
    with Redis() as server:
        settings.REDIS_URL = server.url  # type: ignore[attr-defined]
        shared_counters._shared.cache_clear()
        cache.clear()
        yield server
    shared_counters._shared.cache_clear()


def elsewhere() -> None:
    """Make this process's counts look like those of another process."""
    cache.clear()


def test_processes_count_together(own_redis: Redis) -> None:
    assert [shared_counters.increment("a", 1, 60) for _ in range(3)] == [1, 2, 3]
    elsewhere()
    assert shared_counters.increment("a", 1, 60) == 4
    assert shared_counters.increment("a", -1, 60) == 3
    assert shared_counters.increment("b", 1, 60) == 1
    assert own_redis.command("DBSIZE") == ":2"


def test_a_count_ends(own_redis: Redis) -> None:
    shared_counters.increment("a", 1, 1)
    wait_until(lambda: own_redis.command("DBSIZE") == ":0")
    elsewhere()
    assert shared_counters.increment("a", 1, 60) == 1


def test_a_limit_holds_while_redis_is_stopped_and_when_it_was_emptied(
    own_redis: Redis, settings: object, counted: Callable[[str], None]
) -> None:
    settings.RATES = {"check": ((5, 3600),)}  # type: ignore[attr-defined]
    request = RequestFactory().get("/")
    for _ in range(4):
        check_rate(request, "check")
    assert own_redis.command("FLUSHALL") == "+OK"
    own_redis.stop()
    began = time.monotonic()
    check_rate(request, "check")
    for _ in range(50):
        with pytest.raises(RefusedError, match="too_many_requests"):
            check_rate(request, "check")
    took = time.monotonic() - began
    for _ in range(51):
        uncount(request, "check")
    check_rate(request, "check")
    counted(f"51 requests against a limit while Redis is stopped: none let through, {took:.2f} s together")


def test_redis_is_used_again_once_it_is_back(own_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_counters, "AWAY", 0.0)
    shared_counters.increment("a", 1, 60)
    own_redis.stop()
    assert shared_counters.increment("a", 1, 60) == 2
    own_redis.start()
    assert shared_counters.increment("a", 1, 60) == 3
    elsewhere()
    assert shared_counters.increment("a", 1, 60) == 2


def test_redis_that_failed_is_left_alone_for_a_while(own_redis: Redis, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared_counters, "AWAY", 3600.0)
    own_redis.stop()
    assert shared_counters.increment("a", 1, 60) == 1
    own_redis.start()
    assert shared_counters.increment("a", 1, 60) == 2
    assert own_redis.command("DBSIZE") == ":0"
