"""Browser: a whole evening on two phones: the examples of the Let's Play page, then Ginski for three."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Table
from games.rules.sheet import fold
from games.selectors.table.ledger import entries_of
from tests.browser.table import Hand

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def folded(path: str) -> tuple[list[str], int, str]:
    """Totals, number of rounds and winner that the ledger of the table at ``path`` folds into."""
    table = Table.objects.get(public_id=path.split("/")[2])
    game = fold(entries_of(table), table.seats.count()).current
    names = list(table.seats.order_by("number").values_list("player__name", flat=True))
    winner = names[game.seating[game.final.winner]] if game.final and game.final.winner is not None else ""
    return [str(game.cumulative[seat]) for seat in range(len(names))], len(game.rounds), winner


def test_evening_of_two_games_ends_with_both_screens_equal_to_the_ledger(phone: Phones) -> None:
    ann, ben = Hand(phone()), Hand(phone())
    path = ann.start_table("Ann", "Ben", preset="lets_play")
    ben.join(ann.link_to("score"), "Ben's phone")

    ann.round("0:knock:7", "20", "Ann +13")
    ben.shows(13, 0)
    ben.round("0:knock:3", "15", "Ann +12")
    ann.shows(25, 0)
    ann.round("0:knock:7", "10", "Ann +3")
    ben.shows(28, 0)

    # Round 3 was Ben's: taken back with one touch, and entered again.
    ann.taps = 0
    ann.undo()
    assert ann.taps == 1
    ann.shows(25, 0)
    ben.shows(25, 0)
    expect(ann.page.locator("#deal")).to_contain_text("Round 3")
    ann.choose("1:knock:7")
    ann.type("10")
    ann.tap("button.save")
    ben.shows(25, 3)

    # Round 2 was misheard: 18, not 15. All that follows moves, and the line says so.
    ben.page.locator("#sheet .lines > li", has_text="Ann knocked with 3").locator("summary").tap()
    ben.page.locator("#sheet a", has_text="Change round 2").tap()
    ben.page.wait_for_url("**/rounds/1/2/")
    ben.page.locator("[data-key=back]:visible").tap()
    ben.type("8")
    expect(ben.page.locator("#preview .sentence")).to_contain_text("18 \u2212 3")
    ben.page.locator("button.save").tap()
    ben.page.wait_for_url("**/t/*/")
    ben.shows(28, 3)
    ann.shows(28, 3)
    expect(ann.page.locator("#sheet .lines > li").nth(1)).to_contain_text("edited")

    ann.page.reload()
    ann.shows(28, 3)
    ben.round("0:knock:9", "7", "Ben +27")
    ann.shows(28, 30)
    ann.round("0:gin", "56", "Ann +81")
    ben.shows(109, 30)
    expect(ben.page.locator("#final-title")).to_have_text("Ann wins by 79")
    expect(ann.page.locator("#final-title")).to_have_text("Ann wins by 79")
    totals, rounds, winner = folded(path)
    assert (totals, rounds, winner) == (["109", "30"], 5, "Ann")
    assert ann.totals == ben.totals == totals
    assert ann.saved == ben.saved == rounds

    path = ann.start_table("Ann", "Ben", "Cleo", preset="ginski")
    ben.join(ann.link_to("score"), "Ben's phone")
    ann.round("1:knock:8", "15>20", "Ben +27")
    ben.shows(0, 27, 0)
    ben.round("0:knock:9", "20>5", "Cleo +54")
    ann.shows(0, 27, 54)
    ann.page.locator("details.rare summary").tap()
    ann.round("dead", "", "Dead hand: nobody scores")
    expect(ben.page.locator("#deal")).to_contain_text("Ann deals, Ben plays first")
    ben.round("2:gin", "14>26", "Cleo +65")
    ann.shows(0, 27, 119)
    expect(ann.page.locator("#final-title")).to_have_text("Cleo wins by 92")
    totals, rounds, winner = folded(path)
    assert (totals, rounds, winner) == (["0", "27", "119"], 4, "Cleo")
    assert ann.totals == ben.totals == totals
    assert ann.saved == ben.saved == rounds
    assert Entry.objects.filter(table__public_id=path.split("/")[2]).count() == 5


def test_knock_and_gin_take_four_taps_each(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.taps = 0
    hand.round("0:knock:7", "20", "Ann +13")
    assert hand.taps <= 4
    hand.shows(13, 0)
    hand.taps = 0
    hand.round("1:gin", "20", "Ben +45")
    assert hand.taps <= 4
    hand.shows(13, 45)


def test_sum_typed_on_the_keypad_is_added_up(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.round("0:knock:7", "10+6+4", "Ann +13")
    hand.shows(13, 0)


def test_preview_that_arrives_between_two_keys_leaves_the_field_alone(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", "Cleo", preset="ginski")
    hand.choose("0:knock:9")
    hand.type_slowly("20>5")
    expect(hand.page.locator('[name="deadwood-1"]')).to_have_value("20")
    expect(hand.page.locator('[name="deadwood-2"]')).to_have_value("5")


def test_what_is_unlikely_asks_once(phone: Phones, snapshot: SnapshotAssertion) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="standard")
    hand.choose("0:knock:2")
    hand.type("98")
    expect(hand.page.locator("#preview .ask")).to_contain_text("98")
    assert hand.page.locator("#preview .ask").inner_text() == snapshot
    hand.tap("button.save")
    hand.shows(96, 0)


def test_phone_that_slept_catches_up_when_it_wakes(phone: Phones) -> None:
    ann, ben = Hand(phone()), Hand(phone())
    ann.start_table("Ann", "Ben", preset="standard")
    ben.join(ann.link_to("watch"), "Ben's phone")
    expect(ben.page.locator("html")).to_have_attribute("data-live", "live")
    ben.page.context.set_offline(True)
    for number in range(3):
        ann.round("0:knock:5", f"1{number}", f"Ann +{5 + number} (1{number} \u2212 5).")
    ben.page.context.set_offline(False)
    ben.page.evaluate("window.dispatchEvent(new Event('online'))")
    ben.shows(18, 0)


def test_form_somebody_types_in_is_left_alone_when_another_phone_saves(phone: Phones) -> None:
    ann, ben = Hand(phone()), Hand(phone())
    path = ann.start_table("Ann", "Ben", preset="standard")
    ben.join(ann.link_to("score"), "Ben's phone")
    ben.choose("0:knock:7")
    ben.type("2")
    ann.round("0:knock:7", "20", "Ann +13")
    ben.shows(13, 0)
    expect(ben.page.locator('[name="deadwood-1"]')).to_have_value("2")
    ben.type("4")
    ben.tap("button.save")
    conflict = ben.page.locator(".conflict")
    expect(conflict).to_contain_text("Ann knocked with 7, Ben had 20")
    expect(conflict).to_contain_text("Ann knocked with 7, Ben had 24")
    assert folded(path)[0] == ["13", "0"]
    conflict.get_by_role("button", name="Change it to this").tap()
    ben.shows(17, 0)
    ann.shows(17, 0)


def test_two_phones_that_say_the_same_confirm_each_other(phone: Phones) -> None:
    ann, ben = Hand(phone()), Hand(phone())
    path = ann.start_table("Ann", "Ben", preset="standard")
    ben.join(ann.link_to("score"), "Ben's phone")
    ben.choose("0:knock:7")
    ben.type("20")
    ann.round("0:knock:7", "20", "Ann +13")
    ben.shows(13, 0)
    ben.tap("button.save")
    expect(ben.page.locator("#notice")).to_contain_text("Round 1 was already entered by")
    assert folded(path)[:2] == (["13", "0"], 1)


def test_link_switched_off_closes_the_screen_that_came_by_it(phone: Phones, snapshot: SnapshotAssertion) -> None:
    ann, ben = Hand(phone()), Hand(phone())
    path = ann.start_table("Ann", "Ben", preset="standard")
    ben.join(ann.link_to("watch"), "Ben's phone")
    ann.page.goto(path + "links/")
    ann.page.locator(".link", has_text="To watch").get_by_role("button", name="Turn off").tap()
    expect(ben.page.locator("[data-live-status]")).to_have_text("Closed")
    ben.page.reload()
    expect(ben.page.locator("#problem")).to_be_visible()
    assert ben.page.locator("#problem").inner_text() == snapshot


def test_whole_game_without_script(phone: Phones) -> None:
    hand = Hand(phone(java_script_enabled=False))
    path = hand.start_table("Ann", "Ben", preset="lets_play")
    hand.choose("0:knock:7")
    hand.page.locator('[name="deadwood-1"]').fill("20")
    hand.page.get_by_role("button", name="Preview").tap()
    expect(hand.page.locator("#preview .sentence")).to_contain_text("Ann +13")
    hand.page.locator("button.save").tap()
    hand.shows(13, 0)
    hand.undo()
    hand.shows(0, 0)
    for ending, deadwood, totals in (
        ("0:gin", "56", (81, 0)),
        ("1:gin", "30", (81, 55)),
        ("0:knock:5", "25", (101, 55)),
    ):
        hand.choose(ending)
        hand.page.locator(f'[name="deadwood-{1 - int(ending[0])}"]').fill(deadwood)
        hand.page.locator("button.save").tap()
        hand.shows(*totals)
    expect(hand.page.locator("#final-title")).to_have_text("Ann wins by 46")
    assert folded(path)[2] == "Ann"
