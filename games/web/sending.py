"""One message to a webhook: sent once, within ten seconds, to an address that was looked at, and no further."""

import http.client
import socket
import ssl
import threading
import time
from contextlib import suppress
from typing import Final

from games.models.webhook import ANSWER_LENGTH
from games.services.deliveries import Errand, Outcome
from games.web.outside import BadAddress, Target, addresses_of, target_of
from games.web.signatures import signed_headers

TIMEOUT: Final = 10.0
"""Seconds for all of it but the looking up of the name."""
_MOST_READ: Final = 4096


def send(errand: Errand, *, inside: bool = False, timeout: float = TIMEOUT) -> Outcome:
    """Send a message and return how it was taken. Raises nothing that the other side could bring about.

    Redirects are not followed, and of the answer only the beginning is read.
    """
    try:
        target = target_of(errand.url, inside=inside)
        addresses = addresses_of(target, inside=inside)
    except BadAddress as bad:
        return Outcome(error=bad.code)
    ends = time.monotonic() + timeout
    line = _Line(target, addresses, ends)
    # A time limit of a socket is one for each read: who answers a letter a second would be listened to for ever.
    alarm = threading.Timer(timeout, line.cut)
    alarm.daemon = True
    alarm.start()
    try:
        return _asked(line, target, errand)
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Outcome(error="timeout" if time.monotonic() >= ends else _word(error))
    finally:
        alarm.cancel()
        line.close()


def _asked(line: "_Line", target: Target, errand: Errand) -> Outcome:
    headers = {
        "Content-Type": "application/json",
        "User-Agent": "Scorekeeper",
        "Connection": "close",
        **signed_headers(errand.message, int(time.time()), errand.body, errand.secrets),
    }
    line.request("POST", target.path, errand.body, headers)
    answer = line.getresponse()
    said = b""
    # The status is the answer; whatever becomes of the text after it.
    with suppress(OSError, http.client.HTTPException, ValueError):
        said = answer.read(_MOST_READ)
    return Outcome(status=answer.status, answer=_printable(said))


class _Line(http.client.HTTPConnection):
    """A connection to one of the addresses that were looked at, under the name that was asked for."""

    def __init__(self, target: Target, addresses: list[str], ends: float) -> None:
        super().__init__(target.host, target.port)
        self.default_port = 443 if target.secure else 80
        self._target, self._addresses, self._ends = target, addresses, ends
        # Kept: http.client gives its own up to an answer that says "Connection: close", or no length.
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
            left = self._ends - time.monotonic()
            if left <= 0:
                break
            try:
                return socket.create_connection((address, self._target.port), timeout=left)
            except OSError as why:
                error = why
        raise error

    def cut(self) -> None:
        """End it from another thread, whatever it is doing."""
        if self._line is not None:
            with suppress(OSError):
                # Not the method of a TLS socket, which would first say goodbye.
                socket.socket.shutdown(self._line, socket.SHUT_RDWR)


def _word(error: Exception) -> str:
    """The word for what went wrong."""
    if isinstance(error, TimeoutError):
        return "timeout"
    if isinstance(error, ssl.SSLError):
        return "tls"
    return "refused" if isinstance(error, ConnectionRefusedError) else "broken"


def _printable(said: bytes) -> str:
    """The beginning of an answer as one line that can be stored and shown anywhere."""
    text = said.decode("utf-8", "replace")
    shown = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(shown.split())[:ANSWER_LENGTH]
