"""Browser: a game's score chart loads when opened, follows the table, and fits the screen."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Role
from tests.browser.table import Hand, fits, with_cookie
from tests.makers import correct, enter, join, knock, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


def shows(page: Page, *labels: str) -> None:
    """The ends of the lines are these."""
    expect(page.locator(".chart g text")).to_have_text(list(labels))


def test_it_comes_once_it_is_opened_and_follows_every_phone(phone: Phones, live_app: str) -> None:
    ann = start("Ann", "Ben", target=60)
    enter(ann, knock(0, 7, 20))
    page = with_cookie(phone(), ann, live_app)
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url) if "/picture/" in request.url else None)
    page.goto(ann.url)
    expect(page.locator("html")).to_have_attribute("data-live", "live")
    expect(page.locator(".as-picture")).to_be_hidden()
    # Another phone's round opens it, this phone's own moves it.
    enter(join(ann), knock(1, 5, 15))
    page.locator(".as-picture > summary").click()
    shows(page, "13 Ann", "10 Ben")
    hand = Hand(page)
    hand.round("0:knock:5", "15", "Ann +10")
    shows(page, "23 Ann", "10 Ben")
    correct(ann, 1, knock(0, 7, 30))
    shows(page, "33 Ann", "10 Ben")
    assert fits(page)
    page.locator(".in-numbers summary").click()
    expect(page.locator(".in-numbers tbody tr")).to_have_count(3)
    assert fits(page)
    # One answer for each time the table moved, whatever was exchanged; at the end it stands where that is told.
    assert len(requests) == 3
    enter(ann, knock(0, 2, 50))
    expect(page.locator(".final")).to_be_visible()
    expect(page.locator(".as-picture")).to_be_hidden()
    page.locator(".final .picture").scroll_into_view_if_needed()
    expect(page.locator(".final .chart g text").first).to_have_text("81 Ann")


def test_the_story_is_a_page_without_script(phone: Phones, live_app: str) -> None:
    ann = start("Ann", "Ben", target=60)
    for own in (1, 2, 3):
        enter(ann, knock(0, own, 25))
    eve = join(ann, Role.WATCH, "Eve's phone")
    page = with_cookie(phone(java_script_enabled=False), eve, live_app)
    page.goto(eve.url)
    page.get_by_text("The story of this game").click()
    expect(page.locator("h1")).to_contain_text("Ann wins")
    expect(page.locator(".story")).to_contain_text("Biggest hand: Ann +24")
    shows(page, "69 Ann", "0 Ben")
    expect(page.locator(".passing-on")).to_be_hidden()
    assert fits(page)


def test_the_story_is_passed_on_as_text(phone: Phones, live_app: str) -> None:
    ann = start("Ann", "Ben", target=20)
    enter(ann, knock(0, 1, 25))
    page = with_cookie(phone(), ann, live_app)
    page.add_init_script("navigator.share = async (told) => { document.title = told.text; };")
    page.goto(f"{ann.url}games/1/story/")
    page.get_by_role("button", name="Share", exact=True).click()
    expect(page).to_have_title(re.compile(r"^Gin rummy: Ann wins by \d+\. .* Biggest hand: Ann \+24 "))
