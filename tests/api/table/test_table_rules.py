"""API: changing rules during a game, stakes, and rounds under every seating."""

from typing import Any

import pytest

from tests.api.kit import Sitting, knock, nothing_written

FOUR = ["Ann", "Ben", "Cleo", "Dora"]


def hand(ender: str, own: int, other: str, count: int, declared: str = "knock") -> dict[str, Any]:
    return {"declared": declared, "ender": ender, "deadwood_after_layoffs": {ender: own, other: count}}


def dead(*players: str) -> dict[str, Any]:
    return {"declared": "dead", "players": list(players)}


def test_rules_change_from_the_next_round_on(friday: Sitting) -> None:
    seen = friday.score.get(friday.path).body["revision"]
    answer = friday.score.post(f"{friday.path}games/1/rules/", {"house_rules": {"gin_bonus": 20}}, If_Match=f'"{seen}"')
    assert (answer.status, answer.body["games"][0]["parameters"]["gin_bonus"]) == (200, 20)
    kinds = [entry["kind"] for entry in friday.score.get(friday.path + "entries/").body["entries"]]
    assert kinds[-1] == "rules"


def test_what_cannot_change(friday: Sitting, subtests: pytest.Subtests) -> None:
    for body, status, code in [
        ({"house_rules": {"nope": 1}}, 400, "unknown_parameter"),
        ({"house_rules": {"target": 0}}, 400, "invalid_value"),
        ({"house_rules": {}}, 400, "invalid_value"),
        ({"house_rules": []}, 400, "invalid_value"),
        ({"house_rules": {"hand_scoring": "flop"}}, 409, "rules_fixed"),
        ({}, 400, "missing_field"),
        ({"house_rules": {"gin_bonus": 20}, "preset": "pagat"}, 400, "unknown_field"),
    ]:
        with subtests.test(body=body, status=status, code=code):
            with nothing_written():
                answer = friday.score.post(f"{friday.path}games/1/rules/", body, If_Match='"1"')
            assert (answer.status, answer.code) == (status, code)


def test_a_change_names_the_version_it_saw(friday: Sitting) -> None:
    body = {"house_rules": {"gin_bonus": 20}}
    with nothing_written():
        assert friday.score.post(f"{friday.path}games/1/rules/", body).status == 428
        assert friday.score.post(f"{friday.path}games/1/rules/", body, If_Match='"9"').status == 412
        assert friday.watch.post(f"{friday.path}games/1/rules/", body, If_Match='"1"').status == 403


def test_stakes_are_set_and_taken_off(friday: Sitting) -> None:
    response = friday.score.put(friday.path + "stakes/", {"unit": "\u20ac", "point": 5, "game": 100}, If_Match='"1"')
    assert (response.status, response.body["stakes"]) == (200, {"unit": "\u20ac", "point": 5, "box": 0, "game": 100})
    off = friday.score.put(friday.path + "stakes/", {"unit": "\u20ac"}, If_Match='"2"')
    assert (off.status, off.body["stakes"]) == (200, None)


def test_stakes_that_cannot_be(friday: Sitting, subtests: pytest.Subtests) -> None:
    for change, field in [
        ({"unit": ""}, "unit"),
        ({"unit": "x" * 13}, "unit"),
        ({"unit": 7}, "unit"),
        ({"unit": "a\u0007"}, "unit"),
        ({"point": -1}, "point"),
        ({"box": 0.5}, "box"),
        ({"game": True}, "game"),
        ({"game": 10**30}, "game"),
        ({"line": 1}, "line"),
    ]:
        with subtests.test(change=change, field=field):
            with nothing_written():
                answer = friday.score.put(friday.path + "stakes/", {"unit": "$"} | change, If_Match='"1"')
            assert (answer.status, list(answer.body["fields"])) == (400, [field])


def test_partners_send_all_their_hands_at_once(api: object) -> None:
    table = Sitting(players=FOUR, preset="partnership")
    shown = table.score.get(table.path).body
    assert [seat["team"] for seat in shown["seats"]] == ["Ann & Cleo", "Ben & Dora"] * 2
    assert shown["next"]["pairs"] == [["Ann", "Ben"], ["Cleo", "Dora"]]
    hands = [hand("Dora", 5, "Cleo", 34), hand("Ann", 5, "Ben", 35)]
    answer = table.enter(1, {"tables": hands})
    assert (answer.status, answer.body["round"]["points"]) == (201, {"Ann & Cleo": 1, "Ben & Dora": 0})
    assert [each_hand["ender"] for each_hand in answer.body["round"]["hands"]] == ["Ann", "Dora"]
    assert answer.body["table"]["next"]["pairs"] == [["Ann", "Dora"], ["Cleo", "Ben"]]
    tried = table.score.post(
        table.path + "preview/", {"tables": [hand("Ann", 0, "Dora", 9, "gin"), dead("Ben", "Cleo")]}
    )
    assert (tried.status, tried.body["points"]) == (200, {"Ann & Cleo": 34, "Ben & Dora": 0})
    fixed = table.correct(1, {"tables": [dead("Ann", "Ben"), hand("Dora", 5, "Cleo", 34)]}, 2)
    assert (fixed.status, fixed.body["round"]["points"]) == (200, {"Ann & Cleo": 0, "Ben & Dora": 29})


