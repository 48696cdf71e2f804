"""How often one address may do what costs something: far more often than a club night behind one address does."""

import time
from ipaddress import ip_address

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

from games.refusals import Refused


def check_rate(request: HttpRequest, what: str) -> None:
    """Count one ``what`` (a key of ``settings.RATES``) of this address. Raises Refused ("too_many_requests")."""
    for most, seconds in settings.RATES[what]:
        window = int(time.time()) // seconds
        key = f"rate:{what}:{seconds}:{window}:{_address(request)}"
        cache.add(key, 0, timeout=seconds)
        try:
            times = cache.incr(key)
        except ValueError:  # it expired, or was pushed out, between the two lines above
            continue
        if times > most:
            raise Refused("too_many_requests", wait=int((window + 1) * seconds - time.time()) + 1)


def _address(request: HttpRequest) -> str:
    """The address, of IPv6 the /64 that one household has."""
    raw = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(raw)
    except ValueError:
        return "unknown"
    return str(address) if address.version == 4 else address.exploded[:19]
