"""Browser: the desk of a night: people checked in by a tap, and calls that arrive with a sound and without a reload."""

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import ClockEnd, RefereeCall, RoundClock
from games.permissions import LeagueAccess
from games.selectors.season.league_dates import date_in_league
from games.services.season.attendance import check_in
from games.services.season.round_clock import announce_last_hand, start_clock
from tests.browser.table import fits, pause
from tests.browser.test_season_setup import logged_in
from tests.leagues import Club, club
from tests.makers import knock
from tests.match_night import cookie, place

Phones = Callable[..., Page]
DESKTOP = {"viewport": {"width": 1280, "height": 800}}
COUNT_TONES = """
window.tones = 0;
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (...when) { window.tones += 1; start.apply(this, when); };
"""


def night() -> tuple[Club, Client, LeagueAccess]:
    """A match that is played at table 2, one to be played, and the phone of Ann."""
    tuesday, client = club("Ann", "Ben", "Cleo", "Dan", "Eve"), Client()
    today, ann = date_in_league(tuesday.league), tuesday.phone("Ann")
    tuesday.play(tuesday.match("Ann", "Ben", night=today, place=place(tuesday)), ann, knock(0, 5, 20))
    tuesday.match("Cleo", "Dan", night=today)
    client.force_login(tuesday.organizer)
    return tuesday, client, ann


def opened(page: Page, live_app: str, access: LeagueAccess, address: str) -> Page:
    """Open a page on the phone of a member."""
    assert access.device
    page.context.add_cookies([{"name": "device", "value": cookie(access.device), "url": live_app}])
    page.goto(address)
    return page


@pytest.mark.parametrize("size", [(1280, 800), pytest.param((390, 844), marks=pytest.mark.slow)])
def test_a_call_arrives_with_a_sound_and_is_answered(phone: Phones, live_app: str, size: tuple[int, int]) -> None:
    tuesday, client, ann = night()
    width, height = size
    desk = logged_in(phone(viewport={"width": width, "height": height}), live_app, client)
    desk.add_init_script(COUNT_TONES)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    expect(desk.locator("html")).to_have_attribute("data-live", "live")
    expect(desk.locator("[data-sound-note]")).to_be_visible()
    desk.get_by_role("button", name="Turn on the sound").tap()
    expect(desk.get_by_role("button", name="Sound is on")).to_be_visible()
    tones = desk.evaluate("tones")
    assert tones

    table = opened(phone(), live_app, ann, f"/s/{tuesday.season.public_id}/matches/1/")
    table.get_by_role("button", name="Continue scoring").tap()
    expect(table.locator("html")).to_have_attribute("data-live", "live")
    pause(table)  # the one may lie where the other was
    table.get_by_role("button", name="Call the referee").tap()
    called = table.locator(".call button[value=take_back]")
    expect(called).to_be_visible()
    assert fits(table)

    expect(desk.locator(".desk-calls")).to_contain_text("Ann – Ben")
    desk.wait_for_function("(number) => tones === number", arg=2 * tones)
    expect(desk).to_have_title(re.compile(r"^\(1\) "))
    assert fits(desk)
    desk.get_by_role("button", name="I'm on my way").tap()
    expect(desk.locator(".desk-calls")).to_have_count(0)
    expect(called).to_have_count(0)
    expect(table.locator(".called")).to_be_visible()
    assert RefereeCall.objects.get().answered


@pytest.mark.slow
def test_one_tap_checks_somebody_in(phone: Phones, live_app: str) -> None:
    tuesday, client, _ = night()
    desk = logged_in(phone(), live_app, client)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    desk.get_by_role("button", name="Cleo").tap()
    expect(desk.locator(".here").get_by_role("button", name="Cleo")).to_be_visible()
    desk.get_by_role("button", name="Everyone is here").tap()
    expect(desk.locator(".here button")).to_have_count(5)
    assert fits(desk)


@pytest.mark.slow
def test_a_round_on_a_phone_is_on_the_desk_without_a_reload(phone: Phones, live_app: str) -> None:
    tuesday, client, ann = night()
    desk = logged_in(phone(**DESKTOP), live_app, client)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    match = desk.locator("[href$='/matches/1/']").first
    expect(match).to_contain_text("Round 2")
    expect(desk.locator("html")).to_have_attribute("data-live", "live")
    tuesday.play(tuesday.season.matches.get(number=1), ann, knock(1, 5, 20))
    expect(match).to_contain_text("Round 3")


