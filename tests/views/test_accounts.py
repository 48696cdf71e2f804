"""Accounts as those see them who are not logged in: sign up, log in, a link by e-mail; and one's own account."""

from typing import Any

import pytest
from django.test import Client

from games.models import Account
from tests.views.people import (
    IPHONE,
    PASSWORD,
    CountedHasher,
    Person,
    browser,
    link_in,
    log_in,
    logged_in,
    outbox,
    person,
    send,
)
from tests.views.reading import HTMX, forms, plain, says, text, words
from tests.views.test_nasty import NASTY

WRONG = "This e-mail and this password do not belong together."
NEW = "eight green tables"


@pytest.fixture
def ann() -> Person:
    return person()


def sign_up(client: Client, after: str = "", **typed: str) -> Any:
    return send(
        client, f"/account/new/{after}", **({"name": "Ann", "email": "ann@example.org", "password": PASSWORD} | typed)
    )


# --- The way there --------------------------------------------------------------------------------------------------


def test_the_start_page_leads_to_an_account_and_back_to_it(ann: Person) -> None:
    stranger = browser()
    assert 'href="/account/new/"' in text(stranger.get("/"))
    assert says(stranger.get("/"), "Run a league")
    page = ann.browser().get("/")
    assert ('href="/account/"' in text(page), says(page, "Your account"), says(page, "Ann")) == (True, True, False)


def test_pages_without_an_account_set_no_cookie_of_it_and_do_not_vary(ann: Person) -> None:
    for client in (browser(), ann.browser()):
        for address in ("/", "/check/", "/rules/standard/", "/import/", "/t/0123456789abcdef/", "/api/v1/docs/"):
            assert "session" not in client.get(address).cookies
        assert "Cookie" not in client.get("/api/v1/schema/").get("Vary", "")


# --- Sign up --------------------------------------------------------------------------------------------------------


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
    form = forms(client.get("/account/new/", secure=True))["account/new/"]
    typed = form.fields | {"name": "Ann", "email": "ann@example.org", "password": PASSWORD}
    answer = client.post("/account/new/", typed, secure=True, headers={"Referer": "https://testserver/account/new/"})
    assert (answer.status_code, "session" in answer.cookies) == (302, False)
    cookie = answer.cookies["__Host-session"]
    assert (cookie["secure"], cookie["httponly"], cookie["path"], cookie["domain"]) == (True, True, "/", "")
    assert cookie["samesite"] == "Lax"
    assert client.get("/account/", secure=True).status_code == 200
    assert client.get("/account/").status_code == 302
    # The plain cookie could have been set by whoever serves another name of this host without HTTPS.
    other = browser()
    other.cookies["session"] = cookie.value
    assert other.get("/account/", secure=True).status_code == 302
    form = forms(client.get("/account/", secure=True))["account/logout/"]
    gone = client.post(form.action, form.fields, secure=True, headers={"Referer": "https://testserver/account/"})
    assert (gone.cookies["__Host-session"].value, gone.cookies["__Host-session"]["secure"]) == ("", True)


def test_all_that_is_wrong_is_said_at_once_and_the_password_is_not_sent_back() -> None:
    answer = sign_up(browser(), name=" ", email="ann", password="password")
    assert answer.status_code == 400
    for sentence in (
        "Please give a name.",
        "This is no e-mail address.",
        "A password has 10 characters at least.",
        "This password is among the first that anybody would try.",
    ):
        assert says(answer, sentence)
    assert forms(answer)["account/new/"].fields["email"] == "ann"
    assert 'value="password"' not in text(answer)
    assert Account.objects.count() == 0


def test_a_password_is_not_like_its_owner() -> None:
    answer = sign_up(browser(), name="Wilhelmina", password="wilhelmina")
    assert says(answer, "This password is too much like your name or your e-mail.")
    assert says(sign_up(browser(), password="x" * 129), "A password has 128 characters at most.")
    assert says(sign_up(browser(), password=""), "Please choose a password.")
    assert Account.objects.count() == 0


def test_any_password_that_fits_is_taken_as_it_was_typed() -> None:
    spaced = "  caf\u00e9 \u4e2d\u6587 <b>&  "
    sign_up(browser(), password=spaced)
    assert log_in(browser(), "ann@example.org", "  cafe\u0301 \u4e2d\u6587 <b>&  ").status_code == 302
    assert log_in(browser(), "ann@example.org", spaced.strip()).status_code == 400


