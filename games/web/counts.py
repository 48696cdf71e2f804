"""Counts that end by themselves, of all processes together where Redis is there, and of this one where it is not.

Each is always kept in this process as well. So when Redis goes away nobody begins anew, what was counted here counts
on; and when it is emptied, the same. One that is away is not asked for a while: a request in five seconds waits for it,
for a quarter of a second, and none fails.
"""

import logging
import time
from functools import cache as once
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import cache

PATIENCE = 0.25  # seconds that Redis may take
AWAY = 5.0  # seconds for which it is not asked again after it failed

logger = logging.getLogger(__name__)


class SharedCounts:
    """The counts in Redis. In: its address; what the names of this installation begin with."""

    def __init__(self, url: str, prefix: str) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._prefix = prefix
        self._faults = redis.RedisError
        self._asked_again = 0.0
        # Never a second time: what was counted, but not answered, would be counted twice.
        patience: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        self._redis = redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), **patience)

    def add(self, key: str, number: int, seconds: int) -> int | None:
        """Add to a count that is forgotten after so many seconds; what it is then, or None where nobody can say."""
        if time.monotonic() < self._asked_again:
            return None
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.incrby(self._prefix + key, number)
                # Anew with each: a key is of one stretch of time, so living longer it counts nothing more.
                pipeline.expire(self._prefix + key, seconds)
                return int(pipeline.execute()[0])
        except self._faults as error:
            self._asked_again = time.monotonic() + AWAY
            logger.warning("Redis cannot count, this process counts alone: %s", " ".join(str(error).split()))
            return None


@once
def _shared() -> SharedCounts | None:
    if not settings.REDIS_URL:
        return None
    # Whoever has the same key is the same installation.
    name = sha256(f"scorekeeper counts {settings.SECRET_KEY}".encode()).hexdigest()[:16]
    return SharedCounts(settings.REDIS_URL, f"scorekeeper:{name}:")


def add(key: str, number: int, seconds: int) -> int:
    """Add to a count that is forgotten after so many seconds; what it is then, as far as it is known."""
    cache.add(key, 0, timeout=seconds)
    try:
        here = cache.incr(key, number)
    except ValueError:  # it expired, or was pushed out, between the two lines above
        here = 0
    shared = _shared()
    everywhere = shared.add(key, number, seconds) if shared else None
    return here if everywhere is None else max(here, everywhere)
