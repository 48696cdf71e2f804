"""A draw is offered on the pages, and to programs, only while it would draw something; otherwise they say why not."""

from collections.abc import Sequence

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Season
from games.refusals import RefusedError
from games.selectors.season.next_rounds import next_draw
from games.selectors.season.round_names import round_names
from games.services.season.draws import PairingPlan, draw
from games.services.season.matches import cancel
from games.wording.refusals import not_playable_text
from games.wording.season.desk import draw_button_text
from tests.api import season_kit
from tests.bracket_night import (
    BY_ROUND,
    SHORT,
    SIX,
    come_back,
    draw_round,
    give_up,
    leave,
    matches,
    night,
    play_others,
    type_points,
)
from tests.leagues import Club, club
from tests.views.reading import is_refusal, says, shown, text
from tests.views.season_pages import filled, olga, page_of

DRAWN_FIRST = {
    "swiss": "Draw round 2",
    "knockout": "Draw: Final",
    "consolation": "Draw: Final",
    "double_elimination": "Draw: Winners' final",
}
"""What is offered once the first round of two is canceled; a Swiss system goes on."""


def offered(tuesday: Club) -> int | None:
    """The round that is offered: to programs, on the desk, and on the page of the draw, which agree."""
    run = season_kit.Run(tuesday)
    number = run.organizer.get(f"{run.path}draw/").body["next_round"]
    label = draw_button_text(number, round_names(tuesday.season).rounds) if number else ""
    browser = olga(tuesday)
    assert browser.get(page_of(tuesday, "desk/")).context["page"].draw.text == label
    assert browser.get(page_of(tuesday, "draw/")).context["page"].draw_text == label
    return number


def says_why(tuesday: Club, what: str, **more: object) -> None:
    """Both pages say why there is nothing to draw, and the refusal says the same."""
    sentence = not_playable_text({"what": what, **more})
    for path in ("desk/", "draw/"):
        assert says(olga(tuesday).get(page_of(tuesday, path)), sentence), path
    page = olga(tuesday).post(page_of(tuesday, "draw/"), {"do": "draw", "first": "", "key": "direct"})
    assert is_refusal(page, "not_playable", what=what, **more)


@pytest.mark.parametrize("names", [SIX[:2], SIX[:3], *(pytest.param(SIX[:n], marks=pytest.mark.slow) for n in (4, 6))])
@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_no_round_is_offered_once_the_bracket_is_over(pairing: str, names: tuple[str, ...]) -> None:
    tuesday, number = night(pairing, names), 1
    assert offered(tuesday) is None
    play_others(tuesday, number)
    while following := next_draw(tuesday.season).round:
        number += 1
        assert following == number
        draw_round(tuesday, number, third_place=True)
        play_others(tuesday, number)
    assert offered(tuesday) is None
    says_why(tuesday, "final_played")


def test_no_round_is_offered_if_nobody_is_left() -> None:
    tuesday = night("knockout")
    for match in matches(tuesday, 1):
        give_up(tuesday, match, [side.entrant for side in match.sides.all()])
    assert offered(tuesday) is None
    says_why(tuesday, "nobody_left")


@pytest.mark.parametrize(
    ("pairing", "texts"),
    [
        ("swiss", ("Draw round 1", "Draw round 2")),
        ("knockout", ("Draw round 1", "Draw: Semifinals", "Draw: Final")),
        ("consolation", ("Draw round 1", "Draw the next matches")),
        ("double_elimination", ("Draw round 1", "Draw the next matches")),
    ],
)
def test_the_button_names_a_round_of_a_bracket(pairing: str, texts: Sequence[str]) -> None:
    tuesday = club(*SIX, pairing=pairing, house_rules=SHORT)
    for number, label in enumerate(texts, 1):
        play_others(tuesday, number - 1)
        assert offered(tuesday) == number
        assert says(olga(tuesday).get(page_of(tuesday, "desk/")), label)
        draw_round(tuesday, number)


def test_what_a_draw_waits_for_and_what_can_be_drawn_again_are_named_as_the_round(snapshot: SnapshotAssertion) -> None:
    tuesday = night("knockout")
    waiting = shown(olga(tuesday).get(page_of(tuesday, "desk/")), ".desk-draw > p")
    assert waiting == snapshot
    page = olga(tuesday).get(page_of(tuesday, "draw/"))
    assert says(page, waiting[0])
    assert page.context["page"].redraw_text == "Draw again: Semifinals"