def test_an_email_that_has_an_account_gets_no_second_one(ann: Person) -> None:
    client = browser()
    answer = sign_up(client, email="ANN@example.org", name="Mallory", password="another password")
    assert (answer.status_code, Account.objects.get().name, logged_in(client)) == (409, "Ann", False)
    assert says(answer, "There is an account with this e-mail already. Log in, or have a new password sent.")


def test_a_second_tap_on_the_button_just_logs_in() -> None:
    client = browser()
    form = forms(client.get("/account/new/"))["account/new/"]
    typed = form.fields | {"name": "Ann", "email": "ann@example.org", "password": PASSWORD}
    first = client.post("/account/new/", typed)
    client.cookies["csrftoken"] = first.wsgi_request.META["CSRF_COOKIE"]
    other = browser()
    assert sign_up(other).status_code == 302
    assert (logged_in(client), logged_in(other), Account.objects.count()) == (True, True, 1)


def test_the_fields_are_for_password_managers() -> None:
    page = text(browser().get("/account/new/"))
    for kind, told in (("email", "username"), ("password", "new-password"), ("text", "name")):
        assert f'type="{kind}" autocomplete="{told}"' in page
    page = text(browser().get("/account/login/"))
    for kind, told in (("email", "username"), ("password", "current-password")):
        assert f'type="{kind}" autocomplete="{told}"' in page


# --- Log in and out -------------------------------------------------------------------------------------------------


def test_somebody_logs_in_and_out(ann: Person) -> None:
    client = browser()
    assert not logged_in(client)
    answer = log_in(client, " ANN@example.org ", PASSWORD)
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/account/", True)
    for address in ("/account/login/", "/account/new/"):
        assert client.get(address)["Location"] == "/account/"
    assert client.get("/account/login/?next=/check/")["Location"] == "/check/"
    answer = send(client, "/account/", form="/account/logout/")
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/", False)
    assert says(client.get("/"), "Run a league")


def test_what_is_wrong_is_not_told_apart(ann: Person) -> None:
    gone = person("gone@example.org")
    Account.objects.filter(pk=gone.account.pk).update(is_active=False)
    told = []
    for email, password in (
        ("ann@example.org", "wrong password"),
        ("nobody@example.org", PASSWORD),
        ("gone@example.org", PASSWORD),
        ("ann@example.org", ""),
        ("ann@example.org", "x" * 129),
        ("ann@example.org", "x" * 60_000),
        ("", ""),
        ("nul\x00@example.org", PASSWORD),
        ("x" * 2000, PASSWORD),
    ):
        client = browser()
        answer = log_in(client, email, password)
        assert (answer.status_code, logged_in(client), "session" in answer.cookies) == (400, False, False)
        told.append(words(answer))
    assert set(told) == {told[0]}
    assert WRONG in told[0]


def test_an_unknown_email_takes_as_much_work_as_a_wrong_password(settings: Any, ann: Person) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]
    person("ben@example.org")
    gone = person("gone@example.org")
    Account.objects.filter(pk=gone.account.pk).update(is_active=False)
    told = {}
    for email in ("ben@example.org", "nobody@example.org", "gone@example.org", "no address"):
        CountedHasher.asked = 0
        log_in(browser(), email, "wrong password")
        told[email] = CountedHasher.asked
    assert told == {"ben@example.org": 1, "nobody@example.org": 1, "gone@example.org": 1, "no address": 1}
    CountedHasher.asked = 0
    log_in(browser(), "ben@example.org", "x" * 129)
    assert CountedHasher.asked == 0


def test_a_megabyte_of_password_is_turned_away_unread(ann: Person) -> None:
    client = ann.browser()
    for address in ("/account/login/", "/account/new/", "/account/password/", "/account/delete/"):
        assert client.post(address, {"password": "x" * 1_000_000}).status_code == 413


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("/check/?hand=5s", "/check/?hand=5s"),
        ("/account/password/", "/account/password/"),
        ("//evil.example/", "/account/"),
        ("/\\evil.example/", "/account/"),
        ("///evil.example/", "/account/"),
        ("https://evil.example/", "/account/"),
        ("http://testserver/check/", "/account/"),
        ("https:evil.example", "/account/"),
        ("javascript:alert(1)", "/account/"),
        ("check/", "/account/"),
        ("", "/account/"),
        ("/" + "x" * 500, "/account/"),
        ("\x08//evil.example", "/account/"),
        ("/\t/evil.example/", "/account/"),
    ],
)
def test_the_way_on_stays_here(ann: Person, asked: str, there: str) -> None:
    client = browser()
    form = forms(client.get("/account/login/"))["account/login/"]
    typed = form.fields | {"email": "ann@example.org", "password": PASSWORD, "next": asked}
    assert client.post("/account/login/", typed)["Location"] == there
    if "\x08" not in asked:
        assert client.get("/account/login/", {"next": asked})["Location"] == there


