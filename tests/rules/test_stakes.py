"""An evening's balance in money or matchsticks, and who pays whom (rules 5.12)."""

from typing import Any

import pytest

from games.rules.payments import Payment, captain_balance, settling_payments
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.settlement import GameResult, Score, settle
from games.rules.stakes import MAX_STAKE, Stakes, game_balance, total_balance
from tests.rules.kit import STANDARD

POINT = Stakes("€", point=1)
BOX = Stakes("€", box=10)
GAME = Stakes("€", game=500)


def house(**values: Any) -> RuleSet:
    return with_house_rules(STANDARD, values)


def ended(*totals: int, winner: int | None = 0, net: int | None = None) -> GameResult:
    return GameResult(dict(enumerate(totals)), winner, False, net, ())


def balance(
    rules: RuleSet, end: GameResult, stakes: Stakes, *boxes: int, seats: int = 0, complete: bool = True
) -> list[int]:
    """Return what each seat won or lost; boxes are by side, none where none are named."""
    counted = dict(enumerate(boxes or (0,) * len(end.totals)))
    something = dict.fromkeys(end.totals, 1)  # nobody is shut out
    standing = Score(something, counted, something)
    return list(game_balance(rules, seats or len(end.totals), standing, end, stakes, complete=complete).values())


def test_the_loser_pays_the_net_point_by_point() -> None:
    assert balance(STANDARD, ended(250, 26, net=224), POINT) == [224, -224]
    assert balance(STANDARD, ended(26, 250, winner=1, net=224), Stakes("€", point=3)) == [-672, 672]


def test_one_point_ahead_is_a_point_owed() -> None:
    assert balance(STANDARD, ended(101, 100, net=1), POINT) == [1, -1]
    assert balance(STANDARD, ended(5, 6, 6, winner=None), POINT) == [-2, 1, 1]


def test_the_net_is_paid_as_it_was_multiplied_and_rounded() -> None:
    """Rules 7: (8) rounding is of the payoff."""
    end = settle(house(round_to=500), Score({0: 300, 1: 1}, {0: 2, 1: 1}, {0: 2, 1: 1}))
    assert end.totals == {0: 450, 1: 26}
    assert balance(house(round_to=500), end, POINT) == [500, -500]


def test_level_totals_owe_nothing() -> None:
    assert balance(STANDARD, ended(100, 100, winner=None, net=0), Stakes("€", 1, 0, 500)) == [0, 0]


def test_boxes_are_paid_by_the_difference_regardless_of_the_winner() -> None:
    assert balance(STANDARD, ended(250, 26, net=224), BOX, 2, 5) == [-30, 30]
    assert balance(STANDARD, ended(250, 26, net=224), BOX, 5, 5) == [0, 0]


def test_a_game_is_paid_by_every_loser_and_only_when_it_was_played_to_its_end() -> None:
    assert balance(STANDARD, ended(250, 26, net=224), GAME) == [500, -500]
    assert balance(STANDARD, ended(250, 26, net=224), GAME, complete=False) == [0, 0]
    assert balance(STANDARD, ended(1, 2, 3, winner=2), GAME) == [-500, -500, 1000]


def test_each_pays_the_difference_to_every_better_player() -> None:
    """Rules 5.12 (c); three-01 of the bank before its shutout: 304, 137 and 0."""
    assert balance(house(seating="loser_sits_out"), ended(304, 137, 0), POINT) == [167 + 304, -167 + 137, -304 - 137]


def test_everything_is_added_up() -> None:
    assert balance(STANDARD, ended(250, 26, net=224), Stakes("€", 1, 10, 500), 2, 5) == [694, -694]


def test_every_member_of_a_team_pays_and_is_paid_in_full() -> None:
    """Rules 5.13."""
    teams = house(seating="teams")
    assert balance(teams, ended(250, 26, net=224), POINT, seats=4) == [224, -224, 224, -224]
    assert balance(teams, ended(26, 250, winner=1, net=224), GAME, seats=6) == [-500, 500] * 3


def test_the_captain_pays_and_collects_for_each_of_the_others() -> None:
    """Rules 5.12 (d): "the captain is actually playing for double the amount"."""
    captain = house(seating="captain")
    paid = balance(captain, ended(250, 110, net=140), POINT, seats=3)
    assert (paid, {type(amount) for amount in paid}) == ([280, -140, -140], {int})
    assert balance(captain, ended(110, 250, winner=1, net=140), Stakes("€", 1, 10, 500), 1, 3, seats=3) == [
        *(-1320, 660, 660),
    ]


@pytest.mark.parametrize(
    ("net", "others", "expected"),
    [(140, 2, {0: 280, 1: -140, 2: -140}), (-5, 2, {0: -10, 1: 5, 2: 5}), (7, 3, {0: 21, 1: -7, 2: -7, 3: -7})],
)
def test_a_captains_net_is_multiplied_by_the_others(net: int, others: int, expected: dict[int, int]) -> None:
    """Three-02 of the bank."""
    assert captain_balance(net, others) == expected
    assert captain_balance(140) == {0: 280, 1: -140, 2: -140}


@pytest.mark.parametrize(
    ("owed", "expected"),
    [
        ({}, ()),
        ({0: 0, 1: 0}, ()),
        ({0: 5, 1: -5}, (Payment(1, 0, 5),)),
        ({0: 50, 1: -20, 2: -30}, (Payment(2, 0, 30), Payment(1, 0, 20))),
        ({0: -50, 1: 20, 2: 30}, (Payment(0, 2, 30), Payment(0, 1, 20))),
        ({0: 10, 1: -10, 2: 30, 3: -30}, (Payment(3, 2, 30), Payment(1, 0, 10))),
        ({0: 10, 1: 10, 2: -10, 3: -10}, (Payment(2, 0, 10), Payment(3, 1, 10))),
        ({3: 571, 5: -30, 7: -541}, (Payment(7, 3, 541), Payment(5, 3, 30))),
    ],
)
def test_the_largest_debts_are_paid_first(owed: dict[int, int], expected: tuple[Payment, ...]) -> None:
    assert settling_payments(owed) == expected


def test_the_balances_of_an_evening_are_added_by_player() -> None:
    assert total_balance([{0: 5, 1: -5}, {1: 20, 2: -20}], (0, 1, 2, 3)) == {0: 5, 1: 15, 2: -20, 3: 0}
    assert total_balance([], (0, 1)) == {0: 0, 1: 0}


def test_stakes_are_nothing_unless_they_are_named() -> None:
    assert Stakes("matchsticks") == Stakes("matchsticks", point=0, box=0, game=0)
    assert MAX_STAKE == 100_000
