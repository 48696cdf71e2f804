"""Changing the rules or the stakes during a game."""

from games.rules.presets import presets
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.stakes import Stakes
from tests.rules.kit import STANDARD, LedgerBuilder, counted_round, won

LONG = with_house_rules(STANDARD, {"target": 200})
GIN_20 = with_house_rules(STANDARD, {"gin_bonus": 20})
AT_ONCE = with_house_rules(STANDARD, {"box_timing": "immediate"})
WINNER_DEALS = with_house_rules(STANDARD, {"next_dealer": "winner"})


def rules_by_round(ledger: LedgerBuilder) -> list[RuleSet]:
    return [line.rules for line in ledger.current.rounds]


def test_the_rounds_before_a_change_keep_their_rules() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 30).change(LONG).enter_points(2, 1, 30)
    assert rules_by_round(ledger) == [STANDARD, LONG]
    assert (ledger.current.rules, [entry.revision for entry in ledger.current.changes]) == (LONG, [3])


def test_rules_changed_after_the_last_round_are_those_of_the_next() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 30).change(LONG)
    assert (rules_by_round(ledger), ledger.current.rules) == ([STANDARD], LONG)


def test_rules_changed_before_the_first_round_are_those_of_all() -> None:
    ledger = LedgerBuilder(2).start().change(LONG).enter_points(1, 0, 30)
    assert (rules_by_round(ledger), ledger.current.rules) == ([LONG], LONG)


def test_a_new_target_holds_from_the_change_on() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 60).change(LONG).enter_points(2, 0, 60)
    assert (ledger.current.over, ledger.score) == (False, [120, 0])
    ledger.enter_points(3, 0, 80)
    assert (ledger.current.ended_after, ledger.current.reached_in) == (3, 3)
    assert ledger.current.final is not None
    assert ledger.current.final.totals == {0: 2 * 200 + 75 + 100, 1: 0}


def test_boxes_paid_at_once_are_so_only_from_the_change_on() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 10).change(AT_ONCE).enter_points(2, 0, 10)
    assert [line.cumulative for line in ledger.current.rounds] == [{0: 10, 1: 0}, {0: 45, 1: 0}]


def test_the_deal_moves_by_the_rules_the_round_was_played_under() -> None:
    ledger = (
        LedgerBuilder(2)
        .start(WINNER_DEALS)
        .enter_points(1, 0, 5)
        .change(STANDARD)
        .enter_points(2, 0, 5)
        .enter_points(3, 0, 5)
    )
    assert [line.deal.dealer for line in ledger.current.rounds if line.deal] == [0, 0, 1]
    assert ledger.current.deal.dealer == 0


def test_several_changes_hold_one_after_the_other() -> None:
    ledger = (
        LedgerBuilder(2)
        .start()
        .enter_points(1, 0, 5)
        .change(LONG)
        .enter_points(2, 0, 5)
        .change(GIN_20)
        .enter_points(3, 0, 5)
    )
    assert rules_by_round(ledger) == [STANDARD, LONG, GIN_20]


def test_last_of_several_changes_before_a_round_applies() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 5).change(LONG).change(GIN_20).enter_points(2, 0, 5)
    assert (rules_by_round(ledger), len(ledger.current.changes)) == ([STANDARD, GIN_20], 2)


def test_a_correction_of_an_earlier_round_is_of_its_own_rules() -> None:
    ledger = (
        LedgerBuilder(2)
        .start()
        .enter(1, counted_round(0, 30, ending="gin"))
        .change(GIN_20)
        .enter(2, counted_round(0, 30, ending="gin"))
    )
    assert ledger.score == [105, 0]
    ledger = (
        LedgerBuilder(2)
        .start()
        .enter(1, counted_round(0, 3, ending="gin"))
        .change(GIN_20)
        .enter(2, counted_round(0, 3, ending="gin"))
    )
    assert ledger.score == [28 + 23, 0]
    ledger.enter(1, counted_round(0, 5, ending="gin"))
    assert (ledger.score, rules_by_round(ledger)) == ([30 + 23, 0], [STANDARD, GIN_20])


