"""Entrants of a season: latecomers, withdrawals, teams and their players."""

from datetime import date, timedelta

import pytest

from games.models import Duty, Entrant, LeagueEvent, Season, Teammate
from games.refusals import RefusedError
from games.selectors.season.league_dates import date_in_league
from games.services.league.member_erase import erase_member
from games.services.league.members import add_members
from games.services.season import entrants
from games.services.season.entrants import (
    join_team,
    leave_team,
    make_team,
    remove_entrant,
    rename_team,
    return_entrant,
    seed_entrants,
    withdraw,
)
from games.services.season.seasons import enter_members
from tests.leagues import Club, club
from tests.refusals import refused


@pytest.fixture
def cup() -> Club:
    """A season of teams, with Ann, Ben and Cleo in none."""
    return club("Ann", "Ben", "Cleo", teams=True)


def team(cup: Club, name: str) -> Entrant:
    return make_team(access=cup.access, season=cup.season, name=name)


def join(cup: Club, name: str, into: Entrant, on: date | None = None) -> Teammate:
    return join_team(
        access=cup.access,
        season=cup.season,
        entrant_id=into.pk,
        member_id=cup.members[name].pk,
        day=on or date_in_league(cup.league),
    )


def leave(cup: Club, mate: Teammate, on: date | None = None, to: Entrant | None = None) -> Teammate | None:
    return leave_team(
        access=cup.access,
        season=cup.season,
        teammate_id=mate.pk,
        day=on or date_in_league(cup.league),
        new_team_id=to.pk if to else None,
    )


def days_ago(cup: Club, days: int) -> date:
    return date_in_league(cup.league) - timedelta(days=days)


def stints() -> list[tuple[str, str, date, date | None]]:
    return list(Teammate.objects.values_list("member__name", "entrant__name", "joined_on", "left_on"))


def test_late_entrant_counts_from_that_day_on() -> None:
    tuesday = club("Ann")
    Entrant.objects.update(joined_on=date(2026, 1, 6))
    ben = add_members(access=tuesday.access, names=["Ben"])
    enter_members(access=tuesday.access, season=tuesday.season, members=ben)
    assert [e.joined_on for e in Entrant.objects.order_by("pk")] == [date(2026, 1, 6), date_in_league(tuesday.league)]
    assert refused(enter_members, access=tuesday.access, season=tuesday.season, members=ben) == "name_taken"


def test_withdrawn_entrant_keeps_played_matches_and_may_return() -> None:
    tuesday = club("Ann", "Ben")
    ann = tuesday.entrants["Ann"].pk
    for _ in range(2):
        withdraw(access=tuesday.access, season=tuesday.season, entrant_id=ann, reason="ill")
    tuesday.entrants["Ann"].refresh_from_db()
    assert tuesday.entrants["Ann"].withdrawn_on == date_in_league(tuesday.league)
    assert refused(tuesday.match, "Ann", "Ben") == "not_playable"
    for _ in range(2):
        return_entrant(access=tuesday.access, season=tuesday.season, entrant_id=ann)
    tuesday.entrants["Ann"].refresh_from_db()
    tuesday.match("Ann", "Ben")
    events = LeagueEvent.objects.filter(member__name="Ann").values_list("kind", "reason")
    assert list(events) == [("member_added", ""), ("entered", ""), ("withdrawn", "ill"), ("returned", "")]


def test_entrant_may_be_removed_before_the_first_match() -> None:
    tuesday = club("Ann", "Ben", "Cleo")
    tuesday.match("Ann", "Ben")
    one, other = tuesday.entrants["Cleo"].pk, tuesday.entrants["Ann"].pk
    remove_entrant(access=tuesday.access, season=tuesday.season, entrant_id=one)
    assert refused(remove_entrant, access=tuesday.access, season=tuesday.season, entrant_id=other) == "not_playable"
    assert [e.member.name for e in tuesday.season.entrants.all() if e.member] == ["Ann", "Ben"]


def test_a_player_is_in_one_team_at_a_time(cup: Club) -> None:
    aces, kings = team(cup, "Aces"), team(cup, "Kings")
    mate = join(cup, "Ann", aces, days_ago(cup, 10))
    assert refused(join, cup, "Ann", kings) == "in_team"
    assert refused(join, cup, "Ann", aces) == "in_team"
    leave(cup, mate, days_ago(cup, 5))
    assert refused(join, cup, "Ann", kings, days_ago(cup, 6)) == "in_team"
    join(cup, "Ann", kings, days_ago(cup, 5))
    assert stints() == [
        ("Ann", "Aces", days_ago(cup, 10), days_ago(cup, 5)),
        ("Ann", "Kings", days_ago(cup, 5), None),
    ]


def test_a_player_moves_from_team_to_team_in_one_go_or_not_at_all(cup: Club) -> None:
    aces, kings = team(cup, "Aces"), team(cup, "Kings")
    mate = join(cup, "Ann", aces, days_ago(cup, 3))
    elsewhere = club("Dan", teams=True)
    assert refused(leave, cup, mate, to=team(elsewhere, "Queens")) == "not_found"
    assert Teammate.objects.get(pk=mate.pk).left_on is None
    leave(cup, mate, days_ago(cup, 1), kings)
    assert stints() == [("Ann", "Aces", days_ago(cup, 3), days_ago(cup, 1)), ("Ann", "Kings", days_ago(cup, 1), None)]
    assert refused(leave, cup, mate) == "not_found"