@pytest.mark.slow
def test_the_clock_counts_down_everywhere_by_the_servers_time(phone: Phones, live_app: str) -> None:
    tuesday, client, ann = night()
    desk = logged_in(phone(**DESKTOP), live_app, client)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    table = opened(phone(), live_app, ann, f"/s/{tuesday.season.public_id}/matches/1/")
    # This phone's own clock is an hour slow.
    table.add_init_script("const now = Date.now; Date.now = () => now() - 3_600_000;")
    table.get_by_role("button", name="Continue scoring").tap()
    wall = phone(**DESKTOP)
    wall.goto(f"/s/{tuesday.season.public_id}/screen/")
    for page in (desk, table, wall):
        expect(page.locator("html")).to_have_attribute("data-live", "live")
    desk.get_by_label("Minutes").fill("40")
    desk.get_by_role("button", name="Start the clock").click()
    for page in (desk, table, wall):
        expect(page.locator("[data-left]")).to_have_text(re.compile(r"^(40:00|39:\d\d)$"))
        assert fits(page)
    expect(table.locator("[data-left]")).to_have_text(re.compile(r"^39:"))  # it goes by
    desk.get_by_role("button", name="Announce the last hand").click()
    for page in (desk, table, wall):
        expect(page.get_by_text("Last hand!")).to_be_visible()
    desk.get_by_role("button", name="Pause").click()
    expect(desk.get_by_role("button", name="Resume")).to_be_visible()


@pytest.mark.slow
def test_when_time_is_up_the_table_reads_what_to_do(phone: Phones, live_app: str, snapshot: SnapshotAssertion) -> None:
    tuesday, client, ann = night()
    start_clock(access=tuesday.access, season=tuesday.season, minutes=10, at_end=ClockEnd.HAND)
    desk = logged_in(phone(**DESKTOP), live_app, client)
    desk.add_init_script(COUNT_TONES)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    desk.get_by_role("button", name="Turn on the sound").click()
    table = opened(phone(), live_app, ann, f"/s/{tuesday.season.public_id}/matches/1/")
    table.get_by_role("button", name="Continue scoring").tap()
    for page in (desk, table):
        expect(page.locator("html")).to_have_attribute("data-live", "live")
    RoundClock.objects.update(ends_at=timezone.now() + timedelta(seconds=8))
    announce_last_hand(access=tuesday.access, season=tuesday.season)  # the pages fetch the clock
    for page in (desk, table):
        expect(page.locator("[data-clock].over [data-left]")).to_have_text("0:00")
        assert page.locator("[data-text]").inner_text() == snapshot
    assert fits(table)
    desk.wait_for_function("() => tones === 4")


@pytest.mark.slow
def test_what_is_being_typed_stays_while_the_desk_is_updated(phone: Phones, live_app: str) -> None:
    tuesday, client, ann = night()
    desk = logged_in(phone(**DESKTOP), live_app, client)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    expect(desk.locator("html")).to_have_attribute("data-live", "live")
    desk.get_by_label("Minutes").fill("35")
    tuesday.play(tuesday.season.matches.get(number=1), ann, knock(1, 5, 20))
    expect(desk.locator("body")).not_to_have_attribute("data-revision", str(tuesday.season.revision))
    expect(desk.get_by_label("Minutes")).to_have_value("35")
    desk.get_by_label("Minutes").blur()
    expect(desk.locator("[href$='/matches/1/']").first).to_contain_text("Round 3")


def test_what_was_chosen_for_the_draw_stays_while_the_desk_is_updated(phone: Phones, live_app: str) -> None:
    tuesday, client = club("Ann", "Ben", "Cleo", "Dan", "Eve", pairing="swiss"), Client()
    ann, ben, cleo = (tuesday.entrants[name].pk for name in ("Ann", "Ben", "Cleo"))
    check_in(access=tuesday.access, season=tuesday.season, entrants=[ann, ben], here=True)
    client.force_login(tuesday.organizer)
    desk = logged_in(phone(), live_app, client)
    desk.goto(f"/s/{tuesday.season.public_id}/desk/")
    expect(desk.locator("html")).to_have_attribute("data-live", "live")
    desk.locator("[name=leave_out]").check()
    desk.locator("#requested-byes summary").click()
    dan, gone = (desk.locator(f"[name=bye-{tuesday.entrants[name].pk}]") for name in ("Dan", "Cleo"))
    dan.select_option("half")
    assert fits(desk)
    dan.blur()
    check_in(access=tuesday.access, season=tuesday.season, entrants=[cleo], here=True)
    expect(gone).to_have_count(0)
    expect(desk.locator("[name=leave_out]")).to_be_checked()
    expect(dan).to_be_visible()
    expect(dan).to_have_value("half")
    desk.locator(".desk-draw button").click()
    expect(desk.locator(".desk-draw button")).to_have_count(0)
    kinds = tuesday.season.matches.order_by("number").values_list("requested_bye", "sides__entrant__member__name")
    assert ("half", "Dan") in kinds
