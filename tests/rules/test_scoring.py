"""Scoring one round: each special case of the rules notes, and every fault of a declaration."""

from typing import Any

import pytest

from games.rules.cards import Card
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, RulesError
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import ScoreLine, faults_in, knock_limit, score_round
from tests.rules.kit import GINSKI, STANDARD, boxes, codes, counted_round, points, scored


def house(preset: str = "standard", **values: Any) -> RuleSet:
    return rule_set(preset, values)


# Two players, rules 3.2 and 5.1.


def test_a_knock_scores_the_difference() -> None:
    """Rules 3.2: 20 - 7 = 13."""
    result = scored(STANDARD, 7, 20)
    assert (result.event.value, result.winners, result.points) == ("knock", (0,), {0: 13, 1: 0})
    assert (result.boxes, result.deadwood) == ({0: 1, 1: 0}, {0: 7, 1: 20})


def test_the_player_with_more_deadwood_never_gets_the_points() -> None:
    """Rules 6, plain errors, err-01: one source credits the wrong player."""
    assert points(STANDARD, 8, 26) == [18, 0]
    assert points(STANDARD, 26, 8, ender=1) == [0, 18]


def test_a_losing_knock_pays_the_opponent_the_difference_and_the_bonus() -> None:
    """Rules 3.2: 9 against 7 is 2 + 25."""
    result = scored(STANDARD, 9, 7)
    assert (result.event.value, result.winners, result.points) == ("undercut", (1,), {0: 0, 1: 27})
    assert result.boxes == {0: 0, 1: 1}


def test_equal_deadwood_is_an_undercut_worth_the_bonus() -> None:
    """Rules 3.2: "equal to or lower"."""
    assert scored(STANDARD, 10, 10).event.value == "undercut"
    assert points(STANDARD, 10, 10) == [0, 25]


def test_equal_deadwood_may_have_a_bonus_of_its_own() -> None:
    """Rules 3.3, C1: fewer is the difference and 25, equal is 10."""
    rules = house(undercut_tie_bonus=10)
    assert points(rules, 8, 8) == [0, 10]
    assert points(rules, 9, 2) == [0, 32]
    assert points(house(undercut_tie_bonus=0), 8, 8) == [0, 0]


def test_a_strict_tie_scores_nothing_but_keeps_its_box() -> None:
    """Rules 7: "A 0-point win (tie under strict rules) still earns its box"."""
    result = scored(house(undercut_on="less"), 10, 10)
    assert (result.event.value, result.winners) == ("knock", (0,))
    assert (result.points, result.boxes) == ({0: 0, 1: 0}, {0: 1, 1: 0})


def test_an_opponent_without_deadwood_undercuts_a_knock_and_gets_no_gin_bonus() -> None:
    """Rules 3.3, C7: only the ender's gin counts."""
    result = scored(STANDARD, 4, 0)
    assert (result.event.value, result.points) == ("undercut", {0: 0, 1: 29})


def test_gin_scores_the_bonus_and_the_deadwood() -> None:
    """Rules 3.2: 25 + 56 = 81."""
    assert points(STANDARD, 0, 56, ending="gin") == [81, 0]


def test_gin_against_gin_still_scores_the_bonus() -> None:
    """Rules 3.3 and 3.4: gin is never undercut, "the knocker still earns the gin bonus"."""
    result = scored(STANDARD, 0, 0, ending="gin")
    assert (result.event.value, result.winners, result.points) == ("gin", (0,), {0: 25, 1: 0})


def test_a_knock_with_nothing_left_is_gin() -> None:
    """Rules 7: "knock with 0 is promoted to gin"."""
    assert scored(STANDARD, 0, 30) == scored(STANDARD, 0, 30, ending="gin")
    assert scored(STANDARD, 0, 30).event.value == "gin"


