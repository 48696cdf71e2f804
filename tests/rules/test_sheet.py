"""The sheet as a fold over the ledger: how an edit, undo or decision changes everything after it."""

import pytest

from games.rules.declaration import TeamDeal
from games.rules.ledger import RoundVoided
from games.rules.presets import rule_set
from games.rules.rotation import Deal
from games.rules.sheet import fold
from tests.rules.kit import GINSKI, STANDARD, LedgerBuilder, hand


def opened(*rounds: tuple[int, int], seats: int = 2) -> LedgerBuilder:
    """Return a ledger with a game begun and rounds entered: who won, and with how many points."""
    ledger = LedgerBuilder(seats).start()
    for number, (seat, points) in enumerate(rounds, 1):
        ledger.enter_points(number, seat, points)
    return ledger


def numbers(ledger: LedgerBuilder) -> list[tuple[int, bool, bool]]:
    return [(line.number, line.void, line.after_end) for line in ledger.current.rounds]


def dealers(ledger: LedgerBuilder) -> list[int | None]:
    """Return who dealt each round of the current game; None for a round that does not count."""
    return [line.deal.dealer if line.deal else None for line in ledger.current.rounds]


# A game as it is entered.


def test_a_ledger_without_a_game_has_no_sheet() -> None:
    with pytest.raises(ValueError, match=r"^a ledger begins with the start of a game$"):
        fold([], 2)
    with pytest.raises(ValueError, match=r"^a ledger begins with the start of a game$"):
        LedgerBuilder(2).add(RoundVoided(), 1, 1).sheet  # noqa: B018 - the sheet is what fails


def test_a_game_begins_with_nothing() -> None:
    ledger = LedgerBuilder(2).start(dealer=1, preset="standard")
    game = ledger.current
    assert (game.number, game.preset, game.title, game.rules) == (1, "standard", "", STANDARD)
    assert (game.rounds, game.cumulative, game.boxes, game.hands_won) == ((), *({0: 0, 1: 0},) * 3)
    assert (game.deal.dealer, game.first_to_act, game.next_round, game.seating) == (1, 0, 1, (0, 1))
    assert (game.over, game.ended_after, game.by_hand, game.complete, game.final) == (False, None, False, False, None)
    assert (game.needs_attention, game.round_to_reenter, game.swaps) == ((), None, ())
    assert (ledger.sheet.revision, ledger.sheet.next_undo) == (1, None)


def test_rounds_add_up_and_the_deal_moves() -> None:
    ledger = opened((0, 13), (1, 30)).enter_points(3, None).enter_points(4, 0, 7, boxes=2)
    game = ledger.current
    assert (game.cumulative, game.boxes, game.hands_won) == ({0: 20, 1: 30}, {0: 3, 1: 1}, {0: 2, 1: 1})
    assert [line.cumulative for line in game.rounds] == [{0: 13, 1: 0}, {0: 13, 1: 30}, {0: 13, 1: 30}, {0: 20, 1: 30}]
    assert [line.boxes for line in game.rounds] == [{0: 1, 1: 0}, {0: 1, 1: 1}, {0: 1, 1: 1}, {0: 3, 1: 1}]
    assert dealers(ledger) == [0, 1, 0, 0]
    assert (game.deal.dealer, game.first_to_act, game.next_round) == (1, 0, 5)
    assert [line.revision for line in game.rounds] == [2, 3, 4, 5]
    assert [line.edited for line in game.rounds] == [False] * 4


def test_a_line_keeps_the_entries_about_it() -> None:
    ledger = opened((0, 13), (1, 30)).enter_points(1, 0, 14).void(1)
    line = ledger.line(1)
    assert [entry.revision for entry in line.history] == [2, 4, 5]
    assert (line.revision, line.edited, line.void, line.counts) == (5, True, True, False)
    assert [entry.revision for entry in ledger.line(2).history] == [3]


# Corrections.


