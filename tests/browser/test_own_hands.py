"""Browser: two phones, each entering its own hand: hidden until both are down; duplicate cards are pointed out."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.table import Hand

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
"""Milliseconds: a page that waits looks every three seconds."""


def two_phones(phone: Phones, **options: object) -> tuple[Hand, Hand]:
    """Ann's phone and Ben's, each on the page for its own hand."""
    ann, ben = Hand(phone(**options)), Hand(phone(**options))
    table = ann.start_table("Ann", "Ben", preset="standard")
    ben.join(ann.link_to("score"), "Ben's phone")
    for hand, name in ((ann, "Ann"), (ben, "Ben")):
        hand.page.goto(f"{table}hand/")
        hand.tap(hand.page.get_by_role("button", name=name, exact=True))
        expect(hand.page.get_by_role("heading", level=1)).to_have_text(f"Round 1: {name}'s hand")
    return ann, ben


def card(hand: Hand, cards: str) -> None:
    for one in cards.split():
        hand.tap(f'.cell:has([value="{one}"])')


def lay_down(hand: Hand) -> None:
    hand.tap("button.lay-down")
    expect(hand.page.locator("#own-form")).to_have_count(0)
    # Between the two pages there is no form either.
    expect(hand.page.locator("#hands-down")).to_be_visible()


def test_two_phones_with_one_card_in_both_hands(phone: Phones, snapshot: SnapshotAssertion) -> None:
    ann, ben = two_phones(phone)
    card(ann, "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd")
    expect(ann.page.locator("#own .headline")).to_contain_text("Can knock with 10")
    ben.page.locator("#cards-own").fill("2222 Ac 7c 8c 8s 9s Jd")
    expect(ben.page.locator("#own .headline")).to_contain_text("Deadwood")
    lay_down(ann)
    for hand in (ann, ben):
        expect(hand.page.locator(".how-far")).to_contain_text("Ann")
        assert hand.page.locator(".how-far").inner_text() == snapshot
    # What was typed so far is still there, and nothing of Ann's.
    expect(ben.page.locator("#own-form :checked")).to_have_count(10)
    expect(ben.page.locator('[data-card="5s"]')).to_have_count(0)
    lay_down(ben)
    for hand in (ann, ben):
        clash = hand.page.locator(".hands-down .errors p").first
        expect(clash).to_contain_text("J\u2666\ufe0e")
        assert clash.inner_text() == snapshot
        expect(hand.page.locator('.playing.wrong[data-card="Jd"]')).to_have_count(2)
    ben.tap(ben.page.get_by_role("link", name="Change my hand"))
    card(ben, "Jd 8d")
    lay_down(ben)
    for hand in (ann, ben):
        expect(hand.page.locator(".how-far")).to_have_text("All hands are down")
        expect(hand.page.locator(".hands-down .errors")).to_have_count(0)
    ann.tap(ann.page.get_by_role("link", name="Score the round"))
    expect(ann.page.locator("#told")).to_contain_text("Ann knocks with 10")
    ann.tap(ann.page.locator(".step", has_text="Result"))
    ann.tap("button.lay-all")
    expect(ann.page.locator("#outcome .sentence")).to_contain_text("Ben +26")
    ann.tap("button.save")
    ben.page.wait_for_url("**/t/*/")  # the round is saved: back to the table
    ben.shows(0, 26)


@pytest.mark.parametrize("width", [320, 390])
def test_it_fits_a_small_phone(phone: Phones, width: int) -> None:
    ann, _ = two_phones(phone, viewport={"width": width, "height": 700})
    wide = "document.documentElement.scrollWidth"
    assert ann.page.evaluate(wide) <= width
    ann.page.locator("#cards-own").fill("5-7s 9-Jc Ks Kc Kd Jd")
    expect(ann.page.locator("#own .headline")).to_contain_text("Can knock with 10")
    lay_down(ann)
    assert ann.page.evaluate(wide) <= width


def test_a_hand_is_laid_down_without_script(phone: Phones) -> None:
    ann, ben = two_phones(phone, java_script_enabled=False)
    for hand, cards in ((ann, "5-7s 9-Jc Ks Kc Kd Jd"), (ben, "2222 Ac 7c 8c 8s 9s 8d")):
        hand.page.locator("#cards-own").fill(cards)
        lay_down(hand)
    expect(ben.page.locator(".how-far")).to_have_text("All hands are down")
    ann.tap(ann.page.get_by_role("link", name="Refresh"))
    expect(ann.page.locator(".hands-down .shown")).to_have_count(2)