def test_a_knock_with_nothing_left_is_gin_also_where_only_gin_ends_the_hand() -> None:
    """Rules 5.5, straight gin."""
    assert points(house(knock_limit=0), 0, 30) == [55, 0]


def test_big_gin_has_its_bonus_instead_of_gins() -> None:
    """Rules 5.1 and 8: 31, instead of 25."""
    result = scored(STANDARD, 0, 20, ending="big_gin")
    assert (result.event.value, result.points) == ("big_gin", {0: 51, 1: 0})
    assert points(house("lets_play_full"), 0, 20, ending="big_gin") == [70, 0]


def test_big_gin_where_it_is_not_played_is_gin() -> None:
    """Rules 7: "big_gin where it is not played is scored as gin"."""
    rules = house("lets_play", box_gin=2, box_big_gin=3)
    assert scored(rules, 0, 20, ending="big_gin") == scored(rules, 0, 20, ending="gin")
    assert boxes(rules, 0, 20, ending="big_gin") == [3, 0]


def test_a_dead_hand_scores_nothing() -> None:
    """Rules 3.2: "ends in a draw"."""
    result = score_round(Declaration((0, 1), Ending.DEAD), STANDARD)
    assert (result.event.value, result.winners, result.lines) == ("dead", (), ())
    assert (result.points, result.boxes, result.deadwood) == ({0: 0, 1: 0}, {0: 0, 1: 0}, {})


def test_a_dead_hand_keeps_the_counts_that_were_declared() -> None:
    result = score_round(Declaration((0, 1), Ending.DEAD, deadwood={1: 30}), STANDARD)
    assert (result.points, result.deadwood) == ({0: 0, 1: 0}, {1: 30})


def test_a_gin_whose_opponents_laid_off_everything_is_void_where_the_rules_say_so() -> None:
    """Rules 5.9: "if the opponent lays off to zero neither player scores"."""
    rules = house(layoff_zero_voids_gin=True)
    for ending in ("gin", "big_gin", "knock"):
        result = scored(rules, 0, 0, ending=ending)
        assert (result.event.value, result.winners, result.lines) == ("void_gin", (), ())
        assert (result.points, result.boxes) == ({0: 0, 1: 0}, {0: 0, 1: 0})
    assert points(rules, 0, 1, ending="gin") == [26, 0]
    assert scored(rules, 0, 0, 5, ending="gin").event.value == "gin"
    assert points(rules, 4, 0) == [0, 29]


def test_a_misdeal_scores_nothing_and_keeps_no_box() -> None:
    """Issue 3: a recorded, scoreless round."""
    result = score_round(Declaration((0, 1, 2), Ending.MISDEAL), GINSKI)
    assert (result.event.value, result.winners, result.lines, result.hands) == ("misdeal", (), (), ())
    assert (result.points, result.boxes) == ({0: 0, 1: 0, 2: 0}, {0: 0, 1: 0, 2: 0})


def test_a_false_knock_pays_each_opponent_the_penalty_and_wins_nobody_a_hand() -> None:
    """Issue 3: scored with the penalty that the house rules name; a card doubles hands, and this was none."""
    rules = house("ginski", false_knock_penalty=15, double_suits=["R"], hand_scoring="flop")
    result = score_round(Declaration((0, 1, 2), Ending.FALSE_KNOCK, 1, {1: 30}, Card(13, "R")), rules)
    assert (result.event.value, result.winners, result.points) == ("false_knock", (), {0: 15, 1: 0, 2: 15})
    assert (result.boxes, result.deadwood) == ({0: 0, 1: 0, 2: 0}, {1: 30})
    assert result.lines == (
        ScoreLine(0, "penalty", "false_knock_penalty", 15, terms=(1,)),
        ScoreLine(2, "penalty", "false_knock_penalty", 15, terms=(1,)),
    )


# Ginski, rules 3.1 and 4.


