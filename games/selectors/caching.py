"""Cache decorators for this process. Cached functions get a revision as an argument, so entries never go stale."""

import threading
from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Final, TypeVar, TypeVarTuple

from django.utils.translation import get_language

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

_LATEST_SIZE: Final = 50
_cache_clears: Final[list[Callable[[], None]]] = []


def cached_once(function: Callable[[*Args], Result]) -> Callable[[*Args], Result]:
    """Cache the latest results of ``function``; concurrent callers wait for one thread to compute them.

    The arguments must include everything the result depends on, such as a season's revision.
    """
    memoized = lru_cache(maxsize=_LATEST_SIZE)(function)
    lock = threading.Lock()
    _cache_clears.append(memoized.cache_clear)

    @wraps(function)
    def wrapper(*args: *Args) -> Result:
        with lock:
            return memoized(*args)

    return wrapper


def cached(most: int) -> Callable[[Callable[[*Args], Result]], Callable[[*Args], Result]]:
    """Cache the ``most`` recently used results of a function, without a lock."""

    def decorator(function: Callable[[*Args], Result]) -> Callable[[*Args], Result]:
        memoized = lru_cache(maxsize=most)(function)
        _cache_clears.append(memoized.cache_clear)

        @wraps(function)
        def wrapper(*args: *Args) -> Result:
            return memoized(*args)

        return wrapper

    return decorator


def cached_by_language(most: int) -> Callable[[Callable[[*Args], Result]], Callable[[*Args], Result]]:
    """Cache like ``cached``, separately for each language, for results that contain translated text."""

    def decorator(function: Callable[[*Args], Result]) -> Callable[[*Args], Result]:
        @cached(most)
        def in_language(language: str | None, *args: *Args) -> Result:
            return function(*args)

        @wraps(function)
        def wrapper(*args: *Args) -> Result:
            return in_language(get_language(), *args)

        return wrapper

    return decorator


def clear_caches() -> None:
    """Clear all caches, for tests: after a rollback the same id and revision may be another table or season."""
    for clear in _cache_clears:
        clear()
