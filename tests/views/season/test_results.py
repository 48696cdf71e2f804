"""The page that enters results: its lines, what is sent of one, and what is refused kindly."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Match
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.rules.league.typed_result import TypedSide
from games.selectors.season.league_dates import date_in_league
from games.services.season.season_close import close_season
from games.services.season.typed_results import TypedResult, type_results
from games.wording.refusals import not_playable_text, refusal_text
from games.wording.season.match import at_table_text
from tests.leagues import Club, club, result
from tests.makers import gin
from tests.match_night import browser
from tests.views.reading import says, shown
from tests.views.season_pages import filled, olga, page_of

HTMX = {"HX-Request": "true"}


@pytest.fixture
def tuesday(db: None) -> Club:
    """Two matches tonight, and one next week."""
    made = club("Ann", "Ben", "Cleo", "Dan")
    today = date_in_league(made.league)
    made.match("Ann", "Ben", night=today)
    made.match("Cleo", "Dan", night=today)
    made.match("Ann", "Cleo", night=today + timedelta(days=7))
    return made


def send(client: Client, tuesday: Club, number: int, *points: str, **more: str) -> Any:
    """Type the points into a line as it is shown, and leave it."""
    page = client.get(page_of(tuesday, "results/"))
    data = filled(page, f"results/{number}/") | {f"points-{side}": text for side, text in enumerate(points)} | more
    return client.post(page_of(tuesday, f"results/{number}/"), data, headers=HTMX)


def confirmed(answer: Any) -> dict[str, str]:
    """What the button under a line's question sends."""
    value = re.search(r'name="confirmed" value="([^"]*)"', answer.content.decode())
    assert value
    return {"confirmed": html.unescape(value[1])}


def scores(number: int) -> list[int]:
    return [points for _, points, _ in result(Match.objects.get(number=number))]


