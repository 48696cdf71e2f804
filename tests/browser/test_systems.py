"""Browser: the round form under every rule system: the upcard, teams of two, and counted knocks."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Table
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.faults import Code, Fault
from games.rules.sheet import GameSheet, fold
from games.selectors.table.ledger import entries_of
from games.wording.faults import fault_text
from tests.browser.table import Hand, pause

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

PEOPLE = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hal")
OVER_THE_LIMIT = Fault(Code.OVER_KNOCK_LIMIT, seat=0, amount=9, limit=7)
SPADE, HEART = "\u2660\ufe0e", "\u2665\ufe0e"


def at_table(phones: Phones, preset: str, seats: int = 2, **options: object) -> Hand:
    hand = Hand(phones(**options))
    hand.start_table(*PEOPLE[:seats], preset=preset)
    return hand


def game(hand: Hand) -> GameSheet:
    """The game as the ledger of the table on ``hand``'s screen folds."""
    table = Table.objects.get(public_id=hand.page.url.split("/t/")[1].split("/")[0])
    return fold(entries_of(table), table.seats.count()).current


def sentence(hand: Hand) -> Locator:
    return hand.page.locator("#preview .sentence").first


def chip(hand: Hand, value: str) -> Locator:
    return hand.page.locator(f'.ends[value="{value}"]')


def save(hand: Hand, rounds: int = 1) -> None:
    hand.tap("button.save")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(rounds)


# --- The card that sets the limit -------------------------------------------------------------------------------------


def test_an_oklahoma_round_takes_two_taps_for_the_card(phone: Phones) -> None:
    hand = at_table(phone, "lets_play_oklahoma")
    hand.taps = 0
    hand.choose_card("7", "s")
    assert hand.taps == 2
    summary = hand.page.locator(".picker summary")
    expect(summary).to_have_text(f"7{SPADE} knock with 7 or less, counts double")
    expect(hand.page.locator(".ranks")).to_be_hidden()
    hand.choose("0:knock:7")
    hand.type("20")
    expect(sentence(hand)).to_contain_text("Ann +26")
    save(hand)
    assert hand.taps == 6
    hand.shows(26, 0)
    # The next deal has another card.
    expect(hand.page.locator(".ranks")).to_be_visible()
    expect(hand.page.locator(".picker summary")).to_have_text("Upcard tap rank and suit")


def test_chips_above_the_card_are_off_and_say_why(phone: Phones) -> None:
    hand = at_table(phone, "lets_play_oklahoma")
    expect(chip(hand, "0:knock:8")).to_be_enabled()
    hand.choose_card("7", "h")
    for seat in (0, 1):
        expect(chip(hand, f"{seat}:knock:7")).to_be_enabled()
        expect(chip(hand, f"{seat}:knock:8")).to_be_disabled()
        expect(chip(hand, f"{seat}:gin")).to_be_enabled()
    expect(chip(hand, "0:knock:8")).to_have_attribute(
        "aria-label", f"Ann knocks with 8. 7{HEART}: knock with 7 or less"
    )
    # Another card opens the chips again: the line is tapped, then rank and suit.
    hand.tap(".picker summary")
    hand.choose_card("9", "h")
    expect(hand.page.locator(".ranks")).to_be_hidden()
    expect(chip(hand, "0:knock:8")).to_be_enabled()
    expect(chip(hand, "0:knock:10")).to_be_disabled()


def test_an_ace_that_means_gin_only_leaves_gin(phone: Phones) -> None:
    hand = at_table(phone, "gamesgrid_points")
    hand.choose_card("A", "h")
    expect(hand.page.locator(".picker summary")).to_have_text(f"A{HEART} gin only")
    expect(hand.page.locator(".chip.knock input:enabled")).to_have_count(0)
    expect(hand.page.locator(".chip.gin input:enabled")).to_have_count(2)


