"""The Hollywood sheet (rules 5.7, 5.8 and 7)."""

from typing import Any

import pytest

from games.rules.game import GameTally
from games.rules.hollywood import Column, Columns
from games.rules.presets import presets, rule_set
from games.rules.ruleset import RuleSet
from games.rules.scoring import Event, RoundResult, ScoreLine
from games.rules.settlement import Score
from tests.rules.kit import LedgerBuilder, play, won

HOLLYWOOD = presets()["hollywood"].rules


def house(**values: Any) -> RuleSet:
    return rule_set("hollywood", values)


def entered(rules: RuleSet, *results: RoundResult) -> tuple[Columns, list[dict[int, tuple[int, ...]]]]:
    """Return the columns after these rounds, and which each side's entry went into."""
    columns = Columns(rules, 2)
    return columns, [dict(columns.add(result)) for result in results]


def columns_of(rules: RuleSet, *results: RoundResult) -> Columns:
    return entered(rules, *results)[0]


def points(columns: Columns) -> list[list[int]]:
    return [list(column.standing.points.values()) for column in columns.columns]


def closed(columns: Columns) -> list[int]:
    return [number for number, column in enumerate(columns.columns, 1) if column.final]


def both(first: int, second: int) -> RoundResult:
    """Return a round in which both sides scored, as teams that add up do."""
    winners = (0,) if first > second else (1,) if second > first else ()
    return RoundResult(Event.TEAM_DEAL, winners, {0: first, 1: second}, {0: 1, 1: 1}, {})


# Where an entry goes.


def test_a_sheet_begins_with_three_empty_columns() -> None:
    columns = columns_of(HOLLYWOOD)
    assert columns.columns == [Column(Score({0: 0, 1: 0}, {0: 0, 1: 0}, {0: 0, 1: 0}), 1)] * 3
    assert (columns.closed, columns.final()) == (False, None)
    assert [columns.reach(side) for side in (0, 1)] == [(1,), (1,)]


def test_the_first_win_goes_into_one_column_the_second_into_two_the_third_into_all() -> None:
    """Rules 5.7, the first entries of holly-02."""
    rules = house(target=150)
    columns, where = entered(rules, won(0, 25), won(0, 18), won(0, 36), won(1, 30), won(0, 40))
    assert where == [{0: (1,)}, {0: (1, 2)}, {0: (1, 2, 3)}, {1: (1,)}, {0: (1, 2, 3)}]
    assert points(columns) == [[119, 30], [94, 0], [76, 0]]
    assert [list(column.standing.boxes.values()) for column in columns.columns] == [[4, 1], [3, 0], [2, 0]]
    assert [list(column.standing.hands_won.values()) for column in columns.columns] == [[4, 1], [3, 0], [2, 0]]
    assert [columns.reach(side) for side in (0, 1)] == [(1, 2, 3), (1, 2)]


def test_dead_hand_adds_nothing_to_any_column() -> None:
    columns, where = entered(HOLLYWOOD, won(None), won(0, 10))
    assert (where, points(columns)[0]) == ([{}, {0: (1,)}], [10, 0])


@pytest.mark.parametrize("boxes", [0, 1])
def test_a_win_without_points_is_an_entry(boxes: int) -> None:
    """Rules 7: a strict tie is a win of no points, with a box if the rules have one."""
    columns, where = entered(HOLLYWOOD, won(0, 0, boxes), won(0, 10))
    assert (where, points(columns)) == ([{0: (1,)}, {0: (1, 2)}], [[10, 0], [10, 0], [0, 0]])
    assert columns.columns[0].standing.hands_won == {0: 2, 1: 0}


