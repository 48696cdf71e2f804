"""My next match on the start page, and the next match on a room's tablet."""

from datetime import date, time, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import LeagueLink, Member, Season
from games.pages.season.own_matches import own_matches
from games.selectors.season.league_dates import calendar_date_in_league, date_in_league
from games.selectors.secrets import derived_secret
from games.services.season.matches import line_up
from tests.leagues import Club, account, club
from tests.makers import gin, knock
from tests.match_night import browser, claim, place, tablet
from tests.views.reading import HTMX, forms, says, shown, text


@pytest.fixture
def tuesday(db: None) -> Club:
    return club(house_rules={"target": 50})


def tonight(tuesday: Club) -> date:
    return date_in_league(tuesday.league)


def on_start_page(client: Client) -> list[tuple[str, str]]:
    """The matches on the start page: who meets, and when."""
    return [(match.title, match.when) for match in client.get("/").context["page"].matches]


def test_tonights_match_is_one_tap_from_the_start_page(tuesday: Club) -> None:
    tuesday.match("Ann", "Ben", night=tonight(tuesday), start_time=time(19, 30), place=place(tuesday))
    tuesday.match("Cleo", "Dan", night=tonight(tuesday))
    ann = browser(tuesday.phone("Ann"))
    page = ann.get("/")
    assert says(page, "Your match Ann – Ben tonight, 7:30 PM · Table 2 Tuesday Gin, Autumn Play")
    form = next(form for action, form in forms(page).items() if action.endswith("/matches/1/play/"))
    answer = ann.post(form.action)
    assert answer.status_code == 302
    assert ann.get(answer.url).context["page"].entry


def test_who_claims_a_name_finds_the_match_on_the_pages_of_the_league_and_the_season(tuesday: Club) -> None:
    tuesday.match("Ann", "Ben", night=tonight(tuesday))
    ann, play = Client(), "/matches/1/play/"
    league = ann.post(f"/k/{derived_secret(claim(tuesday, 'Ann').nonce)}/", follow=True)
    season = ann.get(f"/s/{tuesday.season.public_id}/")
    for page in (league, season):
        assert says(page, "Your match Ann – Ben tonight")
        assert any(action.endswith(play) for action in forms(page))
    earlier = ann.get(f"/s/{tuesday.season.public_id}/", {"on": (tonight(tuesday) - timedelta(days=1)).isoformat()})
    assert not says(earlier, "Your match")
    # The page of a season has no match of another one, and others have none at all.
    other = club("Ann", "Cleo")
    Season.objects.filter(pk=other.season.pk).update(league=tuesday.league)
    assert not says(ann.get(f"/s/{other.season.public_id}/"), "Your match")
    assert not says(Client().get(f"/l/{tuesday.league.public_id}/"), "Your match")


def test_running_matches_come_first_then_tonights_then_the_next(tuesday: Club) -> None:
    ann, now = tuesday.phone("Ann"), tonight(tuesday)
    client = browser(ann)
    assert on_start_page(client) == []
    tuesday.match("Ann", "Ben", night=now - timedelta(days=7))
    assert [title for title, _ in on_start_page(client)] == ["Ann – Ben"]
    tuesday.match("Ann", "Dan")
    assert on_start_page(client) == [("Ann – Dan", "")]
    # Until four in the morning, the night after tonight is today's.
    tuesday.match("Ann", "Cleo", night=calendar_date_in_league(tuesday.league) + timedelta(days=1))
    assert on_start_page(client) == [("Ann – Cleo", "tomorrow")]
    tuesday.match("Dan", "Ann", night=now, start_time=time(21))
    tuesday.match("Ben", "Ann", night=now, start_time=time(20))
    assert on_start_page(client) == [("Ben – Ann", "tonight, 8:00 PM"), ("Dan – Ann", "tonight, 9:00 PM")]
    running = tuesday.match("Cleo", "Ann", night=now)
    tuesday.play(running, ann, knock(0, 5, 20))
    assert [title for title, _ in on_start_page(client)] == ["Cleo – Ann", "Ben – Ann", "Dan – Ann"]
    assert says(client.get("/"), "Cleo – Ann being played")
    tuesday.play(running, ann, gin(0, 60))
    assert [title for title, _ in on_start_page(client)] == ["Ben – Ann", "Dan – Ann"]


def test_match_is_listed_for_its_line_up_only(tuesday: Club) -> None:
    match = tuesday.match("Ann", "Ben", night=tonight(tuesday))
    members = [[tuesday.members["Cleo"]], [tuesday.members["Ben"]]]
    line_up(access=tuesday.access, season=tuesday.season, number=match.number, members=members)
    assert on_start_page(browser(tuesday.phone("Cleo"))) == [("Ann – Ben", "tonight")]
    assert on_start_page(browser(tuesday.phone("Ann"))) == []


