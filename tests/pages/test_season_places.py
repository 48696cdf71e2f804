"""The chart of a season's places equals the standings after each night."""

from datetime import timedelta

import pytest
from pytest_django import DjangoAssertNumQueries

from games.models import Entrant, Match, MatchSide, MatchState, Penalty, Season
from games.models.match import sides_for
from games.pages.season.season_places import MOST_ENTRANTS, MOST_NIGHTS, SeasonProgress, season_progress
from games.pages.season.season_table_page import season_table_page
from games.rules.league.season import SeasonRules, season_json, season_rules
from games.rules.league.standings import StandingsRow, standings, tally
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_rows import lot_numbers
from tests.leagues import Club, club
from tests.selectors.test_season_tally import MONDAY, TONIGHT, results, season_of

pytestmark = pytest.mark.django_db
NIGHTS = [MONDAY + timedelta(weeks=week) for week in range(5)]


def play(tuesday: Club, one: str, other: str, weeks: int | None, outcome: str = "win") -> Match:
    """A match so many weeks ago, None: nobody knows when."""
    match = Match.objects.create(
        season=tuesday.season,
        number=tuesday.season.matches.count() + 1,
        night=None if weeks is None else date_in_league(tuesday.league) - timedelta(weeks=weeks),
        state=MatchState.PLAYED,
        final=True,
    )
    sides = sides_for(match, [tuesday.entrants[one], tuesday.entrants[other]])
    sides[0].outcome, sides[1].outcome = outcome, {"win": "loss", "draw": "draw", "loss": "win"}[outcome]
    MatchSide.objects.bulk_create(sides)
    return match


def long_ago(tuesday: Club) -> None:
    """Everybody has been here from the beginning."""
    Entrant.objects.filter(season=tuesday.season).update(joined_on=MONDAY - timedelta(weeks=500))


def course(tuesday: Club) -> SeasonProgress:
    return season_progress(Season.objects.select_related("league").get(pk=tuesday.season.pk))


def places(found: SeasonProgress) -> dict[str, list[int | None]]:
    return {one.name: [stop and stop.place for stop in one.positions] for one in found.ranked}


def with_rules(tuesday: Club, rules: SeasonRules) -> None:
    Season.objects.filter(pk=tuesday.season.pk).update(rules=season_json(rules))


ORDERS = (
    season_rules({}),
    season_rules({"best_nights": 2, "minimum": 3}),
    season_rules({"order": ["points", "buchholz"], "bye": "draw"}),
)


@pytest.mark.parametrize("rules", ORDERS, ids=["usual", "best nights", "no lot"])
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 8))])
def test_each_column_is_what_the_rules_make_of_the_results_until_then(
    seed: int, rules: SeasonRules, monkeypatch: pytest.MonkeyPatch
) -> None:
    tuesday = season_of(seed, most=3)
    long_ago(tuesday)
    with_rules(tuesday, rules)
    monkeypatch.setattr("games.pages.season.season_places.date_in_league", lambda _: TONIGHT + timedelta(days=1))
    entrants = [entrant.pk for entrant in tuesday.entrants.values()]

    def table(until: int) -> list[StandingsRow]:
        there = results(tuesday.season, lambda f: f.night is None or f.night <= NIGHTS[until])
        rows = standings(
            entrants,
            tally([one for one in there if len(one.sides) > 1 or one.night <= NIGHTS[until].toordinal()]),
            rules,
            seed=tuesday.season.key,
            lot_numbers=lot_numbers(entrants),
        )
        return [row for row in rows if row.ranked]

    found = course(tuesday)
    dated = [night for night in found.nights if night is not None]
    assert dated == sorted(dated)
    assert set(dated) <= set(NIGHTS)
    assert len(dated) >= 4
    for column, night in enumerate(found.nights):
        if night is not None:
            rows = table(NIGHTS.index(night))
            stops = {one.entrant: one.positions[column] for one in found.ranked}
            fields = {pk: (stop.line, stop.place) for pk, stop in stops.items() if stop}
            drawn = {one.entrant for one in found.ranked}
            assert fields == {r.entrant: (line, r.place) for line, r in enumerate(rows, 1) if r.entrant in drawn}
            for pk, stop in stops.items():
                assert not stop or stop.shared == (sum(row.place == stop.place for row in rows) > 1), pk


def test_the_columns_are_the_tables_that_the_page_of_the_table_shows() -> None:
    tuesday = club()
    for week, (one, other) in enumerate([("Ann", "Ben"), ("Ben", "Cleo"), ("Ben", "Ann"), ("Dan", "Ben")]):
        play(tuesday, one, other, 4 - week)
    long_ago(tuesday)
    Penalty.objects.create(season=tuesday.season, entrant=tuesday.entrants["Ben"], points=3, reason="late", by="Olga")
    found = course(tuesday)
    # Points deducted today are in no earlier table.
    assert found.nights[-1] is None
    assert len(found.nights) == 5
    at = SeasonAccess(tuesday.access, tuesday.season)
    for column, night in enumerate(found.nights):
        page = season_table_page(at, on=night)
        shown = {row.name: int(row.place) for row in page.table.rows}
        assert {one.name: stop.place for one in found.ranked if (stop := one.positions[column])} == shown
    assert places(found)["Ben"][-2:] == [1, 3]


