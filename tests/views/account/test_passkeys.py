"""Passkeys: allauth's pages take those of this site alone, each answer once."""

import json
import re
from typing import Any

import pytest
from allauth.mfa.models import Authenticator as Stored
from django.test import Client

from tests.authenticator import Authenticator
from tests.views.people import PASSWORD, log_in, logged_in, person, send
from tests.views.reading import says, text

LIST, STEP_TWO = "/account/2fa/webauthn/", "/account/2fa/authenticate/"
ADD = f"{LIST}add/"
HERE, ELSEWHERE = "http://localhost", "https://evil.example"


def options(client: Client, page: str) -> dict[str, Any]:
    """What a page asks a passkey for."""
    found = re.search(r'<script id="js_data" type="application/json">(.*?)</script>', text(client.get(page)))
    assert found
    (asked,) = json.loads(found[1]).values()
    made: dict[str, Any] = asked["publicKey"]
    return made


def browser_here() -> Client:
    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    log_in(client, "ann@example.org", PASSWORD)
    return client


@pytest.mark.django_db
def test_only_a_passkey_of_this_site_is_added_and_logs_in(
    caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    caplog.set_level("INFO", "games.security")
    person()
    client = browser_here()
    send(client, "/account/reauthenticate/", password=PASSWORD)
    for origin, added in ((ELSEWHERE, False), (HERE, True)):
        key = Authenticator(origin)
        with django_capture_on_commit_callbacks(execute=True):
            answer = client.post(ADD, {"name": "Phone", "credential": key.make(options(client, ADD))})
        assert (answer.status_code == 302, Stored.objects.filter(type="webauthn").exists()) == (added, added)
    assert sum("webauthn_added" in message for message in caplog.messages) == 1

    fake = key.copy()
    fake.origin = ELSEWHERE
    stranger = Authenticator(HERE)
    stranger.id = key.id
    client = browser_here()
    for other in (fake, stranger):
        answer = client.post(STEP_TWO, {"credential": other.sign(options(client, STEP_TWO))})
        assert (answer.status_code, logged_in(client)) == (200, False)
    answered = key.sign(options(client, STEP_TWO))
    assert client.post(STEP_TWO, {"credential": answered}).status_code == 302
    assert logged_in(client)
    again = browser_here()
    options(again, STEP_TWO)
    assert (again.post(STEP_TWO, {"credential": answered}).status_code, logged_in(again)) == (200, False)


@pytest.mark.django_db
def test_a_passkey_is_listed_and_asked_for_again() -> None:
    person()
    client = browser_here()
    send(client, "/account/reauthenticate/", password=PASSWORD)
    client.post(ADD, {"name": "Ann's phone", "credential": Authenticator(HERE).make(options(client, ADD))})
    key = Stored.objects.get(type="webauthn").pk
    assert says(client.get(LIST), "Ann's phone")
    for page in (f"{LIST}keys/{key}/edit/", f"{LIST}keys/{key}/remove/", f"{LIST}reauthenticate/"):
        assert client.get(page).status_code == 200
