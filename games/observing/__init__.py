"""Observability: an id for each request, a log line about it, and a few metrics.

Nothing here knows a table, a person or a requested address: a request is named by its route.
"""

from games.observing.metrics import DATABASE_FAULTS, ENTRIES, NOTIFICATIONS, REFUSALS, STREAMS
from games.observing.request_record import (
    HEADER,
    RequestRecord,
    begin_request,
    current_request,
    name_route,
    request_context,
    request_id_for,
)

__all__ = [
    "DATABASE_FAULTS",
    "ENTRIES",
    "HEADER",
    "NOTIFICATIONS",
    "REFUSALS",
    "STREAMS",
    "RequestRecord",
    "begin_request",
    "current_request",
    "name_route",
    "request_context",
    "request_id_for",
]