def test_table_after_the_last_night_is_not_repeated_as_the_current_one() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", 1)
    long_ago(tuesday)
    assert course(tuesday).nights == (date_in_league(tuesday.league) - timedelta(weeks=1),)


def test_tonight_is_now() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", 1)
    play(tuesday, "Ben", "Ann", 0)
    long_ago(tuesday)
    assert course(tuesday).nights == (date_in_league(tuesday.league) - timedelta(weeks=1), None)


def test_late_entrant_has_no_earlier_place_and_a_withdrawn_one_none() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", 2)
    play(tuesday, "Cleo", "Ben", 1)
    long_ago(tuesday)
    Entrant.objects.filter(pk=tuesday.entrants["Cleo"].pk).update(
        joined_on=date_in_league(tuesday.league) - timedelta(weeks=1)
    )
    Entrant.objects.filter(pk=tuesday.entrants["Dan"].pk).update(withdrawn_on=date_in_league(tuesday.league))
    Entrant.objects.filter(pk=tuesday.entrants["Ben"].pk).update(withdrawn_on=date_in_league(tuesday.league))
    found = course(tuesday)
    assert set(found.names.values()) == {"Ann", "Ben", "Cleo"}
    assert [place is None for place in places(found)["Cleo"]][:2] == [True, False]
    assert None not in places(found)["Ben"]


def test_entrants_with_too_few_matches_are_named_separately() -> None:
    tuesday = club(rules=season_rules({"minimum": 2}))
    play(tuesday, "Ann", "Ben", 2)
    play(tuesday, "Ann", "Ben", 1)
    play(tuesday, "Ann", "Cleo", 1)
    long_ago(tuesday)
    found = course(tuesday)
    assert places(found) == {"Ann": [None, 1], "Ben": [None, 2]}
    assert sorted(name for _, name in found.unranked) == ["Cleo", "Dan"]


def test_the_pairs_are_the_single_matches_counted() -> None:
    tuesday = season_of(3, most=3)
    found = course(tuesday)
    counted: dict[tuple[int, int], list[int]] = {}
    for result in results(tuesday.season, lambda _: True):
        for side in result.sides:
            for other in result.sides:
                if other is not side:
                    record = counted.setdefault((side.entrant, other.entrant), [0, 0, 0])
                    record[("win", "draw", "loss").index(side.outcome)] += 1
    assert {pair: [record.wins, record.draws, record.losses] for pair, record in found.pairs.items()} == counted
    assert counted


def test_more_nights_and_entrants_than_can_be_drawn_are_cut_off() -> None:
    names = [f"P{number}" for number in range(MOST_ENTRANTS + 5)]
    tuesday = club(*names)
    for week in range(MOST_NIGHTS + 3, 0, -1):
        play(tuesday, "P0", f"P{week}", week)
    long_ago(tuesday)
    found = course(tuesday)
    assert (len(found.nights), found.played) == (MOST_NIGHTS, MOST_NIGHTS + 3)
    assert (len(found.top), len(found.ranked)) == (MOST_ENTRANTS, MOST_ENTRANTS + 5)
    assert found.nights[-1] == date_in_league(tuesday.league) - timedelta(weeks=1)
    assert {len(one.positions) for one in found.ranked} == {MOST_NIGHTS}
    assert found.ranked[0].name == "P0"
    assert all(set(pair) <= set(found.names) for pair in found.pairs)


def test_a_season_without_matches_has_no_columns_and_one_without_dates_has_its_pairs() -> None:
    tuesday = club()
    assert (course(tuesday).nights, course(tuesday).pairs) == ((), {})
    play(tuesday, "Ann", "Ben", None)
    Season.objects.filter(pk=tuesday.season.pk).update(revision=100)
    found = course(tuesday)
    assert (found.nights, len(found.pairs)) == ((), 2)


@pytest.mark.parametrize("weeks", [2, 20])
def test_the_query_count_does_not_grow_with_the_nights(
    weeks: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club()
    for week in range(weeks, 0, -1):
        play(tuesday, "Ann", "Ben", week)
    long_ago(tuesday)
    season = Season.objects.select_related("league").get(pk=tuesday.season.pk)
    with django_assert_max_num_queries(16):
        season_progress(season)
    with django_assert_max_num_queries(0):  # as nothing has moved
        season_progress(season)
