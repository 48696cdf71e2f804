"""Browser: the Hollywood sheet: every number in its column, nothing cut off, and kept up to date."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Role
from tests.browser.table import with_cookie
from tests.makers import Phone, enter, gin, join, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
PHONE = {"width": 390, "height": 844}
SCREEN = {"width": 1280, "height": 800}

OUTSIDE = """() => [...document.querySelectorAll("#tally .total, #sheet .cell b:not(.sr)")].filter(number => {
    const written = document.createRange();
    written.selectNodeContents(number.lastChild); // before it may stand words that only a screen reader says
    const own = written.getBoundingClientRect();
    const place = number.closest("td, .cell").getBoundingClientRect();
    return own.left < place.left - 1 || own.right > place.right + 1 || own.right > innerWidth;
}).map(number => number.textContent)"""
"""The numbers that stick out of their column, or out of the screen."""


def hollywood() -> Phone:
    """A sheet whose first game is over, with three digits in a column."""
    phone = start(preset="hollywood")
    for declaration in (
        knock(0, 7, 20),
        knock(1, 4, 35),
        gin(0, 18),
        knock(0, 3, 28),
        knock(0, 9, 6),
        gin(1, 22),
        gin(0, 40),
    ):
        enter(phone, declaration)
    return phone


def open_table(page: Page, table: Phone) -> None:
    """Open the table page as who holds ``table``'s phone."""
    page.goto("/")
    with_cookie(page, table, page.url).goto(table.url)
    expect(page.locator("#tally")).to_be_visible()


@pytest.mark.parametrize("viewport", [PHONE, SCREEN], ids=["phone", "screen"])
@pytest.mark.parametrize("role", [Role.SCORE, Role.WATCH])
def test_every_number_stands_in_its_column(phone: Phones, viewport: dict[str, int], role: Role) -> None:
    page = phone(viewport=viewport, is_mobile=viewport is PHONE)
    open_table(page, join(hollywood(), role))
    assert page.locator(".hollywood .total").all_text_contents() == ["81", "133", "90", "106", "75", "47"]
    assert page.evaluate(OUTSIDE) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    sizes = page.locator(".hollywood .total").evaluate_all(
        "all => all.map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 36  # pixels: to be read from across the table


@pytest.mark.parametrize("viewport", [PHONE, SCREEN], ids=["phone", "screen"])
def test_the_columns_of_the_lines_stand_below_those_of_the_head(phone: Phones, viewport: dict[str, int]) -> None:
    page = phone(viewport=viewport, is_mobile=viewport is PHONE)
    open_table(page, join(hollywood(), Role.SCORE))
    edges = "all => all.map(one => Math.round(one.getBoundingClientRect().left))"
    head = page.locator("#sheet .head .cell").evaluate_all(edges)
    assert len(set(head)) == 6
    expect(page.locator("#sheet .lines > li")).to_have_count(7)
    for line in page.locator("#sheet .lines > li").all():
        assert line.locator(".cells .cell").evaluate_all(edges) == head


def test_another_phone_s_round_goes_into_the_columns_of_an_open_sheet(phone: Phones) -> None:
    table = hollywood()
    page = phone()
    open_table(page, join(table, Role.WATCH))
    expect(page.locator(".live")).to_contain_text("Live")
    enter(table, knock(1, 8, 30))
    expect(page.locator(".hollywood .total").last).to_have_text("69")
    expect(page.locator("#sheet .lines > li").first.locator(".cell b")).to_have_text(["69"])
    expect(page.locator(".reach")).to_have_text("The next win goes into game 3")


def test_a_closed_game_opens_with_its_arithmetic(phone: Phones) -> None:
    page = phone()
    open_table(page, join(hollywood(), Role.WATCH))
    game = page.locator("#sheet .ruled").first
    expect(game.locator(".bills")).to_be_hidden()
    game.locator("summary").tap()
    expect(game.locator(".bills")).to_be_visible()
    expect(game.locator("summary")).to_contain_text("Ben wins 125")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("viewport", [PHONE, SCREEN], ids=["phone", "screen"])
def test_up_to_five_players_have_room(phone: Phones, viewport: dict[str, int], seats: int) -> None:
    table = start(*("Ann", "Benedict", "Cleo", "Dan", "Evangeline")[:seats], preset="knock_rummy")
    for _ in range(3):
        enter(table, knock(seats - 1, 1, *(45 for _ in range(seats - 1))))
        enter(table, gin(0, *(45 for _ in range(seats - 1))))
    page = phone(viewport=viewport, is_mobile=viewport is PHONE)
    open_table(page, join(table, Role.WATCH))
    expect(page.locator("#tally .total")).to_have_count(seats)
    stick_out = OUTSIDE.replace('"td, .cell"', '".score, .cell"')
    assert page.evaluate(stick_out) == []
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")


def test_the_sheet_goes_on_paper_without_buttons(phone: Phones) -> None:
    page = phone(viewport=SCREEN)
    open_table(page, hollywood())
    gone, printed = ("#undo button", ".menu", "#entry form"), (".hollywood", "#sheet .lines > li", ".names h1")
    for part in (*gone, *printed):
        expect(page.locator(part).first).to_be_visible()
    page.emulate_media(media="print")
    for part in gone:
        expect(page.locator(part).first).to_be_hidden()
    for part in printed:
        expect(page.locator(part).first).to_be_visible()