def test_ginski_knock_takes_the_own_deadwood_off_once() -> None:
    """Rules 3.1: 35 - 8 = 27, not 19 (A10)."""
    assert points(GINSKI, 8, 15, 20) == [27, 0, 0]
    assert points(house("ginski", knock_points="pairwise"), 8, 15, 20) == [19, 0, 0]


def test_ginski_undercut_pays_everybody_elses_deadwood() -> None:
    """Rules 3.1, A2: 25 + 9 + 20 = 54."""
    assert points(GINSKI, 9, 20, 5) == [0, 0, 54]


@pytest.mark.parametrize(
    ("reading", "expected"),
    [("ender_total", 34), ("others_net", 49), ("difference", 29), ("pairwise", 44), ("others_total", 54)],
)
def test_every_reading_of_the_ginski_undercut_can_be_played(reading: str, expected: int) -> None:
    """Rules 3.1, A2: beware the 29, which ordinary gin gives as the total."""
    assert points(house("ginski", undercut_points=reading), 9, 20, 5) == [0, 0, expected]


def test_ginski_undercut_is_strict() -> None:
    """Rules 3.1, A3: a tie with the ender isn't an undercut, 29 - 9 = 20."""
    assert points(GINSKI, 9, 9, 20) == [20, 0, 0]
    assert points(house("ginski", undercut_on="tie_or_less"), 9, 9, 20) == [0, 54, 0]


def test_ginski_knocks_with_13_and_not_with_14() -> None:
    """Rules 3.1: "13 points or fewer"."""
    assert points(GINSKI, 13, 20, 30) == [37, 0, 0]
    assert codes(counted_round(14, 20, 30), GINSKI) == ["over_knock_limit"]


def test_a_lone_wild_is_too_much_to_knock_with() -> None:
    """Rules 4: "an unmelded wild is 20: its owner can never end the round with it"."""
    assert codes(counted_round(20, 12, 22), GINSKI) == ["over_knock_limit"]


def test_ginski_and_big_ginski_pay_all_the_others() -> None:
    """Rules 4: e = 0 with ten cards is 25 + b + c, with eleven 31 + b + c, "whatever b, c are"."""
    assert points(GINSKI, 0, 15, 20, ending="gin") == [60, 0, 0]
    assert points(GINSKI, 0, 15, 20, ending="big_gin") == [66, 0, 0]
    assert points(GINSKI, 0, 0, 30, ending="gin") == [55, 0, 0]
    assert points(GINSKI, 0, 0, 0, ending="gin") == [25, 0, 0]


def test_only_the_lowest_of_two_undercutters_scores() -> None:
    """Rules 3.1, A4: b < c < e pays B only."""
    assert points(GINSKI, 9, 5, 7) == [0, 41, 0]
    assert points(house("ginski", undercut_winners="all_below"), 9, 5, 7) == [0, 41, 39]


def test_undercutters_level_for_the_lowest_score_in_full_each() -> None:
    """Rules 3.1, A5: 25 + 9 + 5 each."""
    result = scored(GINSKI, 9, 5, 5)
    assert (result.winners, result.points, result.boxes) == ((1, 2), {0: 0, 1: 39, 2: 39}, {0: 0, 1: 1, 2: 1})


def test_undercutters_level_for_the_lowest_may_share() -> None:
    """Rules 3.1, A5: integer division, 39 becomes 19; of three it becomes a third."""
    assert points(house("ginski", undercut_tied="split"), 9, 5, 5) == [0, 19, 19]
    assert points(house("ginski", undercut_tied="split"), 9, 5, 5, 5) == [0, 14, 14, 14]
    assert points(house("ginski", undercut_tied="split"), 9, 5, 6) == [0, 40, 0]


def test_undercutters_level_for_the_lowest_may_leave_it_to_the_enders_left() -> None:
    """Rules 3.1, A5: "first to the ender's left", around the table."""
    rules = house("ginski", undercut_tied="next_left")
    assert points(rules, 9, 5, 5) == [0, 39, 0]
    assert points(rules, 5, 9, 5, ender=1) == [0, 0, 39]
    assert points(rules, 5, 5, 9, ender=2) == [39, 0, 0]
    assert points(rules, 5, 5, 7, 9, ender=2) == [46, 0, 0, 0]


