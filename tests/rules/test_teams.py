"""A round between two teams (rules 5.13 and 7, "Teams")."""

from typing import Any

import pytest

from games.rules.declaration import Declaration, Ending, RoundDeclaration, TeamDeal
from games.rules.faults import Code, Fault, RulesError
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.rules.teams import declaration_faults, result_by_side, score_declaration
from tests.rules.kit import STANDARD, counted_round, dealt, hand, lost, scored


def house(**values: Any) -> RuleSet:
    return with_house_rules(STANDARD, {"seating": "teams"} | values)


TEAMS = house()
SUM = house(team_netting="sum")


def brief(result: RoundResult) -> tuple[tuple[int, ...], list[int], list[int]]:
    """Return winners, points and boxes by side."""
    return result.winners, [result.points[0], result.points[1]], [result.boxes[0], result.boxes[1]]


# Netted per deal.


def test_the_better_side_scores_the_difference_and_one_box() -> None:
    """Team-05 of the bank: 33 against 29 is 4."""
    result = dealt(TEAMS, hand(0, 1, 0, 8, ending="gin"), hand(3, 2, 0, 4, ending="gin"))
    assert brief(result) == ((0,), [4, 0], [1, 0])
    assert (result.event, result.deadwood) == (Event.TEAM_DEAL, {0: 0, 1: 8, 3: 0, 2: 4})
    assert result.lines == (
        ScoreLine(0, "hand", "team_netting", 33, terms=(0,)),
        ScoreLine(0, "netted", "team_netting", -29),
        ScoreLine(0, "box", "box_win", boxes=1),
    )
    assert [each.points for each in result.hands] == [{0: 33, 1: 0}, {2: 0, 3: 29}]


def test_the_second_side_may_be_the_better() -> None:
    result = dealt(TEAMS, hand(0, 1, 5, 20), hand(3, 2, 5, 40))
    assert brief(result) == ((1,), [0, 20], [0, 1])


def test_level_hands_score_nothing() -> None:
    """Team-06 of the bank: 20 against 20."""
    assert brief(dealt(TEAMS, hand(0, 1, 5, 25), hand(3, 2, 5, 25))) == ((), [0, 0], [0, 0])


def test_both_hands_of_a_side_are_added() -> None:
    result = dealt(TEAMS, hand(0, 1, 5, 20), hand(2, 3, 5, 40))
    assert brief(result) == ((0,), [50, 0], [1, 0])
    assert [line.kind for line in result.lines] == ["hand", "hand", "box"]


def test_a_dead_hand_counts_nothing() -> None:
    """Team-07 of the bank: only the finished hand counts."""
    result = dealt(TEAMS, hand(0, 1, 2, 20), hand(2, 3, ending="dead"))
    assert (brief(result), result.event) == (((0,), [18, 0], [1, 0]), Event.TEAM_DEAL)


def test_a_deal_of_dead_hands_is_dead() -> None:
    result = dealt(TEAMS, hand(0, 1, ending="dead"), hand(2, 3, ending="dead"))
    assert (brief(result), result.event, result.lines) == (((), [0, 0], [0, 0]), Event.DEAD, ())


def test_extra_boxes_stay_with_who_earned_them() -> None:
    """Rules 12, 4: also with the side that scores nothing."""
    rules = house(box_gin=2, box_undercut=1)
    result = dealt(rules, hand(0, 1, 0, 8, ending="gin"), hand(2, 3, 9, 2))
    assert brief(result) == ((0,), [1, 0], [3, 1])
    assert result.lines == (
        ScoreLine(0, "hand", "team_netting", 33, terms=(0,)),
        ScoreLine(0, "netted", "team_netting", -32),
        ScoreLine(0, "box", "box_win", boxes=1),
        ScoreLine(0, "extra_box", "box_gin", boxes=2),
        ScoreLine(1, "extra_box", "box_undercut", boxes=1),
    )
    level = dealt(rules, hand(0, 1, 0, 8, ending="gin"), hand(3, 2, 0, 8, ending="gin"))
    assert brief(level) == ((), [0, 0], [2, 2])


@pytest.mark.parametrize(("which", "expected"), [("none", 3), ("extra", 5), ("all", 5)])
def test_a_doubling_card_doubles_extra_boxes_and_never_the_one_of_the_deal(which: str, expected: int) -> None:
    rules = house(box_gin=2, double_suits=["s"], double_boxes=which)
    result = dealt(rules, hand(0, 1, 0, 8, ending="gin", upcard="Ks"), hand(2, 3, ending="dead", upcard="Ks"))
    assert brief(result) == ((0,), [66, 0], [expected, 0])


