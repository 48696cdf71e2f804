"""The page of rounds that a referee or organizer must check, and its buttons."""

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries
from syrupy.assertion import SnapshotAssertion

from games.models import Duty, Match, RoundCheck, Season
from games.rules.league.season import season_rules
from games.services.season.checks import check_round
from tests.leagues import Club, club, state
from tests.makers import Phone, correct, gin, knock, void
from tests.match_night import browser
from tests.views.reading import HTMX, bare, is_refusal, plain, says, shown, text


def night(confirmation: str = "trust") -> Club:
    """Two matches were played: Ann's phone typed the first, Cleo's the second."""
    made = club(rules=season_rules({"confirmation": confirmation}), house_rules={"target": 60})
    made.play(made.match("Ann", "Ben"), made.phone("Ann"), knock(0, 7, 20), gin(0, 50))
    made.play(made.match("Cleo", "Dan"), made.phone("Cleo"), knock(1, 2, 10))
    return made


@pytest.fixture
def tuesday(db: None) -> Club:
    return night()


def address(made: Club) -> str:
    return f"/s/{made.season.public_id}/checks/"


def page(client: Client, made: Club) -> Any:
    return client.get(address(made)).context["page"]


def queued(client: Client, made: Club) -> dict[str, list[str]]:
    """The rounds to be looked through, by who typed them."""
    return {phone.device: [one.value for one in phone.rounds] for phone in page(client, made).phones}


def test_only_officials_open_it(tuesday: Club) -> None:
    olga = Client()
    olga.force_login(tuesday.organizer)
    opens = {
        "organizer": (olga, 200),
        "referee": (browser(tuesday.official(Duty.REFEREE)), 200),
        "scorer": (browser(tuesday.official(Duty.SCORER, "Sam")), 403),
        "player": (browser(tuesday.phone("Ann")), 403),
        "organizer of another league": (browser(club().access), 403),
        "stranger": (Client(), 403),
    }
    fields = {"do": "tick", "round": "1:1:1:2"}
    for who, (client, status) in opens.items():
        assert (who, client.get(address(tuesday)).status_code) == (who, status)
        if status == 403:
            assert (who, client.post(address(tuesday), fields).status_code) == (who, 403)
    assert not RoundCheck.objects.exists()
    type(tuesday.league).objects.update(public=False)
    nowhere = Client().get("/s/0123456789abcdef/checks/")
    hidden = Client().get(address(tuesday))
    assert (hidden.status_code, plain(hidden)) == (404, plain(nowhere))


def test_the_rounds_are_sorted_by_who_typed_and_go_when_they_are_ticked(
    tuesday: Club, snapshot: SnapshotAssertion
) -> None:
    rita = browser(tuesday.official(Duty.REFEREE))
    assert queued(rita, tuesday) == {"Ann": ["1:1:1:2", "1:1:2:3"], "Cleo": ["2:1:1:2"]}
    answer = rita.post(address(tuesday), {"do": "tick", "round": "1:1:1:2"})
    assert (answer.status_code, answer.url.startswith(address(tuesday))) == (302, True)
    assert queued(rita, tuesday) == {"Ann": ["1:1:2:3"], "Cleo": ["2:1:1:2"]}
    answer = rita.post(address(tuesday), {"do": "tick", "round": ["1:1:2:3", "2:1:1:2"]}, headers=HTMX)
    assert says(answer, "2 rounds marked as checked")
    assert shown(answer, "#queue-title ~ .fine") == snapshot
    assert state(Match.objects.get(number=1)) == ("played", True)


def test_undo_restores_corrected_but_not_deleted_rounds(tuesday: Club) -> None:
    rita = browser(tuesday.official(Duty.REFEREE))
    rita.post(address(tuesday), {"do": "tick", "round": ["1:1:1:2", "1:1:2:3", "2:1:1:2"]})
    table = Phone(tuesday.table(Match.objects.get(number=1), tuesday.phone("Ann")), "", {})
    correct(table, 1, knock(0, 6, 20))
    void(table, 2)
    assert queued(rita, tuesday) == {"Ann": ["1:1:1:4"]}
    stale = rita.post(address(tuesday), {"do": "tick", "round": "1:1:1:2"})
    assert is_refusal(stale, "stale")


