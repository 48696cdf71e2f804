"""Seasons with many players: searching by name, and standings in parts."""

from datetime import date

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import Match, MatchSide, Season
from games.models.match import sides_for
from tests.leagues import Club, club
from tests.views.reading import HTMX, shown
from tests.views.season.test_season_table import moved, url

pytestmark = pytest.mark.django_db


def crowd(count: int) -> Club:
    """A season of so many players, "Ann" among them."""
    return club("Ann", *(f"Player {number}" for number in range(2, count + 1)))


def names(client: Client, address: str) -> list[str]:
    table = client.get(address).context["page"].table
    return [row.name for row in (*table.rows, *table.unranked)]


def test_standings_come_in_parts_of_a_hundred() -> None:
    tuesday, client = crowd(101), Client()
    first, second = names(client, url(tuesday)), names(client, url(tuesday, "?page=2"))
    assert [len(first), len(second), len({*first, *second})] == [100, 1, 101]
    body = client.get(url(tuesday, "?page=2&column=koya")).content.decode()
    assert f'hx-get="{url(tuesday, "moved/?column=koya&amp;page=2")}"' in body
    assert 'href="?page=1&amp;column=koya"' in body
    part = client.get(url(tuesday, "moved/?page=2"), headers=HTMX)
    assert [row.name for row in part.context["page"].table.rows + part.context["page"].table.unranked] == second
    # A part that isn't there is the last one, and one that's no number the first.
    assert names(client, url(tuesday, "?page=9")) == second
    assert names(client, url(tuesday, "?page=x")) == first
    assert 'class="parts"' not in client.get(url(crowd(100))).content.decode()


def test_groups_are_not_divided() -> None:
    tuesday = crowd(101)
    tuesday.season.entrants.update(group=1)
    moved(tuesday)
    assert len(names(Client(), url(tuesday))) == 101


def test_the_standings_are_searched_in_all_parts(snapshot: SnapshotAssertion) -> None:
    tuesday, client = crowd(101), Client()
    assert names(client, url(tuesday, "?q=LAYER+101")) == ["Player 101"]
    assert 'hx-get="' + url(tuesday, "moved/?q=ann") + '"' in client.get(url(tuesday, "?q=ann")).content.decode()
    answer = client.get(url(tuesday, "?q=zoe"))
    assert shown(answer, ".found") == snapshot
    # Not the sentence of a season without players.
    assert shown(answer, "#standing thead") != []


@pytest.mark.parametrize(("count", "offered"), [(24, False), (25, True)])
def test_a_search_is_offered_from_25_lines_on(count: int, offered: bool) -> None:
    tuesday = crowd(count)
    for rest in ("", "entrants/"):
        assert ('role="search"' in Client().get(url(tuesday, rest)).content.decode()) is offered
    entrants = Client().get(url(tuesday, "entrants/?q=ANN")).context["page"].entrants
    assert len(entrants) == (1 if offered else count)


def test_results_are_searched_by_the_names_of_their_players() -> None:
    tuesday = crowd(50)
    sides = list(tuesday.entrants.values())
    for number in range(25):
        match = Match.objects.create(season=tuesday.season, number=number + 1, night=date(2026, 1, 6))
        MatchSide.objects.bulk_create(sides_for(match, sides[2 * number : 2 * number + 2]))
    Season.objects.filter(pk=tuesday.season.pk).update(revision=9)
    client = Client()
    client.force_login(tuesday.organizer)
    body = client.get(url(tuesday, "results/")).content.decode()
    assert body.count("data-search=") == 25
    assert "search.js" in body
    answer = client.get(url(tuesday, "results/?of=night-2026-01-06&q=ann"))
    assert [line.number for line in answer.context["page"].lines] == [1]
    assert '<input type="hidden" name="of" value="night-2026-01-06">' in answer.content.decode()
