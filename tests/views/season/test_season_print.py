"""What of a season goes on paper: pairings, score slips, round sheets and standings."""

from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import League, Match, Season
from games.selectors.season.league_dates import date_in_league
from games.services.league.places import add_place
from games.services.season.draws import PairingPlan, draw
from tests.leagues import Club, club
from tests.makers import gin
from tests.views.reading import says, shown
from tests.views.season_pages import olga, page_of


@pytest.fixture
def tuesday(db: None) -> Club:
    """Two matches tonight, one of them over, and one next week."""
    made = club("Ann", "Ben", "Cleo", "Dan", house_rules={"target": 50})
    today = date_in_league(made.league)
    made.match("Ann", "Ben", night=today)
    made.match("Cleo", "Dan", night=today)
    made.match("Ann", "Cleo", night=today + timedelta(days=7))
    place = add_place(access=made.access, name="Table 4")
    Match.objects.filter(number=2).update(place=place, at=time(19, 30))
    made.play(Match.objects.get(number=1), made.phone("Ann"), gin(0, 40))
    return made


def sheet(tuesday: Club, what: str, of: str = "", client: Client | None = None) -> Any:
    return (client or Client()).get(page_of(tuesday, f"print/{what}/"), {"of": of} if of else {})


def names(answer: Any) -> list[tuple[str, ...]]:
    page = answer.context["page"]
    return [match.names for match in page.matches] + [match.names for slips in page.slips for match in slips]


def test_one_place_leads_to_all_sheets_of_a_night(tuesday: Club) -> None:
    for path in ("", "matches/", "run/"):
        assert page_of(tuesday, "print/") in olga(tuesday).get(page_of(tuesday, path)).content.decode()
    place = Client().get(page_of(tuesday, "print/"))
    assert says(place, "(1 open)")
    links = [link.url for link in place.context["page"].links]
    assert [Client().get(url).status_code for url in links] == [200] * 4
    # The next one is chosen there, and comes back from the sheet.
    week = place.context["page"].options[1].value
    chosen = Client().get(page_of(tuesday, "print/"), {"of": week}).context["page"]
    assert all(link.url.endswith(f"?of={week}") for link in chosen.links[:3])
    assert sheet(tuesday, "pairings", week).context["page"].back_url.endswith(f"/print/?of={week}")


