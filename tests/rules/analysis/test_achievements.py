"""The achievements of a finished game; none outlives the round it came from."""

import pytest

from games.rules.analysis.achievements import KINDS, Achievement, achievements
from games.rules.declaration import RoundDeclaration, TeamDeal
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from tests.makers import dead, gin, knock
from tests.rules.kit import LedgerBuilder, between

SHORT = rule_set("standard", {"target": 60})


def played(*rounds: RoundDeclaration, rules: RuleSet = SHORT, seats: int = 2) -> LedgerBuilder:
    """A game in which these rounds were entered."""
    ledger = LedgerBuilder(seats).start(rules)
    for number, one in enumerate(rounds, 1):
        ledger.enter(number, one)
    return ledger


def proud(ledger: LedgerBuilder) -> list[Achievement]:
    """What the game under way or just over has to be proud of."""
    return list(achievements(ledger.sheet.games, ledger.current))


def kinds(*rounds: RoundDeclaration, rules: RuleSet = SHORT, seats: int = 2) -> list[str]:
    return [one.kind for one in proud(played(*rounds, rules=rules, seats=seats))]


def test_nothing_before_the_game_is_over() -> None:
    assert proud(played(gin(0, 20))) == []


def test_the_first_gin_of_the_evening_is_everybodys_own() -> None:
    found = proud(played(gin(0, 5), gin(1, 3), gin(0, 40)))
    assert [(one.seats, one.round) for one in found if one.kind == "first_gin"] == [((0,), 1), ((1,), 2)]


def test_a_second_game_has_no_first_gin_of_who_had_one() -> None:
    ledger = played(gin(0, 40))
    ledger.start(SHORT)
    ledger.enter(1, gin(0, 2)).enter(2, gin(1, 50))
    assert [one.seats for one in proud(ledger) if one.kind == "first_gin"] == [(1,)]


def test_big_gin() -> None:
    assert kinds(gin(0, 40, big=True)) == ["first_gin", "big_gin", "shutout"]


@pytest.mark.parametrize(("left", "is_one"), [(8, True), (9, False), (7, False)])
def test_an_undercut_by_one(left: int, is_one: bool) -> None:
    assert ("by_one" in kinds(knock(0, 9, left), gin(1, 40))) == is_one


@pytest.mark.parametrize(
    ("rounds", "runs"),
    [
        ([knock(0, 5, 15), knock(0, 5, 15), knock(0, 5, 60)], [((0,), 3)]),
        ([knock(0, 5, 15), dead(), knock(0, 5, 15), dead(), knock(0, 5, 60)], [((0,), 3)]),
        ([knock(0, 5, 15), knock(0, 5, 15), knock(1, 5, 60), knock(0, 5, 60)], []),
        ([knock(0, 5, 15), knock(0, 5, 70)], []),
        (
            [*[knock(0, 5, 6)] * 3, knock(1, 5, 7), *[knock(0, 5, 6)] * 4, knock(0, 5, 70)],
            [((0,), 5)],
        ),
        ([*[knock(1, 5, 6)] * 3, *[knock(0, 5, 25)] * 3], [((0,), 3), ((1,), 3)]),
    ],
)
def test_rounds_in_a_row(rounds: list[RoundDeclaration], runs: list[tuple[tuple[int, ...], int]]) -> None:
    found = proud(played(*rounds))
    assert sorted((one.seats, one.amount) for one in found if one.kind == "in_a_row") == runs


@pytest.mark.parametrize(("behind", "is_one"), [(79, False), (80, True)])
def test_a_comeback_from_eighty_behind(behind: int, is_one: bool) -> None:
    rules = rule_set("standard", {"target": 100})
    found = proud(played(knock(0, 1, behind + 1), gin(1, 90), rules=rules))
    assert [one.amount for one in found if one.kind == "comeback"] == ([behind] if is_one else [])


@pytest.mark.parametrize(("last", "is_one"), [(32, True), (33, False)])
def test_by_a_whisker(last: int, is_one: bool) -> None:
    found = kinds(knock(0, 1, 56), knock(1, 1, 30), knock(1, 1, last))
    assert ("whisker" in found) == is_one


def test_a_shutout_is_the_winners() -> None:
    assert [one.seats for one in proud(played(knock(1, 1, 70))) if one.kind == "shutout"] == [(1,)]
    assert "shutout" not in kinds(knock(0, 1, 5), knock(1, 1, 70))


def test_abandoned_game_has_no_winning_bonuses() -> None:
    ledger = played(knock(0, 1, 55))
    ledger.finish(1)
    assert proud(ledger) == []


def test_undo_edit_and_deletion_remove_an_achievement() -> None:
    ledger = played(knock(0, 9, 8), gin(1, 40))
    assert [one.kind for one in proud(ledger)] == ["first_gin", "by_one", "shutout"]
    ledger.enter(1, knock(0, 9, 3))
    assert [one.kind for one in proud(ledger)] == ["first_gin", "shutout"]
    ledger.void(2)
    assert proud(ledger) == []


def test_partners_share_what_the_team_did_and_own_what_they_did_themselves() -> None:
    deal = TeamDeal((between(gin(0, 60), 0, 1), between(knock(0, 9, 8), 2, 3)))
    found = proud(played(deal, deal, deal, rules=rule_set("partnership", {"target": 150}), seats=4))
    assert {(one.kind, one.seats) for one in found} >= {("first_gin", (0,)), ("by_one", (3,)), ("in_a_row", (0, 2))}


def test_on_a_hollywood_sheet_nobody_is_behind() -> None:
    rules = rule_set("hollywood", {"target": 50})
    found = kinds(*[gin(0, 60)] * 3, *[gin(1, 90)] * 3, rules=rules)
    assert not {"comeback", "whisker"} & set(found)


def test_all_kinds_are_reported_in_one_order() -> None:
    found = kinds(gin(1, 1, big=True), knock(0, 9, 8), knock(0, 1, 5), gin(1, 40))
    assert found == sorted(found, key=KINDS.index)
