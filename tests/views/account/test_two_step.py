"""Two-step login: what of allauth is set up here, and what is added to it."""

import base64
import os
import re
import subprocess
import sys
import time
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.core.management import CommandError, call_command
from django.http import HttpResponse
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.views.account.mfa_adapter import MFAAdapter
from tests.leagues import club
from tests.views.people import (
    MAC,
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
from tests.views.reading import forms, shown, text, words

PAGE, CODE = "/account/2fa/", "/account/2fa/authenticate/"


@pytest.fixture
def ann(db: None) -> Person:
    return person()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A time that only the test moves on."""
    now = [time.time() // 30 * 30 + 0.5]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def app_code(secret: str, seconds: int = 0) -> str:
    """What the app shows now, or so many seconds later."""
    return format_hotp_value(hotp_value(secret, int(time.time() + seconds) // 30))


def turn_on(client: Client) -> tuple[str, list[str]]:
    """Turn two-step login on; return the app's secret and the recovery codes."""
    page = f"{PAGE}totp/activate/"
    send(client, f"/account/reauthenticate/?next={page}", form="/account/reauthenticate/", password=PASSWORD)
    shown = client.get(page)
    secret = re.search(r"<code>(\w+)</code>", text(shown))
    assert secret
    answer = client.post(page, forms(shown)[page[1:]].fields | {"code": app_code(secret[1])})
    codes = re.findall(r"\b\d{12}\b", words(client.get(answer["Location"])))
    assert len(set(codes)) == 10
    return secret[1], codes


def step_two(client: Client, code: str) -> HttpResponse:
    """Log in with the password and then with this code."""
    assert log_in(client, "ann@example.org", PASSWORD)["Location"] == CODE
    return send(client, CODE, code=code)


def test_a_log_in_asks_for_the_code_and_then_goes_on(
    ann: Person, clock: list[float], django_capture_on_commit_callbacks: Any
) -> None:
    client, other = ann.browser(), ann.browser(MAC)
    with django_capture_on_commit_callbacks(execute=True):
        secret, codes = turn_on(client)
    assert (logged_in(client), logged_in(other)) == (True, False)
    assert client.get("/account/").context["page"].codes_left == 10
    assert not [code for code in codes if code in words(client.get(f"{PAGE}recovery-codes/"))]  # shown once
    client = browser()
    assert client.get(CODE)["Location"] == "/account/login/"
    answer = log_in(client, "ann@example.org", PASSWORD, after="?next=/check/")
    assert (answer["Location"], logged_in(client)) == (CODE, False)
    assert 'autocomplete="one-time-code"' in text(client.get(CODE))
    for address in ("/account/", PAGE, "/leagues/new/"):
        assert client.get(address)["Location"].startswith("/account/login/")
    for wrong in ("", "x", "\u0660" * 6, str((int(app_code(secret)) + 1) % 1_000_000), "0" * 12):
        assert (send(client, CODE, code=wrong).status_code, logged_in(client)) == (200, False)
    answer = send(client, CODE, code=app_code(secret))
    assert (answer["Location"], logged_in(client)) == ("/check/", True)
    assert step_two(browser(), app_code(secret)).status_code == 200  # each works once
    assert step_two(browser(), codes[0]).status_code == 302
    assert step_two(browser(), codes[0]).status_code == 200


def test_secrets_are_encrypted_in_the_database(ann: Person, settings: Any) -> None:
    secret, _ = turn_on(ann.browser())
    stored = " ".join(str(row.data) for row in Authenticator.objects.all())
    assert (secret in stored, base64.b32decode(secret).hex() in stored) == (False, False)
    data = Authenticator.objects.get(type="totp").data["secret"]
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "new", [settings.SECRET_KEY]
    assert MFAAdapter().decrypt(data) == secret
    settings.SECRET_KEY_FALLBACKS = []
    assert MFAAdapter().decrypt(data) not in ("", secret)
    assert step_two(browser(), app_code(secret)).status_code == 200


def test_wrong_codes_are_limited_and_the_owner_elsewhere_is_not(ann: Person, clock: list[float]) -> None:
    client = ann.browser()
    secret, _ = turn_on(client)
    guesser = browser(address="192.0.2.1")
    log_in(guesser, "ann@example.org", PASSWORD)
    statuses = [send(guesser, CODE, code=code).status_code for code in ["no code"] * 3 + ["0" * 12] * 10]
    csrf = {"csrfmiddlewaretoken": guesser.cookies["csrftoken"].value}
    statuses.append(guesser.post(CODE, csrf | {"code": app_code(secret, 30)}).status_code)
    assert statuses == [200] * 13 + [429]
    assert step_two(browser(), app_code(secret, 30)).status_code == 302


def test_a_new_password_by_mail_does_not_get_round_it(ann: Person) -> None:
    turn_on(ann.browser())
    client = browser()
    send(client, "/account/password/reset/", email="ann@example.org")
    send(client, client.get(link_in(outbox()[0]))["Location"], password1=NEW_PASSWORD)
    assert (log_in(client, "ann@example.org", NEW_PASSWORD)["Location"], logged_in(client)) == (CODE, False)


def test_it_is_turned_off_with_the_password(ann: Person) -> None:
    _, codes = turn_on(ann.browser())
    client, page = browser(), f"{PAGE}totp/deactivate/"
    step_two(client, codes[0])
    assert client.get(page)["Location"].startswith("/account/reauthenticate/")
    send(client, "/account/reauthenticate/", password=PASSWORD)
    send(client, page)
    assert Authenticator.objects.count() == 0
    assert log_in(browser(), "ann@example.org", PASSWORD)["Location"] == "/account/"


def test_whoever_runs_the_server_can_turn_it_off(ann: Person, settings: Any) -> None:
    client, printed = ann.confirmed().browser(), StringIO()
    turn_on(client)
    outbox().clear()
    settings.SENDS_MAIL = True
    call_command("two_step_off", " ANN@example.org", stdout=printed)
    assert "Two-step login is off for ann@example.org" in printed.getvalue()
    assert (Authenticator.objects.count(), logged_in(client)) == (0, False)
    assert [(one.to, "turned off" in str(one.body)) for one in outbox()] == [(["ann@example.org"], True)]
    for account, refused in (("ann@example.org", "is already off"), ("nobody@example.org", "No account has")):
        with pytest.raises(CommandError, match=refused):
            call_command("two_step_off", account)


@pytest.mark.parametrize(
    ("public", "offered"),
    [("https://scores.example", True), ("http://localhost:8000", True), ("http://192.0.2.1:8000", False), ("", False)],
)
def test_passkeys_are_offered_where_browsers_have_them(public: str, offered: bool, tmp_path: Path) -> None:
    ask = "from django.conf import settings; print('webauthn' in settings.MFA_SUPPORTED_TYPES)"
    variables = {"DJANGO_SETTINGS_MODULE": "scorekeeper.settings", "SECRET_KEY": "x", "SCOREKEEPER_DATA": str(tmp_path)}
    answer = subprocess.run(
        [sys.executable, "-c", ask],
        env=os.environ | variables | {"PUBLIC_URL": public},
        capture_output=True,
        check=True,
    )
    assert answer.stdout.strip() == str(offered).encode()


def test_organizers_are_recommended_a_second_step(ann: Person, snapshot: SnapshotAssertion) -> None:
    assert shown(ann.browser().get("/account/"), "[aria-labelledby=two-step] p") == snapshot
    made = club()
    made.league.offices.update(account=ann.account)
    client, offices = ann.browser(), f"/l/{made.league.public_id}/offices/"
    advice = f'.fine:has(a[href="{PAGE}"])'
    assert shown(client.get("/account/"), "[aria-labelledby=two-step] p") == snapshot
    assert shown(client.get(offices), advice) == snapshot
    turn_on(client)
    assert shown(client.get(offices), advice) == []


def test_account_owner_is_notified_by_mail(
    ann: Person, clock: list[float], settings: Any, django_capture_on_commit_callbacks: Any
) -> None:
    settings.SENDS_MAIL = True
    client = ann.browser()
    with django_capture_on_commit_callbacks(execute=True):
        _, codes = turn_on(client)
    assert outbox() == []  # not to an e-mail that nobody confirmed
    ann.confirmed()
    with django_capture_on_commit_callbacks(execute=True):
        step_two(browser(), codes[0])
        send(client, f"{PAGE}totp/deactivate/")
        turn_on(client)
    mails = [str(one.body) for one in outbox()]
    for sentence in ("a recovery code", "app deactivated", "app activated"):
        assert sum(sentence in mail for mail in mails) == 1
    assert {one.to[0] for one in outbox()} == {"ann@example.org"}
    assert not [code for code in codes for mail in mails if code in mail]


def test_the_log_tells_what_happened_and_no_code(
    ann: Person, clock: list[float], caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    caplog.set_level("INFO", "games.security")
    with django_capture_on_commit_callbacks(execute=True):
        client = ann.browser()
        _, codes = turn_on(client)
        step_two(browser(), codes[0])
        step_two(browser(), codes[0])
        send(client, f"{PAGE}totp/deactivate/")
    lines = [record.getMessage() for record in caplog.records if record.name == "games.security"]
    for event in (
        "totp_added",
        "recovery_codes_added",
        "recovery_code_used",
        "logged_in",
        "wrong_code",
        "totp_removed",
    ):
        assert f"{event} account={ann.account.pk}" in lines
    assert not [line for line in lines for code in codes if code in line]
