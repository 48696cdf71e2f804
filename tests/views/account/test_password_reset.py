"""Resetting a password through a link: mailed, printed by the console, or by a command."""

from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from syrupy.assertion import SnapshotAssertion

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
from tests.views.reading import says, shown, words

RESET = "/account/password/reset/"


@pytest.fixture
def ann() -> Person:
    return person()


def choose(client: Client, link: str, password: str = NEW_PASSWORD) -> Any:
    """Open the link and choose a password."""
    return send(client, client.get(link)["Location"], password1=password)


def test_a_new_password_is_chosen_by_a_link(ann: Person, settings: Any, snapshot: SnapshotAssertion) -> None:
    settings.PUBLIC_URL = "https://scores.example"
    there, client = ann.browser(), browser()
    answer = send(client, RESET, email=" ANN@example.org ")
    assert says(client.get(answer["Location"]), "Check your e-mail")
    (letter,) = outbox()
    assert (letter.to, letter.subject) == (["ann@example.org"], "Reset your Scorekeeper password")
    assert letter.from_email == settings.DEFAULT_FROM_EMAIL
    assert "\nhttps://scores.example/account/password/reset/key/" in letter.body
    assert "Ann" not in letter.body
    link = link_in(letter)

    assert shown(choose(client, link, "short"), ".error") == snapshot
    assert ann.now.check_password(PASSWORD)
    answer = choose(client, link)
    assert shown(client.get(answer["Location"]), "h1 + p") == snapshot
    assert not logged_in(there)
    assert ann.now.check_password(NEW_PASSWORD)
    assert log_in(client, "ann@example.org", NEW_PASSWORD).status_code == 302
    assert shown(browser().get(link), "h1 + p") == snapshot


def test_a_link_works_in_a_browser_that_is_logged_in(ann: Person, snapshot: SnapshotAssertion) -> None:
    client = ann.browser()
    send(client, RESET, email="ann@example.org")
    answer = choose(client, link_in(outbox()[0]))
    assert shown(client.get(answer["Location"]), "h1 + p") == snapshot
    assert (ann.now.check_password(NEW_PASSWORD), logged_in(client)) == (True, False)


def test_a_link_is_good_for_a_day_and_until_the_next_log_in(
    ann: Person, settings: Any, snapshot: SnapshotAssertion
) -> None:
    send(browser(), RESET, email="ann@example.org")
    link = link_in(outbox()[0])
    for timeout, status in ((-1, 200), (24 * 3600, 302)):
        settings.PASSWORD_RESET_TIMEOUT = timeout
        assert browser().get(link).status_code == status
    ann.browser()
    assert shown(browser().get(link), "h1 + p") == snapshot


def test_a_link_that_was_made_up_opens_nothing(ann: Person, snapshot: SnapshotAssertion) -> None:
    person("ben@example.org")
    send(browser(), RESET, email="ann@example.org")
    link = link_in(outbox()[0])
    number, _, token = link.removeprefix(f"{RESET}key/").strip("/").partition("-")
    other = "1" if number != "1" else "2"
    made_up = [
        f"{other}-{token}",
        f"{number}-{token[:-1]}",
        f"{number}-x",
        "zzzzzzzzzzzzzzzzzzz-0-x",
        "x-" + "x" * 2000,
    ]
    pages = [browser().get(f"{RESET}key/{each}/") for each in made_up]
    assert len({words(page) for page in pages}) == 1
    assert shown(pages[0], "h1") == snapshot


def test_an_inactive_account_gets_no_link(ann: Person) -> None:
    Account.objects.update(is_active=False)
    assert send(browser(), RESET, email="ann@example.org").status_code == 302
    assert outbox() == []


def test_invalid_email_gets_no_mail() -> None:
    for email in ("", "ann", "ann@example.org\nBcc: ben@example.org", "a\x00@example.org"):
        assert send(browser(), RESET, email=email).status_code == 200
    assert outbox() == []


def test_failed_mail_does_not_block_and_is_logged_without_its_address(
    ann: Person, settings: Any, caplog: pytest.LogCaptureFixture
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 1
    assert send(browser(), RESET, email="ann@example.org").status_code == 302
    assert outbox() == []
    assert caplog.messages == ["A mail could not be sent: ConnectionRefusedError"]


def test_a_command_prints_a_link(ann: Person) -> None:
    printed = StringIO()
    call_command("reset_link", "ANN@example.org", stdout=printed)
    assert choose(browser(), printed.getvalue().splitlines()[0]).status_code == 302
    assert ann.now.check_password(NEW_PASSWORD)
    with pytest.raises(CommandError, match=r"nobody@example\.org"):
        call_command("reset_link", "nobody@example.org")
