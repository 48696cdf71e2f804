"""What each entrant still needs: every claim holds in every possible ending of the season."""

import random
from dataclasses import replace

import pytest

from games.rules.league.needs import Need, NeedCode
from games.rules.league.season import SeasonRules, TieBreak
from tests.rules.running_seasons import OUTCOMES_ONLY, by_chance, round_robin

SEASONS = pytest.mark.parametrize("seasons", [range(5), pytest.param(range(5, 200), marks=pytest.mark.slow)], ids=str)


@SEASONS
def test_every_claim_in_a_round_robin_is_true(seasons: range) -> None:
    for number in seasons:
        round_robin(number).check()


@SEASONS
def test_every_claim_is_true_in_every_way_in_which_the_season_can_go_on(seasons: range) -> None:
    for number in seasons:
        by_chance(number).check()


@SEASONS
def test_claims_by_bounds_are_true_too(seasons: range, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.rules.league.needs.MAX_COMBINATIONS", 1)
    for number in seasons:
        by_chance(5000 + number).check()


@pytest.mark.parametrize("order", [("points", "buchholz", "lot"), ("points", "sonneborn_berger"), ("buchholz", "lot")])
def test_every_claim_is_true_where_bonuses_leave_the_points_of_opponents_open(order: tuple[TieBreak, ...]) -> None:
    rules = SeasonRules(bonus_box_lead=1, order=order)
    for number in range(25, 30):
        replace(by_chance(number), rules=rules).check()


@SEASONS
def test_where_only_outcomes_count_every_true_statement_is_found(seasons: range) -> None:
    for number in seasons:
        luck = random.Random(number)  # noqa: S311 - tests need no secrets
        order = ("points", *luck.sample(OUTCOMES_ONLY[:-1], luck.randint(0, 4)), *luck.choice([(), ("lot",)]))
        rules = SeasonRules(win=luck.choice([2, 3]), order=order, minimum=luck.choice([0, 2]))
        season = replace(by_chance(number, 4), rules=rules)
        season.check()
        for entrant in season.entrants:
            places = [(places[entrant], wins[entrant]) for places, wins in season.finals]
            failed = [wins for place, wins in places if place != 1]
            mine = max(wins for _, wins in places)
            needs = season.needs[entrant]
            assert (NeedCode.CHAMPION in needs) == (not failed)
            if season.left:
                assert (NeedCode.OUT in needs) == (len(failed) == len(places))
            if 0 < len(failed) < len(places):
                exact = [Need(NeedCode.WINS_NEEDED, entrant, max(failed) + 1)] if max(failed) < mine else []
                assert needs.get(NeedCode.WINS_NEEDED, []) == exact
