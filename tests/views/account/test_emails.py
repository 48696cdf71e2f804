"""Sign-up and e-mail changes confirmed by a link, on servers that can send mail."""

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Account, League, Office
from games.services.account.accounts import make_account
from tests.leagues import club
from tests.views.league_people import secret
from tests.views.people import (
    NEW_PASSWORD,
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
from tests.views.reading import forms, is_refusal, says, text, words

NEW, EMAIL = "/account/new/", "/account/email/"


@pytest.fixture(autouse=True)
def mail_is_sent(settings: Any) -> None:
    settings.SENDS_MAIL = True


@pytest.fixture
def ann() -> Person:
    """Somebody whose e-mail is confirmed."""
    account = make_account(email="ann@example.org", name="Ann", password=PASSWORD, confirmed=True)
    return Person(account)


def request_account(email: str, client: Client | None = None, after: str = "") -> Any:
    return send(client or browser(), f"{NEW}{after}", email=email)


# --- Sign up ---------------------------------------------------------------------------------------------------------


def test_an_account_is_made_by_the_link_in_the_mail() -> None:
    client = browser()
    answer = request_account(" May@Example.org ", client, "?next=/check/")
    assert (answer.status_code, Account.objects.count(), logged_in(client)) == (302, 0, False)
    assert says(client.get(answer["Location"]), "Check your e-mail")
    (letter,) = outbox()
    assert (letter.to, letter.subject) == (["may@example.org"], "Create your Scorekeeper account")
    link, elsewhere = link_in(letter), browser()
    for _ in range(2):  # opening it changes nothing
        page = elsewhere.get(link)
        assert (page.status_code, page["Referrer-Policy"], Account.objects.count()) == (200, "no-referrer", 0)
    answer = send(elsewhere, link, name=" ", password="password")
    assert (answer.status_code, says(answer, "Please enter a name."), Account.objects.count()) == (400, True, 0)
    answer = send(elsewhere, link, name="May", password=PASSWORD)
    assert (answer.status_code, answer["Location"], logged_in(elsewhere)) == (302, "/check/", True)
    account = Account.objects.get()
    assert (account.email, account.name, account.email_confirmed_at is not None) == ("may@example.org", "May", True)
    used = browser().get(link)
    assert (used.status_code, says(used, "This link has been used or has expired.")) == (410, True)
    assert "account/new/" in forms(used)


def test_second_tap_on_the_mailed_link_only_logs_in() -> None:
    request_account("may@example.org")
    link, client = link_in(outbox()[0]), browser()
    form = forms(client.get(link))[link[1:]]
    assert client.post(link, form.fields | {"name": "May", "password": PASSWORD}).status_code == 302
    assert (logged_in(client), Account.objects.count()) == (True, 1)


def test_answers_do_not_reveal_who_has_an_account(ann: Person, settings: Any) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]
    responses, work = [], []
    for page in (NEW, "/account/reset/"):
        for email in ("ann@example.org", "nobody@example.org"):
            client = browser()
            form = forms(client.get(page))[page[1:]]
            cache.clear()
            before = CountedHasher.calls
            with CaptureQueriesContext(connection) as queries:
                answer = client.post(page, form.fields | {"email": email})
            query_texts = [query["sql"].replace(email, "…") for query in queries]
            sent = client.get(answer["Location"])
            responses.append((answer.status_code, answer["Location"], sorted(answer.cookies), words(sent)))
            work.append((CountedHasher.calls - before, query_texts))
    assert responses[0] == responses[1]
    assert responses[2] == responses[3]
    assert work[0] == work[1]
    assert work[2] == work[3]
    assert [len(statements) for _, statements in work] == [1, 1, 1, 1]
    assert [(one.to[0], one.subject) for one in outbox()] == [
        ("ann@example.org", "You already have a Scorekeeper account"),
        ("nobody@example.org", "Create your Scorekeeper account"),
        ("ann@example.org", "Reset your Scorekeeper password"),
    ]


def test_signing_up_again_mails_how_to_log_in(ann: Person, settings: Any) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    request_account("ANN@example.org")
    (letter,) = outbox()
    for path in ("/account/login/", "/account/reset/"):
        assert f"\nhttps://scores.example{path}\n" in letter.body
    assert "Ann" not in letter.body


def test_a_link_that_was_made_up_or_is_old_makes_nothing(settings: Any) -> None:
    request_account("may@example.org")
    link = link_in(outbox()[0])
    email_link = link.replace("/new/", "/email/")
    for wrong in (link[:-2] + "/", link[:-2] + "x/", "/account/new/x/", "/account/new/x:y:z/", f"{NEW}{'x' * 3000}/"):
        assert browser().get(wrong).status_code == 410
    assert person().browser().get(email_link).status_code == 410
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert browser().get(link).status_code == 410


def test_mails_to_one_mailbox_are_limited(ann: Person, settings: Any) -> None:
    settings.RATES = settings.RATES | {"reset_mail": ((2, 10**9),)}
    for email in ("ann@example.org", "nobody@example.org"):
        statuses = [request_account(email).status_code for _ in range(2)]
        statuses.append(send(browser(), "/account/reset/", email=email).status_code)
        assert statuses == [302, 302, 429]


def test_a_link_for_a_new_password_confirms_the_email_too() -> None:
    ben = person("ben@example.org")
    send(browser(), "/account/reset/", email="ben@example.org")
    assert send(browser(), link_in(outbox()[0]), new_password=NEW_PASSWORD).status_code == 302
    assert ben.now.email_confirmed_at is not None


# --- Another e-mail --------------------------------------------------------------------------------------------------


