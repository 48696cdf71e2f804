"""Starting, finishing and reopening games, swaps, and undo."""

from collections.abc import Iterator

import pytest

from games.models import Entry, Role
from games.refusals import RefusedError
from games.rules.faults import RulesError
from games.rules.presets import rule_set
from games.selectors.table.table_names import names_by_seat, player_names
from games.services.table.games import decide_after_end, finish_game, reopen_game, start_game, swap_seats, undo
from games.services.table.rounds import correct_round
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
    settled,
    sheet,
    start,
    totals,
    void,
)


@pytest.fixture
def ann() -> Phone:
    """A table where Ann knocked with 7 against 20 (+13), then Ben went gin against 20 (+45)."""
    phone = start()
    enter(phone, knock(0, 7, 20), key="one")
    enter(phone, gin(1, 20), key="two")
    return phone


@pytest.fixture(autouse=True)
def sound(ann: Phone) -> Iterator[None]:
    """Whatever a test did, the ledger is sound afterwards."""
    yield
    assert_sound(ann)


def finish(phone: Phone, key: str = "f") -> str:
    now = sheet(phone)
    return outcome(lambda: finish_game(access=phone.access, key=key, game=now.current.number, revision=now.revision))


def reopen(phone: Phone, key: str = "r") -> str:
    now = sheet(phone)
    return outcome(lambda: reopen_game(access=phone.access, key=key, game=now.current.number, revision=now.revision))


def swap(phone: Phone, one: int = 0, other: int = 1, key: str = "s") -> str:
    now = sheet(phone)
    return outcome(
        lambda: swap_seats(
            access=phone.access, key=key, game=now.current.number, first=one, second=other, revision=now.revision
        )
    )


def take_back(phone: Phone) -> str:
    newest = sheet(phone).next_undo
    seen = newest.revision if newest else None
    return outcome(lambda: undo(access=phone.access, key=f"undo {seen}", revision=seen))


def names(phone: Phone) -> tuple[str, ...]:
    return names_by_seat(current(phone), player_names(phone.table))


# --- Another game ---------------------------------------------------------------------------------------------------


def test_another_game_begins_only_once_this_one_is_over(ann: Phone) -> None:
    with pytest.raises(RefusedError) as why:
        start_game(access=ann.access, key="g")
    assert (why.value.code, why.value.context) == ("game_not_finished", {"game": 1})
    enter(ann, gin(0, 75))
    assert outcome(lambda: start_game(access=ann.access, key="g")) == "new"
    assert outcome(lambda: start_game(access=ann.access, key="h")) == "game_not_finished"
    assert [game.over for game in sheet(ann).games] == [True, False]


def test_another_game_goes_on_with_the_deal_and_the_rules() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski", dealer=1, target=50)
    enter(phone, dead(3))
    enter(phone, gin(0, 20, 20))
    assert current(phone).over
    start_game(access=phone.access, key="g")
    game = current(phone)
    assert (game.number, game.deal.dealer, game.first_to_act) == (2, 0, 1)  # Ben, Cleo, then Ann
    assert (game.preset, game.rules) == ("ginski", rule_set("ginski", {"target": 50}))
    assert totals(phone) == [0, 0, 0]
    assert_sound(phone)


def test_another_game_may_have_other_rules(ann: Phone) -> None:
    finish(ann)
    with pytest.raises(RulesError):
        start_game(access=ann.access, key="g", preset="whist")
    start_game(access=ann.access, key="g", preset="lets_play", house_rules={"target": 60})
    assert (current(ann).preset, current(ann).rules) == ("lets_play", rule_set("lets_play", {"target": 60}))
    assert sheet(ann).games[0].rules == rule_set("standard")


def test_house_rules_alone_are_laid_over_the_preset_of_the_last_game(ann: Phone) -> None:
    finish(ann)
    start_game(access=ann.access, key="g", house_rules={"target": 60})
    assert (current(ann).preset, current(ann).rules) == ("standard", rule_set("standard", {"target": 60}))


