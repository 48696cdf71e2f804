"""Worker threads shared fairly between client addresses: many requests from one of them delay only that one."""

import threading
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

from games.live.protocol import client_address


class FairThreads(Executor):
    """An executor for a2wsgi, which submits one WSGI environment per request.

    Addresses take turns, and each may use only so many threads at a time, so that some are left for others.
    In: the number of threads, the most that one address may use, and the prefix of their names.
    """

    def __init__(self, workers: int, per_address: int, name: str) -> None:
        self._workers = workers
        self._per_address = per_address
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix=name)
        self._lock = threading.Lock()
        self._busy: Counter[str | None] = Counter()
        self._waiting: dict[str | None, deque[tuple[Future[Any], Callable[[], Any]]]] = {}

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Queue a request for a thread; ``args`` begin with the WSGI environment."""
        address = client_address(args[0]["asgi.scope"])
        future: Future[Any] = Future()
        with self._lock:
            self._waiting.setdefault(address, deque()).append((future, lambda: fn(*args, **kwargs)))
            self._start()
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Let the threads end."""
        self._threads.shutdown(wait, cancel_futures=cancel_futures)

    def _start(self) -> None:
        """Give free threads to the addresses whose turn it is. The caller holds the lock."""
        while self._busy.total() < self._workers:
            address = next(
                (candidate for candidate in self._waiting if self._busy[candidate] < self._per_address), _NO_ADDRESS
            )
            if isinstance(address, _NoAddress):
                return
            queue = self._waiting.pop(address)
            future, call = queue.popleft()
            if queue:
                # Behind all others: addresses take turns.
                self._waiting[address] = queue
            self._busy[address] += 1
            self._threads.submit(self._work, address, future, call)

    def _work(self, address: str | None, future: Future[Any], call: Callable[[], Any]) -> None:
        try:
            if future.set_running_or_notify_cancel():
                try:
                    result = call()
                except BaseException as error:
                    future.set_exception(error)
                else:
                    future.set_result(result)
        finally:
            with self._lock:
                self._busy[address] -= 1
                if not self._busy[address]:
                    del self._busy[address]
                self._start()


class _NoAddress:
    """The type of _NO_ADDRESS: no address has a turn. None cannot be used, as it is an unknown address."""


_NO_ADDRESS = _NoAddress()
