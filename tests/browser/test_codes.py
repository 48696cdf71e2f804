"""Browser: a code lets somebody ask to join, and another one moves all games to a new phone."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Device
from tests.browser.table import Hand, fits, pause, with_cookie
from tests.browser.test_layout_shifts import WATCH, on_screen
from tests.browser.test_outbox import stored_items
from tests.makers import Phone, enter, join, knock, start, totals

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.fixture
def ann(live_app: str) -> Phone:
    """A table with one round, 13 for Ann."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    return phone


def invites(phone: Phones, ann: Phone, live_app: str) -> tuple[Page, str]:
    """Ann's phone with the Invite page open, and the code on it."""
    page = with_cookie(phone(), ann, live_app)
    page.goto(f"{ann.url}links/")
    expect(page.locator(".code-letters")).to_be_visible()
    return page, page.locator(".code-letters").inner_text()


@pytest.mark.parametrize("size", [(390, 844), (1280, 800)])
def test_the_code_comes_in_its_place(phone: Phones, ann: Phone, live_app: str, size: tuple[int, int]) -> None:
    width, height = size
    page = with_cookie(phone(viewport={"width": width, "height": height}), ann, live_app)
    page.add_init_script(f"({WATCH})()")
    page.goto(f"{ann.url}links/")
    expect(page.locator(".code-letters")).to_be_visible()
    page.wait_for_timeout(200)
    shifts: list[tuple[float, list[str]]] = page.evaluate("window.shifts")
    assert sum(moved for moved, _ in shifts) < 0.005, shifts


def test_a_code_is_typed_the_question_appears_and_who_is_let_in_goes_on(
    phone: Phones, ann: Phone, live_app: str, snapshot: SnapshotAssertion
) -> None:
    anns, code = invites(phone, ann, live_app)
    turn_off = anns.get_by_role("button", name="Turn off").first
    place = turn_off.bounding_box()
    bens = phone()
    bens.goto("/")
    bens.get_by_role("link", name="Enter a code").tap()
    bens.locator("#code").fill(code.lower())
    bens.locator("#code").press("Enter")
    expect(bens.get_by_role("heading", name="Join Ann and Ben")).to_be_visible()
    assert fits(bens)
    bens.get_by_role("button", name="I'm Ben").tap()
    expect(bens.get_by_role("heading", name="You're asking to join as Ben")).to_be_visible()
    question = anns.locator(".question")
    expect(question).to_contain_text("Ben wants to join")
    assert (fits(anns), fits(bens)) == (True, True)
    assert (turn_off.bounding_box(), on_screen(anns, ".question")) == (place, True)
    expect(anns.locator(".link", has_text="To play and score")).to_contain_text("Not used yet")
    question.get_by_role("button", name="Let in").tap()
    expect(anns.locator("#notice")).to_contain_text("Ben")
    assert anns.locator("#notice").inner_text() == snapshot
    expect(question).to_have_count(0)
    assert turn_off.bounding_box() == place
    expect(anns.locator(".link", has_text="To play and score")).to_contain_text("Last used at")
    bens.wait_for_url(f"**{ann.url}")
    Hand(bens).round("1:gin", "20", "Ben +45")
    assert totals(ann) == [13, 45]
    assert Device.objects.latest("pk").label == "Ben"


def test_the_question_comes_and_goes_on_every_open_table_that_scores(phone: Phones, ann: Phone, live_app: str) -> None:
    _, code = invites(phone, ann, live_app)
    tables = [with_cookie(phone(), who, live_app) for who in (ann, join(ann))]
    for page in tables:
        page.goto(ann.url)
        expect(page.locator("html")).to_have_attribute("data-live", "live")
    Hand(tables[0]).choose("0:knock:7")
    eves = phone()
    eves.goto("/join/")
    eves.locator("#code").fill(code)
    eves.get_by_role("button", name="Join").tap()
    pause(eves)  # "Someone else" is where "Join" was
    eves.get_by_text("Someone else").tap()
    eves.locator("#label").fill("Eve")
    eves.locator("#label").press("Enter")
    for page in tables:
        expect(page.locator(".question")).to_contain_text("Eve wants to join")
    tables[1].get_by_role("button", name="Not now").tap()
    for page in tables:
        expect(page.locator(".question")).to_have_count(0)
    expect(tables[0].locator(".ends:checked")).to_have_count(1)  # what was being entered is still there
    expect(eves.get_by_role("heading", name="Not now")).to_be_visible()


