"""Invariants of the standings, for any results."""

import itertools
import random
from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from games.rules.league.season import HEAD_TO_HEAD
from games.rules.league.standings import MatchResult, StandingsRow, league_points, standings, tally
from tests.rules.seasons import Season, added

seasons = st.integers(0, 10**6).map(Season)
two_sided = st.integers(0, 10**6).map(lambda number: Season(number, sides=2, byes=False))


def table(season: Season, results: list[MatchResult] | None = None) -> tuple[StandingsRow, ...]:
    totals = tally(season.results if results is None else results)
    return standings(season.entrants, totals, season.rules, penalties=season.penalties, seed="s")


@given(seasons, st.randoms(use_true_random=False))
def test_the_order_of_results_entrants_sides_and_penalties_changes_nothing(season: Season, luck: random.Random) -> None:
    mixed = [replace(r, sides=tuple(luck.sample(r.sides, len(r.sides)))) for r in season.results]
    luck.shuffle(mixed)
    found = standings(
        luck.sample(season.entrants, len(season.entrants)),
        tally(mixed),
        season.rules,
        penalties=luck.sample(season.penalties, len(season.penalties)),
        seed="s",
    )
    assert found == table(season)


@given(seasons, seasons)
def test_a_void_result_changes_nothing(season: Season, other: Season) -> None:
    void = [replace(result, void=True) for result in other.results]
    assert table(season, [*void, *season.results, *void]) == table(season)


@given(seasons)
def test_provisional_results_count_too(season: Season) -> None:
    def without(row: StandingsRow) -> StandingsRow:
        return replace(row, record=replace(row.record, provisional=0), counted=replace(row.counted, provisional=0))

    final = [replace(result, final=True) for result in season.results]
    assert [without(row) for row in table(season)] == list(table(season, final))


@given(seasons, st.integers(0, 20))
def test_parts_of_a_tally_added_up_are_the_whole(season: Season, cut: int) -> None:
    parts = added(tally(season.results[:cut]), tally(season.results[cut:]))
    assert parts == tally(season.results)


@given(seasons, st.randoms(use_true_random=False))
def test_other_names_make_the_same_table_with_other_names(season: Season, luck: random.Random) -> None:
    names = dict(zip(range(1, 100), luck.sample(range(1, 100), 99), strict=True))
    season.rules = replace(season.rules, order=tuple(c for c in season.rules.order if c != "lot") or ("points",))
    before = table(season)
    season.results = [
        replace(r, sides=tuple(replace(s, entrant=names[s.entrant]) for s in r.sides)) for r in season.results
    ]
    season.entrants = [names[entrant] for entrant in season.entrants]
    season.penalties = [replace(p, entrant=names[p.entrant]) for p in season.penalties]

    def row_values(rows: tuple[StandingsRow, ...]) -> set[tuple[object, ...]]:
        # Tied entrants are in the order of their numbers, so renumbering may reorder them.
        return {(r.entrant, r.place, r.ranked, r.points, r.record, r.counted, *r.values.items()) for r in rows}

    assert row_values(tuple(replace(row, entrant=names[row.entrant]) for row in before)) == row_values(table(season))


@given(two_sided)
def test_between_two_sides_every_win_is_a_loss_and_every_draw_two(season: Season) -> None:
    records = tally(season.results).records.values()
    assert sum(record.wins for record in records) == sum(record.losses for record in records)
    assert sum(record.draws for record in records) % 2 == 0
    assert sum(record.played for record in records) == 2 * sum(not result.void for result in season.results)


@given(seasons)
def test_pairs_and_nights_add_up_to_the_records(season: Season) -> None:
    totals = tally(season.results)
    for (one, other), met in totals.pairs.items():
        assert met.played == met.wins + met.draws + met.losses == totals.pairs[other, one].played
    assert {entrant for entrant, _ in totals.nights} == set(totals.records)


@given(seasons)
def test_places_follow_the_criteria(season: Season) -> None:
    rows = table(season)
    assert sorted(row.entrant for row in rows) == sorted(season.entrants)
    ranked = [row for row in rows if row.ranked]
    assert rows[: len(ranked)] == tuple(ranked)
    assert all(row.place == 0 for row in rows[len(ranked) :])
    for number, (above, below) in enumerate(itertools.pairwise(ranked), 2):
        assert below.place == (number if below.decided_by else above.place)
        if below.decided_by not in (None, *HEAD_TO_HEAD):
            better, worse = above.values[below.decided_by], below.values[below.decided_by]
            assert better < worse if below.decided_by == "fewest_losses" else better > worse


@given(seasons)
def test_best_nights_never_bring_more_points_than_all_of_them(season: Season) -> None:
    for row in table(season):
        assert row.points == league_points(row.counted, season.rules) - row.penalty
        assert league_points(row.counted, season.rules) <= league_points(row.record, season.rules)
