"""Browser: two phones with two versions of one round: both ask, one answers, and both show the answer."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Report, Role
from tests.browser.table import Hand, fits, with_cookie
from tests.makers import Phone, enter, gin, join, knock, revision, start, totals

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]


@pytest.fixture
def ann(live_app: str) -> Phone:
    """A table with one round, 13 for Ann."""
    phone = start()
    enter(phone, knock(0, 7, 20))
    return phone


def holds(phone: Phones, who: Phone, live_app: str, **options: object) -> Hand:
    """Somebody with this phone in his hand, at the table, and live."""
    page = with_cookie(phone(**options), who, live_app)
    page.goto(who.url)
    if options.get("java_script_enabled", True):
        expect(page.locator("html")).to_have_attribute("data-live", "live")
    return Hand(page)


def differs(ben: Hand, ann: Phone) -> None:
    """Ben types round 2 while Ann's phone saves another one, and is refused."""
    ben.choose("1:knock:8")
    ben.type("24")
    enter(ann, gin(1, 20), number=2)
    expect(ben.page.locator("#sheet .lines > li")).to_have_count(2)
    ben.tap("button.save")
    expect(ben.page.locator(".conflict")).to_be_visible()


def test_both_see_the_question_one_decides_and_both_show_the_result(
    phone: Phones, ann: Phone, live_app: str, snapshot: SnapshotAssertion
) -> None:
    anns, bens = holds(phone, ann, live_app), holds(phone, join(ann), live_app)
    eves = holds(phone, join(ann, Role.WATCH, "Eve's phone"), live_app)
    differs(bens, ann)
    card = anns.page.locator(".question")
    expect(card).to_be_visible()
    expect(eves.page.locator(".question")).to_be_visible()
    assert card.locator("[role=alert]").inner_text() == snapshot
    assert eves.page.locator(".question [role=alert]").inner_text() == snapshot
    expect(eves.page.locator(".question button")).to_have_count(0)
    for hand in (anns, bens, eves):
        assert fits(hand.page)
    # Without scrolling, and not in the corner that a thumb does not reach.
    right = card.get_by_role("button", name="This is right (Ben's phone: Ben knocked with 8, Ann had 24)")
    box = right.bounding_box()
    assert box
    assert (box["y"] > 250, box["y"] + box["height"] < 650, box["height"] >= 44, box["width"] >= 100) == (True,) * 4

    anns.taps = 0
    anns.tap(right)
    assert anns.taps == 1
    for hand in (anns, bens, eves):
        hand.shows(13, 16)
        expect(hand.page.locator(".question, .conflict")).to_have_count(0)
    expect(bens.page.locator("#deal")).to_contain_text("Round 3")
    expect(bens.page.locator("#notice")).to_contain_text("Round 2 was changed by Ann's phone")
    expect(bens.page.locator("form[data-entry] .ends:checked")).to_have_count(0)
    # The server has what was typed: nothing waits on the phone that was refused.
    expect(bens.page.locator("#outbox")).to_be_hidden()
    assert (totals(ann), revision(ann)) == ([13, 16], 4)


def test_keeping_makes_no_revision_and_reaches_every_screen(phone: Phones, ann: Phone, live_app: str) -> None:
    anns, bens = holds(phone, ann, live_app), holds(phone, join(ann), live_app)
    differs(bens, ann)
    expect(anns.page.locator(".question")).to_be_visible()
    bens.tap(bens.page.locator(".conflict").get_by_role("button", name="Keep this"))
    expect(anns.page.locator(".question")).to_have_count(0)
    expect(bens.page.locator(".conflict")).to_have_count(0)
    expect(anns.page.locator("#notice")).to_contain_text("Ben's phone decided that round 2 stays as it is")
    for hand in (anns, bens):
        hand.shows(13, 45)
        assert hand.page.locator("body").get_attribute("data-revision") == "3"
    assert Report.objects.get().decision == "kept"
    expect(bens.page.locator("#outbox")).to_be_hidden()  # what was decided is told for a moment


def test_a_round_being_typed_survives_the_question_and_its_answer(phone: Phones, ann: Phone, live_app: str) -> None:
    anns, bens = holds(phone, ann, live_app), holds(phone, join(ann), live_app)
    bens.choose("1:knock:8")
    bens.type("24")
    enter(ann, gin(1, 20), number=2)
    expect(anns.page.locator("#deal")).to_contain_text("Round 3")
    anns.choose("0:knock:5")
    anns.type("3")
    bens.tap("button.save")
    expect(anns.page.locator(".question")).to_be_visible()
    anns.tap(anns.page.locator(".question button").first)
    expect(anns.page.locator(".question")).to_have_count(0)
    expect(anns.page.locator('[name="deadwood-1"]')).to_have_value("3")
    anns.type("1")
    anns.tap("button.save")
    anns.shows(39, 45)


def test_who_confirms_is_named_on_every_screen(phone: Phones, ann: Phone, live_app: str) -> None:
    anns = holds(phone, ann, live_app)
    enter(join(ann), knock(0, 7, 20), number=1)
    mark = anns.page.locator("#sheet .also")
    expect(mark).to_have_text("also entered by Ben's phone")
    expect(anns.page.locator("#sheet .of-also")).to_be_visible()


def test_it_is_answered_without_script_too(phone: Phones, ann: Phone, live_app: str) -> None:
    with pytest.raises(Exception, match="round_conflict"):
        enter(join(ann), gin(1, 20), number=1)
    anns = holds(phone, ann, live_app, java_script_enabled=False)
    anns.tap(anns.page.locator(".question button").last)
    anns.shows(0, 45)
    expect(anns.page.locator(".question")).to_have_count(0)
