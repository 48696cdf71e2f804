"""Browser: a half-typed round outlasts a look at another page, and a reload, until it is saved or cleared."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand
from tests.browser.test_cards_draft import NO_STORAGE

Phones = Callable[..., Page]
SENTENCE = "Ann +13 (20 \u2212 7)."


def table_of_two(phone: Phones, preset: str = "standard") -> Hand:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset=preset)
    return hand


def half_typed(hand: Hand) -> None:
    """Ann knocks with 7; of Ben's deadwood, 20, one digit is typed."""
    hand.choose("0:knock:7")
    hand.type("2")


def is_half_typed(hand: Hand) -> None:
    expect(hand.page.locator('input[value="0:knock:7"]')).to_be_checked()
    expect(hand.page.locator("#deadwood-1")).to_have_value("2")


def is_empty(hand: Hand) -> None:
    expect(hand.page.locator("form[data-entry]")).to_be_visible()
    expect(hand.page.locator(".ends:checked")).to_have_count(0)
    assert kept(hand.page) == 0


def kept(page: Page) -> int:
    """How many half-typed rounds the phone keeps."""
    return int(page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('typed ')).length"))


def test_round_outlasts_the_rules_and_a_reload(phone: Phones) -> None:
    ann = table_of_two(phone)
    half_typed(ann)
    ann.tap(".menu > summary")
    ann.tap("#menu .part:has-text('Rules of this game') > summary")
    ann.tap(ann.page.get_by_role("link", name="Rules of this game"))
    ann.page.wait_for_url("**/rules/**")
    ann.page.go_back()
    is_half_typed(ann)
    ann.page.reload()
    is_half_typed(ann)
    # It goes on where it stopped.
    ann.type("0")
    expect(ann.page.locator("#preview .sentence").first).to_contain_text(SENTENCE)
    ann.page.reload()
    expect(ann.page.locator("#preview .sentence").first).to_contain_text(SENTENCE)
    ann.tap("button.save")
    ann.shows(13, 0)
    is_empty(ann)
    ann.page.reload()
    is_empty(ann)


@pytest.mark.slow
def test_cleared_round_stays_cleared(phone: Phones) -> None:
    ann = table_of_two(phone)
    half_typed(ann)
    ann.tap("[data-clear]")
    assert kept(ann.page) == 0
    ann.page.reload()
    is_empty(ann)


@pytest.mark.slow
def test_what_was_wrong_with_a_misdeal_and_the_card_are_kept(phone: Phones) -> None:
    ann = table_of_two(phone, "oklahoma")
    ann.choose_card("9", "h")
    half_typed(ann)
    ann.page.reload()
    is_half_typed(ann)
    expect(ann.page.locator('[name="rank"][value="9"]')).to_be_checked()
    ann.tap("[data-clear]")
    ann.tap(".rare > summary")
    ann.choose("misdeal")
    ann.page.locator("#reason").fill("Eleven cards")
    ann.page.reload()
    expect(ann.page.locator('input[value="misdeal"]')).to_be_checked()
    expect(ann.page.locator("#reason")).to_have_value("Eleven cards")


@pytest.mark.slow
def test_round_that_another_phone_saved_is_not_typed_anew(phone: Phones) -> None:
    ann = table_of_two(phone)
    table = ann.page.url
    link = ann.link_to("score")
    half_typed(ann)
    ann.page.goto(f"{table}board/")
    ben = Hand(phone())
    ben.join(link, "Ben's phone")
    ben.round("0:knock:7", "20", SENTENCE)
    ann.page.goto(table)
    expect(ann.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2")
    is_empty(ann)


@pytest.mark.slow
def test_round_after_one_that_waits_is_kept_as_that_round(phone: Phones) -> None:
    ann = table_of_two(phone)
    ann.page.route("**/rounds/", lambda route: route.abort())
    ann.choose("0:knock:7")
    ann.type("20")
    ann.tap("button.save")
    entry = ann.page.locator("form[data-entry]")
    expect(entry).to_have_attribute("data-title", "Round 2")
    half_typed(ann)
    ann.page.reload()
    expect(entry).to_have_attribute("data-title", "Round 2")
    is_half_typed(ann)
    ann.page.unroute("**/rounds/")
    ann.page.reload()
    ann.shows(13, 0)
    is_half_typed(ann)


@pytest.mark.slow
def test_correction_keeps_what_is_saved(phone: Phones) -> None:
    ann = table_of_two(phone)
    table = ann.page.url
    ann.round("0:knock:7", "20", SENTENCE)
    ann.page.goto(f"{table}rounds/1/1/")
    ann.choose("1:knock:4")
    ann.page.reload()
    expect(ann.page.locator('input[value="0:knock:7"]')).to_be_checked()
    assert kept(ann.page) == 0


@pytest.mark.slow
def test_phone_that_stores_nothing_still_takes_rounds(phone: Phones) -> None:
    page = phone()
    page.add_init_script(NO_STORAGE)
    ann = table_of_two(lambda **_: page)
    ann.round("0:knock:7", "20", SENTENCE)
    ann.shows(13, 0)
