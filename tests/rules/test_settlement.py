"""Settling a game (rules 7): boxes, game bonus, line bonus, shutout, winner, multiplier, rounding."""

from typing import Any

import pytest

from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.scoring import ScoreLine
from games.rules.settlement import GameResult, Score, hands_won_by, leader, settle


def house(preset: str = "standard", **values: Any) -> RuleSet:
    return rule_set(preset, values)


def standing(*points: int, boxes: tuple[int, ...] = (), won: tuple[int, ...] = ()) -> Score:
    """Return a standing by seat; boxes default to none, hands won to the boxes."""
    boxes = boxes or (0,) * len(points)
    return Score(dict(enumerate(points)), dict(enumerate(boxes)), dict(enumerate(won or boxes)))


def totals(rules: RuleSet, at: Score) -> list[int]:
    return list(settle(rules, at).totals.values())


def kinds(final: GameResult) -> list[tuple[int, str, int]]:
    return [(line.seat, line.kind, line.points) for line in final.lines]


@pytest.mark.parametrize(
    ("points", "expected"),
    [((5, 3), 0), ((3, 5), 1), ((5, 5), None), ((0, 0, 0), None), ((1, 7, 7), None), ((7, 1, 6), 0)],
)
def test_the_leader_has_more_than_everybody_else(points: tuple[int, ...], expected: int | None) -> None:
    assert leader(dict(enumerate(points))) == expected


# Shutouts: one game, 50 and 50 against nothing, four ways (rules 6: 350, 500, 340, 340).

SHUTOUT = standing(100, 0, boxes=(2, 0))


def test_shutout_doubles_the_points_before_boxes_and_bonus() -> None:
    """Rules 5.1: 100 x 2 + 50 + 100."""
    final = settle(house(), SHUTOUT)
    assert (final.totals, final.winner, final.shutout, final.net) == ({0: 350, 1: 0}, 0, True, 350)


def test_shutout_doubles_the_whole_total() -> None:
    """Rules 3.4, D7: (100 + 50 + 100) x 2."""
    assert totals(house(shutout="double_total"), SHUTOUT) == [500, 0]


def test_shutout_adds_an_amount() -> None:
    """Rules 5.2: 100 + 40 + 100 + 100."""
    assert totals(house(shutout="add", shutout_amount=100, box_value=20), SHUTOUT) == [340, 0]


def test_shutout_may_be_worth_nothing_and_is_still_a_fact() -> None:
    """`shutout` is true where the losers fail the test, also where nothing is paid for it."""
    final = settle(house(shutout="none"), SHUTOUT)
    assert (final.totals, final.shutout) == ({0: 250, 1: 0}, True)
    assert [line.parameter for line in final.lines] == ["target", "target", "box_value", "game_bonus"]
    assert settle(house("lets_play"), SHUTOUT).shutout is True


def test_losers_single_point_prevents_a_shutout() -> None:
    """Game-06 of the bank: 250 against 26."""
    final = settle(house(), standing(100, 1, boxes=(2, 1)))
    assert (final.totals, final.shutout, final.net) == ({0: 250, 1: 26}, False, 224)


def test_shutout_by_hands_won_does_not_ask_for_points() -> None:
    """Rules 3.3, C4: "does not win any rounds"."""
    rules = house(shutout="add", shutout_amount=100, shutout_test="no_hands_won")
    won_nothing_at_all = settle(rules, standing(100, 0, boxes=(2, 1), won=(2, 1)))
    assert (won_nothing_at_all.shutout, won_nothing_at_all.totals[0]) == (False, 250)
    assert settle(rules, standing(100, 0, boxes=(2, 0), won=(2, 0))).shutout is True
    assert settle(house(), standing(100, 0, boxes=(2, 1), won=(2, 1))).shutout is True


def test_shutout_needs_at_least_one_hand_won() -> None:
    """Who leads by the penalties of false knocks alone has won no more hands than the other."""
    rules = house(shutout_test="no_hands_won")
    assert settle(rules, standing(100, 0, boxes=(1, 0), won=(1, 0))).shutout is True
    assert settle(rules, standing(100, 0, won=(0, 0))).shutout is False


