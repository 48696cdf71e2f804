"""Starts real servers for tests, each in its own process: PostgreSQL, Redis and Scorekeeper.

A missing program fails the test that needs it: `.ci/run` installs what a machine lacks.
"""

import os
import pwd
import shutil
import signal
import socket
import sqlite3
import ssl
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any, Self, TypeVar
from urllib.parse import quote

import httpx

from tests.database_cache import take

ROOT = Path(__file__).parents[1]
PATIENCE = 60  # seconds until a server that does not come up is broken
DATABASES = ("sqlite", "postgresql")
NO_TLS = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
"""For clients that speak plain HTTP: httpx would read all certificates of this machine for each of them."""


class LackingError(Exception):
    """Raised by a test that can't run because this machine has no ``what``."""

    def __init__(self, what: str) -> None:
        super().__init__(f"this machine lacks {what}; bash .ci/run installs what the tests need")


def free_port() -> int:
    """Return a free port, for a server that can't be given a socket."""
    with closing(socket.create_server(("127.0.0.1", 0))) as found:
        port: int = found.getsockname()[1]
    return port


def postgresql_programs() -> Path:
    """Return the folder of PostgreSQL's programs, from `POSTGRESQL` or by searching. Raises LackingError."""
    found = shutil.which("pg_ctl", path=os.environ.get("POSTGRESQL"))
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if "POSTGRESQL" not in os.environ else []
    if not found and not folders:
        raise LackingError("PostgreSQL")
    return Path(found).resolve().parent if found else folders[-1]