def test_another_game_is_started_once_for_its_key(ann: Phone, ben: Phone) -> None:
    finish(ann)
    assert outcome(lambda: start_game(access=ann.access, key="g")) == "new"
    assert outcome(lambda: start_game(access=ben.access, key="g")) == "replayed"
    assert outcome(lambda: start_game(access=ann.access, key="one")) == "idempotency_key_reused"
    assert outcome(lambda: start_game(access=ann.access, key="g", preset="standard")) == "replayed"
    assert outcome(lambda: start_game(access=ann.access, key="g", preset="ginski")) == "idempotency_key_reused"
    other = {"target": 60}
    assert outcome(lambda: start_game(access=ann.access, key="g", house_rules=other)) == "idempotency_key_reused"
    assert len(sheet(ann).games) == 2


# --- End and go on --------------------------------------------------------------------------------------------------


def test_a_game_is_ended_by_hand_without_a_bonus(ann: Phone) -> None:
    assert finish(ann) == "new"
    game = current(ann)
    assert (game.over, game.by_hand, game.complete, game.ended_after) == (True, True, False, 2)
    assert game.final
    assert dict(game.final.totals) == {0: 38, 1: 70}  # the points and a box of 25 each
    assert [row[2:6] + row[8:11] for row in settled(ann)] == [
        ("Ann", 13, 38, 1, False, False, False),
        ("Ben", 45, 70, 1, True, False, False),
    ]


def test_a_game_can_be_ended_before_its_first_round() -> None:
    phone = start()
    assert finish(phone) == "new"
    assert (current(phone).ended_after, [row[5] for row in settled(phone)]) == (0, [0, 0])
    assert reopen(phone) == "new"
    assert (outcome(lambda: enter(phone, dead())), settled(phone)) == ("new", [])
    assert_sound(phone)


def test_an_end_names_the_game_and_the_revision_it_saw(ann: Phone) -> None:
    def end(game: int, seen: int | None) -> str:
        return outcome(lambda: finish_game(access=ann.access, key="f", game=game, revision=seen))

    assert [end(2, 3), end(1, None), end(1, 2), end(1, 4), end(1, 3)] == [
        "wrong_game",
        "revision_required",
        "stale",
        "stale",
        "new",
    ]
    assert [end(1, 3), finish(ann, "again")] == ["replayed", "game_finished"]
    assert revision(ann) == 4


def test_a_finished_game_goes_on_where_it_was(ann: Phone) -> None:
    assert reopen(ann) == "game_not_finished"
    finish(ann)
    assert reopen(ann) == "new"
    assert (current(ann).over, totals(ann), settled(ann)) == (False, [13, 45], [])
    assert (reopen(ann), reopen(ann, "again")) == ("replayed", "game_not_finished")
    assert outcome(lambda: enter(ann, knock(0, 7, 20))) == "new"


def test_a_game_won_and_opened_again_ends_with_its_next_round(ann: Phone) -> None:
    enter(ann, gin(0, 75))
    assert (reopen(ann), current(ann).over, totals(ann)) == ("new", False, [113, 45])
    enter(ann, knock(1, 5, 15))
    assert (current(ann).ended_after, current(ann).complete, totals(ann)) == (4, True, [113, 55])


def test_an_opened_game_can_be_ended_by_hand_with_the_bonus_it_earned(ann: Phone) -> None:
    enter(ann, gin(0, 75))
    reopen(ann)
    finish(ann)
    assert (current(ann).complete, current(ann).final is not None) == (True, True)
    assert [row[4] for row in settled(ann)] == [113 + 2 * 25 + 100, 70]


def test_only_the_current_game_is_ended_or_opened(ann: Phone) -> None:
    finish(ann)
    start_game(access=ann.access, key="g")
    assert outcome(lambda: reopen_game(access=ann.access, key="r", game=1, revision=5)) == "wrong_game"
    assert outcome(lambda: finish_game(access=ann.access, key="e", game=1, revision=5)) == "wrong_game"


