"""Guessing passwords and codes doesn't lock anybody out, and costs the server little."""

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from games.refusals import RefusedError
from games.web import login_attempts
from games.web.known_browsers import MOST
from games.web.login_attempts import hash_one_at_a_time
from tests.views.account.test_two_step import CODE, app_code, step_two, turn_on
from tests.views.people import PASSWORD, CountedHasher, Person, browser, log_in, logged_in, person, send

HERE, ELSEWHERE = "192.0.2.1", "192.0.2.2"
WRONG = "a wrong password"


@pytest.fixture
def ann(db: None) -> Person:
    return person()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that counts: a window of 15 minutes has just begun."""
    now = [900_000_000.5]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def logged_out(ann: Person, address: str = HERE) -> Client:
    """A browser on which Ann logged in and out again."""
    client = ann.browser(address=address)
    send(client, "/account/", form="/account/logout/")
    return client


def flood(times: int, email: str = "{}@example.org", password: str = WRONG, address: str = HERE) -> int:
    """Send so many log-ins from one address without a cookie; the last one's status."""
    client, status = browser(address=address), 0
    for number in range(times):
        status = log_in(client, email.format(number), password).status_code
    return status


IMPOSSIBLE = (
    ("ann@example.org", ""),
    ("", ""),
    ("no e-mail", PASSWORD),
    ("ann@example.org", "x" * 129),
    ("{}@example.org", ""),
)


@pytest.mark.parametrize(
    ("credentials", "times"),
    [
        pytest.param(IMPOSSIBLE, 24, id="all together"),
        *(pytest.param([one], 120, id=f"{one[0]} {len(one[1])}", marks=pytest.mark.slow) for one in IMPOSSIBLE),
    ],
)
def test_impossible_credentials_are_neither_hashed_nor_counted(
    ann: Person, settings: Any, clock: list[float], credentials: list[tuple[str, str]], times: int
) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]
    before = CountedHasher.calls
    assert [flood(times, *one) for one in credentials] == [200] * len(credentials)
    assert CountedHasher.calls == before
    assert log_in(browser(address=HERE), "nobody@example.org", "a wrong password").status_code == 200
    assert CountedHasher.calls == before + 1


def test_a_flood_from_next_door_does_not_keep_a_known_browser_out(
    ann: Person, clock: list[float], counted: Callable[[str], None]
) -> None:
    known = logged_out(ann)
    assert flood(101) == 429
    assert flood(11, "ann@example.org") == 429
    assert log_in(browser(address=HERE), "ann@example.org", PASSWORD).status_code == 429
    assert log_in(known, "ann@example.org", PASSWORD).status_code == 302
    assert log_in(browser(address=ELSEWHERE), "ann@example.org", PASSWORD).status_code == 302
    counted("112 wrong passwords from one address: a browser there that Ann logged in on before was let in")


def test_many_addresses_are_slowed_for_one_account_and_its_owner_is_not(ann: Person, clock: list[float]) -> None:
    known = logged_out(ann)
    statuses = [
        log_in(browser(address=f"203.0.113.{n}"), "ann@example.org", f"a guess {m}").status_code
        for n in range(11)
        for m in range(10)
    ]
    assert (statuses[:100], statuses[100:]) == ([200] * 100, [429] * 10)
    assert log_in(known, "ann@example.org", PASSWORD).status_code == 302
    # Attempts refused by the account's limit did not count for the address.
    assert log_in(browser(address="203.0.113.10"), "ben@example.org", "a guess").status_code == 200


def test_known_browser_has_as_many_attempts_as_others(ann: Person, clock: list[float]) -> None:
    known = logged_out(ann)
    statuses = [log_in(known, "ann@example.org", f"a guess {n}").status_code for n in range(11)]
    assert statuses == [200] * 10 + [429]
    assert log_in(known, "ann@example.org", PASSWORD).status_code == 429
    assert log_in(browser(address=HERE), "ann@example.org", PASSWORD).status_code == 302
    clock[0] += 900
    assert log_in(known, "ann@example.org", PASSWORD).status_code == 302


