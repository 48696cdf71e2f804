"""Call the referee: from a member's phone and from the table, taken back, and not too often."""

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Match, RefereeCall
from games.selectors.season.league_dates import date_in_league
from games.selectors.season.referee_calls import ON_THE_WAY_FOR
from tests.leagues import Club, club
from tests.makers import start
from tests.match_night import browser
from tests.views.reading import says, shown
from tests.views.season_pages import page_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tuesday(db: None) -> Club:
    made = club()
    made.table(made.match("Ann", "Ben", night=date_in_league(made.league)), made.phone("Ann"))
    return made


def table_url() -> str:
    table = Match.objects.get(number=1).table
    assert table
    return f"/t/{table.public_id}/"


def open_calls() -> int:
    return RefereeCall.objects.filter(closed_at=None).count()


def test_a_player_calls_from_the_match_and_takes_it_back(tuesday: Club) -> None:
    ann = browser(tuesday.phone("Ann"))
    assert says(ann.get(page_of(tuesday, "matches/1/")), "Call the referee")
    assert ann.post(page_of(tuesday, "matches/1/call/")).status_code == 302
    page = ann.get(page_of(tuesday, "matches/1/"))
    assert says(page, "Referee called at")
    assert says(page, "Cancel the call")
    ann.post(page_of(tuesday, "matches/1/call/"), {"do": "take_back"})
    assert open_calls() == 0


def test_the_table_calls_and_both_phones_show_it(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    ann, ben = browser(tuesday.phone("Ann")), browser(tuesday.phone("Ben"))
    ann.post(page_of(tuesday, "matches/1/play/"))
    ben.post(page_of(tuesday, "matches/1/play/"))
    seen = ben.get(table_url()).context["page"].match.watch_url
    assert ben.get(seen).status_code == 204
    answer = ann.post(f"{table_url()}call/", {"do": "call"}, headers=HTMX)
    assert shown(answer, "#notice .good") == snapshot
    assert (open_calls(), ben.get(seen).status_code) == (1, 200)
    assert says(ben.get(table_url()), "Referee called at")
    assert ben.post(f"{table_url()}call/", {"do": "take_back"}).status_code == 302
    assert shown(ann.get(table_url()), ".called") == []


def test_match_and_table_say_for_a_while_that_the_referee_is_on_the_way(
    tuesday: Club, snapshot: SnapshotAssertion
) -> None:
    ann, cleo = browser(tuesday.phone("Ann")), browser(tuesday.phone("Cleo"))
    ann.post(page_of(tuesday, "matches/1/play/"))
    ann.post(page_of(tuesday, "matches/1/call/"))
    seen, match = ann.get(table_url()).context["page"].match.watch_url, page_of(tuesday, "matches/1/")
    before = cleo.get(match).context["page"]
    assert before.live_url
    browser(tuesday.official(Duty.REFEREE)).post(page_of(tuesday, "matches/1/call/answer/"))
    assert cleo.get(match).context["page"].revision > before.revision
    assert ann.get(seen).status_code == 200
    for page in (cleo.get(match), ann.get(table_url())):
        assert shown(page, ".called") == snapshot
    seen = ann.get(table_url()).context["page"].match.watch_url
    ann.post(match + "call/")
    assert says(cleo.get(match), "Referee called at")
    RefereeCall.objects.filter(closed_at=None).delete()
    RefereeCall.objects.update(closed_at=timezone.now() - ON_THE_WAY_FOR)
    assert ann.get(seen).status_code == 200
    for page in (cleo.get(match), ann.get(table_url())):
        assert shown(page, ".called") == []


def test_others_see_the_call_but_no_button(tuesday: Club) -> None:
    ann, cleo = browser(tuesday.phone("Ann")), browser(tuesday.phone("Cleo"))
    ann.post(page_of(tuesday, "matches/1/call/"))
    page = cleo.get(page_of(tuesday, "matches/1/"))
    assert says(page, "Referee called at")
    assert shown(page, "#call button") == []
    assert cleo.post(page_of(tuesday, "matches/1/call/"), {"do": "take_back"}).status_code == 403
    assert open_calls() == 1
    scorer = browser(tuesday.official(Duty.SCORER))
    assert shown(scorer.get(page_of(tuesday, "matches/1/")), "#call button") == ["Cancel the call"]


def test_calls_are_limited_and_taking_back_is_not(tuesday: Club, settings: LazySettings) -> None:
    settings.RATES = {**settings.RATES, "call_referee": ((2, 10**9),)}
    ann = browser(tuesday.phone("Ann"))
    ann.post(page_of(tuesday, "matches/1/play/"))
    for _ in range(2):
        assert ann.post(f"{table_url()}call/", {"do": "call"}, headers=HTMX).status_code == 200
        assert ann.post(f"{table_url()}call/", {"do": "take_back"}, headers=HTMX).status_code == 200
    assert ann.post(f"{table_url()}call/", {"do": "call"}, headers=HTMX).status_code == 429
    assert ann.post(page_of(tuesday, "matches/1/call/")).status_code == 429
    assert open_calls() == 0


def test_a_table_of_no_match_has_no_referee(db: None) -> None:
    phone = start()
    client = Client()
    client.cookies["device"] = phone.secret
    assert client.post(f"/t/{phone.table.public_id}/call/").status_code == 404


def test_a_match_of_another_night_has_no_button_before_its_table_is_open(tuesday: Club) -> None:
    tuesday.match("Ann", "Cleo")
    page = browser(tuesday.phone("Ann")).get(page_of(tuesday, "matches/2/"))
    assert shown(page, "#call button") == []
