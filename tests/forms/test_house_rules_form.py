"""The form for house rules."""

from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from games.forms.rulebook.house_rules_form import (
    FIELD_PREFIX,
    TypedRules,
    check_title,
    editable_parameters,
    initial_rules,
    offered_house_rules,
    parameter_fields,
    read_rules,
    toggle_house_rule,
)
from games.pages.rulebook.rules_editor import rule_groups, rule_switches
from games.rules.house_rules import house_rule_applies, house_rules
from games.rules.parameters import GROUPS, parameters
from games.rules.presets import presets
from games.rules.ruleset import FIXED_PARAMETERS, RuleSet, as_json, with_house_rules

STANDARD = presets()["standard"].rules
EVERY = [preset.rules for preset in presets().values()]


def typed(base: RuleSet = STANDARD, **texts: str) -> TypedRules:
    """Read an unchanged form with only ``texts`` changed, by parameter; ``seats__min`` is a part of one."""
    sent = initial_rules(base, base, "").texts
    return read_rules(sent | {FIELD_PREFIX + name.replace("__", "-"): text for name, text in texts.items()}, base)


def test_an_editor_that_nobody_touched_is_the_preset(subtests: pytest.Subtests) -> None:
    for rules in EVERY:
        with subtests.test(rules=rules):
            for read in (initial_rules(rules, rules, ""), typed(rules), read_rules({}, rules)):
                assert (read.rules, read.errors, read.changed) == (rules, {}, ())


def test_values_of_a_preset_can_be_typed_into_any_other(subtests: pytest.Subtests) -> None:
    for rules in EVERY:
        with subtests.test(rules=rules):
            for base in presets().values():
                opened = initial_rules(base.rules, rules, "")
                assert (opened.rules, opened.errors) == (rules, {})
                assert read_rules(opened.texts, base.rules).rules == rules


def test_typed_value_becomes_the_parameter(subtests: pytest.Subtests) -> None:
    cases = [
        ("target", "150", 150),
        ("target", " 0150 ", 150),
        ("target", "\u0661\u0662", 12),
        ("target", "", None),
        ("big_gin_bonus", "", None),
        ("big_gin_bonus", "0", 0),
        ("game_bonus", "", "target"),
        ("game_bonus", "0", 0),
        ("knock_limit", "0", 0),
        ("false_knock_penalty", "10", 10),
        ("layoff", "never", "never"),
        ("layoff_zero_voids_gin", "yes", True),
        ("rank_values", "15,2 3;4/5 6 7 8 9 10 10 10 10", (15, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)),
        ("dead_stock", "20", 20),
        ("next_dealer", "winner", "winner"),
    ]
    for name, text, value in cases:
        with subtests.test(name=name, text=text, value=value):
            read = typed(game_bonus="0", **{name: text}) if name == "target" else typed(**{name: text})
            assert read.rules is not None
            assert (getattr(read.rules, name), read.errors, name in read.changed) == (value, {}, True)


def test_invalid_input_is_reported_at_its_field_and_shown_again(
    subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    cases = [
        ("target", "-5"),
        ("target", "0"),
        ("target", "1.5"),
        ("target", "9" * 90),
        ("target", "\u00b2"),
        ("gin_bonus", ""),
        ("gin_bonus", "much"),
        ("knock_limit", "500"),
        ("knock_limit", "111"),
        ("columns", "2"),
        ("layoff", "sometimes"),
        ("layoff_zero_voids_gin", ""),
        ("rank_values", "1 2 3"),
        ("rank_values", "1 2 3 4 5 6 7 8 9 10 10 10 x"),
        ("column_multipliers", "1 1 1"),
        ("seats__best", "5"),
        ("seats__max", "9"),
        ("double_suits__R", "1"),
    ]
    for name, text in cases:
        with subtests.test(name=name, text=text):
            read = typed(**{name: text})
            parameter = name.partition("__")[0]
            assert (read.rules, set(read.errors)) == (None, {parameter})
            assert read.errors[parameter] == snapshot
            assert read.texts[FIELD_PREFIX + name.replace("__", "-")] == text[:100]
            fields = {field.name: field.error for group in rule_groups(read) for field in group.fields if field.error}
            assert fields == {FIELD_PREFIX + parameter: read.errors[parameter]}
            assert [group.faulty for group in rule_groups(read)].count(True) == 1


def test_all_faults_are_reported_together() -> None:
    assert set(typed(target="x", gin_bonus="-1", layoff="").errors) == {"target", "gin_bonus", "layoff"}


def test_without_a_target_no_bonus_is_as_large_and_no_column_closes(snapshot: SnapshotAssertion) -> None:
    points = presets()["gamesgrid_points"].rules
    assert typed(points, target="").errors == snapshot
    hollywood = presets()["hollywood"].rules
    assert typed(hollywood, target="").errors == snapshot
    assert typed(columns="3", seats__min="3", seats__max="3", seats__best="3").errors == snapshot
    assert typed(seating="teams", seats__min="5", seats__max="5", seats__best="5").errors == snapshot


def test_three_columns_count_once_each_where_nobody_says_otherwise() -> None:
    read = typed(columns="3")
    assert read.rules == with_house_rules(STANDARD, {"columns": 3, "column_multipliers": [1, 1, 1]})
    assert typed(columns="3", column_multipliers="1 1 2").rules == with_house_rules(
        STANDARD, {"columns": 3, "column_multipliers": [1, 1, 2]}
    )


def test_suits_are_ticked() -> None:
    read = typed(limit_source="upcard", double_suits__s="1", double_suits__h="1")
    assert read.rules is not None
    assert read.rules.double_suits == {"s", "h"}
    oklahoma = presets()["oklahoma"].rules
    assert read_rules({"p-double_suits": "1"}, oklahoma).rules == with_house_rules(oklahoma, {"double_suits": []})
    assert read_rules({}, oklahoma).rules == oklahoma


def test_fixed_parameters_are_neither_shown_nor_read() -> None:
    read = read_rules({"p-deck": "rumski70", "p-seating": "teams", "p-gin_bonus": "30"}, STANDARD, FIXED_PARAMETERS)
    assert read.rules == with_house_rules(STANDARD, {"gin_bonus": 30})
    assert {x.name for x in editable_parameters(FIXED_PARAMETERS)} == set(parameters()) - set(FIXED_PARAMETERS)
    assert not [rule.id for rule in offered_house_rules(read) if set(rule.overrides) & set(FIXED_PARAMETERS)]
    assert toggle_house_rule(read, "teams_of_two").rules == read.rules


# --- Named house rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "every", [pytest.param(4, id="every fourth preset"), pytest.param(1, id="every preset", marks=pytest.mark.slow)]
)
def test_a_tap_switches_a_house_rule_on_and_another_off(subtests: pytest.Subtests, every: int) -> None:
    for base in EVERY[::every]:
        with subtests.test(base=base):
            opened = initial_rules(base, base, "Ours")
            assert {rule.id for rule in offered_house_rules(opened)} == {
                x.id for x in house_rules().values() if house_rule_applies(x, base)
            }
            for rule in offered_house_rules(opened):
                on = toggle_house_rule(opened, rule.id)
                assert on.rules == with_house_rules(base, rule.overrides)
                assert [x.on for x in rule_switches(on) if x.id == rule.id] == [True]
                assert (toggle_house_rule(on, rule.id).rules, on.title) == (base, "Ours")


