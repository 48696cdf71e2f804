"""The page of a match, and the button to its table."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, League, Match, MatchState, Role, Season, Verdict
from games.refusals import RefusedError
from games.rules.league.season import season_rules
from games.selectors.access import access_by_device, device_by_secret
from games.services.season.checks import check_round
from games.services.season.matches import cancel, forfeit
from games.wording.refusals import refusal_text
from tests.leagues import Club, club
from tests.makers import Phone, enter, gin, knock
from tests.match_night import browser
from tests.views.reading import forms, is_refusal, plain, says, shown


@pytest.fixture
def tuesday(db: None) -> Club:
    """Ann meets Ben tonight; the opponent confirms."""
    made = club(rules=season_rules({"confirmation": "opponent"}), house_rules={"target": 60})
    made.match("Ann", "Ben")
    return made


def address(tuesday: Club, number: int = 1) -> str:
    return f"/s/{tuesday.season.public_id}/matches/{number}/"


def buttons(page: Any) -> set[str]:
    """What can be done on the page: the last part of each form's address."""
    return {action.rstrip("/").rpartition("/")[2] for action in forms(page)}


def test_one_tap_opens_the_table_and_a_second_leads_to_the_same(tuesday: Club) -> None:
    ann = browser(tuesday.phone("Ann"))
    page = ann.get(address(tuesday))
    assert says(page, "Ann – Ben Match 1 To be played")
    assert buttons(page) == {"play"}
    first = ann.post(address(tuesday) + "play/")
    assert (first.status_code, first.url) == (302, f"/t/{table(tuesday).public_id}/")
    assert ann.get(first.url).status_code == 200
    assert browser(tuesday.phone("Ben")).post(address(tuesday) + "play/").url == first.url
    assert says(ann.get(address(tuesday)), "Continue scoring")


def table(tuesday: Club) -> Any:
    return Match.objects.get(number=1).table


def test_organizer_without_a_device_gets_one(tuesday: Club) -> None:
    olga = Client()
    olga.force_login(tuesday.organizer)
    there = olga.post(address(tuesday) + "play/")
    assert there.status_code == 302
    device = device_by_secret(olga.cookies["device"].value)
    assert access_by_device(table(tuesday).public_id, device).role is Role.OWNER
    assert olga.get(there.url).status_code == 200


