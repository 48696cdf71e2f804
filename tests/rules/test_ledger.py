"""The facts of a ledger entry as JSON, and back."""

import json

import pytest

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending, TeamDeal
from games.rules.ledger import (
    EntryUndone,
    GameFinished,
    GameReopened,
    GameStarted,
    HandedOver,
    RoundEntered,
    RoundVoided,
    RulesChanged,
    SeatsSwapped,
    StakesSet,
    declaration_from,
    entry_facts,
    game_started_from,
    result_from,
    result_json,
    round_facts,
    rules_changed_from,
    stakes_set_from,
)
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet, as_json, with_house_rules
from games.rules.stakes import Stakes
from tests.rules.kit import GINSKI, STANDARD, counted_round, dealt, hand, scored, won

TEAMS = with_house_rules(STANDARD, {"seating": "teams"})
HANDS = TeamDeal((hand(0, 1, 5, 20, upcard="Ks"), hand(3, 2, 0, 8, ending="gin", upcard="Ks")))


def test_facts_are_these_json_values(subtests: pytest.Subtests) -> None:
    cases = [
        (RoundVoided(), {"v": 1}),
        (EntryUndone(7), {"v": 1, "revision": 7}),
        (SeatsSwapped(0, 2), {"v": 1, "seats": [0, 2]}),
        (GameFinished(3), {"v": 1, "through": 3}),
        (GameReopened(0), {"v": 1, "through": 0}),
        (
            GameStarted(GINSKI, "ginski", 2),
            {"v": 1, "preset": "ginski", "parameters": as_json(GINSKI), "dealer": 2},
        ),
        (
            GameStarted(GINSKI, "ginski", 2, "Ours"),
            {"v": 1, "preset": "ginski", "parameters": as_json(GINSKI), "dealer": 2, "title": "Ours"},
        ),
        (RulesChanged(GINSKI, 4), {"v": 1, "parameters": as_json(GINSKI), "through": 4}),
        (HandedOver(1, 7), {"v": 1, "player": 1, "previous_revision": 7}),
        (HandedOver(None, None), {"v": 1, "player": None, "previous_revision": None}),
        (StakesSet(None), {"v": 1, "stakes": None}),
        (StakesSet(Stakes("€", 1, 2, 3)), {"v": 1, "stakes": {"unit": "€", "point": 1, "box": 2, "game": 3}}),
        (
            RoundEntered(HANDS, won(0, 13)),
            {
                "v": 1,
                "hands": [
                    {
                        **{"v": 1, "active": [0, 1], "declared": "knock", "ender": 0, "deadwood": {"0": 5, "1": 20}},
                        "card": "Ks",
                    },
                    {
                        **{"v": 1, "active": [2, 3], "declared": "gin", "ender": 3, "deadwood": {"2": 8, "3": 0}},
                        "card": "Ks",
                    },
                ],
            },
        ),
        (
            RoundEntered(counted_round(7, 20, upcard="Ts"), won(0, 13)),
            {
                **{"v": 1, "active": [0, 1], "declared": "knock", "ender": 0, "deadwood": {"0": 7, "1": 20}},
                "card": "Ts",
            },
        ),
        (
            RoundEntered(Declaration((0, 1, 2), Ending.DEAD), won(None, seats=3)),
            {"v": 1, "active": [0, 1, 2], "declared": "dead", "ender": None, "deadwood": {}, "card": None},
        ),
    ]
    for body, expected in cases:
        with subtests.test(body=body, expected=expected):
            assert json.loads(json.dumps(entry_facts(body))) == expected


def test_two_phones_that_say_the_same_in_another_order_say_the_same() -> None:
    one = Declaration((0, 1, 2), Ending.KNOCK, 0, {0: 5, 1: 20, 2: 30})
    other = Declaration((0, 1, 2), Ending.KNOCK, 0, {2: 30, 0: 5, 1: 20})
    assert json.dumps(round_facts(one)) == json.dumps(round_facts(other))


def test_a_rounds_facts_do_not_hold_its_score() -> None:
    declared = counted_round(7, 20)
    assert (
        entry_facts(RoundEntered(declared, won(0, 13)))
        == entry_facts(RoundEntered(declared, won(0, 99)))
        == round_facts(declared)
    )


