"""Browser: passkeys with Chromium's virtual authenticator: adding one, logging in, and not being in the way."""

from collections.abc import Callable

import pytest
from playwright.sync_api import CDPSession, Page, expect

from games.models import Account, Passkey
from games.services.account.second_factor import turn_on
from tests.browser.table import fits
from tests.views.account.test_two_step import NONCE, app_code
from tests.views.people import PASSWORD, person

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.fixture
def codes(live_app: str) -> list[str]:
    return list(turn_on(account=person().account, nonce=NONCE, code=app_code(), current_session=""))


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
    page.get_by_role("link", name="Use a recovery code").tap()
    page.get_by_label("Recovery code").fill(code)
    page.get_by_role("button", name="Log in").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_a_passkey_is_added_and_logs_in(phone: Phones, codes: list[str]) -> None:
    page = phone()
    devtools, device = authenticator(page)
    by_code(page, codes[0])
    page.get_by_role("link", name="Passkeys").tap()
    page.get_by_role("link", name="Add a passkey").tap()
    page.get_by_label("Name of this device").fill("My phone")
    page.get_by_label("Your password").fill(PASSWORD)
    page.get_by_label("Code from your authenticator app, or a recovery code").fill(codes[1])
    assert fits(page)
    page.get_by_role("button", name="Continue").tap()
    expect(page.get_by_role("button", name="Create passkey")).to_be_visible()
    expect(page.get_by_text("This browser can't make passkeys")).to_have_count(0)
    assert fits(page)
    page.get_by_role("button", name="Create passkey").tap()
    expect(page.get_by_text("Passkey added")).to_be_visible()
    expect(page.locator(".sessions > li")).to_contain_text("My phone")
    assert fits(page)

    page.goto("/account/")
    log_out(page)
    begin(page)
    expect(page.get_by_role("button", name="Use your passkey")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="Use your passkey").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    assert Passkey.objects.get().sign_count > 0

    # The phone says no: the page says so, and a code helps.
    log_out(page)
    devtools.send("WebAuthn.removeVirtualAuthenticator", {"authenticatorId": device})
    devtools.send("WebAuthn.disable")
    page.add_init_script("navigator.credentials.get = () => Promise.reject(new DOMException('no', 'NotAllowedError'))")
    begin(page)
    page.get_by_role("button", name="Use your passkey").tap()
    expect(page.get_by_text("That passkey didn't work.")).to_be_visible()
    expect(page.get_by_role("button", name="Use your passkey")).to_be_enabled()
    by_code(page, codes[2])


def test_without_script_the_codes_are_the_way(phone: Phones, codes: list[str]) -> None:
    Passkey.objects.create(
        factor=Account.objects.get().second_factor,
        label="My phone",
        rp_id="localhost",
        credential_id="AAAA",
        public_key="",
        sign_count=0,
        last_challenge=0,
    )
    page = phone(java_script_enabled=False)
    begin(page)
    expect(page.get_by_label("Code from your authenticator app")).to_be_visible()
    expect(page.get_by_role("button", name="Use your passkey")).to_be_hidden()
    by_code(page, codes[0])
