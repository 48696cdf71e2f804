"""Observability: an id for each request, a log line about it, and a few metrics.

Nothing here knows a table, a person or a requested address: a request is named by its route.
"""

from games.observing.asked import HEADER, Asked, accepted, asked_now, asking, begin, call
from games.observing.measures import ENTRIES, FAULTS, REFUSALS, RINGS, STREAMS

__all__ = [
    "ENTRIES",
    "FAULTS",
    "HEADER",
    "REFUSALS",
    "RINGS",
    "STREAMS",
    "Asked",
    "accepted",
    "asked_now",
    "asking",
    "begin",
    "call",
]