# --- Seats ----------------------------------------------------------------------------------------------------------


def test_swapped_seats_change_the_names_of_the_whole_game_and_of_the_next(ann: Phone) -> None:
    assert swap(ann, 1, 0) == "new"
    assert (names(ann), totals(ann)) == (("Ben", "Ann"), [13, 45])
    assert Entry.objects.get(revision=4).facts == {"v": 1, "seats": [0, 1]}
    finish(ann)
    assert [row[2:4] for row in settled(ann)] == [("Ben", 13), ("Ann", 45)]
    start_game(access=ann.access, key="g")
    assert names(ann) == ("Ben", "Ann")
    assert player_names(ann.table) == ("Ann", "Ben")


def test_a_swap_in_the_second_game_leaves_the_first_as_it_was(ann: Phone) -> None:
    finish(ann)
    start_game(access=ann.access, key="g")
    enter(ann, knock(0, 1, 11))
    swap(ann)
    finish(ann, "f2")
    assert [names_by_seat(game, ("Ann", "Ben")) for game in sheet(ann).games] == [("Ann", "Ben"), ("Ben", "Ann")]
    assert [row[2] for row in settled(ann)] == ["Ann", "Ben", "Ben", "Ann"]


@pytest.mark.usefixtures("sealed")
def test_swapping_seats_settles_a_finished_game_again(ann: Phone) -> None:
    finish(ann)
    swap(ann)
    assert [row[2:4] for row in settled(ann)] == [("Ben", 13), ("Ann", 45)]
    take_back(ann)
    assert [row[2:4] for row in settled(ann)] == [("Ann", 13), ("Ben", 45)]


def test_three_swaps_of_three_seats_add_up() -> None:
    phone = start("Ann", "Ben", "Cleo", preset="ginski")
    for key, one, other in (("a", 0, 1), ("b", 1, 2), ("c", 2, 0)):
        assert swap(phone, one, other, key) == "new"
    assert names(phone) == ("Ann", "Cleo", "Ben")
    assert (take_back(phone), names(phone)) == ("new", ("Ben", "Cleo", "Ann"))
    assert_sound(phone)


@pytest.mark.parametrize(("one", "other"), [(0, 0), (0, 2), (-1, 0), (-1, -1), (5, 9)])
def test_seats_that_are_not_there_are_not_swapped(ann: Phone, one: int, other: int) -> None:
    assert (swap(ann, one, other), revision(ann)) == ("invalid_value", 3)


def test_a_swap_names_the_game_and_the_revision_it_saw(ann: Phone) -> None:
    def change(game: int, seen: int | None) -> str:
        return outcome(lambda: swap_seats(access=ann.access, key="s", game=game, first=0, second=1, revision=seen))

    assert [change(2, 3), change(1, None), change(1, 2), change(1, 3), change(1, 3)] == [
        "wrong_game",
        "revision_required",
        "stale",
        "new",
        "replayed",
    ]
    assert outcome(lambda: enter(ann, dead(), key="s", number=3)) == "idempotency_key_reused"


def test_a_correction_that_saw_the_old_seats_is_stale(ann: Phone) -> None:
    def change(seen: int) -> str:
        return outcome(
            lambda: correct_round(access=ann.access, key="c", game=1, round_number=1, revision=seen, declaration=dead())
        )

    seen = line(ann, 1).revision
    swap(ann)
    assert change(seen) == "stale"
    seen = line(ann, 1).revision
    take_back(ann)
    assert (change(seen), totals(ann)) == ("stale", [13, 45])


# --- What an edit left open -----------------------------------------------------------------------------------------


@pytest.fixture
def late(ann: Phone) -> Phone:
    """Round 1 was corrected to end the game; rounds 2 and 3 were played after it."""
    enter(ann, knock(0, 7, 20))
    correct(ann, 1, gin(0, 80))
    assert current(ann).needs_attention == (2, 3)
    return ann


