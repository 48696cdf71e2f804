"""Twenty phones send the same round at the same moment: one writes it, and each hears what the decision table says."""

import asyncio
import json
import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import pytest

from tests.reliability.audit import audit
from tests.reliability.clients import JSON, Book, Intent, bearer, make_books, make_link, told
from tests.reliability.lines import Line, Message
from tests.servers import Site, Sites
from tests.tiers import amount, seed

AT_ONCE = 20
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
class Heard:
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


def judge(heard: Sequence[Heard]) -> tuple[Counter[str], list[str]]:
    """How often each row of the decision table was answered for one round, and every answer that is none of them."""
    winners = [one for one in heard if one.answer.status == 201]
    if len(winners) != 1:
        return Counter(), [f"{len(winners)} answers say that they wrote round {heard[0].sent.intent.number}"]
    won = winners[0]
    counts, wrong = Counter({"new": 1}), []
    for one in heard:
        if one is won:
            continue
        same_key = one.sent.intent.key == won.sent.intent.key
        same_facts = one.sent.intent.facts == won.sent.intent.facts
        if same_key:
            kind, good = ("replayed", is_replay(one, won)) if same_facts else ("reused keys", is_reuse(one))
        else:
            kind, good = ("confirmed", is_confirmed(one, won)) if same_facts else ("conflicts", is_conflict(one, won))
        if not good and is_reuse(one) and any(said_else(one, other) for other in heard):
            # The key is known by what was kept of another phone's version: row 2 of the table goes before 3 and 4.
            kind, good = "reused keys", True
        if good:
            counts[kind] += 1
        else:
            wrong.append(f"not {kind}: {one.sent} {one.answer.first} {one.answer.body[:200]!r}")
    return counts, wrong


def said_else(one: Heard, other: Heard) -> bool:
    """Whether the same key came with other facts, which were taken note of: confirmed, or kept as a question."""
    same_key = one.sent.intent.key == other.sent.intent.key
    return same_key and one.sent.intent.facts != other.sent.intent.facts and other.answer.status in (200, 409)


def is_replay(one: Heard, won: Heard) -> bool:
    """Whether a retry is answered as the first time, byte for byte."""
    replayed = one.answer.headers.get("idempotent-replayed") == "true"
    return one.answer.status == 200 and replayed and one.answer.body == won.answer.body


def is_reuse(one: Heard) -> bool:
    """Whether a key that came with something else is refused."""
    return one.answer.status == 422 and one.answer.json()["code"] == "idempotency_key_reused"


def is_confirmed(one: Heard, won: Heard) -> bool:
    """Whether equal facts are answered with who recorded them and when."""
    if one.answer.status != 200 or "idempotent-replayed" in one.answer.headers:
        return False
    said, there = one.answer.json(), won.answer.json()["round"]
    return (said.get("code"), said.get("entered_by"), said.get("entered_at"), said["round"]["revision"]) == (
        "already_recorded",
        won.sent.by,
        there["entered_at"],
        there["revision"],
    )


def is_conflict(one: Heard, won: Heard) -> bool:
    """Whether other facts are answered with both versions, the author and the revision."""
    if one.answer.status != 409:
        return False
    said = one.answer.json()
    there = said.get("current") or {}
    return said["code"] == "round_conflict" and (
        there.get("deadwood"),
        there.get("entered_by"),
        there.get("revision"),
        said.get("yours"),
    ) == (
        won.sent.intent.told["deadwood_after_layoffs"],
        won.sent.by,
        won.answer.json()["round"]["revision"],
        one.sent.intent.told,
    )


async def all_at_once(lines: Sequence[Line], book: Book, drawn: Sequence[Submission]) -> list[Heard]:
    """Send every submission over a connection of its own."""

    async def send(line: Line, one: Submission) -> Heard:
        headers = JSON | bearer(one.token) | {"Idempotency-Key": one.intent.key}
        return Heard(one, await line.ask("POST", book.rounds, one.intent.body, headers))

    return await asyncio.gather(*(send(line, one) for line, one in zip(lines, drawn, strict=True)))


