"""API: somebody joins or leaves a table."""

from typing import Any

import pytest

from tests.api.kit import Sitting, nothing_written


def put(friday: Sitting, body: dict[str, Any], seen: int | None = None, **headers: str) -> Any:
    seen = friday.score.get(friday.path).body["revision"] if seen is None else seen
    return friday.score.put(friday.path + "players/", body, If_Match=f'"{seen}"', **headers)


@pytest.mark.usefixtures("audited")
def test_who_plays_next_is_an_entry_and_the_next_game_has_them(friday: Sitting) -> None:
    answer = put(friday, {"players": ["Ben", "Cleo"]})
    assert (answer.status, answer.body["next_players"]) == (200, {"players": ["Ben", "Cleo"], "preset": None})
    assert [seat["name"] for seat in answer.body["seats"]] == ["Ann", "Ben"]
    entry = friday.score.get(friday.path + "entries/").body["entries"][-1]
    assert (entry["kind"], entry["facts"]) == ("players", {"v": 1, "players": [1, 2], "people": 2})
    friday.score.post(friday.path + "games/1/finish/", {}, If_Match=answer.headers["ETag"])
    begun = friday.score.post(friday.path + "games/", {})
    table = begun.body["table"]
    assert ([seat["name"] for seat in table["seats"]], "next_players" in table) == (["Ben", "Cleo"], False)
    assert [list(game["cumulative"]) for game in table["games"]] == [["Ann", "Ben"], ["Ben", "Cleo"]]


def test_rules_of_the_next_game_may_come_with_more_players(friday: Sitting) -> None:
    three = {"players": ["Ann", "Ben", "Cleo"]}
    with nothing_written():
        assert put(friday, three).code == "invalid_value"
    answer = put(friday, three | {"preset": "ginski"})
    assert (answer.status, answer.body["next_players"]["preset"]) == (200, "ginski")
    friday.score.post(friday.path + "games/1/finish/", {}, If_Match=answer.headers["ETag"])
    assert friday.score.post(friday.path + "games/", {}).body["table"]["games"][1]["preset"] == "ginski"


def test_the_same_request_again_is_answered_the_same(friday: Sitting) -> None:
    first = put(friday, {"players": ["Ann", "Cleo"]}, seen=1, Idempotency_Key="join")
    again = put(friday, {"players": ["Ann", "Cleo"]}, seen=1, Idempotency_Key="join")
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (200, first.body, "true")
    assert put(friday, {"players": ["Ann", "Dan"]}, Idempotency_Key="join").code == "idempotency_key_reused"


def test_what_cannot_be(friday: Sitting, subtests: pytest.Subtests) -> None:
    for body, seen, status, code in [
        ({"players": ["Ann", "ann"]}, 1, 409, "name_taken"),
        ({"players": ["Ann", "Ben"]}, 1, 400, "invalid_value"),
        ({"players": ["Ann"]}, 1, 400, "invalid_value"),
        ({"players": ["Ann", "Cleo"]}, 9, 412, "stale"),
        ({"players": ["Ann", ""]}, 1, 400, "invalid_value"),
        ({"players": "Ann"}, 1, 400, "invalid_value"),
        ({"players": ["Ann", "Cleo"], "preset": "whist"}, 1, 400, "unknown_preset"),
        ({"players": ["Ann", "Cleo"], "left": ["Ben"]}, 1, 400, "unknown_field"),
        ({}, 1, 400, "missing_field"),
    ]:
        with subtests.test(body=body, seen=seen, status=status, code=code):
            with nothing_written():
                answer = put(friday, body, seen=seen)
            assert (answer.status, answer.code) == (status, code)


def test_a_watcher_may_not_and_a_version_is_needed(friday: Sitting) -> None:
    body = {"players": ["Ann", "Cleo"]}
    with nothing_written():
        assert friday.watch.put(friday.path + "players/", body, If_Match='"1"').status == 403
        assert friday.score.put(friday.path + "players/", body).status == 428
