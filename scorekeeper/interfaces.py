"""List the addresses of a POSIX system's network interfaces, through the C library's getifaddrs."""

import ctypes
import socket
import sys


class _IfAddrs(ctypes.Structure):
    """The first fields of C's `struct ifaddrs`, which are the same on Linux, macOS and the BSDs."""


_IfAddrs._fields_ = [
    ("next", ctypes.POINTER(_IfAddrs)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.POINTER(ctypes.c_ubyte)),
]


def posix_interfaces() -> list[tuple[str, str]]:
    """Return (interface name, IP address) pairs; an empty list where the system has no getifaddrs (Windows)."""
    if sys.platform == "win32":
        return []
    library = ctypes.CDLL(None)  # what this Python is linked with, the C library included
    first = ctypes.POINTER(_IfAddrs)()
    if not hasattr(library, "getifaddrs") or library.getifaddrs(ctypes.byref(first)):
        return []
    found = []
    try:
        entry = first
        while entry:
            if entry.contents.address and (text := _address(entry.contents.address)):
                found.append((entry.contents.name.decode(errors="replace"), text))
            entry = entry.contents.next
    finally:
        library.freeifaddrs(first)
    return found


def _address(raw: "ctypes._Pointer[ctypes.c_ubyte]") -> str | None:
    """Return the IP address in a C `struct sockaddr`; None for another kind of address."""
    # The family is one byte after a length byte on macOS and the BSDs, two bytes in machine order on Linux.
    linux = sys.platform.startswith("linux")
    family = int.from_bytes(bytes(raw[0:2]), sys.byteorder) if linux else raw[1]
    if family == socket.AF_INET:
        return socket.inet_ntop(socket.AF_INET, bytes(raw[4:8]))
    if family == socket.AF_INET6:
        return socket.inet_ntop(socket.AF_INET6, bytes(raw[8:24]))
    return None