def test_with_three_it_is_a_shutout_only_if_every_loser_has_nothing() -> None:
    rules = house("ginski", shutout="add", shutout_amount=100)
    assert settle(rules, standing(0, 110, 1)).totals == {0: 0, 1: 110, 2: 1}
    assert settle(rules, standing(0, 110, 0)).totals == {0: 0, 1: 210, 2: 0}


def test_a_shutout_doubles_the_total_with_the_line_bonus_in_it() -> None:
    """Rules 7, the order: line bonus, then shutout."""
    rules = house("lets_play_full", shutout="double_total")
    assert totals(rules, standing(100, 0, boxes=(2, 0))) == [2 * (100 + 40 + 100 + 50), 0]


# Bonuses.


def test_the_game_bonus_goes_to_the_leader_in_hand_points() -> None:
    final = settle(house(), standing(90, 105, boxes=(3, 2)))
    assert (final.totals, final.winner, final.net) == ({0: 165, 1: 255}, 1, 90)


def test_the_game_bonus_may_be_the_target() -> None:
    """Rules 3.4: "a game bonus equal to the length of the game"."""
    assert totals(house(game_bonus="target", target=150), standing(150, 20, boxes=(3, 1))) == [375, 45]


def test_no_game_bonus_leaves_no_line() -> None:
    final = settle(house(game_bonus=0, box_value=0), standing(100, 20, boxes=(2, 1)))
    assert kinds(final) == [(0, "hand_points", 100), (1, "hand_points", 20)]


@pytest.mark.parametrize(("loser", "expected"), [(51, 0), (50, 50), (49, 50)])
def test_the_line_bonus_begins_at_its_margin(loser: int, expected: int) -> None:
    """Rules 3.2: "winning by 50+ points": 49 earns nothing, 50 does."""
    rules = house(line_bonus=50)
    assert totals(rules, standing(100, loser)) == [200 + expected, loser]


def test_the_line_margin_is_of_hand_points_before_any_bonus() -> None:
    """Rules 3.2, B2: 105 - 60 = 45, although boxes and bonus make it 165."""
    final = settle(house("lets_play_full"), standing(105, 60, boxes=(2, 1)))
    assert (final.totals, final.net) == ({0: 245, 1: 80}, 165)
    assert totals(house("lets_play_full"), standing(105, 55, boxes=(2, 1))) == [295, 75]


def test_the_line_margin_of_three_is_the_one_to_the_next() -> None:
    rules = house("ginski", line_bonus=50)
    assert totals(rules, standing(100, 0, 60)) == [100, 0, 60]
    assert totals(rules, standing(100, 0, 50)) == [150, 0, 50]


# Winner.


def test_a_reversal_makes_the_second_win_by_boxes() -> None:
    """Rules 3.4, game-13: 108 + 100 + 4 boxes against 97 + 10 boxes."""
    final = settle(house(), standing(108, 97, boxes=(4, 10)))
    assert (final.totals, final.winner, final.net) == ({0: 308, 1: 347}, 1, 39)


def test_first_to_the_target_wins_whatever_the_boxes() -> None:
    """Rules 3.3, C3, house rule first_to_target_wins."""
    final = settle(house(winner="first_to_target"), standing(108, 97, boxes=(4, 10)))
    assert (final.totals, final.winner, final.net) == ({0: 308, 1: 347}, 0, 39)


def test_level_totals_have_no_winner() -> None:
    """Rules 7: "Equal top totals: play on"."""
    final = settle(house(), standing(100, 50, boxes=(1, 7)))
    assert (final.totals, final.winner, final.net) == ({0: 225, 1: 225}, None, 0)


def test_two_past_the_target_and_level_have_no_winner() -> None:
    """Rules 3.1, A13: "equal: play another round"."""
    final = settle(house("ginski"), standing(110, 110, 20))
    assert (final.winner, final.shutout, final.net) == (None, False, None)
    assert totals(house(), standing(110, 110, boxes=(2, 2))) == [160, 160]


