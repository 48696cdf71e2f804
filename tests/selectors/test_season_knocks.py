"""The knocks of a season: what counts, and sums equal to those of the settled rows."""

import random
import secrets

import pytest
from django.db.models import Sum
from pytest_django import DjangoAssertNumQueries

from games.models import Entry, EntryKind, Season, SettledSeat
from games.rules.declaration import Declaration
from games.selectors.season import season_knocks as counting
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.season_knocks import season_knocks
from games.services.season.entrants import join_team, make_team
from games.services.season.matches import cancel
from games.services.table.games import undo
from tests.leagues import Club, club
from tests.makers import Phone, correct, dead, enter, gin, knock, sheet, team_deal, void
from tests.rules.kit import between

pytestmark = pytest.mark.django_db


def phone(tuesday: Club, *names: str) -> Phone:
    """The table of a new match."""
    return Phone(tuesday.table(tuesday.match(*names), tuesday.access), "", {})


def take_back(at: Phone) -> None:
    newest = sheet(at).next_undo
    assert newest
    undo(access=at.access, key=secrets.token_hex(8), revision=newest.revision)


def knocks_of(tuesday: Club) -> tuple[dict[int, int], dict[int, int], dict[int, int]]:
    found = season_knocks(tuesday.season)
    return dict(found.made), dict(found.undercut), dict(found.caught)


def test_finished_games_count_as_they_were_entered() -> None:
    tuesday = club(house_rules={"target": 50})
    one = phone(tuesday, "Ann", "Ben")
    for declared in (knock(0, 7, 20), knock(1, 7, 3), dead(), gin(0, 40)):
        enter(one, declared)
    enter(phone(tuesday, "Cleo", "Dan"), knock(0, 1, 30))
    # The second game goes on.
    assert knocks_of(tuesday) == ({7: 2}, {7: 1}, {20: 1, 40: 1})


def test_knocks_count_after_corrections_deletions_and_undos() -> None:
    tuesday = club(house_rules={"target": 100})
    at = phone(tuesday, "Ann", "Ben")
    for own in (1, 2, 3, 4):
        enter(at, knock(0, own, 20))
    correct(at, 1, knock(1, 9, 30))
    correct(at, 1, knock(1, 10, 5))
    void(at, 2)
    void(at, 3)
    take_back(at)
    take_back(at)
    void(at, 3)
    correct(at, 3, knock(0, 6, 25))
    enter(at, knock(0, 8, 12))
    take_back(at)
    enter(at, gin(0, 60))
    assert SettledSeat.objects.exists()
    # Round 1 was undercut, the deletion of round 2 was undone, 3 was entered anew, 4 is unchanged, 5 went gin.
    assert knocks_of(tuesday) == ({10: 1, 2: 1, 6: 1, 4: 1}, {10: 1}, {20: 2, 25: 1, 60: 1})


def test_rounds_after_the_new_end_of_the_game_do_not_count() -> None:
    tuesday = club(house_rules={"target": 50})
    at = phone(tuesday, "Ann", "Ben")
    for own in (1, 2, 3):
        enter(at, knock(0, own, 22))
    before = knocks_of(tuesday)
    correct(at, 1, gin(0, 60))
    assert (before[0], knocks_of(tuesday)) == ({1: 1, 2: 1, 3: 1}, ({}, {}, {60: 1}))


def test_each_hand_of_partners_counts() -> None:
    tuesday = club(preset="partnership", teams=True, house_rules={"target": 10})
    here = {"access": tuesday.access, "season": tuesday.season}
    for name, mates in (("Aces", ("Ann", "Cleo")), ("Kings", ("Ben", "Dan"))):
        team = tuesday.entrants[name] = make_team(name=name, **here)
        for mate in mates:
            join_team(
                entrant_id=team.pk, member_id=tuesday.members[mate].pk, day=date_in_league(tuesday.league), **here
            )
    at = phone(tuesday, "Aces", "Kings")
    enter(at, team_deal(between(knock(0, 7, 20), 0, 1), between(gin(0, 12), 2, 3)))
    assert knocks_of(tuesday) == ({7: 1}, {}, {20: 1, 12: 1})