def test_a_correction_moves_everything_after_it() -> None:
    ledger = opened((0, 13), (1, 30), (0, 5)).enter_points(1, 1, 40)
    game = ledger.current
    assert [line.cumulative for line in game.rounds] == [{0: 0, 1: 40}, {0: 0, 1: 70}, {0: 5, 1: 70}]
    assert (game.cumulative, game.boxes, game.hands_won) == ({0: 5, 1: 70}, {0: 1, 1: 2}, {0: 1, 1: 2})
    assert (ledger.line(1).latest.result.points, ledger.line(1).edited) == ({0: 0, 1: 40}, True)


def test_a_correction_moves_the_deal_where_the_winner_deals() -> None:
    ledger = (
        LedgerBuilder(2)
        .start(rule_set("standard", {"next_dealer": "winner"}))
        .enter_points(1, 0, 5)
        .enter_points(2, 0, 5)
    )
    assert (dealers(ledger), ledger.current.deal.dealer) == ([0, 0], 0)
    ledger.enter_points(1, 1, 5)
    assert (dealers(ledger), ledger.current.deal.dealer) == ([0, 1], 0)


def test_last_of_several_corrections_counts() -> None:
    ledger = opened((0, 13)).enter_points(1, 0, 20).enter_points(1, 1, 7)
    assert (ledger.score, ledger.line(1).revision) == ([0, 7], 4)


# Void rounds.


def test_a_void_round_keeps_its_line_and_its_number() -> None:
    ledger = opened((0, 13), (1, 30), (0, 5)).void(2)
    assert (ledger.score, numbers(ledger)) == ([18, 0], [(1, False, False), (2, True, False), (3, False, False)])
    line = ledger.line(2)
    assert (line.latest.result.points, line.cumulative, line.counts) == ({0: 0, 1: 30}, {0: 13, 1: 0}, False)
    assert line.deal is None
    assert dealers(ledger) == [0, None, 1], "the void round was not dealt"
    assert ledger.current.next_round == 4


def test_the_next_number_is_one_more_than_the_highest_also_when_that_is_void() -> None:
    ledger = opened((0, 13), (1, 30)).void(2)
    assert ledger.current.next_round == 3
    ledger.enter_points(3, 0, 1)
    assert (ledger.score, numbers(ledger)) == ([14, 0], [(1, False, False), (2, True, False), (3, False, False)])


def test_a_void_round_counts_again_when_it_is_corrected() -> None:
    ledger = opened((0, 13), (1, 30)).void(2).enter_points(2, 1, 31)
    assert (ledger.score, ledger.line(2).void, ledger.current.next_round) == ([13, 31], False, 3)


def test_a_round_voided_after_a_correction_shows_the_correction() -> None:
    ledger = opened((0, 13)).enter_points(1, 0, 20).void(1)
    assert (ledger.line(1).latest.result.points, ledger.score) == ({0: 20, 1: 0}, [0, 0])


def test_the_void_rounds_that_close_the_sheet_are_open_again_from_the_earliest() -> None:
    ledger = opened((0, 13), (1, 30), (0, 5))
    assert ledger.current.round_to_reenter is None
    ledger.void(2)
    assert ledger.current.round_to_reenter is None, "a round was played after it"
    ledger.void(3)
    again = ledger.current.round_to_reenter
    assert again is not None
    assert again.number == 2
    ledger.void(1)
    again = ledger.current.round_to_reenter
    assert again is not None
    assert again.number == 1


# Undo.


def test_undo_reverts_the_newest_entry_in_effect() -> None:
    ledger = opened((0, 13), (1, 30))
    undone = ledger.sheet.next_undo
    assert undone is not None
    assert undone.revision == 3
    ledger.undo()
    assert (ledger.score, ledger.line(2).void, ledger.current.next_round) == ([13, 0], True, 3)
    assert (ledger.line(2).latest.result.points, ledger.line(2).revision) == ({0: 0, 1: 30}, 4)
    assert [entry.revision for entry in ledger.line(2).history] == [3, 4]
    undone = ledger.sheet.next_undo
    assert undone is not None
    assert undone.revision == 2
    ledger.undo()
    assert (ledger.score, ledger.sheet.next_undo) == ([0, 0], None)
    again = ledger.current.round_to_reenter
    assert again is not None
    assert again.number == 1


