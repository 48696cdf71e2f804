"""The pages to manage a season: permissions and query counts."""

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import League, Season
from games.services.season.season_close import UNTIL_SHOWN
from games.services.season.seasons import date_in_league
from tests.leagues import club
from tests.makers import gin
from tests.match_night import browser
from tests.views.reading import is_refusal, plain, says, shown
from tests.views.season_pages import new_url, olga, page_of


def test_penalties_are_given_and_lifted_and_an_entrant_withdraws() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    phone, url, ann = olga(tuesday), page_of(tuesday, "run/"), str(tuesday.entrants["Ann"].pk)
    fields = {"do": "penalty", "entrant": ann, "points": "\u22122", "reason": "Brought the cake", "key": "k"}
    for _ in range(2):
        assert phone.post(url, fields).status_code == 302
    assert says(phone.get(url), "Ann was given 2 league points")
    assert says(Client().get(page_of(tuesday, "rules/")), "Brought the cake")
    penalty = tuesday.season.penalties.get()
    assert phone.post(url, {"do": "lift", "penalty": str(penalty.pk)}).status_code == 302
    assert phone.post(url, {"do": "withdraw", "entrant": ann, "played": "annul", "reason": "x"}).status_code == 302
    assert tuesday.season.matches.get().state == "canceled"
    page = phone.get(url)
    assert says(page, "Ann left the season; all their matches were annulled")
    assert says(page, "Undone: Ann was given 2 league points")


def test_faults_of_the_page_are_reported(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    phone, url = olga(tuesday), page_of(tuesday, "run/")
    ann = str(tuesday.entrants["Ann"].pk)
    cases = [
        {"do": "penalty"},
        {"do": "penalty", "entrant": ann, "points": "0", "reason": "x"},
        {"do": "penalty", "entrant": "99999", "points": "1", "reason": "x"},
        {"do": "withdraw", "entrant": "Ann"},
        {"do": "hide", "day": "never"},
        {"do": "hide", "clock": "20:00"},
        {"do": "hide", "day": "2001-01-01"},
    ]
    for fields in cases:
        answer = phone.post(url, fields)
        assert answer.status_code == 400, fields
        assert shown(answer, ".error") == snapshot, fields
    for fields, status in (
        ({"do": "lift", "penalty": "1"}, 404),
        ({"do": "lift", "penalty": "²"}, 404),
        ({"do": "dance"}, 400),
    ):
        assert phone.post(url, fields).status_code == status, fields
    assert not tuesday.season.penalties.exists()


def test_the_table_is_hidden_and_the_season_closed_and_opened(snapshot: SnapshotAssertion) -> None:
    tuesday = club()
    phone, url = olga(tuesday), page_of(tuesday, "run/")

    def season() -> Season:
        return Season.objects.get(pk=tuesday.season.pk)

    phone.post(url, {"do": "hide", "day": "2030-07-01", "clock": "20:00"})
    assert str(season().hidden_until) == "2030-07-01 18:00:00+00:00"
    assert shown(phone.get(url), ".card > p") == snapshot
    phone.post(url, {"do": "show"})
    phone.post(url, {"do": "hide"})
    assert season().hidden_until == UNTIL_SHOWN
    assert shown(phone.get(url), ".card > p") == snapshot
    phone.post(url, {"do": "close"})
    # Without the moment.
    assert shown(phone.get(url), ".remark")[0].rpartition(". ")[2] == snapshot
    fields = {"do": "penalty", "entrant": str(tuesday.entrants["Ann"].pk), "points": "1", "reason": "x", "key": "k"}
    refused = phone.post(url, fields)
    assert is_refusal(refused, "season_closed")
    phone.post(url, {"do": "reopen"})
    assert season().closed_at is None


PAGES = (
    *("rules/", "rules/game/", "rules/change/", "run/", "draw/", "matches/", "matches/?show=played"),
    *("matches/1/change/", "calendar.ics"),
)
FOR_ORGANIZERS = ("rules/change/", "run/", "draw/")


def test_a_league_by_link_is_not_there_for_others_and_its_rules_are_for_who_runs_it() -> None:
    tuesday = club()
    tuesday.match("Ann", "Ben")
    League.objects.filter(pk=tuesday.league.pk).update(public=False)
    member, stranger = browser(tuesday.phone("Ann")), browser(club().access)
    wrong = stranger.get("/s/0123456789abcdef/rules/")
    for page in PAGES:
        assert olga(tuesday).get(page_of(tuesday, page)).status_code == 200, page
        assert member.get(page_of(tuesday, page)).status_code == (403 if page in FOR_ORGANIZERS else 200), page
        answer = stranger.get(page_of(tuesday, page))
        assert (answer.status_code, plain(answer)) == (404, plain(wrong)), page
    for page in ("run/", "draw/", "rules/change/", "matches/play/", "matches/1/change/"):
        assert stranger.post(page_of(tuesday, page), {"do": "cancel"}).status_code == 404
    assert olga(tuesday).get(page_of(tuesday, "matches/99/change/")).status_code == 404


def test_forms_from_other_sites_do_nothing() -> None:
    tuesday = club(pairing="round_robin")
    tuesday.match("Ann", "Ben")
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(tuesday.organizer)
    for page in ("run/", "draw/", "rules/change/", "matches/play/", "matches/1/change/"):
        assert strict.post(page_of(tuesday, page), {"do": "close"}).status_code == 403
    assert strict.post(new_url(tuesday), {"name": "Forged", "key": "k"}).status_code == 403
    assert Season.objects.get().closed_at is None


COSTS = {
    "rules/": 10,
    "rules/change/": 7,
    "run/": 13,
    "draw/": 12,
    "matches/": 11,
    "matches/?show=played": 11,
    "calendar.ics": 10,
    "matches/2/change/": 17,
}


@pytest.mark.parametrize("many", [1, 3])
def test_queries_of_pages_do_not_grow_from_one_to_three(
    many: int, django_assert_max_num_queries: DjangoAssertNumQueries, subtests: pytest.Subtests
) -> None:
    tuesday = club(house_rules={"target": 10})
    for _ in range(many):
        match = tuesday.match("Ann", "Ben", night=date_in_league(tuesday.league))
        tuesday.play(match, tuesday.access, gin(0, 40))
        tuesday.match("Cleo", "Dan", night=date_in_league(tuesday.league))
    phone = olga(tuesday)
    for page, cost in COSTS.items():
        phone.get(page_of(tuesday, page))
        with subtests.test(page=page), django_assert_max_num_queries(cost):
            assert phone.get(page_of(tuesday, page)).status_code == 200


def test_queries_of_the_new_season_form_are_few(django_assert_max_num_queries: DjangoAssertNumQueries) -> None:
    tuesday = club()
    phone = olga(tuesday)
    phone.get(new_url(tuesday))
    with django_assert_max_num_queries(6):
        assert phone.get(new_url(tuesday)).status_code == 200