def test_a_card_that_comes_after_the_knock_is_checked_all_the_same(phone: Phones) -> None:
    hand = at_table(phone, "lets_play_oklahoma")
    hand.choose("0:knock:9")
    hand.type("20")
    missing = fault_text(Fault(Code.MISSING_KNOCK_CARD), PEOPLE)
    expect(sentence(hand)).to_have_text(missing)
    hand.tap("button.save")
    error = hand.page.locator(".picker .error")
    expect(error).to_have_text(missing)
    expect(hand.page.locator('[name="deadwood-1"]')).to_have_value("20")
    hand.choose_card("7", "h")
    expect(error).to_be_hidden()
    expect(sentence(hand)).to_have_text(fault_text(OVER_THE_LIMIT, PEOPLE))
    expect(chip(hand, "0:knock:9")).to_be_checked()
    pause(hand.page)  # the chip lies where the card's suit was
    hand.choose("0:knock:6")
    expect(chip(hand, "0:knock:9")).to_be_disabled()
    expect(sentence(hand)).to_contain_text("Ann +14")
    save(hand)


def test_the_card_on_the_table_survives_a_reload_and_a_round_started_over(phone: Phones) -> None:
    hand = at_table(phone, "oklahoma")
    hand.choose_card("T", "d")
    hand.page.reload()
    expect(hand.page.locator(".picker summary")).to_contain_text("knock with 10 or less")
    expect(hand.page.locator(".ranks")).to_be_hidden()
    hand.choose("0:gin")
    hand.tap("[data-clear]")
    expect(hand.page.locator(".picker summary")).to_contain_text("knock with 10 or less")
    hand.choose("0:gin")
    hand.type("30")
    save(hand)
    expect(hand.page.locator(".picker summary")).to_have_text("Upcard tap rank and suit")


def test_the_card_of_a_deal_stays_when_another_phone_changes_an_earlier_round(phone: Phones) -> None:
    ann, ben = at_table(phone, "lets_play_oklahoma"), Hand(phone())
    ben.join(ann.link_to("score"), "Ben's phone")
    ann.choose_card("7", "h")
    ann.round("0:knock:7", "20", "Ann +13")
    ben.shows(13, 0)
    ben.choose_card("5", "c")
    ann.page.goto(ann.page.url + "rounds/1/1/")
    ann.type("18")
    ann.tap("button.save")
    ben.shows(11, 0)
    expect(ben.page.locator(".picker summary")).to_contain_text("knock with 5 or less")
    expect(chip(ben, "0:knock:6")).to_be_disabled()
    # Once the other phone saves the round, its card is gone with it.
    ann.choose_card("5", "c")
    ann.round("0:knock:5", "20", "Ann +15")
    ben.shows(26, 0)
    expect(ben.page.locator(".picker summary")).to_have_text("Upcard tap rank and suit")


def test_the_card_is_chosen_without_script_too(phone: Phones) -> None:
    hand = at_table(phone, "lets_play_oklahoma", java_script_enabled=False)
    hand.choose_card("7", "s")
    hand.choose("0:knock:9")
    hand.page.locator('[name="deadwood-1"]').fill("20")
    hand.page.locator("button.save").tap()
    expect(hand.page.locator(".strip .error")).to_have_text(fault_text(OVER_THE_LIMIT, PEOPLE))
    expect(hand.page.locator(".picker summary")).to_have_text(f"7{SPADE} knock with 7 or less, counts double")
    hand.choose("0:knock:7")
    hand.page.locator("button.save").tap()
    hand.shows(26, 0)


# --- Teams ------------------------------------------------------------------------------------------------------------


