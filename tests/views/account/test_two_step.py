"""Two-step login: turned on with an app, required at every log-in, and turned off."""

import re
import time
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django_otp.oath import TOTP

from games.models import RecoveryCode, SecondFactor
from games.selectors.secrets import app_secret
from games.services.account.second_factor import turn_on
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
from tests.views.reading import forms, says, text

NONCE = "0123456789abcdef" * 2
PAGE, CODE = "/account/two-step/", "/account/login/code/"


@pytest.fixture
def ann(db: None) -> Person:
    return person()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """A time that only the test moves on."""
    now = [900_000_000.5]
    monkeypatch.setattr(time, "time", lambda: now[0])
    return now


def app_code(nonce: str = NONCE, seconds: int = 0) -> str:
    """What the app shows now, or so many seconds later."""
    app = TOTP(app_secret(nonce))
    app.time = time.time() + seconds
    return f"{app.token():06}"


def step_two(client: Client, code: str, recovery: bool = False) -> HttpResponse:
    """Type a code where the log-in asks for it."""
    page = f"{CODE}?recovery" if recovery else CODE
    response = forms(client.get(page))
    return client.post(page, response[page[1:]].fields | {"code": code})


def protected(ann: Person) -> tuple[str, ...]:
    """Ann with two-step login; her recovery codes."""
    return turn_on(account=ann.account, nonce=NONCE, code=app_code(), current_session="")


# --- On --------------------------------------------------------------------------------------------------------------


def test_it_is_turned_on_with_an_app_and_codes_are_shown_once(ann: Person, clock: list[float]) -> None:
    client, other = ann.browser(), ann.browser(MAC)
    page = client.get(PAGE)
    form = forms(page)[PAGE[1:]]
    nonce = form.fields["nonce"]
    secret = re.search(r"<code>([A-Z2-7 ]+)</code>", text(page))
    link = re.search(r'href="(otpauth://totp/Scorekeeper[^"]+)"', text(page))
    assert secret
    assert link
    assert secret[1].replace(" ", "") in link[1]
    assert "ann@example.org" in link[1]
    assert 'src="data:image/svg+xml' in text(page)
    assert SecondFactor.objects.count() == 0

    right = app_code(nonce)
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    for code, password in ((wrong, PASSWORD), (right, "wrong"), ("", PASSWORD), (right, "")):
        answer = client.post(PAGE, form.fields | {"code": code, "password": password})
        assert (code, answer.status_code, SecondFactor.objects.count()) == (code, 400, 0)
        assert forms(answer)[PAGE[1:]].fields["nonce"] == nonce
    answer = client.post(PAGE, form.fields | {"code": f" {right[:3]} {right[3:]} ", "password": PASSWORD})
    assert (answer.status_code, "no-store" in answer["Cache-Control"]) == (201, True)
    codes = re.findall(r"<code>([a-z2-9-]{19})</code>", text(answer))
    assert len(set(codes)) == 10
    assert (logged_in(client), logged_in(other)) == (True, False)
    assert says(client.get("/account/"), "10 recovery codes are left.")
    assert client.get(PAGE)["Location"] == "/account/"  # shown this once
    stored = " ".join(str(row) for row in [*SecondFactor.objects.values(), *RecoveryCode.objects.values()])
    assert not [one for one in (*codes, secret[1], app_secret(nonce).hex()) if one.replace("-", "") in stored]


def test_a_made_up_nonce_is_replaced(ann: Person, clock: list[float]) -> None:
    client = ann.browser()
    form = forms(client.get(PAGE))[PAGE[1:]]
    for nonce in ("", "x", "A" * 32, "\u0660" * 32, "0" * 33):
        typed = {"nonce": nonce, "code": app_code(nonce), "password": PASSWORD}
        answer = client.post(PAGE, form.fields | typed)
        assert (answer.status_code, SecondFactor.objects.count()) == (400, 0)
        assert re.fullmatch(r"[0-9a-f]{32}", forms(answer)[PAGE[1:]].fields["nonce"])


def test_organizers_are_recommended_a_second_step(ann: Person) -> None:
    assert not says(ann.browser().get("/account/"), "You run a league")
    made = club()
    made.league.offices.update(account=ann.account)
    page = ann.browser().get("/account/")
    assert says(page, "You run a league")
    offices = f"/l/{made.league.public_id}/offices/"
    assert says(ann.browser().get(offices), "Protect this league with two-step login")
    protected(ann)
    client = browser()
    log_in(client, "ann@example.org", PASSWORD)
    step_two(client, app_code(seconds=30))
    assert not says(client.get(offices), "Protect this league with two-step login")


