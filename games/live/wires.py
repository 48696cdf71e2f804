"""What carries the bell between processes: Redis, or PostgreSQL itself."""

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from typing import Any

QUIET = 1.0  # seconds without a word after which the listener is asked whether it goes on
CHANNEL = "scorekeeper"

Connect = Callable[[], Any]
"""Opens a connection of psycopg that commits by itself."""


class RedisWire:
    """Publishes and subscribes.

    In: the address of a Redis server; the channel, of which each installation at the same server has its own; seconds
    that anything there may take.
    """

    def __init__(self, url: str, channel: str, *, patience: float = 1.0) -> None:
        import redis
        from redis.backoff import NoBackoff
        from redis.retry import Retry

        self._channel = channel
        # Once more at once, as a connection that lay idle may be dead; no longer, as there is another way.
        self._redis = redis.Redis.from_url(
            url, socket_timeout=patience, socket_connect_timeout=patience, retry=Retry(NoBackoff(), 1)
        )

    def send(self, texts: list[str]) -> None:
        """Publish. Raises redis.RedisError."""
        with self._redis.pipeline(transaction=False) as pipeline:
            for text in texts:
                pipeline.publish(self._channel, text)
            pipeline.execute()

    def listen(self) -> Iterator[str | None]:
        """Subscribe and yield what comes. Raises redis.RedisError."""
        with self._redis.pubsub(ignore_subscribe_messages=True) as pubsub:
            pubsub.subscribe(self._channel)
            while True:
                message = pubsub.get_message(timeout=QUIET)
                yield message["data"].decode("utf-8", "replace") if message else None

    def close(self) -> None:
        """Close the connections that were published over."""
        self._redis.close()


class PostgresWire:
    """Notifies and listens, over connections of its own. In: what opens one."""

    def __init__(self, connect: Connect) -> None:
        self._connect = connect
        self._sending: Any = None

    def send(self, texts: list[str]) -> None:
        """Notify, once more over a new connection where the old one was dead. Raises psycopg.Error."""
        if self._sending is not None:
            with suppress(Exception):
                self._notify(texts)
                return
            self.close()
        self._sending = self._connect()
        self._notify(texts)

    def listen(self) -> Iterator[str | None]:
        """Listen and yield what comes. Raises psycopg.Error."""
        with closing(self._connect()) as connection:
            connection.execute(f"LISTEN {CHANNEL}")
            while True:
                for notice in connection.notifies(timeout=QUIET):
                    yield notice.payload
                yield None

    def close(self) -> None:
        """Close the connection that was notified over."""
        if self._sending is not None:
            self._sending.close()
            self._sending = None

    def _notify(self, texts: list[str]) -> None:
        self._sending.execute("SELECT pg_notify(%s, told) FROM unnest(%s::text[]) AS told", (CHANNEL, texts))
