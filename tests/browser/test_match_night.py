"""Browser: a club night: three matches at once, a disputed and corrected round, confirmation on a tablet."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from games.models import Duty, Match
from games.permissions import LeagueAccess
from games.rules.league.season import season_rules
from games.selectors.season.league_dates import date_in_league
from tests.browser.table import Hand
from tests.leagues import Club, club, result, state
from tests.match_night import browser, place, tablet

pytestmark = pytest.mark.slow

Phones = Callable[..., Page]
"""Milliseconds: what others say of a round is asked for every eight seconds."""


@pytest.fixture
def tuesday(live_app: str) -> Club:
    """Three matches are to be played tonight, to 60; the opponent confirms."""
    made = club(
        *("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn"),
        rules=season_rules({"confirmation": "opponent"}),
        house_rules={"target": 60},
    )
    tonight, here = date_in_league(made.league), place(made)
    made.match("Ann", "Ben", night=tonight)
    made.match("Cleo", "Dan", night=tonight)
    made.match("Eve", "Finn", night=tonight, place=here)
    return made


@pytest.fixture
def held(phone: Phones, live_app: str) -> Callable[..., Hand]:
    """A phone in somebody's hand, at the start page."""

    def hold(access: LeagueAccess, **options: object) -> Hand:
        page = phone(**options)
        cookies = browser(access).cookies
        page.context.add_cookies([{"name": name, "value": cookies[name].value, "url": live_app} for name in cookies])
        page.goto("/")
        return Hand(page)

    return hold


def enter_round_by_hand(hand: Hand, ending: str, keys: str) -> None:
    """Enter a round."""
    before = hand.saved
    hand.choose(ending)
    hand.type(keys)
    hand.tap("button.save")
    expect(hand.page.locator("#sheet .lines > li")).to_have_count(before + 1)


def sit_down(hand: Hand) -> None:
    """Play the match that the start page shows."""
    hand.tap(hand.page.locator(".my-match button").first)
    hand.page.wait_for_url("**/t/*/")


def press_together(page: Page, thumbs: Locator) -> None:
    """Put a finger on every pad at once, and lift them once the round is confirmed."""
    spots = []
    for number in range(thumbs.count()):
        thumbs.nth(number).scroll_into_view_if_needed()
    for number in range(thumbs.count()):
        box = thumbs.nth(number).bounding_box()
        assert box
        spots.append({"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2, "id": number})
    fingers = page.context.new_cdp_session(page)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spots})
    expect(thumbs).to_have_count(0)
    fingers.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def match(number: int) -> Match:
    return Match.objects.get(number=number)


def test_three_matches_at_once(tuesday: Club, held: Callable[..., Hand]) -> None:
    ann, ben, cleo, dan = (held(tuesday.phone(name)) for name in ("Ann", "Ben", "Cleo", "Dan"))
    stands = held(tablet(tuesday, match(3).place))  # type: ignore[arg-type]
    stands.page.goto("/tablet/")
    expect(stands.page.locator(".up-next b")).to_have_text("Eve – Finn")
    stands.tap(stands.page.get_by_role("button", name="Start the match"))
    for hand in (ann, ben, cleo, dan):
        sit_down(hand)

    # All three at once: one round each, then the one that ends it.
    enter_round_by_hand(ann, "0:knock:7", "20")
    enter_round_by_hand(cleo, "1:knock:2", "10")
    enter_round_by_hand(stands, "0:knock:5", "15")
    for hand in (ann, cleo, stands):
        enter_round_by_hand(hand, "0:gin", "50")
        expect(hand.page.locator(".match-strip strong")).to_contain_text("The match is over")
    assert [state(match(number)) for number in (1, 2, 3)] == [("played", False)] * 3

    # Ben says yes to everything.
    expect(ben.page.locator(".asked h2")).to_contain_text("Ben")
    expect(ben.page.locator(".asked li")).to_have_count(2)
    ben.tap(ben.page.get_by_role("button", name="All of them are right"))
    expect(ben.page.locator(".asked")).to_have_count(0)
    assert state(match(1)) == ("played", True)
    expect(ann.page.locator(".waits")).to_have_count(0)

    # Dan knocked with 1, he says; the referee looks at the cards and corrects it.
    first = dan.page.locator(".asked li").last
    expect(first).to_contain_text("Dan knocked with 2")
    dan.tap(first.locator("summary"))
    first.locator("input[name=reason]").fill("I knocked with 1")
    dan.tap(first.get_by_role("button", name="Dan disputes it"))
    expect(dan.page.locator("#sheet .of-match").last).to_have_text("disputed")
    expect(cleo.page.locator(".waits .flag")).to_have_text("Disputed by Dan: “I knocked with 1”")
    correct_it(tuesday, held)
    expect(dan.page.locator("#notice")).to_contain_text("Round 1 was changed by Rita")
    # What the referee corrected nobody has to look at again; the other round Dan still has to.
    dan.tap(dan.page.get_by_role("button", name="Yes, that's right"))
    expect(dan.page.locator(".asked")).to_have_count(0)
    expect(cleo.page.locator(".waits")).to_have_count(0)
    assert state(match(2)) == ("played", True)
    assert result(match(2))[1][1:] == (34, 1)

    # Eve and Finn put their thumbs on the tablet.
    thumbs = stands.page.locator(".thumb")
    expect(thumbs).to_have_count(2)
    press_together(stands.page, thumbs)
    expect(stands.page.locator(".waits")).to_have_count(0)
    assert state(match(3)) == ("played", True)


def correct_it(tuesday: Club, held: Callable[..., Hand]) -> None:
    """The referee finds the disputed round, and changes it with a reason."""
    rita = held(tuesday.official(Duty.REFEREE))
    page = rita.page
    page.goto(f"/s/{tuesday.season.public_id}/checks/")
    disputed = page.locator("section", has_text="Disputed").first
    expect(disputed).to_contain_text("Dan knocked with 2, Cleo had 10")
    disputed.get_by_role("button", name="Correct").first.tap()
    expect(page.locator("form.corrects")).to_be_visible()
    rita.choose("1:knock:1")
    page.locator("#reason").fill("Looked at the cards")
    rita.tap("button.save")
    page.wait_for_url("**/t/*/")