def test_without_script_the_page_that_waits_loads_itself_again(phone: Phones, ann: Phone, live_app: str) -> None:
    anns = with_cookie(phone(java_script_enabled=False), ann, live_app)
    anns.goto(f"{ann.url}links/")
    anns.get_by_role("button", name="Show a code").tap()
    expect(anns.locator(".code-letters")).to_be_visible()
    code = anns.locator(".code-letters").inner_text()
    bens = phone(java_script_enabled=False)
    bens.goto("/join/")
    bens.locator("#code").fill(code)
    bens.get_by_role("button", name="Join").tap()
    bens.get_by_role("button", name="I'm Ben").tap()
    expect(bens.get_by_role("heading", name="You're asking to join as Ben")).to_be_visible()
    anns.goto(ann.url)
    anns.get_by_role("button", name="Let in").tap()
    bens.wait_for_url(f"**{ann.url}")


def test_all_games_move_to_a_new_phone_and_the_old_one_is_told(
    phone: Phones, ann: Phone, live_app: str, snapshot: SnapshotAssertion
) -> None:
    old, new = with_cookie(phone(), ann, live_app), phone()
    elsewhere = old.context.new_page()
    elsewhere.goto(ann.url)
    expect(elsewhere.locator("html")).to_have_attribute("data-live", "live")
    old.goto("/games/")
    old.get_by_role("link", name="Take my games to a new phone").tap()
    old.get_by_role("button", name="Show a code").tap()
    code = old.locator(".code-letters").inner_text()
    new.goto("/")
    new.get_by_role("link", name="Get my games from an old phone").tap()
    new.locator("#code").fill(code.lower())
    new.get_by_role("button", name="Continue").tap()
    expect(new.get_by_role("heading", name="Move 1 game here?")).to_be_visible()
    assert (fits(old), fits(new)) == (True, True)
    new.get_by_role("button", name="Move them here").tap()
    new.wait_for_url("**/games/")
    new.get_by_role("link", name="Ann and Ben").tap()
    new.wait_for_url(f"**{ann.url}")
    Hand(new).round("1:gin", "20", "Ben +45")
    expect(old.get_by_role("heading", name="Your games are on your new phone")).to_be_visible()
    # A table that was open on the old phone says that it is closed there, and why.
    expect(elsewhere.locator("html")).to_have_attribute("data-live", "gone")
    elsewhere.reload()
    expect(elsewhere.locator("#problem")).to_be_visible()
    assert elsewhere.locator("#problem").inner_text() == snapshot


def test_rounds_that_wait_on_the_old_phone_are_sent_before_a_code_is_shown(
    phone: Phones, ann: Phone, live_app: str
) -> None:
    old = with_cookie(phone(), ann, live_app)

    def cut(route: Route) -> None:
        route.abort() if route.request.method == "POST" else route.continue_()

    old.context.route("**/rounds/", cut)
    old.goto(ann.url)
    hand = Hand(old)
    hand.choose("1:gin")
    hand.type("20")
    hand.tap("button.save")
    expect(old.locator("#outbox [data-count]")).to_have_text("Waiting (1)")
    old.goto("/games/move/")
    expect(old.locator("[data-waits]")).to_be_visible()
    expect(old.get_by_role("button", name="Show a code")).to_be_hidden()
    assert len(stored_items(old)) == 1
    old.context.unroute("**/rounds/", cut)
    expect(old.get_by_role("button", name="Show a code")).to_be_visible()
    expect(old.locator("[data-waits]")).to_be_hidden()
    assert (totals(ann), stored_items(old)) == ([13, 45], [])
