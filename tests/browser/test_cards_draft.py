"""Browser: cards entered but not saved are still there after a reload, or after switching to counts and back."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.test_cards_table import Cards, at_cards
from tests.browser.test_own_hands import card, lay_down, two_phones

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
ANN = "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd"
BEN = "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d"
NO_STORAGE = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)


def ticked(hand: Cards, seat: int = 0) -> str:
    boxes = hand.page.locator(f'[data-grid="{seat}"] .cell input:checked')
    return " ".join(sorted(boxes.evaluate_all("boxes => boxes.map(box => box.value)")))


def drafts(page: Page) -> int:
    """How many drafts the phone keeps."""
    return int(page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('draft ')).length"))


def in_order(cards: str) -> str:
    return " ".join(sorted(cards.split()))


def test_cards_outlast_a_new_page_even_where_no_answer_came_yet(phone: Phones) -> None:
    ann = at_cards(phone)
    ann.page.route("**/cards/", lambda route: route.abort() if route.request.method == "POST" else route.continue_())
    ann.drag("5s", "7s")
    ann.page.unroute("**/cards/")
    ann.page.reload()
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("3 of 10 cards")
    assert ticked(ann) == "5s 6s 7s"
    # What was put back can be taken out as before.
    ann.card("6s")
    expect(ann.page.locator("#cards-0")).to_have_value("5s 7s")


def test_the_way_to_the_numbers_and_back_loses_nothing_and_says_nothing(
    phone: Phones, snapshot: SnapshotAssertion
) -> None:
    ann = at_cards(phone)
    ann.type_hand(0, "5s 6s 7s / 9c Tc Jc / Ks Kc Kd - Jd")
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Can knock with 10")
    ann.step("Ben")
    ann.seat = 1
    ann.drag("2s", "2c")
    ann.tap(ann.page.get_by_role("button", name="Enter numbers instead"))
    ann.page.wait_for_url("**/preview/")
    expect(ann.page.locator("#preview .sentence")).to_contain_text("Ben")
    assert ann.page.locator("#preview .sentence").inner_text() == snapshot
    ann.page.locator(".entry .kinds a").dispatch_event("click")
    ann.page.wait_for_url("**/cards/**")
    expect(ann.page.locator("#cards-0")).to_have_value("5s 6s 7s / 9c Tc Jc / Ks Kc Kd / Jd")
    expect(ann.page.locator("#step-1")).to_be_checked()
    assert ticked(ann, 1) == "2c 2d 2h 2s"
    expect(ann.page.locator("#deadwood-0")).to_have_value("")
    expect(ann.page.locator('[name="ender"][value=""]')).to_be_checked()
    expect(ann.page.locator("#told")).to_have_text("")


def test_what_was_said_anew_in_numbers_goes_before_the_draft(phone: Phones) -> None:
    ann = at_cards(phone)
    ann.type_hand(0, ANN)
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Can knock with 10")
    ann.tap(ann.page.get_by_role("button", name="Enter numbers instead"))
    ann.choose("1:knock:4")
    expect(ann.page.locator("#preview .sentence")).not_to_have_count(0)
    ann.page.locator(".entry .kinds a").dispatch_event("click")
    ann.page.wait_for_url("**/cards/**")
    expect(ann.page.locator("#cards-0")).to_have_value("5s 6s 7s Ks Jd Kd 9c Tc Jc Kc")
    expect(ann.page.locator('[name="ender"][value="1"]')).to_be_checked()
    expect(ann.page.locator("#told")).to_contain_text("Ben knocks with 4")


def test_who_ended_it_the_upcard_and_layoffs_are_there_again(phone: Phones) -> None:
    ann = at_cards(phone, preset="oklahoma")
    ann.type_hand(0, ANN)
    ann.step("Ben")
    ann.type_hand(1, BEN)
    ann.step("Result")
    ann.choose_card("Q", "h")
    ann.page.locator("#not-so").check()
    ann.tap(ann.page.locator(".option", has_text="Ann").last)
    ann.tap(ann.page.get_by_role("button", name="Lay off the eight of clubs"))
    ann.tap(".target.open [data-onto]")
    outcome = ann.page.locator("#outcome .sentence")
    expect(outcome).to_contain_text("33 \u2212 10")
    before = outcome.inner_text()
    ann.page.reload()
    expect(ann.page.locator("#step-end")).to_be_checked()
    expect(outcome).to_have_text(before)
    expect(ann.page.locator('[name="ender"][value="0"]')).to_be_checked()
    expect(ann.page.get_by_role("button", name=re.compile("Take back .* eight of clubs"))).to_be_visible()
    expect(ann.page.locator("[data-put-back]")).to_have_count(0)
    expect(ann.page.locator(".picker summary")).to_have_text("Q\u2665\ufe0e knock with 10 or less")
    expect(ann.page.locator(".picker[open]")).to_have_count(0)


def test_the_next_round_begins_with_empty_hands(phone: Phones) -> None:
    ann = at_cards(phone)
    ann.type_hand(0, ANN)
    ann.step("Ben")
    ann.type_hand(1, BEN)
    ann.step("Result")
    assert drafts(ann.page) == 1
    ann.tap("button.save")
    ann.page.wait_for_url("**/saved/**")
    assert drafts(ann.page) == 0
    ann.page.locator(".entry .kinds a").tap()
    expect(ann.page.get_by_role("heading", name="Round 2")).to_be_visible()
    expect(ann.page.locator("[data-grid]")).to_have_count(2)
    assert (ticked(ann), ticked(ann, 1)) == ("", "")


def test_a_round_that_another_phone_saved_takes_no_draft_of_this_one(phone: Phones) -> None:
    ann = at_cards(phone)
    ann.type_hand(0, ANN)
    other = Cards(phone())
    other.join(link_of(ann), "Ben's phone")
    other.round("0:knock:7", "20", "Ann +13")
    ann.page.goto(ann.page.url)
    expect(ann.page.get_by_role("heading", name="Round 2")).to_be_visible()
    assert (ticked(ann), drafts(ann.page)) == ("", 0)
    # The cards of the round that is saved are another form's.
    ann.page.goto(ann.page.url.replace("cards/", "rounds/1/1/cards/"))
    assert ticked(ann) == ""


def link_of(hand: Cards) -> str:
    """The address of the table's link to score, looked up on a page that keeps the form as it is."""
    here = hand.page.url
    hand.page.goto(re.sub("cards/.*", "", here))
    link = hand.link_to("score")
    hand.page.goto(here)
    return link


