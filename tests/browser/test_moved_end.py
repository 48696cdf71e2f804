"""Browser: a change that takes away the end of an earlier game asks first, and after no network the table asks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.services.table.games import start_game
from tests.browser.table import Hand, with_cookie
from tests.browser.test_outbox import waiting
from tests.makers import enter, gin, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
OPEN = "Ann 10, Ben 90"
"""The score at which game 1 is open again."""


def two_games(phone: Phones) -> tuple[Hand, str]:
    """Ben has won game 1 at 119 and game 2 has begun: the page that changes the last round of game 1."""
    made = start()
    enter(made, gin(1, 65))
    enter(made, knock(0, 9, 5))
    start_game(access=made.access, key="another")
    enter(made, knock(0, 7, 20))
    hand = Hand(phone())
    hand.page.goto("/")
    with_cookie(hand.page, made, hand.page.url).goto(f"{made.url}rounds/1/2/")
    return hand, made.url


def really(hand: Hand) -> None:
    hand.choose("0:knock:2")
    hand.page.locator("#deadwood-1").fill("12")


def test_choice_is_asked_before_it_is_saved(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand, table = two_games(phone)
    really(hand)
    moves_end = hand.page.locator("#preview .moves-end")
    expect(moves_end).to_contain_text(OPEN)
    asked = moves_end.inner_text()
    assert asked == snapshot
    # Nothing was chosen: the page comes again with the question, and what it asks about stays unsaved.
    with hand.page.expect_navigation():
        hand.tap("button.save")
    expect(moves_end).to_have_text(asked)
    expect(moves_end).to_be_in_viewport()
    hand.tap("label:has(#after-resume)")
    expect(hand.page.locator("#after-resume")).to_be_checked()
    hand.tap("button.save")
    hand.page.wait_for_url(f"**{table}games/1/")
    hand.page.goto(table)
    expect(hand.page.locator("#deal > p")).to_have_count(2)
    assert hand.page.locator("#deal > p").first.inner_text() == snapshot
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 3")
    waiting(hand.page, 0)


def test_change_without_network_is_saved_later_and_the_table_asks(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand, table = two_games(phone)
    really(hand)
    expect(hand.page.locator("#preview .moves-end")).to_contain_text(OPEN)
    hand.page.context.set_offline(True)
    hand.tap("button.save")
    waiting(hand.page, 1)
    hand.page.context.set_offline(False)
    waiting(hand.page, 0)
    hand.page.goto(table)
    question = hand.page.locator("form.attention")
    expect(question).to_contain_text(OPEN)
    assert question.locator("[role=alert]").inner_text() == snapshot
    hand.tap(question.get_by_role("button", name="End it at this score"))
    expect(question).to_have_count(0)
    expect(hand.page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 2")
