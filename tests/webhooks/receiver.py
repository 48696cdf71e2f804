"""A server that receives webhooks and gives scripted responses, with its own check of signatures."""

import base64
import hmac
import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = Callable[["Handler"], None]


@dataclass
class Got:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)

    @property
    def json(self) -> dict[str, Any]:
        data: dict[str, Any] = json.loads(self.body)
        return data


class Receiver:
    """What came, in order, and how the next is answered: `receiver.answer = status(500)`."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.answer: Answer = status(200, b"thanks")
        self.url = ""

    def events(self) -> list[tuple[str, str]]:
        return [(one.json["event"], one.json["action"]) for one in self.got]

    def wait(self, number: int, seconds: float = 60) -> list[Got]:
        """Wait until so many requests have come."""
        end = time.monotonic() + seconds
        while len(self.got) < number:
            assert time.monotonic() < end, f"{len(self.got)} of {number} came: {self.events()}"
            time.sleep(0.01)
        return self.got


class Handler(BaseHTTPRequestHandler):
    """Notes a request and has it answered."""

    receiver: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.receiver.got.append(Got(self.path, headers, body))
        self.receiver.answer(self)

    def log_message(self, *args: Any) -> None:
        pass


def status(code: int, body: bytes = b"", **headers: str) -> Answer:
    """Answer with this status."""

    def answer(handler: Handler) -> None:
        handler.send_response(code)
        for name, value in headers.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(body)))
        handler.end_headers()
        handler.wfile.write(body)

    return answer


def reset(handler: Handler) -> None:
    """Hang up without a word."""
    handler.close_connection = True
    handler.connection.close()


def hang(seconds: float) -> Answer:
    """Say nothing for so long."""
    return lambda handler: time.sleep(seconds)


def drip(handler: Handler) -> None:
    """Begin an answer and never end it: a letter now and then."""
    handler.close_connection = True
    for letter in "HTTP/1.1 200 OK\r\nX-Patience: " + "x" * 400:
        handler.connection.sendall(letter.encode())
        time.sleep(0.1)


class _Quiet(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Log nothing when a client disconnects."""


@contextmanager
def receiving() -> Iterator[Receiver]:
    """A receiver on a free port of this machine."""
    receiver = Receiver()
    handler = type("OneHandler", (Handler,), {"receiver": receiver})
    server = _Quiet(("127.0.0.1", 0), handler)
    receiver.url = f"http://127.0.0.1:{server.server_port}/hook?of=ours"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def is_signed(got: Got, secret: str) -> bool:
    """Whether a request was signed with a secret, as a program elsewhere would find it out by the documentation."""
    key = base64.b64decode(secret.split("_", 1)[1])
    text = got.headers["webhook-id"].encode() + b"." + got.headers["webhook-timestamp"].encode() + b"." + got.body
    wanted = base64.b64encode(hmac.digest(key, text, "sha256")).decode()
    fresh = abs(time.time() - int(got.headers["webhook-timestamp"])) < 300
    given = [one.split(",", 1)[1] for one in got.headers["webhook-signature"].split() if one.startswith("v1,")]
    return fresh and any(hmac.compare_digest(one, wanted) for one in given)
