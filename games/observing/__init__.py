"""What an operator sees of a running server: a number for each request, a line of the log, a few measures.

Nothing here knows a table, a person or an address that was asked for: a request is called by the name of its route.
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
