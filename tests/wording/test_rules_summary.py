"""The rules in sentences: each parameter's sentence follows its value and is true."""

import json
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from syrupy.assertion import SnapshotAssertion

from games.rules.faults import RulesError
from games.rules.house_rules import house_rule_applies, house_rules
from games.rules.parameters import parameters
from games.rules.presets import presets, rule_set
from games.rules.rule_properties import between_two, hands_per_round
from games.rules.ruleset import FACES_TEN, RuleSet, as_json, with_house_rules
from games.wording.rules.summary import as_summed_up, preset_summary, summary
from tests.rules.strategies import wild_rule_sets

House = dict[str, Any]
BLOCKS = [
    block.splitlines()
    for block in (Path(__file__).parent.parent / "vectors" / "summaries.txt").read_text(encoding="utf-8").split("\n\n")
]
WHOLE = {head[2:]: lines for head, *lines in BLOCKS if head.startswith("= ")}
CHANGES = {head[2:]: lines for head, *lines in BLOCKS if head.startswith("? ")}


def test_preset_rules_as_sentences(subtests: pytest.Subtests) -> None:
    for preset, sentences in WHOLE.items():
        with subtests.test(preset=preset):
            assert list(summary(rule_set(preset))) == sentences


def test_a_sentence_comes_and_goes_with_its_parameter(subtests: pytest.Subtests) -> None:
    for change, expected in CHANGES.items():
        with subtests.test(change=change):
            house, _, context = change.partition(" with ")
            before = with_house_rules(RuleSet(), json.loads(context or "{}"))
            old, new = summary(before), summary(with_house_rules(before, json.loads(house)))
            gone = [f"- {sentence}" for sentence in old if sentence not in new]
            come = [f"+ {sentence}" for sentence in new if sentence not in old]
            assert [*gone, *come] == expected


def test_the_file_was_read() -> None:
    assert len(WHOLE) >= 16
    assert len(CHANGES) >= 117


# Every parameter that matters is described.

ALL_BOXES = ("box_win", "box_undercut", "box_gin", "box_big_gin")


def alternatives(name: str, held: object) -> list[Any]:
    """Return other values of a parameter than the one it has: all of a choice, a few of a number."""
    parameter = parameters()[name]
    match parameter.kind:
        case "choice":
            values: list[Any] = [value for value, _ in parameter.choices]
        case "yes_no":
            values = [True, False]
        case "suits":
            values = [[], ["s"], ["h"], ["s", "h"], ["R"]]
        case "seats":
            values = [{"min": 2, "max": 2, "best": 2}, {"min": 2, "max": 4, "best": 3}, {"min": 3, "max": 3, "best": 3}]
        case "numbers":
            values = [list(range(1, 14)), [15, *FACES_TEN[1:]]] if name == "rank_values" else [[1, 1, 3], [2, 1, 1]]
        case _:
            values = [parameter.low, (parameter.low or 0) + 1, (parameter.low or 0) + 2, parameter.high]
            values += [None] if parameter.null_text else []
            values += [value for value, _ in parameter.choices if not value.isdecimal()]
    return [value for value in values if value != held]


Silent = Callable[[RuleSet], bool]


def no_undercut(r: RuleSet) -> bool:
    return r.knock_limit == 0


def no_points(r: RuleSet) -> bool:
    return r.hand_scoring == "flop"


def two_hands(r: RuleSet) -> bool:
    return hands_per_round(r) == 2


def nothing(r: RuleSet) -> bool:
    return False


# When a parameter makes no difference and need not be described; everything else must be.
SILENT: dict[str, tuple[Silent, str]] = {
    "wild_value": (lambda r: r.deck == "french52", "no wilds in the deck"),
    "max_wilds_per_meld": (lambda r: r.deck == "french52", "no wilds in the deck"),
    "wild_scope": (lambda r: r.deck == "french52" or not r.max_wilds_per_meld, "no wilds in melds"),
    "wild_may_duplicate": (lambda r: r.deck == "french52" or not r.max_wilds_per_meld, "no wilds in melds"),
    "limit_source": (no_undercut, "nobody knocks"),
    "limit_ace": (lambda r: no_undercut(r) or r.limit_source == "fixed", "no card sets the limit"),
    "layoff": (no_undercut, "nobody knocks, so never and after a knock are the same"),
    "knock_bonus": (lambda r: no_undercut(r) or no_points(r), "no knock is paid in points"),
    "gin_bonus": (no_points, "a hand won is 1 point"),
    "big_gin_bonus": (no_points, "a hand won is 1 point"),
    "undercut_on": (no_undercut, "nobody knocks"),
    "undercut_bonus": (lambda r: no_undercut(r) or no_points(r), "no undercut is paid in points"),
    "undercut_tie_bonus": (
        lambda r: no_undercut(r) or no_points(r) or r.undercut_on == "less",
        "no undercut with equal deadwood is paid in points",
    ),
    "undercut_points": (lambda r: no_undercut(r) or no_points(r), "no undercut is paid in points"),
    "undercut_winners": (lambda r: no_undercut(r) or two_hands(r), "only one can undercut"),
    "undercut_tied": (
        lambda r: no_undercut(r) or two_hands(r) or r.undercut_winners == "all_below",
        "nobody can be equally low, or all of them win",
    ),
    "knock_points": (lambda r: no_undercut(r) or no_points(r) or two_hands(r), "own deadwood comes off once"),
    "bonus_per_opponent": (lambda r: no_points(r) or two_hands(r), "one opponent"),
    "double_boxes": (
        lambda r: not r.double_suits or not any(getattr(r, box) for box in ALL_BOXES),
        "nothing doubles, or there are no boxes",
    ),
    "box_undercut": (no_undercut, "nobody undercuts"),
    "box_big_gin": (lambda r: r.big_gin_bonus is None, "big gin is not played"),
    "box_value": (lambda r: not any(getattr(r, box) for box in ALL_BOXES), "there are no boxes"),
    "box_timing": (
        lambda r: not r.box_value or not any(getattr(r, box) for box in ALL_BOXES),
        "there is nothing to be paid",
    ),
    "sweep_boxes": (lambda r: r.seating != "teams", "no teams"),
    "team_netting": (lambda r: r.seating != "teams", "no teams"),
    "game_bonus": (lambda r: r.target is None, "no game to win"),
    "shutout": (lambda r: r.target is None, "no game to win"),
    "shutout_amount": (lambda r: r.target is None or r.shutout != "add", "the shutout does not pay that amount"),
    "shutout_test": (lambda r: r.target is None or r.shutout == "none", "a shutout pays nothing"),
    "line_bonus": (lambda r: r.target is None, "no game to win"),
    "line_margin": (lambda r: r.target is None or not r.line_bonus, "a clear win pays nothing"),
    "winner": (lambda r: r.target is None, "no game to win"),
    "settlement": (lambda r: r.columns > 1, "a column is settled by its difference; one_point has its own test"),
    "column_multipliers": (lambda r: r.columns == 1 and not between_two(r), "no net to multiply"),
    "round_to": (lambda r: not between_two(r), "no net to round"),
    "seats": (lambda r: r.seating != "all_active" or r.columns > 1, "the seating or the columns say how many"),
}
IN_TURN = {"alternate", "left", "idle_player"}


