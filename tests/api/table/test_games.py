"""API: starting the next game, finishing one by hand, and continuing it."""

import pytest

from tests.api.kit import Answer, Sitting, gin, knock, nothing_written


def finish(table: Sitting, seen: object = None, game: int = 1, **headers: str) -> Answer:
    match = {} if seen is None else {"If_Match": f'"{seen}"'}
    return table.score.post(f"{table.path}games/{game}/finish/", **match, **headers)


def reopen(table: Sitting, seen: object = None, game: int = 1, **headers: str) -> Answer:
    match = {} if seen is None else {"If_Match": f'"{seen}"'}
    return table.score.post(f"{table.path}games/{game}/reopen/", **match, **headers)


@pytest.fixture
def over(friday: Sitting) -> Sitting:
    """Ann won in two rounds; the table is at revision 3."""
    friday.play(knock(5, 60), gin(40))
    return friday


def test_a_game_that_ended_is_settled_to_the_last_line(over: Sitting) -> None:
    game = over.game()
    final = game.pop("final")
    assert (game["over"], game["ended_by_hand"], game["cumulative"]) == (True, False, {"Ann": 120, "Ben": 0})
    assert over.read()["next"] is None
    assert all(line.pop("text") for line in final["lines"])
    assert final == {
        "totals": {"Ann": 390, "Ben": 0},
        "winner": "Ann",
        "shutout": True,
        "net": 390,
        "lines": [
            {"player": "Ann", "points": 120, "parameter": "target"},
            {"player": "Ben", "points": 0, "parameter": "target"},
            {"player": "Ann", "points": 50, "parameter": "box_value"},
            {"player": "Ann", "points": 100, "parameter": "game_bonus"},
            {"player": "Ann", "points": 120, "parameter": "shutout"},
        ],
    }


def test_the_next_game_has_the_same_seats_and_rules(over: Sitting) -> None:
    answer = over.score.post(over.path + "games/")
    assert (answer.status, answer.body["revision"], answer.headers["ETag"]) == (201, 4, '"4"')
    table = answer.body["table"]
    assert table == over.read()
    first, second = table["games"]
    assert (second["number"], second["preset"], second["rounds"]) == (2, "standard", [])
    assert second["parameters"] == first["parameters"]
    assert (table["next"]["game"], table["next"]["round"], table["next"]["dealer"]) == (2, 1, "Ann")


def test_another_preset_and_house_rules_over_it(over: Sitting) -> None:
    answer = over.score.post(over.path + "games/", {"preset": "lets_play", "house_rules": {"target": 50}})
    game = answer.body["table"]["games"][1]
    assert (answer.status, game["preset"], game["parameters"]["target"]) == (201, "lets_play", 50)
    assert game["parameters"]["winner"] == "first_to_target"


def test_house_rules_alone_lie_over_the_last_preset(api: object) -> None:
    table = Sitting(preset="lets_play", house_rules={"target": 50, "gin_bonus": 20})
    table.play(gin(40))
    game = table.score.post(table.path + "games/", {"house_rules": {"target": 60}}).body["table"]["games"][1]
    assert (game["preset"], game["parameters"]["target"], game["parameters"]["gin_bonus"]) == ("lets_play", 60, 25)
    assert game["parameters"]["winner"] == "first_to_target"


def test_rules_that_no_table_can_be_started_with_start_no_game(over: Sitting, subtests: pytest.Subtests) -> None:
    for body, code, where in [
        ({"preset": "nope"}, "unknown_preset", "preset"),
        ({"preset": None}, "unknown_preset", "preset"),
        ({"preset": ["standard"]}, "unknown_preset", "preset"),
        ({"house_rules": []}, "invalid_value", "house_rules"),
        ({"house_rules": None}, "invalid_value", "house_rules"),
        ({"house_rules": {"nope": 1}}, "unknown_parameter", None),
        ({"house_rules": {"target": 0}}, "invalid_value", None),
        ({"house_rules": {"columns": 3}}, "invalid_value", None),
        ({"house_rules": {"seating": "captain"}}, "invalid_value", "players"),
        ({"house_rules": {"seating": "teams"}}, "invalid_value", "players"),
        ({"house_rules": {"seats": {"min": 3, "best": 3, "max": 4}}}, "invalid_value", "players"),
        ({"rules": "standard"}, "unknown_field", "rules"),
    ]:
        with subtests.test(body=body, code=code, where=where):
            with nothing_written():
                answer = over.score.post(over.path + "games/", body)
            assert (answer.status, answer.code) == (400, code)
            assert list(answer.body.get("fields", {})) == ([where] if where else [])


