"""Browser: score sheets printed on A4 and letter paper are complete."""

import os
import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.rules.cards import card
from games.rules.declaration import Declaration, Ending
from games.rules.presets import presets
from games.rules.sides import team_pairings
from games.selectors.rulebook.players_for_rules import player_counts
from games.services.season.draws import PairingPlan, draw
from games.services.table.games import start_game
from tests.browser.table import fits, with_cookie
from tests.leagues import club
from tests.makers import Phone, current, dead, enter, gin, knock, start, team_deal, void

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

FORMATS = {"A4": (794, 1123), "Letter": (816, 1056)}
"""In the pixels of CSS."""
MARGINS = 2 * 38  # 10 mm each, as the stylesheet has them
SPEAKER = "🧑🏽‍🚀 Ann-Sophie Wolfeschlegelsteinhausen"
UNBROKEN = "W" * 60


def pages_of(page: Page, paper: str) -> int:
    """How many pages Chromium makes of it."""
    pdf = page.pdf(format=paper, prefer_css_page_size=False, print_background=False)
    if folder := os.environ.get("PRINTED"):
        name = re.sub(r"\W+", "-", page.url.split("/", 3)[3]).strip("-")
        Path(folder, f"{name}-{paper}.pdf").write_bytes(pdf)
    return len(re.findall(rb"/Type\s*/Page\b(?!s)", pdf))


def cut(page: Page, paper: str) -> list[Any]:
    """What hangs over the edge of the paper, or out of its own cell, when it is laid out for it."""
    width, height = FORMATS[paper]
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width - MARGINS, "height": height})
    found: list[Any] = page.evaluate("""() => {
        const edge = document.documentElement.clientWidth;
        return [...document.querySelectorAll('.paper :is(td, th)')]
            .filter((cell) => cell.getBoundingClientRect().right > edge + 1
                || cell.scrollWidth > cell.clientWidth + 1 || cell.scrollHeight > cell.clientHeight + 2)
            .map((cell) => [cell.textContent, cell.scrollWidth, cell.clientWidth]);
    }""")
    return found


def computer(phone: Phones) -> Page:
    return phone(viewport={"width": 794, "height": 1123}, is_mobile=False, has_touch=False, device_scale_factor=1)


SHEETS = [(name, count) for name, preset in presets().items() for count in player_counts(preset.rules)]
KINDS = [
    *(("standard", 2), ("gamesgrid_points", 2), ("hollywood", 2), ("ginski", 3), ("ginski", 4), ("knock_rummy", 5)),
    *(("tournament", 2), ("tournament_partners", 6), ("partnership_6", 8), ("captain", 3), ("lets_play_full", 2)),
]


@pytest.mark.parametrize("paper", FORMATS)
def test_a_blank_sheet_of_every_kind_is_one_page(phone: Phones, paper: str) -> None:
    page = computer(phone)
    fields = {}
    for name, count in SHEETS:
        page.goto(f"/rules/{name}/print/?players={count}" + "&name=" * count)
        fields[name, count] = (pages_of(page, paper), cut(page, paper), page.locator(".p-names .p-side").count())
    sides = {sheet: found[2] for sheet, found in fields.items()}
    assert {sheet: found for sheet, found in fields.items() if found[:2] != (1, [])} == {}
    assert (sides["hollywood", 2], sides["ginski", 3], sides["tournament_partners", 6]) == (6, 3, 6)


def hollywood() -> Phone:
    ann = start(preset="hollywood")
    for declaration in (knock(0, 3, 40), gin(1, 30), knock(0, 5, 60), dead(), gin(0, 44, big=True), knock(1, 2, 50)):
        enter(ann, declaration)
    return ann


def gamesgrid() -> Phone:
    ann = start("Ann", "Ben", preset="gamesgrid_points")
    for ending in (knock(0, 3, 10), gin(1, 12), knock(0, 5, 20), gin(0, 3)):
        enter(ann, replace(ending, knock_card=card("7s" if ending.ender else "9h", "french52")))
    return ann


def ginski() -> Phone:
    ann = start("Ann", "Ben", "Cleo", preset="ginski")
    for declaration in (knock(0, 9, 20, 5), knock(1, 9, 14, 21), gin(2, 20, 30)):
        enter(ann, declaration)
    return ann


def partners() -> Phone:
    ann = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    for number in range(1, 4):
        pairs = team_pairings(4, number)
        hands = [
            Declaration(tuple(sorted(pair)), Ending.KNOCK, pair[0], {pair[0]: 4, pair[1]: 20 + number})
            for pair in pairs
        ]
        enter(ann, team_deal(*hands))
    return ann


def ended() -> Phone:
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), dead(), knock(0, 2, 50)):
        enter(ann, declaration)
    void(ann, 2, reason="entered twice")
    return ann


@pytest.mark.parametrize("paper", FORMATS)
def test_games_that_were_played_are_on_paper_as_on_the_screen(phone: Phones, live_app: str, paper: str) -> None:
    page = computer(phone)
    fields = {}
    for make in (ended, hollywood, gamesgrid, ginski, partners):
        ann = make()
        with_cookie(page, ann, live_app).goto(f"{ann.url}games/1/print/")
        assert fits(page)
        fields[make.__name__] = (pages_of(page, paper), cut(page, paper))
        names = {name.strip() for name in page.locator(".p-names th").all_text_contents()}
        assert {name for side in names for name in side.split(" & ")} == set(
            ann.table.seats.values_list("player__name", flat=True)
        )
        for place, total in enumerate(current(ann).cumulative.values() if not current(ann).columns else ()):
            assert page.locator(".p-bill tr").first.locator("td").nth(place).text_content() == str(total)
    assert {name: found for name, found in fields.items() if found != (1, [])} == {}


