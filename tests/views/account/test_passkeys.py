"""Passkey pages: offered where supported, added with password and code, used to log in."""

import html
import json
import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.models import Passkey
from games.services.account.second_factor import turn_on
from tests.authenticator import Authenticator
from tests.views.account.test_two_step import CODE, NONCE, app_code, clock, step_two
from tests.views.people import PASSWORD, Person, browser, log_in, logged_in, outbox, person, send
from tests.views.reading import forms, is_refusal, says, text

__all__ = ["clock"]
PAGE = "/account/two-step/passkeys/"
NEW, REMOVE = f"{PAGE}new/", f"{PAGE}remove/"
HERE = "http://localhost:8000"


@pytest.fixture
def ann(db: None) -> Person:
    return person()


@pytest.fixture
def codes(ann: Person, clock: list[float]) -> list[str]:
    return list(turn_on(account=ann.account, nonce=NONCE, code=app_code(), current_session=""))


def at(origin: str, address: str = "127.0.0.1") -> Client:
    """A browser that opens the pages under ``origin``."""
    client, (scheme, _, host) = browser(address=address), origin.partition("://")
    client.defaults |= {"HTTP_HOST": host, "HTTP_X_FORWARDED_PROTO": scheme, "HTTP_REFERER": f"{origin}/"}
    return client


def entered(client: Client, code: str) -> Client:
    log_in(client, "ann@example.org", PASSWORD)
    assert step_two(client, code).status_code == 302
    return client


def options(answer: HttpResponse) -> dict[str, Any]:
    """What the page hands to the browser's WebAuthn."""
    found = re.search(r'data-options="([^"]+)"', text(answer))
    assert found, text(answer)
    data = json.loads(html.unescape(found[1]))
    assert isinstance(data, dict)
    return data


def made(client: Client, key: Authenticator, code: str, name: str = "Ann's phone", **forged: Any) -> HttpResponse:
    page = send(client, NEW, name=name, password=PASSWORD, code=code)
    assert page.status_code == 200, text(page)
    form = forms(page)[NEW[1:]].fields
    return client.post(NEW, form | {"credential": key.make(options(page), **forged)})


def used(client: Client, key: Authenticator, **forged: Any) -> HttpResponse:
    page = client.get(CODE)
    form = forms(page)[f"{CODE[1:]}?passkey"].fields
    return client.post(f"{CODE}?passkey", form | {"credential": key.sign(options(page), **forged)})


def offered(client: Client) -> bool:
    log_in(client, "ann@example.org", PASSWORD)
    return "data-passkey" in text(client.get(CODE))


# --- Added and used --------------------------------------------------------------------------------------------------


def test_a_passkey_is_added_and_then_logs_in(ann: Person, codes: list[str], clock: list[float]) -> None:
    client, other = entered(at(HERE), codes[0]), entered(at(HERE), codes[1])
    assert says(client.get(PAGE), "Add a passkey")
    key = Authenticator(HERE, counts=False)
    assert made(client, key, codes[2])["Location"] == f"{PAGE}?done=added"
    page = client.get(f"{PAGE}?done=added")
    assert (says(page, "Ann&#x27;s phone") or says(page, "Ann's phone"), says(page, "Passkey added")) == (True, True)
    assert (logged_in(client), logged_in(other)) == (True, False)

    fresh = at(HERE)
    log_in(fresh, "ann@example.org", PASSWORD, after="?next=/check/")
    clock[0] += 60
    answer = used(fresh, key)
    assert (answer.status_code, answer["Location"], logged_in(fresh)) == (302, "/check/", True)
    assert (fresh.cookies["passkey"].value, fresh.cookies["second"].value) == ("", "")
    # The other ways go on.
    for code in (app_code(), codes[3]):
        assert logged_in(entered(at(HERE), code))


def test_a_name_a_password_and_a_code_come_first(ann: Person, codes: list[str]) -> None:
    client = entered(at(HERE), codes[0])
    for typed in ({"name": ""}, {"password": "wrong"}, {"code": "000000"}, {"code": codes[0]}, {"name": "x" * 61}):
        answer = send(client, NEW, **({"name": "Phone", "password": PASSWORD, "code": codes[1]} | typed))
        assert (answer.status_code, "data-options" in text(answer)) == (400, False)
    form = forms(client.get(NEW))[NEW[1:]].fields
    unasked = Authenticator(HERE).make({"rp": {"id": "localhost"}, "challenge": "A"})
    answer = client.post(NEW, form | {"credential": unasked})
    assert (answer.status_code, Passkey.objects.count()) == (400, 0)