def test_undo_of_a_correction_restores_the_former_round() -> None:
    ledger = opened((0, 13), (1, 30)).enter_points(1, 1, 40).enter_points(1, 1, 50)
    assert ledger.score == [0, 80]
    assert ledger.undo().score == [0, 70]
    assert ledger.line(1).edited is True
    assert ledger.undo().score == [13, 30]
    assert ledger.line(1).edited is False, "what was undone never was"


def test_undo_of_a_deletion_restores_the_round() -> None:
    ledger = opened((0, 13), (1, 30)).void(1)
    assert ledger.score == [0, 30]
    assert (ledger.undo().score, ledger.line(1).void) == ([13, 30], False)


def test_round_is_undone_once_all_its_corrections_are() -> None:
    ledger = opened((0, 13)).enter_points(1, 0, 20)
    assert (ledger.line(1).edited, ledger.line(1).undone) == (True, False)
    ledger.undo().undo()
    assert (ledger.line(1).edited, ledger.line(1).undone, ledger.line(1).void) == (False, True, True)
    ledger.enter_points(1, 1, 7)
    assert (ledger.line(1).edited, ledger.line(1).undone, ledger.score) == (False, False, [0, 7])
    ledger.void(1)
    assert (ledger.line(1).edited, ledger.line(1).undone, ledger.line(1).void) == (True, False, True)


def test_undo_leaves_out_what_was_undone_before() -> None:
    ledger = opened((0, 13)).enter_points(1, 0, 20).undo().enter_points(1, 0, 30)
    assert ledger.score == [30, 0]
    assert (ledger.undo().score, ledger.undo().score) == ([13, 0], [0, 0])


def test_the_first_game_itself_cannot_be_undone() -> None:
    assert LedgerBuilder(2).start().sheet.next_undo is None


def test_undo_of_a_swap_a_finish_and_a_reopening() -> None:
    ledger = opened((0, 13)).swap(0, 1)
    assert ledger.current.seating == (1, 0)
    assert (ledger.undo().current.seating, ledger.current.swaps) == ((0, 1), ())
    ledger.finish()
    assert ledger.current.over is True
    ledger.reopen()
    assert ledger.current.over is False
    assert ledger.undo().current.over is True
    assert ledger.undo().current.over is False


def test_undo_of_a_start_restores_the_last_game() -> None:
    ledger = opened((0, 100)).start()
    assert [game.number for game in ledger.sheet.games] == [1, 2]
    ledger.undo()
    assert [game.number for game in ledger.sheet.games] == [1]
    undone = ledger.sheet.next_undo
    assert undone is not None
    assert (ledger.current.number, ledger.current.over, undone.revision) == (1, True, 2)


def test_restarted_game_begins_without_rounds() -> None:
    """An undone start has no effect, and neither have the rounds entered in that game."""
    ledger = opened((0, 100)).start().enter_points(1, 0, 5).undo().undo()
    assert ledger.current.number == 1
    ledger.game = 1
    ledger.start()
    assert (ledger.current.number, ledger.current.rounds, ledger.current.next_round) == (2, (), 1)


# The end of a game.


def test_a_game_ends_when_the_target_is_reached() -> None:
    ledger = opened((0, 60), (1, 30), (0, 40))
    game = ledger.current
    assert (game.over, game.ended_after, game.by_hand, game.complete) == (True, 3, False, True)
    assert game.final is not None
    assert (game.final.totals, game.final.winner) == ({0: 250, 1: 55}, 0)


def test_a_correction_can_open_a_game_again() -> None:
    ledger = opened((0, 60), (1, 30), (0, 40)).enter_points(1, 0, 59)
    assert (ledger.current.over, ledger.current.final, ledger.current.ended_after) == (False, None, None)
    assert (ledger.score, ledger.current.complete) == ([99, 30], False)
    assert ledger.undo().current.ended_after == 3


def test_a_void_can_open_a_game_again() -> None:
    ledger = opened((0, 60), (1, 30), (0, 40)).void(1)
    assert (ledger.current.over, ledger.score) == (False, [40, 30])