def test_a_tie_for_the_lowest_matters_only_where_the_lowest_is_paid() -> None:
    rules = house("ginski", undercut_winners="all_below", undercut_tied="split")
    assert points(rules, 9, 5, 5, 7) == [0, 46, 46, 44]


def test_winners_are_in_seat_order_regardless_of_the_ender() -> None:
    assert scored(GINSKI, 5, 9, 5, ender=1).winners == (0, 2)


# Other rules that the engine knows, rules 5 and 7.


def test_successful_knock_may_earn_a_bonus() -> None:
    """Rules 5.15, worldclub: 15 + 8."""
    assert points(house(knock_bonus=15), 5, 13) == [23, 0]
    assert points(house(knock_bonus=15), 7, 5) == [0, 27]
    assert points(house(knock_bonus=15), 0, 13) == [38, 0]


def test_every_opponent_may_pay_the_gin_bonus() -> None:
    """Rules 5.14: "+25 from each for rummy"."""
    rules = house("ginski", bonus_per_opponent=True)
    assert points(rules, 0, 15, 20, ending="gin") == [85, 0, 0]
    assert points(rules, 0, 15, 20, ending="big_gin") == [97, 0, 0]
    assert points(rules, 0, 15, 20, 1, ending="gin") == [111, 0, 0, 0]


def test_any_deadwood_may_knock_without_a_limit() -> None:
    """Rules 5.14, knock rummy: (12-7) + (31-7) + 10."""
    rules = house(knock_limit=None, undercut_bonus=10, undercut_points="pairwise", knock_points="pairwise")
    assert points(rules, 12, 7, 31) == [0, 39, 0]
    assert points(rules, 40, 50, 60) == [30, 0, 0]


def test_flop_counts_hands_and_not_deadwood() -> None:
    """Rules 3.4: win 1, undercut +1, gin +1."""
    rules = house(hand_scoring="flop", double_suits=["s"])
    assert points(rules, 6, 21, upcard="7d") == [1, 0]
    assert points(rules, 6, 6, upcard="7d") == [0, 2]
    assert points(rules, 0, 33, ending="gin", upcard="7s") == [4, 0]
    assert points(rules, 0, 33, ending="big_gin", upcard="7d") == [2, 0]
    assert points(rules, 6, 21, upcard="7s") == [2, 0]
    assert points(house(hand_scoring="flop", double_suits=["s"], box_win=0), 6, 21, upcard="7s") == [2, 0]


def test_flop_pays_no_bonus_for_a_knock_and_splits_an_undercut() -> None:
    rules = house("ginski", hand_scoring="flop", knock_bonus=15, undercut_tied="split")
    assert points(rules, 6, 21, 30) == [1, 0, 0]
    assert points(rules, 6, 5, 5) == [0, 1, 1]
    assert points(rules, 6, 5, 5, 5) == [0, 0, 0, 0]


@pytest.mark.parametrize(("suit", "expected"), [("s", 110), ("h", 55), ("d", 55), ("c", 55)])
def test_a_card_of_a_doubling_suit_doubles_the_points(suit: str, expected: int) -> None:
    """Rules 3.4: (25 + 30) x 2."""
    assert points(house(double_suits=["s"]), 0, 30, ending="gin", upcard=f"K{suit}") == [expected, 0]


def test_shared_points_are_shared_before_they_are_doubled() -> None:
    """Rules 7: "then: x2"."""
    rules = house("ginski", undercut_tied="split", double_suits=["R"])
    assert points(rules, 9, 5, 5, upcard="R1") == [0, 38, 38]


