"""Browser: an account where mail can be sent: its e-mail is confirmed, and its password reset, by mailed links."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.services.account.mail_queue import wait_until_sent
from tests.security.mailbox import Mailbox
from tests.views.people import NEW_PASSWORD, PASSWORD

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.fixture
def mailbox(settings: Any) -> Iterator[Mailbox]:
    """A real mail server, which this server sends its mails to."""
    with Mailbox() as box:
        settings.SENDS_MAIL, settings.ACCOUNT_EMAIL_VERIFICATION = True, "mandatory"
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = box.address
        yield box


def link(box: Mailbox) -> str:
    """The path of the link in the newest mail."""
    wait_until_sent()
    return box.links[-1]


def log_in(page: Page, password: str) -> None:
    page.goto("/account/login/")
    page.get_by_label("E-mail").fill("ann@example.org")
    page.get_by_label("Password").fill(password)
    page.get_by_role("button", name="Log in").tap()


def test_an_account_is_confirmed_and_its_password_reset_by_mail(
    phone: Phones, mailbox: Mailbox, snapshot: SnapshotAssertion
) -> None:
    page = phone()
    page.goto("/")
    page.get_by_role("link", name="Run a league").tap()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("E-mail").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Create account").tap()
    expect(page.get_by_role("heading", name="Check your e-mail")).to_be_visible()
    log_in(page, PASSWORD)
    expect(page.get_by_role("heading", name="Check your e-mail")).to_be_visible()

    page.goto(link(mailbox))
    page.get_by_role("button", name="Yes, use this e-mail").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()

    elsewhere = phone()
    elsewhere.goto("/account/login/")
    elsewhere.get_by_role("link", name="Forgot your password?").tap()
    elsewhere.get_by_label("E-mail").fill("Ann@example.org")
    elsewhere.get_by_role("button", name="Send the link").tap()
    expect(elsewhere.get_by_role("heading", name="Check your e-mail")).to_be_visible()
    elsewhere.goto(link(mailbox))
    elsewhere.get_by_label("New password").fill(NEW_PASSWORD)
    elsewhere.get_by_role("button", name="Save password").tap()
    expect(elsewhere.get_by_role("heading", name="Password changed")).to_be_visible()
    log_in(elsewhere, PASSWORD)
    expect(elsewhere.locator(".errors")).to_be_visible()
    assert elsewhere.locator(".errors").inner_text() == snapshot
    log_in(elsewhere, NEW_PASSWORD)
    expect(elsewhere.get_by_role("heading", name="Your account")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Log in")).to_be_visible()
