"""A TCP proxy between a phone and the server, which can be cut like a Wi-Fi connection."""

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from socketserver import StreamRequestHandler, ThreadingTCPServer

BLOCK = 65536


class NetworkLink:
    """Carries bytes from a port of its own to the server's, until it is cut; then nobody answers there."""

    def __init__(self, port: int) -> None:
        self._to = port
        self._open: set[socket.socket] = set()
        self._listener: socket.socket | None = None
        self.port = 0
        self._after: int | None = None
        self.broken_off = threading.Event()
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

    def break_off(self, *, after: int) -> None:
        """Let through so many bytes of the next answer, and end its connection; then set `broken_off`."""
        self.broken_off.clear()
        self._after = after

    def _accept(self, listener: socket.socket) -> None:
        while True:
            try:
                near, _ = listener.accept()
                far = socket.create_connection(("127.0.0.1", self._to))
            except OSError:
                return
            for one, other in ((near, far), (far, near)):
                self._open.add(one)
                threading.Thread(target=self._carry, args=(one, other, one is far), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket, to_phone: bool) -> None:
        with suppress(OSError):
            while block := one.recv(BLOCK):
                if to_phone and self._after is not None:
                    block, self._after = block[: self._after], None
                    other.sendall(block)
                    self.broken_off.set()
                    break
                other.sendall(block)
        for end in (one, other):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        one.close()
        self._open.discard(one)


class _SocksHandler(StreamRequestHandler):
    """Take a SOCKS 5 connection (RFC 1928) to whatever name, and carry it to its port on this machine."""

    def handle(self) -> None:
        __, methods = self.rfile.read(2)
        self.rfile.read(methods)
        self.wfile.write(b"\5\0")  # no password is wanted
        *__, kind = self.rfile.read(4)
        self.rfile.read({1: 4, 3: 0, 4: 16}[kind] or self.rfile.read(1)[0])
        port = int.from_bytes(self.rfile.read(2), "big")
        try:
            far = socket.create_connection(("127.0.0.1", port))
        except OSError:
            self.wfile.write(b"\5\5\0\1" + bytes(6))  # refused
            return
        with far, suppress(OSError):
            self.wfile.write(b"\5\0\0\1" + bytes(6))
            threading.Thread(target=self._carry_back, args=(far,), daemon=True).start()
            while block := self.rfile.read1(BLOCK):
                far.sendall(block)

    def _carry_back(self, far: socket.socket) -> None:
        with suppress(OSError):
            while block := far.recv(BLOCK):
                self.wfile.write(block)
            self.connection.shutdown(socket.SHUT_RDWR)


@contextmanager
def finding_names_here() -> Iterator[int]:
    """Run a SOCKS server for which every name is this machine; the value is its port.

    For a browser that can't be told otherwise where a name is: /etc/hosts is not ours to write.
    """
    with ThreadingTCPServer(("127.0.0.1", 0), _SocksHandler) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()
