"""API: rounds entered card by card, in the format of evaluate's ``round`` question."""

from typing import Any

import pytest

from tests.api.kit import Api, Sitting, audit, knock, nothing_written

ANN = {"cards": "5s 6s 7s 9c Tc Jc Ks Kc Kd Jd", "melds": ["5s 6s 7s", "9c Tc Jc", "Ks Kd Kc"]}
BEN = {"cards": "2s 2c 2d 2h Ac 7c 8c 8s 9s 8d", "melds": ["2s 2c 2d 2h"]}
LAYOFFS = [{"player": "Ben", "card": card, "onto": onto} for card, onto in (("8s", 0), ("9s", 0), ("8c", 1), ("7c", 1))]
SHOWN = {"ender": "Ann", "declared": "knock", "hands": {"Ann": ANN, "Ben": BEN}, "layoffs": LAYOFFS}
RUMSKI = {
    "Ann": {"cards": "R5 R6 W1 B9 G9 W2 Y1 Y2 Y3 P2", "melds": ["R5 R6 W1=7", "B9 G9 W2", "Y1 Y2 Y3"]},
    "Ben": {"cards": "R8 R9 B1 B2 B3 G12 Y12 P12 G5 Y7", "melds": ["B1 B2 B3", "G12 Y12 P12"]},
}


def test_cards_prove_the_counts(friday: Sitting) -> None:
    answer = friday.enter(1, SHOWN)
    saved_round = answer.body["round"]
    assert (answer.status, saved_round["event"], saved_round["deadwood"]) == (201, "undercut", {"Ann": 10, "Ben": 9})
    assert saved_round["points"] == {"Ann": 0, "Ben": 26}
    assert saved_round["layoffs"] == LAYOFFS
    assert saved_round["shown"]["Ann"] == {**ANN, "cards": "5s 6s 7s Ks Jd Kd 9c Tc Jc Kc", "discard": None}
    audit()


def test_the_answer_may_be_sent_back(friday: Sitting) -> None:
    saved_round = friday.enter(1, SHOWN).body["round"]
    facts = {"ender": "Ann", "declared": "knock", "hands": saved_round["shown"], "layoffs": saved_round["layoffs"]}
    assert friday.enter(1, facts).body["code"] == "already_recorded"