def test_extra_boxes_of_a_side_that_did_not_win_are_an_entry() -> None:
    """Rules 12, 4: they stay with the side that earned them, so the sheet has to hold them."""
    lost_with_boxes = RoundResult(Event.TEAM_DEAL, (0,), {0: 5, 1: 0}, {0: 1, 1: 2}, {})
    columns, where = entered(HOLLYWOOD, lost_with_boxes)
    assert (where, columns.columns[0].standing) == (
        [{0: (1,), 1: (1,)}],
        Score({0: 5, 1: 0}, {0: 1, 1: 2}, {0: 1, 1: 0}),
    )


def test_a_closed_column_takes_no_entry_and_who_was_shut_out_of_it_starts_in_the_next() -> None:
    """Holly-05 of the bank."""
    results = [won(0, 60), won(0, 50), won(1, 30), won(1, 20), won(0, 60), won(0, 50)]
    columns, where = entered(HOLLYWOOD, *results)
    assert where == [{0: (1,)}, {0: (1, 2)}, {1: (2,)}, {1: (2, 3)}, {0: (2, 3)}, {0: (3,)}]
    assert points(columns) == [[110, 0], [110, 50], [110, 20]]
    assert (closed(columns), columns.closed) == ([1, 2, 3], True)


def test_after_the_last_column_nothing_is_entered() -> None:
    results = [won(0, 100), won(0, 100), won(0, 100)]
    columns, where = entered(HOLLYWOOD, *results, won(1, 40))
    assert where[-1] == {1: ()}
    assert [columns.reach(side) for side in (0, 1)] == [(), ()]
    assert points(columns) == [[100, 0], [100, 0], [100, 0]]


def test_two_entries_of_one_round_are_both_made_before_a_column_closes() -> None:
    columns, where = entered(HOLLYWOOD, both(60, 10), both(50, 45))
    assert where == [{0: (1,), 1: (1,)}, {0: (1, 2), 1: (1, 2)}]
    assert (points(columns), closed(columns)) == ([[110, 55], [50, 45], [0, 0]], [1])


# How a column closes.


@pytest.mark.parametrize(("last", "expected"), [(39, []), (40, [1]), (41, [1])])
def test_a_column_closes_at_the_target(last: int, expected: list[int]) -> None:
    assert closed(columns_of(HOLLYWOOD, won(0, 60), won(0, last))) == expected


def test_a_column_whose_top_is_level_stays_open() -> None:
    """Rules 7: "Equal top totals: play on"."""
    columns = columns_of(HOLLYWOOD, both(120, 120))
    assert closed(columns) == []
    columns.add(won(1, 1))
    assert (closed(columns), points(columns)) == ([1], [[120, 121], [0, 1], [0, 0]])


def test_a_column_whose_totals_are_level_stays_open() -> None:
    """100 points, two boxes and the bonus are 240, as are 40 points and ten boxes."""
    columns = columns_of(HOLLYWOOD, won(1, 40, boxes=10), won(0, 50), won(0, 50))
    assert (closed(columns), points(columns)[0]) == ([], [100, 40])


def test_each_column_is_settled_as_a_game_of_its_own() -> None:
    """Rules 5.7: "with its own boxes and shutout"; holly-05 once more, box 20, game 100, shutout twice the total."""
    results = [won(0, 60), won(0, 50), won(1, 30), won(1, 20), won(0, 60), won(0, 50)]
    columns = columns_of(HOLLYWOOD, *results)
    finals = [column.final for column in columns.columns]
    assert [final.totals if final else None for final in finals] == [
        {0: 2 * (110 + 40 + 100), 1: 0},
        {0: 110 + 40 + 100, 1: 50 + 40},
        {0: 110 + 40 + 100, 1: 20 + 20},
    ]
    assert [column.credit for column in columns.columns] == [500, 160, 210]
    whole = columns.final()
    assert whole is not None
    assert (whole.totals, whole.winner, whole.shutout, whole.net) == ({0: 870, 1: 0}, 0, True, 870)
    assert whole.lines == (
        ScoreLine(0, "column", "columns", 500, terms=(1, 500, 1)),
        ScoreLine(0, "column", "columns", 160, terms=(2, 160, 1)),
        ScoreLine(0, "column", "columns", 210, terms=(3, 210, 1)),
    )