def test_days_are_in_order_and_not_in_the_future(cup: Club) -> None:
    aces = team(cup, "Aces")
    assert refused(join, cup, "Ann", aces, date_in_league(cup.league) + timedelta(days=1)) == "wrong_day"
    mate = join(cup, "Ann", aces, days_ago(cup, 3))
    for day in (days_ago(cup, 4), date_in_league(cup.league) + timedelta(days=1)):
        assert refused(leave, cup, mate, day) == "wrong_day"


def test_teams_have_names_of_their_own(cup: Club) -> None:
    aces = team(cup, "Aces")
    team(cup, "Kings")
    assert refused(team, cup, "ACES") == "name_taken"

    def rename(name: str) -> Entrant:
        return rename_team(access=cup.access, season=cup.season, entrant_id=aces.pk, name=name)

    assert refused(rename, "kings") == "name_taken"
    assert rename("The Aces").name == "The Aces"
    assert LeagueEvent.objects.get(kind="team_renamed").facts["before"] == "Aces"


def test_teams_and_single_players_do_not_mix(cup: Club) -> None:
    single = club("Dan")
    assert refused(team, single, "Aces") == "invalid_value"
    members = [cup.members["Ann"]]
    assert refused(enter_members, access=cup.access, season=cup.season, members=members) == "invalid_value"
    assert refused(join, single, "Dan", single.entrants["Dan"]) == "not_found"


def test_a_season_has_so_many_teams_and_no_more(cup: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(entrants, "MOST_TEAMS", 1)
    team(cup, "Swans")
    assert refused(team, cup, "Drakes") == "too_many"


def test_who_was_erased_does_not_return() -> None:
    tuesday = club()
    erase_member(access=tuesday.access, member_id=tuesday.members["Ann"].pk)
    who = tuesday.entrants["Ann"].pk
    assert refused(return_entrant, access=tuesday.access, season=tuesday.season, entrant_id=who) == "not_found"


def test_who_is_erased_leaves_their_team(cup: Club) -> None:
    join(cup, "Ann", team(cup, "Swans"), days_ago(cup, 3))
    erase_member(access=cup.access, member_id=cup.members["Ann"].pk)
    assert Teammate.objects.get().left_on == date_in_league(cup.league)


def test_members_of_another_league_or_season_cannot_play(cup: Club) -> None:
    other = club("Dan", "Eve")
    aces = team(cup, "Aces")
    dan = other.members["Dan"].pk
    on = date_in_league(cup.league)
    assert (
        refused(join_team, access=cup.access, season=cup.season, entrant_id=aces.pk, member_id=dan, day=on)
        == "not_found"
    )
    foreign = other.entrants["Dan"].pk
    for write in (withdraw, return_entrant, remove_entrant):
        code = refused(write, access=cup.access, season=cup.season, entrant_id=foreign)
        assert code == "not_found"


def test_a_closed_season_and_others_duties(cup: Club) -> None:
    aces = team(cup, "Aces")
    mate = join(cup, "Ann", aces)
    writes = (
        lambda who: withdraw(access=who, season=cup.season, entrant_id=aces.pk),
        lambda who: return_entrant(access=who, season=cup.season, entrant_id=aces.pk),
        lambda who: remove_entrant(access=who, season=cup.season, entrant_id=aces.pk),
        lambda who: make_team(access=who, season=cup.season, name="Kings"),
        lambda who: rename_team(access=who, season=cup.season, entrant_id=aces.pk, name="Kings"),
        lambda who: join_team(
            access=who,
            season=cup.season,
            entrant_id=aces.pk,
            member_id=cup.members["Ben"].pk,
            day=date_in_league(cup.league),
        ),
        lambda who: leave_team(access=who, season=cup.season, teammate_id=mate.pk, day=date_in_league(cup.league)),
    )
    before = stints()
    for access in (cup.official(Duty.REFEREE), cup.official(Duty.SCORER, "Sam"), cup.phone("Ann")):
        assert {refused(write, access) for write in writes} == {"not_your_duty"}
    Season.objects.update(closed_at=Season.objects.get().created_at)
    assert {refused(write, cup.access) for write in writes} == {"season_closed"}
    assert (stints(), Entrant.objects.get().name) == (before, "Aces")


def test_the_seed_of_somebody_withdrawn_is_free() -> None:
    cup = club("Ann", "Ben", "Cleo", pairing="knockout")
    ann, ben, cleo = (cup.entrants[name].pk for name in ("Ann", "Ben", "Cleo"))
    seed_entrants(access=cup.access, season=cup.season, seeds={ann: 1, ben: 2, cleo: 3})
    withdraw(access=cup.access, season=cup.season, entrant_id=ann)
    seed_entrants(access=cup.access, season=cup.season, seeds={ben: 2, cleo: 1})
    assert list(Entrant.objects.order_by("pk").values_list("seed", flat=True)) == [None, 2, 1]


def test_seeds_are_stored_and_unique() -> None:
    cup = club(pairing="knockout")
    ann, ben, cleo = (cup.entrants[name].pk for name in ("Ann", "Ben", "Cleo"))

    def seed(seeds: dict[int, int | None]) -> str:
        try:
            seed_entrants(access=cup.access, season=cup.season, seeds=seeds)
        except RefusedError as why:
            return why.code
        return ""

    assert seed({ann: 2, ben: 1, cleo: None}) == ""
    assert seed({cleo: 3}) == ""
    for wrong in ({cleo: 1}, {cleo: 0}, {ann: 4, ben: 4}):
        assert seed(wrong) == "invalid_value"
    assert seed({10**6: 5}) == "not_found"
    seeds = Entrant.objects.filter(season=cup.season).order_by("pk").values_list("seed", flat=True)
    assert list(seeds) == [2, 1, 3, None]
    assert refused(seed_entrants, access=cup.phone("Ann"), season=cup.season, seeds={ann: 1}) == "not_your_duty"
