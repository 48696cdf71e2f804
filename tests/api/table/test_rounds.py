"""API: entering a round: the exact response, and each row of the decision table."""

from typing import Any

import pytest
from django.utils.dateparse import parse_datetime

from games.models import Entry
from tests.api.kit import Sitting, gin, knock, nothing_written


def without_texts(lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    assert all(line["text"] for line in lines)
    return [{key: value for key, value in line.items() if key != "text"} for line in lines]


def test_a_knock_is_scored_to_the_last_key(friday: Sitting) -> None:
    answer = friday.enter(1, knock(7, 20))
    assert answer.status == 201
    assert answer.headers["ETag"] == '"2"'
    saved_round = answer.body["round"]
    assert parse_datetime(saved_round.pop("entered_at"))
    assert without_texts(saved_round.pop("lines")) == [
        {"player": "Ann", "points": 20, "boxes": 0, "parameter": "knock_points"},
        {"player": "Ann", "points": -7, "boxes": 0, "parameter": "knock_points"},
        {"player": "Ann", "points": 0, "boxes": 1, "parameter": "box_win"},
    ]
    assert saved_round == {
        "number": 1,
        "revision": 2,
        "event": "knock",
        "ender": "Ann",
        "declared": "knock",
        "active": ["Ann", "Ben"],
        "knock_card": None,
        "winners": ["Ann"],
        "points": {"Ann": 13, "Ben": 0},
        "boxes": {"Ann": 1, "Ben": 0},
        "deadwood": {"Ann": 7, "Ben": 20},
        "cumulative": {"Ann": 13, "Ben": 0},
        "entered_by": "Scorers",
        "also_entered_by": [],
        "edited": False,
        "void": False,
        "after_game_end": False,
    }
    assert answer.body["revision"] == 2
    assert answer.body["table"] == friday.read()


@pytest.mark.parametrize(
    ("facts", "event", "points", "boxes"),
    [
        (knock(7, 20), "knock", {"Ann": 13, "Ben": 0}, {"Ann": 1, "Ben": 0}),
        (knock(9, 7), "undercut", {"Ann": 0, "Ben": 27}, {"Ann": 0, "Ben": 1}),
        (knock(9, 9), "undercut", {"Ann": 0, "Ben": 25}, {"Ann": 0, "Ben": 1}),
        (gin(33), "gin", {"Ann": 58, "Ben": 0}, {"Ann": 1, "Ben": 0}),
        (gin(33) | {"declared": "big_gin"}, "big_gin", {"Ann": 64, "Ben": 0}, {"Ann": 1, "Ben": 0}),
        ({"declared": "dead"}, "dead", {"Ann": 0, "Ben": 0}, {"Ann": 0, "Ben": 0}),
        ({"declared": "dead", "ender": None}, "dead", {"Ann": 0, "Ben": 0}, {"Ann": 0, "Ben": 0}),
        (knock(7, 20) | {"players": ["Ann", "Ben"]}, "knock", {"Ann": 13, "Ben": 0}, {"Ann": 1, "Ben": 0}),
    ],
)
def test_every_ending(friday: Sitting, facts: dict[str, Any], event: str, points: Any, boxes: Any) -> None:
    with nothing_written():
        preview = friday.watch.post(friday.path + "preview/", facts)
    assert preview.status == 200
    answer = friday.enter(1, facts)
    assert answer.status == 201
    saved_round = answer.body["round"]
    assert (saved_round["event"], saved_round["points"], saved_round["boxes"]) == (event, points, boxes)
    assert preview.body == {key: saved_round[key] for key in preview.body}


def test_a_preview_may_name_its_place(friday: Sitting) -> None:
    facts = {"game": 1, "round": 1, **knock(7, 20)}
    assert friday.watch.post(friday.path + "preview/", facts).status == 200
    assert friday.watch.post(friday.path + "preview/", facts | {"game": 2}).code == "wrong_game"
    assert friday.watch.post(friday.path + "preview/", facts | {"round": 0}).body["fields"].keys() == {"round"}


def test_row_1_the_same_key_again_is_answered_like_the_first_time(friday: Sitting) -> None:
    first = friday.enter(1, knock(7, 20), key="k")
    friday.play(knock(3, 30))
    friday.correct(1, knock(7, 21), 2)
    with nothing_written():
        again = friday.enter(1, knock(7, 20), key="k")
    assert (first.status, again.status) == (201, 200)
    assert again.raw == first.raw
    assert "Idempotent-Replayed" not in first.headers
    assert (again.headers["Idempotent-Replayed"], again.headers["ETag"]) == ("true", first.headers["ETag"])


@pytest.mark.parametrize("change", [{"deadwood_after_layoffs": {"Ann": 7, "Ben": 21}}, {"round": 2}, {"ender": "Ben"}])
def test_row_2_the_same_key_for_something_else_is_refused(friday: Sitting, change: dict[str, Any]) -> None:
    friday.enter(1, knock(7, 20), key="k")
    stands = friday.game()
    with nothing_written():
        body = {"game": 1, "round": 1, **knock(7, 20), **change}
        answer = friday.score.post(friday.path + "rounds/", body, Idempotency_Key="k")
    assert (answer.status, answer.code) == (422, "idempotency_key_reused")
    assert friday.game() == stands


def test_row_3_the_same_facts_from_a_second_phone_confirm(friday: Sitting) -> None:
    first = friday.enter(1, knock(7, 20)).body
    with nothing_written():
        answer = friday.owner.post(
            friday.path + "rounds/", {"game": 1, "round": 1, **knock(7, 20)}, Idempotency_Key="other"
        )
    assert answer.status == 200
    entered = {"entered_by": "Scorers", "entered_at": first["round"]["entered_at"]}
    first["round"]["also_entered_by"] = ["Owner"]
    first["table"]["games"][0]["rounds"] = [first["round"]]
    assert answer.body == first | {"code": "already_recorded"} | entered
    assert "Idempotent-Replayed" not in answer.headers


@pytest.mark.usefixtures("audited")
def test_row_4_other_facts_for_the_same_round_are_a_question(friday: Sitting) -> None:
    stands = friday.enter(1, knock(7, 20)).body["round"]
    theirs = {"game": 1, "round": 1, **knock(7, 21)}
    with nothing_written():
        answer = friday.score.post(friday.path + "rounds/", theirs, Idempotency_Key="other")
    assert (answer.status, answer.code) == (409, "round_conflict")
    assert (answer.body["current"], answer.body["yours"]) == (stands, theirs)
    assert answer.body["detail"].startswith("Round 1 ")
    assert answer.headers["ETag"] == '"2"'


def test_row_5_the_next_round_is_written_whatever_was_corrected_meanwhile(six: Sitting) -> None:
    assert six.correct(3, knock(5, 40), 4).status == 200
    answer = six.enter(7, knock(5, 15))
    assert (answer.status, answer.body["revision"]) == (201, 9)


def test_row_6_a_round_too_far_names_what_is_missing(six: Sitting) -> None:
    with nothing_written():
        answer = six.enter(9, knock(7, 20))
    assert (answer.status, answer.code, answer.body["missing_rounds"]) == (409, "missing_rounds", [7, 8])


def test_row_7_a_finished_game_takes_no_round(friday: Sitting) -> None:
    friday.play(gin(80))
    with nothing_written():
        assert friday.enter(2, knock(7, 20)).code == "game_finished"
        assert friday.enter(1, gin(79)).code == "round_conflict"
        assert friday.enter(1, gin(80)).body["code"] == "already_recorded"


def test_row_8_what_the_rules_refuse_is_named_fault_by_fault(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.enter(1, knock(11, 200))
    assert (answer.status, answer.code) == (400, "out_of_range")
    assert [{k: v for k, v in fault.items() if k != "message"} for fault in answer.body["faults"]] == [
        {"code": "out_of_range", "player": "Ben", "cards": []},
        {"code": "over_knock_limit", "player": "Ann", "cards": []},
    ]


def test_row_8_every_rule_by_its_name(friday: Sitting, subtests: pytest.Subtests) -> None:
    for facts, code in [
        (knock(7, 20, "Cleo"), "unknown_player"),
        (knock(7, 20) | {"ender": None}, "unknown_player"),
        (knock(7, 20) | {"deadwood_after_layoffs": {"Ann": 7, "Cleo": 3}}, "unknown_player"),
        (knock(7, 20) | {"deadwood_after_layoffs": {"Ann": 7}}, "missing_deadwood"),
        (knock(3, 20) | {"declared": "gin"}, "not_gin"),
        (knock(3, 20) | {"declared": "fold"}, "invalid_value"),
        ({"declared": "dead", "ender": "Ann"}, "invalid_value"),
        (knock(3, 20) | {"knock_card": "1X"}, "unknown_card"),
        (knock(3, 20) | {"knock_card": ["7h"]}, "unknown_card"),
        (knock(3, 20) | {"knock_card": "7h", "upcard": "7h"}, "invalid_value"),
        (knock(3, 20) | {"deadwood_after_layoffs": [3, 20]}, "invalid_value"),
    ]:
        with subtests.test(facts=facts, code=code):
            with nothing_written():
                answer = friday.enter(1, facts)
                preview = friday.watch.post(friday.path + "preview/", facts)
            assert (answer.status, answer.code) == (400, code)
            assert answer.body["faults"][0]["code"] == code
            assert preview.body == answer.body


def test_row_8_fields_that_cannot_be_are_named(friday: Sitting, subtests: pytest.Subtests) -> None:
    for field, value in [("round", 0), ("round", "1"), ("round", True), ("game", 1.0), ("game", None)]:
        with subtests.test(field=field, value=value):
            body = {"game": 1, "round": 1, **knock(7, 20)} | {field: value}
            with nothing_written():
                answer = friday.score.post(friday.path + "rounds/", body, Idempotency_Key="k")
            assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "invalid_value", [field])


def test_row_9_a_write_needs_a_key(friday: Sitting) -> None:
    body = {"game": 1, "round": 1, **knock(7, 20)}
    with nothing_written():
        answers = {
            key: friday.score.post(friday.path + "rounds/", body, **({} if key is None else {"Idempotency_Key": key}))
            for key in (None, "", "k" * 201, "a\nb", "a\u00adb")
        }
    assert {answer.status for answer in answers.values()} == {400}
    assert {key: answer.code for key, answer in answers.items()} == {
        None: "idempotency_key_required",
        "": "idempotency_key_required",
        "k" * 201: "idempotency_key_invalid",
        "a\nb": "idempotency_key_invalid",
        "a\u00adb": "idempotency_key_invalid",
    }
    assert all(answer.body["type"] == f"/api/v1/docs/#{answer.code}" for answer in answers.values())
    assert friday.enter(1, knock(7, 20), key="k" * 200).status == 201


def test_another_game_than_the_current_one_is_refused(friday: Sitting) -> None:
    with nothing_written():
        assert friday.enter(1, knock(7, 20), game=2).code == "wrong_game"
    friday.play(gin(80))
    assert friday.score.post(friday.path + "games/").status == 201
    with nothing_written():
        assert friday.enter(2, knock(7, 20)).code == "wrong_game"
        assert friday.enter(1, gin(80)).code == "wrong_game"


def test_the_players_are_the_seats_or_left_out(friday: Sitting) -> None:
    for players in (["Ben", "Ann"], ["Ann"], "Ann, Ben", None):
        with nothing_written():
            answer = friday.enter(1, knock(7, 20) | {"players": players})
        assert (answer.status, list(answer.body["fields"])) == (400, ["players"])


def test_round_1001_finds_the_table_full(friday: Sitting) -> None:
    friday.play({"declared": "dead"})
    row = Entry.objects.get(revision=2)
    Entry.objects.bulk_create(
        Entry(
            **{f.attname: getattr(row, f.attname) for f in Entry._meta.concrete_fields if f.name != "id"}
            | {"revision": number + 1, "round": number, "key": f"r{number}"}
        )
        for number in range(2, 1001)
    )
    row.table.revision = 1001
    row.table.save()
    with nothing_written():
        answer = friday.enter(1001, {"declared": "dead"})
    assert (answer.status, answer.code) == (409, "table_full")
