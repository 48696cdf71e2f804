"""Browser: continuing a game from paper, and tables as text, on a phone."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Table
from games.selectors.sharing.notation import table_text
from tests.browser.table import Hand, fits, with_cookie
from tests.makers import enter, gin, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
GAME = "game: standard\nA: Ann\nB: Ben\ndeals: B\n1. A knock 7, B 20\n"


def test_a_game_from_paper_is_on_the_screen_after_nine_taps(phone: Phones) -> None:
    page = phone()
    hand = Hand(page)
    page.goto("/")
    hand.tap(page.get_by_text("More options"))
    hand.tap(page.get_by_role("link", name="Continue from paper"))
    for field, typed in {"name-1": "Ann", "points-1": "54", "boxes-1": "4", "name-2": "Ben", "points-2": "3"}.items():
        hand.tap(f"#{field}")
        page.keyboard.type(typed)
    expect(page.locator("[data-name-of='2']")).to_have_text("Ben")
    hand.tap("fieldset:has(legend:text-is('Who deals next')) label:has-text('Ben')")
    hand.tap("button.save")
    page.wait_for_url("**/t/*/")
    hand.shows(54, 3)
    expect(page.locator("#sheet .opening")).to_have_text("From paper: Ann 54, Ben 3, boxes 4 and 0")
    expect(page.locator("#deal")).to_contain_text("Ben deals, Ann plays first")
    assert hand.taps == 9
    # What comes from paper stays where a round on top of it is taken back.
    hand.round("0:knock:7", "20", "Ann +13")
    hand.shows(67, 3)
    hand.undo()
    hand.shows(54, 3)
    expect(page.locator("#undo button")).to_have_count(0)


def test_a_text_is_mended_and_made_without_script(phone: Phones) -> None:
    page = phone(java_script_enabled=False)
    page.goto("/import/")
    page.locator("#text").fill(GAME + "2. A knock 12, B 5")
    page.get_by_role("button", name="Check the text").tap()
    expect(page.locator(".text-faults")).to_contain_text("Line 6, column 4")
    expect(page.locator(".text-faults mark")).to_have_text("A")
    page.locator("#text").fill(GAME)
    page.get_by_role("button", name="Check the text again").tap()
    expect(page.locator(".understood")).to_contain_text("Ann 13, Ben 0")
    assert Table.objects.count() == 0
    page.get_by_role("button", name="Create table").tap()
    page.wait_for_url("**/t/*/")
    Hand(page).shows(13, 0)


def test_a_table_is_copied_and_pasted(phone: Phones, live_app: str) -> None:
    ann = start()
    enter(ann, knock(0, 7, 20))
    enter(ann, gin(1, 31))
    page = with_cookie(phone(permissions=["clipboard-read", "clipboard-write"]), ann, live_app)
    page.goto(ann.url)
    page.locator("details.menu > summary").tap()
    page.locator("#menu a", has_text="Print or export").tap()
    page.get_by_role("link", name="Copy as text").tap()
    page.get_by_role("button", name="Copy").tap()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.get_by_role("link", name="Create a table from text").tap()
    page.locator("#text").tap()
    page.keyboard.press("Control+v")
    expect(page.locator("#text")).to_have_value(table_text(ann.table))
    page.get_by_role("button", name="Check the text").tap()
    page.get_by_role("button", name="Create table").tap()
    page.wait_for_url("**/t/*/")
    Hand(page).shows(13, 56)
    with page.expect_download() as saved:
        page.goto(page.url + "text/")
        page.get_by_role("link", name="Save as a file").tap()
    assert re.fullmatch(r"scores-[\d-]+\.txt", saved.value.suggested_filename)
    assert saved.value.path().read_text(encoding="utf-8") == table_text(ann.table)


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_page_is_wider_than_the_screen(phone: Phones, live_app: str, width: int) -> None:
    four = start("Annabel-Marie", "Bartholomew", "Cleopatra", "Dan", preset="knock_rummy", knock_bonus=7)
    enter(four, knock(0, 2, 29, 40, 31))
    page = with_cookie(phone(viewport={"width": width, "height": 844}), four, live_app)
    for address in (f"{four.url}text/", "/import/", "/paper/"):
        page.goto(address)
        assert fits(page), address
    page.goto("/import/")
    page.locator("#text").fill("game: knock_rummy\n" + "A knock 7 and so on " * 30 + "\n" + "x" * 300)
    page.get_by_role("button", name="Check the text").tap()
    expect(page.locator(".text-faults")).to_be_visible()
    assert fits(page)


def test_partners_are_asked_for_one_score_each(phone: Phones) -> None:
    page = phone()
    page.goto("/paper/")
    for group in page.locator(".group > summary").all()[1:]:
        group.tap()
    page.locator("input[value='partnership']").check()
    expect(page.locator("#name-4")).to_be_visible()
    expect(page.locator("#points-2")).to_be_visible()
    expect(page.locator("#points-3")).to_be_hidden()
