"""Evaluate: questions about one round, given by counts, by hands or by both."""

from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from games.evaluate.engine import answer
from tests.evaluate.questions import LIMIT, ROUND, SHOWN, Question, code, error_of, faults


def test_a_round_is_answered() -> None:
    assert answer(ROUND) == {
        "id": 1,
        "event": "knock",
        "winners": ["Ann"],
        "points": {"Ann": 13, "Ben": 0},
        "boxes": {"Ann": 1, "Ben": 0},
        "deadwood": {"Ann": 7, "Ben": 20},
        "lines": [
            {"text": "Deadwood", "player": "Ann", "points": 20, "boxes": 0, "parameter": "knock_points"},
            {"text": "Ann's own deadwood", "player": "Ann", "points": -7, "boxes": 0, "parameter": "knock_points"},
            {"text": "Box for the win", "player": "Ann", "points": 0, "boxes": 1, "parameter": "box_win"},
        ],
    }


def test_a_dead_round_is_answered() -> None:
    question = ROUND | {"declared": "dead", "ender": None, "deadwood_after_layoffs": {}}
    assert answer(question) == {
        **{"id": 1, "event": "dead", "winners": [], "points": {"Ann": 0, "Ben": 0}, "boxes": {"Ann": 0, "Ben": 0}},
        **{"deadwood": {}, "lines": []},
    }
    assert code({k: v for k, v in question.items() if k != "ender"}) == "missing_key"


@pytest.mark.parametrize("key", ["upcard", "knock_card"])
def test_the_card_is_taken_under_either_name(key: str) -> None:
    house = {"double_suits": ["s"], "limit_source": "upcard"}
    assert answer(ROUND | {"house_rules": house, key: "Ks"})["points"] == {"Ann": 26, "Ben": 0}
    assert answer(ROUND | {"house_rules": house, key: "Kd"})["points"] == {"Ann": 13, "Ben": 0}
    assert answer(ROUND | {key: None})["points"] == {"Ann": 13, "Ben": 0}


def test_players_of_any_name_are_distinguished() -> None:
    names = ["0", "Ann ", "ann", "Ä", "👨‍👩‍👧", "null"]
    question = ROUND | {
        **{"preset": "ginski", "players": names, "ender": "null"},
        "deadwood_after_layoffs": {name: 10 + seat for seat, name in enumerate(names)} | {"null": 5},
    }
    assert answer(question)["points"] == dict.fromkeys(names, 0) | {"null": 10 + 11 + 12 + 13 + 14 - 5}


@pytest.mark.parametrize("ender", ["Cleo", "", 5, True, 1.5, ["Ann"], {"Ann": 1}, "ann"])
def test_an_unknown_ender_is_refused(ender: object) -> None:
    assert faults(ROUND | {"ender": ender}) == [("unknown_player", None, [])]


def test_a_round_without_an_ender_is_refused() -> None:
    assert faults(ROUND | {"ender": None}) == [("unknown_player", None, [])]


def test_a_dead_hand_with_an_ender_is_refused() -> None:
    assert faults(ROUND | {"declared": "dead"}) == [("invalid_value", "Ann", [])]


@pytest.mark.parametrize("declared", ["undercut", "void_gin", "Knock", "", None, 1, True, ["knock"], {"knock": 1}])
def test_an_event_that_cannot_be_declared_is_refused(declared: object) -> None:
    assert faults(ROUND | {"declared": declared}) == [("invalid_value", None, [])]


@pytest.mark.parametrize("deadwood", [5, "7", [7, 20], True])
def test_deadwood_must_be_an_object(deadwood: object) -> None:
    assert faults(ROUND | {"deadwood_after_layoffs": deadwood}) == [("invalid_value", None, [])]


def test_deadwood_that_is_null_or_empty_is_missing() -> None:
    for nothing in (None, {}):
        assert faults(ROUND | {"deadwood_after_layoffs": nothing}) == [
            ("missing_deadwood", "Ann", []),
            ("missing_deadwood", "Ben", []),
        ]


