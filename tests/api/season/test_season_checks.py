"""API: confirming, disputing and approving the rounds of matches, by players, scorers and referees."""

from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from games.api.season import examples_season as examples
from games.models import Duty, RoundCheck
from tests.api import season_kit
from tests.api.kit import knock
from tests.api.season_kit import Run, key
from tests.makers import gin


@pytest.fixture
def night(db: Any) -> Run:
    """A season in which the opponent confirms, with one round of Ann and Ben, entered at Olga's computer."""
    made = season_kit.run(rules={"confirmation": "opponent"})
    made.club.play(made.club.match("Ann", "Ben"), made.club.access, gin(0, 20))
    return made


def seen(night: Run, **more: int) -> list[dict[str, int]]:
    one = night.organizer.get(f"{night.path}matches/1/").body["rounds"][0]
    return [{name: one[name] for name in ("game", "round", "revision")} | more]


def post_verdict(night: Run, who: Any, verdict: str, **more: Any) -> Any:
    return who.post(f"{night.path}matches/1/checks/", {"verdict": verdict, "rounds": seen(night)} | more)


def test_both_confirm_and_it_is_settled(night: Run) -> None:
    assert post_verdict(night, night.player("Ann"), "confirmed").body["rounds"][0]["awaited"] == [night.id_of("Ben")]
    body = post_verdict(night, night.player("Ben"), "confirmed").body
    assert (body["rounds"][0]["standing"], body["rounds"][0]["says"] == "") == ("confirmed", False)
    assert post_verdict(night, night.player("Ben"), "confirmed").status == 200
    assert RoundCheck.objects.count() == 2


def test_who_scores_there_speaks_for_both(night: Run) -> None:
    both = [night.id_of("Ann"), night.id_of("Ben")]
    scorer = night.official(Duty.SCORER)
    assert post_verdict(night, scorer, "confirmed").code == "not_allowed"
    assert post_verdict(night, scorer, "confirmed", entrants=both).body["rounds"][0]["standing"] == "confirmed"
    assert post_verdict(night, scorer, "confirmed", entrants=[night.id_of("Cleo")]).status == 404


def test_a_dispute_waits_for_who_judges(night: Run) -> None:
    ben, path = night.player("Ben"), f"{night.path}matches/1/checks/"
    assert list(post_verdict(night, ben, "disputed").body["fields"]) == ["reason"]
    assert ben.post(path, examples.check_request.value | {"rounds": seen(night)}).status == 200
    listed = night.official(Duty.REFEREE, "read").get(f"{night.path}checks/").body
    assert [(one["match"], one["disputes"][0]["reason"]) for one in listed["disputed"]] == [(1, "I had 21")]
    assert post_verdict(night, ben, "approved").code == "not_your_duty"
    olga = night.organizer
    table = listed["disputed"][0]["table"]
    fields = {**knock(0, 21), "declared": "gin"}
    put = olga.put(
        f"tables/{table}/rounds/1/1/", fields, Idempotency_Key=key(), If_Match=f'"{seen(night)[0]["revision"]}"'
    )
    assert put.status == 200
    assert night.organizer.get(f"{night.path}matches/1/").body["rounds"][0]["standing"] == "approved"
    assert night.organizer.get(f"{night.path}checks/").body["disputed"] == []


def test_what_was_changed_since_is_looked_at_anew(night: Run) -> None:
    old = seen(night, revision=1)
    answer = night.player("Ann").post(f"{night.path}matches/1/checks/", {"verdict": "confirmed", "rounds": old})
    assert (answer.status, answer.code) == (412, "stale")
    ticked = night.organizer.post(f"{night.path}checks/", {"rounds": [{"match": 1, **old[0]}]})
    assert ticked.body == {"ticked": 0}


@pytest.mark.parametrize(
    "rounds",
    [[], [{"game": 1}], [{"game": 1, "round": 1, "revision": 0}], ["1:1:2"], "1:1:2", [{"game": 1, "color": "red"}]],
)
def test_rounds_are_told_as_they_were_seen(night: Run, rounds: Any) -> None:
    wrong = night.player("Ann").post(f"{night.path}matches/1/checks/", {"verdict": "confirmed", "rounds": rounds})
    assert wrong.status == 400
    assert not RoundCheck.objects.exists()


def test_only_who_judges_sees_what_is_to_be_checked(night: Run) -> None:
    path = f"{night.path}checks/"
    assert night.player("Ann").get(path).code == "not_your_duty"
    assert night.player("Cleo").post(f"{night.path}matches/1/checks/", {}).code == "not_allowed"
    last = night.organizer.get(path).body
    assert (len(last["unticked"]), last["night"]) == (1, last["nights"][0])
    assert night.organizer.get(f"{path}?night=2020-01-01").body["night"] == last["night"]
    assert night.organizer.get(f"{path}?night=never").code == "invalid_value"


@pytest.mark.parametrize("matches", [1, 6])
def test_the_list_asks_as_often_for_six_matches(
    night: Run, matches: int, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(matches - 1):
        night.club.play(night.club.match("Cleo", "Dan"), night.club.access, gin(0, 20))
    olga = night.organizer
    olga.get(f"{night.path}checks/", documented=False)
    with django_assert_max_num_queries(16):
        assert len(olga.get(f"{night.path}checks/", documented=False).body["unticked"]) == matches
