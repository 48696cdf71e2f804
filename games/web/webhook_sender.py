"""The webhook sender: takes due deliveries and sends them, in a thread beside the pages or from a command."""

import logging
import threading
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connections
from django.utils import timezone

from games import live
from games.services.sharing.deliveries import (
    DeliveryOutcome,
    DeliveryTask,
    delete_old_deliveries,
    record_outcome,
    take_tasks,
)
from games.web.webhook_request import send

AT_ONCE: Final = 8
"""Messages sent at the same time, each to another webhook."""
POLL_INTERVAL: Final = 5.0
"""Seconds after which it queries the database by itself, for retries and for deliveries of other processes."""
STOP_PATIENCE: Final = 12.0
"""Seconds that a stopping process waits for messages being sent; one takes ten at most."""
_CLEAN_EVERY: Final = timedelta(hours=1)

_log = logging.getLogger(__name__)


class Sender:
    """Sends until it is stopped. One thread queries the database; the others only wait for responses."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._on_their_way: dict[Future[DeliveryOutcome], DeliveryTask] = {}
        self._put_away = timezone.now() - _CLEAN_EVERY
        self.sent = 0

    def stop(self) -> None:
        """Stop taking deliveries; those being sent are still finished."""
        self._stopped.set()
        live.wake_webhook_sender()

    def run(self) -> None:
        """Send what is due and what comes, until it is stopped. An unavailable database is waited for."""
        with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
            # A server that ends without stopping its background work is noticed by its missing main thread.
            while not self._stopped.is_set() and threading.main_thread().is_alive():
                try:
                    close_old_connections()
                    busy = self._turn(pool)
                except (OperationalError, InterfaceError):
                    # The pages and the log report it; what had been taken is sent again after its lease runs out.
                    self._on_their_way.clear()
                    connections.close_all()
                    busy = False
                except Exception:
                    _log.exception("Webhooks could not be sent")
                    busy = False
                if not busy:
                    live.wait_for_webhooks(POLL_INTERVAL)
            self._finish()
        connections.close_all()

    def send_due(self) -> int:
        """Send everything due now, and return how many messages were sent."""
        with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
            while self._turn(pool):
                pass
        return self.sent

    def _turn(self, pool: ThreadPoolExecutor) -> bool:
        """Take due deliveries, and record responses that came in; return whether there was anything to do."""
        if timezone.now() - self._put_away >= _CLEAN_EVERY:
            delete_old_deliveries()
            self._put_away = timezone.now()
        for task in take_tasks(AT_ONCE - len(self._on_their_way)):
            self._on_their_way[pool.submit(send, task, allow_private=settings.WEBHOOKS_INSIDE)] = task
        if not self._on_their_way:
            return False
        self._note(wait(self._on_their_way, 0.2, FIRST_COMPLETED).done)
        return True

    def _finish(self) -> None:
        """Record the outcome of the messages that were being sent when it was stopped."""
        try:
            self._note(wait(self._on_their_way).done)
        except (OperationalError, InterfaceError):
            _log.warning("The database went away before it was noted how webhooks took their last messages")

    def _note(self, done: set[Future[DeliveryOutcome]]) -> None:
        for future in done:
            task = self._on_their_way.pop(future)
            record_outcome(task, future.result())
            self.sent += 1


@contextmanager
def background_sender() -> Iterator[None]:
    """Run a sender in a thread while the block lasts, unless the settings leave sending to another process."""
    if not settings.WEBHOOKS_SEND:
        yield
        return
    sender = Sender()
    thread = threading.Thread(target=sender.run, name="webhooks")
    thread.start()
    try:
        yield
    finally:
        # After SIGTERM a process waits for no thread, so record what is being sent first; otherwise it is sent again.
        sender.stop()
        thread.join(STOP_PATIENCE)
