"""API: correcting a round: the revision the client saw decides, and nothing is lost."""

import pytest

from games.models import Entry, EntryKind
from tests.api.kit import Sitting, gin, knock, nothing_written


@pytest.mark.usefixtures("audited")
def test_a_correction_moves_everything_after_it(six: Sitting) -> None:
    answer = six.correct(3, knock(5, 40), 4, reason="a card was under the table")
    assert answer.status == 200
    assert answer.headers["ETag"] == '"8"'
    saved_round = answer.body["round"]
    assert (saved_round["revision"], saved_round["points"], saved_round["edited"], saved_round["void"]) == (
        8,
        {"Ann": 35, "Ben": 0},
        True,
        False,
    )
    assert [line["cumulative"]["Ann"] for line in answer.body["table"]["games"][0]["rounds"]] == [5, 11, 46, 54, 63, 73]
    assert answer.body["table"] == six.read()
    entry = Entry.objects.get(revision=8)
    assert (entry.kind, entry.reason) == (EntryKind.CORRECTION, "a card was under the table")


def test_without_the_revision_that_was_seen_428(six: Sitting) -> None:
    stands = six.game()["rounds"][2]
    with nothing_written():
        changed, voided = six.correct(3, knock(5, 40), None), six.void(3, None)
    for answer in (changed, voided):
        assert (answer.status, answer.code) == (428, "revision_required")
        assert (answer.body["current"], answer.headers["ETag"]) == (stands, '"4"')


def test_with_any_other_revision_412_and_the_round_as_it_stands(six: Sitting, subtests: pytest.Subtests) -> None:
    for match in ['"3"', "3", 'W/"4"', '"4", "5"', "*", "", '"vier"', '"99999999999999"', "4²"]:
        with subtests.test(match=match):
            stands = six.game()["rounds"][2]
            with nothing_written():
                changed = six.score.put(six.at(3), knock(5, 40), Idempotency_Key="k", If_Match=match)
                voided = six.score.delete(six.at(3), Idempotency_Key="k", If_Match=match)
            for answer in (changed, voided):
                assert (answer.status, answer.code) == (412, "stale")
                assert (answer.body["current"], answer.headers["ETag"]) == (stands, '"4"')


def test_the_revision_may_come_without_quotes(six: Sitting) -> None:
    assert six.score.put(six.at(3), knock(5, 40), Idempotency_Key="k", If_Match=" 4 ").status == 200


def test_the_second_of_two_corrections_is_stale(six: Sitting) -> None:
    assert six.correct(3, knock(5, 40), 4).status == 200
    with nothing_written():
        late = six.correct(3, knock(5, 41), 4)
    assert (late.status, late.body["current"]["points"]["Ann"]) == (412, 35)


def test_the_facts_that_stand_already_need_no_entry(six: Sitting) -> None:
    with nothing_written():
        answer = six.correct(3, knock(5, 12), 1)
    assert (answer.status, answer.body["code"], answer.body["entered_by"]) == (200, "already_recorded", "Scorers")


def test_a_correction_is_retried_like_any_write(six: Sitting) -> None:
    first = six.correct(3, knock(5, 40), 4, key="k")
    six.correct(3, knock(5, 41), 8)
    with nothing_written():
        again, other = six.correct(3, knock(5, 40), 4, key="k"), six.correct(3, knock(5, 42), 9, key="k")
    assert (again.status, again.raw, again.headers["Idempotent-Replayed"]) == (200, first.raw, "true")
    assert (other.status, other.code) == (422, "idempotency_key_reused")


def test_a_void_round_keeps_its_line_and_its_number(six: Sitting) -> None:
    answer = six.void(6, 7, {"reason": "misdeal"})
    assert answer.status == 200
    saved_round = answer.body["round"]
    assert (saved_round["void"], saved_round["points"], saved_round["boxes"], saved_round["winners"]) == (
        True,
        {"Ann": 0, "Ben": 0},
        {"Ann": 0, "Ben": 0},
        [],
    )
    assert (saved_round["deadwood"], saved_round["cumulative"]["Ann"]) == ({"Ann": 5, "Ben": 15}, 35)
    assert answer.body["table"]["next"]["round"] == 7
    assert answer.body["table"] == six.read()
    with nothing_written():
        taken = six.enter(6, knock(5, 15))
    assert (taken.status, taken.code) == (409, "round_void")
    assert six.enter(7, knock(5, 15)).status == 201