def test_a_void_round_counts_for_the_number_at_which_rules_changed() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 5).change(LONG).enter_points(2, 0, 5).void(1).void(2)
    assert rules_by_round(ledger) == [STANDARD, LONG]
    assert ledger.enter_points(3, 0, 5).current.rounds[2].rules == LONG


def test_a_change_is_undone_as_anything_else() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 5)
    before = ledger.current
    after = ledger.change(LONG).undo().current
    assert (after.rules, after.changes, after.rounds) == (before.rules, (), before.rounds)
    assert ledger.enter_points(2, 0, 5).current.rounds[1].rules == STANDARD


def test_a_change_is_of_its_game_and_the_next_begins_with_its_own_rules() -> None:
    ledger = LedgerBuilder(2).start().change(LONG).enter_points(1, 0, 200).start()
    assert [game.rules for game in ledger.sheet.games] == [LONG, STANDARD]
    assert [len(game.changes) for game in ledger.sheet.games] == [1, 0]


def test_a_change_on_a_hollywood_sheet_moves_the_target_of_its_columns() -> None:
    rules = presets()["hollywood"].rules
    ledger = (
        LedgerBuilder(2)
        .start(rules)
        .enter_points(1, 0, 60)
        .change(with_house_rules(rules, {"target": 150}))
        .enter_points(2, 0, 50)
    )
    assert [bool(column.final) for column in ledger.current.columns] == [False] * 3
    ledger.enter_points(3, 0, 50)
    assert [bool(column.final) for column in ledger.current.columns] == [True, False, False]
    short = (
        LedgerBuilder(2)
        .start(rules)
        .enter_points(1, 0, 50)
        .change(with_house_rules(rules, {"target": 60}))
        .enter_points(2, 0, 10)
    )
    assert [bool(column.final) for column in short.current.columns] == [True, False, False]


# A round tried on.


def test_the_game_before_a_round_is_what_the_rounds_before_it_made() -> None:
    ledger = (
        LedgerBuilder(2)
        .start()
        .enter_points(1, 0, 30)
        .enter_points(2, 1, 20, boxes=2)
        .void(2)
        .change(AT_ONCE)
        .enter_points(3, 1, 40)
    )
    tally = ledger.current.tally_before(3)
    assert (tally.cumulative, tally.boxes, tally.hands_won, tally.rules) == (
        {0: 30, 1: 0},
        {0: 1, 1: 0},
        {0: 1, 1: 0},
        AT_ONCE,
    )
    assert ledger.current.tally_before(4).cumulative == {0: 30, 1: 65}
    assert ledger.current.tally_before(1).cumulative == {0: 0, 1: 0}
    assert LedgerBuilder(2).start(LONG).current.tally_before(1).rules == LONG


def test_preview_of_a_change_leaves_the_game_unchanged() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 30)
    sheet = ledger.current
    sheet.tally_before(2).add(won(0, 70))
    assert (sheet.cumulative, ledger.current.cumulative) == ({0: 30, 1: 0}, {0: 30, 1: 0})


# Stakes.


def test_no_stakes_by_default() -> None:
    assert LedgerBuilder(2).start().sheet.stakes is None


def test_the_last_stakes_are_those_of_the_whole_evening() -> None:
    ledger = (
        LedgerBuilder(2)
        .start()
        .play_for(Stakes("€", point=1))
        .enter_points(1, 0, 100)
        .start()
        .play_for(Stakes("$", game=100))
    )
    assert ledger.sheet.stakes == Stakes("$", game=100)
    assert ledger.undo().sheet.stakes == Stakes("€", point=1)
    assert ledger.play_for(None).sheet.stakes is None


def test_stakes_are_no_round_and_change_no_score() -> None:
    ledger = LedgerBuilder(2).start().enter_points(1, 0, 30)
    before = ledger.current
    assert ledger.play_for(Stakes("matchsticks", 1, 2, 3)).current == before