def test_higher_of_two_past_the_target_wins() -> None:
    """Rules 3.1, A13."""
    assert settle(house("ginski"), standing(104, 110, 20)).winner == 1


# Payments.


def test_one_point_for_the_game() -> None:
    """Rules 3.4, Game Only: the winner receives 1 point."""
    rules = house(settlement="one_point", shutout="double_total")
    final = settle(rules, standing(108, 27, boxes=(2, 1)))
    assert (final.totals, final.winner, final.net) == ({0: 1, 1: 0}, 0, 1)
    assert final.lines == (ScoreLine(0, "game_won", "settlement", 1),)


@pytest.mark.parametrize("shutout", ["double_total", "double_points"])
def test_one_point_for_the_game_and_two_for_a_shutout(shutout: str) -> None:
    """Rules 3.4, game-16: "the winner receives 1 point (2 for a shutout)"."""
    final = settle(house(settlement="one_point", shutout=shutout), SHUTOUT)
    assert (final.totals, final.net) == ({0: 2, 1: 0}, 2)
    assert kinds(final) == [(0, "game_won", 1), (0, f"shutout_{shutout}", 1)]


def test_one_point_for_a_shutout_that_is_worth_nothing() -> None:
    assert totals(house(settlement="one_point", shutout="none"), SHUTOUT) == [1, 0]


def test_shut_out_player_gets_no_shutout_bonus() -> None:
    """Rules 3.4, D5: after strict ties a player without points may lead on boxes. The shutout was not theirs."""
    rules = house(settlement="one_point", undercut_on="less", shutout="add", shutout_amount=1, box_value=100)
    final = settle(rules, standing(100, 0, boxes=(1, 4), won=(1, 4)))
    assert (final.winner, final.totals) == (1, {0: 0, 1: 1})


def test_one_point_goes_to_nobody_while_the_top_is_level() -> None:
    final = settle(house(settlement="one_point"), standing(100, 50, boxes=(1, 7)))
    assert (final.winner, final.totals) == (None, {0: 225, 1: 225})


@pytest.mark.parametrize(
    ("step", "expected"), [(0, 224), (1, 224), (10, 220), (50, 200), (100, 200), (448, 448), (449, 0), (500, 0)]
)
def test_the_net_is_rounded_to_the_nearest_and_halves_up(step: int, expected: int) -> None:
    """Rules 12, 5: rounding of halves is to the nearest, our choice: up."""
    final = settle(house(round_to=step), standing(100, 1, boxes=(2, 1)))
    assert (final.net, final.totals) == (expected, {0: 250, 1: 26})


@pytest.mark.parametrize(("points", "expected"), [(104, 100), (105, 110), (114, 110), (115, 120)])
def test_half_a_step_is_rounded_up(points: int, expected: int) -> None:
    rules = house(round_to=10, game_bonus=0, box_value=0, shutout="none")
    assert settle(rules, standing(points, 0)).net == expected


def test_three_players_have_no_net() -> None:
    assert settle(house("ginski"), standing(0, 27, 119)).net is None


@pytest.mark.parametrize("settlement", ["difference", "totals", "zero_sum"])
def test_the_net_of_two_is_the_difference_of_their_totals(settlement: str) -> None:
    assert settle(house(settlement=settlement), standing(105, 60, boxes=(2, 1))).net == 170


def test_the_net_is_multiplied() -> None:
    """Rules 7, the order: (6) net, (7) times the column's multiplier, (8) rounding."""
    rules = house(column_multipliers=[2], round_to=100)
    assert settle(rules, standing(105, 60, boxes=(2, 1))).net == 300


# Boxes.