@pytest.mark.parametrize("paper", FORMATS)
def test_a_long_evening_goes_on_page_after_page_under_its_heads(phone: Phones, live_app: str, paper: str) -> None:
    ann = start(SPEAKER, UNBROKEN, target=10_000)
    for number in range(60):
        enter(ann, knock(number % 2, 3, 40))
    page = computer(phone)
    with_cookie(page, ann, live_app).goto(f"{ann.url}games/1/print/")
    assert page.locator(".paper tbody").first.locator("tr").count() == 60
    assert cut(page, paper) == []
    # Every page has its head, and a line is whole on one of them.
    style = "getComputedStyle(document.querySelector('%s')).%s"
    assert page.evaluate(style % (".paper thead", "display")) == "table-header-group"
    assert page.evaluate(style % (".paper tbody tr", "breakInside")) == "avoid"
    assert 3 <= pages_of(page, paper) <= 7


@pytest.mark.parametrize("paper", FORMATS)
def test_sheets_of_a_season_are_complete_and_slips_are_four_to_a_page(phone: Phones, paper: str) -> None:
    tuesday, today = club(SPEAKER, UNBROKEN, "Ann", "Ben"), date(2026, 11, 24)
    for number in range(5):
        tuesday.match(SPEAKER, UNBROKEN, night=today, number_in_draw=number)
    page = computer(phone)
    found = {}
    for what in ("pairings", "slips", "results", "table"):
        page.goto(f"/s/{tuesday.season.public_id}/print/{what}/?of=night-2026-11-24")
        found[what] = (pages_of(page, paper), cut(page, paper))
    assert found == {"pairings": (1, []), "slips": (2, []), "results": (1, []), "table": (1, [])}
    assert page.locator("nav, .live").count() == 0


@pytest.mark.parametrize(
    ("pairing", "size"), [("knockout", 64), ("double_elimination", 16), ("double_elimination", 32)]
)
def test_a_bracket_is_printed_in_parts_that_fit_on_a_page(phone: Phones, pairing: str, size: int) -> None:
    tuesday = club(*(f"{number} {UNBROKEN}"[:60] for number in range(size)), pairing=pairing)
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="first")
    page = computer(phone)
    page.goto(f"/s/{tuesday.season.public_id}/bracket/")
    page.emulate_media(media="print")
    page.set_viewport_size({"width": FORMATS["A4"][1] - MARGINS, "height": FORMATS["A4"][0]})
    parts = page.locator(".bracket-sheet, .bracket:not(.no-print, .bracket-sheet *)")
    found = parts.evaluate_all(
        "all => all.map((part) => [part.getBoundingClientRect().height, getComputedStyle(part).breakInside])"
    )
    assert len(found) > 2
    assert {breaks for _, breaks in found} == {"avoid"}
    assert max(height for height, _ in found) <= FORMATS["A4"][0] - MARGINS
    assert page.locator(".bracket.no-print").first.is_hidden()


def test_each_game_begins_on_a_page_of_its_own(phone: Phones, live_app: str) -> None:
    ann = ended()
    start_game(access=ann.access, key="again", preset=None, house_rules={})
    enter(ann, gin(1, 20))
    page = computer(phone)
    page.add_init_script("window.print = () => { document.title = 'printing'; };")
    with_cookie(page, ann, live_app).goto(f"{ann.url}print/")
    assert page.locator(".paper").count() == 2
    assert (pages_of(page, "A4"), pages_of(page, "Letter")) == (2, 2)
    page.locator("[data-print]").first.click()
    expect(page).to_have_title("printing")


def test_paper_is_white_at_night_and_found_from_where_one_looks(phone: Phones, live_app: str) -> None:
    ann = ended()
    page = phone(color_scheme="dark")
    with_cookie(page, ann, live_app).goto(ann.url)
    page.locator("details.menu > summary").tap()
    page.locator("#menu a", has_text="Print or export").tap()
    page.get_by_role("link", name="Print", exact=True).tap()
    page.wait_for_url("**/games/1/print/")
    assert page.locator("[data-print]").is_visible()
    assert fits(page)
    for media in ("screen", "print"):
        page.emulate_media(media=media, color_scheme="dark")  # type: ignore[arg-type]
        colors = page.evaluate("""() => { const told = getComputedStyle(document.querySelector('.paper'));
            return [told.backgroundColor, told.color]; }""")
        assert colors == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]
    page.emulate_media(media="screen")
    page.goto("/rules/ginski/")
    page.locator("a", has_text="Paper score sheet").tap()
    page.locator("#name-1").fill("Ann")
    page.locator(".blank-form button").tap()
    expect(page.locator(".p-names th bdi")).to_have_text(["Ann", "", ""])
    # By a key, as after a choice made by a script the next tap would count as the second of a double tap.
    page.locator("#players").press("4")
    page.locator(".blank-form button").tap()
    expect(page.locator(".p-names th")).to_have_count(4)
