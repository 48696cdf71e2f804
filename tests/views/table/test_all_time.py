"""All-time scores: what the people of a phone's games have won, for that phone alone."""

import csv
from datetime import UTC, datetime

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Role
from games.pages.table.all_time_page import all_time_page
from games.services.table.games import finish_game, start_game
from games.services.table.tables import start_table
from games.services.table.tryout import start_tryout
from tests.makers import Phone, enter, gin, join, knock, start
from tests.views.reading import says, shown, text, words


def evening(phone: Phone, *winners: int) -> None:
    """Play a game for each winner, each in one round."""
    for number, winner in enumerate(winners):
        if number:
            start_game(access=phone.access, key=f"game {number}")
        enter(phone, gin(winner, 80))


def test_a_phone_without_games_is_told_what_counts_here(stranger: Client, snapshot: SnapshotAssertion) -> None:
    answer = stranger.get("/all-time/")
    assert (answer.status_code, list(answer.cookies)) == (200, ["csrftoken"])
    assert shown(answer, ".all-time > p") == snapshot
    assert len(stranger.get("/all-time/games.csv").getvalue().splitlines()) == 1


def test_wins_points_streaks_and_biggest_hands_are_those_of_all_games() -> None:
    phone = start()
    evening(phone, 0, 0, 1, 0)
    page = all_time_page(phone.access.device, None)
    assert (page.series, page.games, len(page.chart)) == ("Ann 3\u20131 Ben", 4, 2)
    ann, ben = page.lines
    assert (ann.name, ann.games, ann.wins, ann.share, ann.streak) == ("Ann", 4, 3, 75, 2)
    assert (ann.points, ann.biggest, ann.gins, ann.undercuts) == (315, 105, 3, 0)
    assert (ben.wins, ben.points, ben.streak) == (1, 105, 1)
    answer = phone.browser().get("/all-time/")
    assert says(answer, "Ann 3\u20131 Ben")
    assert says(answer, "3 of 4 won, 75%")
    assert '<a class="back" href="/games/">' in text(answer)


def test_the_same_name_at_another_table_is_the_same_person() -> None:
    phone = start()
    evening(phone, 0)
    device = phone.access.device
    other = start_table(
        names=("ann", "Cleo"), preset="standard", house_rules={}, dealer=0, device=device, key="another table"
    )
    enter(Phone(other.access, phone.secret, other.secrets), gin(0, 80))
    people = all_time_page(device, None).lines
    assert [(person.games, person.wins) for person in people] == [(2, 2), (1, 0), (1, 0)]


def test_another_phone_sees_only_its_own_games_and_no_link_shows_them(snapshot: SnapshotAssertion) -> None:
    phone = start()
    evening(phone, 0)
    assert shown(start("Eve", "Finn").browser().get("/all-time/"), ".all-time > p") == snapshot
    assert says(join(phone, Role.WATCH).browser().get("/all-time/"), "Ann 1\u20130 Ben")


def test_an_unfinished_game_and_a_tryout_do_not_count() -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    tried = start_tryout(device=phone.access.device, key="a try-out")
    finish_game(access=tried.access, key="f", game=1, revision=tried.access.table.revision)
    assert all_time_page(phone.access.device, None).lines == ()


def test_a_year_is_that_in_which_the_game_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    phone = start()
    with monkeypatch.context() as clock:
        clock.setattr(timezone, "now", lambda: datetime(2020, 5, 6, 12, tzinfo=UTC))
        evening(phone, 0)
    start_game(access=phone.access, key="a later game")
    enter(phone, gin(1, 80))
    page = phone.browser().get("/all-time/", {"year": "2020"}).context["page"]
    assert ([year.text for year in page.years][::2], page.series) == (["All years", "2020"], "Ann 1\u20130 Ben")
    assert all_time_page(phone.access.device, None).games == 2
    assert all_time_page(phone.access.device, 1999).games == 2


def test_the_spreadsheet_has_a_line_for_each_person_and_game() -> None:
    phone = start("=Ann", "Ben")
    evening(phone, 0, 1)
    answer = phone.browser().get("/all-time/games.csv")
    assert (answer["Content-Type"], answer["Content-Disposition"]) == (
        "text/csv; charset=utf-8",
        'attachment; filename="all-time.csv"',
    )
    lines = list(csv.DictReader(answer.getvalue().decode("utf-8-sig").splitlines()))
    assert [(line["game"], line["player"], line["won"], line["points"]) for line in lines] == [
        ("1", "'=Ann", "yes", "105"),
        ("1", "Ben", "no", "0"),
        ("2", "'=Ann", "no", "0"),
        ("2", "Ben", "yes", "105"),
    ]


@pytest.mark.parametrize("games", [1, 9])
def test_nine_games_cost_as_many_queries_as_one(
    games: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    phone = start()
    evening(phone, *([0] * games))
    browser = phone.browser()
    with django_assert_max_num_queries(12):
        answer = browser.get("/all-time/")
    assert f"{games} of {games} won" in words(answer)