def decide(phone: Phone, *, keep: bool, key: str = "d", seen: int | None = -1) -> str:
    seen = revision(phone) if seen == -1 else seen
    return outcome(lambda: decide_after_end(access=phone.access, key=key, game=1, revision=seen, keep=keep))


def test_rounds_after_the_end_are_deleted(late: Phone) -> None:
    assert decide(late, keep=False) == "new"
    game = current(late)
    assert ([x.void for x in game.rounds], game.needs_attention) == ([False, True, True], ())
    assert (game.ended_after, game.by_hand, totals(late)) == (1, False, [105, 0])
    assert [e.kind for e in Entry.objects.filter(revision__gt=5)] == ["void", "void"]
    assert decide(late, keep=False, seen=5) == "replayed"
    assert revision(late) == 7


def test_the_rounds_after_the_end_count_as_well(late: Phone) -> None:
    assert decide(late, keep=True) == "new"
    game = current(late)
    assert ([x.counts for x in game.rounds], game.needs_attention) == ([True, True, True], ())
    assert (game.ended_after, game.by_hand, game.complete, totals(late)) == (3, True, True, [118, 45])
    assert decide(late, keep=True, seen=5) == "replayed"
    assert revision(late) == 6


def test_a_decision_can_be_undone(late: Phone) -> None:
    decide(late, keep=True)
    take_back(late)
    assert current(late).needs_attention == (2, 3)
    decide(late, keep=False, key="e")
    assert (take_back(late), current(late).needs_attention) == ("new", (3,))
    assert (take_back(late), current(late).needs_attention) == ("new", (2, 3))


def test_a_decision_is_for_what_was_seen_and_where_there_is_one(late: Phone) -> None:
    assert [decide(late, keep=True, seen=None), decide(late, keep=True, seen=4)] == ["revision_required", "stale"]
    decide(late, keep=True)
    assert decide(late, keep=False, key="e") == "game_not_finished"


def test_second_of_two_decisions_is_stale(late: Phone, ben: Phone) -> None:
    seen = revision(late)
    assert decide(late, keep=True, key="one more") == "new"
    assert decide(ben, keep=False, key="another", seen=seen) == "stale"


def test_edit_can_be_undone_before_the_decision(late: Phone) -> None:
    correct(late, 1, knock(0, 7, 20))
    assert (current(late).needs_attention, current(late).over, totals(late)) == ((), False, [26, 45])


# --- Undo -----------------------------------------------------------------------------------------------------------


def test_fresh_table_has_nothing_to_undo() -> None:
    phone = start()
    assert take_back(phone) == "nothing_to_undo"
    assert outcome(lambda: undo(access=phone.access, key="u", revision=1)) == "nothing_to_undo"
    assert_sound(phone)


def test_undo_names_the_newest_entry_as_it_was_seen(ann: Phone, ben: Phone) -> None:
    enter(ben, dead())
    with pytest.raises(RefusedError) as why:
        undo(access=ann.access, key="u", revision=3)
    assert (why.value.code, why.value.context["newest"].revision) == ("stale", 4)
    assert outcome(lambda: undo(access=ann.access, key="u", revision=None)) == "revision_required"
    assert outcome(lambda: undo(access=ann.access, key="u", revision=4)) == "new"
    assert outcome(lambda: undo(access=ann.access, key="u", revision=4)) == "replayed"
    assert outcome(lambda: undo(access=ben.access, key="v", revision=4)) == "stale"
    assert outcome(lambda: undo(access=ben.access, key="u", revision=3)) == "idempotency_key_reused"
    assert revision(ann) == 5


