"""An account's sessions: rotating keys, ending devices, and counting failed log-ins."""

import logging
import time
from datetime import timedelta
from typing import Any

import pytest
from django.core import signing
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import AccountSession
from games.web.sessions import SessionStore
from tests.views.people import (
    IPHONE,
    MAC,
    NEW_PASSWORD,
    PASSWORD,
    CountedHasher,
    Person,
    browser,
    key,
    labels,
    log_in,
    logged_in,
    person,
    send,
    with_key,
)
from tests.views.reading import forms, is_refusal, plain, says, shown, text


@pytest.fixture
def ann() -> Person:
    return person()


# --- Keys -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", "a" * 32])
def test_a_key_from_before_the_log_in_opens_nothing_afterwards(ann: Person, before: str) -> None:
    client = with_key(before)
    assert (log_in(client, "ann@example.org", PASSWORD).status_code, logged_in(client)) == (302, True)
    assert len(key(client)) == 32
    assert key(client) != before
    assert not logged_in(with_key(before))


def test_a_copy_of_the_database_does_not_tell_what_a_session_keeps(ann: Person, settings: Any) -> None:
    client = ann.browser()
    kept = SessionStore(key(client)).load()
    assert kept["label"] == labels(ann.account)[0]
    stored = AccountSession.objects.get().session_data
    with pytest.raises(signing.BadSignature):
        signing.loads(stored, salt="django.contrib.sessions.SessionStore")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]
    assert SessionStore(key(client)).load() == kept
    settings.SECRET_KEY_FALLBACKS = []
    assert SessionStore(key(client)).load() == {}


def test_a_key_is_dead_after_the_log_out(ann: Person) -> None:
    client = ann.browser()
    old = key(client)
    assert logged_in(with_key(old))
    send(client, "/account/", form="/account/logout/")
    assert (key(client), logged_in(with_key(old)), AccountSession.objects.count()) == ("", False, 0)


def test_every_key_is_dead_after_a_new_password(ann: Person) -> None:
    client, elsewhere = ann.browser(), ann.browser(MAC)
    old = [key(client), key(elsewhere)]
    send(client, "/account/password/change/", oldpassword=PASSWORD, password1=NEW_PASSWORD)
    assert (logged_in(client), labels(ann.account)) == (True, ["iPhone"])
    assert key(client) not in old
    assert [logged_in(with_key(each)) for each in old] == [False, False]


