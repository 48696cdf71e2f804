"""Who pays whom at the end of a game: two players, several, and the captain."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules.declaration import Declaration
from games.rules.payments import Payment, balance, captain_payments, payments, round_balance
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.scoring import score_round
from games.rules.settlement import Score, settle
from games.rules.stakes import Stakes, game_balance
from tests.rules.kit import counted_round
from tests.rules.strategies import PRINTED

CUTTHROAT = rule_set("cutthroat")


def paid(rules: RuleSet, *points: int, won: tuple[int, ...] = (), complete: bool = True) -> list[tuple[int, int, int]]:
    """Return who pays whom how much; every hand won is a box."""
    hands = dict(enumerate(won or tuple(int(p > 0) for p in points)))
    standing = Score(dict(enumerate(points)), hands, hands)
    end = settle(rules, standing, complete=complete)
    return [(p.frm, p.to, p.amount) for p in payments(rules, standing, end, complete=complete)]


def test_two_pay_the_net() -> None:
    assert paid(rule_set("bicycle"), 104, 60, won=(4, 3)) == [(1, 0, 104 + 100 + 100 - 60 - 75)]
    assert paid(rule_set("bicycle"), 0, 104, won=(0, 4)) == [(0, 1, 104 + 100 + 100 + 100)]
    assert paid(rule_set("bicycle", {"round_to": 500}), 104, 60, won=(4, 3)) == []
    assert paid(rule_set("bicycle", {"column_multipliers": [3]}), 104, 60, won=(4, 3)) == [(1, 0, 507)]


def test_each_pays_every_better_one() -> None:
    assert paid(CUTTHROAT, 104, 62, 0, won=(4, 3, 0)) == [(1, 0, 167), (2, 0, 404), (2, 1, 137)]


def test_tied_players_pay_nothing() -> None:
    assert paid(CUTTHROAT, 104, 40, 40, won=(4, 2, 2)) == [(1, 0, 214), (2, 0, 214)]


def test_all_losers_shut_out_pay_for_it_once() -> None:
    assert paid(CUTTHROAT, 104, 0, 0, won=(4, 0, 0)) == [(1, 0, 404), (2, 0, 404)]


def test_a_game_given_up_has_no_shutout() -> None:
    assert paid(CUTTHROAT, 60, 30, 0, won=(2, 1, 0), complete=False) == [(1, 0, 55), (2, 0, 110), (2, 1, 55)]


def test_a_level_game_has_no_winner_to_pay() -> None:
    assert paid(CUTTHROAT, 60, 60, 0, won=(2, 2, 0)) == [(2, 0, 110), (2, 1, 110)]


@pytest.mark.parametrize(
    ("house", "amount"),
    [
        ({"shutout": "none"}, 304),
        ({"shutout": "add", "shutout_amount": 30}, 334),
        ({"shutout": "double_points"}, 408),
        ({"shutout": "double_total"}, 608),
        ({"shutout": "double_points", "settlement": "one_point"}, 2),
        ({"shutout_test": "no_hands_won"}, 304),
    ],
)
def test_one_loser_shut_out_pays_by_the_shutout(house: dict[str, Any], amount: int) -> None:
    """The last has no points and lost every hand but one, which was a level one under the strict rule."""
    rules = with_house_rules(CUTTHROAT, house | {"box_win": 1, "box_value": 25})
    standing = Score({0: 104, 1: 62, 2: 0}, {0: 4, 1: 3, 2: 0}, {0: 4, 1: 3, 2: 1})
    end = settle(rules, standing)
    assert [p.amount for p in payments(rules, standing, end) if (p.frm, p.to) == (2, 0)] == [amount]


def test_payments_of_several_are_multiplied_and_rounded() -> None:
    assert paid(with_house_rules(CUTTHROAT, {"round_to": 50}), 104, 62, 0, won=(4, 3, 0)) == [
        (1, 0, 150),
        (2, 0, 400),
        (2, 1, 150),
    ]
    assert paid(with_house_rules(CUTTHROAT, {"column_multipliers": [2]}), 104, 62, 0, won=(4, 3, 0))[0] == (1, 0, 334)


@pytest.mark.parametrize(("net", "balanced"), [(140, {0: 280, 1: -140, 2: -140}), (-5, {0: -10, 1: 5, 2: 5})])
def test_the_captain_plays_each_of_the_others(net: int, balanced: dict[int, int]) -> None:
    assert balance(captain_payments(net), 3) == balanced


def test_a_captain_who_is_level_pays_nothing() -> None:
    assert captain_payments(0) == ()
    assert captain_payments(-7, 3) == tuple(Payment(0, to, 7) for to in (1, 2, 3))


@st.composite
def finished(draw: st.DrawFn) -> tuple[RuleSet, Score]:
    """Return rules and the score at the end of a game between two to five."""
    names = ("shutout", "shutout_amount", "shutout_test", "winner", "settlement", "round_to", "box_value", "game_bonus")
    house = {name: draw(st.sampled_from(PRINTED[name])) for name in names}
    seats = draw(st.integers(2, 5))
    points = {seat: draw(st.just(0) | st.integers(0, 150)) for seat in range(seats)}
    won = {seat: draw(st.integers(1, 5)) if points[seat] else draw(st.integers(0, 1)) for seat in range(seats)}
    return with_house_rules(RuleSet(), house), Score(points, won, won)


@given(finished())
def test_payments_sum_to_zero_and_go_to_the_better(drawn: tuple[RuleSet, Score]) -> None:
    rules, standing = drawn
    end = settle(rules, standing)
    found = payments(rules, standing, end)
    assert sum(balance(found, len(standing.points)).values()) == 0
    assert all(payment.amount > 0 and end.totals[payment.frm] < end.totals[payment.to] for payment in found)
    assert sorted(found, key=lambda payment: (payment.frm, payment.to)) == list(found)


def paid_in(rules: RuleSet, declaration: Declaration) -> list[int]:
    return list(round_balance(declaration, score_round(declaration, rules)).values())


def test_knock_rummy_losers_pay_their_own_differences_each_round() -> None:
    """Rules 5.14: the difference from each, 25 more from each for rummy; an undercut knocker pays 10 more."""
    rules = rule_set("knock_rummy")
    rounds = [
        (counted_round(10, 20, 30, 15, 40, ender=0), [65, -10, -20, -5, -30]),
        (counted_round(12, 12, 20, 30, 40, ender=1), [54, 0, -8, -18, -28]),
        (counted_round(20, 20, 8, 3, 20, ender=2), [-17, -17, -15, 66, -17]),
        (counted_round(5, 6, 7, 8, 0, ender=4, ending="gin"), [-30, -31, -32, -33, 126]),
    ]
    for declaration, expected in rounds:
        assert paid_in(rules, declaration) == expected
    stakes = Stakes("\u20ac", point=1)
    results = [(declaration, score_round(declaration, rules)) for declaration, _ in rounds]
    standing = Score({0: 65 + 54, 1: 0, 2: 0, 3: 66, 4: 126}, dict.fromkeys(range(5), 1), dict.fromkeys(range(5), 1))
    end = settle(rules, standing)
    assert list(game_balance(rules, 5, standing, end, stakes, complete=True, rounds=results).values()) == [
        sum(expected[seat] for _, expected in rounds) for seat in range(5)
    ]


def test_points_of_no_single_pair_go_to_the_ender_or_the_first_opponent() -> None:
    ginski = rule_set("ginski")
    assert paid_in(ginski, counted_round(8, 15, 20, ender=0)) == [
        27,
        -7,
        -20,
    ]  # 8 taken off once, from the first of the others
    assert paid_in(ginski, counted_round(9, 5, 20, ender=0)) == [-34, 54, -20]  # the 25 are the knocker's to pay
    assert paid_in(ginski, counted_round(0, 5, 20, ender=0, ending="gin")) == [50, -30, -20]
    assert paid_in(ginski, counted_round(0, 0, 0, ender=None, ending="dead")) == [0, 0, 0]
