"""Browser: the start page with all its rules, and the house rules editor."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.table import Hand, fits

Phones = Callable[..., Page]
SMALL = {"viewport": {"width": 320, "height": 568}}


def choose(page: Page, preset: str) -> None:
    """Choose rules on the start page; their group may be folded."""
    row = page.locator(f'label:has([name="preset"][value="{preset}"])')
    for fold in page.locator("details.others-rules, details.group").all():
        if not fold.evaluate("fold => fold.open") and fold.locator(row).count():
            fold.locator("> summary").tap()
    row.tap()


def names(page: Page) -> Locator:
    return page.locator("[data-name]:visible")


def fill(page: Page, *people: str) -> None:
    for number, name in enumerate(people, 1):
        page.locator(f'[name="name-{number}"]').fill(name)


def start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/t/*/")


# --- Start ----------------------------------------------------------------------------------------------------------


def test_who_may_deal_goes_by_the_name_that_is_typed_or_by_the_number_again(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    dealer = page.locator('[data-name-of="1"]')
    expect(dealer).to_have_text("Player 1")
    fill(page, "Ann")
    expect(dealer).to_have_text("Ann")
    fill(page, "")
    expect(dealer).to_have_text("Player 1")


@pytest.mark.parametrize(
    ("preset", "fields"),
    [
        ("standard", 2),
        ("ginski", 4),
        ("captain", 3),
        ("knock_rummy", 5),
        ("tournament_partners", 6),
        ("partnership_6", 8),
    ],
)
def test_there_are_as_many_names_as_the_rules_seat(phone: Phones, preset: str, fields: int) -> None:
    page = phone()
    page.goto("/")
    expect(names(page)).to_have_count(2)
    choose(page, preset)
    expect(names(page)).to_have_count(fields)
    expect(page.locator(".option:visible")).to_have_count(fields + 1)
    choose(page, "lets_play")
    expect(names(page)).to_have_count(2)


def test_a_name_that_was_typed_does_not_vanish_with_its_rules(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    choose(page, "ginski")
    fill(page, "Ann", "Ben", "Cleo")
    choose(page, "standard")
    expect(names(page)).to_have_count(3)
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.locator(".errors")).to_have_text("Gin rummy is for 2 players; 3 names were given.")
    expect(page.locator('[name="name-3"]')).to_have_value("Cleo")
    choose(page, "ginski")
    start(page)


def test_partners_stand_in_one_column_under_their_team(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    choose(page, "partnership_6")
    expect(page.get_by_text("Team 1 plays team 2, and partners sit across the table.")).to_be_visible()
    expect(names(page)).to_have_count(8)
    left = names(page).evaluate_all("all => all.map(field => Math.round(field.getBoundingClientRect().left))")
    assert left == [left[0], left[1]] * 4
    assert left[0] < left[1]
    expect(page.locator("label[for=name-5]")).to_have_text(re.compile("Team 1, seat 5"))
    fill(page, "Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")
    start(page)


def test_the_captain_is_named_and_rules_without_a_target_ask_for_none(phone: Phones) -> None:
    page = phone()
    page.goto("/")
    choose(page, "captain")
    expect(page.locator("label[for=name-1] .as-captain")).to_be_visible()
    expect(page.locator("[data-chosen]")).to_have_text("Captain")
    expect(page.locator("#target")).to_be_visible()
    choose(page, "gamesgrid_flop")
    expect(page.locator("#target")).to_be_hidden()


def test_who_plays_the_same_every_week_starts_with_three_taps(phone: Phones) -> None:
    hand = Hand(phone())
    hand.start_table("Ann", "Ben", preset="rummy_for_two")
    hand.page.goto("/")
    hand.taps = 0
    for name in ("Ann", "Ben"):
        hand.tap(hand.page.locator(f'[data-fill="{name}"]'))
    hand.tap(hand.page.get_by_role("button", name="Start", exact=True))
    hand.page.wait_for_url("**/t/*/")
    expect(hand.page.locator(".names a")).to_contain_text("Rummy for two")
    assert hand.taps == 3


@pytest.mark.parametrize("address", ["/", "/rules/tournament_partners/", "/rules/ginski/change/"])
def test_nothing_hangs_over_the_edge_of_a_small_phone(phone: Phones, address: str) -> None:
    page = phone(**SMALL)
    page.goto(address)
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    assert fits(page)
    page.add_init_script(
        "document.addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
    )
    page.reload()
    page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
    assert fits(page)


# --- The editor -----------------------------------------------------------------------------------------------------


def editor(page: Page, preset: str = "standard") -> Locator:
    page.goto(f"/rules/{preset}/change/")
    return page.locator("#told")


def unfold(page: Page, group: str) -> None:
    """Open one group of parameters."""
    page.locator("details.parameters > summary", has_text=group).tap()


def switch(page: Page, rule: str) -> Locator:
    return page.locator(f"#rule-{rule}")


def test_taps_and_numbers_are_reported_at_once_and_saved_under_a_link(phone: Phones) -> None:
    ann, ben = phone(), phone()
    editor_page = editor(ann)
    expect(editor_page).to_contain_text("No change yet")
    switch(ann, "gin_30").tap()
    expect(editor_page).to_have_text(re.compile(r"1 change\s+Bonus for gin: 30 points"))
    expect(switch(ann, "gin_30")).to_have_attribute("aria-pressed", "true")
    unfold(ann, "Knocking")
    field = ann.locator("#p-knock_limit")
    field.fill("500")
    field.press("Tab")
    expect(ann.locator("#note-p-knock_limit")).to_have_text("Please give a whole number from 0 to 200.")
    expect(field).to_be_visible()
    switch(ann, "winner_deals").tap()
    expect(switch(ann, "winner_deals")).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_value("500")
    field.fill("7")
    field.press("Tab")
    expect(editor_page).to_contain_text("3 changes")
    expect(ann.locator("#differs-knocking")).to_have_text("Knock with at most: 7 points")
    ann.locator("#title").fill("Kitchen gin")
    ann.get_by_role("button", name="Save").tap()
    ann.wait_for_url("**/h/*/")
    expect(ann.locator("h1")).to_have_text("Kitchen gin")

    ben.goto(ann.url)
    ben.get_by_role("button", name="Keep a copy on this phone").tap()
    expect(ben.get_by_text("Delete these rules")).to_be_visible()
    ben.get_by_role("link", name="Play these").tap()
    fill(ben, "Ben", "Cleo")
    start(ben)
    expect(ben.locator(".names a")).to_contain_text("Kitchen gin")


def test_enter_in_a_field_switches_nothing_and_saves_nothing(phone: Phones) -> None:
    page = phone()
    editor_page = editor(page)
    unfold(page, "End of the game")
    page.locator("#p-target").fill("150")
    page.locator("#p-target").press("Enter")
    expect(editor_page).to_have_text(re.compile(r"1 change\s+Play to: 150 points"))
    assert page.url.endswith("/rules/standard/change/")


def test_what_has_no_meaning_with_the_rest_is_not_asked(phone: Phones) -> None:
    page = phone()
    editor(page)
    page.evaluate("document.querySelectorAll('details.parameters').forEach((fold) => { fold.open = true; })")
    for name, governs, value in (
        ("wild_value", "deck", "rumski70"),
        ("limit_ace", "limit_source", "upcard"),
        ("shutout_amount", "shutout", "add"),
        ("column_multipliers", "columns", "3"),
        ("team_netting", "seating", "teams"),
    ):
        row = page.locator(f"#row-p-{name}")
        expect(row).to_be_hidden()
        page.locator(f"#p-{governs}").select_option(value)
        expect(row).to_be_visible()


@pytest.mark.quick
def test_the_editor_works_without_script(phone: Phones) -> None:
    page = phone(java_script_enabled=False)
    editor_page = editor(page, "ginski")
    switch(page, "tie_undercuts").tap()
    expect(editor_page).to_contain_text("Equal deadwood: is an undercut")
    unfold(page, "End of the game")
    page.locator("#p-target").fill("0")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("#note-p-target .error")).to_be_visible()
    page.locator("#p-target").fill("150")
    page.locator(".without-script").tap()
    expect(editor_page).to_contain_text("2 changes")
    page.get_by_role("button", name="Save").tap()
    expect(page.locator("h1")).to_have_text("Ginski, our way")


def test_the_rules_of_a_game_change_on_the_way_and_the_other_phone_sees_it(phone: Phones) -> None:
    ann, ben = Hand(phone()), Hand(phone())
    table = ann.start_table("Ann", "Ben", preset="standard")
    ben.join(ann.link_to("watch"), "Ben's phone")
    ann.page.goto(f"{table}games/1/rules/")
    ann.page.get_by_role("link", name="Change the rules").tap()
    switch(ann.page, "gin_30").tap()
    expect(ann.page.locator("#told")).to_contain_text("Bonus for gin: 30 points")
    ann.page.get_by_role("button", name="Play on like this").tap()
    expect(ann.page.locator(".history")).to_contain_text("Bonus for gin: 30 points")
    ben.page.goto(f"{table}games/1/rules/")
    expect(ben.page.locator(".history")).to_contain_text("Before the first round")
    expect(ben.page.get_by_role("link", name="Change the rules")).to_have_count(0)


@pytest.mark.parametrize("preset", ["ginski", "how_to", "tournament_partners"])
def test_the_rules_are_printed_on_one_page_without_anything_to_press(phone: Phones, preset: str) -> None:
    page = phone(color_scheme="dark")
    page.goto(f"/rules/{preset}/")
    expect(page.locator("[data-print]")).to_be_visible()
    for paper in ("A4", "Letter"):
        assert re.findall(rb"/Count (\d+)", page.pdf(format=paper)) == [b"1"]
    page.emulate_media(media="print")
    assert page.locator("a:visible, button:visible").count() == 0
    colours = page.locator(".rules").evaluate(
        "card => [getComputedStyle(card).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
