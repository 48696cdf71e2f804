"""Browser: comparing a game under two rule sets: who would have won by the others' rules?"""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Entry, Role
from tests.browser.table import fits, with_cookie
from tests.makers import Phone, enter, gin, join, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def argued() -> Phone:
    """A game that Ben ended and Ann won, by her boxes; where boxes count less or nothing, it is Ben's."""
    phone = start("Ann", "Ben")
    for own, other in ((2, 9), (4, 10), (5, 9), (8, 12), (1, 7), (3, 5), (9, 11), (6, 10)):
        enter(phone, knock(0, own, other))
    for declaration in (gin(1, 30), knock(1, 9, 9), gin(1, 24)):
        enter(phone, declaration)
    return phone


def test_the_argument_is_settled_in_two_taps(phone: Phones, live_app: str, snapshot: SnapshotAssertion) -> None:
    ann = argued()
    page = with_cookie(phone(), ann, live_app)
    page.goto(ann.url)
    page.locator(".final a", has_text="other rules").tap()
    expect(page.locator(".verdict .summary")).to_be_visible()
    assert page.locator(".verdict .summary").inner_text() == snapshot
    turned = page.locator(".compared.turned")
    expect(turned.locator("h2")).to_have_text("Ben instead of Ann")
    # Seen without scrolling.
    simple = turned.locator("a", has_text="Simple gin").first
    expect(simple).to_be_in_viewport()
    simple.tap()
    page.wait_for_url("**/compare/lets_play/")
    expect(page.locator(".came-out")).to_contain_text("Ben wins by 44")
    expect(page.locator(".came-out")).to_be_in_viewport()
    expect(page.locator(".by-round tbody")).to_have_count(11)
    # The other rules' column stands beside what was played, not below it.
    cells = page.locator(".by-round tbody").first.locator("td")
    played, other = (cells.nth(at).bounding_box() for at in (0, 2))
    assert played and other and played["y"] == other["y"] and played["x"] < other["x"]


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_neither_page_is_wider_than_the_screen_for_four_with_long_names(
    phone: Phones, live_app: str, width: int
) -> None:
    four = start("Annabel-Marie", "Bartholomew", "Cleopatra", "Dan", preset="knock_rummy")
    enter(four, knock(0, 2, 29, 40, 31))
    enter(four, knock(1, 4, 20, 3, 9))
    page = with_cookie(phone(viewport={"width": width, "height": 844}), four, live_app)
    for address in ("games/1/compare/", "games/1/compare/knock_rummy/", "games/1/compare/ginski/"):
        page.goto(four.url + address)
        assert fits(page), address


def test_who_watches_without_script_reads_the_same(phone: Phones, live_app: str) -> None:
    ann = argued()
    eve = join(ann, Role.WATCH, "Eve's phone")
    before = Entry.objects.count()
    page = with_cookie(phone(java_script_enabled=False), eve, live_app)
    page.goto(ann.url)
    page.locator("details.menu > summary").tap()
    page.locator("#menu summary", has_text="Rules").tap()
    page.locator("#menu a", has_text="What if…?").tap()
    page.locator("details.unfit summary").tap()
    expect(page.locator(".unfit dt", has_text="Straight gin")).to_be_visible()
    page.locator(".compared a").first.tap()
    page.wait_for_url(re.compile("/compare/.+/$"))
    expect(page.locator(".both").first).to_be_visible()
    assert Entry.objects.count() == before
