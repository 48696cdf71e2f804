"""House rules by name: the parameters each sets, and where it is offered."""

from typing import Any

import pytest

from games.rules.house_rules import HouseRule, house_rule_applies, house_rules
from games.rules.parameters import GROUPS, parameters
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet, differences, with_house_rules

# Rules 10, name by name, and then our own.
OVERRIDES: dict[str, dict[str, Any]] = {
    "undercut_ender_only": {"undercut_points": "ender_total"},
    "undercut_net": {"undercut_points": "others_net"},
    "undercut_difference": {"undercut_points": "difference"},
    "undercut_pairwise": {"undercut_points": "pairwise"},
    "tie_undercuts": {"undercut_on": "tie_or_less"},
    "strict_undercut": {"undercut_on": "less"},
    "every_undercutter": {"undercut_winners": "all_below"},
    "tied_split": {"undercut_tied": "split"},
    "tied_next_left": {"undercut_tied": "next_left"},
    "wilds_sets_only": {"wild_scope": "sets_only"},
    "wild_no_duplicate": {"wild_may_duplicate": False},
    "layoffs_on_knock": {"layoff": "unless_gin"},
    "pairwise": {"knock_points": "pairwise"},
    "big_gin_25_total": {"big_gin_bonus": 25},
    "big_gin_31": {"big_gin_bonus": 31},
    "big_gin_50": {"big_gin_bonus": 50},
    "no_big_gin": {"big_gin_bonus": None},
    "ace_gin_only": {"limit_ace": "gin_only"},
    "target_150": {"target": 150},
    "extra_boxes": {"box_gin": 2, "box_undercut": 1},
    "spades_double": {"double_suits": ["s"]},
    "winner_deals": {"next_dealer": "winner"},
    "loser_deals": {"next_dealer": "loser"},
    "alternate_deal": {"next_dealer": "alternate"},
    "undercut_10_always": {"undercut_bonus": 10, "undercut_tie_bonus": None},
    "undercut_25_always": {"undercut_bonus": 25, "undercut_tie_bonus": None},
    "winners_points": {"box_timing": "immediate", "box_value": 25},
    "first_to_target_wins": {"winner": "first_to_target"},
    "no_doublers": {"double_suits": []},
    "hearts_double": {"double_suits": ["h"]},
    "no_shutout": {"shutout": "none"},
    "shutout_points_only": {"shutout": "double_points"},
    "shutout_plus_100": {"shutout": "add", "shutout_amount": 100},
    "gin_20": {"gin_bonus": 20},
    "gin_30": {"gin_bonus": 30},
    "same_dealer_redeals": {"dead_hand_dealer": "same"},
    "round_500": {"round_to": 500},
    "dealer_sits_out": {
        **{"seating": "dealer_sits_out", "next_dealer": "left"},
        "seats": {"min": 3, "max": 3, "best": 3},
    },
    "loser_deals_and_sits": {
        **{"seating": "loser_deals_and_sits", "next_dealer": "loser"},
        "seats": {"min": 3, "max": 3, "best": 3},
    },
    "teams_of_two": {"seating": "teams", "seats": {"min": 4, "max": 4, "best": 4}},
    "team_net_per_hand": {"team_netting": "per_hand"},
    "dead_stock_2": {"dead_stock": 2},
    "shutout_no_points": {"shutout_test": "no_points"},
    "false_knock_10": {"false_knock_penalty": 10},
}


def offered(rules: RuleSet) -> set[str]:
    return {rule.id for rule in house_rules().values() if house_rule_applies(rule, rules)}


def test_the_named_house_rules_lay_over_what_the_notes_say() -> None:
    assert {rule.id: rule.overrides for rule in house_rules().values()} == OVERRIDES
    assert [rule.id for rule in house_rules().values()] == list(house_rules())


def test_each_house_rule_has_texts_and_the_group_of_its_parameters() -> None:
    titles = [rule.title for rule in house_rules().values()]
    assert len(set(titles)) == len(titles)
    order = [rule.group for rule in house_rules().values()]
    assert order == sorted(order, key=list(GROUPS).index)
    for rule in house_rules().values():
        assert rule.text.endswith(".")
        assert rule.source
        assert rule.group in {parameters()[name].group for name in rule.overrides}


