"""The desk over the API: who is here, calls for the referee, and a draw without those who are missing."""

import pytest

from games.models import Duty
from games.selectors.season.league_dates import date_in_league
from tests.api import season_kit
from tests.api.season_kit import Run


@pytest.fixture
def night(db: None) -> Run:
    """Ann meets Ben tonight, in a season without a draw."""
    made = season_kit.run("Ann", "Ben", "Cleo")
    made.club.match("Ann", "Ben", night=date_in_league(made.club.league))
    return made


def test_entrants_are_checked_in_and_out(night: Run) -> None:
    scorer, path = night.official(Duty.SCORER), f"{night.path}attendance/"
    ann, ben, cleo = (night.id_of(name) for name in ("Ann", "Ben", "Cleo"))
    assert scorer.put(path, {"here": True, "entrants": [ann]}).body["here"] == [ann]
    everyone = scorer.put(path, {"here": True})
    assert (everyone.body["here"], everyone.body["missing"]) == (sorted((ann, ben, cleo)), [])
    left = scorer.put(path, {"here": False, "entrants": [cleo]})
    assert (left.body["missing"], left.body["night"]) == ([cleo], date_in_league(night.club.league).isoformat())
    assert scorer.get(f"{night.path}desk/").body == left.body
    assert scorer.put(path, {"here": True, "entrants": [season_kit.ELSEWHERE]}).code == "not_found"
    assert night.player("Ann").put(path, {"here": True}).code == "not_your_duty"
    assert night.player("Ann").get(f"{night.path}desk/").code == "not_your_duty"


def test_a_player_calls_and_the_desk_answers(night: Run) -> None:
    ann, referee, path = night.player("Ann"), night.official(Duty.REFEREE), f"{night.path}matches/1/call/"
    for _ in range(2):
        assert ann.post(path).status == 204
    assert [call["match"] for call in referee.get(f"{night.path}desk/").body["calls"]] == [1]
    assert ann.post(f"{path}answer/").code == "not_your_duty"
    for _ in range(2):
        assert referee.post(f"{path}answer/").status == 204
    assert referee.get(f"{night.path}desk/").body["calls"] == []
    ann.post(path)
    assert ann.delete(path).status == 204
    assert referee.get(f"{night.path}desk/").body["calls"] == []
    assert night.player("Cleo").post(path).code == "not_allowed"


def test_a_swiss_round_is_drawn_of_those_who_are_here(db: None) -> None:
    made = season_kit.run("Ann", "Ben", "Cleo", pairing="swiss")
    here = [made.id_of(name) for name in ("Ann", "Ben")]
    made.organizer.put(f"{made.path}attendance/", {"here": True, "entrants": here})
    preview = made.organizer.post(f"{made.path}draw/preview/", {"only_here": True}).body["matches"]
    assert [sorted(side["entrant"] for side in match["sides"]) for match in preview] == [sorted(here)]
    drawn = made.organizer.post(f"{made.path}draw/", {"only_here": True}, Idempotency_Key=season_kit.key())
    assert (drawn.status, drawn.body["made"]) == (201, 1)


def test_a_swiss_round_gives_the_byes_that_were_asked_for(db: None) -> None:
    made = season_kit.run("Ann", "Ben", "Cleo", "Dan", pairing="swiss")
    byes = [{"entrant": made.id_of("Ann"), "bye": "half"}, {"entrant": made.id_of("Ben"), "bye": "full"}]
    drawn = made.organizer.post(f"{made.path}draw/", {"requested_byes": byes}, Idempotency_Key=season_kit.key())
    assert (drawn.status, drawn.body["made"]) == (201, 3)
    matches = made.organizer.get(f"{made.path}matches/").body["matches"]
    assert [(match["state"], match["requested_bye"]) for match in matches] == [
        ("planned", ""),
        *(("bye", kind) for kind in ("half", "full")),
    ]
    rows = made.organizer.get(f"{made.path}standings/").body["rows"]
    assert {row["name"]: (row["points"], row["byes"]) for row in rows if row["byes"]} == {"Ann": (1, 1), "Ben": (2, 1)}
    twice = [{"entrant": made.id_of("Ann"), "bye": "half"}, {"entrant": made.id_of("Ann"), "bye": "full"}]
    for wrong in ([{"entrant": made.id_of("Ann"), "bye": "zero"}], [{"entrant": made.id_of("Ann")}], "half", twice):
        answer = made.organizer.post(f"{made.path}draw/", {"requested_byes": wrong}, Idempotency_Key=season_kit.key())
        assert answer.status == 400


def test_a_knockout_leaves_nobody_out(db: None) -> None:
    made = season_kit.run("Ann", "Ben", pairing="knockout")
    assert (
        made.organizer.post(f"{made.path}draw/", {"only_here": True}, Idempotency_Key=season_kit.key()).code
        == "invalid_value"
    )


def test_the_clock_is_started_paused_and_given_more_time(night: Run) -> None:
    referee, path = night.official(Duty.REFEREE), f"{night.path}clock/"
    assert night.player("Ann").get(path).body["state"] == "off"
    assert referee.post(f"{path}pause/").code == "clock_off"
    for minutes in (50, 10):
        started = referee.put(path, {"minutes": minutes, "at_end": "game"}).body
        assert (started["state"], started["at_end"], started["seconds_left"] > 2900) == ("running", "game", True)
    assert referee.post(f"{path}pause/").body["ends_at"] is None
    assert referee.post(f"{path}extra/", {"minutes": 3, "match": 1}).body["extra"] == [{"match": 1, "seconds": 180}]
    assert referee.post(f"{path}extra/", {"minutes": 10}).body["seconds_left"] > 3500
    assert referee.post(f"{path}resume/").body["state"] == "running"
    assert referee.post(f"{path}last-hand/").body["last_hand"]
    for _ in range(2):
        assert referee.delete(path).body["state"] == "off"
    assert referee.put(path, {"minutes": 601, "at_end": "game"}).code == "invalid_value"
    assert night.official(Duty.SCORER).put(path, {"minutes": 50, "at_end": "hand"}).code == "not_your_duty"