def test_a_challenge_makes_one_passkey(ann: Person, codes: list[str]) -> None:
    client = entered(at(HERE), codes[0])
    page = send(client, NEW, name="Phone", password=PASSWORD, code=codes[1])
    form, wanted = forms(page)[NEW[1:]].fields, options(page)
    statuses = [client.post(NEW, form | {"credential": Authenticator(HERE).make(wanted)}).status_code for _ in range(2)]
    assert (statuses, Passkey.objects.count()) == ([302, 400], 1)
    assert made(client, Authenticator("http://localhost:9000"), codes[2]).status_code == 400
    # A wrong answer has used its challenge up, too.
    page = send(client, NEW, name="Phone", password=PASSWORD, code=codes[3])
    form, wanted = forms(page)[NEW[1:]].fields, options(page)
    answers = ("x", Authenticator(HERE).make(wanted))
    assert [client.post(NEW, form | {"credential": one}).status_code for one in answers] == [400, 400]
    assert Passkey.objects.count() == 1


def test_a_log_in_takes_an_answer_once_in_its_own_browser(ann: Person, codes: list[str], clock: list[float]) -> None:
    key = Authenticator(HERE, counts=False)
    made(entered(at(HERE), codes[0]), key, codes[1])
    clock[0] += 1
    first, thief = at(HERE), at(HERE)
    for client in (first, thief):
        log_in(client, "ann@example.org", PASSWORD)
    page = first.get(CODE)
    form, answer = forms(page)[f"{CODE[1:]}?passkey"].fields, key.sign(options(page))
    first.head(CODE)  # So pages ask whether the server is there, before they send a form.
    cookie = first.cookies["passkey"].value
    own = forms(thief.get(CODE))[f"{CODE[1:]}?passkey"].fields
    assert thief.post(CODE, own | {"credential": answer}).status_code == 400  # Another challenge.
    clock[0] += 1
    assert first.post(CODE, form | {"credential": answer}).status_code == 302
    thief.cookies["passkey"] = cookie
    again = thief.post(CODE, own | {"credential": answer})
    assert is_refusal(again, "wrong_passkey")
    thief.cookies["passkey"] = "x"
    assert thief.post(CODE, own | {"credential": answer}).status_code == 400
    assert not logged_in(thief)


def test_without_the_password_a_passkey_opens_nothing(ann: Person, codes: list[str]) -> None:
    key = Authenticator(HERE)
    made(entered(at(HERE), codes[0]), key, codes[1])
    client = at(HERE)
    form = forms(client.get("/account/login/"))["account/login/"].fields
    answer = key.sign({"rpId": "localhost", "challenge": "A"})
    assert client.post(CODE, form | {"credential": answer})["Location"] == "/account/login/"


def test_a_passkey_of_somebody_else_is_nobodys(ann: Person, codes: list[str]) -> None:
    key = Authenticator(HERE)
    made(entered(at(HERE), codes[0]), key, codes[1])
    ben = person(email="ben@example.org", name="Ben")
    bens = turn_on(account=ben.account, nonce="f" * 32, code=app_code("f" * 32), current_session="")
    theirs = at(HERE)
    log_in(theirs, "ben@example.org", PASSWORD)
    assert step_two(theirs, bens[0]).status_code == 302
    of_ann = f"{REMOVE}?passkey={Passkey.objects.get().public_id}"
    for address in (of_ann, REMOVE, f"{REMOVE}?passkey=x"):
        assert theirs.get(address)["Location"] == PAGE
    form = forms(theirs.get(NEW))[NEW[1:]].fields | {"password": PASSWORD, "code": bens[1]}
    assert theirs.post(of_ann, form)["Location"] == PAGE
    assert made(theirs, key, bens[2]).status_code == 409
    assert Passkey.objects.count() == 1


def test_wrong_answers_are_counted_as_wrong_codes_are(ann: Person, codes: list[str]) -> None:
    made(entered(at(HERE), codes[0]), Authenticator(HERE), codes[1])
    client = at(HERE)
    log_in(client, "ann@example.org", PASSWORD)
    statuses = [used(client, Authenticator(HERE)).status_code for _ in range(10)]
    page = client.get(CODE)
    form = forms(page)[f"{CODE[1:]}?passkey"].fields
    statuses.append(client.post(CODE, form | {"credential": "x"}).status_code)
    assert statuses == [400] * 10 + [429]
    assert step_two(client, codes[2]).status_code == 429
    assert logged_in(entered(at(HERE, "127.0.0.2"), codes[2]))


# --- Removed ---------------------------------------------------------------------------------------------------------


