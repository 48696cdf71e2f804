"""Entering, correcting and voiding rounds."""

from functools import partial

import pytest

from games.models import Entry, Role
from games.refusals import RefusedError
from games.rules.declaration import Declaration, Ending
from games.rules.faults import RulesError
from games.rules.ledger import RoundEntered
from games.services.table.games import finish_game, start_game, swap_seats, undo
from games.services.table.rounds import correct_round, enter_round, preview_round, void_round
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    dead,
    enter,
    gin,
    join,
    knock,
    line,
    outcome,
    revision,
    sheet,
    start,
    totals,
    void,
)
from tests.refusals import refused


@pytest.fixture
def ann() -> Phone:
    """A table where Ann knocked with 7 against 20 (+13), then Ben went gin against 20 (+45)."""
    phone = start()
    enter(phone, knock(0, 7, 20), key="one")
    enter(phone, gin(1, 20), key="two")
    return phone


@pytest.fixture(autouse=True)
def sound(ann: Phone) -> object:
    """Whatever a test did, the ledger is sound afterwards."""
    yield
    assert_sound(ann)


# --- The decision table, in its order -----------------------------------------------------------------------------


def test_a_known_key_with_the_same_facts_is_answered_as_the_first_time(ann: Phone, ben: Phone) -> None:
    first = enter(ann, dead(), key="three")
    enter(ben, dead())
    again = enter(ann, dead(), key="three", number=3)
    assert (first.status, again.status) == ("new", "replayed")
    assert (again.revision, again.game, again.round, again.by, again.at) == (4, 1, 3, "Ann's phone", first.at)
    assert revision(ann) == 5


def test_a_known_key_is_answered_also_once_the_game_is_over(ann: Phone) -> None:
    enter(ann, gin(0, 75), key="last")
    assert current(ann).over
    assert outcome(lambda: enter(ann, gin(0, 75), key="last", number=3)) == "replayed"


@pytest.mark.parametrize(
    ("declaration", "game", "number"),
    [(knock(0, 7, 21), 1, 1), (knock(0, 7, 20), 1, 2), (knock(0, 7, 20), 1, 3), (knock(0, 7, 20), 2, 1)],
)
def test_a_known_key_with_other_facts_or_another_place_is_refused(
    ann: Phone, declaration: Declaration, game: int, number: int
) -> None:
    assert outcome(lambda: enter(ann, declaration, key="one", game=game, number=number)) == "idempotency_key_reused"
    assert (revision(ann), totals(ann)) == (3, [13, 45])


def test_the_key_of_another_use_case_is_refused(ann: Phone) -> None:
    undo(access=ann.access, key="u", revision=3)
    assert outcome(lambda: enter(ann, dead(), key="u", number=3)) == "idempotency_key_reused"
    assert outcome(lambda: undo(access=ann.access, key="one", revision=2)) == "idempotency_key_reused"
    assert revision(ann) == 4


def test_the_same_facts_from_another_phone_confirm_the_round(ann: Phone, ben: Phone) -> None:
    written = enter(ben, gin(1, 20), number=2)
    assert (written.status, written.revision, written.round, written.by) == ("already_recorded", 3, 2, "Ann's phone")
    assert written.at == line(ann, 2).history[0].at
    assert revision(ann) == 3


def test_same_facts_as_a_correction_confirm_the_corrected_round(ann: Phone, ben: Phone) -> None:
    correct(ann, 2, gin(1, 30))
    assert outcome(lambda: enter(ben, gin(1, 30), number=2)) == "already_recorded"
    assert outcome(lambda: enter(ben, gin(1, 20), number=2)) == "round_conflict"


def test_other_facts_from_another_phone_are_shown_and_change_nothing(ann: Phone, ben: Phone) -> None:
    with pytest.raises(RefusedError) as why:
        enter(ben, gin(1, 21), number=2)
    assert (why.value.code, why.value.status) == ("round_conflict", 409)
    there = why.value.context["line"]
    assert (there.number, there.revision, there.history[-1].by) == (2, 3, "Ann's phone")
    assert there.latest.declaration == gin(1, 20)
    assert why.value.context["declaration"] == gin(1, 21)
    assert (revision(ann), totals(ann)) == (3, [13, 45])


def test_gin_and_big_gin_on_the_same_cards_are_other_facts(ann: Phone, ben: Phone) -> None:
    assert outcome(lambda: enter(ben, gin(1, 20, big=True), number=2)) == "round_conflict"