# --- At the log-in ---------------------------------------------------------------------------------------------------


def test_a_log_in_asks_for_the_code_and_then_goes_on(ann: Person, clock: list[float]) -> None:
    protected(ann)
    client = browser()
    assert client.get(CODE)["Location"] == "/account/login/"
    answer = log_in(client, "ann@example.org", PASSWORD, after="?next=/check/")
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, CODE, False)
    assert (answer.cookies["second"]["httponly"], answer.cookies["second"]["max-age"]) == (True, 600)
    assert "session" not in client.cookies or not client.cookies["session"].value
    page = client.get(CODE)
    assert 'autocomplete="one-time-code"' in text(page)
    answer = step_two(client, "000000" if app_code() != "000000" else "111111")
    assert (answer.status_code, logged_in(client)) == (400, False)
    clock[0] += 30
    answer = step_two(client, app_code())
    assert (answer.status_code, answer["Location"], logged_in(client)) == (302, "/check/", True)
    assert client.cookies["second"].value == ""


def test_a_code_works_once(ann: Person, clock: list[float]) -> None:
    protected(ann)
    used = app_code()
    found = []
    for code in (used, app_code(seconds=30), app_code(seconds=30), used, app_code(seconds=60), app_code(seconds=-30)):
        client = browser()
        log_in(client, "ann@example.org", PASSWORD)
        found.append(step_two(client, code).status_code)
    # The one that turned it on; the next, half a minute early; the same again; an old one; a whole minute early; older.
    assert found == [400, 302, 400, 400, 400, 400]
    clock[0] += 60
    client = browser()
    log_in(client, "ann@example.org", PASSWORD)
    assert step_two(client, app_code(seconds=-90)).status_code == 400
    assert step_two(client, app_code()).status_code == 302


def test_a_recovery_code_works_once_however_it_is_typed(ann: Person, clock: list[float]) -> None:
    codes = protected(ann)
    for code, there in (
        (codes[0], 302),
        (codes[0], 400),
        (codes[1].replace("-", " ").upper(), 302),
        (codes[2][1:], 400),
    ):
        client = browser()
        log_in(client, "ann@example.org", PASSWORD)
        answer = step_two(client, code, recovery=True)
        assert (code, answer.status_code, logged_in(client)) == (code, there, there == 302)
    assert says(client.get(f"{CODE}?recovery"), "Type one of your recovery codes.")
    client = browser()
    log_in(client, "ann@example.org", PASSWORD)
    assert step_two(client, codes[3]).status_code == 302  # in the other field, too
    assert says(client.get("/account/"), "7 recovery codes are left.")


def test_between_password_and_code_nothing_is_open(ann: Person, clock: list[float]) -> None:
    codes = protected(ann)
    client = browser()
    log_in(client, "ann@example.org", PASSWORD)
    for address in ("/account/", "/account/password/", PAGE, f"{PAGE}codes/", f"{PAGE}off/", "/leagues/new/"):
        assert client.get(address)["Location"].startswith("/account/login/")
    step = client.cookies["second"].value
    assert "ann" not in step
    for wrong in ("", "x", step[:-1], step.replace(":", ".", 1), "\u00e4", "x" * 5000):
        other = browser()
        other.cookies["second"] = wrong
        assert other.get(CODE)["Location"] == "/account/login/"
    form = forms(client.get(CODE))[CODE[1:]].fields
    clock[0] += 601
    assert client.post(CODE, form | {"code": codes[0]})["Location"] == "/account/login/"
    log_in(client, "ann@example.org", PASSWORD)
    ann.account.set_password(NEW_PASSWORD)
    ann.account.save()
    assert client.get(CODE)["Location"] == "/account/login/"
    log_in(client, "ann@example.org", NEW_PASSWORD)
    form = forms(client.get(CODE))[CODE[1:]].fields
    ann.account.is_active = False
    ann.account.save()
    assert client.post(CODE, form | {"code": codes[0]})["Location"] == "/account/login/"


def test_a_new_password_by_mail_does_not_get_round_it(ann: Person, clock: list[float]) -> None:
    protected(ann)
    send(browser(), "/account/reset/", email="ann@example.org")
    client = browser()
    send(client, link_in(outbox()[0]), new_password=NEW_PASSWORD)
    assert log_in(client, "ann@example.org", NEW_PASSWORD)["Location"] == CODE
    assert not logged_in(client)


