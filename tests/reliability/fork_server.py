"""A server that is up again milliseconds after a kill: `python -m tests.reliability.fork_server PORT`.

This process imports the application once, binds the port, and serves nothing itself. For each line "start" on its
standard input it forks a child that serves with uvicorn, as `uvicorn scorekeeper.asgi:application` would; for "kill"
it ends the child by SIGKILL. Nothing of a child outlives it: when it is forked there is no thread, no connection to
the database and no open file of it that it could share. When the input ends, so does everything.
"""

import gc
import os
import signal
import socket
import sys
import threading

import django.db.models.sql.compiler  # noqa: F401 - Django imports it with the first query
import uvicorn
from django.db import connections
from django.test import Client

from scorekeeper.asgi import application


def configured() -> uvicorn.Config:
    """The server's configuration, with everything imported that it names."""
    config = uvicorn.Config(
        application, ws="none", access_log=False, proxy_headers=False, server_header=False, log_level="warning"
    )
    config.load()
    config.get_loop_factory()
    return config


def load_everything() -> None:
    """Import what the first request would. Raises RuntimeError where that left something a fork must not share."""
    for path in ("/api/v1/presets/", "/no/such/page/"):
        assert Client(SERVER_NAME="localhost").get(path).status_code in (200, 404)
    opened = [found.alias for found in connections.all(initialized_only=True) if found.connection is not None]
    if threading.active_count() > 1 or opened:
        raise RuntimeError(f"not to be forked: {threading.enumerate()}, {opened}")
    gc.collect()
    gc.freeze()


def main(port: int) -> None:
    """Obey the lines of standard input; each is answered by one line."""
    config = configured()
    load_everything()
    listener = socket.create_server(("127.0.0.1", port), backlog=512)
    child = 0
    print("ready", flush=True)
    for line in sys.stdin:
        if line == "start\n":
            child = os.fork()
            if not child:
                os.close(0)
                uvicorn.Server(config).run(sockets=[listener])
                os._exit(0)
            print(child, flush=True)
        else:
            os.kill(child, signal.SIGKILL)
            print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
            child = 0
    if child:
        os.kill(child, signal.SIGKILL)


if __name__ == "__main__":
    main(int(sys.argv[1]))