def test_the_next_round_is_written(ann: Phone, ben: Phone) -> None:
    written = enter(ben, knock(1, 9, 9), number=3)
    assert (written.status, written.revision, written.game, written.round, written.by) == (
        "new",
        4,
        1,
        3,
        "Ben's phone",
    )
    row = Entry.objects.get(revision=4)
    assert (row.kind, row.device, row.link) == ("round", ben.access.device, ben.access.link)
    assert row.facts == {
        "v": 1,
        "active": [0, 1],
        "declared": "knock",
        "ender": 1,
        "deadwood": {"0": 9, "1": 9},
        "card": None,
    }
    assert totals(ann) == [38, 45]


def test_the_next_round_is_written_also_while_others_are_corrected(ann: Phone, ben: Phone) -> None:
    correct(ann, 1, knock(0, 7, 27))
    assert outcome(lambda: enter(ben, dead(), number=3)) == "new"
    assert totals(ann) == [20, 45]


def test_a_round_too_far_on_names_those_that_are_missing(ann: Phone) -> None:
    with pytest.raises(RefusedError) as why:
        enter(ann, dead(), number=6)
    assert (why.value.code, why.value.context["missing"]) == ("missing_rounds", [3, 4, 5])
    assert revision(ann) == 3


def test_a_finished_game_takes_no_round(ann: Phone) -> None:
    enter(ann, gin(0, 75))
    with pytest.raises(RefusedError) as why:
        enter(ann, dead())
    assert (why.value.code, why.value.context["last"]) == ("game_finished", 3)
    finish = start()
    enter(finish, dead())
    finish_game(access=finish.access, key="f", game=1, revision=2)
    assert outcome(lambda: enter(finish, dead())) == "game_finished"


def test_illegal_round_is_refused_with_every_fault(ann: Phone, subtests: pytest.Subtests) -> None:
    for declaration, codes in [
        (knock(0, 14, 20), ["over_knock_limit"]),
        (knock(0, 7, -1), ["out_of_range"]),
        (knock(0, 7, 111), ["out_of_range"]),
        (knock(0, 200, -1), ["out_of_range", "out_of_range"]),
        (Declaration((0, 1), Ending.GIN, None, {0: 0, 1: 3}), ["unknown_player"]),
        (Declaration((0, 1), Ending.GIN, 0, {0: 3, 1: 5}), ["not_gin"]),
        (Declaration((0, 1), Ending.KNOCK, 0, {0: 3}), ["missing_deadwood"]),
        (Declaration((0, 1), Ending.DEAD, 0, {}), ["invalid_value"]),
    ]:
        with subtests.test(declaration=declaration, codes=codes):
            with pytest.raises(RulesError) as why:
                enter(ann, declaration)
            assert [fault.code.value for fault in why.value.faults] == codes
            assert revision(ann) == 3


def test_a_hand_for_a_seat_that_is_not_at_the_table_is_refused(ann: Phone) -> None:
    with pytest.raises(RulesError) as why:
        enter(ann, Declaration((0, 1), Ending.GIN, 0, {0: 0, 1: 5, 2: 9}))
    assert [(fault.code.value, fault.seat) for fault in why.value.faults] == [("not_active", 2)]


@pytest.mark.parametrize(
    ("key", "code"),
    [
        ("", "idempotency_key_required"),
        ("x" * 201, "idempotency_key_invalid"),
        ("a\nb", "idempotency_key_invalid"),
        ("a\x00", "idempotency_key_invalid"),
        ("a\u202eb", "idempotency_key_invalid"),
    ],
)
def test_idempotency_key_must_be_storable(ann: Phone, key: str, code: str) -> None:
    assert outcome(lambda: enter_round(access=ann.access, key=key, game=1, round_number=3, declaration=dead())) == code
    assert revision(ann) == 3


def test_a_key_of_200_characters_is_taken(ann: Phone) -> None:
    assert outcome(lambda: enter(ann, dead(), key="x" * 200)) == "new"


def test_a_game_that_is_not_under_way_takes_no_round(ann: Phone) -> None:
    assert outcome(lambda: enter(ann, dead(), game=2, number=1)) == "wrong_game"
    enter(ann, gin(0, 75))
    start_game(access=ann.access, key="g")
    assert outcome(lambda: enter(ann, dead(), game=1, number=4)) == "wrong_game"
    assert outcome(lambda: enter(ann, dead(), game=2, number=1)) == "new"


