"""Hostile inputs H16 to H27: duplicate and conflicting rounds, wrong revisions, wrong links."""

import re
import socket
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.security.attacked_site import Caller, Sitting, Stand, knock, new_key, problem, without_tokens
from tests.views.reading import is_refusal

PHONES = 20
A_ROUND = {"games_entry": 1, "revisions": 1}
"""The rows of one more round."""


@pytest.fixture
def table(stand: Stand) -> Sitting:
    """A table at which six rounds were played and the seventh is next, for one case alone."""
    made = Sitting(stand.site)
    for number in range(1, 7):
        assert made.enter(number, knock(7, 20 + number)).status_code == 201
    return made


def at_once(acts: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """What each was answered; they start together."""
    start = threading.Barrier(len(acts))

    def run(act: Callable[[], httpx.Response]) -> httpx.Response:
        start.wait(60)
        return act()

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def outcomes(answers: Sequence[httpx.Response]) -> Counter[tuple[int, str]]:
    """How often each status came, with the code or the header that belongs to it."""
    return Counter(
        (answer.status_code, answer.json().get("code", answer.headers.get("Idempotent-Replayed", "")))
        for answer in answers
    )


def test_h16_the_same_key_twenty_times_at_once(table: Sitting, attacked: Stand) -> None:
    answers = at_once([lambda: table.enter(7, knock(7, 20), key="same")] * PHONES)
    assert outcomes(answers) == {(201, ""): 1, (200, "true"): PHONES - 1}
    assert len({answer.content for answer in answers}) == 1
    attacked.growth = A_ROUND


def test_h17_the_same_key_with_other_facts(table: Sitting, attacked: Stand) -> None:
    assert table.enter(7, knock(7, 20), key="same").status_code == 201
    before = table.read()
    problem(table.enter(7, knock(7, 21), key="same"), 422, "idempotency_key_reused")
    assert table.read() == before
    attacked.growth = A_ROUND


def test_h18_the_same_facts_under_twenty_keys_at_once(table: Sitting, attacked: Stand) -> None:
    answers = at_once([lambda: table.enter(7, knock(7, 20))] * PHONES)
    assert outcomes(answers) == {(201, ""): 1, (200, "already_recorded"): PHONES - 1}
    again = next(answer.json() for answer in answers if answer.status_code == 200)
    assert again["entered_by"] == "Scorers"
    assert datetime.fromisoformat(again["entered_at"]).tzinfo
    attacked.growth = A_ROUND


def test_h19_other_facts_from_a_second_phone(table: Sitting, attacked: Stand) -> None:
    answers = at_once([lambda ben=ben: table.enter(7, knock(7, ben)) for ben in (20, 21)])
    assert outcomes(answers) == {(201, ""): 1, (409, "round_conflict"): 1}
    body = next(answer.json() for answer in answers if answer.status_code == 409)
    theirs = body["current"]["deadwood"]["Ben"]
    assert {theirs, body["yours"]["deadwood_after_layoffs"]["Ben"]} == {20, 21}
    assert (body["current"]["revision"], body["current"]["entered_by"]) == (8, "Scorers")
    attacked.growth = A_ROUND | {"games_report": 1}


def test_h20_a_round_that_leaves_others_out(table: Sitting, attacked: Stand) -> None:
    assert problem(table.enter(9, knock(7, 20)), 409, "missing_rounds")["missing_rounds"] == [7, 8]


def test_h21_a_correction_of_what_was_not_seen(table: Sitting, attacked: Stand) -> None:
    path = f"{table.path}rounds/1/3/"
    bare = table.score.send_json("PUT", path, knock(7, 30), Idempotency_Key=new_key())
    stale = table.score.send_json("PUT", path, knock(7, 30), Idempotency_Key=new_key(), If_Match='"2"')
    for answer, status, code in ((bare, 428, "revision_required"), (stale, 412, "stale")):
        body = problem(answer, status, code)
        assert (body["current"]["revision"], answer.headers["ETag"]) == (4, '"4"')
    # What was typed is stored as a question beside the round and not lost.
    attacked.growth = {"games_report": 1}


def test_h22_a_round_after_the_end_and_a_stale_void(table: Sitting, attacked: Stand) -> None:
    stale = table.score.throw("DELETE", f"{table.path}rounds/1/3/", Idempotency_Key=new_key(), If_Match='"2"')
    assert problem(stale, 412, "stale")["current"]["revision"] == 4
    assert table.score.throw("POST", f"{table.path}games/1/finish/", If_Match='"7"').status_code == 200
    problem(table.enter(7, knock(7, 20)), 409, "game_finished")
    attacked.growth = {"games_entry": 1, "revisions": 1, "games_settledseat": 2, "games_seal": 1}


def test_h23_a_round_without_a_key_or_with_an_impossible_one(table: Sitting, attacked: Stand) -> None:
    """A key with a line break cannot be sent in a header at all; one with a tab can, and is refused as it would be."""
    body = {"game": 1, "round": 7, **knock(7, 20)}
    problem(table.score.send_json("POST", f"{table.path}rounds/", body), 400, "idempotency_key_required")
    for key in ("x" * 300, "a\tb"):
        answer = table.enter(7, knock(7, 20), key=key)
        assert problem(answer, 400, "idempotency_key_invalid")["type"] == "/api/v1/docs/#idempotency_key_invalid"
    cut = raw_exchange(
        attacked,
        f"POST /api/v1/{table.path}rounds/ HTTP/1.1\r\nHost: localhost\r\nIdempotency-Key: a\n b\r\n"
        f"Authorization: Bearer {table.score.token}\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{{}}",
    )
    assert cut.startswith("HTTP/1.1 400")


def raw_exchange(stand: Stand, sent: str) -> str:
    """What the server answers to bytes that no client would send."""
    with socket.create_connection(("127.0.0.1", stand.site.port), 10) as line:
        line.sendall(sent.encode())
        return line.recv(65536).decode()


def test_h24_a_phone_whose_clock_is_wrong(table: Sitting, attacked: Stand) -> None:
    """No time is ever read from a phone: a field for one is unknown, and a Date header counts for nothing."""
    problem(table.enter(7, knock(7, 20) | {"at": "1970-01-01T00:00:00Z"}), 400, "unknown_field")
    for number, date in enumerate(("Thu, 01 Jan 1970 00:00:00 GMT", "Tue, 01 Jan 2999 00:00:00 GMT", ""), 7):
        saved_round = table.enter(number, knock(7, 20), Date=date).json()["round"]
        assert abs(datetime.fromisoformat(saved_round["entered_at"]) - datetime.now(UTC)) < timedelta(minutes=1)
    assert [line["revision"] for line in table.read()["games"][0]["rounds"]] == list(range(2, 11))
    attacked.growth = {"games_entry": 3, "revisions": 3}


def test_h25_the_link_of_another_table(attacked: Stand) -> None:
    a, b = attacked.a, attacked.b
    for method, rest in (("GET", ""), ("POST", "rounds/"), ("GET", "links/"), ("DELETE", "rounds/1/1/")):
        answers = [a.score.throw(method, f"tables/{name}/{rest}") for name in (b.id, "0123456789abcdef")]
        for answer in answers:
            problem(answer, 404, "not_found")
        assert answers[0].content == answers[1].content
    pages = [attacked.phone.get(f"/t/{name}/") for name in (b.id, "0123456789abcdef")]
    assert [page.status_code for page in pages] == [404, 404]
    assert without_tokens(pages[0].text) == without_tokens(pages[1].text)


def test_h26_a_link_that_only_watches(attacked: Stand) -> None:
    watch, path = attacked.a.watch, attacked.a.path
    facts = {"game": 1, "round": 7, **knock(7, 20)}
    answers = [
        watch.send_json("POST", f"{path}rounds/", facts, Idempotency_Key=new_key()),
        watch.send_json("PUT", f"{path}rounds/1/3/", facts, Idempotency_Key=new_key(), If_Match='"4"'),
        watch.send_json("PUT", f"{path}strict/", {"strict": True}),
        watch.throw("DELETE", f"{path}links/1/"),
        watch.send_json("POST", f"{path}links/", {"role": "score", "label": "mine"}),
        watch.throw("POST", f"{path}games/1/finish/", If_Match='"7"'),
    ]
    for answer in answers:
        problem(answer, 403, "not_allowed")


def test_h27_a_link_that_was_switched_off(table: Sitting, attacked: Stand) -> None:
    """The outbox of such a phone has its own tests; here: the token, the page, and the open stream."""
    made = table.owner.send_json("POST", f"{table.path}links/", {"role": "score", "label": "Ben's phone"}).json()
    lost = Caller(attacked.site, made["token"])
    phone = attacked.browser()
    assert phone.submit(f"/j/{made['token']}/", label="Ben's phone").status_code == 302
    live = re.search(r'data-live-url="([^"]+)"', phone.get(table.url).text)[1]  # type: ignore[index]

    def watch() -> None:
        with phone.stream("GET", live) as stream:
            for line in stream.iter_lines():
                if line.startswith("id:"):
                    listening.set()
        closed.set()

    listening, closed = threading.Event(), threading.Event()
    watcher = threading.Thread(target=watch)
    watcher.start()
    assert listening.wait(60)
    assert table.owner.throw("DELETE", f"{table.path}links/{made['id']}/").status_code == 200
    assert closed.wait(60)
    watcher.join()
    body: dict[str, Any] = {"game": 1, "round": 7, **knock(7, 20)}
    for answer in (
        lost.get(table.path),
        lost.send_json("POST", f"{table.path}rounds/", body, Idempotency_Key=new_key()),
    ):
        problem(answer, 410, "link_revoked")
    for address in (table.url, f"/j/{made['token']}/"):
        assert is_refusal(phone.get(address), "link_revoked")
    attacked.growth = {"games_accesslink": 1}


def test_h27_links_are_shown_to_nobody_else(attacked: Stand) -> None:
    """A token that never was is 401, not 404: there is nothing to be guessed at a table's address."""
    for token in ("x" * 32, "a b", "x" * 5000):
        problem(Caller(attacked.site, token).get(attacked.a.path), 401, "invalid_token")
    for nothing in ("Bearer", "Basic YTpi", "x"):
        answer = Caller(attacked.site).throw("GET", attacked.a.path, Authorization=nothing)
        problem(answer, 401, "not_authenticated")