@pytest.mark.parametrize(("which", "expected"), [("none", 3), ("extra", 5), ("all", 6)])
def test_boxes_double_as_the_rules_say(which: str, expected: int) -> None:
    """Rules 3.4: 1 + 2x2, "the box for winning the hand is not doubled"."""
    rules = house(double_suits=["s"], double_boxes=which, box_gin=2)
    assert boxes(rules, 0, 30, ending="gin", upcard="Ks") == [expected, 0]
    assert boxes(rules, 0, 30, ending="gin", upcard="Kh") == [3, 0]


def test_extra_boxes_go_to_who_won_them() -> None:
    """Rules 5.8: gin +2, undercut +1, big gin its own; the box of the win is the line itself."""
    rules = house(box_undercut=1, box_gin=2, box_big_gin=3)
    assert boxes(rules, 7, 20) == [1, 0]
    assert boxes(rules, 9, 7) == [0, 2]
    assert boxes(rules, 0, 7, ending="gin") == [3, 0]
    assert boxes(rules, 0, 7, ending="big_gin") == [4, 0]
    assert boxes(house(box_win=0), 7, 20) == [0, 0]


# The knock limit, rules 5.6 and 7.


def test_the_limit_is_the_cards_value_and_never_above_the_fixed_one(subtests: pytest.Subtests) -> None:
    cases = [
        ({}, None, 10),
        ({}, Card(5, "s"), 10),
        ({"knock_limit": None}, None, None),
        ({"limit_source": "upcard"}, Card(1, "c"), 1),
        ({"limit_source": "upcard"}, Card(7, "d"), 7),
        ({"limit_source": "knock_card"}, Card(13, "d"), 10),
        ({"limit_source": "upcard", "limit_ace": "gin_only"}, Card(1, "c"), 0),
        ({"limit_source": "upcard", "limit_ace": "gin_only"}, Card(7, "d"), 7),
        ({"limit_source": "upcard", "knock_limit": 5}, Card(9, "d"), 5),
        ({"limit_source": "upcard", "knock_limit": None}, Card(9, "d"), 9),
        ({"limit_source": "upcard", "rank_values": [15, *range(2, 14)], "knock_limit": 20}, Card(1, "d"), 15),
        ({"limit_source": "upcard", "deck": "rumski70", "wild_value": 20, "knock_limit": 13}, Card(0, "W", 1), 13),
        ({"limit_source": "upcard", "deck": "rumski70", "wild_value": 20, "knock_limit": None}, Card(0, "W", 1), 20),
    ]
    for values, card, expected in cases:
        with subtests.test(values=values, card=card, expected=expected):
            assert knock_limit(house(**values), card) == expected


def test_the_limit_needs_its_card() -> None:
    with pytest.raises(RulesError) as refused:
        knock_limit(house(limit_source="upcard"), None)
    assert refused.value.faults == (Fault(Code.MISSING_KNOCK_CARD),)


def test_a_knock_is_measured_by_the_upcard() -> None:
    rules = house(limit_source="upcard", limit_ace="gin_only")
    assert codes(counted_round(7, 20, upcard="7d"), rules) == []
    assert codes(counted_round(8, 20, upcard="7d"), rules) == ["over_knock_limit"]
    assert codes(counted_round(1, 20, upcard="Ac"), rules) == ["over_knock_limit"]
    assert codes(counted_round(0, 20, upcard="Ac"), rules) == []


# What can be wrong.


def test_the_most_one_hand_can_hold_is_taken_and_one_more_is_not() -> None:
    assert codes(counted_round(5, 110), STANDARD) == []
    assert faults_in(counted_round(5, 111), STANDARD) == (Fault(Code.OUT_OF_RANGE, 1, amount=111, limit=110),)
    assert faults_in(counted_round(5, -1), STANDARD) == (Fault(Code.OUT_OF_RANGE, 1, amount=-1, limit=110),)
    assert codes(counted_round(5, 220, 220), GINSKI) == []


