"""Which addresses this server may send webhooks to: none inside its own network, unless the settings allow it.

A host name is resolved once, all its addresses are checked, and the connection goes to one of those, so a second DNS
answer cannot redirect it.
"""

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final
from urllib.parse import urlsplit

from games.models.webhook import URL_LENGTH

_ONLY_INSIDE: Final = (
    # Public address ranges, at least in part, that are answered inside the clouds and networks that use them.
    IPv4Network("168.63.129.16/32"),
    IPv4Network("192.0.0.0/24"),
    IPv4Network("192.88.99.0/24"),
)
_V6_OUTSIDE: Final = IPv6Network("2000::/3")
_V6_CARRYING_V4: Final = (IPv6Network("2002::/16"), IPv6Network("2001::/32"))
_PORTS: Final = {"https": 443, "http": 80}
_LOWEST_FREE_PORT: Final = 1024


class AddressError(Exception):
    """Nothing may be sent to this address; ``code`` is a key of ``games.wording.webhooks.ADDRESS_FAULTS``."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


@dataclass(frozen=True, slots=True)
class Target:
    """A parsed webhook URL: whether it is https, the host to resolve, the port, and the path with its query."""

    secure: bool
    host: str
    port: int
    path: str


def parse_target(url: str, *, allow_private: bool) -> Target:
    """Parse and check a webhook URL. ``allow_private`` allows plain http and private addresses, for home networks.

    Raises AddressError ("not_an_address", "needs_https", "has_a_password", "port", "inside").
    """
    if len(url) > URL_LENGTH or not url.isascii() or not url.isprintable() or " " in url or "\\" in url:
        raise AddressError("not_an_address")
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise AddressError("not_an_address") from None
    if parts.scheme not in _PORTS or not parts.hostname or parts.fragment:
        raise AddressError("not_an_address")
    if parts.scheme == "http" and not allow_private:
        raise AddressError("needs_https")
    if "@" in parts.netloc:
        raise AddressError("has_a_password")
    port = _PORTS[parts.scheme] if port is None else port
    if not port or (not allow_private and port not in _PORTS.values() and port < _LOWEST_FREE_PORT):
        raise AddressError("port")
    if not allow_private and _is_address(parts.hostname) and not is_public_address(parts.hostname):
        raise AddressError("inside")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", parts.hostname, port, path)


def resolve(target: Target, *, allow_private: bool) -> list[str]:
    """Resolve the host of a target; return its addresses in the order in which to try them.

    Raises AddressError ("inside" where one of them is not outside, "no_address" where there is none).
    """
    try:
        infos = socket.getaddrinfo(target.host, target.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise AddressError("no_address") from None
    addresses = list(dict.fromkeys(str(address[0]) for *_, address in infos))
    if not allow_private and not all(is_public_address(address) for address in addresses):
        raise AddressError("inside")
    return addresses


def is_public_address(address: str) -> bool:
    """Whether an IP address is on the public internet: not private, loopback, link-local, multicast or reserved."""
    ip: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(ip, IPv6Address):
        # An address that embeds an IPv4 address leads to a gateway, which may be inside.
        carries_ipv4 = any(ip in network for network in _V6_CARRYING_V4)
        return ip in _V6_OUTSIDE and ip.is_global and not carries_ipv4
    special = ip.is_multicast or ip.is_reserved or any(ip in network for network in _ONLY_INSIDE)
    return ip.is_global and not special


def _is_address(host: str) -> bool:
    try:
        ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True
