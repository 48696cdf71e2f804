"""API: players and ratings return the same numbers as their pages."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from games.models import Match, Season
from games.services.league.member_merge import merge_members
from tests.api.kit import Api, program
from tests.leagues import Club, club
from tests.makers import gin


@pytest.fixture
def tuesday(db: Any) -> Club:
    """Ann beat Ben twice and lost to Cleo."""
    made = club(house_rules={"target": 20})
    for names, winner in ((("Ann", "Ben"), 0), (("Ben", "Ann"), 1), (("Cleo", "Ann"), 0)):
        made.play(made.match(*names), made.access, gin(winner, 40))
    Match.objects.filter(number=1).update(night=date(2026, 5, 5))
    return made


def path(of: Club, name: str = "Ann", what: str = "players") -> str:
    return f"leagues/{of.league.public_id}/{what}/{of.members[name].pk}/"


def test_a_player_is_what_he_played(tuesday: Club) -> None:
    body = Api().get(path(tuesday)).body
    record = body["record"]
    assert (record["played"], record["wins"], record["losses"], record["draws"]) == (3, 2, 1, 0)
    assert (body["at_the_table"]["hands"], body["at_the_table"]["gins"]) == (3, 2)
    assert (body["form"]["last"], body["form"]["run"], body["form"]["longest_wins"]) == (["win", "win", "loss"], 1, 2)
    assert [(one["name"], one["played"], one["wins"]) for one in body["opponents"]] == [("Ben", 2, 2), ("Cleo", 1, 0)]
    assert {(one["season"], one["number"]) for one in body["matches"]} == {
        (tuesday.season.public_id, number) for number in (1, 2, 3)
    }


def test_who_played_nothing_has_nothing(tuesday: Club) -> None:
    body = Api().get(path(tuesday, "Dan")).body
    assert (body["record"]["played"], body["form"]["last"], body["opponents"], body["matches"]) == (0, [], [], [])


def test_matches_are_narrowed_as_on_the_page(tuesday: Club) -> None:
    def played(query: str) -> int:
        return int(Api().get(path(tuesday) + query).body["record"]["played"])

    ben = tuesday.members["Ben"].pk
    assert played(f"?against={ben}") == 2
    assert played("?until=2026-05-05") == 1
    assert played("?since=2026-05-06&rules=standard") == 2
    assert played(f"?season={tuesday.season.public_id}") == 3
    assert played("?since=2026-05-06&until=2026-05-05") == 0
    assert played("?season=nowhere") == played("?rules=ginski") == 0


def test_a_filter_that_cannot_be(tuesday: Club, subtests: pytest.Subtests) -> None:
    for query, code in [
        ("?since=yesterday", "invalid_value"),
        ("?since=2026-02-30", "invalid_value"),
        ("?until=20260505", "invalid_value"),
        ("?until=", "invalid_value"),
        ("?against=", "invalid_value"),
        ("?against=x", "invalid_value"),
        ("?against=999999999", "not_found"),
        ("?page=2", "unknown_field"),
    ]:
        with subtests.test(query=query, code=code):
            assert Api().get(path(tuesday) + query).code == code


def test_a_merged_member_is_who_he_turned_out_to_be(tuesday: Club) -> None:
    merge_members(access=tuesday.access, member_id=tuesday.members["Dan"].pk, into_id=tuesday.members["Ann"].pk)
    assert Api().get(path(tuesday, "Dan")).body == Api().get(path(tuesday)).body


def test_what_is_hidden_until_the_ceremony_is_the_organizers(tuesday: Club) -> None:
    Season.objects.update(hidden_until=timezone.now() + timedelta(days=1))
    assert Api().get(path(tuesday)).body["record"]["played"] == 0
    assert program(tuesday.organizer, "read").get(path(tuesday)).body["record"]["played"] == 3


def test_a_player_costs_the_same_whatever_he_played(
    tuesday: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for count in (3, 9):
        while Match.objects.count() < count:
            tuesday.play(tuesday.match("Ann", "Dan"), tuesday.access, gin(0, 40))
        with django_assert_max_num_queries(13):
            assert Api().get(path(tuesday)).body["record"]["played"] == count


def test_ratings_begin_after_ten_matches(tuesday: Club, django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    ratings = f"leagues/{tuesday.league.public_id}/ratings/"
    body = Api().get(ratings).body
    assert (body["ratings"], body["fewest"]) == ([], 10)
    assert {(one["member"]["name"], one["matches"]) for one in body["too_few"]} == {("Ann", 3), ("Ben", 2), ("Cleo", 1)}
    assert Api().get(path(tuesday, what="ratings")).body["nights"] == []
    for _ in range(8):
        tuesday.play(tuesday.match("Ann", "Ben"), tuesday.access, gin(0, 40))
    with django_assert_max_num_queries(2):  # the league, and the ratings
        body = Api().get(ratings).body
    assert [one["member"]["name"] for one in body["ratings"]] == ["Ann", "Ben"]
    ann = Api().get(path(tuesday, what="ratings")).body
    assert (ann["matches"], ann["nights"][-1]["rating"]) == (11, body["ratings"][0]["rating"])
    assert ann["nights"][-1]["low"] < ann["nights"][-1]["rating"] < ann["nights"][-1]["high"]
