"""Each glossary term's sentences are sentences of the rules in force."""

import pytest
from hypothesis import given

from games.rules.glossary import glossary_terms
from games.rules.parameters import parameters
from games.rules.presets import presets
from games.rules.ruleset import RuleSet, with_house_rules
from games.wording.rules.about import sentences_about
from games.wording.rules.summary import summary
from tests.rules.strategies import rule_sets, wild_rule_sets


def assert_sentences(rules: RuleSet) -> None:
    """Each word has an explanation, which consists of the rules' own sentences."""
    found = summary(rules)
    for term in glossary_terms(rules):
        sentences = sentences_about(term.id, rules)
        assert sentences, term.id
        assert all(any(sentence in whole for whole in found) for sentence in sentences), term.id


def test_description_of_each_preset_matches_its_rules(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            assert_sentences(presets()[preset].rules)


@given(rule_sets())
def test_description_of_house_rules_matches_them(rules: RuleSet) -> None:
    assert_sentences(rules)


@given(wild_rule_sets())
def test_description_of_any_rules_matches_them(rules: RuleSet) -> None:
    assert_sentences(rules)


@pytest.mark.parametrize("bonus", [0, 5, 25, 1000])
def test_the_bonus_of_an_undercut_is_that_of_the_house(bonus: int) -> None:
    first, *_ = sentences_about("undercut", with_house_rules(RuleSet(), {"undercut_bonus": bonus}))
    assert (f"{bonus} points plus the difference" in first) == bool(bonus)


def test_every_box_and_bonus_parameter_is_described() -> None:
    amounts = {"gin_bonus": "gin", "big_gin_bonus": "big-gin", "knock_bonus": "knock", "undercut_bonus": "undercut"}
    amounts |= {"box_value": "box", "box_gin": "box", "box_undercut": "box", "line_bonus": "line-bonus"}
    amounts |= {"game_bonus": "game-bonus", "line_margin": "line-bonus", "false_knock_penalty": "false-knock"}
    assert amounts.keys() <= parameters().keys()
    for parameter, name in amounts.items():
        rules = with_house_rules(RuleSet(), {"line_bonus": 35, parameter: 77})
        assert name in {term.id for term in glossary_terms(rules)}
        assert any("77" in sentence for sentence in sentences_about(name, rules)), parameter