def same_thing(name: str, rules: RuleSet, pair: set[Any]) -> bool:
    """Whether two values of a parameter have the same effect under these rules, and may be described alike."""
    match name:
        case "first_turn":  # both are the first from the dealer's left
            return pair == {"non_dealer", "left_of_dealer"}
        case "next_dealer":  # the next in turn; if the loser sits out, the incoming player unless the winner deals
            return pair <= (IN_TURN | {"loser"} if rules.seating == "loser_sits_out" else IN_TURN)
        case "game_bonus":
            return pair == {"target", rules.target}
        case "shutout":  # of one point, all is as much as the points
            return rules.settlement == "one_point" and pair == {"double_points", "double_total"}
    return False


@pytest.mark.parametrize(
    "every", [pytest.param(4, id="every fourth preset"), pytest.param(1, id="every preset", marks=pytest.mark.slow)]
)
def test_another_value_of_a_parameter_is_another_text(subtests: pytest.Subtests, every: int) -> None:
    for name in [f.name for f in fields(RuleSet)]:
        for preset in list(presets())[::every]:
            with subtests.test(name=name, preset=preset):
                rules = presets()[preset].rules
                found = summary(rules)
                silent, _ = SILENT.get(name, (nothing, ""))
                for value in alternatives(name, as_json(rules).get(name, getattr(rules, name))):
                    try:
                        other = with_house_rules(rules, {name: value})
                    except RulesError:
                        continue
                    if silent(rules) and silent(other):
                        continue
                    if isinstance(value, list | dict) or not same_thing(name, rules, {getattr(rules, name), value}):
                        assert summary(other) != found, value


def test_presets_that_are_not_scored_alike_do_not_read_alike() -> None:
    texts: dict[tuple[str, ...], list[str]] = {}
    for preset in presets().values():
        texts.setdefault(summary(preset.rules), []).append(preset.id)
    assert [names for names in texts.values() if len(names) > 1] == [["straight", "mahjong"]]
    assert presets()["straight"].rules == presets()["mahjong"].rules


def test_a_deck_without_wilds_has_no_sentence_about_them() -> None:
    assert summary(RuleSet(max_wilds_per_meld=1)) == summary(RuleSet())


@given(wild_rule_sets())
def test_every_rule_set_has_sentences_and_no_two_alike(rules: RuleSet) -> None:
    found = summary(rules)
    assert len(set(found)) == len(found)
    assert [sentence for sentence in found if not sentence.endswith(".") or "  " in sentence] == []


def test_preset_says_how_its_source_seats_other_numbers(snapshot: SnapshotAssertion) -> None:
    how_to = presets()["how_to"]
    lines = preset_summary(how_to, how_to.rules)
    for_two = summary(as_summed_up(how_to, how_to.rules))
    assert lines[: len(for_two)] == for_two
    assert lines[0] == snapshot
    assert lines[len(for_two) :] == snapshot
    own = with_house_rules(how_to.rules, {"seating": "dealer_sits_out"})
    assert preset_summary(how_to, own) == summary(own)


@pytest.mark.parametrize(
    ("house", "numbers"),
    [
        ({"columns": 3, "column_multipliers": [1, 1, 1]}, ""),
        ({"seats": {"min": 2, "max": 2, "best": 2}}, ""),
        ({"hand_size": 13}, "3"),
        ({"target": 150}, "344"),
    ],
)
def test_a_preset_tells_of_no_number_that_house_rules_cannot_seat(house: House, numbers: str) -> None:
    how_to = presets()["how_to"]
    rules = rule_set("how_to", house)
    lines = preset_summary(how_to, rules)
    assert lines[0] == preset_summary(how_to, how_to.rules)[0]
    more = lines[len(summary(as_summed_up(how_to, rules))) :]
    assert "".join(re.findall(r"\d", " ".join(more))) == numbers


def test_a_house_rule_laid_over_a_preset_reads_otherwise(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            rules = rule_set(preset)
            for rule in house_rules().values():
                if house_rule_applies(rule, rules):
                    assert summary(with_house_rules(rules, rule.overrides)) != summary(rules), rule.id