@pytest.mark.parametrize("pairing", ["swiss", "round_robin", "double"])
def test_nothing_is_offered_if_too_few_are_left(pairing: str) -> None:
    tuesday = club(pairing=pairing, house_rules={"target": 10})
    draw_round(tuesday, 1)
    for name in ("Ann", "Ben", "Cleo"):
        leave(tuesday, name)
    if pairing == "swiss":
        says_why(tuesday, "too_few")
    page = olga(tuesday).get(page_of(tuesday, "draw/")).context["page"]
    assert (page.draw_text, page.redraw_text, bool(page.players_url)) == ("", "", True)


def test_a_bracket_for_more_than_256_is_not_offered() -> None:
    tuesday = club(*(f"Player {number}" for number in range(257)), pairing="double_elimination")
    assert offered(tuesday) is None
    says_why(tuesday, "bracket_full", most=256)
    run = season_kit.Run(tuesday)
    refusal = run.organizer.post(f"{run.path}draw/", {}, Idempotency_Key=season_kit.key())
    assert (refusal.status, refusal.code) == (409, "not_playable")
    assert not_playable_text({"what": "bracket_full", "most": 256}) in refusal.body.values()
    tuesday.season.entrants.filter(member__name="Player 0").delete()
    for pairing in BY_ROUND[1:]:
        Season.objects.update(pairing=pairing)
        assert offered(tuesday) == 1
    draw_round(tuesday, 1)
    assert len(matches(tuesday, 1)) == 128


@pytest.mark.parametrize("pairing", BY_ROUND[1:])
def test_a_tied_match_is_offered_as_the_round_that_it_is_replayed_in(pairing: str) -> None:
    tuesday = night(pairing)
    first, other = matches(tuesday, 1)
    type_points(tuesday, first, 100, 100)
    type_points(tuesday, other, 100, 40)
    assert offered(tuesday) == 1


def test_a_canceled_match_is_offered_as_its_round() -> None:
    tuesday = night("knockout")
    for match in matches(tuesday, 1):
        type_points(tuesday, match, 100, 40)
    lost = matches(tuesday, 1)[0]
    cancel(access=tuesday.access, season=tuesday.season, number=lost.number, reason="")
    assert offered(tuesday) == 1


def test_the_match_for_third_place_is_offered_late_and_ticked() -> None:
    names = (*SIX, "Gus", "Hal")
    tuesday, number = night("consolation", names), 1
    while True:
        play_others(tuesday, number)
        try:
            draw_round(tuesday, number + 1)
        except RefusedError:
            break
        number += 1
    run = season_kit.Run(tuesday)
    assert run.organizer.get(f"{run.path}draw/").body["next_round"] is None
    browser, url = olga(tuesday), page_of(tuesday, "draw/")
    page = browser.get(url)
    assert page.context["page"].draw_text == "Draw the next matches"
    assert browser.post(url, filled(page, "draw") | {"do": "draw"}).status_code == 302
    play_others(tuesday, number + 1)
    assert browser.get(url).context["page"].draw_text == ""


def test_a_played_round_robin_is_not_offered_again() -> None:
    tuesday = club(pairing="round_robin", house_rules={"target": 10})
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="all")
    url = page_of(tuesday, "draw/")
    for number in (1, 2, 3):
        assert "Create the matches again" in text(olga(tuesday).get(url))
        play_others(tuesday, number)
    assert "Create the matches again" not in text(olga(tuesday).get(url))
    assert olga(tuesday).get(page_of(tuesday, "desk/")).context["page"].draw is None


@pytest.mark.parametrize("left", [0, 1])
@pytest.mark.parametrize("pairing", BY_ROUND)
def test_a_canceled_first_round_is_not_drawn_again_for_too_few(pairing: str, left: int) -> None:
    tuesday = night(pairing, SIX[:2])
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="")
    for name in SIX[left:2]:
        leave(tuesday, name)
    browser, url = olga(tuesday), page_of(tuesday, "draw/")
    page = browser.get(url).context["page"]
    assert (page.draw_text, page.redraw_text) == ("", "")
    again = browser.post(url, {"do": "draw", "first": "", "again": "1", "key": "direct"})
    assert is_refusal(again, "not_playable", what="too_few")
    for name in SIX[left:2]:
        come_back(tuesday, name)
    assert browser.get(url).context["page"].draw_text == DRAWN_FIRST[pairing]