def test_the_start_of_a_game_is_read_back(subtests: pytest.Subtests) -> None:
    for preset in list(presets()):
        with subtests.test(preset=preset):
            suits = ["s", "h"] if presets()[preset].rules.deck == "french52" else ["R", "G"]
            body = GameStarted(rule_set(preset, {"target": 250, "double_suits": suits}), preset, 1)
            assert game_started_from(json.loads(json.dumps(entry_facts(body)))) == body


def test_a_title_and_a_penalty_are_read_back() -> None:
    body = GameStarted(with_house_rules(STANDARD, {"false_knock_penalty": 10}), "standard", 0, "Aunt May's")
    assert game_started_from(json.loads(json.dumps(entry_facts(body)))) == body


def test_handicaps_are_read_back_and_leave_no_trace_where_there_are_none() -> None:
    body = GameStarted(STANDARD, "standard", 0, handicaps={1: 20, 0: 5})
    facts = json.loads(json.dumps(entry_facts(body)))
    assert facts["handicaps"] == {"0": 5, "1": 20}
    assert game_started_from(facts) == body
    assert "handicaps" not in entry_facts(GameStarted(STANDARD, "standard", 0))


@pytest.mark.parametrize("rules", [STANDARD, GINSKI, TEAMS, with_house_rules(STANDARD, {"false_knock_penalty": 10})])
def test_a_change_of_rules_is_read_back(rules: RuleSet) -> None:
    body = RulesChanged(rules, 3)
    assert rules_changed_from(json.loads(json.dumps(entry_facts(body)))) == body


@pytest.mark.parametrize("stakes", [None, Stakes("matchsticks"), Stakes("€", 1, 25, 500)])
def test_stakes_are_read_back(stakes: Stakes | None) -> None:
    assert stakes_set_from(json.loads(json.dumps(entry_facts(StakesSet(stakes))))) == StakesSet(stakes)


def test_a_deal_of_teams_and_its_score_are_read_back() -> None:
    assert declaration_from(json.loads(json.dumps(round_facts(HANDS))), TEAMS) == HANDS
    result = dealt(TEAMS, *HANDS.hands)
    data = json.loads(json.dumps(result_json(result)))
    assert [each["points"] for each in data["hands"]] == [{"0": 15, "1": 0}, {"2": 0, "3": 33}]
    assert result_from(data) == result


@pytest.mark.parametrize(
    ("declared", "preset"),
    [
        (counted_round(7, 20), "standard"),
        (counted_round(0, 20, ending="big_gin", upcard="As"), "standard"),
        (counted_round(0, 20, 3, ending="gin", upcard="W3"), "ginski"),
        (Declaration((0, 2), Ending.KNOCK, 2, {0: 30, 2: 5}, Card(13, "P")), "ginski"),
        (Declaration((0, 1), Ending.DEAD), "standard"),
        (Declaration((0, 1), Ending.MISDEAL), "standard"),
        (Declaration((0, 2), Ending.FALSE_KNOCK, 2), "ginski"),
    ],
)
def test_a_declaration_is_read_back(declared: Declaration, preset: str) -> None:
    data = json.loads(json.dumps(round_facts(declared)))
    assert declaration_from(data, rule_set(preset)) == declared


def test_a_score_is_read_back_line_by_line() -> None:
    rules = rule_set("ginski", {"undercut_tied": "split", "box_undercut": 1, "double_suits": ["R"]})
    result = scored(rules, 9, 5, 5, upcard="R13")
    data = json.loads(json.dumps(result_json(result)))
    assert data["lines"][2] == [1, "split", "undercut_tied", -20, 0, [39, 2]]
    assert result_from(data) == result


def test_a_dead_hands_score_is_read_back() -> None:
    result = won(None)
    assert result_json(result) == {
        **{"event": "dead", "winners": [], "points": {"0": 0, "1": 0}, "boxes": {"0": 0, "1": 0}, "deadwood": {}},
        "lines": [],
    }
    assert result_from(result_json(result)) == result


def test_stored_result_is_read_back_without_scoring_again() -> None:
    """The result is stored beside the facts: reading it back computes nothing."""
    stored = result_json(scored(STANDARD, 7, 20))
    stored["points"]["0"] = 99
    assert result_from(stored).points == {0: 99, 1: 0}
