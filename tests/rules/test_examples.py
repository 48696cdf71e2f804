"""Every worked example of the rules notes, asked through `evaluate`, alternatives included.

All questions go through `manage.py evaluate -` in one go. Nothing is left out: an example that gets no answer fails.
Two examples are arithmetic and not questions; they are computed with the public functions of the rules.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from games.rules.cards import card
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.presets import rule_set
from games.rules.settlement import Score, rounded, settle
from games.rules.teams import score_declaration

ROOT = Path(__file__).parent.parent.parent
BANK = json.loads((ROOT / "tests" / "vectors" / "examples.json").read_text(encoding="utf-8"))["examples"]
NOT_INPUT = {
    *("expected", "alternatives", "source", "confidence", "note", "deadwood_before_layoffs", "knock_limit"),
}

Question = dict[str, Any]


def question_of(example: Mapping[str, Any]) -> tuple[Question, dict[str, Any]]:
    """Return an example as a question, without its answer; and that answer. A rotation's answer holds its winners."""
    question = {key: value for key, value in example.items() if key not in NOT_INPUT}
    expected = example["expected"]
    if example["kind"] == "rotation":
        hands = expected["hands"]
        question |= {"count": len(hands), "winners": [hand["winner"] for hand in hands if "winner" in hand]}
        expected = {"hands": [{key: hand[key] for key in ("dealer", "active")} for hand in hands]}
    return question, expected


def load_questions() -> dict[str, tuple[Question, dict[str, Any]]]:
    """Return every question with its expected answer, by the question's id; alternatives are separate questions."""
    found = {}
    for example in BANK:
        if example["kind"] == "arithmetic":
            continue
        question, expected = question_of(example)
        found[question["id"]] = question, expected
        for other in example.get("alternatives", []):
            ident = f"{question['id']}/{other['name']}"
            rules = question["house_rules"] | other["house_rules"]
            found[ident] = question | {"id": ident, "house_rules": rules}, other["expected"]
    return found


QUESTIONS = load_questions()


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, Any]]:
    lines = "".join(json.dumps(question) + "\n" for question, _ in QUESTIONS.values())
    done = subprocess.run(
        [sys.executable, "manage.py", "evaluate", "-"],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.stderr == ""
    output = [json.loads(line) for line in done.stdout.splitlines()]
    assert [answer["id"] for answer in output] == list(QUESTIONS)
    return {answer["id"]: answer for answer in output}


@pytest.mark.parametrize("ident", QUESTIONS)
def test_example_is_answered_as_the_notes_say(ident: str, answers: dict[str, dict[str, Any]]) -> None:
    _, expected = QUESTIONS[ident]
    answer = answers[ident]
    if "error" in expected:
        assert answer["error"]["code"] == expected["error"]
    else:
        assert {key: answer.get(key, "missing") for key in expected} == expected


def test_every_example_was_tried() -> None:
    kinds = Counter(question["kind"] for question, _ in QUESTIONS.values())
    assert kinds == {
        **{"round": 93, "meld": 35, "layoff": 16, "game": 13, "knock_limit": 8, "min_deadwood": 5},
        **{"team_round": 4, "hollywood": 3, "settlement": 2, "rotation": 2},
    }
    assert len([ident for ident in QUESTIONS if "/" in ident]) == 16
    assert Counter(example["kind"] for example in BANK) == kinds | {"round": 77, "arithmetic": 2}
    shown = [ident for ident, (question, _) in QUESTIONS.items() if question["kind"] == "round" and "hands" in question]
    assert len(shown) == 12


def arithmetic(ident: str) -> tuple[dict[str, Any], dict[str, Any]]:
    example = next(example for example in BANK if example["id"] == ident and example["kind"] == "arithmetic")
    return example["inputs"], example["expected"]


def test_roodles_are_boxes_for_a_team_whose_every_member_won() -> None:
    """Three hands under a spade, all won by one team, two of them gins: 140 points of hands."""
    given, expected = arithmetic("team-08-roodles")
    rules = rule_set("tournament_partners")
    upcard = card("Ks", rules.deck)
    deal = TeamDeal(
        (
            Declaration((0, 1), Ending.GIN, 0, {0: 0, 1: 10}, upcard),
            Declaration((2, 3), Ending.GIN, 2, {2: 0, 3: 0}, upcard),
            Declaration((4, 5), Ending.KNOCK, 4, {4: 5, 5: 15}, upcard),
        )
    )
    result = score_declaration(deal, rules)
    extra = sum(line.boxes for line in result.lines if line.kind != "box")
    assert (result.winners, result.points) == ((0,), {0: given["points"], 1: 0})
    assert (extra, result.boxes) == (expected["extra_boxes"], {0: expected["boxes"], 1: 0})

    standing = Score(result.points, result.boxes, {0: 1, 1: 0})
    worth = settle(rules, standing, complete=False).totals[0]
    assert worth == expected["value"]
    assert worth * sum(rules.column_multipliers) == expected["in_three_columns"]
    # The schneid doubles a column's total; the page's sum leaves the game bonus out.
    schneid = settle(rule_set("tournament_partners", {"target": 100, "game_bonus": 0}), standing)
    assert schneid.shutout
    assert schneid.totals[0] * sum(rules.column_multipliers) == expected["with_triple_schneid"]


def test_columns_of_a_final_tally_add_up_to_their_nets() -> None:
    given, expected = arithmetic("holly-06-final-tally")
    rules = rule_set("tournament", {"round_to": given["round_to"]})
    assert (rules.game_bonus, rules.box_value) == (given["game_bonus"], given["box_value"])
    for column in ("col1", "col2"):
        points = {0: given[column]["A"], 1: given[column]["B"]}
        boxes = {0: given[column]["box_difference"] + 2, 1: 2}
        assert settle(rules, Score(points, boxes, {0: 9, 1: 2})).net == expected[f"{column}_net"]
    assert rounded(rules, 6352) == expected["round_6352"]
    assert rounded(rules, 6092) == expected["round_6092"]
