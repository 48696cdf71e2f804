"""Pages of one's own account: name, password, deletion; and hostile input in their forms."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Account
from tests.views.people import (
    IPHONE,
    NEW_PASSWORD,
    PASSWORD,
    Person,
    browser,
    logged_in,
    outbox,
    person,
    send,
)
from tests.views.reading import HTMX, forms, plain, says, shown, text
from tests.views.test_nasty import NASTY

PASSWORD_PAGE = "/account/password/change/"


@pytest.fixture
def ann() -> Person:
    return person()


# --- The account's own page ------------------------------------------------------------------------------------------


def test_the_name_changes(ann: Person, snapshot: SnapshotAssertion) -> None:
    client = ann.browser()
    answer = send(client, "/account/", name="  Anna   B. ")
    assert (answer.status_code, answer["Location"], ann.now.name) == (302, "/account/", "Anna B.")
    assert says(client.get(answer["Location"]), "Name saved")
    answer = send(client, "/account/", name="\u202e")
    assert (answer.status_code, ann.now.name) == (400, "Anna B.")
    assert shown(answer, ".error") == snapshot


def test_the_password_changes_with_the_one_before(ann: Person, snapshot: SnapshotAssertion) -> None:
    client = ann.browser()
    answer = send(client, PASSWORD_PAGE, oldpassword="wrong", password1="short")
    assert shown(answer, "#id_oldpassword_error") == snapshot
    assert shown(answer, "#id_password1_error") == snapshot
    answer = send(client, PASSWORD_PAGE, oldpassword="wrong", password1=NEW_PASSWORD)
    assert shown(answer, ".error") == snapshot
    assert ann.now.check_password(PASSWORD)
    answer = send(client, PASSWORD_PAGE, oldpassword=PASSWORD, password1=NEW_PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    assert shown(client.get(answer["Location"]), "#notice p") == snapshot
    assert (logged_in(client), ann.now.check_password(NEW_PASSWORD)) == (True, True)


def test_an_account_is_deleted_with_its_password(ann: Person, snapshot: SnapshotAssertion) -> None:
    client, elsewhere = ann.browser(), ann.browser()
    asked = client.get("/account/delete/")["Location"]
    assert asked == "/account/reauthenticate/?next=%2Faccount%2Fdelete%2F"
    assert shown(send(client, asked, password="wrong"), ".error") == snapshot
    assert client.get("/account/delete/")["Location"] == asked
    assert send(client, asked, password=PASSWORD)["Location"] == "/account/delete/"
    answer = send(client, "/account/delete/")
    assert (answer.status_code, answer["Location"], Account.objects.count()) == (302, "/", 0)
    assert (logged_in(client), logged_in(elsewhere)) == (False, False)


def test_deactivated_account_is_logged_out_everywhere(ann: Person) -> None:
    client = ann.browser()
    Account.objects.update(is_active=False)
    assert not logged_in(client)


def test_a_name_is_shown_as_it_was_typed_and_does_nothing() -> None:
    wild = '"><img src=x onerror=alert(1)>{{7*7}}'
    page = person(name=wild).browser().get("/account/")
    assert forms(page)["account/"].fields["name"] == wild
    assert "<img src=x" not in text(page)


# --- What strangers send ---------------------------------------------------------------------------------------------


def test_a_form_from_elsewhere_changes_nothing(ann: Person) -> None:
    client = ann.browser()
    session = ann.account.sessions.get().public_id
    typed = {"name": "Mallory", "email": "m@example.org", "oldpassword": PASSWORD, "password1": NEW_PASSWORD}
    for address in (
        "/account/",
        "/account/signup/",
        "/account/login/",
        "/account/logout/",
        PASSWORD_PAGE,
        "/account/password/reset/",
        "/account/delete/",
        f"/account/sessions/{session}/end/",
        "/account/sessions/others/end/",
    ):
        for headers in ({}, HTMX, {"Origin": "https://evil.example"}, {"Origin": "null"}):
            assert (address, client.post(address, typed, headers=headers).status_code) == (address, 403)
    assert (ann.now.name, ann.now.check_password(PASSWORD), Account.objects.count()) == ("Ann", True, 1)
    assert (logged_in(client), outbox()) == (True, [])


def test_only_the_methods_that_mean_something(ann: Person) -> None:
    client = ann.browser()
    for address in ("/account/sessions/others/end/", "/account/sessions/x/end/"):
        assert client.get(address).status_code == 405
    client.handler.enforce_csrf_checks = False
    pages = {"/account/": 200, PASSWORD_PAGE: 200, "/account/password/reset/": 200}
    for address, status in (pages | {"/account/login/": 302, "/account/signup/": 302}).items():
        assert (address, client.head(address).status_code, client.put(address).status_code) == (address, status, 405)
    assert logged_in(client)


@pytest.mark.parametrize("page", ["/account/signup/", "/account/login/", "/account/password/reset/"])
def test_public_forms_survive_hostile_text(page: str, settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ((10_000, 3600),))
    settings.ACCOUNT_RATE_LIMITS = False
    client = browser()
    form = forms(client.get(page))[page[1:]]
    email = "ann@example.org"
    usual = {"name": "Ann", "email": email, "login": email, "password": PASSWORD, "password1": PASSWORD, "next": ""}
    for field in usual:
        for value in NASTY:
            answer = client.post(page, form.fields | usual | {field: value})
            assert (field, value, answer.status_code in (200, 302, 400)) == (field, value, True)
            client.cookies.pop("session", None)
            form.fields["csrfmiddlewaretoken"] = client.cookies["csrftoken"].value
        for raw in (b"%ff%fe", b"%ed%a0%80", b"%", b"%zz"):
            body = b"csrfmiddlewaretoken=" + form.fields["csrfmiddlewaretoken"].encode() + f"&{field}=".encode() + raw
            answer = client.post(page, body, content_type="application/x-www-form-urlencoded")
            assert (field, raw, answer.status_code in (200, 400)) == (field, raw, True)
    outbox()


def test_account_forms_survive_hostile_text(ann: Person, settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ((10_000, 3600),))
    settings.ACCOUNT_RATE_LIMITS = False
    client = ann.browser()
    for address, field in (
        ("/account/", "name"),
        (PASSWORD_PAGE, "oldpassword"),
        (PASSWORD_PAGE, "password1"),
        ("/account/email/", "email"),
        ("/account/reauthenticate/", "password"),
    ):
        form = forms(client.get(address))[address[1:]]
        for value in NASTY:
            answer = client.post(address, form.fields | {field: value})
            assert (address, value, answer.status_code in (200, 302, 400)) == (address, value, True)
    for cookie in ("", "x", "\u00e4", "x" * 4000, "a\x7fb", '"quoted"', "a" * 32, "A" * 32, "x" * 31):
        client.cookies["session"] = cookie
        assert (client.get("/account/").status_code, client.get("/").status_code) == (302, 200)
    assert plain(ann.browser(IPHONE).get("/account/")).count(b"This device") == 1
