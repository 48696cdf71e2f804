"""Wake the webhook sender of this process: services call it after committing a new delivery."""

import threading
from typing import Final

_wakeup: Final = threading.Event()


def wake_webhook_sender() -> None:
    """Wake the webhook sender of this process, if it has one. Call it after the commit. Raises nothing."""
    _wakeup.set()


def wait_for_webhooks(seconds: float) -> None:
    """Wait until the sender is woken, at most so long; return at once if it was woken since the last wait."""
    _wakeup.wait(seconds)
    _wakeup.clear()
