"""Browser: a season's charts on a phone without JavaScript: they fit, and a tap highlights a line."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import fits
from tests.leagues import club
from tests.makers import enter, gin, knock
from tests.pages.test_season_places import long_ago, play
from tests.selectors.test_season_knocks import phone as table_of

pytestmark = pytest.mark.slow

MakePhone = Callable[..., Page]
LONG = "Maximiliane-Wilhelmine Schwarzenberger-Brandenburg"


def test_it_fits_a_phone_and_a_tap_on_a_name_follows_its_line(phone: MakePhone, live_app: str) -> None:
    names = (LONG, "Ben", "Cleo", "Dan", *(f"Player {number}" for number in range(8)))
    tuesday = club(*names, house_rules={"target": 50})
    for weeks, one, other in ((3, LONG, "Ben"), (2, "Cleo", LONG), (1, "Ben", "Dan")):
        play(tuesday, one, other, weeks)
    at = table_of(tuesday, "Ben", "Cleo")
    for declaration in (knock(0, 7, 20), knock(1, 10, 40), gin(0, 60)):
        enter(at, declaration)
    long_ago(tuesday)
    page = phone(java_script_enabled=False)
    page.goto(f"/s/{tuesday.season.public_id}/")
    page.get_by_role("link", name="Charts").tap()
    expect(page.locator("h1")).to_have_text("Season charts")
    assert fits(page)
    drawing = page.locator(".bump svg").bounding_box()
    names_beside = page.locator(".bump .ends").bounding_box()
    assert drawing
    assert names_beside
    # Each line ends beside its name: both are as high, and the drawing has room.
    assert abs(drawing["height"] - names_beside["height"]) < 1
    assert drawing["width"] > 120
    grid = page.locator(".within", has=page.locator(".crosstable"))
    assert grid.evaluate("box => box.scrollWidth > box.clientWidth")
    grid.evaluate("box => box.scrollTo(9999, 0)")
    first, box = page.locator(".crosstable tbody th").first.bounding_box(), grid.bounding_box()
    assert first
    assert box
    assert abs(first["x"] - box["x"]) < 1
    page.get_by_role("link", name=LONG).tap()
    expect(page.locator(".ends [aria-current]")).to_contain_text(LONG)
    expect(page.locator(".set-off")).to_contain_text(f"{LONG}: ranked")
    expect(page.locator(".trail.chosen")).to_have_count(1)
    page.locator(".pictures summary").first.tap()
    expect(page.get_by_role("region", name="The numbers")).to_be_visible()
    assert fits(page)