@pytest.mark.parametrize("points", [True, False, 7.0, 7.5, "7", None, [7], {}])
def test_deadwood_must_be_a_whole_number(points: object) -> None:
    counts = {"Ann": points, "Ben": 20}
    assert faults(ROUND | {"deadwood_after_layoffs": counts}) == [("invalid_value", "Ann", [])]


@pytest.mark.parametrize("points", [-1, 111, 10**9, -(10**20)])
def test_deadwood_that_no_hand_can_hold_is_refused(points: int) -> None:
    counts = {"Ann": 7, "Ben": points}
    assert faults(ROUND | {"deadwood_after_layoffs": counts}) == [("out_of_range", "Ben", [])]


def test_deadwood_of_somebody_who_is_not_there_is_refused() -> None:
    counts = {"Ann": 7, "Ben": 20, "Cleo": 5}
    assert faults(ROUND | {"deadwood_after_layoffs": counts}) == [("unknown_player", None, [])]


def test_a_count_over_the_limit_is_refused() -> None:
    question = ROUND | {"deadwood_after_layoffs": {"Ann": 11, "Ben": 20}}
    assert faults(question) == [("over_knock_limit", "Ann", [])]


@pytest.mark.parametrize("declared", ["gin", "big_gin"])
def test_gin_with_deadwood_is_refused(declared: str) -> None:
    assert faults(ROUND | {"declared": declared}) == [("not_gin", "Ann", [])]


def test_a_missing_card_is_reported() -> None:
    for house in ({"limit_source": "upcard"}, {"limit_source": "knock_card"}, {"double_suits": ["s"]}):
        assert faults(ROUND | {"house_rules": house}) == [("missing_knock_card", None, [])]


def test_a_card_that_the_deck_does_not_have_is_named(subtests: pytest.Subtests) -> None:
    for key in ["upcard", "knock_card"]:
        for card, shown in [
            ("1X", "1X"),
            ("", ""),
            ("as", "as"),
            ("W1", "W1"),
            (5, "5"),
            (True, "True"),
            (["As"], "['As']"),
            (7.5, "7.5"),
        ]:
            with subtests.test(key=key, card=card, shown=shown):
                assert faults(ROUND | {key: card}) == [("unknown_card", None, [shown])]


def test_a_long_card_is_cut() -> None:
    assert faults(ROUND | {"upcard": "x" * 10_000}) == [("unknown_card", None, ["x" * 20])]
    assert faults(LIMIT | {"card": "x" * 10_000}) == [("unknown_card", None, ["x" * 20])]


def test_two_cards_are_one_too_many() -> None:
    assert faults(ROUND | {"upcard": "As", "knock_card": "As"}) == [("invalid_value", None, [])]


def test_every_fault_of_form_is_reported_at_once() -> None:
    question = ROUND | {
        **{"declared": "pass", "ender": "Cleo", "upcard": "1X", "knock_card": "As"},
        "deadwood_after_layoffs": {"Ann": "7", "Dora": 5, "Ben": 1.5},
    }
    assert faults(question) == [
        ("invalid_value", None, []),
        ("unknown_player", None, []),
        ("invalid_value", "Ann", []),
        ("unknown_player", None, []),
        ("invalid_value", "Ben", []),
        ("invalid_value", None, []),
        ("unknown_card", None, ["1X"]),
    ]


def test_every_fault_against_the_rules_is_reported_at_once() -> None:
    question = ROUND | {
        **{"preset": "ginski", "players": ["A", "B", "C"], "ender": "A", "declared": "gin"},
        **{"deadwood_after_layoffs": {"A": 5, "B": 999}, "house_rules": {"double_suits": ["R"]}},
    }
    assert faults(question) == [
        ("out_of_range", "B", []),
        ("missing_deadwood", "C", []),
        ("missing_knock_card", None, []),
        ("not_gin", "A", []),
    ]


