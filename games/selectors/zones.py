"""Time zones to choose from."""

from functools import cache
from typing import Final
from zoneinfo import available_timezones

from django.conf import settings

_OFTEN: Final = (
    *("UTC", "Europe/London", "Europe/Berlin", "Europe/Athens"),
    *("America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo"),
    *("Asia/Kolkata", "Asia/Tokyo", "Australia/Sydney"),
)


@cache
def known_zones() -> tuple[str, ...]:
    """Every time zone there is, by name, in order. Looked up once: it reads a folder of some six hundred files."""
    return tuple(sorted(available_timezones()))


def usual_zones(*more: str) -> tuple[str, ...]:
    """A short list of time zones: where the server stands first, then ``more``, then those that are often meant."""
    return tuple(zone for zone in dict.fromkeys((settings.TIME_ZONE, *more, *_OFTEN)) if zone in known_zones())
