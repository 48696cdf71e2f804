"""Pages of one's own account: name, password, deletion; and hostile input in their forms."""

from typing import Any

import pytest

from games.models import Account
from tests.views.people import (
    IPHONE,
    NEW_PASSWORD,
    PASSWORD,
    Person,
    browser,
    log_in,
    logged_in,
    outbox,
    person,
    send,
)
from tests.views.reading import HTMX, forms, plain, says, text
from tests.views.test_nasty import NASTY


@pytest.fixture
def ann() -> Person:
    return person()


# --- The account's own page ------------------------------------------------------------------------------------------


def test_the_name_changes(ann: Person) -> None:
    client = ann.browser()
    answer = send(client, "/account/", name="  Anna   B. ")
    assert (answer.status_code, answer["Location"], ann.now.name) == (302, "/account/?done=name", "Anna B.")
    assert says(client.get(answer["Location"]), "Name saved")
    answer = send(client, "/account/", name="\u202e")
    assert (answer.status_code, ann.now.name) == (400, "Anna B.")
    assert says(answer, "Some characters in this name can't be displayed.")


def test_the_password_changes_with_the_one_before(ann: Person) -> None:
    client = ann.browser()
    answer = send(client, "/account/password/", password="wrong", new_password="short")
    assert answer.status_code == 400
    assert says(answer, "That isn't your password.")
    assert says(answer, "Your password needs at least 10 characters.")
    assert send(client, "/account/password/", password="wrong", new_password=NEW_PASSWORD).status_code == 400
    assert ann.now.check_password(PASSWORD)
    answer = send(client, "/account/password/", password=PASSWORD, new_password=NEW_PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/account/?done=password")
    assert says(client.get(answer["Location"]), "Password changed.")
    assert log_in(browser(), "ann@example.org", NEW_PASSWORD).status_code == 302
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400


def test_an_account_is_deleted_with_its_password(ann: Person) -> None:
    client, elsewhere = ann.browser(), ann.browser()
    answer = send(client, "/account/delete/", password="wrong")
    assert (answer.status_code, says(answer, "That isn't your password.")) == (400, True)
    assert logged_in(elsewhere)
    answer = send(client, "/account/delete/", password=PASSWORD)
    assert (answer.status_code, answer["Location"], Account.objects.count()) == (302, "/", 0)
    assert (logged_in(client), logged_in(elsewhere)) == (False, False)
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400


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
    typed = {"name": "Mallory", "email": "m@example.org", "password": PASSWORD, "new-password": NEW_PASSWORD}
    for address in (
        "/account/",
        "/account/new/",
        "/account/login/",
        "/account/logout/",
        "/account/password/",
        "/account/reset/",
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
    for address in ("/account/logout/", "/account/sessions/others/end/", "/account/sessions/x/end/"):
        assert client.get(address).status_code == 405
    for address in ("/account/", "/account/login/", "/account/new/", "/account/reset/", "/account/password/"):
        assert client.head(address).status_code in (200, 302)
        assert client.put(address).status_code in (403, 405)
    assert logged_in(client)


@pytest.mark.parametrize("page", ["/account/new/", "/account/login/", "/account/reset/"])
def test_public_forms_survive_hostile_text(page: str, settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ((10_000, 3600),))
    client = browser()
    form = forms(client.get(page))[page[1:]]
    usual = {"name": "Ann", "email": "ann@example.org", "password": PASSWORD, "next": ""}
    for field in usual:
        for value in NASTY:
            answer = client.post(page, form.fields | usual | {field: value})
            assert (field, value, answer.status_code in (302, 400, 409)) == (field, value, True)
            client.cookies.pop("session", None)
            form.fields["csrfmiddlewaretoken"] = client.cookies["csrftoken"].value
        for raw in (b"%ff%fe", b"%ed%a0%80", b"%", b"%zz"):
            body = b"csrfmiddlewaretoken=" + form.fields["csrfmiddlewaretoken"].encode() + f"&{field}=".encode() + raw
            answer = client.post(page, body, content_type="application/x-www-form-urlencoded")
            assert (field, raw, answer.status_code) == (field, raw, 400)
    outbox()


def test_account_forms_survive_hostile_text(ann: Person, settings: Any) -> None:
    settings.RATES = dict.fromkeys(settings.RATES, ((10_000, 3600),))
    client = ann.browser()
    for address, field in (
        ("/account/", "name"),
        ("/account/password/", "password"),
        ("/account/password/", "new-password"),
        ("/account/delete/", "password"),
    ):
        form = forms(client.get(address))[address[1:]]
        for value in NASTY:
            answer = client.post(address, form.fields | {field: value})
            assert (address, value, answer.status_code in (302, 400)) == (address, value, True)
    for cookie in ("", "x", "\u00e4", "x" * 4000, "a\x7fb", '"quoted"', "a" * 32, "A" * 32, "x" * 31):
        client.cookies["session"] = cookie
        assert (client.get("/account/").status_code, client.get("/").status_code) == (302, 200)
    assert plain(ann.browser(IPHONE).get("/account/")).count(b"This device") == 1