def test_a_void_round_is_not_voided_twice_but_a_retry_is_answered(six: Sitting) -> None:
    first = six.void(3, 4, key="k")
    with nothing_written():
        again, other, stale = six.void(3, 4, key="k"), six.void(3, 8), six.void(3, 4)
    assert (again.status, again.raw) == (200, first.raw)
    assert (other.status, other.code) == (409, "round_void")
    assert (stale.status, stale.code, stale.body["current"]["void"]) == (412, "stale", True)


def test_a_correction_revives_a_void_round(six: Sitting) -> None:
    revision = six.void(3, 4).body["round"]["revision"]
    answer = six.correct(3, knock(5, 12), revision)
    assert (answer.status, answer.body["round"]["void"], answer.body["round"]["points"]["Ann"]) == (200, False, 7)
    assert six.game()["cumulative"] == {"Ann": 45, "Ben": 0}


@pytest.mark.usefixtures("audited")
def test_a_correction_that_ends_the_game_earlier_drops_nothing(friday: Sitting) -> None:
    friday.play(knock(5, 60), knock(5, 30), knock(5, 12))
    answer = friday.correct(2, knock(5, 60), 3)
    game = answer.body["table"]["games"][0]
    assert (game["over"], game["needs_attention"], len(game["rounds"])) == (True, [3], 3)
    assert game["rounds"][2]["after_game_end"]
    assert game["cumulative"] == {"Ann": 110, "Ben": 0}


def test_a_round_of_an_earlier_game_can_be_corrected(friday: Sitting) -> None:
    friday.play(gin(80))
    friday.score.post(friday.path + "games/")
    answer = friday.correct(1, gin(81), 2)
    assert (answer.status, answer.body["table"]["games"][0]["cumulative"]["Ann"]) == (200, 106)


def test_the_body_may_name_its_place_but_no_other(six: Sitting) -> None:
    assert six.correct(3, knock(5, 40), 4, game=1, round=3).status == 200
    for place in ({"game": 2}, {"round": 4}):
        with nothing_written():
            answer = six.correct(3, knock(5, 41), 8, **place)
        assert (answer.status, list(answer.body["fields"])) == (400, list(place))


def test_a_round_that_is_not_there(six: Sitting) -> None:
    with nothing_written():
        answers = [
            six.score.send(method, f"{six.path}rounds/{place}/", body, Idempotency_Key="k", If_Match='"4"')
            for method, body in (("PUT", knock(5, 40)), ("DELETE", None))
            for place in ("1/7", "1/0", "1/99999999999999999999", "9/1", "99999999999999999999/1")
        ]
    assert [(answer.status, answer.code) for answer in answers] == 2 * [
        (404, "unknown_round"),
        (404, "unknown_round"),
        (404, "unknown_round"),
        (409, "wrong_game"),
        (409, "wrong_game"),
    ]


def test_corrections_are_writes_with_keys_and_rules(six: Sitting) -> None:
    with nothing_written():
        for answer in (
            six.score.put(six.at(3), knock(5, 40), If_Match='"4"'),
            six.score.delete(six.at(3), If_Match='"4"'),
        ):
            assert (answer.status, answer.code) == (400, "idempotency_key_required")
        assert six.correct(3, knock(11, 40), 4).code == "over_knock_limit"
        assert six.correct(3, {}, 4).code == "missing_field"


@pytest.mark.parametrize("reason", ["x" * 201, "two\nlines", "back\u202ewards", 7, None, ["why"]])
def test_a_reason_is_one_line_of_text(six: Sitting, reason: object) -> None:
    with nothing_written():
        for answer in (six.correct(3, knock(5, 40), 4, reason=reason), six.void(3, 4, {"reason": reason})):
            assert (answer.status, answer.code, list(answer.body["fields"])) == (400, "invalid_value", ["reason"])


def test_a_reason_may_hold_any_letters(six: Sitting) -> None:
    assert six.void(3, 4, {"reason": "  👨‍👩‍👧 Oma hat falsch gezählt  "}).status == 200
    assert Entry.objects.get(revision=8).reason == "👨‍👩‍👧 Oma hat falsch gezählt"