def test_the_preview_takes_cards(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.watch.post(friday.path + "preview/", SHOWN)
    assert (answer.status, answer.body["points"]) == (200, {"Ann": 0, "Ben": 26})


def test_one_hand_may_be_given_by_its_count(friday: Sitting) -> None:
    facts = {"ender": "Ann", "declared": "knock", "hands": {"Ann": ANN}, "deadwood_after_layoffs": {"Ben": 20}}
    saved_round = friday.enter(1, facts).body["round"]
    assert (saved_round["deadwood"], list(saved_round["shown"])) == ({"Ann": 10, "Ben": 20}, ["Ann"])


def test_cards_are_added_to_counts_and_counts_to_cards_say_nothing_new(friday: Sitting) -> None:
    assert friday.enter(1, knock(10, 9)).status == 201
    upgraded = friday.enter(1, SHOWN, key="upgrade")
    assert (upgraded.status, upgraded.body["round"]["revision"]) == (201, 3)
    assert friday.enter(1, SHOWN, key="upgrade").headers["Idempotent-Replayed"] == "true"
    assert friday.enter(1, knock(10, 9)).body["code"] == "already_recorded"
    assert friday.enter(1, knock(10, 12)).code == "round_conflict"
    audit()


def test_a_correction_takes_cards(friday: Sitting) -> None:
    friday.enter(1, knock(10, 12))
    answer = friday.correct(1, SHOWN, 2)
    assert (answer.status, answer.body["round"]["deadwood"]) == (200, {"Ann": 10, "Ben": 9})


def test_a_wild_keeps_the_number_it_was_declared_to_be(api: Api) -> None:
    sitting = Sitting(preset="ginski", house_rules={"layoff": "unless_gin"})
    layoffs = [{"player": "Ben", "card": "R8", "onto": 0}, {"player": "Ben", "card": "R9", "onto": 0}]
    saved_round = sitting.enter(1, {"ender": "Ann", "declared": "knock", "hands": RUMSKI, "layoffs": layoffs}).body[
        "round"
    ]
    assert saved_round["shown"]["Ann"]["melds"][0] == "R5 R6 W1=7"
    assert saved_round["deadwood"]["Ben"] == 12


def test_every_fault_is_answered_at_once(friday: Sitting) -> None:
    hands = {
        "Ann": {"cards": "5s 6s 8s 9c Tc Jc Ks Kc Kd Jd", "melds": ["5s 6s 8s", "9c Tc Jc", "Ks Kc Kd"]},
        "Ben": {**BEN, "cards": "2s 2c 2d 2h Ac 7c Jd 8s 9s 8d"},
    }
    with nothing_written():
        answer = friday.enter(1, SHOWN | {"hands": hands})
    assert answer.status == 400
    assert " ".join(fault["code"] for fault in answer.body["faults"]) == (
        "duplicate_card duplicate_card not_a_meld card_not_in_hand layoff_not_allowed"
    )


def test_a_count_beside_cards_has_to_be_theirs(friday: Sitting) -> None:
    with nothing_written():
        answer = friday.enter(1, SHOWN | {"deadwood_after_layoffs": {"Ben": 12}})
    assert (answer.status, answer.code) == (400, "deadwood_mismatch")


def test_what_are_no_hands_is_a_bad_field(friday: Sitting, subtests: pytest.Subtests) -> None:
    for facts, code, field in [
        ({"layoffs": LAYOFFS}, "missing_field", "layoffs"),
        ({"hands": []}, "invalid_value", "hands"),
        ({"hands": {"Ann": "5s 6s"}}, "invalid_value", "hands"),
        ({"hands": {"Ann": {"cards": "5s"}}}, "missing_field", "hands"),
        ({"hands": {"Ann": ANN | {"deadwood": 3}}}, "unknown_field", "hands"),
        ({"hands": {"Ann": ANN}, "layoffs": {}}, "invalid_value", "layoffs"),
        ({"hands": {"Ann": ANN}, "layoffs": [{"player": "Ben"}]}, "missing_field", "layoffs"),
    ]:
        with subtests.test(facts=facts, code=code, field=field):
            with nothing_written():
                answer = friday.enter(1, {"ender": "Ann", "declared": "knock"} | facts)
            assert (answer.status, answer.code, list(answer.body["fields"])) == (400, code, [field])


@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"hands": {"Cleo": ANN, "Ann": ANN}}, "unknown_player"),
        ({"hands": {"Ann": ANN | {"cards": "5x"}}}, "unknown_card"),
        ({"ender": "Cleo", "hands": {"Ann": ANN}}, "unknown_player"),
        ({"declared": "finished", "hands": {"Ann": ANN}}, "invalid_value"),
    ],
)
def test_what_cannot_be_read_is_illegal(friday: Sitting, facts: dict[str, Any], code: str) -> None:
    with nothing_written():
        answer = friday.enter(1, {"ender": "Ann", "declared": "knock"} | facts)
    assert (answer.status, answer.code) == (400, code)


def test_who_sits_out_shows_no_hand(api: Api) -> None:
    sitting = Sitting(players=["Ann", "Ben", "Cleo"], preset="cutthroat")
    playing = sitting.read()["next"]["active"]
    out = next(name for name in ("Ann", "Ben", "Cleo") if name not in playing)
    facts = {"ender": playing[0], "declared": "knock", "hands": {out: ANN}}
    answer = sitting.enter(1, facts | {"deadwood_after_layoffs": dict.fromkeys(playing, 7)})
    assert [(fault["code"], fault["player"]) for fault in answer.body["faults"]] == [("not_active", out)]


def test_teams_tell_their_rounds_by_counts(api: Api) -> None:
    sitting = Sitting(players=["Ann", "Ben", "Cleo", "Dan"], preset="partnership")
    answer = sitting.enter(1, {"hands": {"Ann": ANN}})
    assert (answer.status, list(answer.body["fields"])) == (400, ["hands"])


def test_a_dead_hand_may_be_shown(friday: Sitting) -> None:
    saved_round = friday.enter(1, {"declared": "dead", "hands": {"Ann": ANN}}).body["round"]
    assert (saved_round["event"], saved_round["deadwood"], list(saved_round["shown"])) == ("dead", {}, ["Ann"])


def test_evaluate_and_the_table_say_the_same(friday: Sitting) -> None:
    question = {"kind": "round", "preset": "standard", "players": ["Ann", "Ben"], **SHOWN}
    body = Api().post("evaluate/", question | {"id": None}).body
    saved_round = friday.enter(1, SHOWN).body["round"]
    assert {key: saved_round[key] for key in ("event", "points", "boxes", "deadwood")} == {
        key: body[key] for key in ("event", "points", "boxes", "deadwood")
    }
