"""Calls for the referee: who may call, take back and answer, and that there is one at a time."""

import pytest

from games.models import Duty, Match, RefereeCall, Season, Table
from games.permissions import LeagueAccess
from games.refusals import RefusedError
from games.services.season.matches import cancel
from games.services.season.referee_calls import answer_call, call_referee, take_back_call, wake_tables
from games.services.season.season_close import close_season
from tests.leagues import Club, club
from tests.refusals import refused


def call(tuesday: Club, access: LeagueAccess) -> None:
    call_referee(access=access, season=tuesday.season, number=1)


def open_call(match: Match) -> RefereeCall | None:
    return match.calls.filter(closed_at=None).first()


def revision(tuesday: Club) -> int:
    return Season.objects.get(pk=tuesday.season.pk).revision


def test_a_call_is_open_until_it_is_answered_and_moves_the_season_once() -> None:
    tuesday = club()
    match, ann = tuesday.match("Ann", "Ben"), tuesday.phone("Ann")
    before = revision(tuesday)
    call(tuesday, ann)
    call(tuesday, tuesday.phone("Ben"))
    assert (RefereeCall.objects.count(), revision(tuesday)) == (1, before + 1)
    answer_call(access=tuesday.official(Duty.REFEREE), season=tuesday.season, number=1)
    answer_call(access=tuesday.access, season=tuesday.season, number=1)
    assert (open_call(match), revision(tuesday)) == (None, before + 2)
    assert RefereeCall.objects.get().answered
    call(tuesday, ann)
    assert RefereeCall.objects.count() == 2


def test_a_call_can_be_taken_back_by_those_who_may_call() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    call(tuesday, tuesday.phone("Ann"))
    assert refused(take_back_call, access=tuesday.phone("Cleo"), season=tuesday.season, number=1) == "not_allowed"
    take_back_call(access=tuesday.phone("Ben"), season=tuesday.season, number=1)
    assert open_call(match) is None
    assert not RefereeCall.objects.get().answered


def test_others_call_no_referee_and_answer_no_call() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    assert refused(call, tuesday, tuesday.phone("Cleo")) == "not_allowed"
    call(tuesday, tuesday.phone("Ann"))
    assert refused(answer_call, access=tuesday.phone("Ann"), season=tuesday.season, number=1) == "not_your_duty"
    answer_call(access=tuesday.official(Duty.SCORER), season=tuesday.season, number=1)


def test_whoever_scores_at_the_table_may_call() -> None:
    tuesday = club()
    match = tuesday.match("Ann", "Ben")
    table = tuesday.table(match, tuesday.phone("Ann"))
    stranger = LeagueAccess(tuesday.league)
    call_referee(access=stranger, season=tuesday.season, number=1, table_access=table)
    assert open_call(match)
    other = tuesday.table(tuesday.match("Cleo", "Dan"), tuesday.phone("Cleo"))
    with pytest.raises(RefusedError, match="not_allowed"):
        take_back_call(access=stranger, season=tuesday.season, number=1, table_access=other)


def test_no_referee_comes_where_nobody_plays_or_the_season_is_closed() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="")
    assert refused(call, tuesday, tuesday.phone("Ann")) == "not_playable"
    tuesday.match("Cleo", "Dan")
    close_season(access=tuesday.access, season=tuesday.season)
    assert refused(call_referee, access=tuesday.access, season=tuesday.season, number=2) == "season_closed"


def test_open_pages_of_a_table_see_that_something_changed_beside_its_ledger() -> None:
    tuesday = club()
    table = tuesday.table(tuesday.match("Ann", "Ben"), tuesday.access).table
    wake_tables([table.pk])
    after = Table.objects.get(pk=table.pk)
    assert (after.changes_beside, after.revision) == (table.changes_beside + 1, table.revision)