# Hands.


def shown(name: str = "Ben", **changes: Any) -> Question:
    """Return the round with hands, `name`'s changed."""
    return SHOWN | {"hands": SHOWN["hands"] | {name: SHOWN["hands"][name] | changes}}


def laid_off(*layoffs: tuple[str, str, Any], **changes: Any) -> Question:
    return SHOWN | {"layoffs": [{"player": who, "card": card, "onto": onto} for who, card, onto in layoffs]} | changes


LAID = [("Ben", "5s", 0), ("Ben", "6s", 0), ("Ben", "8h", 1)]


def test_hands_are_counted() -> None:
    result = answer(SHOWN)
    assert (result["event"], result["points"]) == ("knock", {"Ann": 9, "Ben": 0})
    assert result["deadwood"] == {"Ann": 7, "Ben": 16}


def test_hands_and_counts_may_be_given_both_and_agree() -> None:
    for counts in ({"Ann": 7, "Ben": 16}, {"Ben": 16}, {}, None):
        assert answer(SHOWN | {"deadwood_after_layoffs": counts}) == answer(SHOWN)


def test_hands_and_counts_that_do_not_agree_are_refused() -> None:
    question = SHOWN | {"deadwood_after_layoffs": {"Ann": 6, "Ben": 35}}
    assert faults(question) == [("deadwood_mismatch", "Ann", []), ("deadwood_mismatch", "Ben", [])]
    question = SHOWN | {"deadwood_after_layoffs": {"Ann": 111, "Ben": -1}}
    assert faults(question) == [("out_of_range", "Ann", []), ("out_of_range", "Ben", [])]


def test_one_hand_may_be_shown_and_the_other_counted() -> None:
    one = {k: v for k, v in SHOWN.items() if k != "layoffs"} | {"hands": {"Ann": SHOWN["hands"]["Ann"]}}
    assert answer(one | {"deadwood_after_layoffs": {"Ben": 16}})["points"] == answer(SHOWN)["points"]
    assert faults(one) == [("missing_deadwood", "Ben", [])]


def test_layoffs_may_be_left_out() -> None:
    without = {k: v for k, v in SHOWN.items() if k != "layoffs"}
    assert answer(without)["deadwood"] == {"Ann": 7, "Ben": 35}
    assert answer(without | {"layoffs": []}) == answer(without)


def test_hands_of_a_dead_round_are_counted_and_score_nothing() -> None:
    dead = {k: v for k, v in SHOWN.items() if k != "layoffs"} | {"declared": "dead", "ender": None}
    hands = {name: {k: v for k, v in hand.items() if k != "discard"} for name, hand in SHOWN["hands"].items()}
    result = answer(dead | {"hands": hands})
    assert (result["event"], result["points"], result["deadwood"]) == (
        "dead",
        {"Ann": 0, "Ben": 0},
        {"Ann": 7, "Ben": 35},
    )
    assert faults(dead | {"hands": hands, "layoffs": [{"player": "Ben", "card": "5s", "onto": 0}]}) == [
        ("layoff_not_allowed", "Ben", ["5s"])
    ]
    assert faults(dead) == [("invalid_value", "Ann", [])]


def test_a_wild_may_say_its_number_and_be_laid_off_on() -> None:
    question = {
        **{"id": 1, "kind": "round", "preset": "ginski", "house_rules": {"layoff": "unless_gin"}},
        **{"players": ["A", "B"], "ender": "A", "declared": "knock"},
        "hands": {
            "A": {"cards": "R5 R6 W2 G1 G2 G3 B9 Y9 P9 P1", "melds": ["R5 R6 W2=4", "G1 G2 G3", "B9 Y9 P9"]},
            "B": {"cards": "R7 R3 R4 Y1 Y2 Y3 B1 B2 B3 W1", "melds": ["Y1 Y2 Y3", "B1 B2 B3"]},
        },
    }
    on_it = [{"player": "B", "card": card, "onto": 0} for card in ("R7", "R3")]
    assert answer(question | {"layoffs": on_it})["deadwood"] == {"A": 1, "B": 24}
    for card in ("R4", "W1"):
        refused = question | {"layoffs": [{"player": "B", "card": card, "onto": 0}]}
        assert faults(refused) == [("layoff_not_allowed", "B", [card])]
    assert faults(question | {"layoffs": on_it, "house_rules": {}}) == [
        ("layoff_not_allowed", "B", [c]) for c in ("R7", "R3")
    ]


