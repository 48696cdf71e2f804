"""The bell of whoever sends webhooks in this process: something was committed that is to be told."""

import threading
from typing import Final

_bell: Final = threading.Event()


def call_sender() -> None:
    """Wake the sender of this process, if it has one; to be called after the commit. Raises nothing."""
    _bell.set()


def wait_for_errands(seconds: float) -> None:
    """Wait until the bell is rung, at most so long; it may have been rung before."""
    _bell.wait(seconds)
    _bell.clear()
