"""Open the server's socket before anything else is done, so that a taken port is reported at once."""

import errno
import os
import socket


class CannotListenError(Exception):
    """The address cannot be used; the text says why, and what to do."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens at `host` and `port`; port 0 takes any free one.

    Raises CannotListenError with a sentence for the person who chose them.
    """
    listener = None
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
        if os.name == "posix":
            # Start again at once after a stop. (On Windows the option would let two servers share a port.)
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":
            listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listener.bind(place)
        # At once, not when the server is ready: until then a second start could bind the same port.
        listener.listen(128)
    except OSError as error:
        if listener:
            listener.close()
        raise CannotListenError(_sentence(error, host, port)) from error
    return listener


def _sentence(error: OSError, host: str, port: int) -> str:
    """Return a sentence about `error` for the person at the terminal."""
    if error.errno == errno.EADDRINUSE:
        return (
            f"Port {port} is already in use. Is Scorekeeper already running? Choose another port: python3 manage.py "
            f"start --port {port + 1}"
        )
    if error.errno == errno.EACCES:
        return f"Port {port} needs administrator rights. Choose one above 1023, for example: --port 8000"
    return f"This computer does not have the address {host}. Leave out --host to listen on all its addresses."
