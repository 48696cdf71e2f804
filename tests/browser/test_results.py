"""Browser: a night's results typed from paper with Tab and Enter, corrected, and emptied again."""

import re
from collections.abc import Callable

import pytest
from django.test import Client
from playwright.sync_api import Locator, Page, expect
from syrupy.assertion import SnapshotAssertion

from games.models import Match
from games.rules.league.typed_result import TypedSide
from games.selectors.season.league_dates import date_in_league
from games.services.season.typed_results import TypedResult, type_results
from tests.browser.table import fits
from tests.browser.test_season_setup import logged_in
from tests.colors import contrast
from tests.leagues import Club, club, result
from tests.live.kit import wait_until

Phones = Callable[..., Page]
NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gwen", "Hal")


def night() -> tuple[Club, Client]:
    """Twelve matches of tonight, and the organizer."""
    tuesday, client = club(*NAMES), Client()
    today = date_in_league(tuesday.league)
    for number in range(12):
        tuesday.match(NAMES[number % 8], NAMES[(number + 1 + number // 8) % 8], night=today, number_in_draw=1)
    client.force_login(tuesday.organizer)
    return tuesday, client


def points(number: int) -> list[int]:
    return [amount for _, amount, _ in result(Match.objects.get(number=number))]


COLORS = "link => [link, document.body].map(one => getComputedStyle(one).backgroundColor.match(/\\d+/g).map(Number))"


def stands_out(link: Locator) -> bool:
    """Whether a button's own color can be told from the felt around it (WCAG 1.4.11)."""
    button, felt = ("#" + bytes(color[:3]).hex() for color in link.evaluate(COLORS))
    return contrast(button, felt) >= 3


@pytest.mark.parametrize("size", [pytest.param((1280, 800), marks=pytest.mark.slow), (390, 844)])
def test_twelve_results_are_typed_without_a_mouse(phone: Phones, live_app: str, size: tuple[int, int]) -> None:
    tuesday, client = night()
    width, height = size
    page = logged_in(phone(viewport={"width": width, "height": height}), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/matches/")
    link = page.get_by_role("link", name="Enter results")
    assert stands_out(link)
    link.tap()
    expect(page.locator(".saves-lines .result-line")).to_have_count(12)
    assert fits(page)
    page.locator("#match-1-points-0").focus()
    for number in range(1, 13):
        page.keyboard.type(str(100 + number))
        page.keyboard.press("Tab")
        page.keyboard.press("Tab")  # over the boxes
        page.keyboard.type(str(number))
        page.keyboard.press("Enter")
    expect(page.locator(".result-done", has_text="Saved")).to_have_count(12)
    expect(page.locator("#of option:checked")).not_to_contain_text("open")
    assert [points(number) for number in range(1, 13)] == [[100 + number, number] for number in range(1, 13)]
    assert fits(page)

    # The difference stays, so nobody moves, and nothing is asked.
    page.locator("#match-5-points-0").fill("155")
    page.locator("#match-5-points-1").fill("55")
    page.keyboard.press("Enter")
    expect(page.locator("#match-5 [name=seen]")).to_have_value(re.compile('"points": 55'))
    assert points(5) == [155, 55]


@pytest.mark.slow
def test_a_result_is_taken_back_by_clearing_its_fields(phone: Phones, live_app: str) -> None:
    tuesday, client = night()
    type_results(
        access=tuesday.access, season=tuesday.season, results=[TypedResult(5, (TypedSide(120), TypedSide(80)))]
    )
    page = logged_in(phone(), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/results/")
    page.wait_for_selector(".saves-lines")
    for field in page.locator("#match-5 input[type=text]").all():
        field.fill("")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Save the correction").tap()
    expect(page.locator("#match-5 .result-done")).to_have_text("Result removed")
    assert points(5) == [0, 0]


@pytest.mark.slow
def test_a_correction_that_moves_somebody_is_confirmed_by_keyboard(phone: Phones, live_app: str) -> None:
    tuesday, client = night()
    for number in (1, 12):
        typed = TypedResult(number, (TypedSide(120), TypedSide(80)))
        type_results(access=tuesday.access, season=tuesday.season, results=[typed])
    page = logged_in(phone(), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/results/")
    page.wait_for_selector(".saves-lines")
    line, question = page.locator("#match-1"), page.locator("#match-1 .result-question")
    for answer, shown, stored in (("Keep the old result", "80", [120, 80]), ("Save the correction", "130", [120, 130])):
        page.locator("#match-1-points-1").fill("130")
        page.keyboard.press("Enter")
        expect(question).to_contain_text("Ann 2 → 0 points")
        assert fits(page)
        assert points(1) == [120, 80]
        # Typing has gone on; the question is one step back.
        expect(page.locator("#match-2-points-0")).to_be_focused()
        page.keyboard.press("Shift+Tab")
        if answer.startswith("Save"):
            page.keyboard.press("Shift+Tab")
        expect(line.get_by_role("button", name=answer)).to_be_focused()
        page.keyboard.press("Enter")
        expect(question).to_have_count(0)
        expect(page.locator("#match-1-points-1")).to_have_value(shown)
        assert points(1) == stored
        expect(line).to_be_focused()
    # After the last line there is no next one.
    page.locator("#match-12-points-1").fill("130")
    page.keyboard.press("Enter")
    expect(page.locator("#match-12")).to_be_focused()
    assert points(12) == [120, 80]


@pytest.mark.slow
def test_a_wrong_number_stays_on_its_line_with_a_sentence(
    phone: Phones, live_app: str, snapshot: SnapshotAssertion
) -> None:
    tuesday, client = night()
    page = logged_in(phone(), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/results/")
    page.wait_for_selector(".saves-lines")
    page.locator("#match-1-points-0").fill("12o")
    page.locator("#match-1-points-1").fill("80")
    page.keyboard.press("Enter")
    expect(page.locator("#match-1 .errors")).to_be_visible()
    assert page.locator("#match-1 .errors").inner_text() == snapshot
    expect(page.locator("#match-1-points-0")).to_have_value("12o")
    # Half a result is kept as well, and its line says what is missing.
    page.locator("#match-2-points-0").fill("90")
    page.locator("#match-3-points-0").focus()
    expect(page.locator("#match-2 .errors")).to_be_visible()
    assert page.locator("#match-2 .errors").inner_text() == snapshot
    expect(page.locator("#match-2-points-0")).to_have_value("90")
    expect(page.locator("#match-2-points-1")).to_have_attribute("aria-invalid", "true")
    page.locator("#match-1-points-0").fill("120")
    page.locator("#match-2-points-0").focus()
    expect(page.locator("#match-1 .result-done")).to_have_text("Saved")
    assert points(1) == [120, 80]
    # A phone has no Tab, but its choice of nights is counted anew as well, and still leads on.
    expect(page.locator(".with-keys")).to_be_hidden()
    expect(page.locator("#of option:checked")).to_contain_text("(11 open)")
    page.locator("#of").select_option("round-1")
    page.wait_for_url("**/results/?of=round-1")


@pytest.mark.slow
def test_a_line_that_could_not_be_sent_is_kept_and_sent_again(phone: Phones, live_app: str) -> None:
    tuesday, client = night()
    page = logged_in(phone(), live_app, client)
    page.goto(f"/s/{tuesday.season.public_id}/results/")
    page.wait_for_selector(".saves-lines")
    page.context.set_offline(True)
    page.locator("#match-1-points-0").fill("120")
    page.locator("#match-1-points-1").fill("80")
    page.keyboard.press("Enter")
    expect(page.locator(".toast")).to_contain_text("Not saved yet")
    page.context.set_offline(False)
    expect(page.locator("#match-1 .result-done")).to_have_text("Saved")
    assert points(1) == [120, 80]


def test_who_leaves_the_page_at_once_loses_nothing(phone: Phones, live_app: str) -> None:
    """Lines are sent one after another; the last ones still wait when the page goes."""
    tuesday, client = night()
    page = logged_in(phone(service_workers="allow"), live_app, client)
    page.goto("/")
    page.wait_for_function("() => navigator.serviceWorker.ready")
    page.goto(f"/s/{tuesday.season.public_id}/results/")
    page.wait_for_selector(".saves-lines")
    for number in range(1, 7):
        page.locator(f"#match-{number}-points-0").fill(str(100 + number))
        page.locator(f"#match-{number}-points-1").fill(str(number))
    page.goto(f"/s/{tuesday.season.public_id}/")
    typed = [[100 + number, number] for number in range(1, 7)]
    wait_until(lambda: [points(number) for number in range(1, 7)] == typed)
    assert tuesday.season.events.filter(kind="result_typed").count() == 6
