"""Several processes that answer at one socket: uvicorn's supervisor, with what a club night needs besides.

It starts a process anew that died, ends all on SIGTERM or Ctrl+C, and on SIGHUP replaces one after the other, each
only when the new one answers. What is added here: a process that is to end closes its live streams at once, so that
they are opened at another one, and answers everything that reaches it before it goes; and none outlives the supervisor.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.supervisors import multiprocess

from games.live import process_hub

PATIENCE = 15  # seconds that a request may still take when its process is to end; no wait for a lock takes as long
STARTING = 60  # seconds until a process that does not answer its supervisor is replaced
DRAINING = 1.0  # seconds for which a process that is to end goes on reading what is on its way to it


class Leaving(uvicorn.Server):
    """A server that leaves nobody without an answer."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Take no new connection, end the streams, answer what comes over connections there are, then hang up."""
        for server in self.servers:
            server.close()
        process_hub.end()
        # Uvicorn sends these with every answer that is begun from now on: the client calls again, and another process.
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]
        await asyncio.sleep(DRAINING)
        await super().shutdown(sockets)


class Worker(multiprocess.Process):
    """One of the processes, as the supervisor and as the process itself sees it."""

    def start(self) -> None:
        """Start the process, and leave its end of the pipe to it alone.

        Else one that dies while the supervisor waits for its word would be waited for as long as one that is slow.
        """
        super().start()
        self.child_conn.close()

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve; this is what the process does."""
        # The supervisor's end of the pipe: where nobody else holds it, it closes when the supervisor dies.
        self.parent_conn.close()
        super().target(sockets)

    def always_pong(self) -> None:
        """Tell the supervisor that all is well, and end when there is none any more."""
        try:
            super().always_pong()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)

    @property
    def server(self) -> uvicorn.Server:
        """The server of the process."""
        if self._server is None:
            self._server = Leaving(self.config)
        return self._server


# Uvicorn's supervisor makes its processes by this name, and has no other way to be given another kind.
multiprocess.Process = Worker  # type: ignore[misc]


class Supervisor(multiprocess.Multiprocess):
    """The supervisor. In: the configuration, the sockets, and what to do once all processes answer."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self.ready = ready
        self.failed = False

    def init_processes(self) -> None:
        """Start the processes, and say so when all of them answer."""
        super().init_processes()
        if all(process.wait_until_ready(STARTING, self.should_exit) for process in self.processes):
            self.ready()
        elif not self.signal_queue:
            self.failed = True
            self.should_exit.set()


def serve(application: str, listener: socket.socket, workers: int, ready: Callable[[], None], **options: Any) -> None:
    """Answer at ``listener`` with so many processes, each of which imports the application, until a signal stops them.

    ``options`` are uvicorn's. Ends the command with status 3 where they do not come up.
    """
    config = uvicorn.Config(
        application,
        workers=workers,
        timeout_graceful_shutdown=PATIENCE,
        timeout_worker_healthcheck=STARTING,
        **options,
    )
    supervisor = Supervisor(config, [listener], ready)
    supervisor.run()
    if supervisor.failed:
        sys.exit(3)
