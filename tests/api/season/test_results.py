"""Results from paper over the API: one, many, corrected, taken back, refused."""

from typing import Any

import pytest

from games.models import Duty
from tests.api import season_kit
from tests.api.season_kit import Run
from tests.leagues import result


@pytest.fixture
def night(db: None) -> Run:
    """Ann meets Ben, and Cleo meets Dan."""
    made = season_kit.run("Ann", "Ben", "Cleo", "Dan")
    made.club.match("Ann", "Ben")
    made.club.match("Cleo", "Dan")
    return made


def sides(night: Run, *points: int, names: tuple[str, str] = ("Ann", "Ben")) -> list[dict[str, int]]:
    return [{"entrant": night.id_of(name), "points": amount} for name, amount in zip(names, points, strict=True)]


def test_a_result_is_typed_replaced_and_taken_back(night: Run) -> None:
    scorer, path = night.official(Duty.SCORER), f"{night.path}matches/1/result/"
    typed = scorer.put(path, {"sides": sides(night, 85, 120)})
    assert (typed.status, typed.body["state"], typed.body["final"]) == (200, "played", True)
    assert [side["outcome"] for side in typed.body["sides"]] == ["loss", "win"]
    assert scorer.put(path, {"sides": sides(night, 85, 120)}).status == 200  # the same again
    other = sides(night, 95, 120)
    assert scorer.put(path, {"sides": other}).code == "stale"
    replaced = scorer.put(path, {"sides": other, "replaces": typed.body["typed_result"], "reason": "Misread"})
    assert (replaced.status, replaced.body["sides"][0]["points"]) == (200, 95)
    for _ in range(2):
        back = scorer.delete(path)
        assert (back.status, back.body["state"], back.body["typed_result"]) == (200, "planned", None)
    history = night.organizer.get(f"{night.path}history/").body["events"]
    assert [event["kind"] for event in history][-3:] == ["result_typed", "result_typed", "result_taken_back"]


def test_many_results_are_stored_together(night: Run) -> None:
    path = f"{night.path}results/"
    results: list[dict[str, Any]] = [
        {"match": 1, "sides": sides(night, 120, 85)},
        {"match": 2, "sides": sides(night, 10, 101, names=("Cleo", "Dan"))},
    ]
    wrong = [results[0], {"match": 9, "sides": results[1]["sides"]}]
    assert night.organizer.post(path, {"results": wrong}).code == "not_found"
    assert result(night.club.season.matches.get(number=1))[0][0] == ""
    for _ in range(2):
        answer = night.organizer.post(path, {"results": results})
        assert answer.status == 200
        assert [[side["points"] for side in match["sides"]] for match in answer.body["matches"]] == [
            [120, 85],
            [10, 101],
        ]
    twice = night.organizer.post(path, {"results": [results[0], results[0]]})
    assert twice.body["fields"] == {"match": "match names one twice."}


def test_what_a_correction_changes_is_previewed(night: Run) -> None:
    scorer, path = night.official(Duty.SCORER), f"{night.path}matches/1/result/"
    typed = scorer.put(path, {"sides": sides(night, 120, 85)}).body["typed_result"]
    other = {"sides": sides(night, 85, 120), "replaces": typed}
    one = scorer.post(f"{path}preview/", other)
    many = scorer.post(f"{night.path}results/preview/", {"results": [{"match": 1, **other}]})
    assert (one.status, one.body) == (200, many.body)
    assert one.body["movers"][0] == {
        "entrant": night.id_of("Ben"),
        "name": "Ben",
        "place": {"before": 4, "after": 1},
        "points": {"before": 0, "after": 2},
    }
    assert (len(one.body["sentences"]), one.body["wrong_pairs"], one.body["stages"]) == (2, [], [])
    back = scorer.post(f"{path}preview/", {})  # the result taken back
    assert back.body["movers"][0]["place"] == {"before": 1, "after": None}
    assert result(night.club.season.matches.get(number=1))[0] == ("win", 120, 0)
    assert scorer.post(f"{path}preview/", {"sides": other["sides"]}).code == "stale"
    assert night.player("Ann").post(f"{path}preview/", other).code == "not_your_duty"


def test_wrong_fields_are_named(night: Run, subtests: pytest.Subtests) -> None:
    for change, field in [
        ({"points": "120"}, "sides[0].points"),
        ({"points": 1.5}, "sides[0].points"),
        ({"points": 1_000_000}, "sides[0].points"),
        ({"boxes": -1}, "sides[0].boxes"),
        ({"entrant": season_kit.ELSEWHERE}, "sides"),
        ({"melds": 3}, "sides[0].melds"),
    ]:
        with subtests.test(change=change, field=field):
            body = sides(night, 120, 85)
            body[0] |= change
            refused = night.organizer.put(f"{night.path}matches/1/result/", {"sides": body})
            assert (refused.status, list(refused.body["fields"])) == (400, [field])


def test_a_side_left_out_is_told(night: Run) -> None:
    refused = night.organizer.put(f"{night.path}matches/1/result/", {"sides": sides(night, 120, 85)[:1]})
    assert refused.body["fields"] == {"sides": "sides must name every side of the match, each once."}


def test_members_and_small_tokens_type_nothing(night: Run) -> None:
    body = {"sides": sides(night, 120, 85)}
    assert night.player("Ann").put(f"{night.path}matches/1/result/", body).code == "not_your_duty"
    assert night.official(Duty.SCORER, "read").put(f"{night.path}matches/1/result/", body).status == 403
