"""An SMTP server that keeps the mails a real server sends."""

import re
import socketserver
import threading
from typing import Final, Self

_LINK: Final = re.compile(r"/account/(?:confirm-email|password/reset/key)/\S+")


class _Talk(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        self.wfile.write(b"220 here\r\n")
        while line := self.rfile.readline():
            verb = line[:4].upper()
            if verb == b"DATA":
                self.wfile.write(b"354 go on\r\n")
                mail = b"".join(iter(self.rfile.readline, b".\r\n"))
                self.server.mails.append(mail.decode())  # type: ignore[attr-defined]
            self.wfile.write(b"221 bye\r\n" if verb == b"QUIT" else b"250 good\r\n")


class Mailbox:
    """Listens on a free port while it is open; ``url`` is what EMAIL_URL takes."""

    def __enter__(self) -> Self:
        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), _Talk)
        self._server.daemon_threads = True
        self._server.mails = []  # type: ignore[attr-defined]
        self.address = "127.0.0.1", self._server.server_address[1]
        self.url = f"smtp://127.0.0.1:{self.address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever)
        self._thread.start()
        return self

    def __exit__(self, *error: object) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()

    @property
    def links(self) -> list[str]:
        """The paths of the links that came so far: for an e-mail, a new password."""
        mails: list[str] = self._server.mails  # type: ignore[attr-defined]
        return [path for mail in mails for path in _LINK.findall(mail.replace("=\r\n", ""))]
