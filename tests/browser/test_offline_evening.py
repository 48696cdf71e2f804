"""Browser: an evening without network on one phone, with all that can happen to it, while another phone scores."""

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.network import NetworkLink
from tests.browser.table import Hand
from tests.browser.test_offline import Profile, Sitting, line, profile, sit_down, sitting
from tests.browser.test_outbox import enter_round_by_hand, open_list, stored_items, waiting
from tests.servers import Site

pytestmark = pytest.mark.slow

__all__ = ["line", "profile", "sitting"]


@pytest.mark.parametrize("decision", ["Keep this", "Change it to this"])
def test_an_evening_without_network(
    line: tuple[Site, NetworkLink], sitting: Sitting, profile: Profile, decision: str, counted: Callable[[str], None]
) -> None:
    """Six rounds, two reloads, a dead battery, another phone: 0 lost, 0 doubled, one question where they differ."""
    _, network = line
    network.mend()
    hand = sit_down(profile, sitting)
    page = hand.page
    network.cut()
    for number in (1, 2, 3):
        enter_round_by_hand(hand, number)
    waiting(page, 3)
    hand.shows(45, 0)
    page.reload()
    hand.shows(45, 0)
    enter_round_by_hand(hand, 4)
    hand.shows(62, 0)
    page.reload()
    hand.shows(62, 0)
    for number in (5, 6):
        enter_round_by_hand(hand, number)
    waiting(page, 6)
    hand.shows(99, 0)
    keys = [entry["key"] for entry in stored_items(page)]
    # The other phone has the server all the time: twice the same, once something else.
    for number, deadwood in ((1, 21), (2, 22), (3, 19)):
        sitting.enter(number, deadwood)

    profile.kill()
    hand = Hand(profile.open())
    page = hand.page
    page.goto(f"/t/{sitting.id}/")
    waiting(page, 6)
    assert [entry["key"] for entry in stored_items(page)] == keys
    hand.shows(99, 0)
    expect(page.locator("form[data-entry]")).to_have_attribute("data-title", "Round 7")

    network.mend()
    waiting(page, 4)
    expect(page.locator("#outbox.stuck")).to_be_visible()
    assert sitting.rounds() == [(1, 21), (2, 22), (3, 19)]
    open_list(page)
    expect(page.locator("#outbox li.parked")).to_have_count(1)
    question = page.locator("#outbox li").first
    expect(question.locator("dd")).to_have_text(["Ann knocked with 7, Ben had 19", "Ann knocked with 7, Ben had 23"])
    question.get_by_role("button", name="Decide").tap()
    page.locator(".conflict").get_by_role("button", name=decision).tap()
    waiting(page, 0)
    third = 19 if decision == "Keep this" else 23
    assert sorted(sitting.rounds()) == [(1, 21), (2, 22), (3, third), (4, 24), (5, 25), (6, 26)]
    hand.shows(76 + third, 0)
    expect(page.locator("#sheet .lines > li")).to_have_count(6)
    expect(page.locator(".conflict, .question, #outbox li")).to_have_count(0)
    counted("6 rounds without network, 2 reloads, a dead battery, another phone: 0 lost, 0 doubled, 1 question")