def test_boxes_are_paid_at_the_end() -> None:
    final = settle(house(), standing(105, 60, boxes=(2, 1)))
    assert kinds(final) == [
        *((0, "hand_points", 105), (1, "hand_points", 60), (0, "boxes", 50), (1, "boxes", 25), (0, "game", 100)),
    ]
    assert final.lines[2] == ScoreLine(0, "boxes", "box_value", 50, terms=(2, 25))


def test_boxes_paid_at_once_are_not_paid_again() -> None:
    """Rules 7: "boxes x value (unless paid at once)"."""
    assert totals(house(box_timing="immediate", shutout="none"), standing(105, 60, boxes=(2, 1))) == [205, 60]


def test_no_box_leaves_no_line() -> None:
    assert kinds(settle(house(game_bonus=0), standing(105, 60, boxes=(0, 1)))) == [
        *((0, "hand_points", 105), (1, "hand_points", 60), (1, "boxes", 25)),
    ]


def test_the_lines_name_their_parameter() -> None:
    final = settle(house("lets_play_full", shutout="add", shutout_amount=7), standing(105, 0, boxes=(2, 0)))
    assert final.lines == (
        ScoreLine(0, "hand_points", "target", 105),
        ScoreLine(1, "hand_points", "target", 0),
        ScoreLine(0, "boxes", "box_value", 40, terms=(2, 20)),
        ScoreLine(0, "game", "game_bonus", 100),
        ScoreLine(0, "line", "line_bonus", 50, terms=(105, 50)),
        ScoreLine(0, "shutout_add", "shutout", 7),
    )


# Abandoned games, and single hands.


def test_a_game_given_up_pays_its_boxes_and_no_bonus() -> None:
    final = settle(house("lets_play_full"), standing(80, 20, boxes=(3, 1)), complete=False)
    assert (final.totals, final.winner, final.net) == ({0: 140, 1: 40}, 0, 100)
    assert kinds(final) == [(0, "hand_points", 80), (1, "hand_points", 20), (0, "boxes", 60), (1, "boxes", 20)]


def test_a_game_given_up_pays_no_shutout_and_still_tells_it() -> None:
    final = settle(house(), standing(80, 0, boxes=(3, 0)), complete=False)
    assert (final.totals, final.shutout) == ({0: 155, 1: 0}, True)


def test_a_game_given_up_before_anybody_scored_is_level() -> None:
    final = settle(house(), standing(0, 0), complete=False)
    assert (final.totals, final.winner, final.shutout, final.net) == ({0: 0, 1: 0}, None, False, 0)


def test_a_game_for_one_point_given_up_pays_no_shutout() -> None:
    rules = house(settlement="one_point", shutout="double_total")
    assert list(settle(rules, standing(80, 0), complete=False).totals.values()) == [1, 0]


def test_without_a_target_no_bonus_is_paid_and_the_higher_total_leads() -> None:
    """Rules 8: "null = every hand settled on its own"."""
    rules = house(target=None, winner="first_to_target")
    final = settle(rules, standing(40, 30, boxes=(1, 2)))
    assert (final.totals, final.winner, final.net) == ({0: 65, 1: 80}, 1, 15)
    level = settle(rules, standing(4, 4))
    assert (level.totals, level.winner, level.shutout, level.net) == ({0: 4, 1: 4}, None, False, 0)


@pytest.mark.parametrize(
    ("house_rules", "points", "boxes", "won"),
    [
        ({}, 40, 2, 2),  # each box is a hand
        ({}, 40, 0, 1),
        ({}, 0, 0, 0),
        ({"box_gin": 2}, 40, 5, 1),  # gin brings boxes besides
        ({"box_win": 0}, 40, 0, 1),
        ({"shutout_test": "no_points"}, 40, 2, 0),  # nothing hangs on it
        ({"shutout": "none"}, 40, 2, 0),
    ],
)
def test_a_score_on_paper_tells_of_hands_won(house_rules: dict[str, Any], points: int, boxes: int, won: int) -> None:
    """Rules 3.3 C4: the shutout of the how-to page asks for hands won, which few people count on paper."""
    assert hands_won_by(rule_set("how_to", house_rules), points, boxes) == won
