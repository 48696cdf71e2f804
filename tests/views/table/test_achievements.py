"""Achievements on the final card and on a player's page, and the setting that hides them."""

from typing import Any

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from tests.leagues import club
from tests.makers import Phone, enter, gin, knock, start
from tests.views.reading import bare, forms, says, shown, submit, text


@pytest.fixture
def proud() -> Phone:
    """Ben undercut by one, and won with a gin."""
    phone = start(target=60)
    enter(phone, knock(0, 9, 8))
    enter(phone, gin(1, 40))
    return phone


def test_the_final_card_tells_them(proud: Phone) -> None:
    page = proud.browser().get(proud.url)
    assert says(page, "First gin Ben, round 2")  # type: ignore[arg-type]
    assert says(page, "By a single point Ben undercut the knocker by one in round 1")  # type: ignore[arg-type]


def test_undo_removes_them(proud: Phone) -> None:
    browser = proud.browser()
    submit(browser, forms(browser.get(proud.url))["undo/"])  # type: ignore[arg-type]
    assert "First gin" not in text(browser.get(proud.url))  # type: ignore[arg-type]


def test_names_in_them_are_escaped() -> None:
    phone = start("<b>Ann", "Ben", target=20)
    enter(phone, gin(0, 40))
    assert "&lt;b&gt;Ann, round 1" in bare(phone.browser().get(phone.url))  # type: ignore[arg-type]


def test_a_phone_can_hide_them_and_show_them_again(proud: Phone, snapshot: SnapshotAssertion) -> None:
    browser = proud.browser()
    response = browser.get(f"/achievements/?back={proud.url}")
    titles, notes = (shown(response, f".proud-page {part}") for part in ("dt", "dd"))  # type: ignore[arg-type]
    assert notes[titles.index("By a whisker")] == snapshot
    answer = submit(browser, forms(response)["achievements/"], achievements="off")  # type: ignore[arg-type]
    assert (answer.status_code, answer["Location"]) == (302, proud.url)
    assert ' modest"' in text(browser.get(proud.url))  # type: ignore[arg-type]
    off = browser.get(f"/achievements/?back={proud.url}")
    assert shown(off, ".proud-page form p") == snapshot  # type: ignore[arg-type]
    submit(browser, forms(off)["achievements/"], achievements="on")  # type: ignore[arg-type]
    assert ' modest"' not in text(browser.get(proud.url))  # type: ignore[arg-type]


@pytest.mark.parametrize("back", ["https://evil.example/", "//evil.example/", "javascript:alert(1)", "", "x" * 5000])
def test_it_goes_back_to_this_site_only(stranger: Client, back: str) -> None:
    assert stranger.post("/achievements/", {"achievements": "off", "back": back})["Location"] == "/achievements/"
    response = stranger.get("/achievements/", {"back": back})
    assert response.status_code == 200
    assert "evil" not in text(response)  # type: ignore[arg-type]


def test_player_page_shows_statistics_from_settled_games(db: None) -> None:
    made = club(house_rules={"target": 100})
    ann = made.phone("Ann")
    for _ in range(3):
        made.play(made.match("Ann", "Ben"), ann, knock(1, 1, 91), gin(0, 99, big=True))
    page: Any = Client().get(f"/l/{made.league.public_id}/players/{made.members['Ann'].pk}/")
    assert says(page, "First gin 3 gins so far")
    assert says(page, "Nothing to throw big gin, 3 times")
    assert says(page, "On a roll 3 matches won in a row")
    assert says(page, "The comeback won from 90 points behind")
    other: Any = Client().get(f"/l/{made.league.public_id}/players/{made.members['Ben'].pk}/")
    assert "Achievements" not in text(other).replace("About achievements", "")