def test_a_round_told_by_seats_that_were_swapped_since_is_refused(ann: Phone, ben: Phone) -> None:
    seen = current(ben).seating
    swap_seats(access=ann.access, key="swap", game=1, first=0, second=1, revision=revision(ann))
    told = partial(enter_round, access=ben.access, key="three", game=1, round_number=3, declaration=gin(0, 20))
    other = partial(correct_round, access=ben.access, key="four", game=1, round_number=1, declaration=gin(0, 20))
    assert outcome(lambda: told(seating=seen)) == "seats_changed"
    assert outcome(lambda: other(revision=line(ben, 1).revision, seating=seen)) == "seats_changed"
    assert revision(ann) == 4
    assert outcome(lambda: told(seating=current(ben).seating)) == "new"


def test_void_round_is_not_entered_again(ann: Phone) -> None:
    void(ann, 2)
    with pytest.raises(RefusedError) as why:
        enter(ann, gin(1, 20), number=2)
    assert (why.value.code, why.value.context["next"]) == ("round_void", 3)
    assert (outcome(lambda: enter(ann, dead(), number=3)), totals(ann)) == ("new", [13, 0])


def test_watch_link_cannot_enter_change_or_delete_rounds(ann: Phone) -> None:
    eve = join(ann, Role.WATCH, "Eve's phone")
    assert outcome(lambda: enter(eve, dead())) == "not_allowed"
    assert outcome(lambda: correct(eve, 1, dead())) == "not_allowed"
    assert outcome(lambda: void(eve, 1)) == "not_allowed"
    assert revision(ann) == 3


def test_a_link_to_watch_may_see_what_a_round_would_score(ann: Phone) -> None:
    eve = join(ann, Role.WATCH, "Eve's phone")
    result = preview_round(access=eve.access, game=1, declaration=knock(0, 7, 5))
    assert (result.event.value, result.points) == ("undercut", {0: 0, 1: 27})
    assert (refused(preview_round, access=eve.access, game=2, declaration=dead()), revision(ann)) == ("wrong_game", 3)


# --- Corrections ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("sealed")
def test_a_correction_moves_every_later_total(ann: Phone, ben: Phone) -> None:
    enter(ann, knock(0, 5, 10))
    written = correct(ben, 1, gin(0, 11), reason="counted again")
    assert (written.status, written.revision, written.round, written.by) == ("new", 5, 1, "Ben's phone")
    assert [dict(x.cumulative) for x in current(ann).rounds] == [{0: 36, 1: 0}, {0: 36, 1: 45}, {0: 41, 1: 45}]
    changed = line(ann, 1)
    assert (changed.edited, changed.revision, changed.history[1].reason) == (True, 5, "counted again")
    assert [e.body.declaration for e in changed.history if isinstance(e.body, RoundEntered)] == [
        knock(0, 7, 20),
        gin(0, 11),
    ]
    row = Entry.objects.get(revision=5)
    assert (row.kind, row.game, row.round, row.reason) == ("correction", 1, 1, "counted again")


def test_a_correction_has_to_name_the_revision_it_changes(ann: Phone) -> None:
    def change(seen: int | None) -> str:
        return outcome(
            lambda: correct_round(
                access=ann.access, key=f"c{seen}", game=1, round_number=1, revision=seen, declaration=dead()
            )
        )

    assert (change(None), change(1), change(3), change(99)) == ("revision_required", "stale", "stale", "stale")
    assert revision(ann) == 3
    assert change(2) == "new"


def test_of_two_corrections_the_second_is_stale_and_sees_the_first(ann: Phone, ben: Phone) -> None:
    seen = line(ann, 1).revision
    correct(ann, 1, knock(0, 8, 20))
    with pytest.raises(RefusedError) as why:
        correct_round(access=ben.access, key="b", game=1, round_number=1, revision=seen, declaration=knock(0, 9, 20))
    assert (why.value.code, why.value.status, why.value.context["line"].revision) == ("stale", 412, 4)
    assert totals(ann) == [12, 45]


def test_correction_without_a_change_is_already_recorded_at_any_revision(ann: Phone, ben: Phone) -> None:
    seen = line(ann, 1).revision
    correct(ann, 1, knock(0, 8, 20))
    assert (
        outcome(
            lambda: correct_round(
                access=ben.access, key="b", game=1, round_number=1, revision=seen, declaration=knock(0, 8, 20)
            )
        )
        == "already_recorded"
    )
    assert outcome(lambda: correct(ben, 2, gin(1, 20))) == "already_recorded"
    assert revision(ann) == 4


def test_a_correction_is_retried_and_its_key_is_its_own(ann: Phone) -> None:
    def change(declaration: Declaration, number: int = 1) -> str:
        return outcome(
            lambda: correct_round(
                access=ann.access, key="c", game=1, round_number=number, revision=2, declaration=declaration
            )
        )

    assert [change(dead()), change(dead()), change(gin(0, 9)), change(dead(), 2)] == [
        "new",
        "replayed",
        "idempotency_key_reused",
        "idempotency_key_reused",
    ]
    assert revision(ann) == 4


