"""Matches of a season: what is refused when they are made, moved, lined up, challenged and forfeited."""

from datetime import timedelta

import pytest

from games.models import Match, Place
from games.rules.league.typed_result import TypedSide
from games.selectors.season.league_dates import date_in_league
from games.services.season import matches
from games.services.season.entrants import join_team, make_team
from games.services.season.match_start import challenge_entrants, open_match
from games.services.season.matches import forfeit, line_up, reschedule
from games.services.season.season_close import close_season
from games.services.season.seasons import enter_members
from games.services.season.typed_results import TypedResult, preview_results, type_results
from tests.leagues import Club, club
from tests.makers import gin
from tests.refusals import refused_about


@pytest.fixture
def tuesday(db: None) -> Club:
    return club(house_rules={"target": 10})


def move(tuesday: Club, match: Match, **changed: object) -> Match:
    return reschedule(access=tuesday.access, season=tuesday.season, number=match.number, changed=changed)  # type: ignore[arg-type]


def challenge(tuesday: Club) -> Match:
    pair = [tuesday.entrants[name].pk for name in ("Ann", "Ben")]
    return challenge_entrants(access=tuesday.access, season=tuesday.season, entrants=pair, key="now")


def test_a_season_has_so_many_matches_and_no_more(tuesday: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matches, "MOST_MATCHES", 1)
    tuesday.match("Ann", "Ben")
    assert refused_about(tuesday.match, "Cleo", "Dan") == ("too_many", "matches")
    assert Match.objects.count() == 1


def test_a_match_that_was_played_is_not_moved(tuesday: Club) -> None:
    match = tuesday.match("Ann", "Ben")
    tuesday.play(match, tuesday.access, gin(0, 40))
    tomorrow = date_in_league(tuesday.league) + timedelta(days=1)
    assert refused_about(move, tuesday, match, night=tomorrow) == ("not_playable", "played")


def test_a_match_is_not_moved_to_a_place_of_another_league(tuesday: Club) -> None:
    there = Place.objects.create(league=club().league, name="Table 1")
    match = tuesday.match("Ann", "Ben")
    assert refused_about(move, tuesday, match, place=there) == ("not_found", "")
    assert Match.objects.get().place is None


@pytest.mark.parametrize("missing", [[], ["Cleo"], ["Ann", "Cleo"]])
def test_a_match_is_forfeited_by_who_is_in_it(tuesday: Club, missing: list[str]) -> None:
    match = tuesday.match("Ann", "Ben")
    entrants = [tuesday.entrants[name] for name in missing]
    lost = {"access": tuesday.access, "season": tuesday.season, "number": match.number, "reason": ""}
    assert refused_about(forfeit, missing=entrants, **lost) == ("not_found", "")
    assert Match.objects.get().state == "planned"


def test_the_line_up_has_members_of_this_league_and_stands_once_the_table_is_open(tuesday: Club) -> None:
    match, stranger = tuesday.match("Ann", "Ben"), club("Eve", "Fay").members["Eve"]

    def seat(*members: object) -> Match:
        sides = [[member] for member in members]
        return line_up(access=tuesday.access, season=tuesday.season, number=match.number, members=sides)  # type: ignore[arg-type]

    assert refused_about(seat, tuesday.members["Ann"], stranger) == ("not_found", "")
    seat(tuesday.members["Cleo"], tuesday.members["Ben"])
    tuesday.table(match, tuesday.access)
    assert refused_about(seat, tuesday.members["Ann"], tuesday.members["Ben"]) == ("not_playable", "running")
    assert [seat.member.name for seat in match.seats.order_by("seat")] == ["Cleo", "Ben"]


def test_one_player_alone_is_no_team_of_two(db: None) -> None:
    tuesday = club(teams=True, preset="partnership")
    told, today = {"access": tuesday.access, "season": tuesday.season}, date_in_league(tuesday.league)
    for name, player in (("Swans", "Ann"), ("Drakes", "Ben")):
        team = tuesday.entrants[name] = make_team(name=name, **told)  # type: ignore[arg-type]
        join_team(entrant_id=team.pk, member_id=tuesday.members[player].pk, day=today, **told)  # type: ignore[arg-type]
    match = tuesday.match("Swans", "Drakes")
    assert refused_about(open_match, number=match.number, **told) == ("not_playable", "line_up")


def test_who_is_in_another_league_is_not_entered(tuesday: Club) -> None:
    stranger = club("Eve", "Fay").members["Eve"]
    assert refused_about(enter_members, access=tuesday.access, season=tuesday.season, members=[stranger]) == (
        "not_found",
        "",
    )


def test_a_challenge_is_for_free_play_in_an_open_season(tuesday: Club) -> None:
    assert refused_about(challenge, club(pairing="swiss")) == ("invalid_value", "pairing")
    close_season(access=tuesday.access, season=tuesday.season)
    assert refused_about(challenge, tuesday) == ("season_closed", "")
    assert not Match.objects.exists()


def test_a_result_has_as_many_sides_as_its_match_and_comes_before_the_end(tuesday: Club) -> None:
    tuesday.match("Ann", "Ben")
    three = TypedResult(1, (TypedSide(100), TypedSide(20), TypedSide(30)))
    told = {"access": tuesday.access, "season": tuesday.season}
    assert refused_about(type_results, results=[three], **told) == ("invalid_value", "sides")
    close_season(access=tuesday.access, season=tuesday.season)
    two = TypedResult(1, (TypedSide(100), TypedSide(20)))
    for write in (preview_results, type_results):
        assert refused_about(write, results=[two], **told) == ("season_closed", "")