def test_rounds_after_an_earlier_end_wait_for_a_decision() -> None:
    ledger = opened((0, 60), (0, 20), (1, 30), (0, 30)).enter_points(1, 0, 80)
    game = ledger.current
    assert (game.ended_after, game.needs_attention) == (2, (3, 4))
    assert numbers(ledger) == [(1, False, False), (2, False, False), (3, False, True), (4, False, True)]
    assert (ledger.score, game.hands_won) == ([100, 0], {0: 2, 1: 0})
    assert [(line.counts, line.deal) for line in game.rounds[2:]] == [(False, None)] * 2
    assert game.rounds[3].cumulative == {0: 100, 1: 0}
    assert game.final is not None
    assert (game.final.totals, game.final.shutout, game.next_round) == ({0: 350, 1: 0}, True, 5)


def test_keeping_the_rounds_after_the_end_counts_them_all() -> None:
    ledger = opened((0, 60), (0, 20), (1, 30), (0, 30)).enter_points(1, 0, 80).finish(through=4)
    game = ledger.current
    assert (game.needs_attention, game.ended_after, game.by_hand, game.complete) == ((), 4, True, True)
    assert (ledger.score, game.over) == ([130, 30], True)
    assert game.final is not None
    assert game.final.totals == {0: 130 + 75 + 100, 1: 30 + 25}


def test_striking_the_rounds_after_the_end_leaves_them_void() -> None:
    ledger = opened((0, 60), (0, 20), (1, 30), (0, 30)).enter_points(1, 0, 80).void(3).void(4)
    game = ledger.current
    assert (game.needs_attention, game.ended_after, ledger.score) == ((), 2, [100, 0])
    assert numbers(ledger)[2:] == [(3, True, True), (4, True, True)]


def test_a_decision_is_undone_as_anything_else() -> None:
    ledger = opened((0, 60), (0, 20), (1, 30)).enter_points(1, 0, 80).finish(through=3)
    assert ledger.undo().current.needs_attention == (3,)
    ledger.void(3)
    assert (ledger.current.needs_attention, ledger.undo().current.needs_attention) == ((), (3,))


def test_undoing_the_edit_removes_the_need_for_a_decision() -> None:
    ledger = opened((0, 60), (0, 20), (1, 30)).enter_points(1, 0, 80).undo()
    assert (ledger.current.needs_attention, ledger.current.over, ledger.score) == ((), False, [80, 30])


def test_a_game_ended_by_hand_pays_no_bonus_for_winning_it() -> None:
    ledger = opened((0, 60), (1, 30)).finish()
    game = ledger.current
    assert (game.over, game.ended_after, game.by_hand, game.complete) == (True, 2, True, False)
    assert game.final is not None
    assert (game.final.totals, game.final.winner, game.final.net) == ({0: 85, 1: 55}, 0, 30)
    assert [line.kind for line in game.final.lines] == ["hand_points", "hand_points", "boxes", "boxes"]


def test_a_game_can_be_ended_by_hand_before_its_first_round() -> None:
    game = LedgerBuilder(2).start().finish().current
    assert (game.over, game.ended_after, game.by_hand) == (True, 0, True)
    assert game.final is not None
    assert (game.final.totals, game.final.winner) == ({0: 0, 1: 0}, None)


def test_a_round_corrected_after_an_end_by_hand_moves_the_final_score() -> None:
    ledger = opened((0, 60), (1, 30)).finish().enter_points(2, 1, 90)
    assert ledger.current.final is not None
    assert (ledger.current.final.totals, ledger.current.over, ledger.current.complete) == ({0: 85, 1: 115}, True, False)
    ledger.enter_points(2, 1, 130)
    assert ledger.current.final is not None
    assert (ledger.current.final.totals, ledger.current.complete) == ({0: 85, 1: 255}, True)


def test_a_round_numbered_after_an_end_by_hand_does_not_count() -> None:
    ledger = opened((0, 60), (1, 30), (0, 5)).finish(through=2)
    assert (ledger.score, ledger.current.needs_attention, ledger.current.ended_after) == ([60, 30], (3,), 2)


