"""Browser: the first minutes on a phone: a practice table, explained words, and an achievement."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand, fits, with_cookie
from tests.makers import enter, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.mark.parametrize("script", [True, False])
def test_a_table_to_play_with_is_one_tap_away(phone: Phones, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/")
    page.get_by_role("button", name="Try it").tap()
    page.wait_for_url("**/t/*/")
    expect(page.get_by_text("Practice table.")).to_be_visible()
    assert Hand(page).totals == ["60", "69"]
    assert not script or fits(page)
    page.get_by_role("link", name="Start a real game").tap()
    expect(page.locator("#name-1")).to_be_visible()


def test_a_game_of_it_ends_with_something_to_be_proud_of(phone: Phones) -> None:
    hand = Hand(phone())
    hand.page.goto("/")
    hand.tap(".try button")
    hand.page.wait_for_url("**/t/*/")
    hand.round("0:gin", "40", "Ann +65")
    expect(hand.page.locator(".proud li")).to_contain_text(["First gin", "First gin", "By a single point"])
    hand.undo()
    expect(hand.page.locator(".proud")).to_have_count(0)


@pytest.mark.parametrize("script", [True, False])
def test_a_word_explains_itself_on_tap_and_by_the_keyboard(phone: Phones, live_app: str, script: bool) -> None:
    made = start(undercut_bonus=10)
    enter(made, knock(0, 7, 5))
    page = with_cookie(phone(java_script_enabled=script), made, live_app)
    page.goto(made.url)
    page.locator("#sheet .lines summary").tap()
    word = page.locator("#sheet .term", has_text="Undercut")
    box = word.bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    word.tap()
    explained = page.get_by_role("dialog", name="Undercut")
    expect(explained).to_contain_text("10 points plus the difference")
    expect(explained).to_contain_text("The undercut scores 10 + 9 − 7 = 12")
    explained.get_by_role("button", name="Close").tap()
    expect(explained).to_be_hidden()
    word.focus()
    page.keyboard.press("Enter")
    expect(explained).to_be_visible()
    page.keyboard.press("Escape")
    expect(explained).to_be_hidden()
    page.locator(".boxes .term").first.tap()
    expect(page.get_by_role("dialog", name="Box")).to_be_visible()


def test_words_that_explain_themselves_cost_no_tap_of_a_round(phone: Phones, live_app: str) -> None:
    made = start()
    hand = Hand(with_cookie(phone(), made, live_app))
    hand.page.goto(made.url)
    hand.round("0:knock:7", "20", "Ann +13")
    assert hand.taps == 4
    expect(hand.page.locator(".explained:popover-open")).to_have_count(0)
