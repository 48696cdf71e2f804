"""What takes long to work out, worked out once for all who look: as long as nothing has moved it is the same."""

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar, TypeVarTuple

from django.utils.translation import get_language

Asked = TypeVarTuple("Asked")
Answer = TypeVar("Answer")

_KEPT: Final = 50
_all: Final[list[Callable[[], None]]] = []


def reckoned(function: Callable[[*Asked], Answer]) -> Callable[[*Asked], Answer]:
    """Remember the newest answers of ``function`` and let one thread work out what others wait for.

    Its arguments say all that the answer depends on: a revision among them, which whatever moves a season counts up.
    """
    remembered = lru_cache(maxsize=_KEPT)(function)
    one_at_a_time = threading.Lock()
    _all.append(remembered.cache_clear)

    @wraps(function)
    def ask(*args: *Asked) -> Answer:
        with one_at_a_time:
            return remembered(*args)

    return ask


def kept(most: int) -> Callable[[Callable[[*Asked], Answer]], Callable[[*Asked], Answer]]:
    """Remember the ``most`` answers of a function that were asked for last, without letting anybody wait."""

    def decorate(function: Callable[[*Asked], Answer]) -> Callable[[*Asked], Answer]:
        remembered = lru_cache(maxsize=most)(function)
        _all.append(remembered.cache_clear)

        @wraps(function)
        def ask(*args: *Asked) -> Answer:
            return remembered(*args)

        return ask

    return decorate


def kept_in_words(most: int) -> Callable[[Callable[[*Asked], Answer]], Callable[[*Asked], Answer]]:
    """Remember what ``kept`` does for answers that hold sentences: in each language for itself."""

    def decorate(function: Callable[[*Asked], Answer]) -> Callable[[*Asked], Answer]:
        @kept(most)
        def in_language(language: str | None, *args: *Asked) -> Answer:
            return function(*args)

        @wraps(function)
        def ask(*args: *Asked) -> Answer:
            return in_language(get_language(), *args)

        return ask

    return decorate


def forget() -> None:
    """Forget all answers, for tests: after a rollback the same number and revision are another table or season."""
    for clear in _all:
        clear()