def test_removing_one_takes_password_and_code(ann: Person, codes: list[str], settings: Any) -> None:
    settings.SENDS_MAIL = True
    ann.account.email_confirmed_at = ann.account.created_at
    ann.account.save()
    client = entered(at(HERE), codes[0])
    made(client, Authenticator(HERE), codes[1])
    address = f"{REMOVE}?passkey={Passkey.objects.get().public_id}"
    form = forms(client.get(address))[address[1:]].fields
    for password, code in (("wrong", codes[2]), (PASSWORD, "000000"), (PASSWORD, codes[0]), ("", "")):
        assert client.post(address, form | {"password": password, "code": code}).status_code == 400
    answer = client.post(address, form | {"password": PASSWORD, "code": codes[2]})
    assert (answer["Location"], Passkey.objects.count()) == (f"{PAGE}?done=removed", 0)
    assert not offered(at(HERE))
    subjects = [str(one.body).splitlines()[2] for one in outbox()]
    assert [words for words in subjects if "passkey" in words] == [
        "Your Scorekeeper account has a new passkey.",
        "A passkey was removed from your Scorekeeper account.",
    ]


def test_the_log_tells_of_passkeys_and_nothing_that_is_in_them(
    ann: Person, codes: list[str], caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    caplog.set_level("INFO", "games.security")
    with django_capture_on_commit_callbacks(execute=True):
        client, key = entered(at(HERE), codes[0]), Authenticator(HERE)
        made(client, key, codes[1])
        step = at(HERE)
        log_in(step, "ann@example.org", PASSWORD)
        used(step, Authenticator(HERE))
        address = f"{REMOVE}?passkey={Passkey.objects.get().public_id}"
        form = forms(client.get(address))[address[1:]].fields
        client.post(address, form | {"password": PASSWORD, "code": codes[2]})
    log_lines = [record.getMessage() for record in caplog.records if record.name == "games.security"]
    for event in ("passkey_added", "wrong_passkey", "passkey_removed"):
        assert f"{event} account={ann.account.pk}" in log_lines


# --- Where passkeys are supported ------------------------------------------------------------------------------------


def test_without_https_no_passkey_is_offered_and_the_page_says_why(ann: Person, codes: list[str]) -> None:
    key = Authenticator(HERE)
    made(entered(at(HERE), codes[0]), key, codes[1])
    elsewhere = (("http://127.0.0.1:8000", "127.0.0.1"), ("http://testserver", "127.0.0.1"), (HERE, "192.0.2.7"))
    for number, (origin, address) in enumerate(elsewhere):
        client = at(origin, address)
        assert not offered(client)
        form = forms(client.get(CODE))[CODE[1:]].fields
        assert client.post(CODE, form | {"credential": "x"}).status_code == 400
        entered(client, codes[2 + number])
        page = client.get(PAGE)
        assert says(page, "Passkeys need a secure address (https), and this page doesn't have one.")
        assert says(page, "works only at localhost")
        assert client.get(NEW)["Location"] == PAGE
    assert offered(at(HERE))


@pytest.mark.parametrize(
    ("public", "origin"),
    [
        ("https://scores.example", "https://scores.example"),
        ("https://scores.example:8443", "https://scores.example:8443"),
        ("https://scores.example:443", "https://scores.example"),
        ("https://scores.example", "https://testserver"),  # Another name of this server.
        ("https://192.0.2.1", "https://192.0.2.1"),
    ],
)
def test_https_has_passkeys_under_the_servers_own_name(
    codes: list[str], clock: list[float], settings: Any, public: str, origin: str
) -> None:
    settings.PUBLIC_URL, settings.HTTPS = public, True
    there = origin.startswith("https://scores.example")
    settings.ALLOWED_HOSTS = ["scores.example", "192.0.2.1", "testserver"]
    settings.SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    client = entered(at(origin), codes[0])
    assert says(client.get(PAGE), "Add a passkey") is there
    if there:
        key = Authenticator(origin)
        assert made(client, key, codes[1])["Location"] == f"{PAGE}?done=added"
        assert Passkey.objects.get().rp_id == "scores.example"
        fresh = at(origin)
        log_in(fresh, "ann@example.org", PASSWORD)
        clock[0] += 1
        key.origin = "https://evil.example"
        assert used(fresh, key).status_code == 400
        key.origin = origin
        assert (used(fresh, key).status_code, logged_in(fresh)) == (302, True)
        assert fresh.cookies["__Host-passkey"]["secure"]


def test_without_two_step_login_there_are_none(ann: Person) -> None:
    client = at(HERE)
    log_in(client, "ann@example.org", PASSWORD)
    for address in (PAGE, NEW):
        assert client.get(address)["Location"] == "/account/two-step/"
    assert client.get(REMOVE)["Location"] == PAGE
