"""Browser: passkeys with Chromium's virtual authenticator: adding one, logging in, and not being in the way."""

import json
from collections.abc import Callable

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from allauth.mfa.webauthn.internal.auth import WebAuthn
from playwright.sync_api import CDPSession, Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Account
from tests.authenticator import Authenticator as Key
from tests.browser.table import fits
from tests.views.people import PASSWORD, person

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.fixture
def codes(live_app: str) -> list[str]:
    """Recovery codes of somebody with an authenticator app."""
    ann = person().account
    TOTP.activate(ann, "A" * 32)
    return list(RecoveryCodes.activate(ann).get_unused_codes())


def authenticator(page: Page) -> tuple[CDPSession, str]:
    """Give the browser an authenticator that says yes."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    about = {"protocol": "ctap2", "transport": "internal", "hasUserVerification": True, "isUserVerified": True}
    added = devtools.send(
        "WebAuthn.addVirtualAuthenticator", {"options": about | {"automaticPresenceSimulation": True}}
    )
    return devtools, str(added["authenticatorId"])


def begin(page: Page) -> None:
    page.goto("/account/login/")
    page.get_by_label("E-mail").fill("ann@example.org")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").tap()


def log_out(page: Page) -> None:
    page.get_by_role("button", name="Log out").tap()
    expect(page.get_by_role("link", name="Run a league")).to_be_visible()


def by_code(page: Page, code: str) -> None:
    begin(page)
    page.get_by_label("Code from your authenticator app, or a recovery code").fill(code)
    page.get_by_role("button", name="Log in", exact=True).tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_a_passkey_is_added_and_logs_in(phone: Phones, codes: list[str], snapshot: SnapshotAssertion) -> None:
    page = phone()
    devtools, device = authenticator(page)
    by_code(page, codes[0])
    page.get_by_role("link", name="Two-step login").tap()
    page.get_by_role("link", name="Add a passkey").tap()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Continue").tap()
    page.get_by_label("Name of this device").fill("My phone")
    assert fits(page)
    page.get_by_role("button", name="Add a passkey").tap()
    page.get_by_role("link", name="Passkeys").tap()
    expect(page.locator(".sessions > li")).to_contain_text("My phone")
    assert fits(page)

    page.goto("/account/")
    log_out(page)
    begin(page)
    expect(page.get_by_role("button", name="Use your passkey")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Use your passkey").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    assert Authenticator.objects.get(type="webauthn").last_used_at

    # The phone says no: the page says so, and a code helps.
    log_out(page)
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})
    devtools.send("WebAuthn.disable")
    page.add_init_script("navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))")
    begin(page)
    page.get_by_role("button", name="Use your passkey").tap()
    expect(page.locator("#passkey_failed")).to_be_visible()
    assert page.locator("#passkey_failed").inner_text() == snapshot
    page.get_by_label("Code from your authenticator app, or a recovery code").fill(codes[1])
    page.get_by_role("button", name="Log in", exact=True).tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_without_script_the_codes_are_the_way(phone: Phones, codes: list[str]) -> None:
    key = Key("http://localhost").make({"rp": {"id": "localhost"}, "challenge": "AAAA"})
    WebAuthn.add(Account.objects.get(), "My phone", json.loads(key))
    page = phone(java_script_enabled=False)
    begin(page)
    expect(page.get_by_label("Code from your authenticator app")).to_be_visible()
    expect(page.locator("#use_passkey")).to_have_count(1)
    expect(page.locator("#use_passkey")).to_be_hidden()
    page.get_by_label("Code from your authenticator app, or a recovery code").fill(codes[0])
    page.get_by_role("button", name="Log in", exact=True).tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
