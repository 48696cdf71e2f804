"""Every tie-break of opponents and of rounds, with figures that can be added up by hand."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

import pytest

from games.rules.league.new_season import new_season_values, usual_order
from games.rules.league.results import step_of
from games.rules.league.season import TIE_BREAKS, SeasonRules, TieBreak, season_rules
from games.rules.league.standings import (
    MatchResult,
    Outcome,
    PointsPenalty,
    SideResult,
    Tally,
    rows_before_first_match,
    standings,
    tally,
)
from games.rules.league.tie_breaks import need_steps

WIN, DRAW, LOSS = Outcome.WIN, Outcome.DRAW, Outcome.LOSS
ANN, BEN, CLEO, DAN, EVE = 1, 2, 3, 4, 5


def won(winner: int, loser: int, round_number: int | None = None, *, night: int = 1, score: int = 0) -> MatchResult:
    sides = SideResult(winner, WIN, score, 0, games=2), SideResult(loser, LOSS, 0, score, games=1)
    return MatchResult(1, night, sides, round=round_number)


def drawn(one: int, other: int, round_number: int | None = None) -> MatchResult:
    return MatchResult(1, 1, (SideResult(one, DRAW), SideResult(other, DRAW)), round=round_number)


def bye(entrant: int, round_number: int) -> MatchResult:
    return MatchResult(1, 1, (SideResult(entrant, WIN),), round=round_number)


def values(
    criterion: TieBreak,
    results: Sequence[MatchResult] | Tally,
    rules: SeasonRules | None = None,
    *,
    entrants: Sequence[int] = (ANN, BEN, CLEO, DAN),
    penalties: Sequence[PointsPenalty] = (),
) -> dict[int, int | Fraction]:
    """Return the value of a criterion as a column, under rules that rank by points alone."""
    rules = replace(rules or SeasonRules(), order=("points",))
    totals = results if isinstance(results, Tally) else tally(results)
    rows = standings(entrants, totals, rules, penalties=penalties, columns=[criterion])
    return {row.entrant: row.values[criterion] for row in rows}


# Four players, three rounds. Points: Ann 5, Ben 5, Cleo 1, Dan 1.
EVENING = [
    *(won(ANN, DAN, 1, score=100), won(BEN, CLEO, 1, score=30)),
    *(won(ANN, CLEO, 2, score=60), won(BEN, DAN, 2, score=5)),
    *(drawn(ANN, BEN, 3), drawn(CLEO, DAN, 3)),
]


def test_buchholz_cut_1_leaves_out_the_lowest_opponent() -> None:
    assert values("buchholz", EVENING) == {ANN: 7, BEN: 7, CLEO: 11, DAN: 11}
    assert values("buchholz_cut_1", EVENING) == {ANN: 6, BEN: 6, CLEO: 10, DAN: 10}


def test_median_buchholz_leaves_out_the_highest_too() -> None:
    assert values("median_buchholz", EVENING) == {ANN: 1, BEN: 1, CLEO: 5, DAN: 5}


def test_an_opponent_met_twice_is_cut_once() -> None:
    results = [won(ANN, BEN), won(ANN, BEN), drawn(ANN, CLEO)]
    assert values("buchholz", results)[ANN] == 1
    assert values("buchholz_cut_1", results)[ANN] == 1
    assert values("median_buchholz", results)[ANN] == 0


@pytest.mark.parametrize("criterion", ["buchholz", "buchholz_cut_1", "median_buchholz", "koya", "progressive"])
def test_without_an_opponent_nothing_is_added_up(criterion: TieBreak) -> None:
    assert values(criterion, [], entrants=[ANN]) == {ANN: 0}


def test_median_buchholz_of_a_single_opponent_is_nothing() -> None:
    assert values("median_buchholz", [won(ANN, BEN)])[BEN] == 0


def test_the_progressive_score_adds_up_the_points_after_each_round() -> None:
    # Ann: 2, 4, 5. Cleo: 0, 0, 1.
    assert values("progressive", EVENING) == {ANN: 11, BEN: 11, CLEO: 1, DAN: 1}


def test_an_early_win_is_worth_more_than_a_late_one() -> None:
    results = [won(ANN, CLEO, 1), won(DAN, BEN, 1), won(CLEO, ANN, 2), won(BEN, DAN, 2)]
    assert values("progressive", results) == {ANN: 4, BEN: 2, CLEO: 2, DAN: 4}


def test_the_progressive_score_stands_still_in_a_missed_round_and_counts_byes() -> None:
    results = [won(ANN, BEN, 1), bye(CLEO, 1), won(BEN, CLEO, 2)]
    assert values("progressive", results) == {ANN: 4, BEN: 2, CLEO: 4, DAN: 0}


def test_matches_outside_a_draw_count_night_by_night_after_the_rounds() -> None:
    results = [won(BEN, ANN, night=700), won(ANN, BEN, 2, night=900), won(ANN, BEN, night=-3), won(ANN, BEN, night=-8)]
    # The round, those without a date together, the night: Ann 2, 6, 6.
    assert values("progressive", results)[ANN] == 14
    assert values("progressive", results)[BEN] == 2


def test_steps_are_rounds_then_what_has_no_date_then_nights() -> None:
    assert step_of(1, 800) < step_of(2, 700) < step_of(None, -5) == step_of(None, -4) < step_of(None, 1)


def test_penalties_are_not_in_the_progressive_score() -> None:
    assert values("progressive", EVENING, penalties=[PointsPenalty(ANN, 3)])[ANN] == 11


def test_koya_counts_the_points_against_those_with_half_of_the_points_they_could_have() -> None:
    # Of 6 points Ann and Ben have 5.
    assert values("koya", EVENING) == {ANN: 1, BEN: 1, CLEO: 0, DAN: 0}


def test_half_of_the_points_is_enough_for_koya() -> None:
    results = [won(ANN, BEN), won(BEN, CLEO), drawn(ANN, CLEO), drawn(ANN, DAN)]
    # Ben has 2 of 4, Cleo 1 of 4, Dan 1 of 2, Ann 4 of 6.
    assert values("koya", results) == {ANN: 3, BEN: 0, CLEO: 1, DAN: 1}


def test_points_scored_and_games_won_are_those_of_the_player() -> None:
    assert values("points_scored", EVENING) == {ANN: 160, BEN: 35, CLEO: 0, DAN: 0}
    assert values("games_won", EVENING, SeasonRules(length="games", count=3)) == {ANN: 4, BEN: 4, CLEO: 2, DAN: 2}
    # A match of one game, as it's typed or imported without its games.
    assert values("games_won", EVENING) == {ANN: 2, BEN: 2, CLEO: 0, DAN: 0}


@pytest.mark.parametrize("criterion", ["points_scored", "games_won"])
def test_they_break_ties(criterion: TieBreak) -> None:
    more = MatchResult(1, 1, (SideResult(BEN, WIN, 90, games=3), SideResult(DAN, LOSS)))
    less = MatchResult(2, 1, (SideResult(ANN, WIN, 80, games=2), SideResult(CLEO, LOSS)))
    rules = SeasonRules(length="games", count=3, order=("points", criterion))
    rows = standings([ANN, BEN, CLEO, DAN], tally([more, less]), rules)
    assert [(row.place, row.entrant) for row in rows] == [(1, BEN), (2, ANN), (3, CLEO), (3, DAN)]
    assert rows[1].decided_by == criterion


# Virtual opponents. Ann 4, Ben 2, Cleo 2 (a bye), Dan 0, of two rounds.

VIRTUAL = SeasonRules(unplayed="virtual_opponent")
MISSED = [won(ANN, BEN, 1), bye(CLEO, 1), won(ANN, CLEO, 2), won(BEN, DAN, 2)]


def test_a_missed_round_counts_as_an_opponent_with_the_own_points() -> None:
    # Dan, who joined late, has no points: his virtual opponent has none either.
    assert values("buchholz", MISSED) == {ANN: 4, BEN: 4, CLEO: 4, DAN: 2}
    assert values("buchholz", MISSED, VIRTUAL) == {ANN: 4, BEN: 4, CLEO: 4 + 2, DAN: 2 + 0}


def test_a_virtual_opponent_never_has_more_than_a_draw_in_each_round() -> None:
    results = [won(ANN, BEN, 1), won(ANN, DAN, 2), bye(ANN, 3), won(BEN, DAN, 3)]
    # Ann has 6 points, three draws bring 3.
    assert values("buchholz", results, VIRTUAL)[ANN] == 2 + 0 + 3


@pytest.mark.parametrize(("counts_as", "expected"), [("win", 2), ("draw", Fraction(1, 2)), ("nothing", 0)])
def test_a_bye_counts_in_sonneborn_berger_as_the_season_says(counts_as: str, expected: int | Fraction) -> None:
    """Cleo lost her match: she and her virtual opponent have the points of the bye, 2, 1 or none."""
    rules = season_rules({"bye": counts_as, "unplayed": "virtual_opponent"})
    assert values("sonneborn_berger", MISSED, rules)[CLEO] == expected


def test_of_the_lowest_a_round_missed_by_choice_is_cut_first() -> None:
    results = [won(ANN, BEN, 1), won(ANN, CLEO, 2), won(DAN, BEN, 2), won(DAN, CLEO, 3), won(EVE, BEN, 3)]
    # Ann missed the third round: a virtual opponent of 3 points (three draws); Ben and Cleo have none.
    assert values("buchholz", results, VIRTUAL)[ANN] == 3
    assert values("buchholz_cut_1", results, VIRTUAL)[ANN] == 0
    # With a bye instead it's no choice, so Ben goes.
    assert values("buchholz_cut_1", [*results, bye(ANN, 3)], VIRTUAL)[ANN] == 3


def test_a_round_still_to_be_played_is_not_missed() -> None:
    totals = tally(MISSED)
    dan_waits = replace(totals, excused=frozenset({(CLEO, step_of(1, 0))}))
    assert values("buchholz", totals, VIRTUAL)[CLEO] == 6
    assert values("buchholz", dan_waits, VIRTUAL)[CLEO] == 4


def test_rounds_count_only_in_a_draw() -> None:
    results = [won(ANN, BEN, night=1), won(ANN, CLEO, night=2)]
    assert values("buchholz", results, VIRTUAL) == values("buchholz", results)


def test_steps_are_needed_only_where_something_asks_for_them() -> None:
    assert need_steps(["progressive"], SeasonRules())
    assert not need_steps(["buchholz", "koya"], SeasonRules())
    assert need_steps(["points", "buchholz_cut_1"], VIRTUAL)
    assert not need_steps(["points", "koya"], VIRTUAL)


# Columns, places, new seasons.


def test_columns_are_valued_without_ranking_by_them() -> None:
    rules = SeasonRules(order=("points",))
    plain = standings([ANN, BEN, CLEO, DAN], tally(EVENING), rules)
    shown = standings([ANN, BEN, CLEO, DAN], tally(EVENING), rules, columns=["progressive", "points"])
    assert [(row.place, row.entrant) for row in plain] == [(row.place, row.entrant) for row in shown]
    assert {tuple(row.values) for row in plain} == {("points",)}
    assert {tuple(row.values) for row in shown} == {("points", "progressive")}


def test_before_the_first_match_nobody_has_a_place() -> None:
    rows = standings([DAN, ANN, BEN], tally([bye(BEN, 1)]), SeasonRules(), penalties=[PointsPenalty(ANN, 1)], seed="s")
    assert [row.place for row in rows] == [1, 2, 3]
    before = rows_before_first_match(rows)
    assert [(row.place, row.ranked, row.entrant, row.points) for row in before] == [
        *((0, False, BEN, 2), (0, False, DAN, 0), (0, False, ANN, -1)),
    ]
    assert {row.decided_by for row in before} == {None}


def test_a_new_swiss_season_ranks_by_buchholz_and_the_lot_settles_the_rest() -> None:
    assert usual_order("swiss")[:2] == ("points", "buchholz")
    for pairing in ("free", "round_robin", "double", "trios", "swiss", "knockout", "script"):
        rules = season_rules(new_season_values(pairing))
        assert rules.order[0] == "points"
        assert rules.order[-1] == "lot"
        assert rules.running == "when_over"
        assert set(rules.order) <= set(TIE_BREAKS)


def test_a_stored_season_keeps_its_order_and_counts_matches_at_once() -> None:
    assert season_rules({}).order == ("points", "wins", "head_to_head", "point_difference", "boxes", "lot")
    assert (season_rules({}).running, season_rules({}).unplayed) == ("at_once", "nothing")
