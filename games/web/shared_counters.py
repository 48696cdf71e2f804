"""Expiring counters, shared by all processes through Redis where it is configured, else counted in this process.

Each counter is always kept in this process as well, so that it continues when Redis goes away or is emptied. A Redis
that failed is not tried again for five seconds: in that time one request waits for it a quarter of a second, and none
fails.
"""

import logging
import time
from functools import cache as once
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.core.cache import cache

PATIENCE = 0.25  # seconds that Redis may take
AWAY = 5.0  # seconds without a new attempt after it failed

logger = logging.getLogger(__name__)


class SharedCounts:
    """Counters in Redis. In: its address; the prefix of this installation's keys."""

    def __init__(self, url: str, prefix: str) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._prefix = prefix
        self._faults = redis.RedisError
        self._retry_at = 0.0
        # No retry: an increment whose answer was lost would be counted twice.
        patience: dict[str, Any] = {"socket_timeout": PATIENCE, "socket_connect_timeout": PATIENCE}
        self._redis = redis.Redis.from_url(url, retry=Retry(NoBackoff(), 0), **patience)

    def add(self, key: str, number: int, seconds: int) -> int | None:
        """Add to a counter that expires after so many seconds; return its new value, or None if Redis failed."""
        if time.monotonic() < self._retry_at:
            return None
        try:
            with self._redis.pipeline(transaction=False) as pipeline:
                pipeline.incrby(self._prefix + key, number)
                # Set again each time: a key belongs to one time window, so a longer life adds nothing to it.
                pipeline.expire(self._prefix + key, seconds)
                return int(pipeline.execute()[0])
        except self._faults as error:
            self._retry_at = time.monotonic() + AWAY
            logger.warning("Redis cannot count, this process counts alone: %s", " ".join(str(error).split()))
            return None


@once
def _shared() -> SharedCounts | None:
    if not settings.REDIS_URL:
        return None
    # Processes with the same secret key belong to the same installation.
    name = sha256(f"scorekeeper counts {settings.SECRET_KEY}".encode()).hexdigest()[:16]
    return SharedCounts(settings.REDIS_URL, f"scorekeeper:{name}:")


def increment(key: str, number: int, seconds: int) -> int:
    """Add to a counter that expires after so many seconds; return its new value, as far as it is known."""
    cache.add(key, 0, timeout=seconds)
    try:
        local_count = cache.incr(key, number)
    except ValueError:  # it expired, or was pushed out, between the two lines above
        local_count = 0
    shared = _shared()
    shared_count = shared.add(key, number, seconds) if shared else None
    return local_count if shared_count is None else max(local_count, shared_count)
