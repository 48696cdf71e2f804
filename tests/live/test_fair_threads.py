"""The thread pool shares its threads fairly between addresses, answers everybody, and loses no request."""

import threading
from concurrent.futures import Future
from typing import Any

import pytest

from games.live.fair_threads import FairThreads
from tests.live.kit import wait_until


class Pages:
    """Work that notes who was served, in which order, and waits at a gate."""

    def __init__(self) -> None:
        self.gate = threading.Event()
        self.served: list[str] = []
        self.most = 0
        self._now = 0
        self._lock = threading.Lock()

    def answer(self, environ: dict[str, Any], text: str) -> str:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
            self.served.append(environ["asgi.scope"]["client"][0])
        assert self.gate.wait(10)
        with self._lock:
            self._now -= 1
        return text


def submit(threads: FairThreads, pages: Pages, address: str, text: str = "") -> "Future[Any]":
    return threads.submit(pages.answer, {"asgi.scope": {"client": (address, 1)}}, text)


def test_one_address_leaves_threads_for_others() -> None:
    threads, pages = FairThreads(4, 2, "test"), Pages()
    flood = [submit(threads, pages, "192.0.2.1", str(number)) for number in range(20)]
    phone = submit(threads, pages, "192.0.2.2", "saved")
    wait_until(lambda: len(pages.served) == 3)
    assert sorted(pages.served) == ["192.0.2.1", "192.0.2.1", "192.0.2.2"]
    pages.gate.set()
    assert phone.result(10) == "saved"
    assert [one.result(10) for one in flood] == [str(number) for number in range(20)]
    assert pages.most <= 3
    threads.shutdown()


def test_addresses_take_turns() -> None:
    threads, pages = FairThreads(1, 1, "test"), Pages()
    futures = [submit(threads, pages, address) for address in ("192.0.2.1",) * 3 + ("192.0.2.2",) * 2 + ("192.0.2.3",)]
    pages.gate.set()
    for one in futures:
        one.result(10)
    # The first began before anybody else was there.
    assert pages.served == [f"192.0.2.{last}" for last in (1, 1, 2, 3, 1, 2)]
    threads.shutdown()


def test_a_page_that_fails_gives_its_thread_back() -> None:
    threads = FairThreads(1, 1, "test")

    def fail(_environ: dict[str, Any]) -> None:
        raise OSError("the disk is gone")

    for _ in range(3):
        with pytest.raises(OSError, match="the disk is gone"):
            threads.submit(fail, {"asgi.scope": {"client": None}}).result(10)
    threads.shutdown()