def test_a_reopened_game_goes_on_past_its_target_until_the_next_round() -> None:
    ledger = opened((0, 60), (0, 40)).reopen()
    game = ledger.current
    assert (game.over, game.final, game.ended_after, game.by_hand) == (False, None, None, False)
    assert (ledger.score, game.next_round, game.reached_in) == ([100, 0], 3, 2)
    ledger.enter_points(3, 1, 20)
    assert (ledger.current.ended_after, ledger.score, ledger.current.needs_attention) == (3, [100, 20], ())
    assert (ledger.current.complete, ledger.current.reached_in) == (True, 2)
    assert ledger.current.final is not None
    assert ledger.current.final.totals == {0: 250, 1: 45}


def test_the_round_that_reached_the_target_is_the_first_that_did() -> None:
    ledger = opened((0, 60), (0, 40))
    assert ledger.current.reached_in == 2
    ledger.reopen().enter_points(3, 0, 10).reopen().enter_points(4, 0, 10)
    assert (ledger.current.reached_in, ledger.current.ended_after) == (2, 4)
    ledger.enter_points(1, 0, 45)
    assert (ledger.current.reached_in, ledger.current.ended_after) == (4, 4)


def test_a_game_ended_by_hand_and_reopened_goes_on() -> None:
    ledger = opened((0, 60)).finish().reopen()
    assert (ledger.current.over, ledger.current.by_hand, ledger.current.final) == (False, False, None)
    ledger.enter_points(2, 0, 40)
    assert (ledger.current.ended_after, ledger.current.complete) == (2, True)


def test_level_at_the_top_plays_on_on_the_sheet() -> None:
    """Rules 7: "Equal top totals: play on"."""
    ledger = (
        LedgerBuilder(2).start().enter_points(1, 1, 25, boxes=5).enter_points(2, 1, 25, boxes=2).enter_points(3, 0, 100)
    )
    assert (ledger.current.over, ledger.current.final) == (False, None)
    ledger.enter_points(4, 0, 1)
    assert (ledger.current.over, ledger.current.ended_after, ledger.current.complete) == (True, 4, True)


def test_a_game_ended_by_hand_while_level_past_the_target_has_earned_its_bonuses() -> None:
    """Bonuses are lost by a game given up before anybody reached the target; this one was played to it and on."""
    ledger = (
        LedgerBuilder(2)
        .start()
        .enter_points(1, 1, 25, boxes=5)
        .enter_points(2, 1, 25, boxes=2)
        .enter_points(3, 0, 100)
        .finish()
    )
    assert ledger.current.final is not None
    assert (ledger.current.final.totals, ledger.current.final.winner) == ({0: 225, 1: 225}, None)


# Seats.


def test_a_swap_exchanges_the_people_and_nothing_else() -> None:
    ledger = opened((0, 13), (1, 30)).swap(0, 1)
    game = ledger.current
    assert (game.seating, game.cumulative, game.deal.dealer) == ((1, 0), {0: 13, 1: 30}, 0)
    assert [entry.revision for entry in game.swaps] == [4]


def test_a_swap_changes_the_revision_of_every_line_of_the_game() -> None:
    """The round's players have changed, so a correction needs the new revision."""
    ledger = opened((0, 13), (1, 30)).swap(0, 1)
    assert [line.revision for line in ledger.current.rounds] == [4, 4]
    assert [line.edited for line in ledger.current.rounds] == [False, False]
    ledger.enter_points(1, 0, 14)
    assert [line.revision for line in ledger.current.rounds] == [5, 4]
    ledger.undo().undo()
    assert (ledger.current.seating, [line.revision for line in ledger.current.rounds]) == ((0, 1), [7, 7])


def test_swapping_the_same_seats_twice_changes_nothing() -> None:
    assert opened((0, 13)).swap(0, 1).swap(0, 1).current.seating == (0, 1)


def test_swaps_follow_one_another() -> None:
    ledger = LedgerBuilder(3).start(GINSKI)
    assert ledger.swap(0, 1).current.seating == (1, 0, 2)
    assert ledger.swap(1, 2).current.seating == (1, 2, 0)
    assert ledger.undo().current.seating == (1, 0, 2)


# Sides and places.


