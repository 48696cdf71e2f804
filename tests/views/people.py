"""People with accounts: browsers logged in through the real form, and the mails sent to them."""

import re
from dataclasses import dataclass
from typing import Self

from allauth.account.models import EmailAddress
from django.contrib.auth.hashers import PBKDF2PasswordHasher
from django.core import mail
from django.http import HttpResponse
from django.test import Client

from games.models import Account, AccountSession
from games.services.account import mail_queue
from tests.views.reading import forms, submit

PASSWORD = "seven green tables"
NEW_PASSWORD = "eight green tables"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Safari/604.1"
MAC = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1"


@dataclass(frozen=True)
class Person:
    """A person with an account: ``account`` as it was created, ``now`` as stored."""

    account: Account
    password: str = PASSWORD

    @property
    def now(self) -> Account:
        return Account.objects.get(pk=self.account.pk)

    def browser(self, agent: str = IPHONE, address: str = "127.0.0.1") -> Client:
        """A browser that is logged in."""
        client = browser(agent, address)
        assert log_in(client, self.account.email, self.password).status_code == 302
        return client

    def sure_browser(self) -> Client:
        """A browser on which the password has just been typed again."""
        client = self.browser()
        send(client, "/account/reauthenticate/", password=self.password)
        return client

    def confirmed(self) -> Self:
        """The same person, whose e-mail is confirmed."""
        EmailAddress.objects.filter(user=self.account).delete()
        EmailAddress.objects.create(user=self.account, email=self.account.email, primary=True, verified=True)
        return self


def person(email: str = "ann@example.org", name: str = "Ann", password: str = PASSWORD) -> Person:
    """Create a person with an account."""
    return Person(Account.objects.create_user(email, password, name=name), password)


def browser(agent: str = IPHONE, address: str = "127.0.0.1") -> Client:
    """Return a client without a log-in, which enforces CSRF and returns 500 responses instead of raising."""
    return Client(
        enforce_csrf_checks=True,
        raise_request_exception=False,
        headers={"user-agent": agent},
        REMOTE_ADDR=address,
    )


def send(client: Client, page: str, *, form: str = "", **typed: str) -> HttpResponse:
    """Open ``page``, fill in the form with the action ``form`` (by default the page itself) and send it."""
    response = forms(client.get(page))
    return submit(client, response[(form or page.partition("?")[0]).removeprefix("/")], **typed)


def log_in(client: Client, email: str, password: str, after: str = "") -> HttpResponse:
    """Fill in the log-in form."""
    return send(client, f"/account/login/{after}", login=email, password=password)


def logged_in(client: Client) -> bool:
    """Whether the account's page opens."""
    return client.get("/account/").status_code == 200


def key(client: Client) -> str:
    """The session's key in the browser's cookie, "" without one."""
    return client.cookies["session"].value if "session" in client.cookies else ""


def with_key(key: str) -> Client:
    """Return another browser with a stolen session key."""
    client = browser()
    client.cookies["session"] = key
    return client


def labels(account: Account) -> list[str]:
    """The devices that are logged in, the first first."""
    return list(AccountSession.objects.filter(account=account).order_by("created_at").values_list("label", flat=True))


def outbox() -> list[mail.EmailMessage]:
    """Wait for all mails to be sent, and return them."""
    mail_queue.wait_until_sent()
    return mail.outbox


def link_in(message: mail.EmailMessage) -> str:
    """Return the path of the link in a mail."""
    found = re.search(
        r"^https?://[^/]+(/account/(?:confirm-email|password/reset/key)/\S+)$", str(message.body), re.MULTILINE
    )
    assert found
    return found[1]


class CountedHasher(PBKDF2PasswordHasher):
    """Django's PBKDF2 hasher, counting how often it computes a hash."""

    iterations = 1
    calls = 0

    def encode(self, password: str, salt: str | bytes, iterations: int | None = None) -> str:
        CountedHasher.calls += 1
        return super().encode(password, salt, iterations)
