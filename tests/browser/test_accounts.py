"""Browser: accounts on a phone: sign up, log out, log in, and end a session on another device."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.table import fits
from tests.views.people import PASSWORD, person

Phones = Callable[..., Page]
SMALL = {"viewport": {"width": 320, "height": 568}}


def log_in(page: Page, email: str) -> None:
    page.goto("/account/")
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").tap()
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()


def test_an_account_from_its_beginning_to_a_device_that_is_ended(phone: Phones, snapshot: SnapshotAssertion) -> None:
    ann, elsewhere = phone(), phone()
    ann.goto("/")
    ann.get_by_role("link", name="Run a league").tap()
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_label("E-mail").fill("ann@example.org")
    ann.get_by_label("Password").fill("short")
    ann.get_by_role("button", name="Create account").tap()
    expect(ann.locator("#id_password1_error .error").first).to_be_visible()
    assert ann.locator("#id_password1_error .error").all_inner_texts() == snapshot
    expect(ann.get_by_label("Your name")).to_have_value("Ann")
    ann.get_by_label("Password").fill(PASSWORD)
    ann.get_by_role("button", name="Create account").tap()
    # Somebody who wants to run a league is led on to it.
    ann.wait_for_url("**/leagues/new/")
    ann.goto("/account/")
    expect(ann.get_by_text("This device")).to_be_visible()

    ann.get_by_role("button", name="Log out").tap()
    expect(ann.get_by_role("link", name="Run a league")).to_be_visible()
    log_in(ann, "ann@example.org")
    log_in(elsewhere, "Ann@Example.org")

    ann.reload()
    expect(ann.locator(".sessions > li")).to_have_count(2)
    ann.get_by_role("button", name="Log out this device").tap()
    expect(ann.locator(".sessions > li")).to_have_count(1)
    elsewhere.reload()
    expect(elsewhere.get_by_role("heading", name="Log in")).to_be_visible()
    ann.goto("/")
    ann.get_by_role("link", name="Your account").tap()
    expect(ann.get_by_role("heading", name="Your account")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize("large", [False, True])
def test_nothing_hangs_over_the_edge_of_a_small_phone(phone: Phones, large: bool) -> None:
    page, other = phone(**SMALL), phone()
    person(email=f"{'ann' * 20}@example.org", name="Wilhelmina-Maximiliane " * 2)
    if large:
        page.add_init_script(
            "document.addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
        )
    for address in ("/", "/account/signup/", "/account/login/", "/account/password/reset/"):
        page.goto(address)
        assert fits(page)
    for each in (other, page):
        log_in(each, f"{'ann' * 20}@example.org")
    for address in ("/account/", "/account/password/change/", "/account/delete/"):
        page.goto(address)
        assert fits(page)