def test_over_the_limit_says_how_much_and_what_is_allowed() -> None:
    assert faults_in(counted_round(11, 20), STANDARD) == (Fault(Code.OVER_KNOCK_LIMIT, 0, amount=11, limit=10),)
    assert faults_in(counted_round(1, 20), house(knock_limit=0)) == (
        Fault(Code.OVER_KNOCK_LIMIT, 0, amount=1, limit=0),
    )


@pytest.mark.parametrize("ending", ["gin", "big_gin"])
def test_gin_with_deadwood_is_a_fault(ending: str) -> None:
    fault = Fault(Code.NOT_GIN, 1, name=ending, amount=3, limit=0)
    assert faults_in(counted_round(20, 3, ender=1, ending=ending), STANDARD) == (fault,)
    assert faults_in(counted_round(20, 3, ender=1, ending=ending), house("lets_play")) == (fault,)


def test_a_round_needs_every_count() -> None:
    declaration = Declaration((0, 1, 2), Ending.KNOCK, 0, {0: 5})
    assert faults_in(declaration, GINSKI) == (Fault(Code.MISSING_DEADWOOD, 1), Fault(Code.MISSING_DEADWOOD, 2))


def test_a_round_needs_the_enders_count() -> None:
    assert codes(Declaration((0, 1), Ending.GIN, 0, {1: 5}), STANDARD) == ["missing_deadwood"]


def test_a_round_needs_an_ender() -> None:
    fault = Fault(Code.UNKNOWN_PLAYER, reason="no_ender")
    assert faults_in(counted_round(5, 20, ender=None), STANDARD) == (fault,)


def test_a_dead_hand_has_no_ender() -> None:
    fault = Fault(Code.INVALID_VALUE, 1, name="ender", reason="dead")
    assert faults_in(Declaration((0, 1), Ending.DEAD, 1), STANDARD) == (fault,)


def test_a_misdeal_has_no_ender() -> None:
    fault = Fault(Code.INVALID_VALUE, 0, name="ender", reason="misdeal")
    assert faults_in(Declaration((0, 1), Ending.MISDEAL, 0), STANDARD) == (fault,)


def test_a_false_knock_needs_who_knocked_and_a_penalty() -> None:
    play_on = Fault(Code.INVALID_VALUE, name="declared", reason="play_on")
    penalty = house(false_knock_penalty=10)
    assert faults_in(Declaration((0, 1), Ending.FALSE_KNOCK, 0), STANDARD) == (play_on,)
    assert faults_in(Declaration((0, 1), Ending.FALSE_KNOCK), STANDARD) == (
        Fault(Code.UNKNOWN_PLAYER, reason="no_ender"),
        play_on,
    )
    assert faults_in(Declaration((0, 1), Ending.FALSE_KNOCK, 2), penalty) == (
        Fault(Code.NOT_ACTIVE, 2, reason="ender"),
    )
    assert codes(Declaration((0, 1), Ending.FALSE_KNOCK, 1, {0: 999}), penalty) == ["out_of_range"]
    assert codes(Declaration((0, 1), Ending.FALSE_KNOCK, 1, {0: 5, 1: 40}), penalty) == []


def test_a_false_knock_needs_no_card() -> None:
    rules = house(false_knock_penalty=10, limit_source="upcard", double_suits=["s"])
    assert codes(Declaration((0, 1), Ending.FALSE_KNOCK, 1), rules) == []


def test_a_dead_hands_counts_are_looked_at_all_the_same() -> None:
    declaration = Declaration((0, 1), Ending.DEAD, 0, {0: 111, 3: 5})
    assert codes(declaration, STANDARD) == ["not_active", "out_of_range", "invalid_value"]


def test_a_dead_hand_needs_no_card() -> None:
    rules = house(limit_source="upcard", double_suits=["s"])
    assert codes(Declaration((0, 1), Ending.DEAD), rules) == []


