"""Handicaps of a season: who sets them, which games start with them, and how they travel."""

import json

import pytest
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Entrant, LeagueEvent, SettledSeat
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.notation import read
from games.selectors.league.league_history import event_sentences
from games.selectors.season.handicaps import most_handicap
from games.selectors.sharing.notation import table_text
from games.selectors.sharing.sealed_documents import sealed_season
from games.selectors.table.ledger import sheet_of
from games.services.season.entrants import set_handicaps
from games.services.sharing.league_archive import import_league
from games.services.sharing.notation import import_table
from games.services.table.games import start_game
from tests.leagues import Club, account, archive_text, club
from tests.makers import Phone, enter, gin
from tests.refusals import refused, refused_about

pytestmark = pytest.mark.django_db


@pytest.fixture
def tuesday() -> Club:
    return club(rules=season_rules({"length": "games", "count": 3}))


def give(club: Club, **handicaps: int) -> None:
    points = {club.entrants[name].pk: points for name, points in handicaps.items()}
    set_handicaps(access=club.access, season=club.season, handicaps=points)


def test_games_that_start_afterwards_begin_with_them(tuesday: Club) -> None:
    give(tuesday, Ann=20)
    table = tuesday.table(tuesday.match("Ben", "Ann"), tuesday.phone("Ann"))
    give(tuesday, Ann=30, Ben=5)
    assert sheet_of(table.table).current.cumulative == {0: 0, 1: 20}
    enter(Phone(table, "", {}), gin(0, 90))
    start_game(access=table, key="second")
    assert [game.opening and game.opening.points for game in sheet_of(table.table).games] == [
        {0: 0, 1: 20},
        {0: 5, 1: 30},
    ]
    assert set(SettledSeat.objects.values_list("from_paper", flat=True)) == {False}


def test_each_change_is_in_the_history(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    give(tuesday, Ann=20, Ben=0)
    give(tuesday, Ann=25)
    events = list(LeagueEvent.objects.filter(kind="handicap_set").order_by("pk"))
    assert [(event.facts["before"], event.facts["points"], event.by) for event in events] == [
        ("0", "20", "Olga"),
        ("20", "25", "Olga"),
    ]
    assert event_sentences(events)[1] == snapshot


@pytest.mark.parametrize("points", [-1, 100, 1001])
def test_a_handicap_is_below_the_target(tuesday: Club, points: int) -> None:
    assert refused_about(give, tuesday, Ben=5, Ann=points) == ("invalid_value", "handicap")
    assert set(Entrant.objects.values_list("handicap", flat=True)) == {0}


def test_only_organizers_give_them(tuesday: Club) -> None:
    with pytest.raises(RefusedError) as why:
        set_handicaps(access=tuesday.official(Duty.SCORER), season=tuesday.season, handicaps={})
    assert why.value.code == "not_your_duty"


def test_hollywood_has_none() -> None:
    made = club(preset="hollywood")
    assert most_handicap(made.season) == 0
    made.season.entrants.update(handicap=20)
    table = made.table(made.match("Ann", "Ben"), made.phone("Ann"))
    assert sheet_of(table.table).current.opening is None


def test_a_target_that_came_down_to_a_handicap_is_told_when_the_match_starts(tuesday: Club) -> None:
    match = tuesday.match("Ann", "Ben")
    tuesday.season.entrants.filter(member__name="Ann").update(handicap=100)
    assert refused(tuesday.table, match, tuesday.phone("Ann")) == "target_reached"


def test_it_travels_in_the_archive_and_in_the_seal_where_there_is_one(tuesday: Club) -> None:
    plain = json.loads(archive_text(tuesday.league))
    assert "handicap" not in json.dumps(plain)
    assert "handicap" not in json.dumps(sealed_season(tuesday.season), default=str)
    give(tuesday, Ann=20)
    table = tuesday.table(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"))
    enter(Phone(table, "", {}), gin(1, 90))
    assert "handicap" in json.dumps(sealed_season(tuesday.season), default=str)
    copy = import_league(account=account("Otto"), text=archive_text(tuesday.league))
    season = copy.seasons.get()
    assert season.entrants.get(member__name="Ann").handicap == 20
    match = season.matches.get()
    assert match.table
    assert sheet_of(match.table).current.cumulative == sheet_of(table.table).current.cumulative


def test_the_notation_has_them_in_every_game(tuesday: Club) -> None:
    give(tuesday, Ann=20)
    table = tuesday.table(tuesday.match("Ann", "Ben"), tuesday.phone("Ann"))
    enter(Phone(table, "", {}), gin(0, 90))
    start_game(access=table, key="second")
    text = table_text(table.table)
    assert text.count("handicap: A 20\n") == 2
    copy = import_table(games=read(text), key="a form's key").access.table
    assert table_text(copy) == text
    assert [game.opening for game in sheet_of(copy).games] == [game.opening for game in sheet_of(table.table).games]
