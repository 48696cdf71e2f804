"""A minimal HTTP/1.1 client on one kept-alive connection, cheap enough to share the machine with the server."""

import asyncio
import json
import socket
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

PATIENCE = 60.0  # seconds until an answer that does not come counts as lost


class Lost(Exception):  # noqa: N818 - what a bad line does to a phone, no error of the program
    """No response, or not all of one: the client can't know whether the request was handled."""


@dataclass(frozen=True, slots=True)
class Message:
    """A request or response as received: first line, headers by lower-case name, body, and all bytes."""

    first: str
    headers: Mapping[str, str]
    body: bytes
    raw: bytes

    @property
    def status(self) -> int:
        """The status of an answer."""
        return int(self.first.split(" ", 2)[1])

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()

    @property
    def cookies(self) -> dict[str, str]:
        """The cookies that an answer sets."""
        pairs = (line.partition(";")[0].partition("=") for line in self.headers.get("set-cookie", "").split("\n"))
        return {name: value for name, _, value in pairs if name}

    def json(self) -> Any:
        """What the body says."""
        return json.loads(self.body)


async def read_message(reader: asyncio.StreamReader) -> Message:
    """Read one whole request or answer. Raises Lost where the line ends before it does."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
        headers: dict[str, str] = {}
        for name, _, value in (line.partition(":") for line in lines):
            before = headers.get(name.lower())  # several of one name (cookies) come one a line
            headers[name.lower()] = value.strip() if before is None else f"{before}\n{value.strip()}"
        raw, body = head, b""
        if headers.get("transfer-encoding") == "chunked":
            while True:
                size = await reader.readline()
                chunk = await reader.readexactly(int(size, 16) + 2)
                raw += size + chunk
                if len(chunk) == 2:
                    break
                body += chunk[:-2]
        else:
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            raw += body
    except (OSError, EOFError, ValueError) as error:
        raise Lost(repr(error)) from error
    return Message(first, headers, body, raw)


def reset(writer: asyncio.StreamWriter) -> None:
    """Abort a connection at once: data in transit is lost, and the other end gets a TCP RST."""
    found: socket.socket | None = writer.get_extra_info("socket")
    if found is not None and found.fileno() != -1:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    writer.transport.abort()


class Line:
    """A connection to one server, opened when it is needed; `home` is the address on this machine to call from."""

    def __init__(self, url: str, home: str | None = None) -> None:
        address = urlsplit(url)
        self.host, self.port = address.hostname or "", address.port or 80
        self._home = (home, 0) if home else None
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None

    async def send_request(
        self, method: str, path: str, body: bytes = b"", headers: Mapping[str, str] | None = None
    ) -> Message:
        """Send a request and return the answer, whatever its status. Raises Lost."""
        sent = {"Host": f"{self.host}:{self.port}", "Content-Length": str(len(body)), **(headers or {})}
        head = "".join(f"{name}: {value}\r\n" for name, value in sent.items())
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await self._open()
                writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
                answer = await read_message(reader)
        except (OSError, TimeoutError) as error:
            self.close()
            raise Lost(repr(error)) from error
        except BaseException:
            self.close()
            raise
        if answer.headers.get("connection") == "close":
            self.close()
        return answer

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if self._reader is None or self._writer is None or self._reader.at_eof() or self._writer.is_closing():
            self.close()
            self._reader, self._writer = await asyncio.open_connection(self.host, self.port, local_addr=self._home)
        return self._reader, self._writer

    def close(self) -> None:
        """Hang up."""
        if self._writer:
            self._writer.close()
        self._reader = self._writer = None
