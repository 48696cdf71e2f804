"""The measures of a server, for Prometheus; they cost next to nothing and keep nothing until they are switched on.

No label is a table, a person or an address: every one has a few values of this program's own.
"""

from typing import Any, Final

BUCKETS: Final = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Seconds."""


class Measure:
    """Something that is counted or timed. In: its name, what it is, the names of its labels, and Prometheus' kind."""

    every: Final[list["Measure"]] = []

    def __init__(self, name: str, told: str, *labels: str, kind: str = "Counter", **more: Any) -> None:
        self.name, self.told, self.labels, self.kind, self.more = f"scorekeeper_{name}", told, labels, kind, more
        self._kept: Any = None
        Measure.every.append(self)

    def keep(self, library: Any) -> None:
        """Keep it from now on; ``library`` is the package prometheus_client."""
        if self._kept is None:
            self._kept = getattr(library, self.kind)(self.name, self.told, self.labels, **self.more)

    def add(self, *labels: str, amount: float = 1) -> None:
        """Count."""
        if self._kept is not None:
            self._of(labels).inc(amount)

    def observe(self, value: float, *labels: str) -> None:
        """Note how long something took."""
        if self._kept is not None:
            self._of(labels).observe(value)

    def put(self, value: float, *labels: str) -> None:
        """Say how much it is."""
        if self._kept is not None:
            self._of(labels).set(value)

    def _of(self, labels: tuple[str, ...]) -> Any:
        return self._kept.labels(*labels) if labels else self._kept


REQUESTS: Final = Measure(
    "request_seconds",
    "Seconds until an answer began, by the name of its route.",
    "route",
    "method",
    "status",
    kind="Histogram",
    buckets=BUCKETS,
)
STREAMS: Final = Measure("streams_open", "Live streams that are open.", kind="Gauge", multiprocess_mode="livesum")
RINGS: Final = Measure("rings", "Times that a table moved and its screens were told.")
ENTRIES: Final = Measure("entries", "Lines written to ledgers: rounds, corrections, and so on.", "kind")
REFUSALS: Final = Measure("refusals", "Use cases that were refused.", "code")
FAULTS: Final = Measure("database_faults", "Requests that the database was too busy for, too full, or away.", "code")
BUILD: Final = Measure(
    "build", "Which version runs; always 1.", "version", "python", kind="Gauge", multiprocess_mode="max"
)