def test_faults_of_hands_are_reported(subtests: pytest.Subtests) -> None:
    cases = [
        (laid_off(("Ben", "6s", 0), ("Ben", "5s", 0)), [("layoff_not_allowed", "Ben", ["6s"])]),
        (laid_off(*LAID, ("Ben", "Kh", 1)), [("layoff_not_allowed", "Ben", ["Kh"])]),
        (laid_off(*LAID, ("Ben", "5s", 0)), [("card_not_in_hand", "Ben", ["5s"])]),
        (laid_off(*LAID, ("Ben", "5d", 0)), [("card_not_in_hand", "Ben", ["5d"])]),
        (laid_off(*LAID, ("Ann", "7d", 0)), [("layoff_not_allowed", "Ann", ["7d"])]),
        (laid_off(*LAID, ("Ben", "9d", 3)), [("layoff_not_allowed", "Ben", ["9d"])]),
        (laid_off(*LAID, ("Ben", "9d", -1)), [("layoff_not_allowed", "Ben", ["9d"])]),
        (laid_off(*LAID, ("Ben", "9d", 10**30)), [("layoff_not_allowed", "Ben", ["9d"])]),
        (laid_off(*LAID, ("Cleo", "9d", 0)), [("unknown_player", None, [])]),
        (laid_off(*LAID, ("Ben", "9z", 0)), [("unknown_card", "Ben", ["9z"])]),
        (laid_off(*LAID, ("Ben", "9d 3d", 0)), [("invalid_value", "Ben", [])]),
        (laid_off(*LAID, ("Ben", "", 0)), [("invalid_value", "Ben", [])]),
        (laid_off(*LAID, ("Ben", "9d", "0")), [("invalid_value", "Ben", [])]),
        (laid_off(*LAID, ("Ben", "9d", True)), [("invalid_value", "Ben", [])]),
        (laid_off(*LAID, ("Ben", "9d", 0.0)), [("invalid_value", "Ben", [])]),
        (laid_off(*LAID, house_rules={"layoff": "never"}), [("layoff_not_allowed", "Ben", [c]) for _, c, _ in LAID]),
        (shown(cards="5s 6s Ks Kh Kc 2h 2d 8h 3d"), [("wrong_hand_size", "Ben", [])]),
        (
            shown(cards="5s 6s Ks Kh Kc 2h 2d 8h 3d 9d 9d"),
            [("duplicate_card", "Ben", ["9d"]), ("wrong_hand_size", "Ben", [])],
        ),
        (shown(cards="5s 6s Ks Kh Kc 2h 2d 8h 3d Kd"), [("duplicate_card", None, ["Kd"])]),
        (shown(cards="As " * 15), [("too_many_cards", "Ben", [])]),
        (shown(cards="5s 6s Ks Kh Kc 2h 2d 8h 3d 9x"), [("unknown_card", "Ben", ["9x"])]),
        (shown(discard="Kd"), [("duplicate_card", None, ["Kd"]), ("invalid_value", "Ben", [])]),
        (
            shown(melds=["Ks Kh 2h", "9d 3d 2d"]),
            [("not_a_meld", "Ben", ["Ks", "Kh", "2h"]), ("not_a_meld", "Ben", ["9d", "3d", "2d"])],
        ),
        (shown(melds=["Ks Kh Kc", "Ks Kh Kc"]), [("card_in_two_melds", "Ben", ["Ks", "Kh", "Kc"])]),
        (shown(melds=["Ks Kh Kd Kc"]), [("card_not_in_hand", "Ben", ["Kd"])]),
        (shown("Ann", cards=5), [("invalid_value", "Ann", [])]),
        (shown("Ann", melds="2s 3s 4s"), [("invalid_value", "Ann", [])]),
        (shown("Ann", melds=["2s 3s 4s"] * 15), [("invalid_value", "Ann", [])]),
        (shown("Ann", melds=[["2s", "3s", "4s"]]), [("invalid_value", "Ann", [])]),
        (shown("Ann", discard=7), [("invalid_value", "Ann", [])]),
        (shown("Ann", melds=["2s 3s 4s", "5h 6h 7h"]), [("over_knock_limit", "Ann", [])]),
        (
            SHOWN | {"declared": "gin"},
            [*(("layoff_not_allowed", "Ben", [c]) for _, c, _ in LAID), ("not_gin", "Ann", [])],
        ),
        (SHOWN | {"house_rules": {"double_suits": ["s"]}}, [("missing_knock_card", None, [])]),
        (SHOWN | {"hands": SHOWN["hands"] | {"Cleo": SHOWN["hands"]["Ann"]}}, [("unknown_player", None, [])]),
    ]
    for question, expected_faults in cases:
        with subtests.test(question=question, expected_faults=expected_faults):
            assert faults(question) == expected_faults


