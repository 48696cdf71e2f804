"""Browser: the first page, from opening it to the first saved round, and the page with all rules."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.table import Hand, fits, with_cookie
from tests.makers import start as start_table

Phones = Callable[..., Page]
SMALL = {"viewport": {"width": 320, "height": 568}}


def names(page: Page) -> Locator:
    return page.locator("[data-name]:visible")


def fill(page: Page, *people: str) -> None:
    for number, name in enumerate(people, 1):
        page.locator(f'[name="name-{number}"]').fill(name)


def add(page: Page) -> Locator:
    return page.get_by_role("button", name="Add player")


def chosen(page: Page) -> Locator:
    return page.locator(".offered:has(:checked)")


def start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/t/*/")


# --- From opening the page to the first saved round -------------------------------------------------------------------


def test_seven_taps_and_the_letters_to_the_first_saved_round(phone: Phones) -> None:
    hand = Hand(phone())
    hand.page.goto("/")
    for number, name in enumerate(("Ann", "Ben"), 1):
        hand.tap(f"#name-{number}")
        hand.page.keyboard.type(name)
    hand.tap(hand.page.get_by_role("button", name="Start", exact=True))
    hand.page.wait_for_url("**/t/*/")
    first_round(hand, "20")
    assert hand.taps == 7


def first_round(hand: Hand, deadwood: str) -> None:
    hand.choose("0:knock:7")
    hand.type(deadwood)
    hand.tap("button.save")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(1)


@pytest.mark.slow
def test_enter_leads_from_name_to_name_and_starts(phone: Phones) -> None:
    hand = Hand(phone())
    hand.page.goto("/")
    hand.tap("#name-1")
    for name in ("Ann", "Ben"):
        hand.page.keyboard.type(name)
        hand.page.keyboard.press("Enter")
    hand.page.wait_for_url("**/t/*/")
    assert hand.taps == 1
    expect(hand.page.locator(".names h1")).to_have_text("Ann and Ben")


@pytest.mark.slow
def test_enter_never_leaves_a_name_out(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    page.locator("#name-2").press("Enter")
    expect(page.locator("#name-1")).to_be_focused()
    page.locator("#name-1").fill("Ann")
    page.keyboard.press("Enter")
    expect(page.locator("#name-2")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#name-2")).to_be_focused()
    assert page.url.endswith("/")


@pytest.mark.slow
@pytest.mark.parametrize(("deadwood", "taps"), [("9", 4), ("20", 5)])
def test_four_or_five_taps_with_those_who_played_last(phone: Phones, live_app: str, deadwood: str, taps: int) -> None:
    hand = Hand(with_cookie(phone(), start_table("Ann", "Ben", preset="rummy_for_two"), live_app))
    hand.page.goto("/")
    hand.tap(hand.page.get_by_role("button", name="Start", exact=True))
    hand.page.wait_for_url("**/t/*/")
    expect(hand.page.locator(".names a")).to_contain_text("Rummy for two")
    first_round(hand, deadwood)
    assert hand.taps == taps


@pytest.mark.parametrize("script", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_known_names_are_tapped_in_and_out(phone: Phones, live_app: str, script: bool) -> None:
    made = start_table("Ann", "Ben")
    page = with_cookie(phone(java_script_enabled=script), made, live_app)
    page.goto("/")
    chip = {name: page.get_by_role("button", name=name, exact=True) for name in ("Ann", "Ben")}
    expect(chip["Ann"]).to_have_attribute("aria-pressed", "true")
    chip["Ann"].tap()
    expect(chip["Ann"]).to_have_attribute("aria-pressed", "false")
    expect(page.locator("#name-1")).to_have_value("Ben")
    chip["Ann"].tap()
    expect(page.locator("#name-2")).to_have_value("Ann")
    start(page)
    expect(page.locator(".names h1")).to_have_text("Ben and Ann")


# --- More players -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False])
def test_a_third_player_changes_what_is_offered(phone: Phones, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/")
    expect(page.locator(".offered:visible")).to_have_text([re.compile(r"Gin rummy\s*, to 100")])
    fill(page, "Ann", "Ben")
    add(page).tap()
    expect(names(page)).to_have_count(3)
    rules = page.locator(".offered:visible strong")
    expect(rules).to_have_text(["Cutthroat", "Jersey gin", "Ginski", "Captain"])
    expect(chosen(page)).to_contain_text("Cutthroat")
    page.locator(".offered", has_text="Ginski").tap()
    page.locator("#name-3").fill("Cleo")
    start(page)
    expect(page.locator(".names a")).to_contain_text("Ginski")


@pytest.mark.slow
def test_a_player_who_is_taken_away_changes_it_back(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    fill(page, "Ann", "Ben")
    add(page).tap()
    expect(page.locator("#name-3")).to_be_focused()
    page.keyboard.type("Cleo")
    page.locator('[data-clear="2"]').tap()
    expect(names(page)).to_have_count(2)
    expect(page.locator("#name-2")).to_have_value("Cleo")
    expect(chosen(page)).to_contain_text("Gin rummy")
    for count in range(3, 9):
        add(page).tap()
        expect(names(page)).to_have_count(count)
        expect(page.locator(".option:visible")).to_have_count(0)
    expect(add(page)).to_be_hidden()
    expect(chosen(page)).to_contain_text("Partners, six or eight")


@pytest.mark.slow
def test_partners_are_in_one_column_under_their_team(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    page.goto("/")
    for _ in range(4):
        add(page).tap()
    expect(page.locator(".note-teams")).to_be_visible()
    assert page.locator(".note-teams").inner_text() == snapshot
    left = names(page).evaluate_all("all => all.map(field => Math.round(field.getBoundingClientRect().left))")
    assert left == [left[0], left[1]] * 3
    assert left[0] < left[1]
    expect(page.locator("label[for=name-5]")).to_have_text(re.compile("Team 1, seat 5"))
    fill(page, "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    start(page)


@pytest.mark.slow
def test_the_captain_is_named_and_rules_without_a_target_ask_for_none(phone: Phones) -> None:
    page = phone()
    page.goto("/?rules=captain")
    expect(names(page)).to_have_count(3)
    expect(page.locator("label[for=name-1] .as-captain")).to_be_visible()
    page.get_by_text("First dealer").tap()
    expect(page.locator(".option:visible")).to_have_count(4)
    page.get_by_text("More options").tap()
    expect(page.locator("#target")).to_be_visible()
    page.goto("/?rules=gamesgrid_flop")
    page.get_by_text("More options").tap()
    expect(page.locator("#target")).to_be_hidden()


@pytest.mark.slow
def test_who_may_deal_and_how_far_it_goes_follow_what_is_typed(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    page.get_by_text("First dealer").tap()
    dealer = page.locator('[data-name-of="1"]')
    expect(dealer).to_have_text("Player 1")
    fill(page, "Ann")
    expect(dealer).to_have_text("Ann")
    fill(page, "")
    expect(dealer).to_have_text("Player 1")
    page.locator(".option:visible", has_text="Player 1").tap()
    fill(page, "Cleo")
    expect(page.locator(".first-dealer summary")).to_contain_text("First dealer: Cleo")
    page.get_by_text("More options").tap()
    page.locator("#target").fill("150")
    expect(chosen(page)).to_have_text(re.compile(r"Gin rummy\s*, to 150"))


# --- All rules --------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False])
def test_rules_are_searched_and_chosen_and_the_names_are_kept(phone: Phones, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/")
    fill(page, "Ann", "Ben")
    page.get_by_role("button", name="change").tap()
    page.wait_for_url("**/rules/")
    page.get_by_role("searchbox").fill("okla 150")
    if not script:
        page.get_by_role("button", name="Search").tap()
    expect(page.locator(".rules-row:visible")).to_have_count(1)
    page.locator(".use:visible").tap()
    expect(chosen(page)).to_contain_text("Oklahoma")
    start(page)
    expect(page.locator(".names")).to_have_text(re.compile(r"Ann and Ben\s+Oklahoma, to 150"))


@pytest.mark.slow
def test_a_search_that_finds_nothing_says_so(phone: Phones, snapshot: SnapshotAssertion) -> None:
    page = phone()
    page.goto("/rules/")
    page.get_by_role("searchbox").fill("whist")
    expect(page.locator(".rules-row:visible")).to_have_count(0)
    expect(page.locator(".found")).to_be_visible()
    assert page.locator(".found").inner_text() == snapshot
    page.get_by_role("searchbox").fill("")
    expect(page.locator(".rules-row:visible")).to_have_count(28)


@pytest.mark.slow
def test_a_star_moves_rules_to_the_top(phone: Phones) -> None:
    page = phone()
    page.goto("/rules/")
    page.get_by_role("button", name="Favorite: Hollywood").tap()
    expect(page.locator(".rules-list h2").first).to_have_text("Your favorites")
    star = page.get_by_role("button", name="Favorite: Hollywood")
    expect(star).to_have_attribute("aria-pressed", "true")
    star.tap()
    expect(page.locator(".rules-list h2").first).to_have_text("For two")


@pytest.mark.slow
@pytest.mark.parametrize("script", [True, False])
def test_two_are_compared_and_one_is_played(phone: Phones, script: bool) -> None:
    page = phone(java_script_enabled=script)
    page.goto("/rules/")
    page.locator("#one").select_option("ginski")
    page.locator("#other").select_option("hollywood")
    page.get_by_role("button", name="Compare").tap()
    expect(page.locator(".two-rules thead th")).to_have_text([re.compile("Ginski"), re.compile("Hollywood")])
    expect(page.get_by_role("rowheader", name="Deck")).to_be_visible()
    page.get_by_role("link", name="Play these rules").last.tap()
    expect(chosen(page)).to_contain_text("Hollywood")


@pytest.mark.slow
def test_house_rules_are_made_on_the_way_and_the_names_are_kept(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    fill(page, "Ann", "Ben")
    page.get_by_text("More options").tap()
    page.get_by_role("button", name="Make house rules").tap()
    page.locator("#rule-gin_30").tap()
    page.locator("#title").fill("Kitchen gin")
    page.get_by_role("button", name="Save").tap()
    page.get_by_role("link", name="Play these rules").tap()
    expect(chosen(page)).to_contain_text("Kitchen gin")
    expect(page.locator("#name-2")).to_have_value("Ben")
    start(page)


# --- Sizes ------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    "address", ["/", "/?rules=partnership_6", "/rules/", "/rules/compare/", "/rules/ginski/change/"]
)
@pytest.mark.parametrize("language", ["en", "de", "fr", "pl"])
def test_nothing_hangs_over_the_edge_of_a_small_phone(phone: Phones, address: str, language: str) -> None:
    page = phone(**SMALL, locale=language)
    page.goto(address)
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    assert fits(page)
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    page.reload()
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    assert fits(page)


@pytest.mark.slow
def test_all_that_a_start_needs_is_on_a_phone_s_first_screen(phone: Phones, live_app: str) -> None:
    stranger = phone(viewport={"width": 390, "height": 844})
    known = with_cookie(phone(viewport={"width": 390, "height": 844}), start_table("Ann", "Ben"), live_app)
    for page in (stranger, known):
        page.goto("/")
        first, second = (page.locator(f"#name-{n}").bounding_box() for n in (1, 2))
        assert first
        assert second
        assert first["y"] == second["y"]
        shown = page.get_by_role("link", name="Leagues").bounding_box()
        assert shown
        assert shown["y"] + shown["height"] <= 844
        for text in ("First dealer: draw for it", "Try it", "Enter a code"):
            expect(page.get_by_text(text, exact=True)).to_be_in_viewport(ratio=1)
        start_button = page.get_by_role("button", name="Start", exact=True).bounding_box()
        assert start_button
        assert start_button["y"] + start_button["height"] < shown["y"]
    expect(known.locator(".continue")).to_be_in_viewport(ratio=1)


@pytest.mark.slow
def test_a_wide_screen_is_used_and_start_is_on_it(phone: Phones) -> None:
    page = phone(viewport={"width": 1280, "height": 800}, is_mobile=False, has_touch=False)
    page.goto("/")
    box = page.get_by_role("button", name="Start", exact=True).bounding_box()
    beside = page.locator(".alongside").bounding_box()
    assert box
    assert beside
    assert box["y"] + box["height"] < 800
    assert beside["x"] > box["x"] + box["width"]
    assert beside["x"] + beside["width"] > 1100
