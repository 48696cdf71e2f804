"""Invariants of the sheet, for every ledger."""

from typing import Any

from hypothesis import assume, given
from hypothesis import strategies as st

from games.rules.ledger import EntryUndone, LedgerEntry
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from tests.rules.kit import LedgerBuilder, play
from tests.rules.strategies import MOVES, Move, books, make, rule_sets


def scores(game: GameSheet) -> dict[str, Any]:
    """Return everything that people read of a game but the lines that do not count."""
    return {
        "number": game.number,
        "seating": game.seating,
        "rounds": [
            (line.number, line.latest, line.deal, line.cumulative, line.boxes, line.columns, line.rules)
            for line in game.rounds
            if line.counts
        ],
        "totals": (game.cumulative, game.boxes, game.hands_won),
        "next": (game.deal, game.first_to_act, game.columns, game.rules),
        "end": (game.ended_after, game.by_hand, game.complete, game.final, game.needs_attention),
    }


def all_scores(sheet: TableSheet) -> list[Any]:
    return [*(scores(game) for game in sheet.games), sheet.stakes]


def standing_entries(ledger: LedgerBuilder) -> list[LedgerEntry]:
    """Return the entries in effect: neither undone nor undos."""
    undone = {entry.body.revision for entry in ledger.entries if isinstance(entry.body, EntryUndone)}
    return [
        entry for entry in ledger.entries if entry.revision not in undone and not isinstance(entry.body, EntryUndone)
    ]


@given(books())
def test_undone_entry_leaves_the_sheet_as_before(ledger: LedgerBuilder) -> None:
    assert all_scores(ledger.sheet) == all_scores(fold(standing_entries(ledger), 3))


@given(books(), MOVES)
def test_undo_gives_the_sheet_from_before(ledger: LedgerBuilder, move: Move) -> None:
    assume(move.kind != "undo")
    before, entries = ledger.sheet, len(ledger.entries)
    make(ledger, move)
    assume(len(ledger.entries) > entries)
    after = ledger.undo().sheet
    assert all_scores(after) == all_scores(before)
    assert after.next_undo == before.next_undo
    assert after.revision == before.revision + 2


@given(books())
def test_undo_reverts_the_newest_entry_in_effect(ledger: LedgerBuilder) -> None:
    standing = standing_entries(ledger)
    assert ledger.sheet.next_undo == (standing[-1] if len(standing) > 1 else None)


@given(books())
def test_everything_undone_leaves_the_start(ledger: LedgerBuilder) -> None:
    while ledger.sheet.next_undo is not None:
        ledger.undo()
    assert all_scores(ledger.sheet) == all_scores(fold(ledger.entries[:1], 3))


@given(books(), st.integers(0, 2), st.sampled_from([0, 13, 60, 101]))
def test_a_round_entered_and_voided_leaves_the_scores(ledger: LedgerBuilder, seat: int, points: int) -> None:
    assume(not ledger.current.over)
    before = scores(ledger.current)
    number = ledger.current.next_round
    ledger.enter_points(number, seat, points).void(number)
    assert scores(ledger.current) == before
    assert (ledger.current.next_round, ledger.line(number).void) == (number + 1, True)


@given(books(), st.integers(0, 30), st.integers(0, 2), st.sampled_from([0, 13, 60, 101]))
def test_a_round_corrected_and_corrected_back_leaves_the_scores(
    ledger: LedgerBuilder, which: int, seat: int, points: int
) -> None:
    counted = [line for line in ledger.current.rounds if not line.void]
    assume(counted)
    line = counted[which % len(counted)]
    before = scores(ledger.current)
    ledger.enter_points(line.number, seat, points).add(line.latest, line.number)
    assert scores(ledger.current) == before
    assert ledger.line(line.number).revision == len(ledger.entries)


@given(books(), st.integers(0, 2), st.integers(0, 2))
def test_two_swaps_of_the_same_seats_leave_everything(ledger: LedgerBuilder, one: int, other: int) -> None:
    assume(one != other)
    before = all_scores(ledger.sheet)
    ledger.swap(one, other)
    once = scores(ledger.current)
    assert once | {"seating": before[-2]["seating"]} == before[-2], "only who sits where has changed"
    assert once["seating"] != before[-2]["seating"]
    ledger.swap(one, other)
    assert all_scores(ledger.sheet) == before


@given(books(target=None), st.integers(0, 30), st.integers(0, 2), st.integers(0, 2))
def test_a_correction_and_a_new_round_may_come_in_either_order(
    ledger: LedgerBuilder, which: int, seat: int, other: int
) -> None:
    assume(not ledger.current.over and ledger.current.rounds)
    line = ledger.current.rounds[which % len(ledger.current.rounds)]
    number = ledger.current.next_round
    one = (
        LedgerBuilder(3, list(ledger.entries), ledger.game)
        .enter_points(line.number, seat, 17)
        .enter_points(number, other, 30)
    )
    two = (
        LedgerBuilder(3, list(ledger.entries), ledger.game)
        .enter_points(number, other, 30)
        .enter_points(line.number, seat, 17)
    )
    assert all_scores(one.sheet) == all_scores(two.sheet)


@given(books())
def test_the_revisions_of_the_sheet_follow_the_ledger(ledger: LedgerBuilder) -> None:
    sheet = ledger.sheet
    assert sheet.revision == len(ledger.entries) == ledger.entries[-1].revision
    assert [game.number for game in sheet.games] == list(range(1, len(sheet.games) + 1))
    for game in sheet.games:
        assert [line.number for line in game.rounds] == sorted({line.number for line in game.rounds})
        for line in game.rounds:
            history = [entry.revision for entry in line.history]
            assert history == sorted(history)
            assert history[-1] <= line.revision <= sheet.revision


def paid_at_once(line: RoundLine, seat: int) -> int:
    return line.latest.result.boxes[seat] * (line.rules.box_value if line.rules.box_timing == "immediate" else 0)


@given(books())
def test_the_score_of_a_game_is_the_sum_of_the_rounds_that_count(ledger: LedgerBuilder) -> None:
    for game in ledger.sheet.games:
        counted = [line for line in game.rounds if line.counts]
        assert game.cumulative == {
            seat: sum(line.latest.result.points[seat] + paid_at_once(line, seat) for line in counted)
            for seat in range(3)
        }
        assert game.boxes == {seat: sum(line.latest.result.boxes[seat] for line in counted) for seat in range(3)}


@given(
    rule_sets(),
    st.lists(
        st.builds(Move, st.just("tell"), seat=st.none() | st.integers(0, 2), points=st.sampled_from([0, 13, 40, 101])),
        max_size=10,
    ),
)
def test_a_ledger_of_rounds_alone_is_the_game_that_they_make(rules: RuleSet, moves: list[Move]) -> None:
    ledger = LedgerBuilder(3).start(rules)
    for move in moves:
        make(ledger, move)
    results = [line.latest.result for line in ledger.current.rounds]
    game = play(rules, 3, 0, results)
    sheet = ledger.current
    assert [(line.deal.dealer if line.deal else None, line.cumulative, line.boxes) for line in sheet.rounds] == [
        (hand.dealer, hand.cumulative, hand.cumulative_boxes) for hand in game.hands
    ]
    assert (sheet.over, sheet.cumulative, sheet.hands_won) == (game.over, game.standing.points, game.standing.hands_won)
    assert sheet.final == (game.final if game.over else None)
