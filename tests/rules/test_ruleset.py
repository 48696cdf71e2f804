"""Every parameter accepts its valid values and refuses all others, with all faults reported at once (rules 8)."""

import json
from collections.abc import Iterable
from dataclasses import FrozenInstanceError, fields
from pathlib import Path
from typing import Any

import pytest

from games.rules.faults import RulesError
from games.rules.presets import GROUPS, presets, rule_set
from games.rules.ruleset import MAX_POINTS, OWN_PARAMETERS, RuleSet, Seats, as_json, differences, with_house_rules
from games.rules.sides import can_seat

NAMES = [f.name for f in fields(RuleSet)]
VECTORS = json.loads((Path(__file__).parent.parent / "vectors" / "presets_all.json").read_text(encoding="utf-8"))

BOOLEANS = [f.name for f in fields(RuleSet) if isinstance(f.default, bool)]
CHOICES = {
    "deck": ["french52", "rumski70"],
    "run_wrap": ["none", "ace_high", "around_corner"],
    "wild_scope": ["any", "sets_only"],
    "limit_source": ["fixed", "upcard", "knock_card"],
    "limit_ace": ["value", "gin_only"],
    "layoff": ["never", "unless_gin", "always"],
    "hand_scoring": ["points", "flop"],
    "undercut_on": ["tie_or_less", "less"],
    "undercut_points": ["difference", "ender_total", "others_total", "others_net", "pairwise"],
    "undercut_winners": ["lowest", "all_below"],
    "undercut_tied": ["each", "split", "next_left"],
    "knock_points": ["own_once", "pairwise"],
    "double_boxes": ["none", "extra", "all"],
    "box_timing": ["end", "immediate"],
    "shutout": ["none", "double_points", "double_total", "add"],
    "shutout_test": ["no_points", "no_hands_won"],
    "winner": ["highest_total", "first_to_target"],
    "settlement": ["difference", "totals", "one_point", "zero_sum"],
    "seating": ["all_active", "dealer_sits_out", "loser_sits_out", "loser_deals_and_sits", "captain", "teams"],
    "next_dealer": ["winner", "loser", "alternate", "left", "idle_player"],
    "dead_hand_dealer": ["same", "next"],
    "first_turn": ["non_dealer", "left_of_dealer", "lower_score"],
    "opening": ["upcard_offer", "no_upcard", "non_dealer_eleven"],
    "team_netting": ["per_hand", "sum"],
}
# Lowest, highest, and the values besides numbers.
WHOLE: dict[str, tuple[int, int, tuple[Any, ...]]] = {
    "wild_value": (0, 100, ()),
    "hand_size": (3, 13, ()),
    "max_wilds_per_meld": (0, 5, ()),
    "knock_limit": (0, 110, (None,)),  # the bound is what a hand can hold: eleven court cards
    "knock_bonus": (0, MAX_POINTS, ()),
    "gin_bonus": (0, MAX_POINTS, ()),
    "big_gin_bonus": (0, MAX_POINTS, (None,)),
    "undercut_bonus": (0, MAX_POINTS, ()),
    "undercut_tie_bonus": (0, MAX_POINTS, (None,)),
    "box_win": (0, 100, ()),
    "box_undercut": (0, 100, ()),
    "box_gin": (0, 100, ()),
    "box_big_gin": (0, 100, ()),
    "box_value": (0, MAX_POINTS, ()),
    "target": (1, MAX_POINTS, (None,)),
    "game_bonus": (0, MAX_POINTS, ("target",)),
    "shutout_amount": (0, MAX_POINTS, ()),
    "line_bonus": (0, MAX_POINTS, ()),
    "line_margin": (1, MAX_POINTS, ()),
    "round_to": (0, MAX_POINTS, ()),
    "dead_stock": (0, 20, ()),
    "sweep_boxes": (0, 100, ("team_size",)),
    "false_knock_penalty": (1, MAX_POINTS, (None,)),
}
OTHERS = ["rank_values", "double_suits", "columns", "column_multipliers", "seats"]


