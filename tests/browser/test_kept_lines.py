"""Browser: unchanged lines of a sheet aren't sent again, and every screen still shows all of them."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, expect

from games.models import Player, Role
from games.services.table.games import undo
from tests.browser.table import with_cookie
from tests.makers import Phone, correct, dead, enter, gin, join, knock, revision, start

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]

SHEET = """async () => {
  const bare = (page) => {
    const sheet = page.querySelector("#sheet").cloneNode(true);
    for (const one of sheet.querySelectorAll("details")) one.open = false;
    return [sheet, page.querySelector("#menu .panel")].map((one) => one.innerHTML.replace(/\\s+/g, " "));
  };
  const answer = await fetch(location.href);
  return [bare(document), bare(new DOMParser().parseFromString(await answer.text(), "text/html"))];
}"""


@pytest.fixture
def ann(live_app: str) -> Phone:
    """A table with three rounds."""
    phone = start("Ann", "Ben", target=200)
    for declaration in (knock(0, 7, 20), gin(1, 12), knock(0, 2, 30)):
        enter(phone, declaration)
    return phone


def opened(page: Page, who: Phone, live_app: str) -> list[str]:
    """The table on somebody's phone, live; and what it asked for, noted from now on."""
    with_cookie(page, who, live_app)
    page.goto(who.url)
    expect(page.locator("html")).to_have_attribute("data-live", "live")
    requests: list[str] = []

    def note(request: Request) -> None:
        if "/moved/" in request.url:
            requests.append(request.headers.get("x-has-before", "whole"))

    page.on("request", note)
    return requests


def shows_all(page: Page, ann: Phone) -> None:
    """It has come to the newest revision, and nothing is missing."""
    expect(page.locator("#tally")).to_have_attribute("data-revision", str(revision(ann)))
    expect(page.locator("[hx-preserve]:empty")).to_have_count(0)


@pytest.mark.parametrize("role", [Role.SCORE, Role.WATCH])
def test_whatever_is_entered_every_screen_shows_what_a_new_one_would(
    phone: Phones, ann: Phone, live_app: str, role: Role
) -> None:
    page = phone()
    requests = opened(page, join(ann, role, "Ben's phone"), live_app)
    enter(ann, dead())
    shows_all(page, ann)
    enter(ann, knock(1, 9, 40))
    shows_all(page, ann)
    # An ordinary round takes one request, and the lines before it are not in the answer.
    assert requests == ["1", "1"]
    fifth = revision(ann)
    correct(ann, 2, gin(1, 33))
    expect(page.locator("#sheet .lines > .line").nth(3)).to_contain_text("+58")
    shows_all(page, ann)
    undo(access=ann.access, key="u", revision=revision(ann))
    expect(page.locator("#sheet .lines > .line").nth(3)).not_to_contain_text("+58")
    undo(access=ann.access, key="v", revision=fifth)
    shows_all(page, ann)
    Player.objects.filter(name="Ben").update(name="Benno", folded="benno")
    enter(ann, gin(0, 20))
    shows_all(page, ann)
    expect(page.locator("#sheet")).to_contain_text(re.compile("Benno.*Benno.*Benno", re.DOTALL))
    enter(ann, gin(0, 90))
    expect(page.locator("#menu a", has_text="Print or export")).to_have_count(1)
    shows_all(page, ann)
    shown, fresh = page.evaluate(SHEET)
    assert shown == fresh


def test_a_screen_that_slept_through_an_evening_shows_all_of_it(phone: Phones, ann: Phone, live_app: str) -> None:
    page = phone()
    requests = opened(page, join(ann, Role.WATCH, "Wall"), live_app)
    page.context.set_offline(True)
    for own in (1, 2, 3, 4):
        enter(ann, knock(0, own, 15))
    correct(ann, 1, knock(1, 7, 20))
    page.context.set_offline(False)
    shows_all(page, ann)
    shown, fresh = page.evaluate(SHEET)
    assert shown == fresh
    assert requests[-1] == "whole"


FOCUSED = """() => {
  const one = document.activeElement;
  const says = one.getAttribute("href") ?? one.getAttribute("aria-label") ?? one.textContent.trim();
  return [one.tagName, says, one.closest("[id]")?.id];
}"""


@pytest.mark.parametrize(
    "where",
    [
        "#sheet .lines > .line:nth-child(2) summary",
        "#sheet .lines > .line:nth-child(1) summary",
        "#undo button",
        ".boxes .term",
        "#menu-share a:nth-child(3)",
        "#menu-game a:nth-of-type(2)",
        ".menu > summary",
        "form[data-entry] .ends",
        ".kinds a",
    ],
)
def test_the_focus_is_never_lost_when_another_phone_saves(phone: Phones, ann: Phone, live_app: str, where: str) -> None:
    page = phone()
    opened(page, ann, live_app)
    if where.startswith("#menu"):
        page.locator(".menu > summary").click()
    if where.startswith("#menu-game"):
        page.locator("#menu-game > summary").click()
    page.locator(where).first.focus()
    before = page.evaluate(FOCUSED)
    enter(join(ann), knock(1, 5, 15))
    shows_all(page, ann)
    enter(join(ann), gin(0, 15))
    shows_all(page, ann)
    after = page.evaluate(FOCUSED)
    # What says another thing by now ("Undo round 5") is in the same place.
    assert after[0] == before[0]
    assert after == before or where == "#undo button"
    correct(ann, 1, knock(0, 7, 30))
    shows_all(page, ann)
    assert page.evaluate(FOCUSED)[0] == before[0]


def test_who_watches_unfolds_a_line_with_a_tap_anywhere_on_it(phone: Phones, ann: Phone, live_app: str) -> None:
    page = phone()
    opened(page, join(ann, Role.WATCH, "Eve"), live_app)
    line = page.locator("#sheet .lines > .line").first
    box = line.bounding_box()
    assert box
    page.touchscreen.tap(box["x"] + box["width"] / 3, box["y"] + 20)
    expect(line.locator("details")).to_have_attribute("open", "")


def test_what_is_unfolded_or_focused_stays_so(phone: Phones, ann: Phone, live_app: str) -> None:
    page = phone()
    opened(page, ann, live_app)
    line = page.locator("#sheet .lines > .line")
    for number in (0, 2):
        line.nth(number).locator("details > summary").click()
    line.nth(2).locator("summary").focus()
    focused = "document.activeElement.id"
    assert page.evaluate(focused) == "line-1"
    enter(join(ann), knock(1, 5, 15))
    shows_all(page, ann)
    expect(line.locator("details[open]")).to_have_count(2)
    assert page.evaluate(focused) == "line-1"
    # And where that very line is another one afterwards.
    correct(ann, 1, knock(0, 7, 30))
    expect(line.nth(3)).to_contain_text("+23")
    shows_all(page, ann)
    expect(line.nth(3).locator("details")).to_have_attribute("open", "")
    assert page.evaluate(focused) == "line-1"
