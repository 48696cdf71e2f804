"""Browser: the house rules editor, and the rules in print."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect
from syrupy.assertion import SnapshotAssertion

from tests.browser.table import Hand

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def fill(page: Page, *people: str) -> None:
    for number, name in enumerate(people, 1):
        page.locator(f'[name="name-{number}"]').fill(name)


def start(page: Page) -> None:
    page.get_by_role("button", name="Start", exact=True).tap()
    page.wait_for_url("**/t/*/")


# --- The editor -----------------------------------------------------------------------------------------------------


def editor(page: Page, preset: str = "standard") -> Locator:
    page.goto(f"/rules/{preset}/change/")
    return page.locator("#told")


def unfold(page: Page, group: str) -> None:
    """Open one group of parameters."""
    page.locator("details.parameters > summary", has_text=group).tap()


def switch(page: Page, rule: str) -> Locator:
    return page.locator(f"#rule-{rule}")


def test_taps_and_numbers_are_reported_at_once_and_saved_under_a_link(
    phone: Phones, snapshot: SnapshotAssertion
) -> None:
    ann, ben = phone(), phone()
    editor_page = editor(ann)
    expect(editor_page).to_contain_text("No changes yet")
    switch(ann, "gin_30").tap()
    expect(editor_page).to_have_text(re.compile(r"1 change\s+Gin bonus: 30 points"))
    expect(switch(ann, "gin_30")).to_have_attribute("aria-pressed", "true")
    unfold(ann, "Knocking")
    field = ann.locator("#p-knock_limit")
    field.fill("500")
    field.press("Tab")
    expect(ann.locator("#note-p-knock_limit .error")).to_be_visible()
    assert ann.locator("#note-p-knock_limit").inner_text() == snapshot
    expect(field).to_be_visible()
    switch(ann, "winner_deals").tap()
    expect(switch(ann, "winner_deals")).to_have_attribute("aria-pressed", "true")
    expect(field).to_have_value("500")
    field.fill("7")
    field.press("Tab")
    expect(editor_page).to_contain_text("3 changes")
    expect(ann.locator("#differs-knocking")).to_have_text("Knock limit: 7 points")
    ann.locator("#title").fill("Kitchen gin")
    ann.get_by_role("button", name="Save").tap()
    ann.wait_for_url("**/h/*/")
    expect(ann.locator("h1")).to_have_text("Kitchen gin")

    ben.goto(ann.url)
    ben.get_by_role("button", name="Keep a copy on this phone").tap()
    expect(ben.get_by_text("Delete these rules")).to_be_visible()
    ben.get_by_role("link", name="Play these rules").tap()
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


def test_the_editor_works_without_script(phone: Phones) -> None:
    page = phone(java_script_enabled=False)
    editor_page = editor(page, "ginski")
    switch(page, "tie_undercuts").tap()
    expect(editor_page).to_contain_text("Equal deadwood: counts as an undercut")
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
    expect(ann.page.locator("#told")).to_contain_text("Gin bonus: 30 points")
    ann.page.get_by_role("button", name="Use from the next round").tap()
    expect(ann.page.locator(".history")).to_contain_text("Gin bonus: 30 points")
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
    colors = page.locator(".rules").evaluate(
        "card => [getComputedStyle(card).color, getComputedStyle(document.body).backgroundColor]"
    )
    assert colors == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]