def test_new_email_is_confirmed_by_the_link_mailed_to_it(ann: Person) -> None:
    client = ann.browser()
    assert send(client, EMAIL, email="new@example.org", password="wrong").status_code == 400
    answer = send(client, EMAIL, email=" New@example.org", password=PASSWORD)
    assert (answer.status_code, ann.now.email) == (302, "ann@example.org")
    assert says(client.get(answer["Location"]), "Check your e-mail")
    (letter,) = outbox()
    link = link_in(letter)
    assert letter.to == ["new@example.org"]
    stranger = browser()
    assert stranger.get(link)["Location"].startswith("/account/login/?next=")
    ben = person("ben@example.org").browser()
    assert (ben.get(link).status_code, says(ben.get(link), "belongs to another account")) == (410, True)
    assert says(client.get(link), "new@example.org")
    assert ann.now.email == "ann@example.org"
    answer = send(client, link)
    assert (answer.status_code, answer["Location"], ann.now.email) == (302, "/account/?done=email", "new@example.org")
    assert says(client.get(answer["Location"]), "E-mail saved")
    assert client.get(link).status_code == 410
    assert outbox()[-1].to == ["ann@example.org"]
    assert "now has a new e-mail address" in outbox()[-1].body
    assert log_in(browser(), "new@example.org", PASSWORD).status_code == 302
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400


def test_email_of_another_account_is_neither_revealed_nor_accepted(ann: Person) -> None:
    person("ben@example.org")
    client = ann.browser()
    found = []
    for email in ("ben@example.org", "new@example.org"):
        form = forms(client.get(EMAIL))[EMAIL[1:]]
        with CaptureQueriesContext(connection) as queries:
            answer = client.post(EMAIL, form.fields | {"email": email, "password": PASSWORD})
        found.append((answer.status_code, answer["Location"], len(queries)))
    assert found[0] == found[1]
    assert [(one.to[0], one.subject) for one in outbox()] == [
        ("ben@example.org", "You already have a Scorekeeper account"),
        ("new@example.org", "Confirm your e-mail for Scorekeeper"),
    ]
    link = link_in(outbox()[1])
    person("new@example.org")  # meanwhile
    assert (client.post(link, forms(client.get(link))[link[1:]].fields).status_code, ann.now.email) == (
        410,
        "ann@example.org",
    )


def test_a_new_password_ends_the_link_to_another_email(ann: Person) -> None:
    client = ann.browser()
    send(client, EMAIL, email="new@example.org", password=PASSWORD)
    send(client, "/account/password/", password=PASSWORD, new_password=NEW_PASSWORD)
    link = next(link_in(one) for one in outbox() if one.to == ["new@example.org"])
    assert client.get(link).status_code == 410


def test_without_mail_the_email_changes_at_once(ann: Person, settings: Any) -> None:
    settings.SENDS_MAIL = False
    person("ben@example.org")
    client = ann.browser()
    answer = send(client, EMAIL, email="ben@example.org", password=PASSWORD)
    assert (answer.status_code, ann.now.email) == (409, "ann@example.org")
    answer = send(client, EMAIL, email="ann@example.org", password=PASSWORD)
    assert (answer.status_code, says(answer, "That's already your e-mail.")) == (400, True)
    assert send(client, EMAIL, email="no e-mail", password=PASSWORD).status_code == 400
    answer = send(client, EMAIL, email="new@example.org", password=PASSWORD)
    assert (answer.status_code, ann.now.email, ann.now.email_confirmed_at) == (302, "new@example.org", None)
    assert (logged_in(client), outbox()) == (True, [])


# --- An e-mail that is not confirmed ---------------------------------------------------------------------------------


def test_older_account_keeps_its_data_and_must_confirm_its_email() -> None:
    made = club()
    office = Office.objects.get(league=made.league)
    ben = person("ben@example.org")
    office.account = ben.account
    office.save()
    client = ben.browser()
    assert says(client.get("/account/"), "Please confirm your e-mail.")
    assert client.get(f"/l/{made.league.public_id}/settings/").status_code == 200
    answer = send(client, "/leagues/new/", name="Tuesday", zone="Europe/Berlin")
    assert is_refusal(answer, "email_unconfirmed")
    assert 'value="ben@example.org"' in text(client.get(EMAIL))
    assert send(client, EMAIL, email="ben@example.org", password=PASSWORD).status_code == 302
    (letter,) = outbox()
    assert letter.to == ["ben@example.org"]
    assert send(client, link_in(letter)).status_code == 302
    assert not says(client.get("/account/"), "Please confirm your e-mail.")
    assert send(client, "/leagues/new/", name="Tuesday", zone="Europe/Berlin").status_code == 302
    assert League.objects.filter(name="Tuesday").exists()


def test_no_office_is_taken_up_with_an_email_that_is_not_confirmed() -> None:
    made = club()
    organizer = Person(made.organizer)
    Account.objects.filter(pk=made.organizer.pk).update(password=make_password(PASSWORD))
    offices = f"/l/{made.league.public_id}/offices/"
    send(organizer.browser(), offices, duty="referee")
    invitation = f"/k/{secret(made.league.links.get(duty='referee'))}/"
    ben = person("ben@example.org")
    answer = send(ben.browser(), invitation)
    assert is_refusal(answer, "email_unconfirmed")
    assert not Office.objects.filter(account=ben.account).exists()
    Account.objects.filter(pk=ben.account.pk).update(email_confirmed_at=made.league.created_at)
    assert send(ben.browser(), invitation).status_code == 302
    assert Office.objects.filter(account=ben.account, duty="referee").exists()