def test_tonights_matches_are_typed_corrected_and_emptied(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = olga(tuesday)
    page = client.get(page_of(tuesday, "results/"))
    assert page.context["page"].chosen.startswith("night-")
    assert [line.title for line in page.context["page"].lines] == ["Ann – Ben", "Cleo – Dan"]
    assert [line.about for line in page.context["page"].lines] == ["Match 1", "Match 2"]
    assert says(page, "(2 open)")
    answer = send(client, tuesday, 1, "120", "85")
    assert (answer.status_code, answer.context["line"].done, scores(1)) == (200, "Saved", [120, 85])
    # The choice comes along, as one match less is open.
    assert says(answer, "(1 open)") and 'hx-swap-oob="true"' in answer.content.decode()
    assert says(client.get(page_of(tuesday, "results/")), "(1 open)")
    assert send(client, tuesday, 1, "120", "58").status_code == 200
    assert scores(1) == [120, 58]
    history = client.get(page_of(tuesday, "matches/1/change/"))
    assert shown(history, ".decided strong")[0] == snapshot
    answer = send(client, tuesday, 1, "", "", **{"boxes-0": "", "boxes-1": "", "confirmed": "null"})
    assert (answer.context["line"].done, scores(1)) == ("Result removed", [0, 0])


def test_what_waits_for_results_is_chosen(tuesday: Club) -> None:
    client, today = olga(tuesday), date_in_league(tuesday.league)

    def chosen() -> str:
        return str(client.get(page_of(tuesday, "results/")).context["page"].chosen)

    tonight, coming, past = (f"night-{today + timedelta(days=days)}" for days in (0, 7, -7))
    assert chosen() == tonight
    for number in (1, 2):
        send(client, tuesday, number, "120", "85")
    assert chosen() == coming
    tuesday.match("Ben", "Dan", night=today - timedelta(days=7))
    assert chosen() == past
    Match.objects.update(state="canceled")
    assert chosen() == tonight
    # Without dates it is the first open round, not everything at once.
    Match.objects.update(state="planned", night=None)
    for number, match in enumerate(Match.objects.order_by("number"), 1):
        Match.objects.filter(pk=match.pk).update(round=number)
    Match.objects.filter(round=1).update(state="canceled")
    assert chosen() == "round-2"


def test_without_script_the_button_leads_back_to_the_line(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    client = olga(tuesday)
    data = filled(client.get(page_of(tuesday, "results/")), "results/2/") | {"points-0": "9", "points-1": "101"}
    answer = client.post(page_of(tuesday, "results/2/"), data)
    assert (answer.status_code, answer.url.rpartition("#")[2]) == (302, "match-2")
    assert says(client.get(answer.url), "(1 open)")
    wrong = client.post(page_of(tuesday, "results/1/"), data | {"seen": "", "points-0": "many"})
    assert wrong.status_code == 400
    assert shown(wrong, ".errors p") == snapshot
    assert 'value="many"' in wrong.content.decode()


@pytest.mark.parametrize("points", [("120", ""), ("12.5", "3"), ("1000000", "3")])
def test_wrong_numbers_are_told_beside_the_line_and_kept(
    tuesday: Club, points: tuple[str, str], snapshot: SnapshotAssertion
) -> None:
    answer = send(olga(tuesday), tuesday, 1, *points)
    assert (answer.status_code, scores(1)) == (400, [0, 0])
    assert shown(answer, ".errors p") == snapshot
    assert f'value="{points[0]}"' in answer.content.decode()


def test_a_result_that_somebody_else_typed_meanwhile_is_shown_and_not_overwritten(
    tuesday: Club, snapshot: SnapshotAssertion
) -> None:
    client = olga(tuesday)
    page = client.get(page_of(tuesday, "results/"))
    sides = (TypedSide(50), TypedSide(60))
    type_results(access=tuesday.official(Duty.SCORER), season=tuesday.season, results=[TypedResult(1, sides)])
    mine = filled(page, "results/1/") | {"points-0": "120", "points-1": "85"}
    answer = client.post(page_of(tuesday, "results/1/"), mine, headers=HTMX)
    assert (answer.status_code, scores(1)) == (412, [50, 60])
    assert shown(answer, ".errors p") == snapshot
    again = filled(answer, "results/1/")
    asked = client.post(page_of(tuesday, "results/1/"), again, headers=HTMX)
    assert client.post(page_of(tuesday, "results/1/"), again | confirmed(asked), headers=HTMX).status_code == 200
    assert scores(1) == [120, 85]


def test_a_correction_that_moves_somebody_is_confirmed_first(tuesday: Club) -> None:
    client = olga(tuesday)
    assert not send(client, tuesday, 1, "120", "85").context["line"].question  # the first result
    answer = send(client, tuesday, 1, "85", "120")
    line = answer.context["line"]
    assert (answer.status_code, scores(1)) == (200, [120, 85])
    assert line.question == ("Ben 0 → 2 points, 4th → 1st", "Ann 2 → 0 points, 1st → 4th")
    assert [side.fields[0].value for side in line.sides] == ["85", "120"]
    assert 'hx-swap-oob="true"' not in answer.content.decode()
    # Numbers changed since then are another correction.
    other = send(client, tuesday, 1, "85", "130", **confirmed(answer))
    assert (bool(other.context["line"].question), scores(1)) == (True, [120, 85])
    kept = send(client, tuesday, 1, "85", "130", keep="1").context["line"]
    assert (kept.question, [side.fields[0].value for side in kept.sides], scores(1)) == ((), ["120", "85"], [120, 85])
    saved = send(client, tuesday, 1, "85", "120", **confirmed(answer))
    assert (saved.context["line"].done, scores(1)) == ("Saved", [85, 120])


def test_a_correction_is_confirmed_without_script(tuesday: Club) -> None:
    client, url = olga(tuesday), page_of(tuesday, "results/1/")
    send(client, tuesday, 1, "120", "85")
    data = filled(client.get(page_of(tuesday, "results/")), "results/1/") | {"points-0": "85", "points-1": "120"}
    page = client.post(url, data)
    assert (page.status_code, scores(1)) == (200, [120, 85])
    assert [bool(line.question) for line in page.context["page"].lines] == [True, False]
    again = filled(page, "results/1/")
    assert client.post(url, again | {"keep": "1"}).status_code == 302
    assert scores(1) == [120, 85]
    assert client.post(url, again | confirmed(page)).status_code == 302
    assert scores(1) == [85, 120]


def test_a_scorer_corrects_without_learning_places_while_the_standings_are_hidden(tuesday: Club) -> None:
    send(olga(tuesday), tuesday, 1, "120", "85")
    tuesday.season.hidden_until = timezone.now() + timedelta(days=9)
    tuesday.season.save(update_fields=["hidden_until"])
    scorer = browser(tuesday.official(Duty.SCORER))
    assert send(scorer, tuesday, 1, "85", "120").context["line"].done == "Saved"
    assert send(olga(tuesday), tuesday, 1, "120", "85").context["line"].question


def test_a_match_with_all_its_rounds_is_shown_and_takes_no_number(tuesday: Club) -> None:
    made = club("Eve", "Fay", house_rules={"target": 10})
    made.play(made.match("Eve", "Fay", night=date_in_league(made.league)), made.access, gin(0, 40))
    page = olga(made).get(page_of(made, "results/"))
    (line,) = page.context["page"].lines
    assert line.fixed
    assert f"{page_of(made, 'results/1/')}" not in page.content.decode()


@pytest.mark.parametrize("headers", [HTMX, {}])
def test_a_result_sent_to_a_closed_season_is_refused_beside_its_line_and_kept(
    tuesday: Club, headers: dict[str, str]
) -> None:
    client = olga(tuesday)
    mine = filled(client.get(page_of(tuesday, "results/")), "results/1/") | {"points-0": "120", "points-1": "85"}
    close_season(access=tuesday.access, season=tuesday.season)
    answer = client.post(page_of(tuesday, "results/1/"), mine, headers=headers)
    line = answer.context["line"] if headers else answer.context["page"].lines[0]
    assert (answer.status_code, scores(1)) == (409, [0, 0])
    assert line.errors == (refusal_text(RefusedError("season_closed")),)
    assert [side.fields[0].value for side in line.sides] == ["120", "85"]
    assert says(answer, line.errors[0])
    assert 'value="120"' in answer.content.decode()


def test_a_result_for_a_match_canceled_meanwhile_is_refused_beside_its_line_and_kept(tuesday: Club) -> None:
    client = olga(tuesday)
    mine = filled(client.get(page_of(tuesday, "results/")), "results/1/") | {"points-0": "120", "points-1": "85"}
    Match.objects.filter(number=1).update(state="canceled")
    answer = client.post(page_of(tuesday, "results/1/"), mine, headers=HTMX)
    assert (answer.status_code, scores(1)) == (409, [0, 0])
    assert answer.context["line"].errors == (not_playable_text({"what": "canceled"}),)
    assert 'value="120"' in answer.content.decode()


def test_a_line_says_that_its_match_is_being_played(tuesday: Club) -> None:
    first, second = Match.objects.order_by("number")[:2]
    tuesday.play(first, tuesday.access, gin(0, 40), gin(1, 20))
    tuesday.table(second, tuesday.access)
    client = olga(tuesday)
    lines = client.get(page_of(tuesday, "results/")).context["page"].lines
    assert [line.at_table for line in lines] == [at_table_text(2), ""]
    answer = send(client, tuesday, 1, "120", "85")
    assert (answer.status_code, answer.context["line"].done) == (200, "Saved")
    assert says(answer, at_table_text(2))
    assert client.get(page_of(tuesday, "results/")).context["page"].lines[0].at_table == at_table_text(2)


@pytest.mark.parametrize(("field", "rules"), [("gins", {"bonus_gin": 1}), ("games", {"length": "games", "count": 3})])
def test_counts_are_asked_where_the_season_needs_them(field: str, rules: dict[str, Any]) -> None:
    made = club("Ann", "Ben", rules=season_rules({"order": ["points"], **rules}))
    made.match("Ann", "Ben", night=date_in_league(made.league))
    client = olga(made)
    names = {name.partition("-")[0] for name in filled(client.get(page_of(made, "results/")), "results/1/")}
    assert names - {"csrfmiddlewaretoken", "of", "seen"} == {"points", field}
    answer = send(client, made, 1, "90", "20", **{f"{field}-0": "1", f"{field}-1": "2"})
    assert answer.status_code == 200
    assert getattr(Match.objects.get().sides.get(position=1), field) == 2


def test_rounds_and_nights_can_be_chosen(tuesday: Club) -> None:
    page = olga(tuesday).get(page_of(tuesday, "results/"))
    later = page.context["page"].options[1]
    assert not later.chosen
    other = olga(tuesday).get(page_of(tuesday, "results/"), {"of": later.value})
    assert [line.title for line in other.context["page"].lines] == ["Ann – Cleo"]


def test_members_are_told_whose_page_it_is(tuesday: Club) -> None:
    ann = browser(tuesday.phone("Ann"))
    assert ann.get(page_of(tuesday, "results/")).status_code == 403
    assert not says(ann.get(page_of(tuesday, "matches/")), "Enter results")
    assert says(olga(tuesday).get(page_of(tuesday, "matches/")), "Enter results")


def test_closed_season_only_shows_its_results(tuesday: Club) -> None:
    close_season(access=tuesday.access, season=tuesday.season)
    page = olga(tuesday).get(page_of(tuesday, "results/"))
    assert [line.fixed for line in page.context["page"].lines] == ["No result", "No result"]


@pytest.mark.parametrize("matches", [1, 9])
def test_the_number_of_queries_does_not_grow_with_matches(
    db: None, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made = club("Ann", "Ben")
    for _ in range(matches):
        made.match("Ann", "Ben", night=date_in_league(made.league))
    client = olga(made)
    client.get(page_of(made, "results/"))  # the session is written once
    with django_assert_max_num_queries(9):
        client.get(page_of(made, "results/"))


def test_a_night_of_two_rounds_is_headed_by_round_with_the_newest_first(db: None) -> None:
    made = club("Ann", "Ben", "Cleo", "Dan")
    today = date_in_league(made.league)
    for number, (one, other) in enumerate((("Ann", "Ben"), ("Cleo", "Dan"), ("Ann", "Cleo"), ("Ben", "Dan"))):
        made.match(one, other, night=today, number_in_draw=1 + number // 2)
    page = olga(made).get(page_of(made, "results/"))
    lines = [(line.round, line.number) for line in page.context["page"].lines]
    assert lines == [("Round 2", 3), ("Round 2", 4), ("Round 1", 1), ("Round 1", 2)]
    assert page.content.decode().count("<h2>Round ") == 2
    # One round needs no heading.
    one = olga(made).get(page_of(made, "results/"), {"of": "round-2"})
    assert [(line.round, line.number) for line in one.context["page"].lines] == [("", 3), ("", 4)]
