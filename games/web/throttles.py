"""Rate limits per client address, well above what a club night behind one address needs (``settings.RATES``)."""

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

from games.refusals import RefusedError
from games.selectors.access import hash_secret
from games.web import shared_counters


@dataclass(frozen=True, slots=True)
class _Count:
    """One counter: its key, its limit, its window in seconds, and when the window ends (seconds since 1970)."""

    key: str
    most: int
    seconds: int
    ends: int


def check_rate(request: HttpRequest | None, what: str, about: str = "") -> None:
    """Count one use of the rate ``what`` (a key of ``settings.RATES``) by this address; None: by all together.

    Each ``about``, an e-mail for instance, has a count of its own. Raises RefusedError ("too_many_requests").
    """
    for count in _counts(request, what, about):
        if shared_counters.increment(count.key, 1, count.seconds) > count.most:
            raise RefusedError("too_many_requests", wait=int(count.ends - time.time()) + 1)


def check_budget(request: HttpRequest | None, what: str, about: str = "") -> None:
    """Raise RefusedError ("too_many_requests") where ``spend`` has used up the rate ``what``."""
    for count in _counts(request, what, about):
        if shared_counters.increment(count.key, 0, count.seconds) >= count.most:
            raise RefusedError("too_many_requests", wait=int(count.ends - time.time()) + 1)


def spend(request: HttpRequest | None, what: str, number: int, about: str = "") -> None:
    """Count an amount that is known only afterwards, such as milliseconds. Refuses nothing."""
    for count in _counts(request, what, about):
        shared_counters.increment(count.key, number, count.seconds)


def uncount(request: HttpRequest | None, what: str, about: str = "") -> None:
    """Uncount one use that ``check_rate`` counted."""
    for count in _counts(request, what, about):
        shared_counters.increment(count.key, -1, count.seconds)


def _counts(request: HttpRequest | None, what: str, about: str) -> Iterator[_Count]:
    owner = _address(request) if request else "anybody"
    for most, seconds in _rates(request, what):
        window = int(time.time()) // seconds
        # Hashed, because e-mails do not belong into a cache, and its keys cannot have spaces.
        key = f"rate:{what}:{seconds}:{window}:{owner}:{hash_secret(about) if about else ''}"
        yield _Count(key, most, seconds, (window + 1) * seconds)


def _rates(request: HttpRequest | None, what: str) -> Iterable[tuple[int, int]]:
    """Return the limits as (count, seconds); programs on this computer may have higher ones."""
    is_local = request is not None and what in settings.RATES_HERE and _is_loopback(request.META.get("REMOTE_ADDR", ""))
    rates: Iterable[tuple[int, int]] = (settings.RATES_HERE if is_local else settings.RATES)[what]
    return rates


def _is_loopback(address: str) -> bool:
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def _address(request: HttpRequest) -> str:
    """Return the client address; for IPv6 its /64 network, which is one household."""
    raw = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(raw)
    except ValueError:
        return "unknown"
    address = getattr(address, "ipv4_mapped", None) or address
    return str(address) if address.version == 4 else address.exploded[:19]