def test_four_players_tell_two_hands_one_after_the_other(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand = at_table(phone, "partnership", 4)
    first, second = (hand.page.locator(f'.hand[data-hand="{n}"]') for n in (0, 1))
    expect(second.locator(".strips")).to_be_hidden()
    hand.choose("0:knock:5")
    hand.type("20")
    expect(sentence(hand)).to_contain_text("Dan")
    assert sentence(hand).inner_text() == snapshot
    hand.type(">")
    expect(first.locator("summary")).to_have_text("Ann plays Ben Ann knocks with 5, Ben 20")
    expect(first.locator(".strips")).to_be_hidden()
    expect(hand.page.locator("p[data-says]")).to_have_text("Round 1: Cleo plays Dan")
    expect(hand.page.locator("[data-keypad]")).to_be_hidden()
    hand.choose("3:gin")
    expect(hand.page.locator('[name="deadwood-1"]')).to_be_hidden()
    hand.type("12")
    expect(sentence(hand)).to_contain_text("Ben & Dan +22")
    save(hand)
    hand.shows(0, 22)
    declaration = game(hand).rounds[0].latest.declaration
    assert isinstance(declaration, TeamDeal)
    assert [dict(one.deadwood) for one in declaration.hands] == [{0: 5, 1: 20}, {2: 12, 3: 0}]
    # The next deal has other pairs.
    expect(hand.page.locator(".hand summary b")).to_have_text(["Ann plays Dan", "Cleo plays Ben"])


def test_a_hand_that_is_declared_can_be_looked_at_and_changed_again(phone: Phones) -> None:
    hand = at_table(phone, "partnership", 4)
    hand.tap('.hand[data-hand="1"] summary')
    hand.choose("2:knock:3")
    hand.type("9>")
    expect(hand.page.locator('.hand[data-hand="0"] .strips')).to_be_visible()
    hand.choose("1:knock:4")
    hand.type("30")
    expect(sentence(hand)).to_contain_text("Ben & Dan +20")
    hand.tap('.hand[data-hand="1"] summary')
    expect(hand.page.locator('[name="deadwood-3"]')).to_have_value("9")
    hand.choose("2:knock:2")
    expect(sentence(hand)).to_contain_text("Ben & Dan +19")


def test_a_deal_that_is_saved_too_early_opens_the_hand_that_is_missing(phone: Phones) -> None:
    hand = at_table(phone, "partnership", 4)
    hand.choose("0:knock:5")
    hand.tap("button.save")
    missing = fault_text(Fault(Code.MISSING_DEADWOOD, seat=1), PEOPLE)
    expect(hand.page.locator("#deadwood-1-error")).to_have_text(missing)
    expect(hand.page.locator('.hand[data-hand="0"] .strips')).to_be_visible()
    hand.type("20")
    hand.tap("button.save")
    expect(hand.page.locator('.hand[data-hand="1"] .strips')).to_be_visible()
    hand.choose("3:gin")
    hand.type("12")
    save(hand)


def test_a_dead_hand_of_a_deal_goes_on_to_the_next_one(phone: Phones) -> None:
    hand = at_table(phone, "partnership_6", 8)
    for n in (0, 1, 2):
        hand.tap(".rare summary")
        hand.tap(f'.way:has([name="{f"end-{n}" if n else "end"}"][value="dead"])')
        expect(hand.page.locator(f'.hand[data-hand="{n}"] summary')).to_contain_text("Dead hand")
    expect(hand.page.locator("p[data-says]")).to_have_text("Round 1: Gus plays Hal")
    hand.choose("7:gin")
    hand.type("20")
    expect(sentence(hand)).to_contain_text("Ben & Dan & Finn & Hal +45")
    save(hand)


def test_a_deal_is_told_without_script(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand = at_table(phone, "tournament_partners", 4, java_script_enabled=False)
    hand.choose_card("6", "h")
    hand.choose("0:knock:5")
    hand.page.locator('[name="deadwood-1"]').fill("20")
    hand.page.locator("button.save").tap()
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Dan")
    assert hand.page.locator("#preview .sentence").inner_text() == snapshot
    hand.choose("3:gin")
    hand.page.locator('[name="deadwood-2"]').fill("12")
    hand.page.locator("button.save").tap()
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)
    assert isinstance(game(hand).rounds[0].latest.declaration, TeamDeal)


# --- Counted knocks, misdeals, false knocks, Hollywood ----------------------------------------------------------------


def test_knock_rummy_counts_the_knocker_too(phone: Phones) -> None:
    hand = at_table(phone, "knock_rummy", 5)
    hand.choose("1:knock")
    expect(hand.page.locator("[data-deadwood]:visible")).to_have_count(5)
    hand.type("30>6>22>41>9")
    expect(sentence(hand)).to_contain_text("Ben +")
    save(hand)
    declaration = game(hand).rounds[0].latest.declaration
    assert isinstance(declaration, Declaration)
    assert dict(declaration.deadwood) == {0: 30, 1: 6, 2: 22, 3: 41, 4: 9}
    hand.choose("1:gin")
    expect(hand.page.locator("[data-deadwood]:visible")).to_have_count(4)
    # The change of a counted round has every count back.
    hand.page.goto(hand.page.url + "rounds/1/1/")
    expect(chip(hand, "1:knock")).to_be_checked()
    expect(hand.page.locator('[name="deadwood-1"]')).to_have_value("6")


def test_a_misdeal_is_written_with_its_reason(phone: Phones) -> None:
    hand = at_table(phone, "standard")
    expect(hand.page.locator("#reason")).to_be_hidden()
    hand.tap(".rare summary")
    hand.choose("misdeal")
    expect(sentence(hand)).to_have_text("Misdeal: dealt again")
    expect(hand.page.locator("[data-keypad]")).to_be_hidden()
    hand.page.locator("#reason").fill("eleven cards")
    save(hand)
    hand.shows(0, 0)
    line = game(hand).rounds[0]
    assert (line.latest.declaration.active, line.history[-1].reason) == ((0, 1), "eleven cards")
    expect(hand.page.locator("#deal")).to_contain_text("Ann deals")


def test_a_reason_goes_nowhere_once_it_was_no_misdeal(phone: Phones) -> None:
    hand = at_table(phone, "standard")
    hand.tap(".rare summary")
    hand.choose("misdeal")
    hand.page.locator("#reason").fill("eleven cards")
    hand.choose("0:gin")
    hand.type("20")
    save(hand)
    assert game(hand).rounds[0].history[-1].reason == ""


def test_a_false_knock_costs_what_the_house_says(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", "Cleo", preset="jersey", false_knock_penalty=20)
    hand.tap(".rare summary")
    hand.choose("1:false_knock")
    expect(hand.page.locator("[data-deadwood]:visible")).to_have_count(0)
    expect(sentence(hand)).to_contain_text("Ann +20; Cleo +20")
    save(hand)
    declaration = game(hand).rounds[0].latest.declaration
    assert isinstance(declaration, Declaration)
    assert declaration.ending is Ending.FALSE_KNOCK


def test_a_hollywood_round_says_into_which_games_it_goes(phone: Phones) -> None:
    hand = at_table(phone, "hollywood")
    for number, games in enumerate(("Game 1: 6", "Game 1: 13, game 2: 7", "Game 1: 21, game 2: 15, game 3: 8"), 1):
        hand.choose("0:knock:5")
        hand.type(f"1{number}")
        expect(sentence(hand)).to_contain_text(games)
        save(hand, number)


# --- Within reach -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("percent", [100, 200])
@pytest.mark.parametrize(
    ("table", "ending", "keys"),
    [
        (("knock_rummy", 2), "0:knock", "12>30"),
        (("knock_rummy", 5), "0:knock", "110>30>22>41>109"),
        (("jersey", 3), "0:knock:5", "12>30"),
        (("ginski", 4), "3:knock:13", "12>30>22"),
        (("straight", 2), "0:gin", "30"),
        (("captain", 3), "0:knock:5", "30"),
        (("tournament", 2), "0:knock:5", "30"),
        (("partnership_6", 8), "0:knock:5", "30>"),
    ],
)
def test_everything_is_within_reach(
    phone: Phones, percent: int, table: tuple[str, int], ending: str, keys: str
) -> None:
    hand = at_table(phone, *table)
    hand.page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")
    if table[0] == "tournament":
        hand.choose_card("7", "s")
    hand.choose(ending)
    hand.type(keys)
    expect(sentence(hand)).not_to_have_text("")
    found = hand.page.locator("button.save")
    found.scroll_into_view_if_needed()
    expect(found).to_be_in_viewport(ratio=1)
    assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    cut = hand.page.evaluate(
        """() => [...document.querySelectorAll("[data-deadwood], [data-key], .chip span, .entry summary")]
            .filter((e) => e.getClientRects().length && e.scrollWidth > e.clientWidth + 1)
            .map((e) => e.outerHTML)"""
    )
    assert cut == []
