"""Twenty phones send the same round at once: one is stored, and each response follows the decision table."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from tests.reliability.audit import audit
from tests.reliability.clients import JSON, Intent, TableRecord, bearer, counts_text, make_link, make_tables
from tests.reliability.http_lines import Line, Message
from tests.servers import DATABASES, Site, Sites

AT_ONCE = 20
SEED = 20_250_612
LABELS = ("Ann’s phone", "Ben’s phone", "The tablet", "Grandma’s phone")
KINDS = ("new", "replayed", "confirmed", "conflicts", "reused keys")
"""A row of the decision table each."""


@dataclass(frozen=True, slots=True)
class Submission:
    """A round on its way: what is told, under which key, by the holder of which link."""

    intent: Intent
    by: str
    token: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """What one phone sent and what it was answered."""

    sent: Submission
    answer: Message


def draw(number: int, tokens: dict[str, str], chance: random.Random) -> list[Submission]:
    """What twenty phones say of one round: from all alike to anything, a key used for two versions included."""
    keys, versions = chance.choice([(1, 1), (AT_ONCE, 1), (AT_ONCE, 2), (AT_ONCE, 5), (8, 3), (1, 2)])
    drawn = []
    for place in range(AT_ONCE):
        by = chance.choice(list(tokens))
        key = f"{number}-{place if keys == AT_ONCE else chance.randrange(keys)}"
        drawn.append(Submission(Intent(number, key, chance.randrange(versions)), by, tokens[by]))
    return drawn


def judge(exchanges: Sequence[Exchange]) -> tuple[Counter[str], list[str]]:
    """How often each row of the decision table was answered for one round, and every answer that is none of them."""
    winners = [one for one in exchanges if one.answer.status == 201]
    if len(winners) != 1:
        return Counter(), [f"{len(winners)} answers say that they wrote round {exchanges[0].sent.intent.number}"]
    won = winners[0]
    counts, wrong = Counter({"new": 1}), []
    for one in exchanges:
        if one is won:
            continue
        same_key = one.sent.intent.key == won.sent.intent.key
        same_facts = one.sent.intent.facts == won.sent.intent.facts
        if same_key:
            kind, good = ("replayed", is_replay(one, won)) if same_facts else ("reused keys", is_reuse(one))
        else:
            kind, good = ("confirmed", is_confirmed(one, won)) if same_facts else ("conflicts", is_conflict(one, won))
        if not good and is_reuse(one) and any(same_key_other_facts(one, other) for other in exchanges):
            # The key is known by what was kept of another phone's version: row 2 of the table goes before 3 and 4.
            kind, good = "reused keys", True
        if good:
            counts[kind] += 1
        else:
            wrong.append(f"not {kind}: {one.sent} {one.answer.first} {one.answer.body[:200]!r}")
    return counts, wrong


def same_key_other_facts(one: Exchange, other: Exchange) -> bool:
    """Whether the same key came with other facts, which were taken note of: confirmed, or kept as a question."""
    same_key = one.sent.intent.key == other.sent.intent.key
    return same_key and one.sent.intent.facts != other.sent.intent.facts and other.answer.status in (200, 409)


def is_replay(one: Exchange, won: Exchange) -> bool:
    """Whether a retry is answered as the first time, byte for byte."""
    replayed = one.answer.headers.get("idempotent-replayed") == "true"
    return one.answer.status == 200 and replayed and one.answer.body == won.answer.body


def is_reuse(one: Exchange) -> bool:
    """Whether a key that came with something else is refused."""
    return one.answer.status == 422 and one.answer.json()["code"] == "idempotency_key_reused"


def is_confirmed(one: Exchange, won: Exchange) -> bool:
    """Whether equal facts are answered with who recorded them and when."""
    if one.answer.status != 200 or "idempotent-replayed" in one.answer.headers:
        return False
    body, there = one.answer.json(), won.answer.json()["round"]
    return (body.get("code"), body.get("entered_by"), body.get("entered_at"), body["round"]["revision"]) == (
        "already_recorded",
        won.sent.by,
        there["entered_at"],
        there["revision"],
    )


def is_conflict(one: Exchange, won: Exchange) -> bool:
    """Whether other facts are answered with both versions, the author and the revision."""
    if one.answer.status != 409:
        return False
    body = one.answer.json()
    there = body.get("current") or {}
    return body["code"] == "round_conflict" and (
        there.get("deadwood"),
        there.get("entered_by"),
        there.get("revision"),
        body.get("yours"),
    ) == (
        won.sent.intent.api_body["deadwood_after_layoffs"],
        won.sent.by,
        won.answer.json()["round"]["revision"],
        one.sent.intent.api_body,
    )


async def all_at_once(url: str, record: TableRecord, drawn: Sequence[Submission]) -> list[Exchange]:
    """Send every submission over a new connection.

    The server closes a connection that was idle for five seconds, maybe while the next request is on its way. A browser
    would send that request once more; ``Line`` doesn't.
    """

    async def send(one: Submission) -> Exchange:
        line, headers = Line(url), JSON | bearer(one.token) | {"Idempotency-Key": one.intent.key}
        answer = await line.send_request("POST", record.rounds, one.intent.body, headers)
        line.close()
        return Exchange(one, answer)

    return await asyncio.gather(*map(send, drawn))


async def links_of(url: str, record: TableRecord) -> dict[str, str]:
    """The tokens of four phones that may score, by the name under which each is known at the table."""
    line = Line(url)
    tokens = {label: (await make_link(line, record, "score", label))["token"] for label in LABELS}
    line.close()
    return tokens


async def race(site: Site, tables: int, rounds: int) -> tuple[Counter[str], list[str]]:
    """So many rounds at so many tables, each by twenty phones at once; afterwards the audit."""
    chance, counts, wrong = random.Random(SEED), Counter[str](), list[str]()
    records = await make_tables(site.url, tables)
    for record in records:
        tokens = await links_of(site.url, record)
        for number in range(1, rounds + 1):
            drawn = draw(number, tokens, chance)
            exchanges = await all_at_once(site.url, record, drawn)
            found, faults = judge(exchanges)
            counts += found
            wrong += faults
            for one in exchanges:
                if one.answer.status == 201:
                    record.note(one.sent.intent, one.answer.json()["round"]["revision"])
    counts["stored"], faults = await audit(site, records)
    return counts, wrong + faults


@pytest.mark.parametrize("site", DATABASES, indirect=True)
@pytest.mark.parametrize(("tables", "rounds"), [(3, 4), pytest.param(400, 25, marks=pytest.mark.slow)])
def test_one_phone_writes_and_each_response_follows_the_decision_table(
    site: Site, tables: int, rounds: int, counted: Callable[[str], None]
) -> None:
    counts, wrong = asyncio.run(race(site, tables, rounds))
    counted(
        f"seed {SEED}: {tables * rounds:,} rounds x {AT_ONCE} at once: {counts_text(counts, *KINDS, 'stored')}, "
        f"{len(wrong)} others"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert counts["new"] == counts["stored"] == tables * rounds
    assert sum(counts[kind] for kind in KINDS) == tables * rounds * AT_ONCE
    assert all(counts[kind] for kind in KINDS)


@pytest.mark.slow
def test_the_judge_notices_every_wrong_answer(sites: Sites, counted: Callable[[str], None]) -> None:
    async def run(site: Site) -> list[Exchange]:
        record = (await make_tables(site.url, 1))[0]
        tokens = await links_of(site.url, record)
        exchanges: list[Exchange] = []
        for key, variant in (("a", 0), ("a", 0), ("b", 0), ("c", 1), ("a", 1)):
            one = Submission(Intent(1, key, variant), LABELS[1], tokens[LABELS[1]])
            exchanges += await all_at_once(site.url, record, [one])
        return exchanges

    with sites.make() as site:
        exchanges = asyncio.run(run(site))
    good, wrong = judge(exchanges)
    assert not wrong
    assert good == Counter(KINDS)

    def with_body(place: int, **changes: object) -> list[Exchange]:
        body = json.dumps(exchanges[place].answer.json() | changes).encode()
        return [
            *exchanges[:place],
            replace(exchanges[place], answer=replace(exchanges[place].answer, body=body)),
            *exchanges[place + 1 :],
        ]

    def with_answer(place: int, answer: Message) -> list[Exchange]:
        return [*exchanges[:place], replace(exchanges[place], answer=answer), *exchanges[place + 1 :]]

    broken = [
        with_answer(1, replace(exchanges[1].answer, first="HTTP/1.1 201 Created")),
        with_answer(0, replace(exchanges[0].answer, first="HTTP/1.1 200 OK")),
        with_answer(1, replace(exchanges[1].answer, headers={})),
        with_body(1, revision=3),
        with_body(2, entered_by="Nobody"),
        with_answer(2, exchanges[1].answer),
        with_body(3, yours={}),
        with_body(3, current=None),
        with_answer(3, replace(exchanges[3].answer, first="HTTP/1.1 500 Internal Server Error")),
        with_answer(4, exchanges[3].answer),
    ]
    for place, wrong_answer in enumerate(broken):
        assert judge(wrong_answer)[1], place
    counted(f"{len(broken)} wrong answers, all noticed")
