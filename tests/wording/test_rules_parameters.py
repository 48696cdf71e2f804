"""Parameters in short lines: each value has its own words."""

from dataclasses import fields
from typing import Any

import pytest

from games.rules.parameters import parameters
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet, as_json, with_house_rules
from games.wording.rules.parameters import change_text

FIELDS = [f.name for f in fields(RuleSet)]
RUMSKI = {"deck": "rumski70", "rank_values": list(range(1, 14))}


def test_no_line_shows_a_value_as_the_program_holds_it(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            for name in parameters():
                title, _, value = change_text(name, rule_set(preset)).partition(": ")
                assert title == parameters()[name].title
                assert value
                assert not {"_", "(", "[", "{"} & set(value)
                assert not {"None", "True", "False"} & set(value.split())


def test_a_parameter_in_a_line(subtests: pytest.Subtests) -> None:
    cases = [
        ({}, "deck", "Deck: 52 cards"),
        (RUMSKI, "deck", "Deck: Rumski, five colors and five wilds"),
        (RUMSKI, "rank_values", "Card values: every card counts its number"),
        (
            {"rank_values": [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]},
            "rank_values",
            "Card values: aces count 15, number cards their number, and jacks, queens and kings 10",
        ),
        ({"wild_value": 1}, "wild_value", "An unmelded wild counts: 1 point"),
        ({"hand_size": 7}, "hand_size", "Cards in a hand: 7 cards"),
        ({"max_wilds_per_meld": 1}, "max_wilds_per_meld", "Most wilds in a meld: 1 wild"),
        ({"wild_may_duplicate": False}, "wild_may_duplicate", "Sets with wilds: have at most one card of each color"),
        ({"knock_limit": 7}, "knock_limit", "Knock limit: 7 points"),
        ({"knock_limit": 0}, "knock_limit", "Knock limit: gin only"),
        ({"knock_limit": None}, "knock_limit", "Knock limit: no limit"),
        ({"big_gin_bonus": None}, "big_gin_bonus", "Big gin: not played"),
        ({"big_gin_bonus": 50}, "big_gin_bonus", "Big gin: 50 points"),
        ({"bonus_per_opponent": True}, "bonus_per_opponent", "The gin bonus is paid: by each opponent"),
        ({"double_suits": ["h", "s"]}, "double_suits", "Suits that double the round: spades and hearts"),
        ({}, "double_suits", "Suits that double the round: none"),
        (
            {},
            "false_knock_penalty",
            "False knock: taken back, and play continues",
        ),
        ({"false_knock_penalty": 10}, "false_knock_penalty", "False knock: 10 points"),
        ({"box_gin": 1}, "box_gin", "Extra boxes for gin: 1 box"),
        ({"box_gin": 2}, "box_gin", "Extra boxes for gin: 2 boxes"),
        (
            {"sweep_boxes": "team_size"},
            "sweep_boxes",
            "Extra boxes when all of a team's players win: one for each player on the team",
        ),
        ({"target": None}, "target", "Play to: no target, each hand on its own"),
        ({"game_bonus": "target"}, "game_bonus", "Game bonus: the same as the target"),
        ({"game_bonus": 0}, "game_bonus", "Game bonus: none"),
        ({"columns": 3, "column_multipliers": [1, 1, 2]}, "columns", "Columns on the sheet: three, as in Hollywood"),
        (
            {"columns": 3, "column_multipliers": [1, 2, 4]},
            "column_multipliers",
            "How many times each column counts: once, twice and 4 times",
        ),
        ({"round_to": 500}, "round_to", "Payments rounded to: 500 points"),
        ({}, "round_to", "Payments rounded to: no rounding"),
        ({}, "seats", "Players: 2"),
        ({"seats": {"min": 2, "max": 4, "best": 3}}, "seats", "Players: 2 to 4, best with 3"),
        ({"next_dealer": "winner"}, "next_dealer", "Who deals next: the winner of the round"),
        ({"dead_stock": 1}, "dead_stock", "A hand is dead when the stock is down to: 1 card"),
    ]
    for house_rules, name, line in cases:
        with subtests.test(house_rules=house_rules, name=name, line=line):
            assert change_text(name, with_house_rules(RuleSet(), house_rules)) == line


def values_of(name: str) -> list[Any]:
    """Return values of a parameter that are not the same: all of a choice, some of any other."""
    parameter = parameters()[name]
    match parameter.kind:
        case "choice":
            return [value for value, _ in parameter.choices]
        case "yes_no":
            return [True, False]
        case "suits":
            return [[], ["s"], ["h"], ["s", "h"], ["s", "h", "d", "c"]]
        case "seats":
            return [{"min": low, "max": high, "best": high} for low, high in ((2, 2), (2, 4), (3, 3), (3, 4))]
        case "numbers" if name == "rank_values":
            return [list(range(1, 14)), as_json(RuleSet())[name], [15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]]
        case "numbers":
            return [[1, 1, 1], [1, 1, 2], [1, 2, 4]]
    if name == "columns":
        return [1, 3]
    low = parameter.low or 0
    return [low, low + 1, low + 2, *([None] if parameter.null_text else [])]


def test_other_values_are_other_lines(subtests: pytest.Subtests) -> None:
    for name in FIELDS:
        with subtests.test(name=name):
            columns = {"column_multipliers": [1, 1, 1], "columns": 3}
            lines = set()
            for value in values_of(name):
                house = columns if name == "column_multipliers" or (value == 3 and name == "columns") else {}
                lines.add(change_text(name, with_house_rules(RuleSet(), {**house, name: value})))
            assert len(lines) == len(values_of(name)) > 1


def test_unknown_parameter_has_no_text() -> None:
    with pytest.raises(KeyError):
        change_text("knok_limit", RuleSet())
    assert as_json(RuleSet()).keys() <= parameters().keys()