@pytest.mark.usefixtures("sealed")
def test_every_kind_of_entry_is_undone_one_after_the_other(ann: Phone) -> None:
    seen = [sheet(ann)]

    def then(how: str) -> None:
        assert how == "new"
        seen.append(sheet(ann))

    then(outcome(lambda: enter(ann, dead())))
    then(outcome(lambda: correct(ann, 1, knock(0, 8, 20))))
    then(outcome(lambda: void(ann, 2)))
    then(swap(ann))
    then(finish(ann))
    then(reopen(ann))
    then(finish(ann, "f2"))
    then(outcome(lambda: start_game(access=ann.access, key="g")))
    then(outcome(lambda: enter(ann, gin(0, 75))))
    for before in reversed(seen[:-1]):
        assert take_back(ann) == "new"
        now = sheet(ann)
        assert len(now.games) == len(before.games)
        for game, was in zip(now.games, before.games, strict=True):
            rounds_left = [x for x in game.rounds if not x.void or x.number <= len(was.rounds)]
            assert [(x.latest, x.void, dict(x.cumulative)) for x in rounds_left] == [
                (x.latest, x.void, dict(x.cumulative)) for x in was.rounds
            ]
            assert (game.seating, game.over, game.cumulative, game.deal) == (
                was.seating,
                was.over,
                was.cumulative,
                was.deal,
            )
        assert now.next_undo == before.next_undo
        assert_sound(ann)
    assert (take_back(ann), take_back(ann)) == ("new", "new")
    assert (take_back(ann), totals(ann), revision(ann)) == ("nothing_to_undo", [0, 0], 23)


def test_an_undone_round_keeps_its_number_and_is_entered_again(ann: Phone) -> None:
    take_back(ann)
    game = current(ann)
    assert (totals(ann), game.next_round, game.round_to_reenter and game.round_to_reenter.number) == ([13, 0], 3, 2)
    assert outcome(lambda: enter(ann, gin(1, 20), number=2)) == "round_void"
    assert outcome(lambda: correct(ann, 2, gin(1, 21))) == "new"
    assert (totals(ann), current(ann).round_to_reenter) == ([13, 46], None)
    assert (take_back(ann), totals(ann)) == ("new", [13, 0])


def test_two_undone_rounds_are_entered_again_in_their_order(ann: Phone) -> None:
    take_back(ann)
    take_back(ann)
    for number, own in ((1, 5), (2, 6)):
        again = current(ann).round_to_reenter
        assert again and again.number == number
        correct(ann, number, knock(0, own, 20))
    assert (current(ann).round_to_reenter, totals(ann)) == (None, [29, 0])


def test_an_undone_end_of_the_game_lets_it_go_on(ann: Phone) -> None:
    enter(ann, gin(0, 75))
    assert len(settled(ann)) == 2
    take_back(ann)
    assert (settled(ann), current(ann).over, totals(ann)) == ([], False, [13, 45])


def test_a_game_started_again_after_an_undo_scores_only_what_is_entered_in_it(ann: Phone) -> None:
    finish(ann)
    start_game(access=ann.access, key="g")
    enter(ann, gin(0, 50))
    assert [take_back(ann), take_back(ann)] == ["new", "new"]
    assert len(sheet(ann).games) == 1
    start_game(access=ann.access, key="h", preset="lets_play")
    assert (len(sheet(ann).games), current(ann).preset, totals(ann)) == (2, "lets_play", [0, 0])
    assert (current(ann).rounds, current(ann).next_round) == ((), 1)
    assert outcome(lambda: enter(ann, knock(0, 1, 11))) == "new"
    assert totals(ann) == [10, 0]


# --- Who may --------------------------------------------------------------------------------------------------------


def test_watch_link_may_not_write(ann: Phone) -> None:
    eve = join(ann, Role.WATCH, "Eve's phone")
    assert [finish(eve), reopen(eve), swap(eve), take_back(eve), decide(eve, keep=True)] == ["not_allowed"] * 5
    assert outcome(lambda: start_game(access=eve.access, key="g")) == "not_allowed"
    assert revision(ann) == 3


def test_a_link_to_score_may_do_all_of_it(ann: Phone, ben: Phone) -> None:
    assert [swap(ben), finish(ben), reopen(ben), take_back(ben)] == ["new"] * 4
    assert outcome(lambda: start_game(access=ben.access, key="g")) == "new"