def test_pairings_say_who_meets_where_and_when(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    Match.objects.filter(number=1).update(state="forfeited")
    answer = sheet(tuesday, "pairings")
    assert shown(answer, ".p-who small") == snapshot
    assert sorted(names(answer)) == [("Ann", "Ben"), ("Cleo", "Dan")]
    assert says(answer, "Table 4") and says(answer, "7:30 PM")
    assert "Live" not in answer.content.decode()


def test_slips_are_for_open_matches_with_the_code_of_each(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    answer = sheet(tuesday, "slips")
    assert names(answer) == [("Cleo", "Dan")]
    assert answer.context["page"].slips[0][0].qr.startswith("data:image/svg+xml")
    for number in range(4):
        tuesday.match("Ann", "Dan", night=date_in_league(tuesday.league), number_in_draw=number)
    assert [len(slips) for slips in sheet(tuesday, "slips").context["page"].slips] == [4, 1]
    Match.objects.update(state="canceled")
    assert shown(sheet(tuesday, "slips"), ".on-screen > p") == snapshot


def test_the_round_sheet_has_results_that_are_there_and_room_for_the_others(tuesday: Club) -> None:
    page = sheet(tuesday, "results").context["page"]
    assert page.columns == ("Points", "Boxes")
    found = {match.names: match.results for match in page.matches}
    points = [str(side.points) for side in Match.objects.get(number=1).sides.order_by("position")]
    assert [side[0] for side in found["Ann", "Ben"]] == points
    assert found["Cleo", "Dan"] == (("", ""), ("", ""))


def test_the_table_is_printed_unless_it_is_hidden(tuesday: Club) -> None:
    answer = sheet(tuesday, "table")
    assert answer.context["page"].table.rows[0].name == "Ann"
    Season.objects.update(hidden_until=datetime.now(UTC) + timedelta(days=1))
    hidden = sheet(tuesday, "table")
    assert hidden.context["page"].table.rows == ()
    assert says(hidden, "Ann") and not says(hidden, "W\u2013D\u2013L")
    assert sheet(tuesday, "table", client=olga(tuesday)).context["page"].table.rows
    results = [match.results for match in sheet(tuesday, "results").context["page"].matches]
    assert results == [(("", ""), ("", ""))] * 2


@pytest.mark.parametrize(("pairing", "sentence"), [("knockout", "Ann has a bye"), ("round_robin", "Sitting out: ")])
def test_everybody_is_on_the_pairings_of_a_round(db: None, pairing: str, sentence: str) -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing=pairing)
    draw(access=tuesday.access, season=tuesday.season, plan=PairingPlan(), key="draw")
    answer = sheet(tuesday, "pairings", "round-1")
    assert len(names(answer)) == 1
    assert says(answer, sentence)


@pytest.mark.parametrize("pairing", ["knockout", "consolation", "double_elimination"])
def test_every_bracket_is_among_the_sheets_and_says_whose_it_is_and_when(db: None, pairing: str) -> None:
    tuesday = club("Ann", "Ben", "Cleo", pairing=pairing)
    titles = {link.title: link.url for link in Client().get(page_of(tuesday, "print/")).context["page"].links}
    bracket = Client().get(titles["Bracket"]).context["page"]
    assert bracket.season == sheet(tuesday, "table").context["page"].season
    assert bracket.today == sheet(tuesday, "table").context["page"].about


def test_other_sheets_and_seasons_that_are_private_are_not_there(tuesday: Club) -> None:
    assert sheet(tuesday, "bills").status_code == 404
    assert sheet(tuesday, "pairings", "round-99").status_code == 200
    League.objects.update(public=False)
    assert [sheet(tuesday, "slips").status_code, Client().get(page_of(tuesday, "print/")).status_code] == [404, 404]


def test_an_empty_season_says_so(db: None, snapshot: SnapshotAssertion) -> None:
    tuesday = club("Ann")
    tuesday.season.entrants.all().delete()
    assert shown(sheet(tuesday, "pairings"), ".on-screen > p") == snapshot
    assert shown(sheet(tuesday, "table"), ".on-screen > p") == snapshot
    assert [link.title for link in Client().get(page_of(tuesday, "print/")).context["page"].links] == ["Standings"]


@pytest.mark.parametrize("matches", [1, 9])
def test_queries_of_sheets_are_few(
    db: None, django_assert_max_num_queries: DjangoAssertNumQueries, matches: int
) -> None:
    tuesday, client = club("Ann", "Ben"), Client()
    for number in range(matches):
        tuesday.match("Ann", "Ben", night=date_in_league(tuesday.league), number_in_draw=number)
    for what in ("pairings", "slips", "results"):
        with django_assert_max_num_queries(10):
            assert len(names(sheet(tuesday, what, client=client))) == matches


def test_the_newest_round_of_a_night_is_printed_and_a_whole_night_has_its_rounds_as_headings(db: None) -> None:
    made = club("Ann", "Ben", "Cleo", "Dan")
    today = date_in_league(made.league)
    for number, (one, other) in enumerate((("Ann", "Ben"), ("Cleo", "Dan"), ("Ann", "Cleo"), ("Ben", "Dan"))):
        made.match(one, other, night=today, number_in_draw=1 + number // 2)
    whole = sheet(made, "pairings")
    assert [match.round for match in whole.context["page"].matches] == ["Round 1", "Round 1", "Round 2", "Round 2"]
    for what in ("pairings", "results"):
        assert [sheet(made, what).content.decode().count(f">Round {number}<") for number in (1, 2)] == [1, 1]
    # Round 1 has a result, and one match that takes longer.
    Match.objects.filter(number=1).update(state="played")
    assert names(sheet(made, "slips")) == [("Ann", "Cleo"), ("Ben", "Dan")]
    place = Client().get(page_of(made, "print/")).context["page"]
    assert [option.value for option in place.options if option.chosen] == ["round-2"]
    Match.objects.filter(round=2).update(state="played")
    assert names(sheet(made, "slips")) == [("Cleo", "Dan")]