def test_signing_up_again_does_not_get_round_it(ann: Person, clock: list[float]) -> None:
    protected(ann)
    client = browser()
    answer = send(client, "/account/new/", name="Ann", email="ann@example.org", password=PASSWORD)
    assert (answer["Location"], logged_in(client)) == (CODE, False)


# --- New codes, and off ----------------------------------------------------------------------------------------------


def inside(ann: Person, code: str) -> Client:
    """A browser that Ann logged in on in two steps."""
    client = browser()
    log_in(client, "ann@example.org", PASSWORD)
    assert step_two(client, code).status_code == 302
    return client


def test_new_recovery_codes_replace_the_old_ones(ann: Person, clock: list[float]) -> None:
    old = protected(ann)
    client = inside(ann, old[0])
    for code, password in ((old[1], "wrong"), ("x", PASSWORD), ("aaaa-aaaa-aaaa-aaaa", PASSWORD), ("", "")):
        assert send(client, f"{PAGE}codes/", code=code, password=password).status_code == 400
    assert RecoveryCode.objects.filter(used_at=None).count() == 9
    answer = send(client, f"{PAGE}codes/", code=old[1], password=PASSWORD)
    codes = re.findall(r"<code>([a-z2-9-]{19})</code>", text(answer))
    assert (answer.status_code, len(set(codes) - set(old))) == (201, 10)
    for code, there in ((old[2], 400), (codes[0], 302)):
        client = browser()
        log_in(client, "ann@example.org", PASSWORD)
        assert step_two(client, code).status_code == there


def test_it_is_turned_off_with_password_and_code(ann: Person, clock: list[float]) -> None:
    codes = protected(ann)
    client = inside(ann, codes[0])
    for code, password in ((codes[1], "wrong"), ("000000", PASSWORD), ("", PASSWORD), (codes[0], PASSWORD)):
        assert send(client, f"{PAGE}off/", code=code, password=password).status_code == 400
    assert SecondFactor.objects.count() == 1
    answer = send(client, f"{PAGE}off/", code=codes[1], password=PASSWORD)
    assert (answer.status_code, answer["Location"]) == (302, "/account/?done=two_step_off")
    assert says(client.get(answer["Location"]), "Two-step login is off")
    assert (SecondFactor.objects.count(), RecoveryCode.objects.count()) == (0, 0)
    assert log_in(browser(), "ann@example.org", PASSWORD)["Location"] == "/account/"
    for address in ("codes/", "off/"):
        assert client.get(PAGE + address)["Location"] == PAGE


def test_account_owner_is_notified_by_mail(ann: Person, clock: list[float], settings: Any) -> None:
    settings.SENDS_MAIL = True
    codes = protected(ann)
    inside(ann, codes[0])
    assert outbox() == []  # not to an e-mail that nobody confirmed
    ann.account.email_confirmed_at = ann.account.created_at
    ann.account.save()
    client = inside(ann, codes[1])
    send(client, f"{PAGE}codes/", code=app_code(seconds=30), password=PASSWORD)
    clock[0] += 60
    send(client, f"{PAGE}off/", code=app_code(), password=PASSWORD)
    form = forms(client.get(PAGE))[PAGE[1:]].fields
    typed = form | {"code": app_code(form["nonce"]), "password": PASSWORD}
    assert client.post(PAGE, typed).status_code == 201
    subjects = [one.body.splitlines()[2] for one in outbox()]
    assert [one.to for one in outbox()] == [["ann@example.org"]] * 4
    for letter, words in zip(
        subjects, ("a recovery code", "new recovery codes", "turned off", "turned on"), strict=True
    ):
        assert words in letter
    assert not [one for one in outbox() for code in codes if code in one.body]


def test_the_log_tells_what_happened_and_no_code(
    ann: Person, clock: list[float], caplog: pytest.LogCaptureFixture, django_capture_on_commit_callbacks: Any
) -> None:
    caplog.set_level("INFO", "games.security")
    with django_capture_on_commit_callbacks(execute=True):
        codes = protected(ann)
        client = inside(ann, codes[0])
        step = browser()
        log_in(step, "ann@example.org", PASSWORD)
        step_two(step, codes[0])
        send(client, f"{PAGE}off/", code=codes[1], password=PASSWORD)
    log_lines = [record.getMessage() for record in caplog.records if record.name == "games.security"]
    about = f"account={ann.account.pk}"
    for event in ("second_factor_on", "recovery_code_used", "logged_in", "wrong_code", "second_factor_off"):
        assert f"{event} {about}" in log_lines
    assert not [line for line in log_lines for code in codes if code in line or code.replace("-", "") in line]