def test_no_box_for_a_win_if_the_rules_have_none() -> None:
    assert brief(dealt(house(box_win=0), hand(0, 1, 5, 20), hand(2, 3, ending="dead"))) == ((0,), [15, 0], [0, 0])


def test_other_sides_points_are_deducted_in_full() -> None:
    result = dealt(TEAMS, hand(0, 1, 5, 55), hand(3, 2, 5, 20), hand(5, 4, 5, 25))
    assert (brief(result), result.lines[1]) == (((0,), [15, 0], [1, 0]), ScoreLine(0, "netted", "team_netting", -35))


# Added up.


def test_under_sum_each_side_scores_what_its_members_won_and_a_box_for_each_hand() -> None:
    """Rules 3.3, C5."""
    result = dealt(SUM, hand(0, 1, 5, 20), hand(3, 2, 5, 40), hand(4, 5, 5, 10))
    assert brief(result) == ((1,), [20, 35], [2, 1])
    assert result.lines == (
        ScoreLine(0, "hand", "team_netting", 15, terms=(0,)),
        ScoreLine(1, "hand", "team_netting", 35, terms=(3,)),
        ScoreLine(0, "hand", "team_netting", 5, terms=(4,)),
        ScoreLine(0, "box", "box_win", boxes=1),
        ScoreLine(1, "box", "box_win", boxes=1),
        ScoreLine(0, "box", "box_win", boxes=1),
    )


def test_under_sum_level_sides_score_both_and_nobody_wins() -> None:
    assert brief(dealt(SUM, hand(0, 1, 5, 25), hand(3, 2, 5, 25))) == ((), [20, 20], [1, 1])


@pytest.mark.parametrize(("which", "expected"), [("none", 3), ("extra", 5), ("all", 6)])
def test_under_sum_a_doubling_card_doubles_boxes_as_in_any_hand(which: str, expected: int) -> None:
    rules = house(team_netting="sum", box_gin=2, double_suits=["s"], double_boxes=which)
    result = dealt(rules, hand(0, 1, 0, 8, ending="gin", upcard="Ks"), hand(2, 3, ending="dead", upcard="Ks"))
    assert brief(result) == ((0,), [66, 0], [expected, 0])


# Roodles.


@pytest.mark.parametrize(
    ("values", "card", "expected"),
    [
        ({"sweep_boxes": "team_size"}, "Kh", 1 + 3),
        ({"sweep_boxes": "team_size"}, "Ks", 1 + 6),
        ({"sweep_boxes": 2}, "Kh", 1 + 2),
        ({"sweep_boxes": 2}, "Ks", 1 + 4),
        ({"sweep_boxes": 2, "double_boxes": "none"}, "Ks", 1 + 2),
        ({"sweep_boxes": 2, "double_boxes": "all"}, "Ks", 1 + 4),
        ({"sweep_boxes": 0}, "Ks", 1),
    ],
)
def test_a_side_whose_every_member_won_has_more_boxes(values: dict[str, Any], card: str, expected: int) -> None:
    rules = house(double_suits=["s"], **values)
    hands = [hand(0, 1, 5, 20, upcard=card), hand(2, 3, 5, 20, upcard=card), hand(4, 5, 5, 20, upcard=card)]
    assert brief(dealt(rules, *hands)) == ((0,), [45, 0] if card == "Kh" else [90, 0], [expected, 0])


def test_second_side_may_sweep_but_only_with_all_hands() -> None:
    rules = house(sweep_boxes="team_size")
    swept = dealt(rules, hand(1, 0, 5, 20), hand(3, 2, 5, 20))
    assert brief(swept) == ((1,), [0, 30], [0, 3])
    assert swept.lines[-1] == ScoreLine(1, "sweep", "sweep_boxes", boxes=2)
    assert brief(dealt(rules, hand(1, 0, 5, 20), hand(3, 2, ending="dead"))) == ((1,), [0, 15], [0, 1])
    assert brief(dealt(rules, hand(1, 0, 5, 40), hand(2, 3, 5, 20))) == ((1,), [0, 20], [0, 1])