def test_no_key_is_in_the_database_a_page_or_a_log(ann: Person, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    client = ann.browser()
    pages = [text(client.get(address)) for address in ("/", "/account/", "/account/password/change/")]
    secret = key(client)
    assert len(secret) == 32
    assert all(secret not in each for each in (*pages, caplog.text, repr(AccountSession.objects.values())))
    hashes = AccountSession.objects.values_list("session_key", flat=True)
    assert not any(logged_in(with_key(each)) or each in "".join(pages) for each in hashes)


# --- Devices --------------------------------------------------------------------------------------------------------


def test_each_device_is_listed_and_ended_by_a_button(ann: Person, snapshot: SnapshotAssertion) -> None:
    phone, computer = ann.browser(IPHONE), ann.browser(MAC)
    page = phone.get("/account/")
    assert (labels(ann.account), text(page).count("This device")) == (["iPhone", "Mac"], 1)
    assert says(page, "iPhone This device Since today,")
    assert says(page, "Mac Since today,")
    end = f"account/sessions/{ann.account.sessions.get(label='Mac').public_id}/end/"
    assert [name for name in forms(page) if name.startswith("account/sessions/")] == [
        end,
        "account/sessions/others/end/",
    ]
    answer = send(phone, "/account/", form=f"/{end}")
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    page = phone.get(answer["Location"])
    assert shown(page, "#notice p") == snapshot
    assert (logged_in(phone), logged_in(computer)) == (True, False)
    assert [name for name in forms(page) if name.startswith("account/sessions/")] == []


def test_a_device_may_end_itself(ann: Person) -> None:
    client = ann.browser()
    form = forms(client.get("/account/"))["account/logout/"]
    answer = client.post(f"/account/sessions/{ann.account.sessions.get().public_id}/end/", form.fields)
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/", False)


def test_all_other_sessions_are_ended_at_once(ann: Person, snapshot: SnapshotAssertion) -> None:
    here, others = ann.browser(), [ann.browser(MAC), ann.browser(), ann.browser()]
    bens = person("ben@example.org").browser()
    answer = send(here, "/account/", form="/account/sessions/others/end/")
    assert shown(here.get(answer["Location"]), "#notice p") == snapshot
    assert [logged_in(client) for client in (here, *others, bens)] == [True, False, False, False, True]


def test_another_accounts_session_looks_like_a_missing_one(ann: Person) -> None:
    ben = person("ben@example.org")
    theirs = ben.browser()
    client = ann.browser()
    fields = forms(client.get("/account/"))["account/logout/"].fields
    answers = [
        client.post(f"/account/sessions/{public_id}/end/", fields)
        for public_id in (ben.account.sessions.get().public_id, "0123456789abcdef")
    ]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert plain(answers[0]) == plain(answers[1])
    assert logged_in(theirs)


def test_device_list_shows_when_each_was_last_seen(
    ann: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client, other = ann.browser(), ann.browser(MAC)
    days = timezone.now() - timedelta(days=1)
    client.get("/account/")
    sessions = ann.account.sessions
    first = {row.label: row.seen_at for row in sessions.all()}
    client.get("/account/")
    assert {row.label: row.seen_at for row in sessions.all()} == first  # not on every page
    store = sessions.get(label="Mac")
    long_ago = SessionStore(key(other))
    long_ago["seen"] = days.isoformat()
    long_ago.save()
    assert says(client.get("/account/"), "Mac Since today,")
    assert says(client.get("/account/"), "last seen yesterday")
    answer = other.get("/account/")
    assert answer.cookies["session"]["max-age"] == 60 * 24 * 3600  # who comes back now and then stays logged in
    assert sessions.get(label="Mac").seen_at >= first["Mac"]
    assert sessions.get(label="Mac").created_at == store.created_at


def test_a_session_runs_out(ann: Person) -> None:
    client = ann.browser()
    AccountSession.objects.update(expire_date=timezone.now())
    assert not logged_in(client)
    ann.browser()
    assert AccountSession.objects.count() == 1


@pytest.mark.parametrize("devices", [1, 3])
def test_queries_of_pages_do_not_grow_with_devices(
    ann: Person, devices: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    client = [ann.browser() for _ in range(devices)].pop()
    with django_assert_max_num_queries(7):  # session, account, second step, league of one's own, sessions, tokens
        assert client.get("/account/").status_code == 200
    with django_assert_max_num_queries(2):
        assert client.get("/account/password/change/").status_code == 200
    stranger = browser()
    with django_assert_max_num_queries(0):
        for address in ("/account/login/", "/account/signup/", "/account/password/reset/", "/account/"):
            stranger.get(address)
    for anybody, questions in ((stranger, 0), (client, 3)):  # session, account, the matches of its members
        with django_assert_max_num_queries(questions):
            assert anybody.get("/").status_code == 200
        with django_assert_max_num_queries(0):
            assert anybody.get("/check/").status_code == 200


# --- Guesses --------------------------------------------------------------------------------------------------------


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time that counts: a window of 15 minutes has just begun."""
    now = [900_000_000.5]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def test_the_eleventh_guess_waits_and_the_owner_elsewhere_does_not(ann: Person, clock: list[float]) -> None:
    client = browser(address="192.0.2.1")
    statuses = [log_in(client, "ann@example.org", f"guess number {n}").status_code for n in range(10)]
    assert statuses == [200] * 10
    for email in ("ann@example.org", "ANN@example.org "):
        answer = log_in(client, email, PASSWORD)  # even the right one: nothing is hashed any more
        assert answer["Retry-After"] == "900"
        assert is_refusal(answer, "too_many_requests", wait=900)
    assert log_in(browser(address="192.0.2.2"), "ann@example.org", PASSWORD).status_code == 302
    assert log_in(client, "ben@example.org", PASSWORD).status_code == 200
    clock[0] += 900
    assert log_in(client, "ann@example.org", PASSWORD).status_code == 302


def test_the_limit_is_reached_before_anything_is_hashed(ann: Person, settings: Any, clock: list[float]) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]
    CountedHasher.calls = 0
    for _ in range(15):
        log_in(browser(), "nobody@example.org", "a guess")
    assert CountedHasher.calls == 10


def test_right_logins_do_not_count_as_guesses(ann: Person, clock: list[float]) -> None:
    for _ in range(12):
        ann.browser()
    statuses = [log_in(browser(), "ann@example.org", "a guess").status_code for _ in range(11)]
    assert statuses == [200] * 10 + [429]


def test_one_address_guesses_for_so_many_accounts_only(ann: Person, settings: Any, clock: list[float]) -> None:
    settings.RATES = settings.RATES | {"wrong_passwords": ((3, 900),)}
    statuses = [log_in(browser(), f"{n}@example.org", "a guess").status_code for n in range(4)]
    assert statuses == [200, 200, 200, 429]
    assert log_in(browser(address="192.0.2.2"), "ann@example.org", PASSWORD).status_code == 302


@pytest.mark.parametrize(
    ("page", "field"), [("/account/password/change/", "oldpassword"), ("/account/reauthenticate/", "password")]
)
def test_password_guesses_while_logged_in_are_limited(ann: Person, clock: list[float], page: str, field: str) -> None:
    client = ann.browser()
    guesses = [{field: f"guess {n}"} for n in range(11)] + [{field: PASSWORD}]
    statuses = [send(client, page, password1=NEW_PASSWORD, **guess).status_code for guess in guesses]
    assert statuses == [200] * 10 + [429] * 2
    assert ann.now.check_password(PASSWORD)


@pytest.mark.parametrize(
    ("page", "limit", "typed"),
    [
        ("/account/signup/", "signup", {"name": "Ann", "password1": PASSWORD}),
        ("/account/password/reset/", "reset_password", {}),
    ],
)
def test_sign_ups_and_mails_are_limited(db: None, settings: Any, page: str, limit: str, typed: dict[str, str]) -> None:
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {limit: "2/h/ip"}
    answers = [send(browser(), page, email=f"{n}@example.org", **typed) for n in range(3)]
    assert [answer.status_code for answer in answers] == [302, 302, 429]
    assert is_refusal(answers[-1], "too_many_requests", wait=3600)
    assert send(browser(address="192.0.2.1"), page, email="4@example.org", **typed).status_code == 302
