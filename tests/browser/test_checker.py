"""Browser: the meld checker: other rules, the ender's hand, and four-color suits."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
MINE = "2s+2c+2d+2h+Ac+7c+8c+8s+9s+8d"
IN_SUITS = "5s+6s+7s+Ks+Jd+Kd+9c+Tc+Jc+Kc"
"""The cards of who ended the round, in the order in which a link has them."""


def test_two_hands_come_to_an_undercut(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    page.goto(f"/check/?hand={MINE}")
    page.locator(".other-hand > summary").tap()
    page.locator("#cards-1").fill("5-7s 9-Jc Ks Kc Kd Jd")
    expect(page.locator(".outcome-of")).to_be_visible()
    outcome = page.locator(".outcome-of").inner_text()
    assert outcome == snapshot
    assert f"ender={IN_SUITS}" in page.url
    shared = page.url
    other = phone()
    other.goto(shared)
    expect(other.locator(".outcome-of")).to_have_text(outcome)


def test_other_rules_are_one_choice_away(phone: Phones) -> None:
    page = phone()
    page.goto("/check/?hand=7-9h+5555+2d+2s+3c")
    expect(page.locator(".headline b").first).to_have_text("Can knock with 7")
    page.locator("#rules").select_option("oklahoma")
    page.wait_for_url("**rules=oklahoma**")
    page.locator("#upcard").fill("5c")
    expect(page.locator(".headline b").first).to_have_text("Deadwood 7: the limit is 5")
    page.locator("#rules").select_option("ginski")
    page.wait_for_url("**rules=ginski")
    expect(page.locator(".cell")).to_have_count(140)
    expect(page.locator('[data-grid="0"] input:checked')).to_have_count(0)


def test_wrong_groups_are_reported_with_the_cards_they_concern(phone: Phones) -> None:
    page = phone()
    page.goto("/check/")
    page.locator("#cards-0").fill("8s 9s Js / 5s 5h 7d / 2c 3d 4h / Ks")
    expect(page.locator(".shown > .error")).to_have_count(3)
    expect(page.locator(".playing.wrong")).to_have_count(7)


@pytest.mark.parametrize("script", [True, False])
def test_four_colors_can_be_chosen(phone: Phones, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/check/?hand=7d")
    color = "e => getComputedStyle(e).color"
    sign = page.locator('.cell:has([value="8d"]) i').first
    before = sign.evaluate(color)
    page.get_by_role("button", name="A color for each suit").tap()
    expect(page.get_by_role("button", name="Red and black suits")).to_be_visible()
    assert sign.evaluate(color) != before
    expect(page.locator("#cards-0")).to_have_value("7d")
