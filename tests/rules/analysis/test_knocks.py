"""Counting knocks; their sums equal the players' statistics."""

import random
from collections import Counter

import pytest

from games.rules.analysis.knocks import Knocks
from games.rules.analysis.statistics import seat_statistics
from games.rules.declaration import RoundDeclaration, TeamDeal
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from tests.makers import dead, false_knock, gin, knock, misdeal
from tests.rules.kit import STANDARD, LedgerBuilder, between


def played(*rounds: RoundDeclaration, rules: RuleSet = STANDARD, seats: int = 2) -> LedgerBuilder:
    ledger = LedgerBuilder(seats).start(rules)
    for number, one in enumerate(rounds, 1):
        ledger.enter(number, one)
    return ledger


def counted(ledger: LedgerBuilder) -> Knocks:
    found = Knocks()
    found.add_game(ledger.current)
    return found


def test_each_knock_and_each_caught_hand_counts_with_its_deadwood() -> None:
    found = counted(played(knock(0, 7, 20), knock(1, 7, 3), knock(0, 2, 20), gin(1, 31), dead(), misdeal()))
    assert found.made == {7: 2, 2: 1}
    assert found.undercut == {7: 1}
    # Who was undercut is caught by nobody.
    assert found.caught == {20: 2, 31: 1}


def test_with_three_everybody_else_is_caught() -> None:
    found = counted(played(knock(0, 5, 8, 30), rules=rule_set("ginski"), seats=3))
    assert (found.made, found.undercut, found.caught) == ({5: 1}, {}, {8: 1, 30: 1})


def test_each_hand_of_partners_counts() -> None:
    deal = TeamDeal((between(knock(0, 7, 20), 0, 1), between(knock(0, 9, 4), 2, 3)))
    found = counted(played(deal, rules=rule_set("partnership"), seats=4))
    assert (found.made, found.undercut, found.caught) == ({7: 1, 9: 1}, {9: 1}, {20: 1})


def test_rounds_that_do_not_count_are_left_out() -> None:
    ledger = played(knock(0, 7, 20), knock(0, 6, 20))
    ledger.void(1)
    assert counted(ledger).made == {6: 1}


def test_hands_that_came_out_alike_are_counted_at_once() -> None:
    one, many = Knocks(), Knocks()
    for _ in range(3):
        one.add("knock", 0, {0: 4, 1: 12})
    many.add("knock", 0, {0: 4, 1: 12}, 3)
    many.add("dead", None, {}, 5)
    many.add("false_knock", 1, {}, 5)
    assert many == one == Knocks(Counter({4: 3}), Counter(), Counter({12: 3}))


@pytest.mark.parametrize("seed", range(8))
def test_sums_equal_those_of_the_players(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - chance in tests needs no secrets
    rules = rule_set("standard", {"target": 1000, "false_knock_penalty": 10})
    kinds = (
        lambda: knock(chance.randint(0, 1), chance.randint(1, 10), chance.randint(0, 40)),
        lambda: gin(chance.randint(0, 1), chance.randint(0, 60), big=chance.random() < 0.3),
        dead,
        misdeal,
        lambda: false_knock(chance.randint(0, 1)),
    )
    ledger = played(*(chance.choice(kinds)() for _ in range(60)), rules=rules)
    found, seats = counted(ledger), seat_statistics(ledger.current).values()
    assert found.made.total() == sum(seat.knocks for seat in seats)
    assert sum(left * times for left, times in found.made.items()) == sum(seat.knock_deadwood for seat in seats)
    assert found.undercut.total() == sum(seat.undercut_by for seat in seats)
    assert found.caught.total() == sum(seat.caught for seat in seats)
    assert sum(left * times for left, times in found.caught.items()) == sum(seat.caught_points for seat in seats)
    assert found.made.total() > 0
