"""The ratings page of a league."""

import re
from datetime import timedelta

import pytest
from django.db import transaction
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Match, MatchSide, MatchState, Member
from games.models.match import sides_for
from games.pages.league.rating_line import HEIGHT, WIDTH
from games.selectors.season.league_dates import date_in_league
from games.services.league.ratings import recompute_ratings
from games.services.season.season_close import UNTIL_SHOWN
from games.wording.league.ratings import MIN_MATCHES
from tests.api.kit import program
from tests.leagues import Club, account, club
from tests.match_night import browser
from tests.views.reading import says, shown, text

pytestmark = pytest.mark.django_db


def play(tuesday: Club, one: str, other: str, times: int) -> None:
    """``one`` beats ``other``, a week after a week, the last time tonight."""
    for week in range(times, 0, -1):
        match = Match.objects.create(
            season=tuesday.season,
            number=tuesday.season.matches.count() + 1,
            night=date_in_league(tuesday.league) - timedelta(weeks=week - 1),
            state=MatchState.PLAYED,
            final=True,
        )
        sides = sides_for(match, [tuesday.entrants[one], tuesday.entrants[other]])
        sides[0].outcome, sides[1].outcome = "win", "loss"
        MatchSide.objects.bulk_create(sides)
    with transaction.atomic():
        recompute_ratings(tuesday.league)


def url(tuesday: Club, name: str = "") -> str:
    rest = f"{tuesday.members[name].pk}/" if name else ""
    return f"/l/{tuesday.league.public_id}/rating/{rest}"


def test_a_rating_is_shown_after_enough_matches_with_its_range_and_as_a_statistic(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", MIN_MATCHES)
    play(tuesday, "Cleo", "Dan", MIN_MATCHES - 1)
    answer = Client().get(url(tuesday))
    page = answer.context["page"]
    assert [row.name for row in page.rows] == ["Ann", "Ben"]
    ann, ben = page.rows
    assert ann.rating > 1500 > ben.rating
    assert ann.low < ann.rating < ann.high
    assert ann.rating - ann.low == pytest.approx(ann.high - ann.rating, abs=1)
    assert 0 <= ben.start < ben.mark < ben.start + ben.width <= 100
    assert page.unrated == (("Cleo", MIN_MATCHES - 1), ("Dan", MIN_MATCHES - 1))
    assert shown(answer, ".ratings .fine") == snapshot
    assert shown(answer, "h1 + p") == snapshot


def test_the_history_is_a_line_and_the_same_numbers_below_it() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", MIN_MATCHES)
    answer = Client().get(url(tuesday, "Ann"))
    page = answer.context["page"]
    assert [night.matches for night in page.nights] == list(range(MIN_MATCHES, 0, -1))
    assert page.now == page.nights[0]
    points = [tuple(map(float, pair.split(","))) for pair in page.drawing.line.split()]
    assert len(points) == MIN_MATCHES
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    # Who wins every time rises, and higher up is a smaller y.
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    everywhere = [*points, *(tuple(map(float, pair.split(","))) for pair in page.drawing.band.split())]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in everywhere)
    for night in page.nights:
        assert says(answer, f"{night.night} {night.rating} {night.low}–{night.high} {night.matches}")
    assert not re.search(r"\sstyle=", text(answer))


def test_too_few_matches_show_no_rating(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", MIN_MATCHES - 1)
    for name in ("Ann", "Cleo"):
        answer = Client().get(url(tuesday, name))
        assert shown(answer, "h1 + p") == snapshot
        page = answer.context["page"]
        assert (page.now, page.drawing, page.nights) == (None, None, ())
    assert shown(Client().get(url(tuesday)), "h1 + p + p") == snapshot


def test_the_matches_of_one_night_are_one_point_and_no_line() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", MIN_MATCHES)
    Match.objects.update(night=date_in_league(tuesday.league))
    with transaction.atomic():
        recompute_ratings(tuesday.league)
    page = Client().get(url(tuesday, "Ann")).context["page"]
    assert (len(page.nights), page.drawing) == (1, None)


def test_erased_member_is_not_in_the_ratings() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", MIN_MATCHES)
    Member.objects.filter(pk=tuesday.members["Ben"].pk).update(erased_at=tuesday.league.created_at)
    assert [row.name for row in Client().get(url(tuesday)).context["page"].rows] == ["Ann"]


def test_a_member_of_another_league_is_not_there() -> None:
    tuesday, other = club(), club()
    number = other.members["Ann"].pk
    assert Client().get(f"/l/{tuesday.league.public_id}/rating/{number}/").status_code == 404
    assert Client().get(f"/l/{tuesday.league.public_id}/rating/{'9' * 30}/").status_code == 404


@pytest.mark.parametrize("times", [MIN_MATCHES, 3 * MIN_MATCHES])
def test_queries_of_the_pages_do_not_grow_with_matches(
    times: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", times)
    with django_assert_max_num_queries(3):  # the league; names; everybody's last step
        Client().get(url(tuesday))
    with django_assert_max_num_queries(5):  # the league, the member, names, their steps
        Client().get(url(tuesday, "Ann"))


def test_ratings_keep_the_results_of_hidden_standings_to_those_who_run_the_league() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", MIN_MATCHES)
    tuesday.season.hidden_until = UNTIL_SHOWN
    tuesday.season.save()
    for path in (url(tuesday), url(tuesday, "Ann")):
        readers = Client(), browser(tuesday.access)
        stranger, organizer = (reader.get(path).context["page"] for reader in readers)
        assert [bool(getattr(page, "rows", ()) or getattr(page, "nights", ())) for page in (stranger, organizer)] == [
            False,
            True,
        ]
    api = f"leagues/{tuesday.league.public_id}/ratings/"
    assert program(account("Eve")).get(api).body["ratings"] == []
    assert len(program(tuesday.organizer).get(api).body["ratings"]) == 2
