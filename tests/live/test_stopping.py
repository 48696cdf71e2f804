"""How live streams end when the server stops."""

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

from games.live import Admission, Hub, LiveStream
from tests.live.kit import Served, Tables, Watching, get

Serve = Callable[..., Served]
Watch = Callable[..., Watching]


def test_a_server_stops_quietly_with_open_streams(
    serve: Serve, watch: Watch, tables: Tables, hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    server = serve(LiveStream(tables.admit, hub), timeout_graceful_shutdown=2)
    streams = [watch(f"{server.url}/live/t1.{link}/") for link in range(20)]
    assert all(stream.revision() == 1 for stream in streams)
    server.stop()
    assert all(stream.ends() for stream in streams)
    assert hub.streams("t1") == 0
    assert not [record for record in caplog.records if record.exc_info]
    assert "ASGI callable returned without" not in caplog.text


def test_a_server_stops_quietly_while_a_stream_is_being_admitted(
    serve: Serve, hub: Hub, caplog: pytest.LogCaptureFixture
) -> None:
    entered, leave = threading.Event(), threading.Event()

    def admit(_token: str) -> Admission:
        entered.set()
        leave.wait(60)
        return Admission("t1", None, 1)

    server = serve(LiveStream(admit, hub))
    answers: list[int] = []
    client = threading.Thread(target=lambda: answers.append(get(f"{server.url}/live/x/").status_code))
    client.start()
    assert entered.wait(60)
    server.stop()
    leave.set()
    client.join()
    assert answers == [503]
    assert not [record for record in caplog.records if record.exc_info]


PROGRAM = """
import uvicorn
from a2wsgi import WSGIMiddleware
from games.live import Admission, make_application

def pages(environ, start_response):
    start_response("204 No Content", [])
    return []

application = make_application(WSGIMiddleware(pages), lambda token: Admission("t1", None, 1))
uvicorn.run(application, port=0, ws="none", timeout_graceful_shutdown=2)
"""


@pytest.mark.server
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_server_of_its_own_stops_on_a_signal(watch: Watch, number: signal.Signals) -> None:
    with subprocess.Popen([sys.executable, "-c", PROGRAM], stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr
        log = ""
        while not (found := re.search(r"running on (http://\S+)", log)):
            line = server.stderr.readline()
            assert line, log
            log += line
        streams = [watch(f"{found[1]}/live/x/") for _ in range(20)]
        assert all(stream.revision() == 1 for stream in streams)
        server.send_signal(number)
        log += server.communicate(timeout=60)[1]
    assert all(stream.ends() for stream in streams)
    assert "Traceback" not in log
