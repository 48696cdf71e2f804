"""Two phones enter the same round, on real servers: the open question survives a crash, on both databases."""

from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx

from tests.reliability.scorekeepers import PATIENCE, Sitting, start
from tests.servers import Site

PHONES = 11
"""One of them writes the round, the others ask: as many as one round has room for."""


def test_what_a_second_phone_typed_survives_a_killed_server(site: Site, counted: Callable[[str], None]) -> None:
    with httpx.Client(timeout=PATIENCE) as client:
        table = start(site.url, client)
        with ThreadPoolExecutor(PHONES) as phones:
            response = list(phones.map(lambda n: table.enter(1, key=f"k{n}", deadwood=20 + n), range(PHONES)))
        assert Counter(answer.status_code for answer in response) == {201: 1, 409: PHONES - 1}
        site.kill()
        site.start()
        table.url = f"{site.url}/api/v1/tables/{table.url.partition('/tables/')[2]}"
        now = table.sheet().json()
        stands = now["games"][0]["rounds"][0]["deadwood"]["Ben"]
        found = {question["version"]["deadwood"]["Ben"]: question["id"] for question in now["questions"]}
        assert {stands, *found} == {20 + n for n in range(PHONES)}
        assert now["revision"] == 2

        taken = max(found)
        sent = [decided(table, found[taken], "take") for _ in range(2)]
        assert [(answer.status_code, answer.json()["revision"]) for answer in sent] == [(200, 3), (200, 3)]
        other = found[min(found)]
        assert decided(table, other, "keep", seen=3).status_code == 200
        now = table.sheet().json()
        assert now["games"][0]["rounds"][0]["deadwood"]["Ben"] == taken
        assert len(now["questions"]) == PHONES - 3
        counted(f"{PHONES} phones, 1 round: {len(found)} other versions acknowledged, server killed, 0 of them lost")


def decided(table: Sitting, question: int, decision: str, seen: int = 2) -> httpx.Response:
    headers: dict[str, Any] = {
        "Authorization": f"Bearer {table.tokens['score']}",
        "Idempotency-Key": f"{decision} {question}",
        "If-Match": f'"{seen}"',
    }
    return table.client.post(f"{table.url}questions/{question}/", json={"decision": decision}, headers=headers)