def test_canceled_matches_and_other_seasons_do_not_count() -> None:
    tuesday, other = club(house_rules={"target": 10}), club(house_rules={"target": 10})
    enter(phone(tuesday, "Ann", "Ben"), knock(0, 3, 40))
    enter(phone(other, "Ann", "Ben"), knock(0, 4, 40))
    assert knocks_of(tuesday)[0] == {3: 1}
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="marked cards")
    assert knocks_of(tuesday)[0] == {}


def test_only_the_newest_matches_are_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    tuesday = club(house_rules={"target": 10})
    for own in (1, 2, 3):
        enter(phone(tuesday, "Ann", "Ben"), knock(0, own, 40))
    monkeypatch.setattr(counting, "MOST_MATCHES", 2)
    assert knocks_of(tuesday)[0] == {2: 1, 3: 1}


def by_chance(chance: random.Random) -> Declaration:
    if chance.random() < 0.2:
        return gin(chance.randint(0, 1), chance.randint(1, 60))
    return knock(chance.randint(0, 1), chance.randint(1, 10), chance.randint(0, 40))


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 16))])
def test_the_sums_are_those_of_the_settled_rows_whatever_was_changed(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - seasons by chance need no secrets
    tuesday = club(house_rules={"target": 60})
    for _ in range(6):
        at = phone(tuesday, *chance.sample(["Ann", "Ben", "Cleo", "Dan"], 2))
        calm = chance.random() < 0.5
        for number in range(1, 30):
            if SettledSeat.objects.filter(table=at.access.table).exists():
                break
            enter(at, by_chance(chance))
            what = chance.random()
            if calm or SettledSeat.objects.filter(table=at.access.table).exists():
                continue
            if what < 0.2:
                correct(at, chance.randint(1, number), by_chance(chance))
            elif what < 0.3:
                void(at, number)
            elif what < 0.4:
                void(at, number)
                take_back(at)
    found = season_knocks(Season.objects.get(pk=tuesday.season.pk))
    sums = SettledSeat.objects.aggregate(
        *(Sum(name) for name in ("knocks", "knock_deadwood", "undercut_by", "caught", "caught_points"))
    )
    assert sums == {
        "knocks__sum": found.made.total(),
        "knock_deadwood__sum": sum(left * times for left, times in found.made.items()),
        "undercut_by__sum": found.undercut.total(),
        "caught__sum": found.caught.total(),
        "caught_points__sum": sum(left * times for left, times in found.caught.items()),
    }
    assert found.made
    assert Entry.objects.filter(kind=EntryKind.CORRECTION).exists()


def test_only_ledgers_that_moved_are_folded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    folded: list[int] = []
    whole = counting.sheets_of
    monkeypatch.setattr(counting, "sheets_of", lambda tables, seats: folded.extend(seats) or whole(tables, seats))
    tuesday = club(house_rules={"target": 10})
    tables = [phone(tuesday, "Ann", "Ben"), phone(tuesday, "Cleo", "Dan")]
    for own, at in enumerate(tables, 1):
        enter(at, knock(0, own, 40))
        correct(at, 1, knock(0, own + 5, 40))
    assert knocks_of(tuesday)[0] == {6: 1, 7: 1}
    assert sorted(folded) == sorted(at.access.table.pk for at in tables)
    folded.clear()
    correct(tables[0], 1, knock(0, 8, 40))
    assert knocks_of(tuesday)[0] == {7: 1, 8: 1}
    assert folded == [tables[0].access.table.pk]


@pytest.mark.parametrize("matches", [1, 5])
def test_the_query_count_does_not_grow_with_the_matches_played(
    matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club(house_rules={"target": 10})
    for _ in range(matches):
        enter(phone(tuesday, "Ann", "Ben"), knock(0, 3, 40))
    season = tuesday.season
    with django_assert_max_num_queries(4):  # whether it is new; which are folded; the count
        season_knocks(season)
    with django_assert_max_num_queries(1):
        season_knocks(season)