def test_laid_over_a_preset_it_makes_other_rules(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            rules = rule_set(preset)
            names = offered(rules)
            assert names
            for name in names:
                other = with_house_rules(rules, house_rules()[name].overrides)
                assert set(differences(other, rules)) <= set(OVERRIDES[name])
                assert name not in offered(other), "it is laid already"


def test_two_laid_one_after_the_other_are_legal() -> None:
    for rules in (preset.rules for preset in presets().values()):
        for name in offered(rules):
            other = with_house_rules(rules, OVERRIDES[name])
            assert all(with_house_rules(other, OVERRIDES[second]) for second in offered(other))


def test_house_rule_is_offered_only_where_it_has_an_effect(subtests: pytest.Subtests) -> None:
    cases = [
        # What the rules need, and a change that takes it away.
        ({"deck": "rumski70", "max_wilds_per_meld": 1}, "wilds_sets_only", {"max_wilds_per_meld": 0}),
        ({"deck": "rumski70", "max_wilds_per_meld": 1}, "wild_no_duplicate", {"deck": "french52"}),
        ({"limit_source": "upcard"}, "ace_gin_only", {"limit_source": "fixed"}),
        ({"limit_source": "upcard"}, "ace_gin_only", {"knock_limit": 0}),
        ({"limit_source": "knock_card"}, "spades_double", {"limit_source": "fixed"}),
        ({"limit_source": "upcard"}, "hearts_double", {"deck": "rumski70"}),
        ({"double_suits": ["s"]}, "no_doublers", {"double_suits": []}),
        ({"layoff": "never"}, "layoffs_on_knock", {"knock_limit": 0}),
        ({}, "gin_20", {"hand_scoring": "flop"}),
        ({}, "big_gin_50", {"hand_scoring": "flop"}),
        ({}, "strict_undercut", {"knock_limit": 0}),
        ({"undercut_on": "less"}, "tie_undercuts", {"knock_limit": 0}),
        ({}, "undercut_10_always", {"knock_limit": 0}),
        ({"undercut_tie_bonus": 10}, "undercut_25_always", {"hand_scoring": "flop"}),
        ({}, "undercut_ender_only", {"knock_limit": 0}),
        ({"undercut_points": "ender_total"}, "undercut_difference", {"undercut_points": "difference"}),
        *(
            ({"seats": {"min": 2, "max": 3, "best": 3}}, name, {"seats": {"min": 2, "max": 2, "best": 2}})
            for name in ("undercut_net", "undercut_pairwise", "every_undercutter", "tied_split", "tied_next_left")
        ),
        ({"seats": {"min": 2, "max": 3, "best": 3}}, "tied_split", {"undercut_winners": "all_below"}),
        ({"seats": {"min": 2, "max": 3, "best": 3}}, "tied_split", {"hand_scoring": "flop"}),
        ({"seats": {"min": 2, "max": 3, "best": 3}}, "pairwise", {"seating": "loser_sits_out"}),
        ({"seats": {"min": 3, "max": 3, "best": 3}}, "pairwise", {"knock_limit": 0}),
        ({}, "extra_boxes", {"box_value": 0}),
        ({}, "extra_boxes", {"box_win": 0}),
        ({}, "winners_points", {"box_win": 0}),
        ({}, "winners_points", {"target": None}),
        ({}, "target_150", {"target": None}),
        ({}, "first_to_target_wins", {"target": None}),
        ({}, "no_shutout", {"target": None}),
        ({}, "shutout_plus_100", {"settlement": "one_point"}),
        ({"shutout_test": "no_hands_won"}, "shutout_no_points", {"shutout": "none"}),
        ({"columns": 3, "column_multipliers": [1, 1, 1]}, "round_500", {"columns": 1, "column_multipliers": [1]}),
        ({"columns": 3, "column_multipliers": [1, 1, 1]}, "round_500", {"settlement": "totals"}),
        ({}, "winner_deals", {"seating": "loser_sits_out"}),
        ({}, "loser_deals", {"seating": "loser_deals_and_sits"}),
        ({}, "loser_deals", {"seats": {"min": 3, "max": 3, "best": 3}}),
        ({"next_dealer": "winner"}, "alternate_deal", {"next_dealer": "left"}),
        ({}, "dealer_sits_out", {"columns": 3, "column_multipliers": [1, 1, 1]}),
        ({}, "dealer_sits_out", {"seats": {"min": 2, "max": 4, "best": 3}}),
        ({}, "teams_of_two", {"seating": "captain"}),
        ({"seating": "teams", "team_netting": "sum"}, "team_net_per_hand", {"seating": "all_active"}),
    ]
    for house, name, without in cases:
        with subtests.test(house=house, name=name, without=without):
            rules = with_house_rules(RuleSet(), house)
            assert name in offered(rules)
            assert name not in offered(with_house_rules(rules, without))


def test_house_rule_is_not_offered_if_it_makes_unplayable_rules() -> None:
    wrong = HouseRule("wrong", "Wrong", "Wrong.", {"columns": 3}, "Nowhere", "end", ())
    assert not house_rule_applies(wrong, RuleSet())
