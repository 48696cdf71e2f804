"""Browser: what a round would score, mistakes and opened parts in sight, the sheet as a pad, and the end of a game."""

from collections.abc import Callable
from itertools import combinations

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Hand, fits, with_cookie
from tests.makers import enter, gin, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def opened(page: Page, base: str, *names: str, rounds: int = 0, preset: str = "standard", **rules: object) -> Hand:
    """A phone at a table with so many rounds, won by Ann."""
    table = start(*names, preset=preset, **rules)
    for _ in range(rounds):
        enter(table, knock(0, 7, 10))
    with_cookie(page, table, base).goto(table.url)
    return Hand(page)


def covered(page: Page, part: Locator) -> bool:
    """Whether something else lies over the middle of ``part``."""
    return bool(
        part.evaluate("""part => {
            const box = part.getBoundingClientRect();
            const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
            return !part.contains(top);
        }""")
    )


def test_the_preview_is_one_sentence_with_its_lines_behind_a_tap(phone: Phones, live_app: str) -> None:
    hand = opened(phone(), live_app)
    hand.choose("0:knock:9")
    hand.type("7")
    preview = hand.page.locator("#preview")
    expect(preview.locator(".sentence")).to_contain_text("Ben +27")
    expect(preview.locator(".sentence [data-score]")).to_contain_text("27\u20130")
    expect(preview.locator("dl")).to_be_hidden()
    hand.tap(preview.locator("summary"))
    expect(preview.locator("dt")).to_have_text(["Undercut", "Deadwood", "Ben's own deadwood", "Box for the win"])
    assert not covered(hand.page, hand.page.locator("button.save"))


def test_what_is_opened_while_the_number_panel_is_up_lies_over_it(phone: Phones, live_app: str) -> None:
    hand = opened(phone(viewport={"width": 320, "height": 568}), live_app, preset="ginski")
    hand.choose("0:knock:7")
    hand.tap(".rare > summary")
    for way in hand.page.locator(".chip.way").all():
        way.scroll_into_view_if_needed()
        assert not covered(hand.page, way)
    hand.tap(".rare > summary")
    hand.tap(".menu > summary")
    last = hand.page.locator("#menu a:visible").last
    last.scroll_into_view_if_needed()
    assert not covered(hand.page, last)


def test_a_mistake_far_down_on_a_page_from_paper_is_scrolled_to(phone: Phones, live_app: str) -> None:
    page = phone()
    page.goto("/paper/")
    page.locator("[name=name-1]").fill("Ann")
    page.locator("[name=points-1]").fill("54")
    page.locator("[name=name-2]").fill("Ben")
    page.locator("label.option:has([name=dealer][value='1'])").tap()
    page.locator("[name=target]").fill("none")
    page.locator("button.save").tap()
    wrong = page.locator("[name=target]")
    expect(wrong).to_be_focused()
    expect(wrong).to_be_in_viewport()
    assert not covered(page, wrong)


def test_thirty_rounds_take_two_screens_and_a_tap_says_how_one_was_scored(phone: Phones, live_app: str) -> None:
    page = phone()
    hand = opened(page, live_app, rounds=30, target=500)
    lines = page.locator("#sheet .lines > li")
    expect(lines).to_have_count(30)
    assert page.locator("#sheet .lines").evaluate("list => list.getBoundingClientRect().height") <= 2 * 844
    lines.nth(25).scroll_into_view_if_needed()
    head = page.locator("#sheet .head")
    expect(head).to_be_in_viewport()
    expect(head).to_contain_text("Ann90")
    sentence = lines.nth(25).locator(".what")
    expect(sentence).to_be_hidden()
    hand.tap(lines.nth(25).locator("summary"))
    expect(sentence).to_have_text("Ann knocked with 7, Ben had 10")
    expect(lines.nth(25).locator("dt").first).to_have_text("Deadwood")


def test_a_won_game_shows_one_score_and_a_rematch_at_first_sight(phone: Phones, live_app: str) -> None:
    page = phone()
    table = start()
    enter(table, gin(0, 80))
    with_cookie(page, table, live_app).goto(table.url)
    expect(page.locator("#final-title")).to_have_text("Ann wins by 335")
    expect(page.locator("#tally .total")).to_have_text(["335", "0"])
    expect(page.locator("#sheet .head")).to_contain_text("Ann335")
    expect(page.locator(".highlight")).to_have_text("Biggest hand: Ann +105 (Gin, round 1)")
    rematch = page.locator("button", has_text="Rematch")
    expect(rematch).to_be_in_viewport(ratio=1)
    rematch.tap()
    expect(page.locator("#tally .total")).to_have_text(["0", "0"])
    enter(table, gin(1, 80))
    page.goto(table.url)
    expect(page.locator(".series")).to_have_text("Games: Ann 1\u20131 Ben")


@pytest.mark.parametrize("percent", ["150", "200"])
def test_nothing_overlaps_on_the_sheet_in_large_letters(phone: Phones, live_app: str, percent: str) -> None:
    page = phone(viewport={"width": 360, "height": 740})
    page.context.add_cookies([{"name": "text", "value": percent, "url": live_app}])
    table = start(target=1000)
    for number in range(6):
        enter(table, knock(number % 2, 7, 90 + number))
    with_cookie(page, table, live_app).goto(table.url)
    assert fits(page)
    for line in page.locator("#sheet .lines > li summary").all():
        parts = line.locator(".number, .gain, .cell b:not(.sr), .marks svg").all()
        for one, other in combinations((part.bounding_box() for part in parts), 2):
            assert one
            assert other
            beside = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            below = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
            assert beside or below, (one, other)
