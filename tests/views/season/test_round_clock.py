"""The clock on the desk, the wall and at the tables, and the buttons that run it."""

from typing import Any

import pytest
from django.test import Client
from syrupy.assertion import SnapshotAssertion

from games.models import ClockEnd, Duty, Match
from games.selectors.season.league_dates import date_in_league
from games.services.season.round_clock import add_time, announce_last_hand, start_clock
from tests.leagues import Club, club
from tests.match_night import browser, place
from tests.views.reading import is_refusal, says, shown
from tests.views.season_pages import filled, olga, page_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tuesday(db: None) -> Club:
    made = club()
    today = date_in_league(made.league)
    made.table(made.match("Ann", "Ben", night=today, place=place(made)), made.phone("Ann"))
    return made


def press(client: Client, made: Club, do: str, **more: str) -> Any:
    return client.post(page_of(made, "desk/clock/"), {"do": do, **more}, headers=HTMX)


def test_the_desk_runs_the_clock(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = browser(tuesday.official(Duty.REFEREE))
    page = client.get(page_of(tuesday, "desk/"))
    form = filled(page, "desk/clock/")
    assert form["minutes"] == "50"
    answer = client.post(page_of(tuesday, "desk/clock/"), form | {"do": "start", "minutes": "40", "at_end": "game"})
    assert answer.status_code == 302
    clock = client.get(page_of(tuesday, "desk/")).context["page"].clock
    assert clock.line.state == "running"
    assert clock.line.over_text == snapshot
    assert clock.line.text.startswith("until ")
    assert says(press(client, tuesday, "pause"), "paused")
    press(client, tuesday, "resume")
    assert says(press(client, tuesday, "last_hand"), "Last hand!")
    assert says(press(client, tuesday, "more", match="1", minutes="7"), "Table 2: Ann – Ben +7:00")
    assert says(press(client, tuesday, "stop"), "Start the clock")
    form = filled(client.get(page_of(tuesday, "desk/")), "desk/clock/")
    assert (form["minutes"], form["at_end"]) == ("40", "game")  # the season's choice stays


def test_wrong_buttons_are_refused_kindly(
    tuesday: Club, subtests: pytest.Subtests, snapshot: SnapshotAssertion
) -> None:
    for minutes in ("soon", "601"):
        with subtests.test(minutes=minutes):
            answer = press(olga(tuesday), tuesday, "start", minutes=minutes, at_end="hand")
            assert answer.status_code == 400
            assert shown(answer, ".said") == snapshot
    for do, more in (("start", {"minutes": "40", "at_end": "party"}), ("dance", {})):
        with subtests.test(do=do):
            assert press(olga(tuesday), tuesday, do, **more).status_code == 400
    assert is_refusal(press(olga(tuesday), tuesday, "pause"), "clock_off")


def test_scorers_see_the_clock_and_do_not_run_it(tuesday: Club) -> None:
    scorer = browser(tuesday.official(Duty.SCORER))
    assert scorer.get(page_of(tuesday, "desk/")).context["page"].clock is None
    start_clock(access=tuesday.access, season=tuesday.season, minutes=50, at_end=ClockEnd.HAND)
    page = scorer.get(page_of(tuesday, "desk/"))
    assert (page.context["page"].clock.url, says(page, "50:00")) == ("", True)
    assert press(scorer, tuesday, "stop").status_code == 403


def test_the_wall_and_the_table_show_it_and_the_table_its_own_time(tuesday: Club) -> None:
    table = Match.objects.get().table
    assert table
    ann = browser(tuesday.phone("Ann"))
    ann.post(page_of(tuesday, "matches/1/play/"))
    page = ann.get(f"/t/{table.public_id}/").context["page"]
    assert page.match.clock is None
    start_clock(access=tuesday.access, season=tuesday.season, minutes=50, at_end=ClockEnd.HAND)
    assert ann.get(page.match.watch_url).status_code == 200
    add_time(access=tuesday.access, season=tuesday.season, minutes=10, number=1)
    page = ann.get(f"/t/{table.public_id}/").context["page"]
    assert (page.match.clock.state, page.match.clock.left[:3]) == ("running", "1:0")  # an hour, or a second less
    assert ann.get(page.match.watch_url).status_code == 204  # it goes by without a new page
    announce_last_hand(access=tuesday.access, season=tuesday.season)
    assert says(ann.get(page.match.watch_url), "Last hand!")
    for screen in ("screen/", "screen/moved/", "hall/", "hall/moved/"):
        assert says(ann.get(page_of(tuesday, screen)), "Last hand!")
    assert says(ann.get("/hall/"), "My games")


def test_the_history_tells_of_the_clock(tuesday: Club) -> None:
    start_clock(access=tuesday.access, season=tuesday.season, minutes=50, at_end=ClockEnd.HAND)
    add_time(access=tuesday.access, season=tuesday.season, minutes=1, number=1)
    assert says(olga(tuesday).get(page_of(tuesday, "run/")), "The clock was started: 50 minutes")
    assert says(olga(tuesday).get(page_of(tuesday, "matches/1/change/")), "Extra time: 1 minute")
