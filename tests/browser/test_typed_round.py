"""Browser: a half-typed round or correction outlasts a look at another page, and a reload, until saved or given up."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand
from tests.browser.test_cards_draft import NO_STORAGE

Phones = Callable[..., Page]
SENTENCE = "Ann +13"


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


def correct_first_round(hand: Hand) -> None:
    """From the table, open the correction of round 1: Ben knocks with 4; of Ann's deadwood, 33, one digit is typed."""
    hand.page.goto(f"{hand.page.url}rounds/1/1/")
    hand.choose("1:knock:4")
    hand.type("3")


def is_half_corrected(hand: Hand) -> None:
    expect(hand.page.locator('input[value="1:knock:4"]')).to_be_checked()
    expect(hand.page.locator("#deadwood-0")).to_have_value("3")
    # The browser puts values back by itself, too, and sooner; only with the preview the script has.
    expect(hand.page.locator("#preview .sentence").first).to_contain_text("Undercut! Ann +26")


def is_first_round(hand: Hand, deadwood: str = "20") -> None:
    """The correction of round 1 has what the sheet has: Ann knocked with 7."""
    expect(hand.page.locator('input[value="0:knock:7"]')).to_be_checked()
    expect(hand.page.locator("#deadwood-1")).to_have_value(deadwood)


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
    # So does a correction.
    correct_first_round(ann)
    ann.page.goto(ann.page.url.replace("rounds/1/1/", "rules/"))
    ann.page.go_back()
    is_half_corrected(ann)
    ann.page.reload()
    is_half_corrected(ann)
    ann.type("3")
    expect(ann.page.locator("#preview .sentence").first).to_contain_text("Ben +29")
    ann.tap("button.save")
    ann.shows(0, 29)
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
def test_correction_that_was_given_up_is_forgotten(phone: Phones) -> None:
    ann = table_of_two(phone)
    table = ann.page.url
    ann.round("0:knock:7", "20", SENTENCE)
    correct_first_round(ann)
    ann.tap("header .back")
    ann.page.wait_for_url(f"**{table}")
    assert kept(ann.page) == 0
    ann.page.goto(f"{table}rounds/1/1/")
    is_first_round(ann)


@pytest.mark.slow
def test_correction_stays_with_its_round(phone: Phones) -> None:
    ann = table_of_two(phone)
    table = ann.page.url
    ann.round("0:knock:7", "20", SENTENCE)
    ann.round("0:knock:7", "21", "Ann +14")
    correct_first_round(ann)
    ann.page.goto(f"{table}rounds/1/2/")
    is_first_round(ann, "21")
    ann.page.goto(table)
    expect(ann.page.locator(".ends:checked")).to_have_count(0)
    # Nor does a new round displace it.
    half_typed(ann)
    ann.page.goto(f"{table}rounds/1/1/")
    is_half_corrected(ann)
    ann.page.goto(table)
    is_half_typed(ann)


@pytest.mark.slow
def test_correction_gives_way_to_another_phones(phone: Phones) -> None:
    ann = table_of_two(phone)
    table = ann.page.url
    ann.round("0:knock:7", "20", SENTENCE)
    ben = Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    correct_first_round(ann)
    ben.page.goto(f"{table}rounds/1/1/")
    is_first_round(ben)
    ben.type("25")
    ben.tap("button.save")
    ben.shows(18, 0)
    ann.page.reload()
    is_first_round(ann, "25")
    assert kept(ann.page) == 0


@pytest.mark.slow
def test_correction_passed_on_from_the_cards_is_not_typed_over(phone: Phones) -> None:
    ann = table_of_two(phone)
    ann.round("0:knock:7", "20", SENTENCE)
    correct_first_round(ann)
    ann.page.goto(f"{ann.page.url}cards/?end=0:knock:9&deadwood-1=31")
    ann.tap(ann.page.get_by_role("button", name="Enter numbers instead"))
    ann.page.wait_for_url("**/preview/")
    expect(ann.page.locator('input[value="0:knock:9"]')).to_be_checked()
    expect(ann.page.locator("#deadwood-1")).to_have_value("31")


@pytest.mark.slow
def test_number_nobody_touched_is_still_replaced_by_the_first_digit(phone: Phones) -> None:
    ann = table_of_two(phone)
    ann.round("0:knock:7", "20", SENTENCE)
    ann.page.goto(f"{ann.page.url}rounds/1/1/")
    ann.page.locator("#reason").fill("Counted again")
    ann.page.reload()
    expect(ann.page.locator("#reason")).to_have_value("Counted again")
    is_first_round(ann)
    ann.type("1")
    ann.page.reload()
    is_first_round(ann, "1")
    ann.type("8")
    is_first_round(ann, "18")


@pytest.mark.slow
def test_phone_that_stores_nothing_still_takes_rounds(phone: Phones) -> None:
    page = phone()
    page.add_init_script(NO_STORAGE)
    ann = table_of_two(lambda **_: page)
    ann.round("0:knock:7", "20", SENTENCE)
    ann.shows(13, 0)
