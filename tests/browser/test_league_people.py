"""Browser: a league on a phone: create it, add members, claim a name, invite a referee, erase a member."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import League
from tests.browser.table import fits
from tests.leagues import club
from tests.views.people import PASSWORD, person

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
SMALL = {"viewport": {"width": 320, "height": 568}}


def log_in(page: Page, email: str) -> None:
    page.get_by_label("E-mail").fill(email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in").tap()


def address(page: Page) -> str:
    """The link that is shown."""
    return page.locator(".address a").first.inner_text()


def test_a_league_from_its_founding_to_its_people(phone: Phones, snapshot: SnapshotAssertion) -> None:
    olga, ann, rita = phone(), phone(), phone()
    person("olga@example.org", "Olga")
    person("rita@example.org", "Rita")
    olga.goto("/")
    olga.get_by_role("link", name="Leagues").tap()
    olga.get_by_role("link", name="Create a league").tap()
    olga.get_by_role("link", name="Log in instead").tap()
    log_in(olga, "olga@example.org")
    olga.get_by_label("Name", exact=True).fill("Tuesday Gin")
    olga.get_by_role("button", name="Create league").tap()
    expect(olga.get_by_role("heading", name="Tuesday Gin")).to_be_visible()

    olga.get_by_role("link", name="Members", exact=True).tap()
    olga.get_by_label("One name per line").fill("Ann\nBen\nann")
    olga.get_by_role("button", name="Add", exact=True).tap()
    expect(olga.get_by_text("the same as the one on line 1")).to_be_visible()
    olga.get_by_label("One name per line").fill("Ann\nBen\nCleo")
    olga.get_by_role("button", name="Add", exact=True).tap()
    expect(olga.get_by_text("3 members added")).to_be_visible()
    assert fits(olga)

    olga.get_by_role("link", name="Ann", exact=True).tap()
    olga.get_by_role("button", name="Create code").tap()
    expect(olga.locator("img.qr")).to_be_visible()
    ann.goto(address(olga))
    ann.get_by_role("button", name="Yes, I'm Ann").tap()
    expect(ann.locator("p.mine")).to_contain_text("Ann")
    assert "/k/" not in ann.url

    league = League.objects.get()
    olga.goto(f"/l/{league.public_id}/offices/")
    olga.get_by_role("button", name="Referee").tap()
    rita.goto(address(olga))
    rita.get_by_role("button", name="Yes, log in").tap()
    log_in(rita, "rita@example.org")
    rita.get_by_role("button", name="Yes, I'm in").tap()
    expect(rita.locator("p.mine")).to_be_visible()
    assert rita.locator("p.mine").inner_text() == snapshot
    assert fits(rita)

    olga.goto(f"/l/{league.public_id}/members/")
    olga.get_by_role("link", name="Ann", exact=True).tap()
    olga.get_by_role("link", name="Erase name").tap()
    olga.get_by_role("button", name="Erase name").tap()
    expect(olga.locator(".members li")).to_have_text(["Ben", "Cleo"])
    assert ann.goto(f"/l/{league.public_id}/").status == 404  # type: ignore[union-attr]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_codes_are_printed_black_on_white_and_nothing_to_press_is(phone: Phones, scheme: str) -> None:
    page, tuesday = phone(color_scheme=scheme), club(*(f"Player {n}" for n in range(9)))
    olga = tuesday.organizer
    olga.set_password(PASSWORD)
    olga.save()
    page.goto(f"/l/{tuesday.league.public_id}/members/codes/")
    expect(page.get_by_text("You can't do that here")).to_be_visible()
    page.goto("/account/")
    log_in(page, olga.email)
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    page.goto(f"/l/{tuesday.league.public_id}/members/codes/")
    page.get_by_role("button", name="Create 9 codes").tap()
    expect(page.locator(".codes li")).to_have_count(9)
    assert re.findall(rb"/Count (\d+)", page.pdf(format="A4")) == [b"1"]
    page.emulate_media(media="print")
    assert page.locator("a:visible, button:visible").count() == 0


@pytest.mark.parametrize("large", [False, True])
def test_nothing_hangs_over_the_edge_of_a_small_phone(phone: Phones, large: bool) -> None:
    page = phone(**SMALL)
    long = "Wilhelmina-Maximiliane " * 2
    tuesday = club(*(f"{long}{n}" for n in range(3)))
    olga = tuesday.organizer
    olga.set_password(PASSWORD)
    olga.save()
    if large:
        page.add_init_script(
            "document.addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '200%')"
        )
    page.goto("/account/")
    log_in(page, olga.email)
    home, member = f"/l/{tuesday.league.public_id}/", tuesday.members[f"{long}0"].pk
    expect(page.get_by_role("heading", name="Your account")).to_be_visible()
    for address_ in (
        *("/leagues/", "/leagues/new/", home),
        *(f"{home}{rest}" for rest in ("members/", f"members/{member}/", "offices/", "places/", "settings/", "links/")),
        f"/s/{tuesday.season.public_id}/entrants/",
    ):
        page.goto(address_)
        page.evaluate("document.querySelectorAll('main details').forEach((fold) => { fold.open = true; })")
        assert fits(page), address_
