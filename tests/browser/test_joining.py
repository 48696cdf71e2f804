"""Browser: joining a table by its link: as a player, as somebody else, or just to watch; and the table's menu."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from games.models import Device, Role
from tests.browser.table import Hand, fits, with_cookie
from tests.makers import start

Phones = Callable[..., Page]


@pytest.mark.parametrize("script", [True, False])
def test_a_player_joins_with_one_tap_on_their_name(phone: Phones, script: bool) -> None:
    ann = start("Ann", "Ben")
    page = phone(java_script_enabled=script)
    page.goto(f"/j/{ann.secrets[Role.SCORE]}/")
    if not script:
        page.get_by_role("button", name="Who plays here?").tap()
    expect(page.get_by_role("heading", name="Join Ann and Ben")).to_be_visible()
    assert fits(page)
    page.get_by_role("button", name="I'm Ben").tap()
    page.wait_for_url("**/t/*/")
    assert Device.objects.latest("pk").label == "Ben"
    Hand(page).choose("0:knock:7")


@pytest.mark.slow
def test_somebody_else_types_a_name_and_enter_joins(phone: Phones) -> None:
    ann = start("Ann", "Ben")
    page = phone()
    page.goto(f"/j/{ann.secrets[Role.SCORE]}/")
    page.get_by_text("Someone else").tap()
    page.locator("#label").fill("Eve")
    page.locator("#label").press("Enter")
    page.wait_for_url("**/t/*/")
    assert Device.objects.latest("pk").label == "Eve"


@pytest.mark.slow
def test_who_just_watches_is_asked_nothing_and_enters_nothing(phone: Phones) -> None:
    ann = start("Ann", "Ben")
    for role, button in ((Role.WATCH, "Watch"), (Role.SCORE, "Just watching")):
        page = phone()
        page.goto(f"/j/{ann.secrets[role]}/")
        expect(page.get_by_role("heading", name="Ann and Ben")).to_be_visible()
        assert page.locator("input:visible").count() == 0
        page.get_by_role("button", name=button, exact=True).tap()
        page.wait_for_url("**/t/*/")
        expect(page.locator("#tally")).to_be_visible()
        expect(page.locator("form[data-entry]")).to_have_count(0)


@pytest.mark.slow
def test_the_owners_own_link_is_not_beside_those_for_guests(phone: Phones, live_app: str) -> None:
    ann = start("Ann", "Ben")
    page = with_cookie(phone(), ann, live_app)
    page.goto(f"{ann.url}links/")
    expect(page.locator(".link:visible h2")).to_have_count(2)
    page.locator(".own-links > summary").tap()
    expect(page.locator(".link:visible h2")).to_have_count(3)


@pytest.mark.slow
def test_one_part_of_the_menu_is_open_at_a_time(phone: Phones, live_app: str) -> None:
    ann = start("Ann", "Ben")
    page = with_cookie(phone(), ann, live_app)
    page.goto(ann.url)
    page.locator(".menu > summary").tap()
    expect(page.locator("#menu a", has_text="Invite")).to_be_visible()
    page.locator("#menu .part > summary", has_text="Rules").tap()
    expect(page.locator("#menu a", has_text="Rules of this game")).to_be_visible()
    expect(page.locator("#menu a", has_text="Invite")).to_be_hidden()
    assert fits(page)
    page.locator("#menu a", has_text="Help").tap()
    page.wait_for_url("**/help/")
