"""The glossary: each term is explained where it applies, with the figures that rounds really score."""

import pytest
from hypothesis import given

from games.rules.glossary import GlossaryTerm, WorkedExample, glossary_terms
from games.rules.presets import presets
from games.rules.ruleset import RuleSet, as_json, with_house_rules
from tests.rules.brute_scorer import score_hand
from tests.rules.strategies import rule_sets, wild_rule_sets

ALL = {name: preset.rules for name, preset in presets().items()}
ENDINGS = {"knock": "knock", "undercut": "knock", "gin": "gin", "big-gin": "big_gin"}


def term(rules: RuleSet, name: str) -> GlossaryTerm:
    """The word of that name under ``rules``."""
    return next(one for one in glossary_terms(rules) if one.id == name)


def names(rules: RuleSet) -> set[str]:
    return {one.id for one in glossary_terms(rules)}


def assert_true(rules: RuleSet) -> None:
    """The round of each word scores what a second scorer says."""
    for one in glossary_terms(rules):
        assert one.example is None or one.id in ENDINGS
        if one.example:
            assert_scores(rules, ENDINGS[one.id], one.example)


def assert_scores(rules: RuleSet, event: str, worked: WorkedExample) -> None:
    hands = dict(enumerate((worked.knocker_deadwood, *worked.opponents_deadwood)))
    suit = next(suit for suit in ("shdc" if rules.deck == "french52" else "RBGYP") if suit not in rules.double_suits)
    card = f"T{suit}" if rules.deck == "french52" else f"{suit}10"
    hand = {"event": event, "ender": 0, "deadwood": hands, "kcard": card}
    scored = score_hand(as_json(rules), list(hands), hand)
    assert scored["winners"] == [worked.winner]
    assert scored["points"] == worked.result.points
    assert scored["boxes"] == worked.result.boxes


def test_examples_under_every_preset_are_true(subtests: pytest.Subtests) -> None:
    for preset, rules in ALL.items():
        with subtests.test(preset=preset):
            assert_true(rules)


@given(rule_sets())
def test_examples_under_house_rules_are_true(rules: RuleSet) -> None:
    assert_true(rules)


@given(wild_rule_sets())
def test_examples_under_any_rules_are_true(rules: RuleSet) -> None:
    assert_true(rules)


def test_gin_is_always_worked_out_and_a_knock_where_one_may_knock(subtests: pytest.Subtests) -> None:
    for preset, rules in ALL.items():
        with subtests.test(preset=preset):
            assert term(rules, "gin").example
            assert ("knock" in names(rules)) == (rules.knock_limit != 0)
            if rules.knock_limit != 0:
                assert term(rules, "knock").example
                undercut = term(rules, "undercut").example
                assert undercut
                assert undercut.winner == 1


@pytest.mark.parametrize("bonus", [0, 5, 25, 1000])
def test_the_bonus_of_an_undercut_is_that_of_the_house(bonus: int) -> None:
    one = term(with_house_rules(RuleSet(), {"undercut_bonus": bonus}), "undercut")
    assert one.example
    assert one.example.result.points[1] == bonus + one.example.knocker_deadwood - one.example.opponents_deadwood[0]


def test_no_undercut_where_nobody_may_knock() -> None:
    assert not {"knock", "undercut", "false-knock"} & names(ALL["straight"])
    assert {"knock", "undercut", "false-knock"} <= names(ALL["standard"])


@pytest.mark.parametrize(
    ("name", "without", "with_it"),
    [
        ("columns", {}, ALL["hollywood"]),
        ("captain", {}, ALL["captain"]),
        ("teams", {}, ALL["partnership"]),
        ("wild", {}, ALL["ginski"]),
        ("knock-card", {}, ALL["gamesgrid_points"]),
        ("line-bonus", {}, with_house_rules(RuleSet(), {"line_bonus": 20})),
        ("box", {"box_win": 0}, RuleSet()),
        ("upcard", {"opening": "no_upcard"}, RuleSet()),
        ("shutout", {"shutout": "none"}, RuleSet()),
        ("game-bonus", {"game_bonus": 0}, RuleSet()),
    ],
)
def test_term_is_listed_only_where_it_applies(name: str, without: dict[str, object], with_it: RuleSet) -> None:
    assert name not in names(with_house_rules(RuleSet(), without))
    assert name in names(with_it)


def test_a_round_is_worked_out_by_nothing_where_every_suit_doubles() -> None:
    assert term(with_house_rules(RuleSet(), {"double_suits": ["s", "h", "d", "c"]}), "gin").example is None
    assert term(with_house_rules(RuleSet(), {"double_suits": ["s", "h", "d"]}), "gin").example


def test_with_several_opponents_several_hands_are_caught() -> None:
    worked = term(ALL["knock_rummy"], "gin").example
    assert worked
    assert len(worked.opponents_deadwood) == 2


def test_no_knock_example_if_the_card_forbids_knocking() -> None:
    rules = with_house_rules(
        RuleSet(), {"limit_source": "knock_card", "rank_values": [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 10, 10, 10]}
    )
    assert term(rules, "knock").example is None
    assert term(rules, "gin").example


def test_glossary_has_no_example_that_no_hand_could_be() -> None:
    rules = with_house_rules(RuleSet(), {"hand_size": 3, "rank_values": [1] * 13, "knock_limit": 2})
    assert [one.id for one in glossary_terms(rules) if one.example] == ["undercut"]
