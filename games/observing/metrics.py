"""The metrics of a server, for Prometheus. Until they are switched on they record nothing and cost next to nothing.

No label is a table, a person or an address: each label has a few fixed values.
"""

from typing import Any, Final

BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class Metric:
    """A metric. In: its name, its description, its label names, and the Prometheus class ("Counter" by default)."""

    registry: Final[list["Metric"]] = []

    def __init__(self, name: str, description: str, *labels: str, kind: str = "Counter", **options: Any) -> None:
        self.name, self.description, self.labels = f"scorekeeper_{name}", description, labels
        self.kind, self.options = kind, options
        self._collector: Any = None
        Metric.registry.append(self)

    def enable(self, library: Any) -> None:
        """Record from now on; ``library`` is the package prometheus_client."""
        if self._collector is None:
            self._collector = getattr(library, self.kind)(self.name, self.description, self.labels, **self.options)

    def increment(self, *labels: str, amount: float = 1) -> None:
        """Increment it."""
        if self._collector is not None:
            self._labelled(labels).inc(amount)

    def observe(self, value: float, *labels: str) -> None:
        """Record one observation, such as seconds."""
        if self._collector is not None:
            self._labelled(labels).observe(value)

    def set(self, value: float, *labels: str) -> None:
        """Set its current value."""
        if self._collector is not None:
            self._labelled(labels).set(value)

    def _labelled(self, labels: tuple[str, ...]) -> Any:
        return self._collector.labels(*labels) if labels else self._collector


REQUESTS: Final = Metric(
    "request_seconds",
    "Seconds until a response started, by route name.",
    "route",
    "method",
    "status",
    kind="Histogram",
    buckets=BUCKETS,
)
STREAMS: Final = Metric("streams_open", "Open live streams.", kind="Gauge", multiprocess_mode="livesum")
NOTIFICATIONS: Final = Metric("rings", "Table changes that were sent to open screens.")
ENTRIES: Final = Metric("entries", "Entries written to ledgers: rounds, corrections and so on.", "kind")
REFUSALS: Final = Metric("refusals", "Requests refused, by error code.", "code")
DATABASE_FAULTS: Final = Metric(
    "database_faults", "Requests that failed because the database was busy, full or unreachable.", "code"
)
BUILD: Final = Metric(
    "build", "The running version; the value is always 1.", "version", "python", kind="Gauge", multiprocess_mode="max"
)
