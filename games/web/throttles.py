"""How often one address may do what costs something: far more often than a club night behind one address does."""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_address

from django.conf import settings
from django.http import HttpRequest

from games.refusals import Refused
from games.selectors.access import hashed
from games.web import counts


@dataclass(frozen=True, slots=True)
class _Count:
    """Under what one count is kept, how far it may go, and the second of the epoch at which it is forgotten."""

    key: str
    most: int
    seconds: int
    ends: int


def check_rate(request: HttpRequest | None, what: str, about: str = "") -> None:
    """Count one ``what`` (a key of ``settings.RATES``) of this address, or with None of all of them together.

    What is done ``about`` one thing, an e-mail for instance, is counted apart from what is done about another. Raises
    Refused ("too_many_requests").
    """
    for count in _counts(request, what, about):
        if counts.add(count.key, 1, count.seconds) > count.most:
            raise Refused("too_many_requests", wait=int(count.ends - time.time()) + 1)


def take_back(request: HttpRequest | None, what: str, about: str = "") -> None:
    """Uncount what ``check_rate`` counted: it turned out to be no fault."""
    for count in _counts(request, what, about):
        counts.add(count.key, -1, count.seconds)


def _counts(request: HttpRequest | None, what: str, about: str) -> Iterator[_Count]:
    who = _address(request) if request else "anybody"
    for most, seconds in settings.RATES[what]:
        window = int(time.time()) // seconds
        # Hashed: a cache is no place for e-mails, and takes no key with a space in it.
        key = f"rate:{what}:{seconds}:{window}:{who}:{hashed(about) if about else ''}"
        yield _Count(key, most, seconds, (window + 1) * seconds)


def _address(request: HttpRequest) -> str:
    """The address, of IPv6 the /64 that one household has."""
    raw = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(raw)
    except ValueError:
        return "unknown"
    address = getattr(address, "ipv4_mapped", None) or address
    return str(address) if address.version == 4 else address.exploded[:19]