def test_credits_of_both_sides_are_set_against_each_other() -> None:
    results = [won(0, 100), won(1, 50), won(1, 50), won(0, 3), won(1, 50)]
    columns = columns_of(house(box_value=0, shutout="none"), *results)
    whole = columns.final()
    assert whole is not None
    assert [(column.final.winner if column.final else None, column.credit) for column in columns.columns] == [
        *((0, 200), (1, 200), (1, 197)),
    ]
    assert (whole.totals, whole.winner, whole.shutout, whole.net) == ({0: 200, 1: 397}, 1, True, 197)


def test_level_credits_end_the_sheet_without_a_winner() -> None:
    rules = house(box_value=0, shutout="none", column_multipliers=[1, 1, 2])
    columns = columns_of(rules, won(0, 100), won(0, 100), won(1, 100))
    whole = columns.final()
    assert whole is not None
    assert (whole.totals, whole.winner, whole.net) == ({0: 400, 1: 400}, None, 0)


def test_a_column_may_count_double_and_its_credit_is_rounded() -> None:
    """Rules 5.8 and 7: (6) net, (7) times the multiplier, (8) rounding."""
    rules = house(column_multipliers=[1, 1, 2], round_to=500, box_value=0, shutout="none")
    columns = columns_of(rules, won(0, 149), won(0, 150), won(0, 25), won(0, 100))
    assert [(column.multiplier, column.credit) for column in columns.columns] == [(1, 0), (1, 500), (2, 500)]
    assert [column.final.net if column.final else None for column in columns.columns] == [249, 250, 225]


def test_boxes_paid_at_once_count_toward_the_target_of_each_column() -> None:
    columns = columns_of(house(box_timing="immediate"), won(0, 60), won(0, 20), won(1, 5, boxes=2))
    assert (points(columns), closed(columns)) == ([[120, 0], [40, 45], [0, 0]], [1])
    assert columns.columns[0].credit == 2 * (120 + 100)


# A sheet that was given up.


def test_open_columns_of_a_sheet_given_up_count_as_they_stand() -> None:
    columns = columns_of(HOLLYWOOD, won(0, 60), won(0, 50), won(1, 30))
    worth = columns.settled(complete=False)
    assert (worth.totals, worth.winner, worth.net, worth.shutout) == (
        {0: 500 + (50 + 20 - 30 - 20), 1: 0},
        0,
        520,
        True,
    )
    assert [line.terms for line in worth.lines] == [(1, 500, 1), (2, 20, 1)]
    assert columns.settled(complete=True).totals == {0: 500, 1: 0}


def test_an_open_column_given_up_is_multiplied_and_rounded_too() -> None:
    rules = house(column_multipliers=[3, 1, 2], round_to=10)
    worth = columns_of(rules, won(1, 8)).settled(complete=False)
    assert (worth.totals, worth.lines) == ({0: 0, 1: 80}, (ScoreLine(1, "column", "columns", 80, terms=(1, 28, 3)),))
    assert worth.shutout is True


def test_a_level_column_given_up_is_worth_nothing_and_those_after_it_what_they_are() -> None:
    columns = columns_of(HOLLYWOOD, won(0, 20), won(0, 10), won(1, 30, boxes=2))
    worth = columns.settled(complete=False)
    assert (worth.totals, [line.terms for line in worth.lines]) == ({0: 30, 1: 0}, [(2, 30, 1)])


def test_column_won_without_points_is_worth_nothing() -> None:
    """The first side to reach the target may win a column with tied totals."""
    rules = house(winner="first_to_target", shutout="none")
    columns = columns_of(rules, won(1, 40, boxes=10), won(0, 50), won(0, 50))
    assert (columns.columns[0].credit, closed(columns)) == (0, [1])
    assert columns.settled(complete=True).lines == (ScoreLine(0, "column", "columns", 0, terms=(1, 0, 1)),)


