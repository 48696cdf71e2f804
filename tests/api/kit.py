"""A test client for the API, a table to play at, and an audit of every ledger."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count
from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.models import AccessLink, Account, Entry, EntryKind, Player, Scope, Seat, Table
from games.rules.ledger import RoundEntered, result_json
from games.rules.sheet import fold
from games.rules.teams import score_declaration
from games.selectors.table.ledger import entries_of, sheet_of
from games.services.account.api_tokens import make_token
from tests.api.conformance import check
from tests.makers import first_seats

ROOT = "/api/v1/"


@dataclass(frozen=True)
class Answer:
    """A response of the API."""

    status: int
    body: Any
    headers: Mapping[str, str]
    raw: bytes

    @property
    def without_request_id(self) -> tuple[int, bytes, dict[str, str]]:
        """The whole response except its request id, which is always different."""
        headers = {name: text for name, text in self.headers.items() if name != "X-Request-ID"}
        return self.status, self.raw, headers

    @property
    def code(self) -> str:
        return self.body["code"]


class Api:
    """Sends requests under one token. Every answer is checked against the schema."""

    def __init__(self, token: str = "", **headers: str) -> None:
        self.headers = headers | ({"Authorization": f"Bearer {token}"} if token else {})

    def send(
        self,
        method: str,
        path: str,
        body: Any = None,
        *,
        raw: bytes | None = None,
        kind: str = "application/json",
        documented: bool = True,
        **headers: str,
    ) -> Answer:
        """`body` is sent as JSON, `raw` as it is; `Idempotency_Key="k"` becomes a header."""
        sent = raw if raw is not None else b"" if body is None else json.dumps(body).encode()
        named = self.headers | {name.replace("_", "-"): value for name, value in headers.items()}
        address = path if path.startswith("/") else ROOT + path
        response = Client().generic(method, address, sent, content_type=kind, headers=named)
        if response.streaming:
            whole = b"".join(response.streaming_content)
            response = HttpResponse(whole, status=response.status_code, headers=response.headers)
        if documented:
            check(method, address, response)
        is_json = "json" in response.headers.get("Content-Type", "")
        return Answer(
            response.status_code,
            json.loads(response.content) if is_json and response.content else None,
            response.headers,
            response.content,
        )

    def get(self, path: str, **more: Any) -> Answer:
        return self.send("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.send("POST", path, body, **more)

    def put(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.send("PUT", path, body, **more)

    def delete(self, path: str, body: Any = None, **more: Any) -> Answer:
        return self.send("DELETE", path, body, **more)


def program(of: Account, scope: str = "manage") -> Api:
    """A client with a token of an account."""
    return Api(make_token(account=of, label="The board", scope=Scope(scope), days=90).secret)


class Sitting:
    """A table that was started through the API. Methods act with the scorers' token unless they say otherwise."""

    _keys = count()

    def __init__(self, **start: Any) -> None:
        given = {"players": ["Ann", "Ben"], "preset": "standard"} | start
        self.started = Api().post("tables/", given)
        assert self.started.status == 201, self.started.body
        self.id: str = self.started.body["id"]
        self.path = f"tables/{self.id}/"
        self.owner, self.score, self.watch = (Api(self.started.body[f"{r}_token"]) for r in ("owner", "score", "watch"))

    def key(self) -> str:
        return f"key-{next(self._keys)}"

    def read(self) -> dict[str, Any]:
        return self.watch.get(self.path).body

    def game(self) -> dict[str, Any]:
        return self.read()["games"][-1]

    def enter(self, number: int, facts: Mapping[str, Any], *, key: str = "", game: int = 1, **how: Any) -> Answer:
        body = {"game": game, "round": number, **facts}
        return self.score.post(self.path + "rounds/", body, Idempotency_Key=key or self.key(), **how)

    def play(self, *rounds: Mapping[str, Any]) -> None:
        """Enter rounds whose details don't matter to the test."""
        rounds_now = self.watch.get(self.path, documented=False).body["games"][-1]["rounds"]
        for number, facts in enumerate(rounds, len(rounds_now) + 1):
            assert self.enter(number, facts, documented=False).status == 201

    def at(self, number: int, game: int = 1) -> str:
        return f"{self.path}rounds/{game}/{number}/"

    def correct(self, number: int, facts: Mapping[str, Any], seen: int | None, *, key: str = "", **more: Any) -> Answer:
        match = {} if seen is None else {"If_Match": f'"{seen}"'}
        return self.score.put(self.at(number), {**facts, **more}, Idempotency_Key=key or self.key(), **match)

    def void(self, number: int, seen: int | None, body: Any = None, *, key: str = "") -> Answer:
        match = {} if seen is None else {"If_Match": f'"{seen}"'}
        return self.score.delete(self.at(number), body, Idempotency_Key=key or self.key(), **match)

    def entries(self) -> int:
        return Entry.objects.filter(table__public_id=self.id).count()


def knock(ann: Any, ben: Any, ender: str = "Ann") -> dict[str, Any]:
    return {"ender": ender, "declared": "knock", "deadwood_after_layoffs": {"Ann": ann, "Ben": ben}}


def gin(ben: Any) -> dict[str, Any]:
    return {"ender": "Ann", "declared": "gin", "deadwood_after_layoffs": {"Ann": 0, "Ben": ben}}


def rows() -> tuple[int, ...]:
    return tuple(model.objects.count() for model in (Table, Seat, Player, AccessLink, Entry))


@contextmanager
def nothing_written() -> Iterator[None]:
    """Assert within the block that no row is written and no table's revision changes."""
    before = rows(), list(Table.objects.order_by("pk").values_list("pk", "revision"))
    yield
    assert (rows(), list(Table.objects.order_by("pk").values_list("pk", "revision"))) == before


def audit() -> None:
    """Assert the invariants of every ledger."""
    for table in Table.objects.all():
        entries = list(Entry.objects.filter(table=table).order_by("revision"))
        assert [entry.revision for entry in entries] == list(range(1, table.revision + 1))
        assert len({entry.key for entry in entries}) == len(entries)
        first = [(entry.game, entry.round) for entry in entries if entry.kind == EntryKind.ROUND]
        assert len(set(first)) == len(first)
        sheet = fold(entries_of(table), first_seats(table))
        assert sheet_of(table) == sheet
        for game in sheet.games:
            assert [line.number for line in game.rounds] == list(range(1, len(game.rounds) + 1))
            for line in game.rounds:
                for body in (entry.body for entry in line.history if isinstance(entry.body, RoundEntered)):
                    assert result_json(body.result) == result_json(score_declaration(body.declaration, line.rules))
