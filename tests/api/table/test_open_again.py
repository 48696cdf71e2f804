"""API: a correction that takes away the end of an earlier game is saved and flagged, and finish or reopen decides."""

import pytest

from tests.api.kit import Sitting, knock, nothing_written

KNOCK = knock(2, 12)
"""The last round of game 1 as it really was: Ann +10, so that Ben stays at 90."""


@pytest.fixture
def two(db: None) -> Sitting:
    """Ben has won game 1 at 119, and one round of game 2 was played."""
    sitting = Sitting()
    sitting.play({"ender": "Ben", "declared": "gin", "deadwood_after_layoffs": {"Ann": 65, "Ben": 0}}, knock(9, 5))
    assert sitting.score.post(sitting.path + "games/").status == 201
    assert sitting.enter(1, knock(7, 20), game=2).status == 201
    return sitting


def decide(sitting: Sitting, what: str, seen: int, key: str = "d", game: int = 1) -> tuple[int, list[int], int | None]:
    """The status, the games that are still open again, and the number of the next round's game."""
    path = f"{sitting.path}games/{game}/{what}/"
    answer = sitting.owner.post(path, Idempotency_Key=key, If_Match=f'"{seen}"')
    table = sitting.read()
    return answer.status, table["open_again"], table["next"]["game"] if table["next"] else None


@pytest.mark.usefixtures("audited")
def test_correction_is_saved_with_200_and_flagged(two: Sitting) -> None:
    assert two.read()["open_again"] == []
    answer = two.correct(2, KNOCK, 3, key="once")
    table = answer.body["table"]
    assert (answer.status, table["open_again"], table["next"]["game"]) == (200, [1], 2)
    assert [(game["over"], game["cumulative"]) for game in table["games"]] == [
        (False, {"Ann": 10, "Ben": 90}),
        (False, {"Ann": 13, "Ben": 0}),
    ]
    with nothing_written():
        again = two.correct(2, KNOCK, 3, key="once")
    assert (again.status, again.body, again.headers["Idempotent-Replayed"]) == (200, answer.body, "true")


def test_deletion_is_flagged_too(two: Sitting) -> None:
    assert two.void(2, 3).body["table"]["open_again"] == [1]


@pytest.mark.usefixtures("audited")
@pytest.mark.parametrize(("what", "game"), [("finish", 2), ("reopen", 1)])
def test_finish_or_reopen_decides(two: Sitting, what: str, game: int) -> None:
    two.correct(2, KNOCK, 3)
    assert decide(two, what, 5) == (412, [1], 2)
    assert decide(two, what, 6) == (200, [], game)
    with nothing_written():
        assert decide(two, what, 6) == (200, [], game)


def test_later_game_waits_for_the_resumed_one(two: Sitting) -> None:
    two.correct(2, KNOCK, 3)
    decide(two, "reopen", 6)
    refused = two.enter(2, knock(7, 20), game=2)
    assert (refused.status, refused.code) == (409, "wrong_game")
    ending = {"ender": "Ben", "declared": "gin", "deadwood_after_layoffs": {"Ann": 20, "Ben": 0}}
    table = two.enter(3, ending).body["table"]
    assert ([game["over"] for game in table["games"]], table["next"]["game"], table["next"]["round"]) == (
        [True, False],
        2,
        2,
    )
    assert two.enter(2, knock(7, 21), game=2).status == 201


def test_undo_brings_the_question_back(two: Sitting) -> None:
    two.correct(2, KNOCK, 3)
    decide(two, "reopen", 6)
    assert two.score.post(two.path + "undo/", If_Match='"7"').body["open_again"] == [1]
    assert two.score.post(two.path + "undo/", If_Match='"6"').body["open_again"] == []


def test_game_with_its_end_is_not_decided_about(two: Sitting) -> None:
    assert [decide(two, what, 5)[0] for what in ("finish", "reopen")] == [409, 409]