def saved_round(phone: Phones) -> tuple[Cards, str]:
    """A phone that has saved round 1 by its cards, and the address of its correction."""
    ann = at_cards(phone)
    ann.type_hand(0, ANN)
    ann.step("Ben")
    ann.type_hand(1, BEN)
    ann.step("Result")
    ann.tap(ann.page.get_by_role("button", name="Lay off the eight of clubs"))
    ann.tap(".target.open [data-onto]")
    expect(ann.page.get_by_role("button", name=re.compile("Take back .* eight of clubs"))).to_be_visible()
    ann.tap("button.save")
    ann.page.wait_for_url("**/saved/**")
    return ann, ann.page.url.replace("cards/saved/1/1/", "rounds/1/1/cards/")


def test_corrected_cards_outlast_a_new_page_until_the_way_back(phone: Phones) -> None:
    ann, address = saved_round(phone)
    ann.page.goto(address)
    ann.card("5s", "3h")
    expect(ann.page.locator("#cards-0")).to_have_value(re.compile("3h"))
    ann.step("Result")
    ann.tap(ann.page.get_by_role("button", name=re.compile("Take back .* eight of clubs")))
    expect(ann.page.get_by_role("button", name="Lay off the eight of clubs")).to_be_visible()
    ann.page.locator("#reason").fill("A three")
    ann.page.reload()
    expect(ann.page.locator("#step-end")).to_be_checked()
    expect(ann.page.get_by_role("button", name="Lay off the eight of clubs")).to_be_visible()
    expect(ann.page.locator("#reason")).to_have_value("A three")
    assert ticked(ann) == in_order(ANN.replace("5s", "3h"))
    assert ticked(ann, 1) == in_order(BEN)
    ann.tap(".heading .back")
    ann.page.goto(address)
    expect(ann.page.locator("[data-grid]")).to_have_count(2)
    assert (ticked(ann), drafts(ann.page)) == (in_order(ANN), 0)


