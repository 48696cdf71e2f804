"""The undo button says what it will change, and exactly that changes."""

import html
import re
from dataclasses import replace

from games.models import Role
from games.rules.stakes import Stakes
from games.services.table.games import (
    change_rules,
    decide_after_end,
    finish_game,
    reopen_game,
    set_stakes,
    start_game,
    swap_seats,
    undo,
)
from tests.makers import Phone, correct, current, dead, enter, gin, join, knock, revision, sheet, start, void
from tests.views.reading import text

_COUNTS = iter(range(10_000))


def button_text(phone: Phone) -> str:
    """The text of the button on one line; "" if there is none."""
    page = text(phone.browser().get(phone.url))
    found = re.search(r'action="[^"]*/undo/".*?<button[^>]*>(.*?)</button>', page, re.DOTALL)
    bare = re.sub(r"<[^>]*>", " ", found[1]) if found else ""
    return " ".join(html.unescape(bare).split())


def take_back(phone: Phone) -> None:
    newest = sheet(phone).next_undo
    assert newest is not None
    undo(access=phone.access, key=f"undo {next(_COUNTS)}", revision=newest.revision)


def finish(phone: Phone) -> None:
    finish_game(access=phone.access, key=f"end {next(_COUNTS)}", game=current(phone).number, revision=revision(phone))


def test_round_is_shown_with_its_points(ann: Phone) -> None:
    assert button_text(ann) == "Undo round 2: Ben 45 → 0"
    take_back(ann)
    assert list(current(ann).cumulative.values()) == [13, 0]
    assert button_text(ann) == "Undo round 1: Ann 13 → 0"
    take_back(ann)
    assert button_text(ann) == ""


def test_a_round_that_ended_the_game() -> None:
    phone = start(target=50)
    enter(phone, knock(0, 5, 25))
    enter(phone, gin(0, 60))
    assert button_text(phone) == "Undo round 2: the game continues"
    take_back(phone)
    assert not current(phone).over


def test_a_correction_that_ended_the_game_and_left_a_round_behind() -> None:
    phone = start(target=50)
    enter(phone, knock(0, 5, 25))
    enter(phone, knock(0, 6, 16))
    correct(phone, 1, gin(0, 90))
    assert button_text(phone) == "Undo the change to round 1: the game continues"
    decide_after_end(access=phone.access, key="d", game=1, revision=revision(phone), keep=True)
    # The end set by a person is undone, and round 2 is after the end again.
    assert button_text(phone).startswith("Undo the end of the game: Ann ")
    assert button_text(phone).endswith("round 2 needs a decision")


def test_undo_of_a_deletion_by_its_button(ann: Phone) -> None:
    void(ann, 2)
    assert button_text(ann) == "Bring back round 2: Ben 0 → 45"
    take_back(ann)
    answer = ann.browser().get(ann.url)
    assert answer.status_code == 200
    assert list(current(ann).cumulative.values()) == [13, 45]


def test_a_swap(ann: Phone) -> None:
    swap_seats(access=ann.access, key="s", game=1, first=0, second=1, revision=revision(ann))
    assert button_text(ann) == "Undo the swap: Ben 13 → 45, Ann 45 → 13"


def test_game_ends_and_is_continued(ann: Phone) -> None:
    finish(ann)
    assert button_text(ann) == "Undo the end of the game: the game continues"
    take_back(ann)
    finish(ann)
    reopen_game(access=ann.access, key="r", game=1, revision=revision(ann))
    assert button_text(ann).startswith("Undo: the game is over, Ben wins")


def test_the_next_game(won: Phone) -> None:
    start_game(access=won.access, key="g")
    assert button_text(won) == "Undo the start of game 2: back to game 1"


def test_a_round_of_an_earlier_game() -> None:
    phone = start(target=50)
    enter(phone, gin(0, 75))
    start_game(access=phone.access, key="g")
    correct(phone, 1, gin(0, 65), game=1)
    assert re.fullmatch(r"Undo the change to round 1 of game 1: Ann \d+ → \d+, Ann wins by \d+", button_text(phone))


def test_stakes(ann: Phone) -> None:
    set_stakes(access=ann.access, key="1", stakes=Stakes("€", point=1), revision=revision(ann))
    assert button_text(ann) == "Undo the new stakes: back to no stakes"
    set_stakes(access=ann.access, key="2", stakes=Stakes("€", point=2), revision=revision(ann))
    assert button_text(ann) == "Undo the new stakes: back to the old stakes"


def test_other_rules(ann: Phone) -> None:
    rules = replace(current(ann).rules, target=200)
    change_rules(access=ann.access, key="c", game=1, revision=revision(ann), rules=rules)
    assert button_text(ann) == "Undo the rule change: back to the old rules from round 3 on"
    take_back(ann)
    assert current(ann).rules.target != 200


def test_partners_who_change_have_no_score_of_their_own() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    assert button_text(phone) == ""
    swap_seats(access=phone.access, key="s", game=1, first=0, second=1, revision=revision(phone))
    assert button_text(phone) == "Undo the swap: then Ann & Cleo 0, Ben & Dan 0"


def test_a_dead_hand_changes_no_score(ann: Phone) -> None:
    enter(ann, dead())
    assert button_text(ann) == "Undo round 3: the score stays the same"


def test_three_columns_are_described_one_after_the_other() -> None:
    phone = start(preset="hollywood")
    for _ in range(2):
        enter(phone, knock(0, 5, 25))
    assert re.fullmatch(r"Undo round 2: Ann \d+ → \d+, \d+ → 0", button_text(phone))


def test_a_name_is_text() -> None:
    phone = start("<b>Ann", "Ben")
    enter(phone, knock(0, 5, 25))
    assert '<bdi translate="no">&lt;b&gt;Ann</bdi>' in text(phone.browser().get(phone.url))


def test_watchers_see_no_undo(ann: Phone) -> None:
    assert button_text(join(ann, Role.WATCH)) == ""
