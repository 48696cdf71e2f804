"""Browser: setting a season up on a phone: create, add entrants, draw, reschedule, change its rules."""

from collections.abc import Callable

import pytest
from django.conf import settings
from django.test import Client
from playwright.sync_api import Page, expect

from games.models import Match, Season
from games.services.season.draws import PairingPlan, draw
from tests.bracket_night import type_points
from tests.browser.table import fits
from tests.leagues import club

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
EIGHT = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")


def logged_in(page: Page, base: str, client: Client) -> Page:
    """The page in a browser where somebody is logged in, as he is in ``client``."""
    cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
    page.context.add_cookies([{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": base}])
    return page


def test_where_losers_enter_is_asked_once_double_elimination_is_chosen(phone: Phones, live_app: str) -> None:
    tuesday, client = club(), Client()
    client.force_login(tuesday.organizer)
    page = logged_in(phone(), live_app, client)
    page.goto(f"/l/{tuesday.league.public_id}/seasons/new/")
    crossing = page.locator("#group-crossing")
    expect(crossing).to_be_hidden()
    page.locator('[name="pairing"][value="double_elimination"]').check()
    expect(crossing).to_be_visible()
    crossing.locator("summary").click()
    for option in crossing.locator(".option span").all():
        assert option.evaluate("span => span.scrollWidth <= span.clientWidth")


def test_where_losers_enter_after_groups_is_asked_once_double_elimination_is_chosen(
    phone: Phones, live_app: str
) -> None:
    tuesday, client = club(*EIGHT, pairing="groups"), Client()
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(groups=2), key="groups")
    for match in tuesday.season.matches.all():
        type_points(tuesday, match, 100, 50)
    client.force_login(tuesday.organizer)
    page = logged_in(phone(), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/final-stage/")
    crossing = page.locator('[name="crossing"]')
    expect(crossing).to_be_hidden()
    page.locator('[name="pairing"]').select_option("double_elimination")
    expect(crossing).to_be_visible()


def test_seeds_are_dragged_on_a_phone_and_the_bracket_fits(phone: Phones, live_app: str) -> None:
    tuesday, client = club(*EIGHT, pairing="double_elimination"), Client()
    client.force_login(tuesday.organizer)
    page = logged_in(phone(), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/entrants/?seeds=")
    grips, lines = page.locator("[data-grip]"), page.locator("[data-seeds] li")
    lines.first.scroll_into_view_if_needed()
    grips.nth(2).scroll_into_view_if_needed()
    start, target = grips.nth(2).bounding_box(), lines.first.bounding_box()
    assert start and target
    page.mouse.move(start["x"] + start["width"] / 2, start["y"] + start["height"] / 2)
    page.mouse.down()
    page.mouse.move(start["x"], target["y"] + 2, steps=8)
    page.mouse.up()
    expect(lines.first).to_contain_text("Cleo")
    expect(lines.first.locator("input")).to_have_value("1")
    assert fits(page)
    page.get_by_role("button", name="Move Ann down").press("Enter")
    page.wait_for_url("**seeds=down-*")
    expect(page.get_by_role("button", name="Move Ann down")).to_be_focused()
    seeds = tuesday.season.entrants.order_by("seed").values_list("member__name", flat=True)
    assert list(seeds) == ["Cleo", "Ben", "Ann", "Dan", "Eve", "Finn", "Gwen", "Hal"]
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="first")
    page.goto(f"/s/{tuesday.season.public_id}/bracket/")
    expect(page.get_by_role("heading", name="Losers' final")).to_be_attached()
    assert fits(page)


def test_an_organizer_sets_up_a_season_for_eight_by_tapping(phone: Phones, live_app: str) -> None:
    tuesday, client = club(*EIGHT), Client()
    client.force_login(tuesday.organizer)
    for page in (phone(), phone(java_script_enabled=False)):
        logged_in(page, live_app, client).goto(f"/l/{tuesday.league.public_id}/seasons/new/")
        assert fits(page)
        page.get_by_label("Name", exact=True).fill("Winter")
        page.get_by_text("Order of the standings").tap()
        page.locator("#order-1").select_option("points")
        page.locator("#order-2").select_option("boxes")
        page.locator("#order-3").select_option("lot")
        page.get_by_role("button", name="Create season").tap()
        page.wait_for_url("**/run/")
        expect(page.get_by_role("heading", name="Manage season")).to_be_visible()
        assert fits(page)
        page.get_by_role("link", name="Who plays").tap()
        for name in EIGHT:
            page.locator(".option", has_text=name).tap()
        page.get_by_role("button", name="Add", exact=True).tap()
        # The answer is here once nobody is left to let in; another tap before that would cut it off.
        expect(page.get_by_role("button", name="Add", exact=True)).to_have_count(0)
        page.get_by_role("link", name="Manage").tap()
        expect(page.locator(".to-do")).to_contain_text("8 players")
        page.get_by_role("link", name="Create matches").tap()
        expect(page.get_by_role("heading", name="Create matches")).to_be_visible()
        assert fits(page)
        page.locator("#first").fill("2030-05-07")
        page.get_by_role("button", name="Create the matches").tap()
        page.wait_for_url("**/matches/")
        expect(page.locator(".match-line")).to_have_count(28)
        assert fits(page)
        expect(page.locator(".night h2").first).to_contain_text("Tuesday, May 7")
    season = Season.objects.filter(name="Winter").first()
    assert season
    assert season.rules["order"] == ["points", "boxes", "lot"]
    assert Match.objects.filter(season=season).count() == 28