def test_the_way_on_is_kept_over_a_wrong_password_and_over_signing_up(ann: Person) -> None:
    client = browser()
    answer = log_in(client, "ann@example.org", "wrong", after="?next=/check/")
    assert forms(answer)["account/login/"].fields["next"] == "/check/"
    assert 'href="/account/new/?next=%2Fcheck%2F"' in text(answer)
    assert sign_up(client, after="?next=/check/", email="ben@example.org")["Location"] == "/check/"


def test_a_page_for_accounts_sends_strangers_to_log_in_and_back(ann: Person) -> None:
    client = browser()
    for address in ("/account/", "/account/password/", "/account/delete/"):
        answer = client.get(address)
        assert (answer.status_code, answer["Location"]) == (302, f"/account/login/?next={address.replace('/', '%2F')}")
    answer = client.get("/account/password/?a=b&c=d")
    there = answer["Location"].removeprefix("/account/login/")
    assert log_in(client, "ann@example.org", PASSWORD, after=there)["Location"] == "/account/password/?a=b&c=d"


def test_what_was_posted_is_not_repeated_and_a_fragment_is_not_the_log_in(ann: Person) -> None:
    client = Client()
    for address in ("/account/", "/account/sessions/0123456789abcdef/end/", "/account/sessions/others/end/"):
        answer = client.post(address, {"name": "x"})
        assert (answer.status_code, answer["Location"]) == (302, "/account/login/")
    answer = client.get("/account/", headers=HTMX)
    assert (answer.status_code, answer["HX-Redirect"], answer.content) == (200, "/account/login/", b"")


# --- A link by e-mail -----------------------------------------------------------------------------------------------


def ask(email: str, client: Client | None = None) -> Any:
    return send(client or browser(), "/account/reset/", email=email)