def test_three_sides_have_no_net() -> None:
    """No preset seats them at a Hollywood sheet; a net is between two."""
    assert Columns(HOLLYWOOD, 3).settled(complete=False).net is None


def test_sheet_without_entries_is_worth_nothing() -> None:
    worth = columns_of(HOLLYWOOD).settled(complete=False)
    assert (worth.totals, worth.winner, worth.shutout, worth.net, worth.lines) == ({0: 0, 1: 0}, None, False, 0, ())


# In a game.


def test_a_game_on_a_hollywood_sheet_ends_when_every_column_is_closed() -> None:
    results = [won(0, 100), won(0, 100), won(0, 100)]
    tally = GameTally(HOLLYWOOD, 2, 0)
    reached = []
    for result in results:
        tally.add(result)
        reached.append((tally.target_reached, tally.final() is not None))
    assert reached == [(False, False), (False, False), (True, True)]
    assert (tally.cumulative, tally.boxes, tally.hands_won) == ({0: 300, 1: 0}, {0: 3, 1: 0}, {0: 3, 1: 0})
    assert tally.settle_now() == tally.final()
    game = play(HOLLYWOOD, 2, 0, results)
    assert (game.over, game.final) == (True, tally.final())


def test_teams_and_a_captain_share_a_sheet_of_two_sides() -> None:
    """Rules 5.8: tournament partners."""
    partners = GameTally(presets()["tournament_partners"].rules, 4, 0)
    assert partners.columns is not None
    assert (partners.columns.sides, dict(partners.add(won(1, 30)))) == (2, {1: (1,)})
    assert points(partners.columns) == [[0, 30], [0, 0], [0, 0]]


def test_the_sheet_shows_each_round_its_columns() -> None:
    ledger = (
        LedgerBuilder(2)
        .start(HOLLYWOOD, preset="hollywood")
        .enter_points(1, 0, 60)
        .enter_points(2, 0, 50)
        .enter_points(3, 1, 30)
    )
    sheet = ledger.current
    assert [dict(line.entered) for line in sheet.rounds] == [{0: (1,)}, {0: (1, 2)}, {1: (2,)}]
    assert [[column.standing.points for column in line.columns] for line in sheet.rounds[:2]] == [
        [{0: 60, 1: 0}, {0: 0, 1: 0}, {0: 0, 1: 0}],
        [{0: 110, 1: 0}, {0: 50, 1: 0}, {0: 0, 1: 0}],
    ]
    assert ([bool(column.final) for column in sheet.columns], sheet.reach) == (
        [True, False, False],
        {0: (2, 3), 1: (2, 3)},
    )
    assert (sheet.over, sheet.reached_in) == (False, None)
    ledger.finish()
    assert ledger.current.final is not None
    assert (ledger.current.final.totals, ledger.current.complete) == ({0: 520, 1: 0}, False)


def test_a_correction_moves_every_entry_after_it() -> None:
    ledger = (
        LedgerBuilder(2)
        .start(HOLLYWOOD)
        .enter_points(1, 0, 60)
        .enter_points(2, 0, 50)
        .enter_points(3, 1, 30)
        .enter_points(1, 1, 60)
    )
    assert [dict(line.entered) for line in ledger.current.rounds] == [{1: (1,)}, {0: (1,)}, {1: (1, 2)}]
    ledger.void(1)
    assert [dict(line.entered) for line in ledger.current.rounds] == [{}, {0: (1,)}, {1: (1,)}]


def test_game_without_columns_has_no_column_view() -> None:
    sheet = LedgerBuilder(2).start().enter_points(1, 0, 60).current
    assert (sheet.columns, sheet.reach, sheet.rounds[0].columns, dict(sheet.rounds[0].entered)) == ((), {}, (), {})