def test_inactive_player_cannot_end_the_round_or_have_deadwood() -> None:
    assert faults_in(Declaration((0, 1), Ending.KNOCK, 2, {0: 5, 1: 6}), STANDARD) == (
        Fault(Code.NOT_ACTIVE, 2, reason="ender"),
    )
    assert faults_in(Declaration((0, 1), Ending.KNOCK, 0, {0: 5, 1: 6, 3: 1, 2: 1}), STANDARD) == (
        Fault(Code.NOT_ACTIVE, 2),
        Fault(Code.NOT_ACTIVE, 3),
    )


@pytest.mark.parametrize(
    ("values", "deadwood", "ending", "expected"),
    [
        ({"limit_source": "upcard"}, 5, "knock", ["missing_knock_card"]),
        ({"limit_source": "knock_card"}, 5, "knock", ["missing_knock_card"]),
        ({"limit_source": "upcard"}, 50, "knock", ["missing_knock_card"]),  # how much is allowed is not known
        ({"limit_source": "upcard"}, 0, "knock", []),
        ({"limit_source": "upcard"}, 0, "gin", []),
        ({"double_suits": ["s"]}, 0, "gin", ["missing_knock_card"]),
        ({"double_suits": ["s"]}, 5, "knock", ["missing_knock_card"]),
        ({"double_suits": ["s"]}, 5, "gin", ["missing_knock_card", "not_gin"]),
        ({}, 5, "knock", []),
    ],
)
def test_missing_card_is_a_fault_if_the_limit_or_doubling_depends_on_it(
    values: dict[str, Any], deadwood: int, ending: str, expected: list[str]
) -> None:
    assert codes(counted_round(deadwood, 20, ending=ending), house(**values)) == expected


def test_knock_over_the_fixed_limit_is_a_fault_even_without_the_doubling_card() -> None:
    """Rules 7: all faults at once. The limit is fixed; only the doubling hangs on the card."""
    assert codes(counted_round(11, 20), house(double_suits=["s"])) == ["missing_knock_card", "over_knock_limit"]


def test_every_fault_of_a_declaration_is_reported_at_once_in_the_documented_order() -> None:
    """Rules 7, validation order: hands first, then the limit, then whether the declared event fits."""
    declaration = Declaration((0, 1, 2), Ending.GIN, 0, {0: 5, 1: 999, 4: 3})
    rules = house("ginski", double_suits=["R"])
    assert codes(declaration, rules) == [
        *("not_active", "out_of_range", "missing_deadwood", "missing_knock_card", "not_gin"),
    ]
    knocked = Declaration((0, 1, 2), Ending.KNOCK, 0, {0: 50, 1: -1, 4: 3})
    assert codes(knocked, GINSKI) == ["not_active", "out_of_range", "missing_deadwood", "over_knock_limit"]


def test_enders_deadwood_out_of_range_is_one_fault() -> None:
    assert codes(counted_round(500, 20), STANDARD) == ["out_of_range"]
    assert codes(counted_round(-1, 20, ending="gin"), STANDARD) == ["out_of_range"]


def test_a_refusal_names_its_codes_and_holds_its_faults() -> None:
    with pytest.raises(RulesError, match=r"^out_of_range, over_knock_limit$") as refused:
        score_round(counted_round(50, 999), STANDARD)
    assert [fault.seat for fault in refused.value.faults] == [1, 0]


# The lines, which explain each number.


def test_the_lines_of_a_knock() -> None:
    assert scored(STANDARD, 7, 20).lines == (
        ScoreLine(0, "caught", "knock_points", 20, terms=(20,)),
        ScoreLine(0, "own", "knock_points", -7, terms=(7, 1)),
        ScoreLine(0, "box", "box_win", boxes=1),
    )


