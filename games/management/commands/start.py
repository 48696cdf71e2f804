"""``manage.py start``: prepare the data folder and serve Scorekeeper, with one command."""

import os
import socket
import sys
import tempfile
from typing import Any

import uvicorn
from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser
from django.db import connections
from django.utils.module_loading import import_string

from scorekeeper.capacity import raise_open_files
from scorekeeper.checks import LOOPBACK
from scorekeeper.connections import LIMITS, Server
from scorekeeper.data_folder import FolderInUseError, FolderLock, folder_lock, keep_to_owner
from scorekeeper.listening import CannotListenError, listen
from scorekeeper.readiness import demand_ready
from scorekeeper.sqlite_file import BackupError
from scorekeeper.static_collect import collect_static
from scorekeeper.upgrading import bring_up_to_date, may_migrate
from scorekeeper.welcome import phone_urls, welcome

CANNOT_START = 2
_NOT_WITH_DEBUG = (
    "DJANGO_DEBUG shows program internals to anyone who can reach this server. Leave it out, or add --host "
    "127.0.0.1 so that only this computer can."
)
_ALONE = (
    "Several processes need a way to notify each other. Set REDIS_URL, or DATABASE_URL for PostgreSQL. Otherwise "
    "leave out --workers."
)
_ALONE_WITH_DEBUG = "DJANGO_DEBUG works with one process only. Leave out --workers."
_MOST_WORKERS = 64