class PostgreSQL:
    """A PostgreSQL server in a cluster of its own, on a free port of this machine only, gone when closed.

    Its settings are the stock ones, `synchronous_commit` and `fsync` included, unless it need not be `durable`: what
    tests what is asked of a database, and not what survives a crash, need not wait for the disk. Nobody is asked for a
    password.
    """

    def __init__(self, *, durable: bool = True) -> None:
        self._programs = postgresql_programs()
        self._hasty = "" if durable else " -c fsync=off -c synchronous_commit=off -c full_page_writes=off"
        self._folder = Path(tempfile.mkdtemp(prefix="scorekeeper-postgresql-"))
        self._as: dict[str, str | int] = {}
        if os.geteuid() == 0:
            # PostgreSQL refuses to run as root; its Debian package brings this user.
            owner = pwd.getpwnam("postgres")
            os.chown(self._folder, owner.pw_uid, owner.pw_gid)
            self._as = {"user": owner.pw_uid, "group": owner.pw_gid}
        self.port = free_port()
        self.data = self._folder / "data"
        self.run("initdb", "--auth=trust", "--username=scorekeeper", "--encoding=UTF8", "--locale=C", "-D", self.data)
        self.start()

    def run(self, program: str, *options: str | Path, through: Sequence[str | Path] = ()) -> None:
        """Run one of PostgreSQL's programs. Its output goes to a file: the server it starts would hold a pipe open."""
        with (self._folder / "said.txt").open("a+") as output:
            done = subprocess.run(
                [*through, self._programs / program, *options],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                check=False,
                extra_groups=[] if self._as else None,
                **self._as,  # type: ignore[call-overload]
            )
        assert done.returncode == 0, (self._folder / "said.txt").read_text()

    def start(self, *through: str | Path) -> None:
        """Start it, or start it again after a stop, and wait until it answers; ``through`` another program, perhaps."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=200"
        options += self._hasty
        self.run("pg_ctl", "start", "-w", "-D", self.data, "-l", self.data / "log.txt", "-o", options, through=through)

    def stop(self, mode: str = "immediate") -> None:
        """Stop it; "immediate" is what a crash does: everybody is cut off, recovery comes with the next start."""
        self.run("pg_ctl", "stop", "-w", "-m", mode, "-D", self.data)

    def database(self, name: str, template: str = "template0") -> str:
        """Make a database, empty or as `template` is, and return its address, as DATABASE_URL takes it."""
        self.run("createdb", *self.address, "-T", template, name)
        return self.url(name)

    @property
    def address(self) -> list[str]:
        """Environment variables with which PostgreSQL's programs find the server."""
        return ["-h", "127.0.0.1", "-p", str(self.port), "-U", "scorekeeper"]

    def url(self, name: str) -> str:
        """The address of a database, as DATABASE_URL takes it."""
        return f"postgres://scorekeeper@127.0.0.1:{self.port}/{quote(name)}"

    def give(self, folder: Path) -> None:
        """Make the server's user the owner of a folder, for a tablespace."""
        if self._as:
            os.chown(folder, int(self._as["user"]), int(self._as["group"]))

    def close(self) -> None:
        """Stop it and remove the cluster."""
        self.stop()
        shutil.rmtree(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Redis:
    """A Redis server of its own, on a free port of this machine only, that keeps nothing; gone when closed."""

    def __init__(self) -> None:
        found = shutil.which("redis-server")
        if not found:
            raise LackingError("Redis")
        self._program = found
        self._folder = Path(tempfile.mkdtemp(prefix="scorekeeper-redis-"))
        self.port = free_port()
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self.process: subprocess.Popen[bytes] | None = None
        self.start()

    def start(self) -> None:
        """Start it, or start it again after a stop, and wait until it answers."""
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
        with (self._folder / "log.txt").open("ab") as log:
            self.process = subprocess.Popen(
                [self._program, *options], cwd=self._folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        end = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None and time.monotonic() < end, (self._folder / "log.txt").read_text()
            try:
                assert self.command("PING") == "+PONG"
                return
            except OSError:
                time.sleep(0.02)

    def command(self, command: str) -> str:
        """Send a command of one word and return the first line of the answer. Raises OSError where nobody answers."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as line:
            line.sendall(f"{command}\r\n".encode())
            return line.recv(200).decode().partition("\r\n")[0]

    def stop(self) -> None:
        """Kill it: all connections break, and its data is lost."""
        if self.process:
            self.process.kill()
            self.process.wait(PATIENCE)
            self.process = None

    def close(self) -> None:
        """Stop it and remove its folder."""
        self.stop()
        shutil.rmtree(self._folder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()


class Site:
    """Scorekeeper as it runs in production: uvicorn in a process of its own, on a real database, over real HTTP.

    In: a folder for the data; the address of a PostgreSQL database, or nothing for SQLite; more environment variables.
    """

    answers_at = "/"
    """The address that tells whether it is up."""

    def __init__(self, folder: Path, database_url: str = "", **environment: str) -> None:
        self.folder = folder
        self.through: list[str | Path] = []
        """The program that runs the server, with its options; none: it runs by itself."""
        self.database_url = database_url
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        inherited = {
            name: value for name, value in os.environ.items() if name in ("PATH", "HOME", "LANG", "VIRTUAL_ENV")
        }
        self.environment = inherited | {
            "SCOREKEEPER_DATA": str(folder),
            "SECRET_KEY": "only-for-tests-" + "x" * 50,
            "PUBLIC_URL": self.url,
            "PYTHONPATH": str(ROOT),
            "PYTHONUNBUFFERED": "1",
            **({"DATABASE_URL": database_url} if database_url else {}),
            **environment,
        }
        self.log = folder / "server.log"
        self.process: subprocess.Popen[bytes] | None = None

    def twin(self) -> "Site":
        """Return a second process for the same data, on its own port and not started; the caller must stop it."""
        twin = Site(self.folder, self.database_url)
        twin.environment = self.environment | {"PUBLIC_URL": self.url}
        twin.log = self.folder / f"server{twin.port}.log"
        return twin

    def manage(self, *command: str, status: int = 0) -> str:
        """Run a `manage.py` command on this site's data and return its output. Fails unless it exits with `status`."""
        done = subprocess.run(
            [sys.executable, str(ROOT / "manage.py"), *command],
            env=self.environment,
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == status, f"{command} ended with {done.returncode}:\n{done.stdout}"
        return done.stdout

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """Run an SQL query directly on this site's database, and return the rows."""
        if self.database_url:
            import psycopg

            with psycopg.connect(self.database_url) as connection:
                return connection.execute(query.encode()).fetchall()
        with closing(sqlite3.connect(self.folder / "scorekeeper.sqlite3")) as file:
            return file.execute(query).fetchall()

    @property
    def command(self) -> list[str | Path]:
        """Return the command that starts the server."""
        options = ["--port", str(self.port), "--ws=none", "--no-access-log", "--no-proxy-headers", "--no-server-header"]
        return [*self.through, sys.executable, "-m", "uvicorn", "scorekeeper.asgi:application", *options]

    def start(self) -> Self:
        """Start the server and wait until it answers."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.command, env=self.environment, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        return self._wait()

    def _wait(self) -> Self:
        assert self.process
        end = time.monotonic() + PATIENCE
        while True:
            assert self.process.poll() is None and time.monotonic() < end, self.log.read_text()
            try:
                answer = httpx.get(self.url + self.answers_at, timeout=PATIENCE, verify=NO_TLS)
                if answer.status_code == httpx.codes.OK:
                    return self
            except httpx.TransportError:
                time.sleep(0.02)

    def kill(self) -> None:
        """Kill the process by SIGKILL, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """Stop it as an operator does."""
        self._end(signal.SIGINT)

    def _end(self, how: signal.Signals) -> None:
        if self.process:
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *error: object) -> None:
        self.kill()


class Workers(Site):
    """Scorekeeper as `manage.py start --workers` runs it: several processes at one socket, and their supervisor."""

    number = 2

    @property
    def command(self) -> list[str | Path]:
        """Return the command that starts them."""
        options = ["--host", "127.0.0.1", "--port", str(self.port), "--workers", str(self.number)]
        return [*self.through, sys.executable, ROOT / "manage.py", "start", *options]

    def _wait(self) -> Self:
        assert self.process
        end = time.monotonic() + PATIENCE
        while "press Ctrl+C" not in (output := self.log.read_text()):
            assert self.process.poll() is None and time.monotonic() < end, output
            time.sleep(0.05)
        return self

    def pids(self) -> list[int]:
        """Return the ids of the worker processes, oldest first."""
        assert self.process
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text(encoding="ascii")
        return [int(pid) for pid in children.split() if b"spawn_main" in Path(f"/proc/{pid}/cmdline").read_bytes()]

    def restart(self) -> None:
        """Have every process replaced by a new one, and wait until that is done."""
        assert self.process
        before = set(self.pids())
        self.process.send_signal(signal.SIGHUP)
        self.wait_for(lambda: len(self.pids()) == self.number and not before & set(self.pids()))

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition on the processes holds."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, self.log.read_text()
            time.sleep(0.05)

    def kill(self) -> None:
        """Kill the supervisor, after which all workers end."""
        pids = self.pids() if self.process and self.process.poll() is None else []
        super().kill()
        self.wait_for(lambda: not any(lives(pid) for pid in pids))


def lives(pid: int) -> bool:
    """Whether a process is running; a zombie is not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


SomeSite = TypeVar("SomeSite", bound=Site)


class Sites:
    """Makes sites with an empty, migrated database each.

    Migrating takes seconds, so it is done once and copied; not even once where there is a `migrated` SQLite file.
    """

    def __init__(self, folder: Path, migrated: Path | None = None) -> None:
        self._folder = folder
        self._migrated = migrated
        self._made = 0
        self._postgresql: PostgreSQL | None = None
        self._running: list[Site] = []

    @property
    def postgresql(self) -> PostgreSQL:
        """The PostgreSQL server of these sites, started on first use."""
        if self._postgresql is None:
            self._postgresql = PostgreSQL()
            url = self._postgresql.database("migrated")
            Site(self._template, url).manage("migrate", "--verbosity=0")
        return self._postgresql

    @property
    def _template(self) -> Path:
        """A data folder with a migrated SQLite file and the static files."""
        template = self._folder / "template"
        if not template.exists():
            template.mkdir()
            site = Site(template)
            if self._migrated is None or not take(self._migrated, template / "scorekeeper.sqlite3"):
                site.manage("migrate", "--verbosity=0")
            site.manage("collectstatic", "--no-input", "--verbosity=0")
        return template

    def make(  # type: ignore[assignment]
        self, database: str = "sqlite", kind: type[SomeSite] = Site, *, folder: Path | None = None, **environment: str
    ) -> SomeSite:
        """A new site on "sqlite" or "postgresql", not started yet; in a ``folder`` that is made for it."""
        assert database in DATABASES
        self._made += 1
        folder = folder or self._folder / f"site{self._made}"
        shutil.copytree(self._template, folder)
        url = self.postgresql.database(f"site{self._made}", "migrated") if database == "postgresql" else ""
        site = kind(folder, url, **environment)
        self._running.append(site)
        return site

    def close(self) -> None:
        """Stop everything."""
        for site in self._running:
            site.kill()
        if self._postgresql:
            self._postgresql.close()