async def links_of(line: Line, book: Book) -> dict[str, str]:
    """The tokens of four phones that may score, by the name under which each is known at the table."""
    return {label: (await make_link(line, book, "score", label))["token"] for label in LABELS}


async def race(site: Site, tables: int, rounds: int) -> tuple[Counter[str], list[str]]:
    """So many rounds at so many tables, each by twenty phones at once; afterwards the audit."""
    chance, counts, wrong = random.Random(seed()), Counter[str](), list[str]()
    lines = [Line(site.url) for _ in range(AT_ONCE)]
    books = await make_books(site.url, tables)
    for book in books:
        tokens = await links_of(lines[0], book)
        for number in range(1, rounds + 1):
            drawn = draw(number, tokens, chance)
            heard = await all_at_once(lines, book, drawn)
            found, faults = judge(heard)
            counts += found
            wrong += faults
            for one in heard:
                if one.answer.status == 201:
                    book.note(one.sent.intent, one.answer.json()["round"]["revision"])
    for line in lines:
        line.close()
    counts["stored"], faults = await audit(site, books)
    return counts, wrong + faults


@pytest.mark.quick
def test_one_phone_writes_and_each_hears_its_row_of_the_decision_table(
    site: Site, counted: Callable[[str], None]
) -> None:
    tables, rounds = amount(50, 90, quick=3), amount(4, 112)
    counts, wrong = asyncio.run(race(site, tables, rounds))
    counted(
        f"seed {seed()}: {tables * rounds:,} rounds x {AT_ONCE} at once: {told(counts, *KINDS, 'stored')}, "
        f"{len(wrong)} others"
    )
    assert not wrong, "\n".join(wrong[:20])
    assert counts["new"] == counts["stored"] == tables * rounds
    assert sum(counts[kind] for kind in KINDS) == tables * rounds * AT_ONCE
    assert all(counts[kind] for kind in KINDS)


def test_the_judge_notices_every_wrong_answer(sites: Sites, counted: Callable[[str], None]) -> None:
    async def run(site: Site) -> list[Heard]:
        book = (await make_books(site.url, 1))[0]
        line = Line(site.url)
        tokens = await links_of(line, book)
        heard: list[Heard] = []
        for key, variant in (("a", 0), ("a", 0), ("b", 0), ("c", 1), ("a", 1)):
            one = Submission(Intent(1, key, variant), LABELS[1], tokens[LABELS[1]])
            heard += await all_at_once([line], book, [one])
        line.close()
        return heard

    with sites.make() as site:
        heard = asyncio.run(run(site))
    good, wrong = judge(heard)
    assert not wrong
    assert good == Counter(KINDS)

    def with_body(place: int, **changes: object) -> list[Heard]:
        said = json.dumps(heard[place].answer.json() | changes).encode()
        return [
            *heard[:place],
            replace(heard[place], answer=replace(heard[place].answer, body=said)),
            *heard[place + 1 :],
        ]

    def with_answer(place: int, answer: Message) -> list[Heard]:
        return [*heard[:place], replace(heard[place], answer=answer), *heard[place + 1 :]]

    broken = [
        with_answer(1, replace(heard[1].answer, first="HTTP/1.1 201 Created")),
        with_answer(0, replace(heard[0].answer, first="HTTP/1.1 200 OK")),
        with_answer(1, replace(heard[1].answer, headers={})),
        with_body(1, revision=3),
        with_body(2, entered_by="Nobody"),
        with_answer(2, heard[1].answer),
        with_body(3, yours={}),
        with_body(3, current=None),
        with_answer(3, replace(heard[3].answer, first="HTTP/1.1 500 Internal Server Error")),
        with_answer(4, heard[3].answer),
    ]
    for place, told_wrongly in enumerate(broken):
        assert judge(told_wrongly)[1], place
    counted(f"{len(broken)} wrong answers, all noticed")