def test_a_round_that_was_not_played_cannot_be_changed(ann: Phone) -> None:
    def change(game: int, number: int) -> str:
        return outcome(
            lambda: correct_round(
                access=ann.access, key="c", game=game, round_number=number, revision=3, declaration=dead()
            )
        )

    assert (change(1, 3), change(1, 0), change(2, 1)) == ("unknown_round", "unknown_round", "wrong_game")


def test_a_correction_against_the_rules_is_refused(ann: Phone) -> None:
    with pytest.raises(RulesError):
        correct(ann, 1, knock(0, 11, 20))
    assert revision(ann) == 3


@pytest.mark.usefixtures("sealed")
def test_deleted_round_keeps_its_line_and_can_be_entered_again(ann: Phone) -> None:
    written = void(ann, 1, reason="dealt wrongly")
    assert (written.status, totals(ann)) == ("new", [0, 45])
    struck = line(ann, 1)
    assert (struck.void, struck.counts, struck.latest.declaration) == (True, False, knock(0, 7, 20))
    assert struck.history[-1].reason == "dealt wrongly"
    assert outcome(lambda: correct(ann, 1, knock(0, 7, 20))) == "new"
    assert (totals(ann), line(ann, 1).void, revision(ann)) == ([13, 45], False, 5)


def test_round_is_deleted_once_at_its_current_revision(ann: Phone) -> None:
    def void(key: str, seen: int | None, number: int = 1) -> str:
        return outcome(lambda: void_round(access=ann.access, key=key, game=1, round_number=number, revision=seen))

    assert [void("a", None), void("a", 3), void("a", 2, 9), void("a", 2)] == [
        "revision_required",
        "stale",
        "unknown_round",
        "new",
    ]
    assert [void("a", 2), void("b", 2), void("b", 4)] == ["replayed", "stale", "round_void"]
    assert revision(ann) == 4


def test_a_correction_of_an_earlier_game_leaves_this_one_alone(ann: Phone) -> None:
    enter(ann, gin(0, 75))
    start_game(access=ann.access, key="g")
    enter(ann, knock(1, 1, 50))
    correct(ann, 1, knock(0, 6, 20), game=1)
    assert [list(game.cumulative.values()) for game in sheet(ann).games] == [[114, 45], [0, 49]]


def test_the_round_that_ends_the_game_can_be_corrected(ann: Phone) -> None:
    enter(ann, gin(0, 75))
    assert (current(ann).over, totals(ann)) == (True, [113, 45])
    correct(ann, 3, knock(0, 1, 75))
    assert (current(ann).over, totals(ann)) == (False, [87, 45])
    assert outcome(lambda: enter(ann, gin(0, 20))) == "new"
    assert (current(ann).ended_after, totals(ann)) == (4, [132, 45])


def test_an_edit_that_ends_the_game_earlier_leaves_the_later_rounds_to_a_person(ann: Phone) -> None:
    enter(ann, knock(0, 7, 20))
    correct(ann, 1, gin(0, 80))
    game = current(ann)
    assert (game.ended_after, game.needs_attention, dict(game.cumulative)) == (1, (2, 3), {0: 105, 1: 0})
    assert [x.after_end for x in game.rounds] == [False, True, True]
    assert outcome(lambda: enter(ann, dead(), number=4)) == "game_finished"


def test_a_table_takes_1000_rounds(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.services.table import rounds

    assert rounds.MOST_ROUNDS == 1_000
    monkeypatch.setattr(rounds, "MOST_ROUNDS", 3)
    assert outcome(lambda: enter(ann, dead())) == "new"
    assert outcome(lambda: enter(ann, dead())) == "table_full"
    assert outcome(lambda: correct(ann, 1, dead())) == "new"


def test_a_ledger_takes_5000_entries(ann: Phone, monkeypatch: pytest.MonkeyPatch) -> None:
    from games.services.table import ledger

    assert ledger.MOST_ENTRIES == 5_000
    monkeypatch.setattr(ledger, "MOST_ENTRIES", 4)
    assert outcome(lambda: enter(ann, dead(), key="full")) == "new"
    assert outcome(lambda: enter(ann, dead())) == "table_full"
    assert outcome(lambda: correct(ann, 1, dead())) == "table_full"
    assert outcome(lambda: enter(ann, dead(), key="full", number=3)) == "replayed"