def test_disputes_come_first_and_the_referee_settles_them(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    ben = tuesday.phone("Ben")
    fields = {"season": tuesday.season, "number": 1, "game": 1, "round_number": 1, "revision": 2}
    check_round(access=ben, verdict="disputed", reason="I had 18", **fields)  # type: ignore[arg-type]
    rita = browser(tuesday.official(Duty.REFEREE))
    answer = rita.get(address(tuesday))
    assert [one.value for one in answer.context["page"].disputed] == ["1:1:1:2"]
    assert says(answer, "Disputed by Ben: “I had 18”")
    assert bare(answer).index("Disputed by Ben") < bare(answer).index('id="queue-title"')
    assert queued(rita, tuesday)["Ann"] == ["1:1:2:3"]
    # Once the other rounds are checked, the page doesn't say that all are.
    answer = rita.post(address(tuesday), {"do": "tick", "round": ["1:1:2:3", "2:1:1:2"]}, headers=HTMX)
    assert shown(answer, "#queue-title ~ .fine") == []
    answer = rita.post(address(tuesday), {"do": "approve", "round": "1:1:1:2"}, headers=HTMX)
    assert shown(answer, "#queue-title ~ .fine") == snapshot
    assert (answer.status_code, page(rita, tuesday).disputed) == (200, ())
    assert state(Match.objects.get(number=1)) == ("played", True)


def test_correcting_leads_to_the_table_as_its_owner(tuesday: Club) -> None:
    rita = browser(tuesday.official(Duty.REFEREE))
    one = page(rita, tuesday).phones[0].rounds[0]
    there = rita.post(one.play_url, {"game": one.round.game, "round": one.round.number})
    form = rita.get(there.url)
    assert (form.status_code, says(form, "Reason for the change")) == (200, True)
    assert rita.get(there.url.partition("rounds/")[0] + "links/").status_code == 200


def test_referee_mode_waits_for_the_referee(db: None) -> None:
    made = night("referee")
    rita = browser(made.official(Duty.REFEREE))
    assert [one.value for one in page(rita, made).waiting] == ["1:1:1:2", "1:1:2:3", "2:1:1:2"]
    for value in ("1:1:1:2", "1:1:2:3"):
        assert rita.post(address(made), {"do": "approve", "round": value}).status_code == 302
    assert [one.value for one in page(rita, made).waiting] == ["2:1:1:2"]
    assert queued(rita, made) == {"Cleo": ["2:1:1:2"]}
    assert state(Match.objects.get(number=1)) == ("played", True)


def test_round_waiting_for_the_opponent_can_be_approved_too(db: None) -> None:
    made = night("opponent")
    rita = browser(made.official(Duty.REFEREE))
    assert says(rita.get(address(made)), "Waiting for Ben")
    for value in ("1:1:1:2", "1:1:2:3"):
        rita.post(address(made), {"do": "approve", "round": value})
    assert state(Match.objects.get(number=1)) == ("played", True)


def test_other_nights_can_be_looked_through(tuesday: Club) -> None:
    Match.objects.filter(number=1).update(night="2024-05-07")
    rita = browser(tuesday.official(Duty.REFEREE))
    assert queued(rita, tuesday) == {"Cleo": ["2:1:1:2"]}
    before = rita.get(address(tuesday) + "?night=2024-05-07")
    assert says(before, "To check: Tue, May 7, 2024")
    assert [phone.device for phone in before.context["page"].phones] == ["Ann"]
    for bad in ("2024-13-01", "x", "2023-01-01"):
        assert rita.get(f"{address(tuesday)}?night={bad}").context["page"].night == "tonight"
    answer = rita.post(before.context["page"].url, {"do": "tick", "round": "1:1:1:2"})
    assert answer.url.endswith("?night=2024-05-07")


def test_an_open_page_asks_whether_there_is_more(tuesday: Club) -> None:
    rita = browser(tuesday.official(Duty.REFEREE))
    refresh = page(rita, tuesday).refresh_url
    assert rita.get(refresh, headers=HTMX).status_code == 204
    tuesday.play(Match.objects.get(number=2), tuesday.phone("Cleo"), knock(0, 5, 9))
    answer = rita.get(refresh, headers=HTMX)
    assert answer.status_code == 200
    assert "<html" not in text(answer)
    assert rita.get(answer.context["page"].refresh_url, headers=HTMX).status_code == 204


BAD = [
    {},
    {"do": "tick"},
    {"do": "approve"},
    {"do": "void", "round": "1:1:1:2"},
    {"do": "tick", "round": "x"},
    {"do": "tick", "round": "1:1:1"},
    {"do": "tick", "round": "1:1:1:1:2"},
    {"do": "tick", "round": "-1:1:1:2"},
    {"do": "approve", "round": ["1:1:1:2", "1:1:2:3"]},
]


def test_fields_of_an_unknown_button_are_refused(tuesday: Club, subtests: pytest.Subtests) -> None:
    for fields in BAD:
        with subtests.test(fields=fields):
            rita = browser(tuesday.official(Duty.REFEREE))
            assert rita.post(address(tuesday), fields).status_code == 400
            assert not RoundCheck.objects.exists()


def test_a_round_that_is_not_there_is_not_approved(tuesday: Club, subtests: pytest.Subtests) -> None:
    for value, status in [("9:1:1:2", 404), ("1:9:1:2", 404), ("1:1:9:2", 404), ("1:1:1:9", 412)]:
        with subtests.test(value=value, status=status):
            rita = browser(tuesday.official(Duty.REFEREE))
            assert rita.post(address(tuesday), {"do": "approve", "round": value}).status_code == status


def test_a_closed_season_has_nothing_left_to_check(tuesday: Club, snapshot: SnapshotAssertion) -> None:
    rita = browser(tuesday.official(Duty.REFEREE))
    Season.objects.update(closed_at=timezone.now())
    answer = rita.get(address(tuesday))
    assert shown(answer, ".on-felt") == snapshot
    assert "<form" not in text(answer)
    for do in ("tick", "approve"):
        assert rita.post(address(tuesday), {"do": do, "round": "1:1:1:2"}).status_code == 409


def test_before_the_first_match_there_is_nothing(db: None, snapshot: SnapshotAssertion) -> None:
    made = club()
    rita = browser(made.official(Duty.REFEREE))
    assert shown(rita.get(address(made)), "#queue-title ~ .fine") == snapshot


@pytest.mark.parametrize("matches", [1, 3])
@pytest.mark.parametrize(("confirmation", "queries"), [("trust", 18), ("opponent", 21), ("referee", 20)])
def test_queries_of_the_page_do_not_grow_with_rows(
    db: None, confirmation: str, queries: int, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    made = club(rules=season_rules({"confirmation": confirmation}))
    for _ in range(matches):
        made.play(made.match("Ann", "Ben"), made.phone("Ann"), *[knock(0, 5, 9)] * matches)
    rita = browser(made.official(Duty.REFEREE))
    rita.get(address(made))
    with django_assert_max_num_queries(queries):
        rita.get(address(made))