class Command(BaseCommand):
    """Prepare the data folder and serve Scorekeeper from this computer until Ctrl+C."""

    help = "Start Scorekeeper on this computer, for every phone on the same Wi-Fi."
    # What can be wrong on this computer is checked below; the tests check the rest.
    requires_system_checks: list[str] = []  # noqa: RUF012 - an attribute of Django's

    def create_parser(self, prog_name: str, subcommand: str, **kwargs: Any) -> CommandParser:
        """Return the parser; without abbreviations, because `--data` is also read before Django is loaded."""
        return super().create_parser(prog_name, subcommand, allow_abbrev=False, **kwargs)

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare the options."""
        parser.add_argument("--host", default="0.0.0.0", help="address to listen on (default: all)")  # noqa: S104 - phones must get in
        parser.add_argument("--port", type=_port, default=8000, help="port to listen on (default: 8000)")
        parser.add_argument("--data", metavar="DIR", help="folder for the scores (default: data, beside manage.py)")
        parser.add_argument("--workers", type=_workers, default=1, help="number of server processes (default: 1)")

    def handle(self, *args: Any, **options: Any) -> None:
        """Serve until a signal stops it. Exit status 2 if it cannot start here, 3 if the application fails."""
        if settings.DEBUG:
            if options["host"] not in LOOPBACK:
                self.stderr.write(_NOT_WITH_DEBUG)
                sys.exit(CANNOT_START)
            settings.ALLOWED_HOSTS = sorted(LOOPBACK)
        if options["workers"] > 1 and (settings.DEBUG or not settings.NOTIFICATION_BACKEND):
            self.stderr.write(_ALONE_WITH_DEBUG if settings.DEBUG else _ALONE)
            sys.exit(CANNOT_START)
        if settings.DATA_PRIVATE:
            # For all files made from here on: the database and its log, copies, collected static files.
            os.umask(0o077)
        raise_open_files()
        try:
            with (
                # Servers that notify one another may share a folder; any other would miss what the first one saves.
                folder_lock(settings.DATA, shared=bool(settings.NOTIFICATION_BACKEND)) as lock,
                listen(options["host"], options["port"]) as listener,
            ):
                self._serve(listener, options["host"], options["workers"], lock)
        except (CannotListenError, FolderInUseError) as error:
            self.stderr.write(str(error))
            sys.exit(CANNOT_START)
        except KeyboardInterrupt:
            self.stdout.write("\nScorekeeper has stopped.")

    def _serve(self, listener: socket.socket, host: str, workers: int, lock: FolderLock) -> None:
        """Bring the data up to date and answer at `listener`."""
        if may_migrate():
            try:
                bring_up_to_date(self.stdout.write)
            except BackupError as why:
                self.stderr.write(f"This version needs to change the database, but {why}")
                sys.exit(CANNOT_START)
        else:
            demand_ready()  # Another role owns the tables; `prepare` migrates as that one.
        collect_static()
        # Imported by name, because commands may not import the API. It needs the names of the static files.
        import_string("games.api.cached_responses.prepare")()
        port = listener.getsockname()[1]
        public = settings.PUBLIC_URL
        urls = [f"{public}/"] if public else phone_urls(host, port)
        if urls and not public:
            # QR codes must name the address that other phones reach, also when this computer asks for "localhost".
            settings.PUBLIC_URL = urls[0].rstrip("/")
        lock.note(urls[0] if urls else f"http://localhost:{port}/")
        for sentence in (lock.warning, *keep_to_owner(settings.DATA, leave=not settings.DATA_PRIVATE)):
            if sentence:
                self.stdout.write(sentence)
        place = {"urls": urls, "host": host, "port": port, "data": settings.DATA, "workers": workers}
        text = welcome(**place, color=self.stdout.isatty(), public=bool(public))
        options = {
            "ws": "none",
            "log_config": None,  # Django's logging is set up already
            "access_log": False,
            # Without a proxy in front, a phone must not be able to claim another address. With https there is one, and
            # uvicorn trusts it on this computer, or at the addresses in FORWARDED_ALLOW_IPS.
            "proxy_headers": settings.HTTPS,
            "server_header": False,
            **LIMITS,
        }
        if workers > 1:
            self._serve_by_several(listener, workers, text, options)
        else:
            self._serve_alone(listener, text, options)

    def _serve_alone(self, listener: socket.socket, text: str, options: dict[str, Any]) -> None:
        # Imported here, before anything else is started: the import ends the command if something is missing.
        from scorekeeper.asgi import application

        # Live pages stay connected for ever; a stop must not wait for them.
        config = uvicorn.Config(application, timeout_graceful_shutdown=2, **options)
        server = _Server(config, text)
        server.run(sockets=[listener])
        if not server.started:
            sys.exit(3)

    def _serve_by_several(self, listener: socket.socket, workers: int, text: str, options: dict[str, Any]) -> None:
        from scorekeeper.workers import serve

        demand_ready()
        connections.close_all()
        # The processes read the settings again, so what was found out here is passed on.
        os.environ["PUBLIC_URL"] = settings.PUBLIC_URL
        with tempfile.TemporaryDirectory(prefix="scorekeeper-measures-") as folder:
            if settings.METRICS_TOKEN:
                # Each process counts for itself. Without a shared folder, /metrics would show only one of them.
                os.environ.setdefault("PROMETHEUS_MULTIPROC_DIR", folder)
            serve("scorekeeper.asgi:application", listener, workers, lambda: _say(text), **options)
        self.stdout.write("\nScorekeeper has stopped.")


class _Server(Server):
    """A server that prints its addresses once it is ready, so a printed address works."""

    def __init__(self, config: uvicorn.Config, text: str) -> None:
        super().__init__(config)
        self.text = text

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to answer, then print the text."""
        await super().startup(sockets)
        _say(self.text)


def _say(text: str) -> None:
    """Print a text, with characters the terminal cannot show replaced."""
    encoding = sys.stdout.encoding or "ascii"
    print(text.encode(encoding, errors="replace").decode(encoding), flush=True)


def _port(text: str) -> int:
    """Return `text` as a port number; raises ValueError, which argparse turns into its own sentence."""
    port = int(text)
    if not 0 <= port <= 65535:
        raise ValueError
    return port


def _workers(text: str) -> int:
    """Return `text` as a number of processes; raises ValueError as above."""
    number = int(text)
    if not 1 <= number <= _MOST_WORKERS:
        raise ValueError
    return number


# argparse names them in that sentence
_port.__name__, _workers.__name__ = "port", "number of processes"