def test_a_fault_of_hands_comes_with_its_sentence(snapshot: SnapshotAssertion) -> None:
    questions = [
        laid_off(("Ben", "5s", 0), declared="gin"),
        laid_off(("Ben", "5s", 0), house_rules={"layoff": "never"}),
        laid_off(("Ben", "6s", 0)),
        laid_off(("Ben", "Kh", 1)),
        laid_off(("Ann", "7d", 0)),
        laid_off(("Ben", "9d", 3)),
        laid_off(("Ben", "9d", "0")),
        laid_off(("Ben", "9d 3d", 0)),
        laid_off(("Ben", " ", 0)),
        shown(cards=5),
        shown(melds="Ks Kh Kc"),
        shown(melds=["Ks Kh Kd"]),
        shown(discard="Qd"),
        SHOWN | {"hands": 5},
        SHOWN | {"layoffs": {}},
        SHOWN | {"layoffs": [5]},
        shown(note=""),
    ]
    assert [error_of(question)["message"] for question in questions] == snapshot


def test_every_fault_of_hands_is_reported_at_once_in_the_order_of_the_rules() -> None:
    question = {
        **{"id": 1, "kind": "round", "preset": "standard", "players": ["A", "B", "C"], "ender": "A"},
        **{"declared": "knock", "deadwood_after_layoffs": {"C": 999}},
        "hands": {
            "C": {"cards": "2h 2d 2c 4c 5c 6c 7d 8d 9d", "melds": ["2h 2d 2c", "4c 5c 6d"]},
            "B": {"cards": "Ks Kh Kc 2h 3h 4h 5d 9s 8s Qd", "melds": ["Ks Kh Kc", "Kc Kh Ks", "2h 3h 4h"]},
            "A": {"cards": "As 2s 3s 9c Tc Jc Jh Qh Js Td", "melds": ["As 2s 3s", "9c Tc Jc Qc"], "discard": "Qd"},
        },
        "layoffs": [{"player": "B", "card": "5d", "onto": 0}, {"player": "B", "card": "6d", "onto": 0}],
    }
    assert faults(question) == [
        ("duplicate_card", None, ["Qd"]),
        ("duplicate_card", None, ["2h"]),
        ("wrong_hand_size", "C", []),
        ("not_a_meld", "C", ["4c", "5c", "6d"]),
        ("card_in_two_melds", "B", ["Ks", "Kh", "Kc"]),
        ("card_not_in_hand", "A", ["Qc"]),
        ("card_not_in_hand", "C", ["6d"]),
        ("layoff_not_allowed", "B", ["5d"]),
        ("card_not_in_hand", "B", ["6d"]),
        ("out_of_range", "C", []),
    ]


