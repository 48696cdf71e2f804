"""The network addresses of this machine: the host names it answers to, and the addresses to open on a phone.

Standard library only. Nothing is ever sent to the network.
"""

import contextlib
import ipaddress
import socket
from dataclasses import dataclass

from scorekeeper.interfaces import posix_interfaces

# Interfaces that live inside this machine, or lead through a tunnel: no phone on the table can reach their addresses.
INSIDE = ("br-", "docker", "lo", "podman", "vbox", "veth", "virbr", "vmnet")
TUNNELS = ("tailscale", "tap", "tun", "utun", "wg", "zt")
# The most likely home network first: home routers usually use the first range.
HOME_NETWORKS = tuple(ipaddress.ip_network(text) for text in ("192.168.0.0/16", "10.0.0.0/8", "172.16.0.0/12"))


@dataclass(frozen=True)
class Interface:
    """One address of one network interface; the name is empty where the system does not provide it."""

    name: str
    address: ipaddress.IPv4Address | ipaddress.IPv6Address


def own_interfaces() -> list[Interface]:
    """Return every address of this machine, the loopback ones included, in the system's order and each once."""
    found = [Interface(name, ipaddress.ip_address(text)) for name, text in posix_interfaces()]
    with contextlib.suppress(OSError):
        for *_, place in socket.getaddrinfo(socket.gethostname(), None):
            found.append(Interface("", ipaddress.ip_address(str(place[0]).partition("%")[0])))
    if route := default_address():
        found.append(Interface("", route))
    unique: dict[object, Interface] = {}
    for interface in found:
        unique.setdefault(interface.address, interface)
    return list(unique.values())


def default_address() -> ipaddress.IPv4Address | None:
    """Return the IPv4 address this machine would speak to the internet from; None when it has no way there."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe, contextlib.suppress(OSError):
        # Connecting a datagram socket only looks up the route. The address is reserved for examples.
        probe.connect(("192.0.2.1", 9))
        return ipaddress.IPv4Address(probe.getsockname()[0])
    return None


def own_hosts() -> list[str]:
    """Return every name and address a browser may ask this machine by, in the form of a Host header without port."""
    name = socket.gethostname().lower().rstrip(".")
    hosts = ["localhost", "127.0.0.1", "[::1]"]
    if name:
        hosts += [name, f"{name.removesuffix('.local')}.local"]
    hosts += [in_url(interface.address) for interface in own_interfaces()]
    return list(dict.fromkeys(hosts))


def in_url(address: ipaddress.IPv4Address | ipaddress.IPv6Address | str) -> str:
    """Return `address` as it is written in a URL: an IPv6 one in brackets."""
    return f"[{address}]" if ":" in str(address) else str(address)


def phone_addresses(interfaces: list[Interface], route: ipaddress.IPv4Address | None) -> list[str]:
    """Return the addresses a phone on the same network may reach this machine at, the most likely one first.

    `interfaces` are this machine's, `route` is the address it speaks to the internet from. The list is empty when
    this machine is on no network.
    """

    def rank(address: ipaddress.IPv4Address) -> tuple[bool, int]:
        homes = [place for place, network in enumerate(HOME_NETWORKS) if address in network]
        return (address != route, homes[0] if homes else len(HOME_NETWORKS))

    reachable = [
        interface.address
        for interface in interfaces
        if isinstance(interface.address, ipaddress.IPv4Address)
        and not interface.address.is_loopback
        and not interface.address.is_link_local
        and not interface.name.lower().startswith(INSIDE + TUNNELS)
    ]
    return [str(address) for address in sorted(reachable, key=rank)]
