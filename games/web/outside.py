"""Which addresses this server may send to by itself, and the way there: no way leads into its own network.

A name is looked up once, every address it has is looked at, and the connection goes to one of those: nobody can answer
with another address in between.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from games.models.webhook import URL_LENGTH

_ONLY_INSIDE: Final = (
    # Public by their numbers, or in part, but answered inside the clouds and networks that use them.
    IPv4Network("168.63.129.16/32"),
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
)
_V6_OUTSIDE: Final = IPv6Network("2000::/3")
_V6_CARRYING_V4: Final = (IPv6Network("2002::/16"), IPv6Network("2001::/32"))
_PORTS: Final = {"https": 443, "http": 80}
_LOWEST_FREE_PORT: Final = 1024


class BadAddress(Exception):  # noqa: N818 - the fault of who wrote it
    """An address that nothing is sent to; ``code`` is a key of ``games.wording.webhooks.ADDRESS_FAULTS``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Target:
    """An address taken apart: the name to look up and to show, the port, and the path with its query."""

    secure: bool
    host: str
    port: int
    path: str


def target_of(url: str, *, inside: bool) -> Target:
    """``url`` as it can be sent to. ``inside``: in a home network, where there is no https.

    Raises BadAddress ("not_an_address", "needs_https", "has_a_password", "port", "inside").
    """
    if len(url) > URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise BadAddress("not_an_address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise BadAddress("not_an_address") from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.fragment:
        raise BadAddress("not_an_address")
    if parts.scheme == "http" and not inside:
        raise BadAddress("needs_https")
    if "@" in parts.netloc:
        raise BadAddress("has_a_password")
    port = _PORTS[parts.scheme] if port is None else port
    if not port or (not inside and port not in _PORTS.values() and port < _LOWEST_FREE_PORT):
        raise BadAddress("port")
    if not inside and _is_address(parts.hostname) and not is_outside(parts.hostname):
        raise BadAddress("inside")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port, path)


def addresses_of(target: Target, *, inside: bool) -> list[str]:
    """The addresses behind a name, in the order in which they are to be tried.

    Raises BadAddress ("inside" where one of them is not outside, "no_address" where there is none).
    """
    try:
        found = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise BadAddress("no_address") from None
    addresses = list(dict.fromkeys(str(address[0]) for *_, address in found))
    if not inside and not all(is_outside(address) for address in addresses):
        raise BadAddress("inside")
    return addresses


def is_outside(address: str) -> bool:
    """Whether a number is one of the public internet: of no network of one's own, no machine's own, no many's."""
    number: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(number, IPv6Address):
        # Whatever carries an IPv4 address in it leads to a gateway that may be inside.
        carries = any(number in network for network in _V6_CARRYING_V4)
        return number in _V6_OUTSIDE and number.is_global and not carries
    special = number.is_multicast or number.is_reserved or any(number in network for network in _ONLY_INSIDE)
    return number.is_global and not special


def _is_address(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
