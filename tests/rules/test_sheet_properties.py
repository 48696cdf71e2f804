"""What holds for every ledger: the promises of the sheet."""

from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.rules.ledger import EntryUndone, LedgerEntry
from games.rules.ruleset import RuleSet
from games.rules.sheet import GameSheet, RoundLine, TableSheet, fold
from tests.rules.kit import Book, play
from tests.rules.strategies import MOVES, Move, books, make, rule_sets
from tests.tiers import examples

seldom = settings(max_examples=examples(60))


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


def standing_entries(book: Book) -> list[LedgerEntry]:
    """Return the entries that were not taken back, without those that took something back."""
    undone = {entry.body.revision for entry in book.entries if isinstance(entry.body, EntryUndone)}
    return [entry for entry in book.entries if entry.revision not in undone and not isinstance(entry.body, EntryUndone)]


@seldom
@given(books())
def test_what_was_undone_is_as_if_it_had_not_been_made(book: Book) -> None:
    assert all_scores(book.sheet) == all_scores(fold(standing_entries(book), 3))


@seldom
@given(books(), MOVES)
def test_undo_gives_the_sheet_from_before(book: Book, move: Move) -> None:
    assume(move.kind != "undo")
    before, entries = book.sheet, len(book.entries)
    make(book, move)
    assume(len(book.entries) > entries)
    after = book.undo().sheet
    assert all_scores(after) == all_scores(before)
    assert after.next_undo == before.next_undo
    assert after.revision == before.revision + 2


@seldom
@given(books())
def test_undo_takes_back_the_newest_entry_that_stands(book: Book) -> None:
    standing = standing_entries(book)
    assert book.sheet.next_undo == (standing[-1] if len(standing) > 1 else None)


@seldom
@given(books())
def test_everything_undone_leaves_the_start(book: Book) -> None:
    while book.sheet.next_undo is not None:
        book.undo()
    assert all_scores(book.sheet) == all_scores(fold(book.entries[:1], 3))


@seldom
@given(books(), st.integers(0, 2), st.sampled_from([0, 13, 60, 101]))
def test_a_round_entered_and_voided_leaves_the_scores(book: Book, seat: int, points: int) -> None:
    assume(not book.current.over)
    before = scores(book.current)
    number = book.current.next_round
    book.tell(number, seat, points).void(number)
    assert scores(book.current) == before
    assert (book.current.next_round, book.line(number).void) == (number + 1, True)


@seldom
@given(books(), st.integers(0, 30), st.integers(0, 2), st.sampled_from([0, 13, 60, 101]))
def test_a_round_corrected_and_corrected_back_leaves_the_scores(book: Book, which: int, seat: int, points: int) -> None:
    counted = [line for line in book.current.rounds if not line.void]
    assume(counted)
    line = counted[which % len(counted)]
    before = scores(book.current)
    book.tell(line.number, seat, points).add(line.latest, line.number)
    assert scores(book.current) == before
    assert book.line(line.number).revision == len(book.entries)


@seldom
@given(books(), st.integers(0, 2), st.integers(0, 2))
def test_two_swaps_of_the_same_seats_leave_everything(book: Book, one: int, other: int) -> None:
    assume(one != other)
    before = all_scores(book.sheet)
    book.swap(one, other)
    once = scores(book.current)
    assert once | {"seating": before[-2]["seating"]} == before[-2], "only who sits where has changed"
    assert once["seating"] != before[-2]["seating"]
    book.swap(one, other)
    assert all_scores(book.sheet) == before


@seldom
@given(books(target=None), st.integers(0, 30), st.integers(0, 2), st.integers(0, 2))
def test_a_correction_and_a_new_round_may_come_in_either_order(book: Book, which: int, seat: int, other: int) -> None:
    assume(not book.current.over and book.current.rounds)
    line = book.current.rounds[which % len(book.current.rounds)]
    number = book.current.next_round
    one = Book(3, list(book.entries), book.game).tell(line.number, seat, 17).tell(number, other, 30)
    two = Book(3, list(book.entries), book.game).tell(number, other, 30).tell(line.number, seat, 17)
    assert all_scores(one.sheet) == all_scores(two.sheet)


@seldom
@given(books())
def test_the_revisions_of_the_sheet_follow_the_ledger(book: Book) -> None:
    sheet = book.sheet
    assert sheet.revision == len(book.entries) == book.entries[-1].revision
    assert [game.number for game in sheet.games] == list(range(1, len(sheet.games) + 1))
    for game in sheet.games:
        assert [line.number for line in game.rounds] == sorted({line.number for line in game.rounds})
        for line in game.rounds:
            history = [entry.revision for entry in line.history]
            assert history == sorted(history)
            assert history[-1] <= line.revision <= sheet.revision


def paid_at_once(line: RoundLine, seat: int) -> int:
    return line.latest.result.boxes[seat] * (line.rules.box_value if line.rules.box_timing == "immediate" else 0)


@seldom
@given(books())
def test_the_score_of_a_game_is_the_sum_of_the_rounds_that_count(book: Book) -> None:
    for game in book.sheet.games:
        counted = [line for line in game.rounds if line.counts]
        assert game.cumulative == {
            seat: sum(line.latest.result.points[seat] + paid_at_once(line, seat) for line in counted)
            for seat in range(3)
        }
        assert game.boxes == {seat: sum(line.latest.result.boxes[seat] for line in counted) for seat in range(3)}


@seldom
@given(
    rule_sets(),
    st.lists(
        st.builds(Move, st.just("tell"), seat=st.none() | st.integers(0, 2), points=st.sampled_from([0, 13, 40, 101])),
        max_size=10,
    ),
)
def test_a_ledger_of_rounds_alone_is_the_game_that_they_make(rules: RuleSet, moves: list[Move]) -> None:
    book = Book(3).start(rules)
    for move in moves:
        make(book, move)
    results = [line.latest.result for line in book.current.rounds]
    game = play(rules, 3, 0, results)
    sheet = book.current
    assert [(line.deal.dealer if line.deal else None, line.cumulative, line.boxes) for line in sheet.rounds] == [
        (hand.dealer, hand.cumulative, hand.cumulative_boxes) for hand in game.hands
    ]
    assert (sheet.over, sheet.cumulative, sheet.hands_won) == (game.over, game.standing.points, game.standing.hands_won)
    assert sheet.final == (game.final if game.over else None)
