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
from tests.makers import Phone, correct, current, dead, enter, gin, join, knock, revision, sheet, start, strike
from tests.views.reading import text

_COUNTS = iter(range(10_000))


def button_text(phone: Phone) -> str:
    """What the button says, on one line; "" where there is none."""
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


def test_a_round_and_what_it_brought(ann: Phone) -> None:
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
    assert button_text(phone).startswith("Undo round 2: Ann ")
    assert button_text(phone).endswith(" → 20, the game goes on")
    take_back(phone)
    assert not current(phone).over


def test_a_correction_that_ended_the_game_and_left_a_round_behind() -> None:
    phone = start(target=50)
    enter(phone, knock(0, 5, 25))
    enter(phone, knock(0, 6, 16))
    correct(phone, 1, gin(0, 90))
    assert button_text(phone).startswith("Undo the change of round 1: Ann ")
    assert button_text(phone).endswith(" → 30, the game goes on")
    decide_after_end(access=phone.access, key="d", game=1, revision=revision(phone), keep=True)
    # The end that a person set goes, and round 2 stands behind the end once more.
    assert button_text(phone).startswith("Undo the end of the game: Ann ")
    assert button_text(phone).endswith("round 2 waits for a decision")


def test_a_strike(ann: Phone) -> None:
    strike(ann, 2)
    assert button_text(ann) == "Bring back round 2: Ben 0 → 45"
    take_back(ann)
    answer = ann.browser().get(ann.url)
    assert answer.status_code == 200
    assert list(current(ann).cumulative.values()) == [13, 45]


def test_a_swap(ann: Phone) -> None:
    swap_seats(access=ann.access, key="s", game=1, first=0, second=1, revision=revision(ann))
    assert button_text(ann) == "Undo the swap: Ben 13 → 45, Ann 45 → 13"


def test_the_end_of_a_game_and_its_going_on(ann: Phone) -> None:
    finish(ann)
    assert button_text(ann) == "Undo the end of the game: the game goes on"
    take_back(ann)
    finish(ann)
    reopen_game(access=ann.access, key="r", game=1, revision=revision(ann))
    assert button_text(ann).startswith("Undo going on: the game is over, Ben wins")


def test_the_next_game(won: Phone) -> None:
    start_game(access=won.access, key="g")
    assert button_text(won) == "Undo the start of game 2: back to game 1"


def test_a_round_of_an_earlier_game() -> None:
    phone = start(target=50)
    enter(phone, gin(0, 75))
    start_game(access=phone.access, key="g")
    correct(phone, 1, gin(0, 65), game=1)
    assert re.fullmatch(r"Undo the change of round 1 of game 1: Ann \d+ → \d+, Ann wins by \d+", button_text(phone))


def test_stakes(ann: Phone) -> None:
    set_stakes(access=ann.access, key="1", stakes=Stakes("€", point=1), revision=revision(ann))
    assert button_text(ann) == "Undo the stakes: for nothing again"
    set_stakes(access=ann.access, key="2", stakes=Stakes("€", point=2), revision=revision(ann))
    assert button_text(ann) == "Undo the stakes: the stakes before"


def test_other_rules(ann: Phone) -> None:
    rules = replace(current(ann).rules, target=200)
    change_rules(access=ann.access, key="c", game=1, revision=revision(ann), rules=rules)
    assert button_text(ann) == "Undo the change of rules: from round 3 on as before"
    take_back(ann)
    assert current(ann).rules.target != 200


def test_partners_who_change_have_no_score_of_their_own() -> None:
    phone = start("Ann", "Ben", "Cleo", "Dan", preset="partnership")
    assert button_text(phone) == ""
    swap_seats(access=phone.access, key="s", game=1, first=0, second=1, revision=revision(phone))
    assert button_text(phone) == "Undo the swap: then Ann & Cleo 0, Ben & Dan 0"


def test_a_dead_hand_changes_no_score(ann: Phone) -> None:
    enter(ann, dead())
    assert button_text(ann) == "Undo round 3: no score changes"


def test_three_columns_are_told_one_after_the_other() -> None:
    phone = start(preset="hollywood")
    for _ in range(2):
        enter(phone, knock(0, 5, 25))
    assert re.fullmatch(r"Undo round 2: Ann \d+ → \d+, \d+ → 0", button_text(phone))


def test_a_name_is_text() -> None:
    phone = start("<b>Ann", "Ben")
    enter(phone, knock(0, 5, 25))
    assert "<bdi>&lt;b&gt;Ann</bdi>" in text(phone.browser().get(phone.url))


def test_who_watches_is_told_of_none(ann: Phone) -> None:
    assert button_text(join(ann, Role.WATCH)) == ""