def test_the_lines_of_a_knock_with_a_bonus_counted_against_each() -> None:
    assert scored(house("ginski", knock_points="pairwise", knock_bonus=15), 8, 15, 20).lines == (
        ScoreLine(0, "caught", "knock_points", 35, terms=(15, 20)),
        ScoreLine(0, "own", "knock_points", -16, terms=(8, 2)),
        ScoreLine(0, "knock_bonus", "knock_bonus", 15),
        ScoreLine(0, "box", "box_win", boxes=1),
    )


def test_the_lines_of_a_doubled_gin_with_extra_boxes() -> None:
    rules = house("ginski", double_suits=["R"], box_gin=2, bonus_per_opponent=True)
    assert scored(rules, 0, 15, 20, ending="gin", upcard="R13").lines == (
        ScoreLine(0, "gin", "gin_bonus", 50, terms=(25, 2)),
        ScoreLine(0, "caught", "gin_bonus", 35, terms=(15, 20)),
        ScoreLine(0, "box", "box_win", boxes=1),
        ScoreLine(0, "extra_box", "box_gin", boxes=2),
        ScoreLine(0, "doubled", "double_suits", 85, 2),
    )


def test_the_lines_of_a_big_gin() -> None:
    assert scored(house(box_big_gin=3, box_win=0), 0, 20, ending="big_gin").lines == (
        ScoreLine(0, "big_gin", "big_gin_bonus", 31, terms=(31, 1)),
        ScoreLine(0, "caught", "big_gin_bonus", 20, terms=(20,)),
        ScoreLine(0, "extra_box", "box_big_gin", boxes=3),
    )


def test_the_lines_of_a_shared_undercut_stand_for_each_winner() -> None:
    rules = house("ginski", undercut_tied="split", box_undercut=1)
    assert scored(rules, 9, 5, 5).lines == (
        ScoreLine(1, "undercut", "undercut_bonus", 25),
        ScoreLine(1, "caught", "undercut_points", 14, terms=(9, 5)),
        ScoreLine(1, "split", "undercut_tied", -20, terms=(39, 2)),
        ScoreLine(1, "box", "box_win", boxes=1),
        ScoreLine(1, "extra_box", "box_undercut", boxes=1),
        ScoreLine(2, "undercut", "undercut_bonus", 25),
        ScoreLine(2, "caught", "undercut_points", 14, terms=(9, 5)),
        ScoreLine(2, "split", "undercut_tied", -20, terms=(39, 2)),
        ScoreLine(2, "box", "box_win", boxes=1),
        ScoreLine(2, "extra_box", "box_undercut", boxes=1),
    )


def test_a_lone_undercutter_shares_with_nobody() -> None:
    rules = house("ginski", undercut_tied="split")
    assert [line.kind for line in scored(rules, 9, 5, 7).lines] == ["undercut", "caught", "box"]


def test_the_lines_of_a_tied_undercut_name_the_parameter_of_its_bonus() -> None:
    assert scored(with_house_rules(STANDARD, {"undercut_tie_bonus": 10}), 8, 8).lines == (
        ScoreLine(1, "undercut", "undercut_tie_bonus", 10),
        ScoreLine(1, "caught", "undercut_points", 8, terms=(8,)),
        ScoreLine(1, "own", "undercut_points", -8, terms=(8, 1)),
        ScoreLine(1, "box", "box_win", boxes=1),
    )


def test_the_lines_of_flop() -> None:
    rules = house(hand_scoring="flop", box_win=0)
    assert scored(rules, 6, 21).lines == (ScoreLine(0, "flop_hand", "hand_scoring", 1),)
    assert scored(rules, 6, 6).lines == (
        ScoreLine(1, "flop_hand", "hand_scoring", 1),
        ScoreLine(1, "flop_undercut", "hand_scoring", 1),
    )
    for ending in ("gin", "big_gin"):
        assert scored(rules, 0, 6, ending=ending).lines == (
            ScoreLine(0, "flop_hand", "hand_scoring", 1),
            ScoreLine(0, f"flop_{ending}", "hand_scoring", 1),
        )