def test_house_rules_are_under_headings_with_what_they_change() -> None:
    switches = rule_switches(typed())
    headings = [switch.group for switch in switches]
    assert list(dict.fromkeys(headings)) == [heading for heading, _rules in groupby(headings)]
    found = {switch.id: (switch.group, switch.usual) for switch in switches}
    assert found["gin_30"] == ("Gin", "Gin bonus: 25 points")
    assert {found[rule][0] for rule in ("strict_undercut", "undercut_10_always")} == {"Undercut"}
    assert (found["false_knock_10"][0], found["no_shutout"][0]) == ("Knocking", "End of the game")


def test_last_of_two_conflicting_house_rules_applies() -> None:
    read = toggle_house_rule(toggle_house_rule(typed(), "gin_20"), "gin_30")
    assert [x.id for x in rule_switches(read) if x.on] == ["gin_30"]


def test_a_tap_keeps_what_is_typed_elsewhere_also_what_cannot_be() -> None:
    read = toggle_house_rule(typed(target="x", knock_limit="7"), "gin_30")
    assert (read.texts["p-target"], read.texts["p-knock_limit"], read.texts["p-gin_bonus"]) == ("x", "7", "30")
    assert (read.rules, set(read.errors)) == (None, {"target"})
    assert ("gin_30", True) in [(x.id, x.on) for x in rule_switches(read)]
    assert toggle_house_rule(read, "nothing_like_it").texts == read.texts


# --- Groups ---------------------------------------------------------------------------------------------------------


def test_every_parameter_is_in_a_group_and_those_that_differ_are_named() -> None:
    groups = rule_groups(typed(knock_limit="7", gin_bonus="30", big_gin_bonus=""))
    assert [group.title for group in groups] == list(GROUPS.values())
    assert sorted(field.name for group in groups for field in group.fields) == sorted(
        FIELD_PREFIX + x for x in parameters()
    )
    assert {group.id: group.differs for group in groups if group.differs} == {
        "knocking": ("Knock limit: 7 points",),
        "score": ("Gin bonus: 30 points", "Big gin: not played"),
    }
    usual = {field.name: field.base_value for group in groups for field in group.fields if field.base_value}
    assert usual == {
        "p-knock_limit": "Knock limit: 10 points",
        "p-gin_bonus": "Gin bonus: 25 points",
        "p-big_gin_bonus": "Big gin: 31 points",
    }


@pytest.mark.parametrize(
    "title",
    [
        pytest.param("", id="empty"),
        pytest.param("x" * 61, id="long"),
        pytest.param("a\u202eb", id="direction"),
    ],
)
def test_rules_have_a_name(title: str, snapshot: SnapshotAssertion) -> None:
    read = read_rules({"title": title}, STANDARD)
    assert check_title(read) == ""
    assert read.title_error == snapshot


def test_a_name_of_rules_is_trimmed() -> None:
    read = read_rules({"title": "  Kitchen   gin "}, STANDARD)
    assert (check_title(read), read.title_error) == ("Kitchen gin", "")


TEXTS = st.text(max_size=30) | st.sampled_from(["", "0", "1", "100", "-1", "3", "yes", "no", "teams", "captain", "8"])
NAMES = [name for x in parameters().values() for name in parameter_fields(x, as_json(STANDARD).get(x.name))]


@given(
    st.sampled_from([preset.rules for preset in presets().values()]),
    st.dictionaries(st.sampled_from([*NAMES, "p-double_suits-s", "p-double_suits-Z"]), TEXTS, max_size=12),
    st.sampled_from([*house_rules(), "none"]),
)
def test_any_input_makes_rules_or_has_errors(base: RuleSet, data: dict[str, Any], tap: str) -> None:
    for read in (read_rules(data, base), toggle_house_rule(read_rules(data, base), tap)):
        assert (read.rules is None) == bool(read.errors)
        assert set(read.errors) <= set(parameters())
        assert all(text.endswith(".") for text in read.errors.values())
        assert rule_groups(read)
        if read.rules is not None:
            found = as_json(read.rules)
            assert with_house_rules(base, {name: found.get(name) for name in read.changed}) == read.rules
