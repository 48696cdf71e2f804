"""The ratings of a league as people read them."""

import copy
import re
from datetime import timedelta
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.models import Fixture, FixtureSide, FixtureState, Member
from games.models.fixture import sides_for
from games.selectors.nights import today
from games.selectors.rating_line import HEIGHT, WIDTH
from games.services.ratings import rate_from
from games.wording.ratings import FEWEST
from tests.leagues import Club, club
from tests.queries import QueriesAlike
from tests.views.reading import says, text

pytestmark = pytest.mark.django_db


def play(tuesday: Club, one: str, other: str, times: int) -> None:
    """``one`` beats ``other``, a week after a week, the last time tonight."""
    for week in range(times, 0, -1):
        fixture = Fixture.objects.create(
            season=tuesday.season,
            number=tuesday.season.fixtures.count() + 1,
            night=today(tuesday.league) - timedelta(weeks=week - 1),
            state=FixtureState.PLAYED,
            final=True,
        )
        sides = sides_for(fixture, [tuesday.entrants[one], tuesday.entrants[other]])
        sides[0].outcome, sides[1].outcome = "win", "loss"
        FixtureSide.objects.bulk_create(sides)
    with transaction.atomic():
        rate_from(tuesday.league)


def url(tuesday: Club, name: str = "") -> str:
    rest = f"{tuesday.members[name].pk}/" if name else ""
    return f"/l/{tuesday.league.public_id}/rating/{rest}"


def test_a_rating_is_shown_after_enough_matches_with_its_range_and_as_a_statistic() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", FEWEST)
    play(tuesday, "Cleo", "Dan", FEWEST - 1)
    answer = Client().get(url(tuesday))
    page = answer.context["page"]
    assert [row.name for row in page.rows] == ["Ann", "Ben"]
    ann, ben = page.rows
    assert ann.rating > 1500 > ben.rating
    assert ann.low < ann.rating < ann.high
    assert ann.rating - ann.low == pytest.approx(ann.high - ann.rating, abs=1)
    assert 0 <= ben.start < ben.mark < ben.start + ben.width <= 100
    assert page.unrated == (("Cleo", FEWEST - 1), ("Dan", FEWEST - 1))
    assert says(answer, "Not shown yet: Cleo")
    assert says(answer, "This is a statistic beside the tables. It decides nothing")


def test_the_history_is_a_line_and_the_same_numbers_below_it() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", FEWEST)
    answer = Client().get(url(tuesday, "Ann"))
    page = answer.context["page"]
    assert [night.matches for night in page.nights] == list(range(FEWEST, 0, -1))
    assert page.now == page.nights[0]
    points = [tuple(map(float, pair.split(","))) for pair in page.drawing.line.split()]
    assert len(points) == FEWEST
    assert [x for x, _ in points] == sorted(x for x, _ in points)
    # Who wins every time rises, and higher up is a smaller y.
    assert [y for _, y in points] == sorted((y for _, y in points), reverse=True)
    everywhere = [*points, *(tuple(map(float, pair.split(","))) for pair in page.drawing.band.split())]
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in everywhere)
    for night in page.nights:
        assert says(answer, f"{night.night} {night.rating} {night.low}–{night.high} {night.matches}")
    assert not re.search(r"\sstyle=", text(answer))


def test_who_has_played_too_little_is_told_so_and_no_number() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", FEWEST - 1)
    for name, said in (("Ann", f"{FEWEST - 1} matches rated so far."), ("Cleo", "No match rated so far.")):
        answer = Client().get(url(tuesday, name))
        assert says(answer, said)
        page = answer.context["page"]
        assert (page.now, page.drawing, page.nights) == (None, None, ())
    assert says(Client().get(url(tuesday)), "Nobody has played enough matches yet.")


def test_the_matches_of_one_night_are_one_point_and_no_line() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", FEWEST)
    Fixture.objects.update(night=today(tuesday.league))
    with transaction.atomic():
        rate_from(tuesday.league)
    page = Client().get(url(tuesday, "Ann")).context["page"]
    assert (len(page.nights), page.drawing) == (1, None)


def test_whose_name_was_taken_out_is_listed_no_more() -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", FEWEST)
    Member.objects.filter(pk=tuesday.members["Ben"].pk).update(erased_at=tuesday.league.created_at)
    assert [row.name for row in Client().get(url(tuesday)).context["page"].rows] == ["Ann"]


def test_a_member_of_another_league_is_not_there() -> None:
    tuesday, other = club(), club()
    number = other.members["Ann"].pk
    assert Client().get(f"/l/{tuesday.league.public_id}/rating/{number}/").status_code == 404
    assert Client().get(f"/l/{tuesday.league.public_id}/rating/{'9' * 30}/").status_code == 404


def test_the_pages_are_given_all_they_show(settings: Any) -> None:
    templates = copy.deepcopy(settings.TEMPLATES)
    templates[0]["OPTIONS"]["string_if_invalid"] = "[there is no %s]"
    settings.TEMPLATES = templates
    tuesday = club()
    play(tuesday, "Ann", "Ben", FEWEST)
    play(tuesday, "Cleo", "Dan", 1)
    for name in ("", "Ann", "Cleo"):
        assert "[there is no" not in text(Client().get(url(tuesday, name)))


@pytest.mark.parametrize("times", [FEWEST, 3 * FEWEST])
def test_the_pages_ask_as_often_however_much_was_played(times: int, queries_alike: QueriesAlike) -> None:
    tuesday = club()
    play(tuesday, "Ann", "Ben", times)
    with queries_alike(2):  # the league; everybody's last step
        Client().get(url(tuesday))
    with queries_alike(4):  # the league, the member, his steps
        Client().get(url(tuesday, "Ann"))