def test_the_roodles_of_the_bank() -> None:
    """Team-08: three a side, a spade, two gins: 14 extra boxes and the one of the score."""
    rules = with_house_rules(presets()["tournament_partners"].rules, {"seats": {"min": 6, "max": 6, "best": 6}})
    gins = [hand(0, 1, 0, 10, ending="gin", upcard="Ts"), hand(2, 3, 0, 10, ending="gin", upcard="Ts")]
    result = dealt(rules, *gins, hand(4, 5, 5, 5, upcard="Ts"))
    assert result.boxes[1] == 2, "a tie is an undercut, and its extra box doubles"
    result = dealt(rules, *gins, hand(4, 5, 2, 9, upcard="Ts"))
    assert (result.boxes[0], result.points[0]) == (15, 2 * (35 + 35 + 7))


# Facts and faults.


def test_every_fault_of_every_hand_is_reported() -> None:
    deal = TeamDeal((hand(0, 1, 11, 20), hand(2, 3, 5, 200)))
    faults = (Fault(Code.OVER_KNOCK_LIMIT, 0, amount=11, limit=10), Fault(Code.OUT_OF_RANGE, 3, amount=200, limit=110))
    assert declaration_faults(deal, TEAMS) == faults
    with pytest.raises(RulesError) as refused:
        score_declaration(deal, TEAMS)
    assert refused.value.faults == faults
    assert declaration_faults(counted_round(11, 20), STANDARD) == faults[:1]


def test_a_deal_knows_who_played_and_its_card() -> None:
    deal = TeamDeal((hand(0, 3, 5, 20, upcard="Ks"), hand(2, 1, 5, 20, upcard="Ks")))
    assert deal.active == (0, 1, 2, 3)
    assert deal.knock_card is not None
    assert deal.knock_card.text == "Ks"


def test_a_misdeal_of_teams_is_one_of_the_whole_deal() -> None:
    result = score_declaration(Declaration((0, 1, 2, 3), Ending.MISDEAL), TEAMS)
    assert (result.event, result.points, result.boxes, result.hands) == (Event.MISDEAL, {0: 0, 1: 0}, {0: 0, 1: 0}, ())


def test_a_penalty_is_netted_as_any_score() -> None:
    rules = house(false_knock_penalty=25)
    result = dealt(rules, hand(0, 1, ending="false_knock"), hand(2, 3, 5, 20))
    assert brief(result) == ((1,), [0, 10], [0, 1])


# One hand, by side.


def test_a_hand_between_two_is_its_own_score() -> None:
    result = scored(STANDARD, 5, 20)
    assert result_by_side(result, STANDARD) is result
    assert score_declaration(counted_round(5, 20), STANDARD) == result


def test_partners_of_the_captains_opponent_score_together() -> None:
    rules = with_house_rules(STANDARD, {"seating": "captain", "box_undercut": 1})
    undercut = Declaration((0, 2), Ending.KNOCK, 0, {0: 9, 2: 4})
    result = score_declaration(undercut, rules)
    assert (result.event, result.winners, result.points, result.boxes) == (
        Event.UNDERCUT,
        (1,),
        {0: 0, 1: 30},
        {0: 0, 1: 2},
    )
    assert (result.deadwood, [line.seat for line in result.lines]) == ({0: 9, 2: 4}, [1] * 5)
    assert result.lines[0] == ScoreLine(1, "undercut", "undercut_bonus", 25)
    assert result.lines[2] == ScoreLine(1, "own", "undercut_points", -4, terms=(4, 1))
    assert result_by_side(lost(0, 1), rules).points == {0: 10, 1: 0}
    both = RoundResult(Event.KNOCK, (1, 2), {0: 0, 1: 5, 2: 7}, {0: 0, 1: 1, 2: 1}, {})
    assert brief(result_by_side(both, rules)) == ((1,), [0, 12], [0, 2])


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        (Declaration((0, 1, 2, 3), Ending.FALSE_KNOCK, 0), "one_hand"),
        (Declaration((0, 1, 2, 3), Ending.DEAD), "one_hand"),
        (TeamDeal((Declaration((0, 1), Ending.MISDEAL), Declaration((2, 3), Ending.DEAD))), "one_misdeal"),
    ],
)
def test_team_deal_is_declared_by_hand_and_misdealt_as_a_whole(wrong: RoundDeclaration, reason: str) -> None:
    rules = rule_set("partnership", {"false_knock_penalty": 10})
    with pytest.raises(RulesError) as why:
        score_declaration(wrong, rules)
    assert [(fault.code, fault.reason) for fault in why.value.faults] == [(Code.INVALID_VALUE, reason)]
    assert score_declaration(Declaration((0, 1, 2, 3), Ending.MISDEAL), rules).points == {0: 0, 1: 0}
