"""Resetting a password through a link sent by e-mail."""

from typing import Any

import pytest
from django.test import Client

from games.models import Account
from tests.views.people import (
    NEW_PASSWORD,
    PASSWORD,
    Person,
    browser,
    link_in,
    log_in,
    logged_in,
    outbox,
    person,
    send,
)
from tests.views.reading import forms, says, words


@pytest.fixture
def ann() -> Person:
    return person()


def request_reset(email: str, client: Client | None = None) -> Any:
    return send(client or browser(), "/account/reset/", email=email)


def test_a_new_password_is_chosen_by_a_link(ann: Person, settings: Any) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    there = ann.browser()
    client = browser()
    answer = request_reset(" ANN@example.org ", client)
    assert (answer.status_code, answer["Location"]) == (302, "/account/reset/?sent=1")
    assert says(client.get(answer["Location"]), "Check your e-mail")
    (letter,) = outbox()
    assert (letter.to, letter.subject, letter.from_email) == (
        ["ann@example.org"],
        "Reset your Scorekeeper password",
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
    assert (answer.status_code, says(answer, "Your password needs at least 10 characters.")) == (400, True)
    answer = send(client, link, new_password=NEW_PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/account/login/?done=reset")
    assert says(client.get(answer["Location"]), "Password changed. Log in with the new one.")
    assert not logged_in(there)
    assert log_in(browser(), "ann@example.org", PASSWORD).status_code == 400
    assert log_in(client, "ann@example.org", NEW_PASSWORD).status_code == 302

    used = client.get(link)
    assert (used.status_code, says(used, "This link has been used or has expired.")) == (410, True)
    assert "account/reset/" in forms(used)


def test_answers_do_not_reveal_who_has_an_account(ann: Person) -> None:
    gone = person("gone@example.org")
    Account.objects.filter(pk=gone.account.pk).update(is_active=False)
    fields = {
        (answer.status_code, answer["Location"]) for answer in map(request_reset, ("ann@example.org", "no@example.org"))
    }
    fields |= {(answer.status_code, answer["Location"]) for answer in [request_reset("gone@example.org")]}
    assert fields == {(302, "/account/reset/?sent=1")}
    assert [letter.to for letter in outbox()] == [["ann@example.org"]]


def test_invalid_email_gets_no_mail() -> None:
    for email in ("", "ann", "ann@example.org\nBcc: ben@example.org", "a\x00@example.org"):
        answer = request_reset(email)
        assert (answer.status_code, says(answer, "That isn't an e-mail address.")) == (400, True)
    assert outbox() == []


def test_a_link_is_good_for_a_day_and_until_the_next_log_in(ann: Person, settings: Any) -> None:
    request_reset("ann@example.org")
    link = link_in(outbox()[0])
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert browser().get(link).status_code == 410
    settings.PASSWORD_RESET_TIMEOUT = 24 * 3600
    assert browser().get(link).status_code == 200
    ann.browser()
    assert browser().get(link).status_code == 410


def test_a_link_that_was_made_up_opens_nothing(ann: Person) -> None:
    ben = person("ben@example.org")
    request_reset("ann@example.org")
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


def test_failed_mail_does_not_block_and_is_logged_without_its_address(
    ann: Person, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert request_reset("ann@example.org").status_code == 302
    assert outbox() == []
    assert caplog.messages == ["A mail could not be sent: ConnectionRefusedError"]