def test_corrected_cards_give_way_to_another_correction(phone: Phones) -> None:
    ann, address = saved_round(phone)
    other = Cards(phone())
    other.join(link_of(ann), "Ben's phone")
    ann.page.goto(address)
    ann.card("5s", "3h")
    expect(ann.page.locator("#cards-0")).to_have_value(re.compile("3h"))
    other.page.goto(address)
    other.step("Result")
    other.tap(other.page.get_by_role("button", name=re.compile("Take back .* eight of clubs")))
    expect(other.page.get_by_role("button", name="Lay off the eight of clubs")).to_be_visible()
    other.tap("button.save")
    other.page.wait_for_url("**/saved/**")
    ann.page.reload()
    expect(ann.page.locator("[data-grid]")).to_have_count(2)
    assert (ticked(ann), drafts(ann.page)) == (in_order(ANN), 0)


def test_cards_added_to_counts_outlast_a_new_page(phone: Phones) -> None:
    ann = Cards(phone())
    table = ann.start_table("Ann", "Ben", preset="standard")
    ann.round("0:knock:10", "17", "Ann +7")
    ann.page.goto(f"{table}rounds/1/1/cards/")
    ann.type_hand(0, ANN)
    ann.page.reload()
    expect(ann.page.locator("#drawn-0 .headline")).to_contain_text("Can knock with 10")
    assert ticked(ann) == in_order(ANN)
    expect(ann.page.locator("#deadwood-1")).to_have_value("17")


def test_a_phone_that_stores_nothing_still_takes_cards(phone: Phones) -> None:
    page = phone()
    page.add_init_script(NO_STORAGE)
    ann = at_cards(lambda **_: page)
    ann.drag("5s", "7s")
    expect(ann.page.locator("#cards-0")).to_have_value("5s 6s 7s")
    ann.page.reload()
    expect(ann.page.locator("#cards-0")).to_have_value("")


def test_cards_that_were_taken_out_again_leave_no_draft(phone: Phones) -> None:
    ann = at_cards(phone)
    ann.card("5s")
    expect(ann.page.locator("#cards-0")).to_have_value("5s")
    assert drafts(ann.page) == 1
    ann.card("5s")
    expect(ann.page.locator("#cards-0")).to_have_value("")
    assert drafts(ann.page) == 0


def test_the_own_hand_outlasts_a_new_page_until_it_is_laid_down(phone: Phones) -> None:
    ann, ben = two_phones(phone)
    card(ann, ANN)
    ann.page.reload()
    expect(ann.page.locator("#own .headline")).to_contain_text("Can knock with 10")
    expect(ann.page.locator("#own-form .cell input:checked")).to_have_count(10)
    # Who takes the phone over sees nothing of it.
    ann.tap(ann.page.get_by_role("link", name="Not Ann?"))
    ann.tap(ann.page.get_by_role("button", name="Ben", exact=True))
    expect(ann.page.locator("#own-form .cell input:checked")).to_have_count(0)
    ann.tap(ann.page.get_by_role("link", name="Not Ben?"))
    ann.tap(ann.page.get_by_role("button", name="Ann", exact=True))
    expect(ann.page.locator("#own-form .cell input:checked")).to_have_count(10)
    lay_down(ann)
    assert drafts(ann.page) == 0
    ann.tap(ann.page.get_by_role("button", name="Take my hand back"))
    expect(ann.page.locator("#own-form .cell input:checked")).to_have_count(0)
    expect(ben.page.locator("#own-form .cell input:checked")).to_have_count(0)