def test_the_cookie_of_a_known_browser_is_for_its_account_alone(ann: Person, clock: list[float]) -> None:
    ben = person("ben@example.org")
    cookie = logged_out(ben).cookies["known"].value
    assert "ben" not in cookie
    assert flood(11, "ann@example.org") == 429
    nonce, _, signature = cookie.partition(":")
    for wrong in (cookie, f"{'0' * 24}:{signature}", nonce, f"{nonce}:", "x", ".", "." * 5000, "\u00e4", f"{cookie}x"):
        client = browser(address=HERE)
        client.cookies["known"] = wrong
        assert (wrong[:40], log_in(client, "ann@example.org", PASSWORD).status_code) == (wrong[:40], 429)


def test_a_browser_is_known_to_the_last_accounts_of_a_family(db: None, clock: list[float]) -> None:
    client, people = browser(address=HERE), [person(f"{n}@example.net") for n in range(MOST + 1)]
    for one in people:
        assert log_in(client, one.account.email, PASSWORD).status_code == 302
        send(client, "/account/", form="/account/logout/")
    flood(101)
    for one in reversed(people[1:]):
        assert log_in(client, one.account.email, PASSWORD).status_code == 302
        send(client, "/account/", form="/account/logout/")
    assert log_in(client, people[0].account.email, PASSWORD).status_code == 429


def test_over_https_the_cookie_is_bound_to_this_host(ann: Person) -> None:
    client = browser()
    page = client.get("/account/login/", secure=True)
    fields = {"csrfmiddlewaretoken": page.cookies["csrftoken"].value, "login": "ann@example.org", "password": PASSWORD}
    answer = client.post("/account/login/", fields, secure=True, headers={"Referer": "https://testserver/account/"})
    assert (answer.status_code, "known" in answer.cookies) == (302, False)
    cookie = answer.cookies["__Host-known"]
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["samesite"]) == (True, True, "/", "Lax")


def test_one_password_is_hashed_at_a_time_and_few_wait(counted: Callable[[str], None]) -> None:
    hashing, most, lock, refused, done = 0, 0, threading.Lock(), [], []
    go = threading.Event()

    def attempt() -> None:
        nonlocal hashing, most
        try:
            with hash_one_at_a_time():
                with lock:
                    hashing += 1
                    most = max(most, hashing)
                go.wait(10)
                with lock:
                    hashing -= 1
                done.append(1)
        except RefusedError as why:
            refused.append(why.code)
            if len(refused) == 17:
                go.set()

    threads = [threading.Thread(target=attempt) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert (most, len(done), refused) == (1, 3, ["busy"] * 17)
    counted("20 log-ins at once: 1 hashed at a time, 2 waited, 17 were told to come again")
    with hash_one_at_a_time():
        pass


def test_stranger_gets_retry_after_while_a_known_browser_logs_in(ann: Person) -> None:
    known = logged_out(ann)
    taken = [login_attempts._waiting_slots.acquire(blocking=False) for _ in range(2)]
    try:
        assert taken == [True, True]
        answer = log_in(browser(address=HERE), "ann@example.org", PASSWORD)
        assert (answer.status_code, "Retry-After" in answer) == (503, True)
        assert log_in(known, "ann@example.org", PASSWORD).status_code == 302
    finally:
        login_attempts._waiting_slots.release(2)


# --- Codes -----------------------------------------------------------------------------------------------------------


def test_codes_are_not_guessed_for_long(ann: Person, clock: list[float], counted: Callable[[str], None]) -> None:
    known = logged_out(ann)
    secret, _ = turn_on(ann.browser())
    clock[0] += 60
    statuses = []
    for number in range(4):
        guesser = browser(address=f"203.0.113.{number}")
        log_in(guesser, "ann@example.org", PASSWORD)
        statuses += [send(guesser, CODE, code=f"{guess:06}").status_code for guess in range(9)]
    assert (statuses[:30], statuses[30:]) == ([200] * 30, [429] * 6)
    assert not logged_in(guesser)
    assert step_two(known, app_code(secret)).status_code == 302
    assert logged_in(known)
    counted("36 guessed codes from 4 addresses: 30 looked at; the owner's browser was let in meanwhile")


def test_malformed_codes_do_not_count_as_attempts(ann: Person, clock: list[float]) -> None:
    secret, _ = turn_on(ann.browser())
    clock[0] += 60
    client = browser()
    log_in(client, "ann@example.org", PASSWORD)
    for code in ("", "12345", "1234567", "\u0661\u0662\u0663\u0664\u0665\u0666", "x" * 50_000, "abc def", "------"):
        for _ in range(3):
            assert send(client, CODE, code=code).status_code == 200
    assert send(client, CODE, code=app_code(secret)).status_code == 302