def test_a_new_password_is_chosen_by_a_link(ann: Person, settings: Any) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    there = ann.browser()
    client = browser()
    answer = ask(" ANN@example.org ", client)
    assert (answer.status_code, answer["Location"]) == (302, "/account/reset/?sent=1")
    assert says(client.get(answer["Location"]), "Look into your e-mail")
    (letter,) = outbox()
    assert (letter.to, letter.subject, letter.from_email) == (
        ["ann@example.org"],
        "A new password for Scorekeeper",
        settings.DEFAULT_FROM_EMAIL,
    )
    assert "\nhttps://scores.example/account/reset/" in letter.body
    assert "Ann" not in letter.body
    link = link_in(letter)

    for _ in range(2):  # opening it changes nothing
        page = client.get(link)
        assert (page.status_code, page["Referrer-Policy"], page["X-Robots-Tag"]) == (200, "no-referrer", "noindex")
        assert "no-store" in page["Cache-Control"]
    answer = send(client, link, new_password="short")
    assert (answer.status_code, says(answer, "A password has 10 characters at least.")) == (400, True)
    answer = send(client, link, new_password=NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/?done=reset")
    assert says(client.get(answer["Location"]), "Your new password holds.")
    assert not logged_in(there)
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400
    assert log_in(client, "ann@example.org", NEW).status_code == 302

    used = client.get(link)
    assert (used.status_code, says(used, "This link was used, or is too old.")) == (410, True)
    assert "account/reset/" in forms(used)


def test_nobody_learns_who_has_an_account(ann: Person) -> None:
    gone = person("gone@example.org")
    Account.objects.filter(pk=gone.account.pk).update(is_active=False)
    told = {(answer.status_code, answer["Location"]) for answer in map(ask, ("ann@example.org", "no@example.org"))}
    told |= {(answer.status_code, answer["Location"]) for answer in [ask("gone@example.org")]}
    assert told == {(302, "/account/reset/?sent=1")}
    assert [letter.to for letter in outbox()] == [["ann@example.org"]]


def test_what_is_no_email_gets_no_mail() -> None:
    for email in ("", "ann", "ann@example.org\nBcc: ben@example.org", "a\x00@example.org"):
        answer = ask(email)
        assert (answer.status_code, says(answer, "This is no e-mail address.")) == (400, True)
    assert outbox() == []


def test_a_link_is_good_for_a_day_and_until_the_next_log_in(ann: Person, settings: Any) -> None:
    ask("ann@example.org")
    link = link_in(outbox()[0])
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert browser().get(link).status_code == 410
    settings.PASSWORD_RESET_TIMEOUT = 24 * 3600
    assert browser().get(link).status_code == 200
    ann.browser()
    assert browser().get(link).status_code == 410


def test_a_link_that_was_made_up_opens_nothing(ann: Person) -> None:
    ben = person("ben@example.org")
    ask("ann@example.org")
    _, _, _, uid, token, _ = link_in(outbox()[0]).split("/")
    bens = "MQ" if uid != "MQ" else "Mg"
    stamp = token.partition("-")[0]
    answers = [
        browser().get(f"/account/reset/{a}/{b}/")
        for a, b in (
            (bens, token),
            (uid, token[:-1] + ("0" if token[-1] != "0" else "1")),
            (uid, f"{stamp}-"),
            (uid, "x"),
            (uid, "zzzzzzzzzzzzzzzzzz-0"),
            ("OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5OTk5", token),
            ("x", token),
            ("\u00e4", "\u00e4"),
            ("LTE", token),
            ("x" * 3000, token),
        )
    ]
    assert [answer.status_code for answer in answers] == [410] * len(answers)
    assert {words(answer) for answer in answers} == {words(answers[0])}
    assert ben.now.check_password(PASSWORD)


def test_a_mail_that_cannot_be_sent_keeps_nobody_waiting_and_is_logged_without_its_address(
    ann: Person, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert ask("ann@example.org").status_code == 302
    assert outbox() == []
    assert caplog.messages == ["A mail could not be sent: ConnectionRefusedError"]


# --- The account's own page -----------------------------------------------------------------------------------------


def test_the_name_changes(ann: Person) -> None:
    client = ann.browser()
    answer = send(client, "/account/", name="  Anna   B. ")
    assert (answer.status_code, answer["Location"], ann.now.name) == (302, "/account/?done=name", "Anna B.")
    assert says(client.get(answer["Location"]), "Name saved")
    answer = send(client, "/account/", name="\u202e")
    assert (answer.status_code, ann.now.name) == (400, "Anna B.")
    assert says(answer, "The name has characters that cannot be shown.")


def test_the_password_changes_with_the_one_before(ann: Person) -> None:
    client = ann.browser()
    answer = send(client, "/account/password/", password="wrong", new_password="short")
    assert answer.status_code == 400
    assert says(answer, "This is not your password.")
    assert says(answer, "A password has 10 characters at least.")
    assert send(client, "/account/password/", password="wrong", new_password=NEW).status_code == 400
    assert ann.now.check_password(PASSWORD)
    answer = send(client, "/account/password/", password=PASSWORD, new_password=NEW)
    assert (answer.status_code, answer["Location"]) == (302, "/account/?done=password")
    assert says(client.get(answer["Location"]), "Password changed.")
    assert log_in(browser(), "ann@example.org", NEW).status_code == 302
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400


def test_an_account_is_deleted_with_its_password(ann: Person) -> None:
    client, elsewhere = ann.browser(), ann.browser()
    answer = send(client, "/account/delete/", password="wrong")
    assert (answer.status_code, says(answer, "This is not your password.")) == (400, True)
    assert logged_in(elsewhere)
    answer = send(client, "/account/delete/", password=PASSWORD)
    assert (answer.status_code, answer["Location"], Account.objects.count()) == (302, "/", 0)
    assert (logged_in(client), logged_in(elsewhere)) == (False, False)
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400


def test_who_is_deactivated_is_logged_out_everywhere(ann: Person) -> None:
    client = ann.browser()
    Account.objects.update(is_active=False)
    assert not logged_in(client)


def test_a_name_is_shown_as_it_was_typed_and_does_nothing() -> None:
    wild = '"><img src=x onerror=alert(1)>{{7*7}}'
    page = person(name=wild).browser().get("/account/")
    assert forms(page)["account/"].fields["name"] == wild
    assert "<img src=x" not in text(page)


# --- What strangers send --------------------------------------------------------------------------------------------


def test_a_form_from_elsewhere_changes_nothing(ann: Person) -> None:
    client = ann.browser()
    session = ann.account.sessions.get().public_id
    typed = {"name": "Mallory", "email": "m@example.org", "password": PASSWORD, "new-password": NEW}
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
def test_the_forms_before_the_log_in_take_anything(page: str, settings: Any) -> None:
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


def test_the_forms_behind_the_log_in_take_anything(ann: Person, settings: Any) -> None:
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
    assert plain(ann.browser(IPHONE).get("/account/")).count(b"This one") == 1
