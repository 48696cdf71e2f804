"""Browser: the second reading of the score is fetched where somebody may enter a round, and agrees with the page."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand

pytestmark = pytest.mark.slow

FACTS = {"active": [0, 1], "declared": "knock", "ender": 1, "deadwood": {"0": 20, "1": 3}, "card": None}


def test_the_scripts_come_with_the_first_touch(phone: Callable[..., Page]) -> None:
    hand = Hand(phone())
    fetched: list[str] = []
    hand.page.on("request", lambda request: fetched.append(request.url.rpartition("/")[2]))
    hand.start_table("Ann", "Ben", preset="standard")
    assert not [name for name in fetched if name == "tally.js"]
    with hand.page.expect_response("**/bundles/tally.js"):
        hand.choose("0:knock:7")
    assert hand.page.evaluate("loadTally().then((tally) => typeof tally.fold)") == "function"
    hand.type("17")
    hand.tap("button.save")
    expect(hand.page.locator("#tally .total")).to_have_text(["10", "0"])
    expect(hand.page.locator("#line-1")).to_be_visible()  # the sheet of the server is there
    score = hand.page.evaluate("tally.fold(tally.gameOn(document)).score")
    assert score == {"points": [10, 0], "boxes": [1, 0], "handsWon": [1, 0]}
    sheet = hand.page.evaluate("(facts) => tally.fold(tally.enter(tally.gameOn(document), 2, facts))", FACTS)
    assert (sheet["score"]["points"], sheet["deal"]["dealer"], sheet["next"]["number"]) == ([10, 17], 0, 3)
    assert [name for name in fetched if name == "tally.js"] == ["tally.js"]


def test_the_scripts_come_by_themselves_where_a_round_can_be_entered(phone: Callable[..., Page]) -> None:
    hand, watcher = Hand(phone()), Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    watcher.page.clock.install()
    watcher.join(hand.link_to("watch"), "")
    expect(watcher.page.locator("#sheet")).to_be_visible()
    watcher.page.wait_for_load_state()
    watcher.page.clock.fast_forward(60_000)
    hand.page.wait_for_function("() => typeof tally.fold === 'function'")
    hand.page.context.set_offline(True)
    hand.choose("0:knock:7")
    hand.type("20")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Ann +13")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("13\u20130")
    assert watcher.page.evaluate("typeof tally.fold") == "undefined"
