"""A TCP proxy between a phone and the server, which can be cut like a Wi-Fi connection."""

import socket
import threading
from contextlib import suppress

BLOCK = 65536


class NetworkLink:
    """Carries bytes from a port of its own to the server's, until it is cut; then nobody answers there."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self.port = 0
        self.mend()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}"

    def mend(self) -> None:
        """Carry on, at the same port; nothing where it is whole."""
        if self._listener:
            return
        self._listener = socket.create_server(("127.0.0.1", self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """End everything that is on its way, and refuse what comes."""
        if self._listener:
            with suppress(OSError):
                self._listener.shutdown(socket.SHUT_RDWR)
            self._listener.close()
            self._listener = None
        for end in list(self._open):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            for one, other in ((near, far), (far, near)):
                self._open.add(one)
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while block := one.recv(BLOCK):
                other.sendall(block)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        one.close()
        self._open.discard(one)
