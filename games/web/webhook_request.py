"""Send one webhook message: within ten seconds, to an address that was checked, without following redirects."""

import http.client
import socket
import ssl
import threading
import time
from contextlib import suppress
from typing import Final

from games.models.webhook import ANSWER_LENGTH
from games.services.sharing.deliveries import DeliveryOutcome, DeliveryTask
from games.web.outbound_addresses import AddressError, Target, parse_target, resolve
from games.web.signatures import signed_headers

TIMEOUT: Final = 10.0
"""Seconds for everything except the DNS lookup."""
_MOST_READ: Final = 4096


def send(task: DeliveryTask, *, allow_private: bool = False, timeout: float = TIMEOUT) -> DeliveryOutcome:
    """Send a message and return the outcome. Raises nothing that the other side could cause.

    Redirects are not followed, and only the beginning of the response is read.
    """
    try:
        target = parse_target(task.url, allow_private=allow_private)
        addresses = resolve(target, allow_private=allow_private)
    except AddressError as bad:
        return DeliveryOutcome(error=bad.code)
    ends = time.monotonic() + timeout
    connection = _PinnedConnection(target, addresses, ends)
    # A socket's timeout is per read: a server that sends a byte a second would be read for ever.
    alarm = threading.Timer(timeout, connection.cut)
    alarm.daemon = True
    alarm.start()
    try:
        return _post(connection, target, task)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return DeliveryOutcome(error="timeout" if time.monotonic() >= ends else _error_code(error))
    finally:
        alarm.cancel()
        connection.close()


def _post(connection: "_PinnedConnection", target: Target, task: DeliveryTask) -> DeliveryOutcome:
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Scorekeeper",
        "Connection": "close",
        **signed_headers(task.message, int(time.time()), task.body, task.secrets),
    }
    connection.request("POST", target.path, task.body, headers)
    response = connection.getresponse()
    text = b""
    # The status counts, whatever happens while the text is read.
    with suppress(OSError, http.client.HTTPException, ValueError):
        text = response.read(_MOST_READ)
    return DeliveryOutcome(status=response.status, answer=_printable(text))


class _PinnedConnection(http.client.HTTPConnection):
    """A connection to one of the checked addresses, with the host name of the target."""

    def __init__(self, target: Target, addresses: list[str], ends: float) -> None:
        super().__init__(target.host, target.port)
        self.default_port = 443 if target.secure else 80
        self._target, self._addresses, self._ends = target, addresses, ends
        # Kept, because http.client drops its own reference for a response with "Connection: close" or without a length.
        self._line: socket.socket | None = None

    def connect(self) -> None:
        """Connect to the first address that answers. Raises OSError."""
        self.sock = self._reached()
        if self._target.secure:
            context = ssl.create_default_context()
            self.sock = context.wrap_socket(self.sock, server_hostname=self._target.host, do_handshake_on_connect=False)
        self._line = self.sock
        if isinstance(self.sock, ssl.SSLSocket):
            self.sock.do_handshake()

    def _reached(self) -> socket.socket:
        error: OSError = TimeoutError()
        for address in self._addresses:
            remaining = self._ends - time.monotonic()
            if remaining <= 0:
                break
            try:
                return socket.create_connection((address, self._target.port), timeout=remaining)
            except OSError as failure:
                error = failure
        raise error

    def cut(self) -> None:
        """Shut the connection down from another thread, whatever it is doing."""
        if self._line is not None:
            with suppress(OSError):
                # Not the method of a TLS socket, which would first say goodbye.
                socket.socket.shutdown(self._line, socket.SHUT_RDWR)


def _error_code(error: Exception) -> str:
    """Return the error code of an exception."""
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ssl.SSLError):
        return "tls"
    return "refused" if isinstance(error, ConnectionRefusedError) else "broken"


def _printable(text_bytes: bytes) -> str:
    """Return the beginning of a response as one printable line."""
    text = text_bytes.decode("utf-8", "replace")
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:ANSWER_LENGTH]
