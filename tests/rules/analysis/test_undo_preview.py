"""The preview of an undo: what it would change."""

import pytest

from games.rules.analysis.undo_preview import ScoreMove, UndoEffect, sheet_after_undo, undo_effect
from games.rules.presets import rule_set
from games.rules.ruleset import RuleSet
from games.rules.stakes import Stakes
from tests.rules.kit import LedgerBuilder, counted_round

HOLLYWOOD = rule_set("hollywood")
TEAMS = rule_set("partnership")


def taken_back(ledger: LedgerBuilder) -> UndoEffect:
    """What the next undo of a ledger would change in its game."""
    sheet = ledger.sheet
    assert sheet.next_undo is not None
    after = sheet_after_undo(ledger.entries, sheet)
    before, then = (next(x for x in one.games if x.number == sheet.next_undo.game) for one in (sheet, after))
    return undo_effect(before, then)


def test_it_is_the_sheet_that_the_undo_then_makes() -> None:
    ledger = (
        LedgerBuilder(2)
        .start()
        .enter_points(1, 0, 20)
        .enter_points(2, 1, 30)
        .enter_points(1, 1, 25)
        .void(2)
        .swap(0, 1)
        .finish()
        .reopen()
    )
    ledger.play_for(Stakes("€", point=1)).change(RuleSet(target=200)).enter_points(3, 0, 12)
    while ledger.sheet.next_undo is not None:
        foreseen = sheet_after_undo(ledger.entries, ledger.sheet)
        ledger.undo()
        now = ledger.sheet
        assert (foreseen.revision, foreseen.next_undo, foreseen.stakes) == (now.revision, now.next_undo, now.stakes)
        for one, other in zip(foreseen.games, now.games, strict=True):
            assert (one.cumulative, one.boxes, one.final) == (other.cumulative, other.boxes, other.final)
            assert (one.seating, one.rules, one.ended_after) == (other.seating, other.rules, other.ended_after)
            assert one.needs_attention == other.needs_attention


def test_nothing_to_undo_gives_no_preview() -> None:
    ledger = LedgerBuilder(2).start()
    with pytest.raises(ValueError, match="nothing to undo"):
        sheet_after_undo(ledger.entries, ledger.sheet)


def test_a_round_moves_who_won_it() -> None:
    moved = taken_back(LedgerBuilder(2).start().enter_points(1, 0, 20).enter_points(2, 1, 30))
    assert (moved.points, moved.other_sides) == ((ScoreMove((1,), ((30, 0),)),), False)
    assert moved.boxes == (ScoreMove((1,), ((1, 0),)),)


def test_a_dead_hand_moves_nobody() -> None:
    assert taken_back(LedgerBuilder(2).start().enter_points(1, None)) == UndoEffect((), (), other_sides=False)


def test_a_correction_moves_both() -> None:
    moved = taken_back(LedgerBuilder(2).start().enter_points(1, 0, 20).enter_points(2, 0, 5).enter_points(1, 1, 30))
    assert moved.points == (ScoreMove((0,), ((5, 25),)), ScoreMove((1,), ((30, 0),)))


def test_undo_of_a_deletion_restores_its_points() -> None:
    assert taken_back(LedgerBuilder(2).start().enter_points(1, 0, 20).void(1)).points == (ScoreMove((0,), ((0, 20),)),)


def test_after_a_swap_a_score_stays_with_its_player() -> None:
    moved = taken_back(LedgerBuilder(2).start().enter_points(1, 0, 20).enter_points(2, 1, 7).swap(0, 1))
    assert moved.points == (ScoreMove((1,), ((20, 7),)), ScoreMove((0,), ((7, 20),)))


def test_boxes_may_move_alone() -> None:
    moved = taken_back(LedgerBuilder(2).start().enter_points(1, 0, 20, boxes=1).enter_points(1, 0, 20, boxes=3))
    assert (moved.points, moved.boxes) == ((), (ScoreMove((0,), ((3, 1),)),))


def test_each_column_of_a_hollywood_sheet_moves_by_itself() -> None:
    ledger = LedgerBuilder(2).start(HOLLYWOOD)
    for number in (1, 2):
        ledger.enter(number, counted_round(5, 25))
    first, second = (column.standing.points[0] for column in ledger.current.columns[:2])
    (side,) = taken_back(ledger).points
    assert side.players == (0,)
    assert [one for one, _ in side.steps] == [first, second]
    assert side.steps[1][1] == 0


def test_where_others_play_together_there_is_nothing_to_compare() -> None:
    ledger = LedgerBuilder(4).start(TEAMS).swap(0, 1)
    assert taken_back(ledger) == UndoEffect((), (), other_sides=True)
    # Partners who change places stay partners.
    assert not taken_back(LedgerBuilder(4).start(TEAMS).swap(0, 2)).other_sides
