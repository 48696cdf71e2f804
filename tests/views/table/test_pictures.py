"""A game's chart and story, as everybody who may watch the table gets them."""

import gzip
import re
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Role
from games.services.table.games import start_game, undo
from games.views.table.spectators import table_updates_for_spectators
from tests.makers import Phone, correct, enter, gin, join, knock, revision, start, team_deal
from tests.rules.kit import between
from tests.views.reading import HTMX, save, says, shown, text, words

pytestmark = pytest.mark.django_db

MOST = 5 * 1024
"""What a saved round may weigh on a screen, compressed."""


def played() -> Phone:
    """A game after three rounds."""
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 10), knock(0, 5, 25)):
        enter(ann, declaration)
    return ann


def over() -> Phone:
    """A game that Ann won."""
    ann = start()
    for declaration in (knock(0, 7, 20), gin(1, 30), knock(0, 5, 60), knock(0, 2, 50)):
        enter(ann, declaration)
    return ann


def picture(phone: Phone, rest: str = "picture/") -> Any:
    return phone.browser().get(phone.url + rest, headers=HTMX)


def labels(answer: Any) -> list[str]:
    """The totals and names at the ends of the lines."""
    return [
        f"{total} {name}"
        for total, name in re.findall(r"<tspan>(.*?)</tspan>\s+<tspan[^>]*>(.*?)</tspan>", text(answer))
    ]


def test_watchers_get_the_chart_of_the_current_game() -> None:
    eve = join(played(), Role.WATCH, "Eve's phone")
    answer = picture(eve)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"].startswith("max-age=0, no-cache, no-store")
    assert labels(answer) == ["33 Ann", "35 Ben", "2 Ann", "1 Ben"]
    assert "<title>After 3 rounds: Ann 33, Ben 35. Ben leads. The lead changed hands once.</title>" in text(answer)
    assert 'role="img"' in text(answer)
    assert labels(picture(eve, "games/1/picture/")) == labels(answer)
    assert picture(eve, "games/2/picture/").status_code == 404


def test_unchanged_picture_is_not_sent_again() -> None:
    ann = played()
    asks = re.search(r'hx-get="([^"]+)"', text(picture(ann)))
    assert asks
    assert asks[1] == f"{ann.url}picture/?seen={revision(ann)}"
    assert ann.browser().get(asks[1]).status_code == 204
    enter(ann, knock(1, 5, 15))
    assert labels(ann.browser().get(asks[1]))[:2] == ["33 Ann", "45 Ben"]
    for other in ("x", "", "-1", "9" * 400):
        assert ann.browser().get(f"{ann.url}picture/", {"seen": other}).status_code == 200


def test_undo_and_a_change_of_an_early_round_move_the_picture() -> None:
    ann = played()
    before = labels(picture(ann))
    enter(ann, knock(1, 5, 15))
    undo(access=ann.access, key="u", revision=revision(ann))
    assert labels(picture(ann)) == before
    correct(ann, 1, knock(1, 5, 30))
    assert labels(picture(ann))[:2] == ["20 Ann", "60 Ben"]


def test_the_current_game_has_the_short_address(snapshot: SnapshotAssertion) -> None:
    ann = over()
    start_game(access=ann.access, key="g")
    assert shown(picture(ann), ".pictured .fine") == snapshot
    assert labels(picture(ann, "games/1/picture/"))[0] == "116 Ann"


def test_the_picture_names_everybody_but_as_text() -> None:
    ann = start("<b>Ann</b>", '"Ben"')
    for declaration in (knock(0, 7, 20), gin(1, 10)):
        enter(ann, declaration)
    for page in ("picture/", "games/1/story/"):
        assert "<b>Ann" not in text(ann.browser().get(ann.url + page))
        assert "&lt;b&gt;Ann" in text(ann.browser().get(ann.url + page))


def test_the_story_of_a_game_that_is_over() -> None:
    ann = over()
    answer: Any = ann.browser().get(f"{ann.url}games/1/story/")
    assert answer.status_code == 200
    page = answer.context["page"]
    assert page.game.final.highlight == "Biggest hand: Ben +55 (Gin, round 2)"
    for sentence in (page.game.final.highlight, page.game.final.headline):
        assert says(answer, sentence)
        assert sentence in page.share
    assert labels(answer)[0] == "116 Ann"
    assert text(answer).count('" class="line ') == 4
    assert "rounds/1/1/" not in text(answer)
    assert f'href="{ann.url}"' in text(answer)
    assert f"{ann.url}games/1/story/" in text(ann.browser().get(ann.url))


def test_story_of_a_running_game_says_that_it_is_running() -> None:
    ann = played()
    answer: Any = ann.browser().get(f"{ann.url}games/1/story/")
    assert says(answer, "Not over yet")
    assert "Biggest hand" not in answer.context["page"].share
    assert ann.browser().get(f"{ann.url}games/2/story/").status_code == 404


def test_a_table_that_has_not_begun_has_both_pages(snapshot: SnapshotAssertion) -> None:
    ann = start()
    assert shown(picture(ann), ".pictured .fine") == snapshot
    assert ann.browser().get(f"{ann.url}games/1/story/").status_code == 200


def test_partners_and_columns_have_pictures() -> None:
    partners = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    for one, other in ((1, 3), (3, 1)):
        enter(partners, team_deal(between(knock(0, 7, 20), 0, one), between(gin(0, 12), 2, other)))
    assert labels(picture(partners))[1].endswith(" Ben &amp; Dan")
    hollywood = start(preset="hollywood")
    for declaration in (gin(0, 80), gin(1, 10), gin(0, 60)):
        enter(hollywood, declaration)
    assert text(picture(hollywood)).count('role="img"') == 3
    assert "Game 2: the numbers" in words(picture(hollywood))


@pytest.mark.parametrize("rounds", [3, 40])
def test_saved_round_costs_the_same_with_the_chart(rounds: int) -> None:
    ann = start(target=9000)
    for number in range(rounds):
        enter(ann, knock(number % 2, 5, 10 + number))
    saved = save(ann, "0:knock:5", htmx=True, deadwood_1="20")
    assert says(saved, f"Round {rounds + 1}")
    watching = table_updates_for_spectators(ann.table.public_id)
    assert watching is not None
    for brought in (text(saved), watching.text):
        assert "picture" not in brought
    shown = picture(ann).content
    assert len(gzip.compress(shown)) < MOST


def test_end_of_a_game_sends_a_placeholder_for_the_chart() -> None:
    ann = over()
    brought = text(ann.browser().get(f"{ann.url}moved/"))
    assert f'hx-get="{ann.url}games/1/picture/" hx-trigger="revealed"' in brought
    assert '<svg viewBox="0 0 360' not in brought