def test_a_hand_that_cannot_be_read_does_not_hide_what_is_wrong_with_another() -> None:
    """What hangs on it, like the layoffs on its melds, is not judged."""
    question = shown("Ann", cards="2s 3s 4s 5h 6h 7h 9c Tc Jc 7x")
    question = question | {"hands": question["hands"] | {"Ben": shown(melds=["Ks Kh 2h"])["hands"]["Ben"]}}
    assert faults(question) == [("unknown_card", "Ann", ["7x"]), ("not_a_meld", "Ben", ["Ks", "Kh", "2h"])]


def test_hands_are_not_judged_without_an_ending() -> None:
    question = shown(melds=["Ks Kh 2h"], cards="1z")
    assert faults(question | {"declared": "pass"}) == [("invalid_value", None, []), ("unknown_card", "Ben", ["1z"])]
    assert faults(question | {"ender": "Cleo"}) == [("unknown_player", None, []), ("unknown_card", "Ben", ["1z"])]


@pytest.mark.parametrize("declared", ["misdeal", "false_knock"])
def test_unknown_ending_of_a_hand_is_refused(declared: str) -> None:
    """Tables write misdeals and false knocks down; there is nothing about them to evaluate."""
    house = {"false_knock_penalty": 10}
    assert faults(ROUND | {"declared": declared, "house_rules": house}) == [("invalid_value", None, [])]


@pytest.mark.parametrize("hands", [None, [], "hands", 5, True])
def test_hands_that_are_no_object_are_refused(hands: object) -> None:
    assert code(SHOWN | {"hands": hands}) == "invalid_value"
    assert code(SHOWN | {"hands": {"Ann": hands}}) == "invalid_value"


@pytest.mark.parametrize("layoffs", [None, {}, "5s", 5, True, [5], [None], ["5s"], [[]]])
def test_layoffs_that_are_no_list_of_objects_are_refused(layoffs: object) -> None:
    assert code(SHOWN | {"layoffs": layoffs}) == "invalid_value"


def test_only_a_hundred_layoffs_are_considered(snapshot: SnapshotAssertion) -> None:
    assert len(faults(laid_off(*LAID * 33, ("Ben", "5s", 0)))) == 97
    error = error_of(laid_off(*[LAID[0]] * 101))
    assert error["code"] == "invalid_value"
    assert error["message"] == snapshot


def test_keys_of_hands_and_layoffs_are_checked() -> None:
    assert code(shown(note="")) == "unknown_key"
    assert code(SHOWN | {"hands": {"Ann": {"cards": "As"}}}) == "missing_key"
    assert code(SHOWN | {"hands": {"Ann": {"melds": []}}}) == "missing_key"
    assert code(SHOWN | {"layoffs": [{"player": "Ben", "card": "5s"}]}) == "missing_key"
    assert code(SHOWN | {"layoffs": [{"player": "Ben", "card": "5s", "onto": 0, "by": 1}]}) == "unknown_key"


def test_layoffs_need_hands_and_a_round_needs_counts_or_hands() -> None:
    layoffs = {"layoffs": SHOWN["layoffs"]}
    assert error_of(ROUND | layoffs)["message"] == "'hands' is missing: layoffs are checked against the hands."
    neither = {k: v for k, v in ROUND.items() if k != "deadwood_after_layoffs"}
    assert error_of(neither)["message"] == "'deadwood_after_layoffs' is missing."


def test_teams_are_no_players_of_one_hand() -> None:
    counts = {"A": 5, "B": 10, "C": 10, "D": 10}
    question = ROUND | {
        "preset": "partnership",
        "players": list("ABCD"),
        "ender": "A",
        "deadwood_after_layoffs": counts,
    }
    assert code(question) == "invalid_value"
