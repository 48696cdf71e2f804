"""A proxy that cuts connections: some before the server has the whole request, some after it has answered.

It stands between phones and server as a bad line does. Who sent a request it cut hears nothing of it but the end of the
connection, and cannot tell the one kind from the other.
"""

import asyncio
import random
from collections import Counter
from typing import Self

from tests.reliability.http_lines import Lost, read_message, reset

CUTS = ("not sent", "sent in part", "unanswered", "answered in part")
"""What can become of a request that is cut: two ways before the server has it, two after it has answered."""


class CuttingProxy:
    """A proxy on a free port of this machine, before the server at `port`.

    In: the seed from which it follows what is cut; the shares of requests cut before the server and after it.
    """

    def __init__(self, port: int, seed: int, *, before: float = 0.3, after: float = 0.3) -> None:
        self._port = port
        self._chance = random.Random(seed)
        self._before, self._after = before, after
        self.counts: Counter[str] = Counter()
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accepted, "127.0.0.1", 0)
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _accepted(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Hand on requests and answers of one connection until one of them is cut."""
        server = None
        try:
            server = await asyncio.open_connection("127.0.0.1", self._port)
            while await self._handed_on(reader, writer, *server):
                pass
        except Lost:
            self.counts["hung up"] += 1
        finally:
            reset(writer)
            if server:
                reset(server[1])

    async def _handed_on(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        from_server: asyncio.StreamReader,
        to_server: asyncio.StreamWriter,
    ) -> bool:
        """Forward one request; return whether its response went back whole. Raises Lost when there is none."""
        request = await read_message(reader)
        fate = self._fate()
        self.counts[fate] += 1
        if fate == "not sent":
            return False
        if fate == "sent in part":
            to_server.write(request.raw[: self._chance.randrange(1, len(request.raw))])
            await to_server.drain()
            return False
        to_server.write(request.raw)
        answer = await read_message(from_server)
        self.counts[f"answered {answer.status}"] += 1
        if fate == "unanswered":
            return False
        sent = answer.raw[: self._chance.randrange(1, len(answer.raw))] if fate == "answered in part" else answer.raw
        writer.write(sent)
        await writer.drain()
        return fate == "whole"

    def _fate(self) -> str:
        drawn = self._chance.random()
        half = self._chance.randrange(2)
        if drawn < self._before:
            return CUTS[half]
        return CUTS[2 + half] if drawn < self._before + self._after else "whole"