def test_the_sheet_of_two_teams_is_of_two_sides() -> None:
    rules = rule_set("partnership")
    ledger = LedgerBuilder(4).start(rules).enter(1, TeamDeal((hand(0, 1, 5, 20), hand(2, 3, 5, 20))))
    assert (ledger.current.sides, ledger.current.next_active) == (((0, 2), (1, 3)), (0, 1, 2, 3))
    assert (ledger.current.cumulative, ledger.current.hands_won) == ({0: 30, 1: 0}, {0: 1, 1: 0})
    assert ledger.line(1).deal == Deal(0, (1, 0))


def test_next_players_are_in_seat_order() -> None:
    ledger = LedgerBuilder(3).start(rule_set("cutthroat"), dealer=2)
    assert (ledger.current.deal, ledger.current.next_active) == (Deal(2, (0, 2)), (0, 2))
    ledger.enter(1, hand(2, 0, 5, 20))
    assert (ledger.current.deal, ledger.current.next_active) == (Deal(1, (2, 1)), (1, 2))
    assert (ledger.current.cumulative, ledger.current.sides) == ({0: 0, 1: 0, 2: 15}, ((0,), (1,), (2,)))


def test_title_of_house_rules_is_that_of_the_game() -> None:
    assert LedgerBuilder(2).start(title="Aunt May's").current.title == "Aunt May's"


# Games in a row.


def test_the_next_game_begins_with_nothing_and_the_same_seats() -> None:
    ledger = opened((0, 60), (0, 40)).start(dealer=1).enter_points(1, 1, 20)
    first, second = ledger.sheet.games
    assert (first.number, first.over, first.cumulative) == (1, True, {0: 100, 1: 0})
    assert (second.number, second.over, second.cumulative) == (2, False, {0: 0, 1: 20})
    assert (second.rounds[0].number, dealers(ledger), second.deal.dealer) == (1, [1], 0)
    assert (ledger.sheet.current, ledger.sheet.revision) == (second, 5)


def test_the_next_game_may_have_other_rules() -> None:
    ledger = opened((0, 100), seats=3).start(GINSKI, preset="ginski")
    assert [(game.preset, game.rules.knock_limit) for game in ledger.sheet.games] == [("standard", 10), ("ginski", 13)]


def test_people_sit_in_the_next_game_where_they_sat_at_the_end_of_the_last() -> None:
    ledger = opened((0, 100)).swap(0, 1).start()
    assert [game.seating for game in ledger.sheet.games] == [(1, 0), (1, 0)]
    ledger.swap(0, 1)
    assert [game.seating for game in ledger.sheet.games] == [(1, 0), (0, 1)]
    assert [len(game.swaps) for game in ledger.sheet.games] == [1, 1]


def test_a_round_of_an_earlier_game_can_be_corrected() -> None:
    ledger = opened((0, 60), (0, 40)).start().enter_points(1, 1, 20).enter_points(2, 0, 41, game=1)
    first, second = ledger.sheet.games
    assert (first.cumulative, second.cumulative) == ({0: 101, 1: 0}, {0: 0, 1: 20})
    assert ledger.undo().sheet.games[0].cumulative == {0: 100, 1: 0}


def test_a_round_of_an_earlier_game_can_be_voided() -> None:
    ledger = opened((0, 60), (0, 40)).start().void(2, game=1)
    assert [game.over for game in ledger.sheet.games] == [False, False]


def test_the_order_of_the_lines_is_that_of_their_numbers() -> None:
    ledger = LedgerBuilder(2).start().enter_points(2, 1, 30).enter_points(1, 0, 13)
    assert [(line.number, line.revision) for line in ledger.current.rounds] == [(1, 3), (2, 2)]
    assert [line.cumulative for line in ledger.current.rounds] == [{0: 13, 1: 0}, {0: 13, 1: 30}]


def test_sheet_has_author_and_time_of_each_entry() -> None:
    ledger = opened((0, 13))
    (entry,) = ledger.line(1).history
    assert (entry.by, entry.at.isoformat(), entry.reason) == ("Ann's phone", "2024-03-01T12:01:00+00:00", "")