def test_an_account_has_the_matches_of_its_member(tuesday: Club) -> None:
    tuesday.match("Ann", "Ben", night=tonight(tuesday))
    who = account("Ann")
    Member.objects.filter(pk=tuesday.members["Ann"].pk).update(account=who)
    client = Client()
    client.force_login(who)
    assert on_start_page(client) == [("Ann – Ben", "tonight")]


def test_a_claim_that_was_switched_off_and_a_closed_season_show_nothing(tuesday: Club) -> None:
    tuesday.match("Ann", "Ben", night=tonight(tuesday))
    ann = browser(tuesday.phone("Ann"))
    LeagueLink.objects.filter(pk=claim(tuesday, "Ann").pk).update(revoked_at=timezone.now())
    assert on_start_page(ann) == []
    LeagueLink.objects.update(revoked_at=None)
    assert len(on_start_page(ann)) == 1
    Season.objects.update(closed_at=timezone.now())
    assert on_start_page(ann) == []


def test_merged_member_has_the_matches_of_the_other(tuesday: Club) -> None:
    tuesday.match("Ann", "Ben", night=tonight(tuesday))
    cleo = browser(tuesday.phone("Cleo"))
    Member.objects.filter(name="Cleo").update(merged_into=tuesday.members["Ann"])
    assert on_start_page(cleo) == [("Ann – Ben", "tonight")]


def test_one_league_shows_only_its_own(tuesday: Club) -> None:
    wednesday, ann = club(), tuesday.phone("Ann")
    tuesday.match("Ann", "Ben", night=tonight(tuesday))
    assert [match.title for match in own_matches(None, ann.device, tuesday.league)] == ["Ann – Ben"]
    assert own_matches(None, ann.device, wednesday.league) == ()
    assert own_matches(None, None) == ()


@pytest.mark.parametrize("matches", [1, 3])
def test_queries_of_the_start_page_do_not_grow_with_matches(
    tuesday: Club, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(matches):
        tuesday.match("Ann", "Ben", night=tonight(tuesday))
    client = browser(tuesday.phone("Ann"))
    client.get("/")
    with django_assert_max_num_queries(8):  # device; the member, their matches and sides; tables, people, rules used
        client.get("/")


# The tablet.


def test_a_tablet_shows_the_next_match_at_its_table_and_starts_it(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    here, now = place(tuesday), tonight(tuesday)
    stands = browser(tablet(tuesday, here))
    assert shown(stands.get("/tablet/"), ".up-next p") == snapshot
    tuesday.match("Ann", "Ben", place=here, night=now, start_time=time(20))
    tuesday.match("Cleo", "Dan", place=here, night=now, start_time=time(19))
    tuesday.match("Ann", "Dan", place=here, night=now + timedelta(days=7))
    tuesday.match("Ann", "Cleo", place=place(tuesday, "Table 3"), night=now)
    page = stands.get("/tablet/")
    assert says(page, "Table 2 Tuesday Gin Cleo – Dan Tuesday Gin, Autumn · tonight, 7:00 PM Start the match")
    assert [match.title for match in page.context["page"].later] == ["Ann – Ben"]
    answer = stands.post(next(iter(forms(page).values())).action)
    assert stands.get(answer.url).context["page"].entry
    ann = tuesday.phone("Ann")
    tuesday.play(tuesday.season.matches.get(number=1), ann, knock(0, 5, 20))
    assert says(stands.get("/tablet/"), "Ann – Ben Tuesday Gin, Autumn Continue scoring")
    part = stands.get("/tablet/", headers=HTMX)
    assert ('id="here"' in text(part), "<html" in text(part)) == (True, False)


def test_device_without_a_venue_table_learns_so(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    for client in (Client(), browser(tuesday.phone("Ann"))):
        page = client.get("/tablet/")
        assert page.status_code == 200
        assert shown(page, ".up-next h1") == snapshot
        assert "device" not in page.cookies


def test_tablet_with_a_revoked_code_has_no_venue_table(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    stands = browser(tablet(tuesday, place(tuesday)))
    LeagueLink.objects.update(revoked_at=timezone.now())
    assert shown(stands.get("/tablet/"), ".up-next h1") == snapshot


@pytest.mark.parametrize("matches", [1, 3])
def test_queries_of_the_tablets_page_do_not_grow_with_matches(
    tuesday: Club, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    here = place(tuesday)
    for _ in range(matches):
        tuesday.match("Ann", "Ben", place=here, night=tonight(tuesday))
    client = browser(tablet(tuesday, here))
    with django_assert_max_num_queries(5):  # device, place, matches, sides
        client.get("/tablet/")
