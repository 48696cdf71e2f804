"""Test clients that write: they make tables, enter rounds, and retry each request until it is acknowledged.

What they meant and what they were told stands in a `TableRecord` for each table; `tests.reliability.audit` compares it
with what the server kept.
"""

import asyncio
import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tests.reliability.http_lines import Line, Lost, Message

NAMES = ("Ann", "Ben")
FAR = 10_000  # a target that no game here reaches
PATIENCE = 60  # seconds; what has not happened by then will not happen
VARIANTS = 20  # ways in which one round can be told
JSON = {"Content-Type": "application/json"}


class Foul(AssertionError):  # noqa: N818 - an answer that is one, no error of the tests
    """Raised for a response that no row of the decision table allows."""

    def __init__(self, request_text: str, answer: Message) -> None:
        super().__init__(f"{request_text}: {answer.first} {answer.body[:300]!r}")


def bearer(token: str) -> dict[str, str]:
    """The header that shows a token."""
    return {"Authorization": f"Bearer {token}"}


@dataclass(frozen=True, slots=True)
class Intent:
    """A round as the person meant it: its number, idempotency key, and counts."""

    number: int
    key: str
    variant: int = 0

    @property
    def api_body(self) -> dict[str, Any]:
        """The round as the API's JSON: a knock, by Ann and Ben in turn."""
        ender, other = NAMES[self.number % 2], NAMES[(self.number + 1) % 2]
        counts = {ender: 1 + self.number % 9, other: 11 + (self.number * 7 + self.variant) % VARIANTS}
        return {
            "game": 1,
            "round": self.number,
            "declared": "knock",
            "ender": ender,
            "deadwood_after_layoffs": {name: counts[name] for name in NAMES},
        }

    @property
    def facts(self) -> dict[str, Any]:
        """The facts that the ledger must contain for it."""
        body = self.api_body
        return {
            "v": 1,
            "active": [0, 1],
            "declared": body["declared"],
            "ender": NAMES.index(body["ender"]),
            "deadwood": {str(seat): body["deadwood_after_layoffs"][name] for seat, name in enumerate(NAMES)},
            "card": None,
        }

    @property
    def body(self) -> bytes:
        """The request's body."""
        return json.dumps(self.api_body).encode()


@dataclass
class TableRecord:
    """What the clients know of a table: its URLs and tokens, and acknowledged rounds with their revisions."""

    id: str
    tokens: dict[str, str]
    acknowledged: dict[int, tuple[Intent, int]] = field(default_factory=dict)

    @property
    def next(self) -> int:
        """The number of the round to enter next."""
        return len(self.acknowledged) + 1

    @property
    def rounds(self) -> str:
        """The path that rounds are sent to."""
        return f"/api/v1/tables/{self.id}/rounds/"

    def note(self, intent: Intent, revision: int) -> None:
        """Record an acknowledgement. Raises AssertionError if it contradicts an earlier one."""
        there = self.acknowledged.setdefault(intent.number, (intent, revision))
        assert (there[0].facts, there[1]) == (intent.facts, revision), f"{self.id}: {there} became {intent, revision}"


async def make_table(line: Line) -> TableRecord:
    """Start a table for two without a target, so that the game never ends."""
    wish = {"players": NAMES, "preset": "standard", "house_rules": {"target": FAR}}
    answer = await line.send_request("POST", "/api/v1/tables/", json.dumps(wish).encode(), JSON)
    if answer.status != 201:
        raise Foul("a new table", answer)
    made = answer.json()
    return TableRecord(made["id"], {role: made[f"{role}_token"] for role in ("owner", "score", "watch")})


async def make_tables(url: str, number: int) -> list[TableRecord]:
    """Start this many tables, at most 50 from one address: an address may start 100 an hour."""
    records = []
    for first in range(0, number, 50):
        line = Line(url, f"127.1.0.{1 + first // 50}")
        records += [await make_table(line) for _ in range(first, min(first + 50, number))]
        line.close()
    return records


async def make_link(line: Line, record: TableRecord, role: str, label: str) -> dict[str, Any]:
    """One more link to a table: its id, its token and what else the API says of it."""
    wish = json.dumps({"role": role, "label": label}).encode()
    headers = JSON | bearer(record.tokens["owner"])
    answer = await line.send_request("POST", f"/api/v1/tables/{record.id}/links/", wish, headers)
    if answer.status != 201:
        raise Foul("a new link", answer)
    made: dict[str, Any] = answer.json()
    return made


class Phone:
    """A phone that scores at one table. `counts` may be shared by several phones."""

    def __init__(self, url: str, record: TableRecord, counts: Counter[str], token: str = "") -> None:
        self.line = Line(url)
        self.table = record
        self.counts = counts
        self._headers = JSON | bearer(token or record.tokens["score"])

    async def send(self, intent: Intent) -> Message:
        """Send a round once. Raises Lost."""
        return await self.line.send_request(
            "POST", self.table.rounds, intent.body, self._headers | {"Idempotency-Key": intent.key}
        )

    async def record(self, intent: Intent) -> None:
        """Send a round until it is acknowledged, the very same request each time.

        Raises Foul for any answer but an acknowledgement and "later" (503 with Retry-After).
        """
        while True:
            self.counts["sent"] += 1
            try:
                answer = await self.send(intent)
            except Lost:
                self.counts["lost"] += 1
                await asyncio.sleep(0.005)
                continue
            if answer.status == 503 and "retry-after" in answer.headers:
                self.counts["told to wait"] += 1
                await asyncio.sleep(0.1)
                continue
            body = answer.json() if answer.status in (200, 201) else {}
            replayed = answer.headers.get("idempotent-replayed") == "true"
            if answer.status == 200 and not replayed and body.get("code") != "already_recorded":
                raise Foul(f"{self.table.id} {intent}", answer)
            if not body or body["round"]["number"] != intent.number:
                raise Foul(f"{self.table.id} {intent}", answer)
            self.table.note(intent, body["round"]["revision"])
            how = "new" if answer.status == 201 else "replayed" if replayed else "confirmed"
            self.counts[how] += 1
            return


def counts_text(counts: Counter[str], *names: str) -> str:
    """Counts as they are printed: "1,402 sent, 0 fouls"."""
    return ", ".join(f"{counts[name]:,} {name}" for name in names)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until a condition holds. Raises TimeoutError after a minute."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.002)


async def all_of(tasks: Iterable[asyncio.Task[Any]]) -> None:
    """Wait for all tasks; if one fails, cancel the others and raise its error."""
    waiting = list(tasks)
    try:
        await asyncio.gather(*waiting)
    finally:
        for task in waiting:
            task.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
