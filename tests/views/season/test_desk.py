"""The desk: calls and disputes first, then tables, the next round, and who is here."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Match, Pairing, RefereeCall
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.selectors.season.league_dates import date_in_league
from games.services.season.referee_calls import call_referee
from games.services.season.season_close import close_season
from games.wording.refusals import refusal_text
from games.wording.season.match import requested_bye_text
from tests.leagues import Club, club
from tests.makers import gin, knock
from tests.match_night import browser, place
from tests.views.reading import is_refusal, says, shown
from tests.views.season_pages import filled, olga, page_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tuesday(db: None) -> Club:
    """A match that is played tonight, and one that is not."""
    made = club("Ann", "Ben", "Cleo", "Dan", rules=season_rules({"confirmation": "opponent"}))
    today = date_in_league(made.league)
    made.play(made.match("Ann", "Ben", night=today, place=place(made)), made.phone("Ann"), knock(0, 5, 20))
    made.match("Cleo", "Dan", night=today)
    return made


def call(made: Club, number: int = 1) -> None:
    call_referee(access=made.access, season=made.season, number=number)


def dispute(made: Club, reason: str = "I had 25") -> None:
    ben = browser(made.phone("Ben"))
    ben.post(page_of(made, "matches/1/play/"))
    table = Match.objects.get(number=1).table
    assert table
    data = {"round": "1:1:2", "verdict": "disputed", "reason": reason}
    assert ben.post(f"/t/{table.public_id}/check/", data).status_code == 302


def test_tables_are_shown_with_their_scores_and_rounds(tuesday: Club) -> None:
    page = olga(tuesday).get(page_of(tuesday, "desk/")).context["page"]
    playing, coming = page.groups
    assert [(match.place, match.state) for match in playing.matches] == [("Table 2", "Round 2")]
    assert [(side.name, side.score, side.ahead) for side in playing.matches[0].sides] == [
        ("Ann", "15", True),
        ("Ben", "0", False),
    ]
    assert [match.state for match in coming.matches] == ["to be played"]
    assert [person.name for person in page.here] == ["Ann", "Ben"]
    assert [person.name for person in page.missing] == ["Cleo", "Dan"]


def test_who_is_missing_comes_before_the_tables_and_who_is_here_after_them(tuesday: Club) -> None:
    page = olga(tuesday).get(page_of(tuesday, "desk/")).content.decode()
    places = [page.index(part) for part in ('id="missing-title"', 'class="desk-tables"', 'id="here-title"')]
    assert places == sorted(places)


def test_one_tap_checks_in_and_out_and_another_everyone(tuesday: Club) -> None:
    client = olga(tuesday)
    page = client.get(page_of(tuesday, "desk/"))
    data = {"here": "yes", "entrant": str(tuesday.entrants["Cleo"].pk)}
    answer = client.post(page_of(tuesday, "desk/here/"), data, headers=HTMX)
    assert says(answer, "Not here yet 1")
    assert 'hx-swap-oob="true"' in answer.content.decode()
    everyone = filled(page, "desk/here/") | {"here": "yes", "everyone": "yes"}
    assert client.post(page_of(tuesday, "desk/here/"), everyone).status_code == 302
    everyone_here = client.get(page_of(tuesday, "desk/"))
    assert says(everyone_here, "Everyone is here Here 4") and not says(everyone_here, "Not here yet")
    client.post(page_of(tuesday, "desk/here/"), data | {"here": "no"})
    assert [person.name for person in client.get(page_of(tuesday, "desk/")).context["page"].missing] == ["Cleo"]
    assert client.post(page_of(tuesday, "desk/here/"), {"here": "yes", "entrant": "x"}).status_code == 404


def test_a_call_is_at_the_top_until_it_is_answered(tuesday: Club) -> None:
    client = browser(tuesday.official(Duty.SCORER))
    call(tuesday)
    page = client.get(page_of(tuesday, "desk/"))
    assert shown(page, "[data-call] p a") == ["Ann – Ben"]
    assert says(page, "Table 2 Ann – Ben called the referee at")
    assert page.context["page"].groups[0].matches[0].alert == "Referee called"
    assert client.post(page_of(tuesday, "matches/1/call/answer/"), headers=HTMX).status_code == 200
    assert RefereeCall.objects.get().answered
    assert shown(client.get(page_of(tuesday, "desk/moved/")), "[data-call] p a") == []


def test_a_dispute_says_its_reason_and_what_approve_does(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    dispute(tuesday)
    client = olga(tuesday)
    page = client.get(page_of(tuesday, "desk/"))
    assert says(page, "Disputed by Ben: “I had 25”")
    assert shown(page, ".desk-calls .fine") == snapshot
    assert shown(client.get(page_of(tuesday, "checks/")), ".judge .fine") == snapshot
    scorer = browser(tuesday.official(Duty.SCORER)).get(page_of(tuesday, "desk/"))
    assert says(scorer, "Disputed by Ben: “I had 25”")
    assert shown(scorer, ".desk-calls .fine, .desk-calls button") == []
    approve = filled(page, "checks/") | {"do": "approve"}
    assert client.post(page_of(tuesday, "checks/"), approve).status_code == 302
    assert not client.get(page_of(tuesday, "desk/")).context["page"].disputed


def test_both_phones_read_why_a_round_is_disputed(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    dispute(tuesday)
    table = Match.objects.get(number=1).table
    assert table
    for name in ("Ann", "Ben"):
        phone = browser(tuesday.phone(name))
        phone.post(page_of(tuesday, "matches/1/play/"))
        assert shown(phone.get(f"/t/{table.public_id}/"), "#asks .disputed p") == snapshot


def swiss(*names: str) -> tuple[Club, Client]:
    made = club(*names, pairing="swiss")
    return made, olga(made)


def test_the_next_round_is_drawn_for_tonight_at_the_tables_of_the_room(db: None, snapshot: SnapshotAssertion) -> None:
    made, client = swiss("Ann", "Ben", "Cleo", "Dan")
    place(made, "Table 1")
    page = client.get(page_of(made, "desk/"))
    assert page.context["page"].draw.text == "Draw round 1"
    data = filled(page, "desk/draw/")
    answer = client.post(page_of(made, "desk/draw/"), data, headers=HTMX)
    assert says(answer, "The draw was made: 2 matches")
    matches = Match.objects.order_by("number")
    assert {(match.round, match.night, match.at) for match in matches} == {(1, date_in_league(made.league), None)}
    assert matches[0].place
    page = client.get(page_of(made, "desk/"))
    assert page.context["page"].draw.text == ""
    assert shown(page, ".desk-draw > p") == snapshot
    assert says(client.post(page_of(made, "desk/draw/"), data, headers=HTMX), "The draw was made: 2 matches")
    assert Match.objects.count() == 2
    late = client.post(page_of(made, "desk/draw/"), data | {"key": "another"}, headers=HTMX)
    assert is_refusal(late, "not_playable", what="round_open", round=1)


@pytest.mark.parametrize("names", [(), ("Ann",)])
def test_players_come_before_the_first_draw(db: None, names: tuple[str, ...]) -> None:
    made, client = swiss(*names)
    made.season.entrants.exclude(member__name__in=names).delete()
    for path in ("desk/", "draw/"):
        page = client.get(page_of(made, path))
        assert says(page, refusal_text(RefusedError("not_playable", what="too_few")))
        assert not says(page, "Draw round 1")
        assert f'class="button" href="{page_of(made, "entrants/")}"' in page.content.decode()


def test_only_who_is_here_is_drawn_if_the_organizer_says_so(db: None) -> None:
    made, client = swiss("Ann", "Ben", "Cleo", "Dan", "Eve")
    assert not client.get(page_of(made, "desk/")).context["page"].draw.absent  # nobody was checked in
    for name in ("Ann", "Ben", "Cleo", "Dan"):
        client.post(page_of(made, "desk/here/"), {"here": "yes", "entrant": str(made.entrants[name].pk)})
    page = client.get(page_of(made, "desk/"))
    assert says(page, "Leave out everyone who isn't here: Eve")
    data = filled(page, "desk/draw/")
    assert "leave_out" not in data
    client.post(page_of(made, "desk/draw/"), data | {"leave_out": "1"})
    assert not made.entrants["Eve"].sides.exists()
    history = client.get(page_of(made, "run/"))
    assert says(history, "The draw was made: 2 matches. Absent: Eve")


def test_the_organizer_says_which_byes_those_who_are_absent_asked_for(db: None) -> None:
    made, client = swiss("Ann", "Ben", "Cleo", "Dan", "Eve", "Fay")
    for name in ("Ann", "Ben"):
        client.post(page_of(made, "desk/here/"), {"here": "yes", "entrant": str(made.entrants[name].pk)})
    data = filled(client.get(page_of(made, "desk/")), "desk/draw/")
    cleo, dan, eve = (f"bye-{made.entrants[name].pk}" for name in ("Cleo", "Dan", "Eve"))
    assert (data[cleo], data[dan]) == ("", "")
    chosen = {"leave_out": "1", cleo: "half", dan: "full", eve: "twice", f"bye-{made.entrants['Ann'].pk}": "half"}
    client.post(page_of(made, "desk/draw/"), data | chosen)
    kinds = made.season.matches.order_by("number").values_list("state", "requested_bye", "sides__entrant__member__name")
    assert [row for row in kinds if row[0] == "bye"] == [("bye", "half", "Cleo"), ("bye", "full", "Dan")]
    matches = client.get(page_of(made, "matches/"))
    assert says(matches, requested_bye_text("half"))
    assert says(matches, requested_bye_text("full"))
    assert says(client.get(page_of(made, "run/")), f"{requested_bye_text('full')}: Dan")


def test_referees_draw_nothing_and_members_have_no_desk(tuesday: Club) -> None:
    made, _ = swiss("Eve", "Fay")
    referee = browser(made.official(Duty.REFEREE))
    assert referee.get(page_of(made, "desk/")).context["page"].draw is None
    assert referee.post(page_of(made, "desk/draw/")).status_code == 403
    ann = browser(tuesday.phone("Ann"))
    assert ann.get(page_of(tuesday, "desk/")).status_code == 403
    assert "desk/" not in ann.get(page_of(tuesday)).content.decode()
    assert f"{page_of(tuesday)}desk/" in olga(tuesday).get(page_of(tuesday)).content.decode()


@pytest.mark.parametrize("pairing", [Pairing.KNOCKOUT, Pairing.ROUND_ROBIN])
def test_a_knockout_leaves_nobody_out_and_a_round_robin_draws_elsewhere(db: None, pairing: Pairing) -> None:
    made = club(pairing=pairing)
    olga(made).post(page_of(made, "desk/here/"), {"here": "yes", "entrant": str(made.entrants["Ann"].pk)})
    draw = olga(made).get(page_of(made, "desk/")).context["page"].draw
    if pairing == Pairing.ROUND_ROBIN:
        assert draw is None
    else:
        assert (draw.third_place, draw.absent) == (True, "")


def test_a_closed_season_only_shows_its_desk(tuesday: Club) -> None:
    close_season(access=tuesday.access, season=tuesday.season)
    client = olga(tuesday)
    page = client.get(page_of(tuesday, "desk/"))
    assert page.context["page"].here_url == ""
    answer = client.post(page_of(tuesday, "desk/here/"), {"here": "yes", "everyone": "yes"}, headers=HTMX)
    assert is_refusal(answer, "season_closed")


@pytest.mark.parametrize("matches", [1, 9])
def test_the_number_of_queries_does_not_grow_with_tables(
    db: None, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made = club("Ann", "Ben", preset="standard")
    for number in range(1, matches + 1):
        made.play(made.match("Ann", "Ben"), made.access, gin(0, 20))
        call(made, number)
    client = olga(made)
    client.get(page_of(made, "desk/"))  # the session is written once, and the sheets are cached
    with django_assert_max_num_queries(24):
        client.get(page_of(made, "desk/"))
