"""Browser: without network the phone goes on with the score, from what waits in its outbox."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Hand
from tests.browser.test_outbox import enter_round_by_hand, offline, recorded, waiting

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def table(phone: Phones, *names: str, preset: str = "standard", **house_rules: object) -> Hand:
    """A table whose page has everything that it needs without network."""
    hand = Hand(phone())
    hand.start_table(*names, preset=preset, **house_rules)
    hand.page.evaluate("loadTally()")
    return hand


def deals(hand: Hand) -> int:
    """Whose card has the dealer's mark."""
    return int(
        hand.page.evaluate(
            "[...document.querySelectorAll('#tally .score')].findIndex((one) => one.querySelector('.dealer'))"
        )
    )


def test_score_and_dealer_go_on_without_network(phone: Phones) -> None:
    hand = table(phone, "Ann", "Ben", target=500)
    assert deals(hand) == 0
    offline(hand)
    enter_round_by_hand(hand, 1, keys="20")
    hand.shows(13, 0)
    expect(hand.page.locator("#tally .score").first).to_have_attribute("data-not-sent", "not sent yet")
    expect(hand.page.locator("#deal")).to_have_text("Round 2 Ben deals, Ann plays first")
    assert deals(hand) == 1
    hand.choose("1:gin")
    hand.type("31")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Ben +56")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("56\u201313")
    hand.tap("button.save")
    hand.shows(13, 56)
    # Taken back before it was ever sent.
    hand.tap(hand.page.get_by_role("button", name="Undo: Round 2"))
    hand.shows(13, 0)
    waiting(hand.page, 1)
    enter_round_by_hand(hand, 2, keys="17")
    hand.shows(23, 0)
    offline(hand, False)
    waiting(hand.page, 0)
    hand.shows(23, 0)
    expect(hand.page.locator(".score[data-not-sent]")).to_have_count(0)
    assert [number for number, _ in recorded()] == [1, 2]


def test_the_game_ends_and_is_taken_up_again_without_network(phone: Phones) -> None:
    hand = table(phone, "Ann", "Ben", preset="lets_play")
    offline(hand)
    enter_round_by_hand(hand, 1, ending="0:gin", keys="50")
    hand.shows(75, 0)
    hand.choose("0:gin")
    hand.type("40")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Ann wins")
    hand.tap("button.save")
    expect(hand.page.locator("#not-yet")).to_contain_text("Ann wins")
    expect(hand.page.locator("form[data-entry]")).to_be_hidden()
    ended = hand.page.locator("#not-yet").inner_text()
    hand.tap(hand.page.get_by_role("button", name="Undo: Round 2"))
    expect(hand.page.locator("form[data-entry]")).to_be_visible()
    enter_round_by_hand(hand, 2, ending="0:gin", keys="40")
    expect(hand.page.locator("#not-yet")).to_have_text(ended)
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("#final-title")).to_contain_text("Ann wins")
    bills = hand.page.locator(".final").inner_text()
    for total in ended.split("wins ")[1].split(",")[0].split("\u2013"):
        assert total in bills


def test_the_preview_does_not_wait_for_the_server(phone: Phones) -> None:
    hand = table(phone, "Ann", "Ben")
    hand.page.route("**/preview/", lambda route: None)
    hand.choose("0:knock:7")
    hand.type("20")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Ann +13")
    expect(hand.page.locator("#preview .sentence")).to_contain_text("13\u20130")


def test_three_columns_go_on_without_network(phone: Phones) -> None:
    hand = table(phone, "Ann", "Ben", preset="hollywood")
    totals = hand.page.locator("#tally .total")
    hand.round("0:knock:4", "24", "Ann +20")
    expect(hand.page.locator(".hollywood tbody tr").first).to_contain_text("20")
    offline(hand)
    enter_round_by_hand(hand, 2, ending="1:gin", keys="15")
    enter_round_by_hand(hand, 3, ending="0:knock:5", keys="25")
    waiting(hand.page, 2)
    offline_totals = totals.all_inner_texts()
    expect(hand.page.locator("#tally .reach")).to_have_attribute("data-not-sent", "not sent yet")
    expect(hand.page.locator("#deal")).to_contain_text("Round 4")
    dealer = hand.page.locator(".hollywood tr:has(.dealer) bdi").inner_text()
    assert (offline_totals[:2], offline_totals[3]) == (["40", "20"], "40")
    assert not any(digit in total for total in offline_totals[4:] for digit in "0123456789")
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("#tally .reach[data-not-sent]")).to_have_count(0)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(3)
    assert totals.all_inner_texts() == offline_totals
    expect(hand.page.locator(".hollywood tr:has(.dealer) bdi")).to_have_text(dealer)


def test_teams_go_on_without_network(phone: Phones) -> None:
    hand = table(phone, "Ann", "Ben", "Cleo", "Dan", preset="partnership")
    offline(hand)

    def enter(own: str, other: str) -> None:
        """Ann's team wins its first hand, the other team the second."""
        hand.choose("0:knock:4")
        hand.type(own)
        hand.tap(hand.page.locator("details.hand > summary").nth(1))
        hand.page.locator('.hand[open] label:has(input[value$=":gin"])').last.tap()
        hand.type(other)
        hand.tap("button.save")

    enter("24", "5")
    waiting(hand.page, 1)
    provisional = hand.totals
    expect(hand.page.locator("#tally .score[data-not-sent]")).to_have_count(2)
    assert provisional != ["0", "0"]
    dealer = deals(hand)
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)
    assert (hand.totals, deals(hand)) == (provisional, dealer)


def test_the_captain_goes_on_without_network(phone: Phones) -> None:
    """Who loses sits out: the next round is between others, which only the server knows for its form."""
    hand = table(phone, "Ann", "Ben", "Cleo", preset="captain")
    offline(hand)
    enter_round_by_hand(hand, 1, ending="0:knock:4", keys="24")
    waiting(hand.page, 1)
    provisional = hand.totals
    expect(hand.page.locator("#tally .score[data-not-sent]").first).to_be_visible()
    assert "20" in provisional
    offline(hand, False)
    waiting(hand.page, 0)
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)
    assert hand.totals == provisional
