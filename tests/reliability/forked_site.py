"""A site whose server is killed and started again hundreds of times, with `tests.reliability.fork_server`."""

import signal
import subprocess
import sys
from typing import Self

from tests.servers import PATIENCE, ROOT, Site


class ForkedSite(Site):
    """Scorekeeper, restarted by a fork instead of a new Python. `kills` counts those that ended a running server."""

    kills = 0

    def start(self) -> Self:
        """Start a server. It may be called at once: what comes too early waits at the door."""
        if self.process is None:
            with self.log.open("ab") as log:
                self.process = subprocess.Popen(
                    [sys.executable, "-m", "tests.reliability.fork_server", str(self.port)],
                    env=self.environment,
                    cwd=ROOT,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=log,
                )
            self._read_line()
        assert self._command("start").isdigit()
        return self

    def kill_child(self) -> None:
        """SIGKILL for the server; the next `start` is cheap."""
        ended = self._command("kill")
        assert ended == str(-signal.SIGKILL), f"the server had ended by itself: {ended}\n{self.log.read_text()}"
        self.kills += 1

    def kill(self) -> None:
        """End everything."""
        if self.process:
            self.process.communicate(timeout=PATIENCE)
            self.process = None

    def _command(self, line: str) -> str:
        assert self.process and self.process.stdin
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()
        return self._read_line()

    def _read_line(self) -> str:
        assert self.process and self.process.stdout
        line = self.process.stdout.readline().decode().strip()
        assert line, self.log.read_text()
        return line
