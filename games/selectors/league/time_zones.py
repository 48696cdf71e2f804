"""Time zones that a league can choose from."""

from functools import cache
from typing import Final
from zoneinfo import available_timezones

from django.conf import settings

_COMMON: Final = (
    *("UTC", "Europe/London", "Europe/Berlin", "Europe/Athens"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo"),
    *("Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney"),
)


@cache
def all_time_zones() -> tuple[str, ...]:
    """Return the names of all time zones, sorted. Cached, because it reads a folder of some six hundred files."""
    return tuple(sorted(available_timezones()))


def common_time_zones(*more: str) -> tuple[str, ...]:
    """Return a short list of time zones: the server's first, then ``more``, then common ones."""
    return tuple(zone for zone in dict.fromkeys((settings.TIME_ZONE, *more, *_COMMON)) if zone in all_time_zones())
