"""A player's page: wins, opponents, and habits at the table."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import League, Match
from games.services.season.matches import cancel
from tests.leagues import Club, club
from tests.makers import dead, gin, knock
from tests.views.reading import plain, says, shown


@pytest.fixture
def tuesday(db: None) -> Club:
    """Ann beat Ben twice, the second time from behind, and lost to Cleo; one game of theirs goes on."""
    made = club(house_rules={"target": 50})
    ann = made.phone("Ann")
    made.play(made.match("Ann", "Ben"), ann, gin(0, 40))
    made.play(made.match("Ben", "Ann"), ann, knock(0, 2, 42), dead(), knock(1, 4, 20), gin(1, 40))
    made.play(made.match("Ann", "Cleo"), ann, knock(0, 9, 4), gin(1, 50))
    made.play(made.match("Ann", "Ben"), ann, knock(0, 5, 10))
    return made


def address(tuesday: Club, name: str) -> str:
    return f"/l/{tuesday.league.public_id}/players/{tuesday.members[name].pk}/"


def test_player_page_shows_record_and_statistics(tuesday: Club) -> None:
    page = Client().get(address(tuesday, "Ann"))
    assert page.status_code == 200
    assert says(page, "Matches 4 Won 3 75% Drawn 0 Lost 1")
    assert says(page, "Goes gin 29% 2 of 7 hands")
    assert says(page, "Knocks 29% 2 of 7 hands")
    assert says(page, "Deadwood when knocking 6.5 points on average")
    assert says(page, "Gets undercut 50% 1 of 2")
    assert says(page, "Best comeback 40 points down, and won")
    assert says(page, "Ben 3 3 0 0 Cleo 1 0 0 1")
    assert says(page, "won against Ben provisional")


def test_only_some_matches(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    own = address(tuesday, "Ann")
    cleo, ben = tuesday.members["Cleo"].pk, tuesday.members["Ben"].pk
    assert says(Client().get(f"{own}?against={cleo}"), "Matches 1 Won 0 0% Drawn 0 Lost 1")
    assert says(Client().get(f"{own}?against={ben}&season={tuesday.season.public_id}"), "Matches 3 Won 3")
    assert shown(Client().get(f"{own}?rules=ginski"), "h1 + p") == snapshot
    assert shown(Client().get(f"{own}?since=2000-01-01&until=2000-12-31"), "h1 + p") == snapshot


def test_invalid_query_is_reported(tuesday: Club, subtests: pytest.Subtests, snapshot: SnapshotAssertion) -> None:
    for query, status, where in [
        ("since=yesterday", 400, "[role=alert]"),
        ("since=2026-12-01&until=2026-01-01", 400, "[role=alert]"),
        ("against=x", 400, "[role=alert]"),
        ("against=999999", 404, "#problem"),
        ("against=" + "9" * 12, 404, "#problem"),
        ("season=%27&rules=%22", 200, "h1 + p"),
    ]:
        with subtests.test(query=query, status=status, where=where):
            page = Client().get(f"{address(tuesday, 'Ann')}?{query}")
            assert page.status_code == status
            assert shown(page, where) == snapshot


def test_canceled_matches_do_not_count_on_the_player_page(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    for number in (1, 2, 4):
        cancel(access=tuesday.access, season=tuesday.season, number=number, reason="marked cards")
    page = Client().get(address(tuesday, "Ann"))
    assert says(page, "Matches 1 Won 0")
    assert says(page, "Hands played 2 in 1 finished game")
    assert shown(Client().get(address(tuesday, "Dan")), "h1 + p") == snapshot


def test_player_page_is_hidden_like_its_league(tuesday: Club) -> None:
    League.objects.update(public=False)
    hidden, none = Client().get(address(tuesday, "Ann")), Client().get("/l/0123456789abcdef/players/1/")
    assert (hidden.status_code, plain(hidden)) == (404, plain(none))
    other = club("Zoe", "Yan")
    elsewhere = f"/l/{other.league.public_id}/players/{tuesday.members['Ann'].pk}/"
    assert Client().get(elsewhere).status_code == 404


def test_queries_of_the_page_are_the_same_for_one_match_and_three(
    tuesday: Club, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    assert Match.objects.count() == 4
    for name in ("Cleo", "Ann"):
        with django_assert_max_num_queries(17):
            Client().get(address(tuesday, name))
