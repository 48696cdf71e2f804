"""Browser: the search of the help page, with and without scripts."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def test_what_is_typed_is_searched_at_once(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    page.goto("/help/")
    expect(page.get_by_role("heading", level=2)).to_have_count(10)
    page.get_by_role("searchbox").fill("Undercut")
    expect(page.get_by_role("heading", level=2)).to_have_count(1)
    page.get_by_role("searchbox").fill("canasta")
    expect(page.get_by_role("heading", level=2)).to_have_count(0)
    expect(page.locator(".found")).to_be_visible()
    assert page.locator(".found").inner_text() == snapshot
    page.get_by_role("searchbox").fill("")
    expect(page.get_by_role("heading", level=2)).to_have_count(10)


def test_without_script_a_button_searches(phone: Phones) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/help/")
    page.get_by_role("searchbox").fill("Wi-Fi")
    page.get_by_role("button", name="Search").tap()
    page.wait_for_url("**/help/?q=Wi-Fi")
    expect(page.locator("#offline")).to_be_visible()
    expect(page.locator("#correct")).to_have_count(0)
