"""API: two versions of the same round: agreement, open questions and answering them."""

from typing import Any

import pytest

from games.models import Report
from tests.api.kit import Answer, Sitting, gin, knock, nothing_written


@pytest.fixture
def friday(friday: Sitting) -> Sitting:
    """The same with one round: 13 for Ann, entered by the scorers."""
    friday.play(knock(7, 20))
    return friday


def enter_as_owner(table: Sitting, facts: dict[str, Any], *, number: int = 1, key: str = "") -> Answer:
    """The owner's program tells a round too."""
    body = {"game": 1, "round": number, **facts}
    return table.owner.post(table.path + "rounds/", body, Idempotency_Key=key or table.key())


def decide(table: Sitting, question: int, decision: Any, seen: int | None, *, key: str = "", who: Any = None) -> Answer:
    match = {} if seen is None else {"If_Match": f'"{seen}"'}
    sent = {"Idempotency_Key": key or table.key(), **match}
    return (who or table.score).post(f"{table.path}questions/{question}/", {"decision": decision}, **sent)


def test_a_round_tells_who_also_entered_it(friday: Sitting) -> None:
    assert friday.game()["rounds"][0]["also_entered_by"] == []
    answer = enter_as_owner(friday, knock(7, 20))
    assert (answer.status, answer.body["code"]) == (200, "already_recorded")
    assert answer.body["round"]["also_entered_by"] == ["Owner"]
    assert friday.game()["rounds"][0]["also_entered_by"] == ["Owner"]
    assert friday.read()["questions"] == []


def test_the_version_that_was_refused_is_an_open_question(friday: Sitting) -> None:
    with nothing_written():
        answer = enter_as_owner(friday, gin(33) | {"reason": "she said gin"})
    assert (answer.status, answer.code, answer.body["current"]["also_entered_by"]) == (409, "round_conflict", [])
    (question,) = friday.read()["questions"]
    version = question.pop("version")
    assert question.pop("entered_at")
    assert question == {
        "id": Report.objects.get().pk,
        "game": 1,
        "round": 1,
        "revision": 2,
        "entered_by": ["Owner"],
        "reason": "she said gin",
    }
    assert (version["declared"], version["ender"], version["points"]) == ("gin", "Ann", {"Ann": 58, "Ben": 0})


def test_a_late_correction_is_an_open_question_as_well(friday: Sitting) -> None:
    assert friday.correct(1, knock(7, 30), 2).status == 200
    assert friday.correct(1, knock(7, 31), 2).code == "stale"
    (question,) = friday.read()["questions"]
    assert (question["revision"], question["version"]["points"]["Ann"]) == (3, 24)


def test_keeping_closes_the_question_and_writes_nothing(friday: Sitting) -> None:
    enter_as_owner(friday, knock(7, 24))
    question = Report.objects.get().pk
    with nothing_written():
        answer = decide(friday, question, "keep", 2, key="k")
    assert (answer.status, answer.body["revision"], answer.body["table"]["questions"]) == (200, 2, [])
    assert answer.body["round"]["points"] == {"Ann": 13, "Ben": 0}
    again = decide(friday, question, "keep", 2, key="k")
    assert (again.status, again.headers["Idempotent-Replayed"]) == (200, "true")
    assert decide(friday, question, "take", 2).code == "question_decided"


@pytest.mark.usefixtures("audited")
def test_taking_corrects_the_round(friday: Sitting) -> None:
    enter_as_owner(friday, knock(7, 24))
    question = Report.objects.get().pk
    answer = decide(friday, question, "take", 2, key="k")
    assert (answer.status, answer.body["revision"], answer.body["table"]["questions"]) == (200, 3, [])
    assert answer.body["round"]["points"] == {"Ann": 17, "Ben": 0}
    assert (answer.body["round"]["entered_by"], answer.body["round"]["also_entered_by"]) == ("Scorers", ["Owner"])
    enter_as_owner(friday, knock(7, 25))
    again = decide(friday, question, "take", 2, key="k")
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (200, answer.body, "true")
    assert friday.entries() == 3


def test_what_is_no_decision_changes_nothing(friday: Sitting, subtests: pytest.Subtests) -> None:
    for decision, seen, status, code in [
        ("keep", None, 428, "revision_required"),
        ("take", None, 428, "revision_required"),
        ("keep", 1, 412, "stale"),
        ("take", 3, 412, "stale"),
        ("maybe", 2, 400, "invalid_value"),
        (True, 2, 400, "invalid_value"),
        (["keep"], 2, 400, "invalid_value"),
    ]:
        with subtests.test(decision=decision, seen=seen, status=status, code=code):
            enter_as_owner(friday, knock(7, 24))
            with nothing_written():
                answer = decide(friday, Report.objects.get().pk, decision, seen)
            assert (answer.status, answer.code) == (status, code)
            assert len(friday.read()["questions"]) == 1


def test_who_may_decide_and_where(friday: Sitting) -> None:
    enter_as_owner(friday, knock(7, 24))
    question, other = Report.objects.get().pk, Sitting()
    other.play(knock(7, 20))
    assert decide(friday, question, "keep", 2, who=friday.watch).code == "not_allowed"
    assert decide(friday, question, "keep", 2, who=other.score).code == "not_found"
    assert decide(other, question, "keep", 2).code == "unknown_question"
    assert decide(friday, 10**9, "keep", 2).code == "unknown_question"
    assert decide(friday, 10**30, "keep", 2).code == "unknown_question"
    assert friday.score.post(f"{friday.path}questions/{question}/", {"decision": "keep"}, If_Match='"2"').code == (
        "idempotency_key_required"
    )
    assert len(friday.read()["questions"]) == 1


def test_polling_with_the_etag_misses_no_question(friday: Sitting) -> None:
    def read(known: str) -> Answer:
        return friday.watch.get(friday.path, If_None_Match=known)

    assert read('"2"').status == 304
    enter_as_owner(friday, knock(7, 24))
    second = read('"2"')
    assert (second.status, second.headers["ETag"], len(second.body["questions"])) == (200, '"2"', 1)
    decide(friday, Report.objects.get().pk, "keep", 2)
    assert (read('"2"').status, read('"2"').body["questions"]) == (200, [])
    friday.play(knock(5, 9))
    assert (read('"2"').status, read('"3"').status) == (200, 304)


def test_an_answer_that_is_requested_again_is_the_same_after_a_question(friday: Sitting) -> None:
    first = friday.enter(2, knock(5, 9), key="k")
    enter_as_owner(friday, knock(5, 9), number=2)
    enter_as_owner(friday, knock(5, 10), number=2)
    again = friday.enter(2, knock(5, 9), key="k")
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (200, first.body, "true")
    assert len(friday.read()["questions"]) == 1
