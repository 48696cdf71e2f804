"""Sign-up and e-mail changes, which a mailed link confirms where mail can be sent."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import Account, Office
from tests.leagues import club
from tests.views.league_people import secret
from tests.views.people import (
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
from tests.views.reading import forms, plain, says, shown, submit

SIGN_UP, EMAIL, RESET = "/account/signup/", "/account/email/", "/account/password/reset/"


@pytest.fixture(autouse=True)
def mail_is_sent(settings: Any) -> None:
    settings.SENDS_MAIL = True
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"confirm_email": None}


@pytest.fixture
def ann() -> Person:
    """Somebody whose e-mail is confirmed."""
    return person().confirmed()


def confirm(client: Client, link: str) -> Any:
    """Open the link and press its button; the form's address is signed anew each time."""
    page = forms(client.get(link))
    return submit(client, next(form for action, form in page.items() if action.startswith("account/confirm-email/")))


def sign_up(email: str, client: Client | None = None, after: str = "", name: str = "May") -> Any:
    return send(client or browser(), SIGN_UP + after, name=name, email=email, password1=PASSWORD)


# --- Sign up ---------------------------------------------------------------------------------------------------------


def test_an_account_is_confirmed_by_the_link_in_the_mail(
    caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    client = browser()
    answer = sign_up(" May@Example.org ", client, "?next=/check/")
    assert (answer["Location"], logged_in(client)) == ("/account/confirm-email/", False)
    assert says(client.get(answer["Location"]), "Check your e-mail")
    (letter,) = outbox()
    assert (letter.to, letter.subject) == (["may@example.org"], "Confirm your e-mail for Scorekeeper")
    assert "May" not in letter.body
    link = link_in(letter)
    for _ in range(2):  # opening it changes nothing
        assert says(client.get(link), "may@example.org")
    assert not EmailAddress.objects.get().verified
    caplog.set_level("INFO", "games.security")
    with django_capture_on_commit_callbacks(execute=True):
        answer = confirm(client, link)
    assert (answer["Location"], logged_in(client)) == ("/check/", True)
    assert [message.split()[0] for message in caplog.messages] == ["email_confirmed", "logged_in"]
    assert EmailAddress.objects.get().verified


def test_another_browser_confirms_it_and_then_logs_in() -> None:
    sign_up("may@example.org")
    client = browser()
    assert confirm(client, link_in(outbox()[0]))["Location"] == "/account/login/"
    assert not logged_in(client)
    assert log_in(client, "may@example.org", PASSWORD)["Location"] == "/account/"


def test_nobody_logs_in_before_the_email_is_confirmed() -> None:
    sign_up("may@example.org")
    client = browser()
    assert log_in(client, "may@example.org", PASSWORD)["Location"] == "/account/confirm-email/"
    assert not logged_in(client)
    assert len(outbox()) == 2


@pytest.mark.parametrize("page", [SIGN_UP, RESET])
def test_answers_do_not_reveal_who_has_an_account(ann: Person, settings: Any, page: str) -> None:
    settings.PASSWORD_HASHERS = ["tests.views.people.CountedHasher"]
    found = []
    for email in ("ann@example.org", "nobody@example.org"):
        cache.clear()
        client, before = browser(), CountedHasher.calls
        answer = send(client, page, name="Ann", email=email, password1=PASSWORD)
        cookies = {name: len(cookie.value) for name, cookie in answer.cookies.items()}
        sent = client.get(answer["Location"])
        found.append((answer.status_code, answer["Location"], cookies, plain(sent), CountedHasher.calls - before))
    assert found[0] == found[1]
    mails = [(one.to[0], one.subject) for one in outbox()]
    assert (
        mails
        == {
            SIGN_UP: [
                ("ann@example.org", "You already have a Scorekeeper account"),
                ("nobody@example.org", "Confirm your e-mail for Scorekeeper"),
            ],
            RESET: [("ann@example.org", "Reset your Scorekeeper password")],
        }[page]
    )


def test_signing_up_again_mails_how_to_log_in(ann: Person, settings: Any) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    sign_up("ANN@example.org")
    (letter,) = outbox()
    for path in ("/account/login/", RESET):
        assert f"\nhttps://scores.example{path}\n" in letter.body
    assert "Ann" not in letter.body


def test_a_link_that_was_made_up_confirms_nothing(snapshot: SnapshotAssertion) -> None:
    sign_up("may@example.org")
    link = link_in(outbox()[0])
    made_up = (link[:-2] + "/", link[:-2] + "x/", "/account/confirm-email/x/", "/account/confirm-email/x:y:z/")
    assert {title for wrong in made_up for title in shown(browser().get(wrong), "h1")} == snapshot
    assert not EmailAddress.objects.get().verified


# --- Another e-mail --------------------------------------------------------------------------------------------------


def change(client: Client, email: str) -> Any:
    csrf = forms(client.get(EMAIL))[EMAIL[1:]].fields["csrfmiddlewaretoken"]
    return client.post(EMAIL, {"csrfmiddlewaretoken": csrf, "email": email, "action_add": ""})


def test_new_email_is_confirmed_by_the_link_mailed_to_it(ann: Person, snapshot: SnapshotAssertion) -> None:
    assert change(ann.browser(), "new@example.org")["Location"].startswith("/account/reauthenticate/")
    client = ann.sure_browser()
    change(client, " New@example.org")
    assert shown(client.get(EMAIL), "h1 + p") == snapshot
    (letter,) = outbox()
    assert (letter.to, ann.now.email) == (["new@example.org"], "ann@example.org")
    confirm(client, link_in(letter))
    assert ann.now.email == "new@example.org"
    assert outbox()[-1].to == ["ann@example.org"]
    assert "new@example.org" in outbox()[-1].body
    assert log_in(browser(), "new@example.org", PASSWORD).status_code == 302
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 200


def test_email_of_another_account_is_neither_revealed_nor_accepted(ann: Person, snapshot: SnapshotAssertion) -> None:
    person("ben@example.org").confirmed()
    client = ann.sure_browser()
    found = []
    for email in ("ben@example.org", "new@example.org"):
        answer = change(client, email)
        found.append((answer.status_code, answer["Location"], plain(client.get(EMAIL)).replace(email.encode(), b"")))
    assert found[0] == found[1]
    mine = link_in(outbox()[0])
    page = client.get(mine)
    assert shown(page, "h1 + p") == snapshot
    client.post(mine, {"csrfmiddlewaretoken": client.cookies["csrftoken"].value})
    # One that is used, though it was never confirmed, is another's, too.
    change(client, "used@example.org")
    Account.objects.filter(pk=person("used@example.org").account.pk).update(last_login=timezone.now())
    confirm(client, link_in(outbox()[-1]))
    assert ann.now.email == "ann@example.org"
    assert Account.objects.filter(email__in=("ben@example.org", "used@example.org")).count() == 2


def test_a_mistyped_email_gives_nobody_the_account(ann: Person, snapshot: SnapshotAssertion) -> None:
    change(ann.sure_browser(), "stranger@example.org")
    link = link_in(outbox()[-1])
    stranger = browser()
    answer = confirm(stranger, link)
    assert shown(stranger.get(answer["Location"]), "#notice p") == snapshot
    send(stranger, RESET, email="stranger@example.org")
    assert (len(outbox()), ann.now.email) == (1, "ann@example.org")
    # And it is still the stranger's to sign up with.
    sign_up("stranger@example.org")
    confirm(browser(), link_in(outbox()[-1]))
    assert log_in(browser(), "stranger@example.org", PASSWORD)["Location"] == "/account/"
    assert ann.now.email == "ann@example.org"


def test_an_email_that_somebody_else_never_confirmed_can_still_be_taken(ann: Person) -> None:
    sign_up("new@example.org", name="Mallory")
    client = ann.sure_browser()
    change(client, "new@example.org")
    confirm(client, link_in(outbox()[-1]))
    assert (ann.now.email, Account.objects.count()) == ("new@example.org", 1)


def test_without_mail_the_email_changes_at_once(
    ann: Person, settings: Any, caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    settings.SENDS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = False, "none"
    person("ben@example.org")
    client = ann.sure_browser()
    for email in ("ben@example.org", "ann@example.org", "no e-mail", ""):
        assert (change(client, email).status_code, ann.now.email) == (200, "ann@example.org")
    caplog.set_level("INFO", "games.security")
    with django_capture_on_commit_callbacks(execute=True):
        answer = change(client, "new@example.org")
    assert ann.now.email == "new@example.org"
    assert says(client.get(answer["Location"]), "E-mail saved")
    assert f"email_changed account={ann.account.pk}" in caplog.messages
    assert (logged_in(client), outbox()) == (True, [])
    assert log_in(browser(), "new@example.org", PASSWORD).status_code == 302


# --- An e-mail that is not confirmed ---------------------------------------------------------------------------------


def test_no_office_is_taken_up_with_an_email_that_is_not_confirmed(settings: Any, snapshot: SnapshotAssertion) -> None:
    made = club()
    made.organizer.set_password(PASSWORD)
    made.organizer.save()
    offices = f"/l/{made.league.public_id}/offices/"
    send(Person(made.organizer).confirmed().browser(), offices, duty="referee")
    invitation = f"/k/{secret(made.league.links.get(duty='referee'))}/"
    ben = person("ben@example.org")
    settings.ACCOUNT_EMAIL_VERIFICATION = "none"  # logged in before the server could send mail
    client = ben.browser()
    assert shown(client.get("/account/"), "p.changed") == snapshot
    assert send(client, invitation).status_code == 403
    ben.confirmed()
    assert send(client, invitation).status_code == 302
    assert Office.objects.filter(account=ben.account, duty="referee").exists()
