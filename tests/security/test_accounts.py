"""Accounts against guessing, flooding and enumeration (hostile inputs H34 to H36)."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from typing import Any
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.test import Client

from games.models import Account, Device
from games.selectors.access import device_by_secret
from tests.makers import Phone, start
from tests.security.declared_rights import PAGES
from tests.security.test_matrix import OBJECTS, ROUTES, kind_of, parts
from tests.security.world import Undone, Written, fill, make_world
from tests.views.people import (
    NEW_PASSWORD,
    PASSWORD,
    CountedHasher,
    Person,
    browser,
    key,
    log_in,
    logged_in,
    outbox,
    person,
    send,
    with_key,
)
from tests.views.reading import plain, says, text


@pytest.fixture
def ann(db: None) -> Person:
    return person()


@pytest.fixture
def phone(db: None) -> Phone:
    return start()


@pytest.mark.parametrize(
    "following",
    [
        "//evil.example",
        "/\\evil.example",
        "javascript:alert(1)",
        "https:evil.example",
        "///evil.example",
        "/\t/evil.example",
    ],
)
def test_redirect_after_a_login_stays_on_this_site(ann: Person, following: str) -> None:
    client = browser()
    form = send(client, "/account/login/", login=ann.account.email, password=PASSWORD, next=following)
    assert (form.status_code, form["Location"]) == (302, "/account/")


def test_eleven_guesses_and_the_owner_still_gets_in(db: None, settings: object, counted: Callable[[str], None]) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]  # type: ignore[attr-defined]
    ann = person()
    guesser = browser(address="203.0.113.7")
    hashed_before = CountedHasher.calls
    responses = [log_in(guesser, ann.account.email, f"guess number {n}") for n in range(12)]
    assert [answer.status_code for answer in responses] == [200] * 10 + [429] * 2
    assert "Retry-After" in responses[-1]
    hashed = CountedHasher.calls - hashed_before
    assert hashed == 10
    assert log_in(browser(address="198.51.100.9"), ann.account.email, PASSWORD).status_code == 302
    counted(f"12 wrong passwords: 10 hashed, {12 - hashed} turned away before; the owner elsewhere let in")


def test_an_unknown_email_gets_the_same_response_for_the_same_work(ann: Person, settings: object) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]  # type: ignore[attr-defined]
    responses, work = [], []
    for email in (ann.account.email, "nobody@example.org"):
        cache.clear()
        before = CountedHasher.calls
        answer = log_in(browser(), email, "a wrong password")
        work.append(CountedHasher.calls - before)
        responses.append((answer.status_code, plain(answer).replace(email.encode(), b"")))
    assert responses == [responses[0]] * 2
    assert work == [1, 1]


@pytest.mark.parametrize("page", ["login", "signup", "password/change", "reauthenticate"])
def test_a_long_password_is_not_hashed(ann: Person, settings: object, page: str) -> None:
    client = ann.browser() if page not in ("login", "signup") else browser()
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]  # type: ignore[attr-defined]
    before = CountedHasher.calls
    long = "x" * 5000
    fields = dict.fromkeys(("login", "email"), ann.account.email) | {"name": "Ann"}
    answer = send(
        client, f"/account/{page}/", **fields, **dict.fromkeys(("password", "oldpassword", "password1"), long)
    )
    assert (answer.status_code, says(answer, "Ensure this value has at most 128 characters")) == (200, True)
    assert CountedHasher.calls == before


def test_a_megabyte_is_not_read(ann: Person) -> None:
    client = browser()
    client.get("/account/login/")
    body = b"password=" + b"x" * 1_000_000
    answer = client.post("/account/login/", body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 413


def test_a_key_changes_at_every_step_and_old_ones_open_nothing(ann: Person, counted: Callable[[str], None]) -> None:
    client = browser()
    client.cookies["session"] = "a" * 32  # fixed by somebody else
    assert log_in(client, ann.account.email, PASSWORD).status_code == 302
    keys = ["a" * 32, key(client)]
    elsewhere = ann.browser()
    send(client, "/account/password/change/", oldpassword=PASSWORD, password1=NEW_PASSWORD)
    keys.append(key(client))
    assert len(set(keys)) == 3
    assert [logged_in(with_key(one)) for one in keys] == [False, False, True]
    assert not logged_in(elsewhere)
    send(client, "/account/", form="/account/logout/")
    assert not logged_in(with_key(keys[-1]))
    counted(f"{len(keys) + 1} session keys of before a log-in, a new password and a log-out: 0 of them open anything")


# --- The cookie of a phone, once somebody logs in on it --------------------------------------------------------------


def logged_in_on(phone: Phone, ann: Person) -> tuple[Client, str]:
    """A phone with its cookie on which Ann logs in; and its new secret."""
    client = browser()
    client.cookies["device"] = phone.secret
    assert log_in(client, ann.account.email, PASSWORD).status_code == 302
    return client, client.cookies["device"].value


def test_a_phones_cookie_is_another_after_a_log_in(phone: Phone, ann: Person) -> None:
    client, secret = logged_in_on(phone, ann)
    assert secret != phone.secret
    assert client.get(phone.url).status_code == 200
    assert phone.browser().get(phone.url).status_code == 404
    assert device_by_secret(secret) == phone.access.device
    assert Device.objects.get(pk=phone.access.device.pk).former_hash is None  # type: ignore[union-attr]


def test_lost_response_to_a_login_keeps_the_tables(phone: Phone, ann: Person) -> None:
    for _ in range(3):
        _, lost = logged_in_on(phone, ann)
        assert phone.browser().get(phone.url).status_code == 200
    _, session = logged_in_on(phone, ann)
    assert device_by_secret(session) == phone.access.device
    assert device_by_secret(lost) is None


def test_a_new_account_on_a_phone_changes_its_cookie_too(phone: Phone) -> None:
    client = browser()
    client.cookies["device"] = phone.secret
    response = send(client, "/account/signup/", name="Cleo", email="cleo@example.org", password1=PASSWORD)
    assert (response.status_code, client.cookies["device"].value != phone.secret) == (302, True)
    assert (client.get(phone.url).status_code, phone.browser().get(phone.url).status_code) == (200, 404)


# --- Nobody learns who has an account ---------------------------------------------------------------------------------


def test_a_forgotten_password_tells_nobody_who_is_here(ann: Person) -> None:
    emails, page = (ann.account.email, "nobody@example.org"), "/account/password/reset/"
    responses = [send(browser(), page, email=email) for email in emails]
    assert [(answer.status_code, answer["Location"]) for answer in responses] == [(302, f"{page}done/")] * 2
    assert [message.to for message in outbox()] == [[ann.account.email]]


def test_no_account_exists_by_default(db: None) -> None:
    assert Account.objects.count() == 0
    assert "admin" not in text(browser().get("/account/login/"))
    assert browser().get("/admin/").status_code == 404


# --- allauth's pages --------------------------------------------------------------------------------------------------

LOOK_FOR_AN_ACCOUNT = {"leagues"}
"""Pages for everybody that show more to who is logged in."""


def test_pages_without_an_account_look_no_session_up(db: None) -> None:
    world = make_world()
    public = [name for name, needs in PAGES.items() if needs.get("GET") == "public" and not kind_of(ROUTES[name])]
    ours = [name for name in public if not name.startswith(("account", "mfa"))]
    looked = set()
    for name in ours:
        answer = world.send("anonymous", "GET", fill(ROUTES[name], parts(world, name, "")))
        assert (name, "session" in answer.cookies) == (name, False)
        if answer.wsgi_request.session.accessed:
            looked.add(name)
    assert looked == LOOK_FOR_AN_ACCOUNT
    assert len(ours) > 20


STRANGE = (
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\u202e",
    "x" * 10_000,
    "{{ 7 }}",
    "'; --",
    "-1",
    "9" * 30,
    "[]",
    "{}",
    "null",
)
PASSKEY = (
    *('{"id": 1}', '{"id": "AAAA", "response": null}', '{"response": {"userHandle": 7}}', "[" * 3_000),
    '{"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {"clientDataJSON": "AAAA"}}',
)
FIELDS = (
    ("login", "password", "next", "name", "code"),
    ("email", "password1", "oldpassword", "credential", "action_add"),
)


@pytest.mark.parametrize("every", [pytest.param(29, id="some"), pytest.param(1, id="all", marks=pytest.mark.slow)])
def test_no_form_breaks_whatever_is_sent(db: None, settings: Any, every: int, counted: Callable[[str], None]) -> None:
    """From strangers, from people with and without two-step login, between its steps, and by a link for a password."""
    settings.ACCOUNT_RATE_LIMITS = False
    world = make_world()
    link = fill(ROUTES["account_reset_password_from_key"], world.secrets["account_reset_password_from_key"]["own"])
    email = world.clubs["league L1"].organizer.email
    for actor in ("between the steps", "with a link"):
        client = Client(raise_request_exception=False)
        if actor == "with a link":
            choose = client.get(link)["Location"]
        else:
            login = client.post("/account/login/", {"login": email, "password": "nine green tables"})
            assert login["Location"] == "/account/2fa/authenticate/"
        world.browsers[actor] = client
        world.cookies[actor] = {name: morsel.value for name, morsel in client.cookies.items()}
    pages = {
        name: fill(ROUTES[name], parts(world, name, next(filter(None, OBJECTS[kind_of(ROUTES[name])]))))
        for name, needs in PAGES.items()
        if name.startswith(("account", "mfa")) and "POST" in needs
    } | {"set-password": choose}
    actors = ("anonymous", "organizer L1", "referee L1", "between the steps", "with a link")
    written, statuses = Written(), Counter[int]()
    for address, actor, typed, fields in list(product(pages.values(), actors, (*STRANGE, *PASSKEY), FIELDS))[::every]:
        body = urlencode(dict.fromkeys(fields, typed.encode("utf-8", "surrogatepass")))
        with Undone(written):
            answer = world.send(actor, "POST", address, body, content_type="application/x-www-form-urlencoded")
        statuses[answer.status_code] += 1
        assert answer.status_code < 500, (address, actor, typed[:40])
    counted(f"{statuses.total()} posts to {len(pages)} pages of accounts: {dict(sorted(statuses.items()))}")
