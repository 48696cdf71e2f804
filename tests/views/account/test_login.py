"""Account pages for anonymous visitors: sign up, log in, log out."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Account
from games.refusals import RefusedError
from games.wording.refusals import refusal_text
from tests.views.people import (
    PASSWORD,
    CountedHasher,
    Person,
    browser,
    log_in,
    logged_in,
    person,
    send,
)
from tests.views.reading import HTMX, forms, says, shown, text, words


@pytest.fixture
def ann() -> Person:
    return person()


def sign_up(client: Client, after: str = "", **typed: str) -> Any:
    return send(
        client,
        f"/account/signup/{after}",
        **({"name": "Ann", "email": "ann@example.org", "password1": PASSWORD} | typed),
    )


# --- The way there ---------------------------------------------------------------------------------------------------


def test_the_start_page_leads_to_an_account_and_back_to_it(ann: Person) -> None:
    stranger = browser()
    assert 'href="/account/signup/?next=/leagues/new/"' in text(stranger.get("/"))
    assert says(stranger.get("/"), "Run a league")
    page = ann.browser().get("/")
    assert ('href="/account/"' in text(page), says(page, "Your account")) == (True, True)
    assert 'href="/leagues/"' in text(ann.browser().get("/account/"))
    assert words(page).count("Ann") == words(stranger.get("/")).count("Ann")


def test_pages_without_an_account_set_no_cookie_of_it_and_do_not_vary(ann: Person) -> None:
    for client in (browser(), ann.browser()):
        for address in ("/", "/check/", "/rules/standard/", "/import/", "/t/0123456789abcdef/", "/api/v1/docs/"):
            assert "session" not in client.get(address).cookies
        assert "Cookie" not in client.get("/api/v1/schema/").get("Vary", "")


# --- Sign up ---------------------------------------------------------------------------------------------------------


def test_an_account_is_made_and_logged_in() -> None:
    client = browser()
    answer = sign_up(client, name="  Aunt   May ", email=" May@Example.org ")
    assert (answer.status_code, answer["Location"]) == (302, "/account/")
    account = Account.objects.get()
    assert (account.email, account.name, account.check_password(PASSWORD)) == ("may@example.org", "Aunt May", True)
    cookie = answer.cookies["session"]
    assert (cookie["httponly"], cookie["samesite"], cookie["path"], cookie["secure"]) == (True, "Lax", "/", "")
    assert cookie["max-age"] == 60 * 24 * 3600
    page = client.get("/account/")
    assert (page.status_code, "no-store" in page["Cache-Control"]) == (200, True)
    assert says(page, "may@example.org")
    assert forms(page)["account/"].fields["name"] == "Aunt May"


def test_over_https_the_cookie_is_bound_to_this_host() -> None:
    client = browser()
    form = forms(client.get("/account/signup/", secure=True))["account/signup/"]
    typed = form.fields | {"name": "Ann", "email": "ann@example.org", "password1": PASSWORD}
    answer = client.post(
        "/account/signup/", typed, secure=True, headers={"Referer": "https://testserver/account/signup/"}
    )
    assert (answer.status_code, "session" in answer.cookies) == (302, False)
    cookie = answer.cookies["__Host-session"]
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["domain"]) == (True, True, "/", "")
    assert cookie["samesite"] == "Lax"
    assert client.get("/account/", secure=True).status_code == 200
    assert client.get("/account/").status_code == 302
    # The plain cookie could have been set by another service of this host without HTTPS.
    other = browser()
    other.cookies["session"] = cookie.value
    assert other.get("/account/", secure=True).status_code == 302
    form = forms(client.get("/account/", secure=True))["account/logout/"]
    gone = client.post(form.action, form.fields, secure=True, headers={"Referer": "https://testserver/account/"})
    assert (gone.cookies["__Host-session"].value, gone.cookies["__Host-session"]["secure"]) == ("", True)


def test_all_faults_are_reported_together_without_echoing_the_password(snapshot: SnapshotAssertion) -> None:
    answer = sign_up(browser(), name=" ", email="ann", password1="password")
    assert answer.status_code == 200
    assert shown(answer, ".error") == snapshot
    assert forms(answer)["account/signup/"].fields["email"] == "ann"
    assert 'value="password"' not in text(answer)
    assert Account.objects.count() == 0


def test_a_password_is_not_like_its_owner(snapshot: SnapshotAssertion) -> None:
    answer = sign_up(browser(), name="Wilhelmina", password1="wilhelmina")
    assert shown(answer, ".error") == snapshot
    assert shown(sign_up(browser(), password1="x" * 129), ".error") == snapshot
    assert shown(sign_up(browser(), password1=""), ".error") == snapshot
    assert Account.objects.count() == 0


def test_any_password_that_fits_is_taken_as_it_was_typed() -> None:
    spaced = "  caf\u00e9 \u4e2d\u6587 <b>&  "
    sign_up(browser(), password1=spaced)
    assert log_in(browser(), "ann@example.org", "  cafe\u0301 \u4e2d\u6587 <b>&  ").status_code == 302
    assert log_in(browser(), "ann@example.org", spaced.strip()).status_code == 200


def test_an_email_has_at_most_254_characters() -> None:
    for domain, count in (("y" * 60 + ".") * 3 + "example", 0), (("y" * 60 + ".") * 3 + "org", 1):
        sign_up(browser(), email=f"{'x' * 64}@{domain}")
        assert Account.objects.count() == count


def test_an_email_that_has_an_account_gets_no_second_one(ann: Person) -> None:
    client = browser()
    answer = sign_up(client, email="ANN@example.org", name="Mallory", password1="another password")
    assert (answer.status_code, Account.objects.get().name, logged_in(client)) == (200, "Ann", False)
    assert says(answer, refusal_text(RefusedError("email_taken")))


def test_the_fields_are_for_password_managers() -> None:
    page = text(browser().get("/account/signup/"))
    for kind, each in (("email", "username"), ("password", "new-password"), ("text", "name")):
        assert re.search(rf'<input type="{kind}"[^>]* autocomplete="{each}"', page)
    page = text(browser().get("/account/login/"))
    for kind, each in (("email", "username"), ("password", "current-password")):
        assert re.search(rf'<input type="{kind}"[^>]* autocomplete="{each}"', page)


# --- Log in and out --------------------------------------------------------------------------------------------------


def test_somebody_logs_in_and_out(ann: Person) -> None:
    client = browser()
    assert not logged_in(client)
    answer = log_in(client, " ANN@example.org ", PASSWORD)
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/account/", True)
    for address in ("/account/login/", "/account/signup/"):
        assert client.get(address)["Location"] == "/account/"
    assert client.get("/account/login/?next=/check/")["Location"] == "/check/"
    answer = send(client, "/account/", form="/account/logout/")
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/", False)
    assert says(client.get("/"), "Run a league")


def test_wrong_email_and_wrong_password_get_the_same_response(ann: Person, snapshot: SnapshotAssertion) -> None:
    gone = person("gone@example.org")
    Account.objects.filter(pk=gone.account.pk).update(is_active=False)
    found = []
    for email, password in (
        ("ann@example.org", "wrong password"),
        ("nobody@example.org", PASSWORD),
        ("gone@example.org", PASSWORD),
    ):
        client = browser()
        answer = log_in(client, email, password)
        assert (answer.status_code, logged_in(client), "session" in answer.cookies) == (200, False, False)
        found.append(words(answer))
    assert set(found) == {found[0]}
    assert shown(answer, "[role=alert]") == snapshot


def test_an_unknown_email_takes_as_much_work_as_a_wrong_password(settings: Any, ann: Person) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]
    person("ben@example.org")
    gone = person("gone@example.org")
    Account.objects.filter(pk=gone.account.pk).update(is_active=False)
    fields = {}
    for email in ("ben@example.org", "nobody@example.org", "gone@example.org", "no address"):
        CountedHasher.calls = 0
        log_in(browser(), email, "wrong password")
        fields[email] = CountedHasher.calls
    assert fields == {"ben@example.org": 1, "nobody@example.org": 1, "gone@example.org": 1, "no address": 0}
    CountedHasher.calls = 0
    log_in(browser(), "ben@example.org", "x" * 129)
    assert CountedHasher.calls == 0


def test_password_of_a_megabyte_is_refused_unread(ann: Person) -> None:
    client = ann.browser()
    for address in ("/account/login/", "/account/signup/", "/account/password/change/", "/account/delete/"):
        assert client.post(address, {"password": "x" * 1_000_000}).status_code == 413


@pytest.mark.parametrize(
    ("query", "there"),
    [
        ("/check/?hand=5s", "/check/?hand=5s"),
        ("/account/password/change/", "/account/password/change/"),
        ("//evil.example/", "/account/"),
        ("/\\evil.example/", "/account/"),
        ("///evil.example/", "/account/"),
        ("https://evil.example/", "/account/"),
        ("http://testserver/check/", "/account/"),
        ("https:evil.example", "/account/"),
        ("javascript:alert(1)", "/account/"),
        ("", "/account/"),
        ("\x08//evil.example", "/account/"),
        ("/\t/evil.example/", "/account/"),
    ],
)
def test_redirect_target_stays_on_this_site(ann: Person, query: str, there: str) -> None:
    client = browser()
    form = forms(client.get("/account/login/"))["account/login/"]
    typed = form.fields | {"login": "ann@example.org", "password": PASSWORD, "next": query}
    assert client.post("/account/login/", typed)["Location"] == there
    if "\x08" not in query:
        assert client.get("/account/login/", {"next": query})["Location"] == there


def test_redirect_target_survives_a_wrong_password_and_signing_up(ann: Person) -> None:
    client = browser()
    answer = log_in(client, "ann@example.org", "wrong", after="?next=/check/")
    assert forms(answer)["account/login/"].fields["next"] == "/check/"
    assert 'href="/account/signup/?next=%2Fcheck%2F"' in text(answer)
    assert sign_up(client, after="?next=/check/", email="ben@example.org")["Location"] == "/check/"


def test_account_pages_redirect_to_the_login_and_back(ann: Person) -> None:
    client = browser()
    for address, safe in (("/account/", ""), ("/account/delete/", ""), ("/account/password/change/", "/")):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next={quote(address, safe=safe)}")
    answer = client.get("/account/password/change/?a=b&c=d")
    there = answer["Location"].removeprefix("/account/login/")
    assert log_in(client, "ann@example.org", PASSWORD, after=there)["Location"] == "/account/password/change/?a=b&c=d"


def test_what_was_posted_is_not_repeated_and_a_fragment_is_not_the_log_in(ann: Person) -> None:
    client = Client()
    for address in ("/account/", "/account/sessions/0123456789abcdef/end/", "/account/sessions/others/end/"):
        answer = client.post(address, {"name": "x"})
        assert (answer.status_code, answer["Location"]) == (302, "/account/login/")
    answer = client.get("/account/", headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"], answer.content) == (200, "/account/login/", b"")
