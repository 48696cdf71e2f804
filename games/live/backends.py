"""The publish/subscribe backends that connect several processes: Redis, or PostgreSQL's LISTEN and NOTIFY."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

QUIET = 1.0  # seconds without a message after which a subscriber gets None, so that it can decide whether to go on
CHANNEL = "scorekeeper"

Connect = Callable[[], Any]
"""Opens a psycopg connection in autocommit mode."""


class RedisBackend:
    """Publishes and subscribes through Redis.

    In: the address of a Redis server; the channel, a different one for each installation that shares the server; the
    seconds that any call may take.
    """

    def __init__(self, url: str, channel: str, *, patience: float = 1.0) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._channel = channel
        # One retry at once, because an idle connection may be dead; not more, because the database is polled as well.
        self._redis = redis.Redis.from_url(
            url, socket_timeout=patience, socket_connect_timeout=patience, retry=Retry(NoBackoff(), 1)
        )

    def publish(self, texts: list[str]) -> None:
        """Publish these texts. Raises redis.RedisError."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for text in texts:
                pipeline.publish(self._channel, text)
            pipeline.execute()

    def subscribe(self) -> Iterator[str | None]:
        """Subscribe and yield each message, or None after a quiet second. Raises redis.RedisError."""
        with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            pubsub.subscribe(self._channel)
            while True:
                message = pubsub.get_message(timeout=QUIET)
                yield message["data"].decode("utf-8", "replace") if message else None

    def close(self) -> None:
        """Close the connections used for publishing."""
        self._redis.close()


class PostgresBackend:
    """Publishes by NOTIFY and subscribes by LISTEN, over connections of its own. In: the function that opens one."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._sending: Any = None

    def publish(self, texts: list[str]) -> None:
        """Publish these texts; a dead connection is replaced and tried once more. Raises psycopg.Error."""
        if self._sending is not None:
            with suppress(Exception):
                self._notify(texts)
                return
            self.close()
        self._sending = self._connect()
        self._notify(texts)

    def subscribe(self) -> Iterator[str | None]:
        """Subscribe and yield each message, or None after a quiet second. Raises psycopg.Error."""
        with closing(self._connect()) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while True:
                for notice in connection.notifies(timeout=QUIET):
                    yield notice.payload
                yield None

    def close(self) -> None:
        """Close the connection used for publishing."""
        if self._sending is not None:
            self._sending.close()
            self._sending = None

    def _notify(self, texts: list[str]) -> None:
        self._sending.execute("SELECT pg_notify(%s, payload) FROM unnest(%s::text[]) AS payload", (CHANNEL, texts))
