"""Browser: Cleo comes for the second game and Ben goes, on one phone; another sees it without a tap."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Role
from tests.browser.table import Hand, fits, with_cookie
from tests.browser.test_layout_shifts import on_screen
from tests.makers import Phone, enter, gin, join, knock, sheet, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.fixture
def ann(live_app: str) -> Phone:
    """A table in its first game, 13 for Ann."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    return phone


def test_a_name_typed_before_the_script_has_come_is_answered_too(phone: Phones, ann: Phone, live_app: str) -> None:
    page, held = with_cookie(phone(), ann, live_app), list[Route]()

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/*htmx*.js", hold)
    page.goto(f"{ann.url}players/", wait_until="commit")
    page.locator("#name-1").fill("Cleo")
    for script in held:
        script.continue_()
    expect(page.locator('#next-rules [name="preset"][value="cutthroat"]')).to_be_checked()


def test_somebody_joins_and_somebody_leaves_between_two_games(
    phone: Phones, ann: Phone, live_app: str, snapshot: SnapshotAssertion
) -> None:
    page, eves = with_cookie(phone(), ann, live_app), with_cookie(phone(), join(ann, Role.WATCH), live_app)
    hand = Hand(page)
    eves.goto(ann.url)
    expect(eves.locator("html")).to_have_attribute("data-live", "live")
    page.goto(ann.url)
    hand.tap(".menu > summary")
    hand.tap("#menu-game > summary")
    hand.tap(page.get_by_role("link", name="Players", exact=True))
    when = page.locator(".joining > h1 + p")
    expect(when).to_contain_text("1")
    assert when.inner_text() == snapshot
    assert fits(page)
    save = page.get_by_role("button", name="Save")
    before = save.bounding_box()
    page.locator("#name-1").fill("Cleo")
    cutthroat = page.locator('#next-rules [name="preset"][value="cutthroat"]')
    expect(cutthroat).to_be_checked()
    assert (fits(page), save.bounding_box()) == (True, before)
    hand.tap("#other-rules > summary")
    page.locator("#name-2").fill("Dan")
    expect(page.locator("#next-rules input:checked")).to_have_value("partnership")
    expect(page.locator("#other-rules")).to_have_attribute("open", "")
    page.locator("#name-2").fill("")
    expect(cutthroat).to_be_checked()
    assert on_screen(page, "button.save")
    hand.tap(page.locator('label:has([name="plays"][value="1"])'))
    expect(cutthroat).to_have_count(0)
    hand.tap(save)
    expect(page.locator("#sheet")).to_contain_text("From the next game on: Ann and Cleo")
    expect(eves.locator("#sheet")).to_contain_text("From the next game on: Ann and Cleo")

    enter(ann, gin(0, 80))
    final = page.locator(".final")
    expect(final).to_contain_text("Next: Ann and Cleo")
    hand.tap(final.get_by_role("button", name="Next game"))
    expect(page.locator("#tally")).to_contain_text("Cleo")
    expect(eves.locator("#tally")).to_contain_text("Cleo")
    expect(page.locator("#tally")).not_to_contain_text("Ben")
    hand.round("1:gin", "40", "Cleo +65")
    enter(ann, gin(1, 40))
    expect(page.locator("#others")).to_contain_text("1 of 2 games")
    assert [game.seating for game in sheet(ann).games] == [(0, 1), (0, 2)]
    assert fits(page)
