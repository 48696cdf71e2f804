"""The request budget of one address, which never slows down those who score."""

import re
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client
from pytest_django import Settings

from games.web.limits import is_question
from tests.api.kit import Sitting, knock
from tests.makers import start
from tests.security.declared_rights import API, PAGES
from tests.security.routes import ROUTES

pytestmark = pytest.mark.django_db
FOR_EVER = 10**9  # seconds: no counter starts again while a test runs
QUESTION = {"id": 1, "kind": "preset", "preset": "standard"}
STRANGER, NEIGHBOR, ELSEWHERE = "203.0.113.5", "203.0.113.5", "203.0.113.6"
WRITING = {"score", "start", "own", "judge", "sit down", "take over", "score a match", "manage"}
"""The rights that something is written by."""
MAY_WAIT = {
    *(
        "table:links",
        "import",
        "paper",
        "rules:change_preset",
        "rules:change_house_rules",
        "rules:copy_house_rules",
        "rules:delete_house_rules",
    ),
    *("table:share", "table:end_share", "league:codes"),
}
"""Addresses that write something, but no round: a phone's own rules, links, a game from paper."""


@pytest.fixture(autouse=True)
def nothing_counted() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def evaluate(address: str) -> HttpResponse:
    return Client(REMOTE_ADDR=address).post("/api/v1/evaluate/", QUESTION, "application/json")


def look(address: str, path: str = "/rules/ginski/", **cookies: str) -> HttpResponse:
    client = Client(REMOTE_ADDR=address)
    client.cookies.load(cookies)
    return client.get(path)


def refused(answer: HttpResponse) -> bool:
    """Whether it was too much; then it says when to come again."""
    if answer.status_code != 429:
        return False
    assert 1 <= int(answer.headers["Retry-After"]) <= FOR_EVER
    return True


def test_only_the_documented_questions_are_answered(settings: Settings) -> None:
    ((most, seconds),) = settings.RATES["evaluate"]
    ((most_here, seconds_here),) = settings.RATES_HERE["evaluate"]
    assert (most >= 600, seconds, most_here >= 10_000, seconds_here) == (True, 60, True, 60)
    settings.RATES = settings.RATES | {"evaluate": ((5, FOR_EVER),)}
    settings.RATES_HERE = settings.RATES_HERE | {"evaluate": ((8, FOR_EVER),)}
    assert [refused(evaluate(STRANGER)) for _ in range(7)] == [False] * 5 + [True] * 2
    answer = evaluate(STRANGER)
    assert (answer.headers["Content-Type"], answer.json()["code"]) == ("application/problem+json", "too_many_requests")
    assert not refused(evaluate(ELSEWHERE))
    assert [refused(evaluate("127.0.0.1")) for _ in range(9)] == [False] * 8 + [True]
    network = [refused(evaluate(f"2001:db8:1:2::{n}")) for n in range(7)]
    assert network == [False] * 5 + [True] * 2, "a household's IPv6 network is one address"


def spent(address: str, settings: Settings) -> None:
    """Use up what ``address`` has, which is a few pages."""
    settings.RATES = settings.RATES | {"question_ms": ((20, FOR_EVER),)}
    answers = [look(address) for _ in range(40)]
    assert not refused(answers[0])
    assert refused(answers[-1])


def test_only_the_heavy_reader_is_refused(settings: Settings) -> None:
    phone, table = start(), Sitting()
    spent(STRANGER, settings)
    assert refused(look(STRANGER, "/api/v1/docs/"))
    assert refused(look(STRANGER, "/check/"))
    # The page says so in words, and the start page still opens.
    assert b"<h1" in look(STRANGER).content
    assert look(STRANGER, "/").status_code == 200
    assert look(ELSEWHERE).status_code == 200
    # Scorers at that address are known by their phone or token.
    assert look(NEIGHBOR, device=phone.secret).status_code == 200
    neighbor = Client(REMOTE_ADDR=NEIGHBOR, headers={"Authorization": table.score.headers["Authorization"]})
    facts = {"game": 1, "round": 1, **knock(7, 20)}
    for path in ("preview/", "rounds/"):
        key = {"Idempotency-Key": "k"}
        answer = neighbor.post(f"/api/v1/{table.path}{path}", facts, "application/json", headers=key)
        assert answer.status_code in (200, 201), answer.content
    assert not refused(evaluate(NEIGHBOR)), "questions to evaluate are counted, not timed"


def test_a_phone_has_a_budget_of_its_own(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"phone_question_ms": ((20, FOR_EVER),)}
    ann, ben = start(), start("Cleo", "Dan")
    spent(STRANGER, settings)
    answers = [look(STRANGER, device=ann.secret) for _ in range(40)]
    assert (refused(answers[0]), refused(answers[-1])) == (False, True)
    assert look(STRANGER, device=ben.secret).status_code == 200
    page = Client(REMOTE_ADDR=STRANGER)
    page.cookies["device"] = ann.secret
    assert page.get(ann.url).status_code == 200, "its table is no question"
    assert refused(look(STRANGER, device="nobody's"))


def test_what_is_made_while_it_is_sent_is_counted_too(settings: Settings) -> None:
    settings.RATES = settings.RATES | {"question_ms": ((25, FOR_EVER),)}
    table = Sitting()
    program = Client(REMOTE_ADDR=STRANGER, headers={"Authorization": table.owner.headers["Authorization"]})
    whole = []
    for _ in range(60):
        answer = program.get(f"/api/v1/{table.path}archive/")
        if refused(answer):
            break
        whole.append(b"".join(answer.streaming_content))  # type: ignore[arg-type]
    assert whole and len(set(map(len, whole))) == 1
    assert refused(answer)


def test_local_programs_have_a_higher_limit(settings: Settings) -> None:
    spent(STRANGER, settings)
    assert [look("127.0.0.1").status_code for _ in range(40)] == [200] * 40


def test_nothing_that_a_round_waits_for_is_a_question() -> None:
    needs = PAGES | API
    writing = {
        name
        for name, methods in needs.items()
        if any(right in WRITING for method, right in methods.items() if method != "GET")
    }
    found = {name for name, path in ROUTES if is_question("/" + re.sub(r"<[^>]+>", "1", path))}
    assert {
        "checker",
        "table:compare",
        "table:picture",
        "table:print",
        "api-docs",
        "schema",
        "api-evaluate",
        "shared_image",
    } <= found
    assert found & writing <= MAY_WAIT
    of_rounds = ("page", "moved", "revision", "preview", "save", "change", "cards")
    assert not found & {"start", *(f"table:{name}" for name in of_rounds), "api-rounds"}
    assert not found & {"api-round", "api-table", "api-preview", "api-tables", "season:moved", "hall_moved", "join"}
