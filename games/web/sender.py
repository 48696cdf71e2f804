"""Who sends what webhooks are to be told: a thread beside the pages, or a command."""

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
from games.services.deliveries import Errand, Outcome, note_outcome, put_away, take_errands
from games.web.sending import send

AT_ONCE: Final = 8
"""Messages on their way at the same time, each to another webhook."""
LOOKS_EVERY: Final = 5.0
"""Seconds after which it looks by itself: for what another process wrote, and for what is to be tried again."""
FAREWELL: Final = 12.0
"""Seconds that a process which stops gives to what is on its way; one message takes ten at most."""
_PUTS_AWAY_EVERY: Final = timedelta(hours=1)

_log = logging.getLogger(__name__)


class Sender:
    """Sends until it is stopped. One thread asks the database; the others only wait for answers."""

    def __init__(self) -> None:
        self._stopped = threading.Event()
        self._on_their_way: dict[Future[Outcome], Errand] = {}
        self._put_away = timezone.now() - _PUTS_AWAY_EVERY
        self.sent = 0

    def stop(self) -> None:
        """Send nothing new; what is on its way is waited for."""
        self._stopped.set()
        live.call_sender()

    def follow(self) -> None:
        """Send what there is and what comes, until it is stopped. A database that is away is waited for."""
        with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
            # Where the server ends without a word to what goes on beside it, its main thread is gone.
            while not self._stopped.is_set() and threading.main_thread().is_alive():
                try:
                    close_old_connections()
                    busy = self._turn(pool)
                except (OperationalError, InterfaceError):
                    # The pages and the log say so; what had been taken is sent again once its lease has run out.
                    self._on_their_way.clear()
                    connections.close_all()
                    busy = False
                except Exception:
                    _log.exception("Webhooks could not be sent")
                    busy = False
                if not busy:
                    live.wait_for_errands(LOOKS_EVERY)
            self._finish()
        connections.close_all()

    def once(self) -> int:
        """Send all that is due now, and return how many messages were sent."""
        with ThreadPoolExecutor(AT_ONCE, "webhook") as pool:
            while self._turn(pool):
                pass
        return self.sent

    def _turn(self, pool: ThreadPoolExecutor) -> bool:
        """Take what is due, and note what was answered meanwhile; whether there was anything to do."""
        if timezone.now() - self._put_away >= _PUTS_AWAY_EVERY:
            put_away()
            self._put_away = timezone.now()
        for errand in take_errands(AT_ONCE - len(self._on_their_way)):
            self._on_their_way[pool.submit(send, errand, inside=settings.WEBHOOKS_INSIDE)] = errand
        if not self._on_their_way:
            return False
        self._note(wait(self._on_their_way, 0.2, FIRST_COMPLETED).done)
        return True

    def _finish(self) -> None:
        """Note how that was taken which was on its way when it was stopped."""
        try:
            self._note(wait(self._on_their_way).done)
        except (OperationalError, InterfaceError):
            _log.warning("The database went away before it was noted how webhooks took their last messages")

    def _note(self, done: set[Future[Outcome]]) -> None:
        for future in done:
            errand = self._on_their_way.pop(future)
            note_outcome(errand, future.result())
            self.sent += 1


@contextmanager
def sending_beside() -> Iterator[None]:
    """Send from a thread of its own as long as the block lasts, unless the settings say that others do."""
    if not settings.WEBHOOKS_SEND:
        yield
        return
    sender = Sender()
    thread = threading.Thread(target=sender.follow, name="webhooks")
    thread.start()
    try:
        yield
    finally:
        # After SIGTERM a process waits for no thread: what is on its way is noted first, or sent again by another one.
        sender.stop()
        thread.join(FAREWELL)