def test_rules_for_other_seats_start_no_game(api: object) -> None:
    table = Sitting(players=["Ann", "Ben", "Cleo"], preset="ginski")
    table.score.post(f"{table.path}games/1/finish/", If_Match='"1"')
    with nothing_written():
        answer = table.score.post(table.path + "games/", {"preset": "standard"})
    assert (answer.status, list(answer.body["fields"])) == (400, ["players"])


def test_no_second_game_while_one_is_under_way(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.score.post(friday.path + "games/")
    assert (answer.status, answer.code) == (409, "game_not_finished")


def test_a_new_game_is_begun_once_by_one_key(over: Sitting) -> None:
    first = over.score.post(over.path + "games/", Idempotency_Key="g")
    over.enter(1, knock(7, 20), game=2)
    with nothing_written():
        again = over.score.post(over.path + "games/", Idempotency_Key="g")
        other = over.score.post(over.path + "games/")
    assert (first.status, again.status, again.raw) == (201, 200, first.raw)
    assert again.headers["Idempotent-Replayed"] == "true"
    assert other.code == "game_not_finished"


def test_a_game_is_ended_by_hand_and_goes_on(friday: Sitting) -> None:
    friday.play(knock(7, 20))
    ended = finish(friday, 2)
    assert (ended.status, ended.headers["ETag"], ended.body) == (200, '"3"', friday.read())
    game = ended.body["games"][0]
    assert (game["over"], game["ended_by_hand"], game["final"]["totals"]) == (True, True, {"Ann": 38, "Ben": 0})
    with nothing_written():
        assert friday.enter(2, knock(7, 20)).code == "game_finished"
    again = reopen(friday, 3)
    assert (again.status, again.headers["ETag"], again.body) == (200, '"4"', friday.read())
    assert (again.body["games"][0]["over"], again.body["games"][0]["final"]) == (False, None)
    assert friday.enter(2, knock(7, 20)).status == 201


@pytest.mark.usefixtures("audited")
def test_a_game_that_reached_its_target_can_go_on(over: Sitting) -> None:
    game = reopen(over, 3).body["games"][0]
    assert (game["over"], game["cumulative"]["Ann"]) == (False, 120)


def test_both_need_the_revision_of_the_table(friday: Sitting) -> None:
    with nothing_written():
        assert (finish(friday).status, finish(friday).code) == (428, "revision_required")
        assert (finish(friday, 9).status, finish(friday, 9).code) == (412, "stale")
        assert finish(friday, "*").status == 412
        assert (reopen(friday, 1).status, reopen(friday, 1).code) == (409, "game_not_finished")
        assert (finish(friday, 1, 2).status, finish(friday, 1, 2).code) == (409, "wrong_game")
        assert finish(friday, 1, 99999999999999999999).code == "wrong_game"
    finish(friday, 1)
    with nothing_written():
        assert reopen(friday).status == 428
        assert reopen(friday, 1).status == 412
        assert (finish(friday, 2).status, finish(friday, 2).code) == (409, "game_finished")


def test_a_retry_ends_the_game_once(friday: Sitting) -> None:
    first = finish(friday, 1)
    reopen(friday, 2)
    with nothing_written():
        again = finish(friday, 1)
        named = finish(friday, 3, Idempotency_Key="finish:1")
    assert (again.status, again.raw, again.headers["Idempotent-Replayed"]) == (200, first.raw, "true")
    assert named.raw == first.raw


def test_only_the_revision_is_sent(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.score.post(f"{friday.path}games/1/finish/", {"winner": "Ann"}, If_Match='"1"')
    assert (answer.status, answer.code) == (400, "unknown_field")
