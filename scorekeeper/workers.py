"""Run several server processes at one socket: uvicorn's supervisor, with a graceful shutdown of each process.

The supervisor restarts a process that died, ends all on SIGTERM or Ctrl+C, and on SIGHUP replaces one after the other,
each only when the new one answers. Added here: a process that is ending closes its live streams at once, so that
clients reconnect to another one, and answers every request that reaches it; and none outlives the supervisor.
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
from scorekeeper.connections import Server

PATIENCE = 15  # seconds that a request may still take when its process is to end; no wait for a lock takes as long
STARTING = 60  # seconds until a process that does not answer its supervisor is replaced
DRAINING = 1.0  # seconds for which an ending process still accepts requests that are on their way to it


class GracefulServer(Server):
    """A server that answers all received requests before it stops."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Accept no new connections, end the streams, answer requests on existing connections, then close them."""
        for server in self.servers:
            server.close()
        process_hub.close_all()
        # Uvicorn sends these headers with every further response, so clients reconnect, to another process.
        self.server_state.default_headers = [*self.server_state.default_headers, (b"connection", b"close")]
        await asyncio.sleep(DRAINING)
        await super().shutdown(sockets)


class Worker(multiprocess.Process):
    """One of the server processes; some methods run in the supervisor, others in the process itself."""

    def start(self) -> None:
        """Start the process, and close the supervisor's copy of the process's end of the pipe.

        Otherwise the supervisor would wait for a process that died as long as for a slow one.
        """
        super().start()
        self.child_conn.close()

    def target(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve requests; this runs in the process."""
        # The supervisor's end of the pipe: with no other copy open, it closes when the supervisor dies.
        self.parent_conn.close()
        super().target(sockets)

    def always_pong(self) -> None:
        """Answer the supervisor's health checks, and end the process when the supervisor is gone."""
        try:
            super().always_pong()
        except (EOFError, OSError):
            os.kill(os.getpid(), signal.SIGTERM)

    @property
    def server(self) -> uvicorn.Server:
        """The uvicorn server of the process."""
        if self._server is None:
            self._server = GracefulServer(self.config)
        return self._server


# Uvicorn's supervisor has no other way to be given another class of processes.
multiprocess.Process = Worker  # type: ignore[misc]


class Supervisor(multiprocess.Multiprocess):
    """The supervisor. In: the configuration, the sockets, and a function to call once all processes answer."""

    def __init__(self, config: uvicorn.Config, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        super().__init__(config, sockets)
        self.ready = ready
        self.failed = False

    def init_processes(self) -> None:
        """Start the processes, and call ``ready`` when all of them answer."""
        super().init_processes()
        if all(process.wait_until_ready(STARTING, self.should_exit) for process in self.processes):
            self.ready()
        elif not self.signal_queue:
            self.failed = True
            self.should_exit.set()


def serve(application: str, listener: socket.socket, workers: int, ready: Callable[[], None], **options: Any) -> None:
    """Serve at ``listener`` with so many processes, each of which imports the application, until a signal stops them.

    ``options`` are uvicorn's. Ends the command with status 3 if the processes do not start.
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
