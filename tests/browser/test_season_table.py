"""Browser: a round saved on one phone updates the standings on other screens; the wall screen turns its pages."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import LinkTarget, Match, MatchSide, MatchState
from games.models.match import sides_for
from games.selectors.league.league_access import access_to_league
from games.selectors.season.league_dates import date_in_league
from games.selectors.secrets import derived_secret
from games.services.devices import make_device
from games.services.league.leagues import accept_league_link, ensure_link
from tests.bracket_night import correct_winner, draw_round, matches, night, play_others, who
from tests.browser.table import Hand, fits, with_cookie
from tests.browser.test_season_setup import logged_in
from tests.leagues import Club, club
from tests.makers import Phone

pytestmark = pytest.mark.slow

MakePhone = Callable[..., Page]
WALL = {"viewport": {"width": 1920, "height": 1080}, "device_scale_factor": 1, "has_touch": False, "is_mobile": False}
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jo", "Kim", "Leo", "Mia", "Ned", "Olga")
LONG = "Maximiliane-Wilhelmine Schwarzenberger-Brandenburg"


@pytest.mark.parametrize("page", ["", "bracket/", "desk/"])
def test_a_wrong_pair_appears_on_the_open_page_of_the_organizer(phone: MakePhone, live_app: str, page: str) -> None:
    tuesday, client = night("knockout"), Client()
    play_others(tuesday, 1)
    draw_round(tuesday, 2)
    client.force_login(tuesday.organizer)
    opened = logged_in(phone(), live_app, client)
    opened.goto(f"/s/{tuesday.season.public_id}/{page}")
    expect(opened.locator("html")).to_have_attribute("data-live", "live")
    button = opened.get_by_role("button", name="Put the right players in")
    expect(button).to_have_count(0)
    correct_winner(tuesday, "Dan", 1)
    button.tap()
    expect(button).to_have_count(0)
    assert "Dan" in who(matches(tuesday, 2)[0])


@pytest.fixture
def tuesday(live_app: str) -> Club:
    """A season of many in which Ben leads; after Cleo and Dan, Ann and Ben are to play."""
    made = club(*NAMES, LONG)
    match = Match.objects.create(
        season=made.season,
        number=1,
        night=date_in_league(made.league) - timedelta(weeks=1),
        state=MatchState.PLAYED,
        final=True,
    )
    sides = sides_for(match, [made.entrants["Ben"], made.entrants["Cleo"]])
    for side, outcome, points in zip(sides, ("win", "loss"), (100, 40), strict=True):
        side.outcome, side.points, side.against = outcome, points, 140 - points
    MatchSide.objects.bulk_create(sides)
    return made


def at_the_table(page: Page, tuesday: Club, one: str, other: str, base: str) -> Hand:
    """The phone of ``one`` at the table of a new match with ``other``."""
    made = make_device(label=f"{one}'s phone")
    link = ensure_link(tuesday.league, LinkTarget.MEMBER, member=tuesday.members[one])
    accept_league_link(secret=derived_secret(link.nonce), account=None, device=made.device)
    access = tuesday.table(tuesday.match(one, other), access_to_league(tuesday.league, None, made.device))
    holding = Phone(access, made.secret, {})
    with_cookie(page, holding, base).goto(holding.url)
    return Hand(page)


def leader(page: Page) -> Any:
    return page.locator("#standing tbody th bdi, #wall tbody th bdi").first


def test_a_round_saved_on_a_phone_moves_the_table_on_others_and_on_the_wall(
    phone: MakePhone, tuesday: Club, live_app: str
) -> None:
    url = f"/s/{tuesday.season.public_id}/"
    table, wall = phone(), phone(**WALL)
    table.goto(url)
    wall.goto(url + "screen/")
    for page in (table, wall):
        expect(page.locator("[data-live-status]")).to_have_text("Live")
        expect(leader(page)).to_have_text("Ben")
    assert fits(table)
    hand = at_the_table(phone(), tuesday, "Ann", "Dan", live_app)
    about_ben = table.locator("#standing details").first
    about_ben.locator("summary").tap()
    opened = about_ben.get_attribute("id")
    hand.round("0:gin", "60", "Ann +85")
    for page in (table, wall):
        expect(leader(page)).to_have_text("Ann")
    # It is another place for Ben, and what was unfolded of him still is.
    assert opened
    expect(table.locator(f"#{opened}")).to_have_attribute("open", "")
    expect(table.locator("#standing tbody").first.locator("abbr")).to_have_text("*")


def shown_on_the_wall(page: Page) -> list[str]:
    """The names on the page that the wall shows, all of them within the screen."""
    names = page.locator("#wall tbody th:visible bdi")
    bottom = page.evaluate("document.getElementById('wall').getBoundingClientRect().bottom")
    boxes = [name.bounding_box() for name in names.all()]
    assert all(box and box["y"] + box["height"] <= bottom for box in boxes)
    return names.all_inner_texts()


def test_the_wall_turns_its_pages_by_itself_and_cuts_nothing_off(phone: MakePhone, tuesday: Club) -> None:
    tuesday.match("Ann", LONG, night=date_in_league(tuesday.league))
    wall = phone(**WALL)
    wall.clock.install()
    wall.goto(f"/s/{tuesday.season.public_id}/screen/")
    expect(wall.locator("#wall-dots i")).not_to_have_count(0)
    assert wall.evaluate("document.documentElement.scrollHeight <= innerHeight")
    pages = wall.locator("#wall-dots i").count()
    seen: list[str] = []
    for _ in range(pages - 1):
        seen += shown_on_the_wall(wall)
        wall.clock.fast_forward(12_100)
    assert sorted(seen) == sorted((*NAMES, LONG))
    expect(wall.locator("#wall-tonight")).to_be_visible()
    expect(wall.locator(".match:visible .side bdi")).to_have_text(["Ann", LONG])
    wall.clock.fast_forward(12_100)
    expect(wall.locator("#wall-table")).to_be_visible()
    expect(leader(wall)).to_be_visible()
    assert fits(wall)


def test_the_wall_without_script_is_one_long_page(phone: MakePhone, tuesday: Club) -> None:
    wall = phone(java_script_enabled=False, **WALL)
    wall.goto(f"/s/{tuesday.season.public_id}/screen/")
    expect(wall.locator("#wall tbody th:visible")).to_have_count(len(NAMES) + 1)


def test_without_script_everything_on_the_table_can_be_read(phone: MakePhone, tuesday: Club) -> None:
    page = phone(java_script_enabled=False)
    page.goto(f"/s/{tuesday.season.public_id}/")
    page.locator("#standing summary").first.tap()
    expect(page.locator("#standing dl").first).to_have_text(re.compile(r"Point difference\s*\+60"))
    expect(page.locator("#standing dl").first).to_be_visible()
    page.get_by_role("link", name="What everyone still needs").tap()
    expect(page.locator("h1", has_text="What's still needed")).to_be_visible()
    page.go_back()
    page.locator("#on").fill("2001-01-01")
    page.locator(".nights form:has(#on)").get_by_role("button", name="Show").tap()
    expect(page.locator("h1")).to_have_text("Standings after Monday, January 1, 2001")