def test_match_page_shows_the_score_after_every_round(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    ann, ben = tuesday.phone("Ann"), tuesday.phone("Ben")
    tuesday.play(Match.objects.get(), ann, knock(0, 7, 20), knock(1, 2, 10), gin(0, 50))
    fields = {"season": tuesday.season, "number": 1, "game": 1}
    check_round(access=ben, round_number=1, revision=2, verdict=Verdict.CONFIRMED, **fields)  # type: ignore[arg-type]
    check_round(
        access=ben,
        round_number=2,
        revision=3,
        verdict=Verdict.DISPUTED,
        reason="I knocked with 1",
        **fields,  # type: ignore[arg-type]
    )
    page = browser(tuesday.phone("Cleo")).get(address(tuesday))
    assert says(page, "The match is over:")
    assert shown(page, ".stands + .fine") == snapshot
    assert says(page, "Round 3 Ann went gin, Ben had 50: +75 for Ann · entered by Ann")
    assert says(page, "Waiting for Ben")
    assert says(page, "Disputed by Ben: “I knocked with 1”")
    assert says(page, "Confirmed")
    rita = tuesday.official(Duty.REFEREE)
    check_round(access=rita, round_number=2, revision=3, verdict=Verdict.APPROVED, **fields)  # type: ignore[arg-type]
    assert says(browser(rita).get(address(tuesday)), "Approved by Rita")


def test_match_page_offers_each_role_its_actions(tuesday: Club) -> None:
    planned, running = address(tuesday), address(tuesday, tuesday.match("Ann", "Cleo").number)
    tuesday.play(Match.objects.get(number=2), tuesday.phone("Ann"), knock(0, 7, 20))
    organizer, stranger = Client(), Client()
    organizer.force_login(tuesday.organizer)
    people = {
        "organizer": (organizer, {"play"}, {"play", "call"}),
        "referee": (browser(tuesday.official(Duty.REFEREE)), {"play"}, {"play", "call"}),
        "scorer": (browser(tuesday.official(Duty.SCORER, "Sam")), {"play"}, {"play", "call"}),
        "who plays": (browser(tuesday.phone("Ann")), {"play"}, {"play", "call"}),
        "member": (browser(tuesday.phone("Dan")), set(), {"watch"}),
        "of another league": (browser(club().phone("Ann")), set(), {"watch"}),
        "stranger": (stranger, set(), {"watch"}),
    }
    for who, (client, before, after) in people.items():
        assert (who, buttons(client.get(planned)), buttons(client.get(running))) == (who, before, after)
    for who, (client, before, _) in reversed(people.items()):
        if not before:
            refused = client.post(f"{planned}play/")
            assert (who, refused.status_code) == (who, 403)
            assert is_refusal(refused, "not_allowed", role="league")
            assert (who, client.post(f"{planned}watch/").status_code) == (who, 409)
        assert (who, client.post(f"{running}play/").status_code) == (who, 302 if before else 403)
    for who, (client, before, _) in people.items():
        if before:
            assert (who, client.post(f"{planned}play/").status_code) == (who, 302)


def test_league_viewers_watch_the_table_live_without_scoring(tuesday: Club) -> None:
    tuesday.play(Match.objects.get(), tuesday.phone("Ann"), knock(0, 7, 20))
    stranger = Client()
    there = stranger.post(address(tuesday) + "watch/")
    assert there.status_code == 302
    page = stranger.get(there.url)
    assert page.context["page"].may_score is False
    assert says(page, "Autumn, match 1")
    assert stranger.post(there.url + "rounds/", {}).status_code == 403
    assert page.context["page"].match.check_url == ""


def test_a_private_league_is_not_there_for_others(tuesday: Club) -> None:
    League.objects.update(public=False)
    stranger, nowhere = Client(), f"/s/{tuesday.season.public_id}x/matches/1/"
    for do in ("", "play/", "watch/"):
        for client in (stranger, browser(club().phone("Ann"))):
            send = client.post if do else client.get
            there, not_there = send(address(tuesday) + do), send(nowhere + do)
            assert (there.status_code, not_there.status_code) == (404, 404)
            assert plain(there) == plain(not_there)
    assert browser(tuesday.phone("Ben")).get(address(tuesday)).status_code == 200


@pytest.mark.parametrize("number", ["0", "7", "99999999999999999999"])
def test_a_match_that_is_not_there(tuesday: Club, number: str) -> None:
    ann = browser(tuesday.phone("Ann"))
    for do in ("", "play/", "watch/"):
        answer = (ann.post if do else ann.get)(f"/s/{tuesday.season.public_id}/matches/{number}/{do}")
        assert answer.status_code == 404


def test_match_without_play_says_why(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    ann = browser(tuesday.phone("Ann"))
    cancel(access=tuesday.access, season=tuesday.season, number=1, reason="no room")
    page = ann.get(address(tuesday))
    assert shown(page, ".stands") == snapshot
    assert buttons(page) == set()
    answer = ann.post(address(tuesday) + "play/")
    assert is_refusal(answer, "not_playable", what="canceled")
    missing = [tuesday.entrants["Ben"]]
    forfeit(access=tuesday.access, season=tuesday.season, number=1, missing=missing, reason="ill")
    assert says(ann.get(address(tuesday)), refusal_text(RefusedError("not_playable", what="forfeited")))
    bye = tuesday.match("Ann")
    assert (bye.state, buttons(ann.get(address(tuesday, bye.number)))) == (MatchState.BYE, set())


def test_a_closed_season_opens_no_table_but_shows_those_it_has(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    played = tuesday.match("Ann", "Ben")
    ann = tuesday.phone("Ann")
    tuesday.play(played, ann, knock(0, 7, 20))
    Season.objects.update(closed_at=timezone.now())
    client = browser(ann)
    assert buttons(client.get(address(tuesday))) == set()
    assert client.post(address(tuesday) + "play/").status_code == 409
    page = client.get(address(tuesday, 2))
    assert shown(page, ".stands + .fine") == snapshot
    assert shown(client.get(client.post(address(tuesday, 2) + "play/").url), ".remark") == snapshot


def test_two_at_once_who_nobody_named_take_a_seat(tuesday: Club) -> None:
    """Before the line-up is set, the page shows the button only to the regular players."""
    assert buttons(browser(tuesday.phone("Ben")).get(address(tuesday))) == {"play"}
    assert buttons(browser(tuesday.phone("Cleo")).get(address(tuesday))) == set()


def test_correcting_leads_to_the_change_of_the_round(tuesday: Club) -> None:
    tuesday.play(Match.objects.get(), tuesday.phone("Ann"), knock(0, 7, 20))
    rita = browser(tuesday.official(Duty.REFEREE))
    there = rita.post(address(tuesday) + "play/", {"game": "1", "round": "1"})
    assert there.url == f"/t/{table(tuesday).public_id}/rounds/1/1/"
    assert rita.get(there.url).status_code == 200
    for bad in ({"game": "x", "round": "1"}, {"game": "1", "round": "-1"}, {"game": "1"}):
        assert rita.post(address(tuesday) + "play/", bad).url == f"/t/{table(tuesday).public_id}/"


@pytest.mark.parametrize("rounds", [1, 3])
def test_queries_of_the_page_do_not_grow_with_rounds(
    tuesday: Club, rounds: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ann = tuesday.phone("Ann")
    tuesday.play(Match.objects.get(), ann, *[knock(0, 5, 9)] * rounds)
    client = browser(ann)
    client.get(address(tuesday))
    # device; season, passes, match, seats; sides; checks, claims, entries; names
    with django_assert_max_num_queries(12):
        client.get(address(tuesday))


def test_a_match_of_games_counts_them(tuesday: Club) -> None:
    three = club(rules=season_rules({"length": "games", "count": 3}), house_rules={"target": 50})
    match, ann = three.match("Ann", "Ben"), three.phone("Ann")
    three.play(match, ann, gin(0, 60))
    at = f"/s/{three.season.public_id}/matches/1/"
    assert says(browser(ann).get(at), "Game 1 of 3")
    phone = Phone(three.table(match, ann), "", {})
    for winner in (1, 1):
        browser(ann).post(phone.url + "games/", {"revision": str(phone.table.revision)})
        enter(phone, gin(winner, 60))
    assert says(browser(ann).get(at), "The match is over: 1–2")
    assert says(browser(ann).get(at), "Game 3, round 1")