def test_hands_of_partners_that_cannot_be(api: object, subtests: pytest.Subtests) -> None:
    for facts, field in [
        ({"tables": []}, "tables"),
        ({"tables": 7}, "tables"),
        ({"tables": [7, 8]}, "tables"),
        ({"tables": [hand("Ann", 5, "Ben", 35)]}, "tables"),
        ({"tables": [hand("Ann", 5, "Ben", 35), hand("Ben", 5, "Ann", 35)]}, "tables"),
        ({"tables": [hand("Ann", 5, "Cleo", 35), dead("Ben", "Dora")]}, "tables"),
        ({"tables": [hand("Ann", 5, "Ben", 35), {"declared": "dead"}]}, "tables"),
        ({"tables": [hand("Ann", 5, "Ben", 35), dead("Cleo", "Dora") | {"upcard": "7h"}]}, "tables"),
        ({"tables": [hand("Ann", 5, "Ben", 35), dead("Cleo", "Dora")], "declared": "dead"}, "declared"),
        ({"ender": "Ann"}, "declared"),
    ]:
        with subtests.test(facts=facts, field=field):
            table = Sitting(players=FOUR, preset="partnership")
            with nothing_written():
                answer = table.enter(1, facts)
            assert (answer.status, list(answer.body["fields"])) == (400, [field])


def test_all_faults_of_all_hands_come_at_once(api: object) -> None:
    table = Sitting(players=FOUR, preset="partnership")
    with nothing_written():
        answer = table.enter(1, {"tables": [hand("Ann", 11, "Ben", 35), hand("Dora", 12, "Cleo", 34)]})
    assert [(fault["code"], fault["player"]) for fault in answer.body["faults"]] == [
        ("over_knock_limit", "Ann"),
        ("over_knock_limit", "Dora"),
    ]


def test_tables_are_for_partners(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.enter(1, {"tables": [hand("Ann", 5, "Ben", 20)]})
    assert (answer.status, list(answer.body["fields"])) == (400, ["tables"])


def test_who_sits_out_is_not_asked(api: object) -> None:
    table = Sitting(players=FOUR[:3], preset="cutthroat")
    assert table.score.get(table.path).body["next"]["active"] == ["Ann", "Ben"]
    answer = table.enter(1, hand("Ann", 5, "Ben", 20))
    assert (answer.status, answer.body["table"]["next"]["active"]) == (201, ["Ann", "Cleo"])
    with nothing_written():
        wrong = table.enter(2, hand("Ann", 5, "Ben", 20))
    assert [fault["code"] for fault in wrong.body["faults"]] == ["not_active", "missing_deadwood"]


def test_a_misdeal_has_its_reason(friday: Sitting) -> None:
    answer = friday.enter(1, {"declared": "misdeal", "reason": "eleven cards each"})
    assert (answer.status, answer.body["round"]["event"], answer.body["table"]["next"]["dealer"]) == (
        201,
        "misdeal",
        "Ann",
    )
    assert friday.score.get(friday.path + "entries/").body["entries"][-1]["reason"] == "eleven cards each"


def test_hollywood_has_its_columns(api: object) -> None:
    table = Sitting(preset="hollywood")
    table.enter(1, knock(7, 20))
    game = table.enter(2, knock(7, 20)).body["table"]["games"][0]
    assert [column["cumulative"]["Ann"] for column in game["columns"]] == [26, 13, 0]
    assert [column["credit"] for column in game["columns"]] == [None, None, None]


def test_a_table_may_be_strict_from_its_start(friday: Sitting) -> None:
    assert friday.read()["strict"] is False
    assert Sitting(players=["Ann", "Ben"], preset="standard", strict=True).read()["strict"] is True


def test_the_owner_switches_strict_mode(friday: Sitting) -> None:
    path = friday.path + "strict/"
    for strict in (True, False):
        with nothing_written():
            response = friday.owner.put(path, {"strict": strict})
        assert (response.status, response.body["strict"], friday.read()["strict"]) == (200, strict, strict)
        assert friday.score.put(path, {"strict": True}).status == 403
        assert friday.read()["strict"] is strict


@pytest.mark.parametrize(
    ("body", "code"),
    [({}, "missing_field"), ({"strict": 1}, "invalid_value"), ({"strict": True, "why": 1}, "unknown_field")],
)
def test_strict_mode_is_on_or_off(friday: Sitting, body: dict[str, Any], code: str) -> None:
    answer = friday.owner.put(friday.path + "strict/", body)
    assert (answer.status, answer.code, friday.read()["strict"]) == (400, code, False)