def refusals(house_rules: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return code, parameter and reason of every fault in the house rules laid over the standard."""
    with pytest.raises(RulesError) as refused:
        with_house_rules(RuleSet(), house_rules)
    return [(fault.code.value, fault.name, fault.reason) for fault in refused.value.faults]


def cases(table: dict[str, Iterable[Any]]) -> list[tuple[str, Any]]:
    return [(name, value) for name, values in table.items() for value in values]


def test_every_parameter_is_in_exactly_one_of_these_tables() -> None:
    assert sorted([*BOOLEANS, *CHOICES, *WHOLE, *OTHERS]) == sorted(NAMES)


def test_the_parameters_stand_in_the_order_of_rules_8_then_our_own() -> None:
    assert [*VECTORS["defaults"], *OWN_PARAMETERS] == NAMES


def test_a_choice_is_taken(subtests: pytest.Subtests) -> None:
    for name, value in cases(CHOICES):
        with subtests.test(name=name, value=value):
            assert getattr(with_house_rules(RuleSet(), {name: value}), name) == value


def test_unknown_choice_is_refused(subtests: pytest.Subtests) -> None:
    for value in ["", "nonsense", 0, 1.5, True, None, ["none"], {"none": 1}]:
        for name in CHOICES:
            with subtests.test(value=value, name=name):
                assert refusals({name: value}) == [("invalid_value", name, "choice")]


@pytest.mark.parametrize("name", BOOLEANS)
def test_yes_and_no_are_taken(name: str) -> None:
    assert [getattr(with_house_rules(RuleSet(), {name: value}), name) for value in (True, False)] == [True, False]


def test_anything_else_is_neither_yes_nor_no(subtests: pytest.Subtests) -> None:
    for value in [0, 1, "true", "yes", "", None, 1.0, [], {}]:
        for name in BOOLEANS:
            with subtests.test(value=value, name=name):
                assert refusals({name: value}) == [("invalid_value", name, "yes_or_no")]


def test_a_number_within_its_bounds_is_taken(subtests: pytest.Subtests) -> None:
    for name, value in cases({name: (low, high, *others) for name, (low, high, others) in WHOLE.items()}):
        with subtests.test(name=name, value=value):
            got = getattr(with_house_rules(RuleSet(), {name: value}), name)
            assert (got, type(got)) == (value, type(value))


def test_a_number_out_of_its_bounds_is_refused(subtests: pytest.Subtests) -> None:
    for name, value in cases({name: (low - 1, high + 1, 10**30) for name, (low, high, _) in WHOLE.items()}):
        with subtests.test(name=name, value=value):
            # A limit above this hand's maximum but within the bounds is a contradiction, tested below.
            reason = "above_hand" if (name, value) == ("knock_limit", 111) else "range"
            assert refusals({name: value}) == [("invalid_value", name, reason)]


def test_invalid_whole_number_is_refused(subtests: pytest.Subtests) -> None:
    cases = [
        (name, value)
        for name, (_, _, others) in WHOLE.items()
        for value in (True, False, 1.0, 2.5, float("nan"), "5", "", "target", "team_size", None, [5], {"5": 5})
        if value not in others
    ]
    for name, value in cases:
        with subtests.test(name=name, value=value):
            assert refusals({name: value}) == [("invalid_value", name, "whole_number")]


def test_lists_suits_and_seats_refuse_what_they_cannot_be(subtests: pytest.Subtests) -> None:
    cases = [
        *(("rank_values", value, "list") for value in (None, 5, "1" * 13, [1] * 12, [1] * 14, [], {}, True)),
        *(("rank_values", [1] * 12 + [bad], "whole_number") for bad in (True, 1.0, "1", None, [1])),
        *(("rank_values", [1] * 12 + [bad], "range") for bad in (-1, 101)),
        *(("column_multipliers", value, "list") for value in (None, 1, [], [1, 1], [1] * 4, "1", True)),
        *(("column_multipliers", [bad], "range") for bad in (0, 11)),
        *(("column_multipliers", [bad], "whole_number") for bad in (True, 1.0, "1", None)),
        *(("columns", value, "whole_number") for value in (True, 1.0, "1", None)),
        *(("columns", value, "range") for value in (0, 4)),
        *(
            ("double_suits", value, "suits")
            for value in (None, "s", True, 5, {"s": 1}, ["x"], [""], ["sh"], [5], [["s"]])
        ),
        *(("seats", value, "seats") for value in (None, 2, [2, 2, 2], {}, {"min": 2, "max": 2}, True)),
        ("seats", {"min": 2, "max": 2, "best": 2, "more": 2}, "seats"),
        *(("seats", {"min": bad, "max": 4, "best": 3}, "range") for bad in (1, 9)),
        *(("seats", {"min": 2, "max": 4, "best": bad}, "whole_number") for bad in (True, 2.0, "2", None)),
    ]
    for name, value, reason in cases:
        with subtests.test(name=name, value=value, reason=reason):
            assert refusals({name: value}) == [("invalid_value", name, reason)]


@pytest.mark.parametrize(
    ("name", "value", "held"),
    [
        ("rank_values", [0, *range(2, 13), 100], (0, *range(2, 13), 100)),
        ("column_multipliers", [10], (10,)),
        ("double_suits", [], frozenset()),
        ("double_suits", ["s", "h"], frozenset("sh")),
        ("seats", {"min": 2, "max": 8, "best": 4}, Seats(2, 8, 4)),
    ],
)
def test_lists_suits_and_seats_are_held_so_that_nobody_can_change_them(name: str, value: object, held: object) -> None:
    assert getattr(with_house_rules(RuleSet(), {name: value}), name) == held


def test_values_that_cannot_stand_together_are_refused(subtests: pytest.Subtests) -> None:
    cases = [
        ({"game_bonus": "target", "target": None}, "game_bonus", "no_target"),
        ({"columns": 3}, "columns", "columns"),
        ({"columns": 2, "column_multipliers": [1, 1, 2]}, "column_multipliers", "columns"),
        ({"column_multipliers": [1, 1, 2]}, "column_multipliers", "columns"),
        ({"seats": {"min": 3, "max": 4, "best": 2}}, "seats", "seats"),
        ({"seats": {"min": 2, "max": 3, "best": 4}}, "seats", "seats"),
        ({"seats": {"min": 4, "max": 2, "best": 3}}, "seats", "seats"),
        ({"knock_limit": 111}, "knock_limit", "above_hand"),
        ({"knock_limit": 100, "hand_size": 3}, "knock_limit", "above_hand"),
        ({"knock_limit": 10, "rank_values": [0] * 13}, "knock_limit", "above_hand"),
        ({"seating": "teams", "seats": {"min": 5, "max": 5, "best": 5}}, "seats", "team_seats"),
        ({"seating": "teams", "seats": {"min": 7, "max": 7, "best": 7}}, "seats", "team_seats"),
        ({"columns": 3, "column_multipliers": [1, 1, 1], "target": None, "game_bonus": 0}, "columns", "columns_target"),
        *(
            ({"columns": 3, "column_multipliers": [1, 1, 2], **more}, "columns", "columns_sides")
            for more in (
                {"seats": {"min": 3, "max": 4, "best": 3}},
                {"seating": "dealer_sits_out"},
                {"seating": "loser_sits_out"},
                {"seating": "loser_deals_and_sits"},
            )
        ),
        ({"double_suits": ["R"]}, "double_suits", "deck_suits"),
        ({"double_suits": ["s", "P"]}, "double_suits", "deck_suits"),
        ({"double_suits": ["s"], "deck": "rumski70"}, "double_suits", "deck_suits"),
    ]
    for house_rules, name, reason in cases:
        with subtests.test(house_rules=house_rules, name=name, reason=reason):
            assert refusals(house_rules) == [("invalid_value", name, reason)]


def test_values_that_can_stand_together_are_taken(subtests: pytest.Subtests) -> None:
    cases = [
        {"columns": 3, "column_multipliers": [1, 1, 2]},
        {"target": None},
        {"game_bonus": "target"},
        {"knock_limit": 40, "hand_size": 3},
        {"knock_limit": 200, "rank_values": [1] * 12 + [20]},
        {"knock_limit": 200, "deck": "rumski70", "wild_value": 20},
        {"columns": 3, "column_multipliers": [1, 1, 2], "seating": "teams"},
        {"columns": 3, "column_multipliers": [1, 1, 2], "seating": "captain"},
        {"columns": 3, "column_multipliers": [1, 1, 2], "seats": {"min": 2, "max": 4, "best": 2}},
        {"seating": "teams", "seats": {"min": 5, "max": 6, "best": 6}},
        {"seating": "teams", "seats": {"min": 3, "max": 3, "best": 3}},
        {"seats": {"min": 5, "max": 5, "best": 5}},
        {"deck": "rumski70", "double_suits": ["B", "R"], "wild_value": 20},
        {"double_suits": ["c", "d", "h", "s"]},
        {"wild_value": 20, "max_wilds_per_meld": 1},
        {"false_knock_penalty": 10},
    ]
    for house_rules in cases:
        with subtests.test(house_rules=house_rules):
            held = as_json(with_house_rules(RuleSet(), house_rules))
            assert {name: held[name] for name in house_rules} == house_rules


def test_the_highest_limit_and_the_highest_amount() -> None:
    dear = {"rank_values": [100] * 13}
    assert with_house_rules(RuleSet(), dear | {"knock_limit": 200}).knock_limit == 200
    assert refusals(dear | {"knock_limit": 201}) == [("invalid_value", "knock_limit", "range")]
    assert MAX_POINTS == 10_000


def test_wild_value_does_not_matter_in_a_deck_without_wilds() -> None:
    assert with_house_rules(RuleSet(), {"wild_value": 20}).highest_card_value == 10
    assert rule_set("ginski").highest_card_value == 20
    assert (RuleSet().most_deadwood, rule_set("ginski").most_deadwood) == (110, 220)


def test_unknown_parameter_is_refused() -> None:
    assert refusals({"knok_limit": 10}) == [("unknown_parameter", "knok_limit", "")]
    assert refusals({"": 10}) == [("unknown_parameter", "", "")]
    assert refusals({"dearest_card": 10}) == [("unknown_parameter", "dearest_card", "")]


def test_every_fault_of_the_house_rules_is_reported_at_once_in_their_order() -> None:
    assert refusals({"target": "a hundred", "nonsense": 1, "gin_bonus": -1, "layoff": None, "box_win": True}) == [
        ("invalid_value", "target", "whole_number"),
        ("unknown_parameter", "nonsense", ""),
        ("invalid_value", "gin_bonus", "range"),
        ("invalid_value", "layoff", "choice"),
        ("invalid_value", "box_win", "whole_number"),
    ]


def test_every_contradiction_is_reported_at_once_one_for_each_parameter() -> None:
    wrong: dict[str, Any] = {"game_bonus": "target", "target": None, "columns": 3, "knock_limit": 150}
    wrong["double_suits"] = ["Y"]
    wrong["seats"] = {"min": 3, "max": 2, "best": 2}
    assert refusals(wrong) == [
        ("invalid_value", "game_bonus", "no_target"),
        ("invalid_value", "columns", "columns"),
        ("invalid_value", "seats", "seats"),
        ("invalid_value", "knock_limit", "above_hand"),
        ("invalid_value", "double_suits", "deck_suits"),
    ]


def test_the_suits_of_a_preset_may_not_survive_its_deck() -> None:
    with pytest.raises(RulesError) as refused:
        rule_set("oklahoma", {"deck": "rumski70"})
    assert [(fault.name, fault.reason) for fault in refused.value.faults] == [("deck", "deck_suits")]


def test_house_rules_are_laid_over_the_rules_they_change() -> None:
    ginski = rule_set("ginski")
    assert with_house_rules(ginski, {}) == ginski
    tighter = with_house_rules(ginski, {"knock_limit": 10})
    assert (tighter.knock_limit, tighter.wild_value, ginski.knock_limit) == (10, 20, 13)
    assert differences(tighter, ginski) == ("knock_limit",)


def test_a_value_that_contradicts_the_preset_is_refused() -> None:
    """Contradictions are found in the resulting rules, not in the house rule alone."""
    with pytest.raises(RulesError) as refused:
        with_house_rules(with_house_rules(RuleSet(), {"game_bonus": "target"}), {"target": None})
    assert [(fault.name, fault.reason) for fault in refused.value.faults] == [("game_bonus", "no_target")]


def test_an_unknown_preset_is_refused() -> None:
    with pytest.raises(RulesError) as refused:
        rule_set("bridge", {"nonsense": 1})
    assert [(fault.code.value, fault.name) for fault in refused.value.faults] == [("unknown_preset", "bridge")]


def test_the_presets_of_the_five_documents_are_offered_first() -> None:
    assert list(presets())[:10] == [
        *("ginski", "lets_play", "lets_play_full", "lets_play_oklahoma", "how_to"),
        *("gamesgrid_points", "gamesgrid_game_only", "gamesgrid_flop", "rummy_for_two"),
        "standard",
    ]
    assert [preset.id for preset in presets().values()] == list(presets())
    assert len({preset.title for preset in presets().values()}) == len(presets())


def test_a_preset_holds_the_values_of_the_notes(subtests: pytest.Subtests) -> None:
    for preset in VECTORS["presets"]:
        with subtests.test(preset=preset):
            assert as_json(rule_set(preset)) == VECTORS["defaults"] | VECTORS["presets"][preset]


def test_every_preset_of_the_notes_is_offered() -> None:
    assert not VECTORS["presets"].keys() - presets().keys()
    assert len(VECTORS["presets"]) == 28
    assert VECTORS["defaults"] == as_json(RuleSet())


def test_every_preset_has_a_source_and_a_group_to_stand_in() -> None:
    assert list(GROUPS) == ["documents", "two", "hollywood", "more"]
    assert all(GROUPS.values())
    assert {preset.group for preset in presets().values()} == set(GROUPS)
    assert all(preset.source for preset in presets().values())
    assert [preset.group for preset in presets().values()][:9] == ["documents"] * 9
    more = {preset.id for preset in presets().values() if preset.group == "more"}
    assert {name for name in presets() if presets()[name].rules.seats.min > 2} <= more


def test_preset_with_a_weak_source_says_so() -> None:
    assert {preset.id: preset.weakness_label for preset in presets().values() if preset.weakness_label} == {
        "rummy_for_two": "partly reconstructed",
        **{"pagat": "unconfirmed", "bicycle": "partly unconfirmed"},
        **{"tournament": "partly unconfirmed", "tournament_partners": "partly unconfirmed"},
        **{"tedesco": "unconfirmed", "jersey": "unconfirmed"},
    }
    assert all(preset.note for preset in presets().values() if preset.weakness_label)


def test_every_ambiguity_of_the_notes_has_its_reading() -> None:
    values = {reading.id for preset in presets().values() for reading in preset.reading_notes}
    listed = [("A", 14), ("B", 5), ("C", 7), ("D", 7), ("E", 5)]
    assert {f"{table}{n}" for table, last in listed for n in range(1, last + 1)} <= values
    ginski = [reading.id for reading in presets()["ginski"].reading_notes]
    assert ginski == [f"A{n}" for n in range(1, 15)]


def test_a_reading_goes_when_a_house_rule_reads_otherwise() -> None:
    ginski = presets()["ginski"]
    tied = next(reading.text for reading in ginski.reading_notes if reading.id == "A3")
    assert tied in ginski.readings
    held = ginski.readings_under(rule_set("ginski", {"undercut_on": "tie_or_less", "gin_bonus": 30}))
    assert held == tuple(text for text in ginski.readings if text != tied)


def test_the_standard_preset_is_the_defaults_of_rules_8() -> None:
    assert rule_set("standard") == RuleSet()
    assert as_json(RuleSet()) == {
        **{"deck": "french52", "rank_values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], "wild_value": 0},
        **{"hand_size": 10, "run_wrap": "none", "max_wilds_per_meld": 0, "wild_scope": "any"},
        "wild_may_duplicate": True,
        **{"knock_limit": 10, "limit_source": "fixed", "limit_ace": "value", "layoff": "unless_gin"},
        "layoff_zero_voids_gin": False,
        **{"hand_scoring": "points", "knock_bonus": 0, "gin_bonus": 25, "big_gin_bonus": 31},
        **{"undercut_on": "tie_or_less", "undercut_bonus": 25, "undercut_tie_bonus": None},
        **{"undercut_points": "difference", "undercut_winners": "lowest", "undercut_tied": "each"},
        **{"knock_points": "own_once", "bonus_per_opponent": False, "double_suits": [], "double_boxes": "extra"},
        **{"box_win": 1, "box_undercut": 0, "box_gin": 0, "box_big_gin": 0, "box_value": 25, "box_timing": "end"},
        **{"target": 100, "game_bonus": 100, "shutout": "double_points", "shutout_amount": 0},
        **{"shutout_test": "no_points", "line_bonus": 0, "line_margin": 50, "winner": "highest_total"},
        **{"settlement": "difference", "columns": 1, "column_multipliers": [1], "round_to": 0},
        **{"seats": {"min": 2, "max": 2, "best": 2}, "seating": "all_active", "next_dealer": "alternate"},
        **{"dead_hand_dealer": "same", "first_turn": "non_dealer", "opening": "upcard_offer", "dead_stock": 2},
        **{"team_netting": "per_hand", "sweep_boxes": 0},
    }


@pytest.mark.parametrize(
    ("preset", "expected"),
    [
        (
            "lets_play",
            {
                **{"big_gin_bonus": None, "box_value": 0, "game_bonus": 0, "shutout": "none"},
                **{"winner": "first_to_target", "settlement": "totals"},
            },
        ),
        ("lets_play_full", {"big_gin_bonus": 50, "box_value": 20, "shutout": "none", "line_bonus": 50}),
        (
            "ginski",
            {
                **{"deck": "rumski70", "rank_values": list(range(1, 14)), "wild_value": 20, "max_wilds_per_meld": 1},
                **{"knock_limit": 13, "layoff": "never", "undercut_on": "less", "undercut_points": "others_total"},
                **{"box_value": 0, "game_bonus": 0, "shutout": "none", "winner": "first_to_target"},
                **{"settlement": "totals", "seats": {"min": 2, "max": 4, "best": 3}, "next_dealer": "left"},
                **{"dead_hand_dealer": "next", "first_turn": "left_of_dealer", "dead_stock": 0},
            },
        ),
    ],
)
def test_a_preset_differs_from_the_standard_as_its_row_in_rules_9_says(preset: str, expected: dict[str, Any]) -> None:
    rules = rule_set(preset)
    held = as_json(rules)
    assert {name: held[name] for name in differences(rules, RuleSet())} == expected


def test_rules_survive_json() -> None:
    for preset in presets().values():
        text = json.dumps(as_json(preset.rules))
        assert with_house_rules(RuleSet(), json.loads(text)) == preset.rules


def test_a_rule_set_cannot_be_changed_in_place() -> None:
    with pytest.raises(FrozenInstanceError):
        RuleSet().target = 5  # type: ignore[misc]
    assert as_json(RuleSet()) is not as_json(RuleSet())


def test_a_source_may_seat_other_numbers_in_other_ways() -> None:
    how_to, old = presets()["how_to"], presets()["pagat"]
    assert how_to.rules_for(2) == how_to.rules
    three, four = how_to.rules_for(3), how_to.rules_for(4, {"target": 150})
    assert (three.seating, three.next_dealer) == ("dealer_sits_out", "left")
    assert (four.seating, four.target, four.team_netting) == ("teams", 150, "sum")
    assert old.rules_for(3).seating == "loser_deals_and_sits"
    # Who says himself how people sit gets nothing laid over.
    assert how_to.rules_for(3, {"seating": "all_active"}) == how_to.rules
    for preset in presets().values():
        for players in preset.by_players:
            assert can_seat(preset.rules_for(players), players)
