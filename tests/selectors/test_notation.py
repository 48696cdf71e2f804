"""A game as notation text, made from its ledger."""

from dataclasses import replace

from hypothesis import given

from games.pages.sharing.notation_page import described_games
from games.rules.declaration import Ending
from games.rules.ledger import GameFinished, SeatsSwapped
from games.rules.notation import NotatedGame, read, write
from games.rules.sheet import TableSheet
from games.selectors.sharing.notation import (
    EXAMPLE,
    entries_from_notes,
    notes_of_game,
    notes_of_table,
    sheet_from_notes,
    table_text,
)
from games.services.table.games import change_rules, finish_game, reopen_game, start_game, swap_seats, undo
from games.services.table.rounds import enter_round
from tests.makers import correct, current, dead, enter, gin, knock, misdeal, revision, start, void
from tests.rules.kit import LedgerBuilder
from tests.rules.test_notation import ledgers

HEAD = "game: standard\nA: Ann\nB: Ben\ndeals: A\n"


def played(sheet: TableSheet) -> list[tuple[object, ...]]:
    """The results of the games on a sheet, without authors and times."""
    return [
        (
            *(game.preset, game.title, game.rules, game.cumulative, game.boxes, game.hands_won, game.columns),
            *(game.deal, game.first_to_act, game.ended_after, game.by_hand, game.final, game.opening),
            *(game.needs_attention, [entry.body for entry in game.changes]),
            [(x.number, x.latest, x.void, x.after_end, x.deal, x.cumulative, x.boxes, x.entered) for x in game.rounds],
        )
        for game in sheet.games
    ]


# --- A table to text ---


def test_notation_has_the_current_state_of_a_table(db: None) -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, gin(1, 31))
    assert table_text(phone.table) == HEAD + "1. A knock 7, B 20 = A +13 (13:0)\n2. B gin, A 31 = B +56 (13:56)\n"


def test_notation_has_corrections_deletions_and_reasons(db: None) -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, knock(0, 7, 20))
    correct(phone, 1, knock(0, 6, 20), reason="counted\nagain\u202e ")
    void(phone, 2, reason="not dealt")
    enter_round(access=phone.access, key="m", game=1, round_number=3, declaration=misdeal(), reason="a card face up")
    assert table_text(phone.table) == HEAD + (
        "1. A knock 6, B 20 = A +14 (14:0) ; counted again\n"
        "2. void A knock 7, B 20 ; not dealt\n"
        "3. misdeal = 0 (14:0) ; a card face up\n"
    )


def test_notation_omits_rounds_undone_at_the_end_and_marks_earlier_ones_void(db: None) -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, dead())
    undo(access=phone.access, key="u", revision=3)
    assert table_text(phone.table) == HEAD + "1. A knock 7, B 20 = A +13 (13:0)\n"
    enter(phone, gin(0, 5), number=3)
    assert table_text(phone.table).splitlines()[-2:] == ["2. void dead", "3. A gin, B 5 = A +30 (43:0)"]


def test_finish_after_an_undone_round_keeps_its_place(db: None) -> None:
    phone = start()
    enter(phone, knock(0, 7, 20))
    enter(phone, dead())
    undo(access=phone.access, key="u", revision=3)
    finish_game(access=phone.access, key="f", game=1, revision=4)
    assert table_text(phone.table).splitlines()[-2:] == ["2. void dead", "finish"]
    (notes,) = notes_of_table(phone.table)
    assert (
        played(sheet_from_notes([notes]))[0][9:12] == played(sheet_from_notes(read(table_text(phone.table))))[0][9:12]
    )


def test_notation_has_all_games_with_their_seats(db: None) -> None:
    phone = start(target=50)
    enter(phone, gin(0, 75))
    reopen_game(access=phone.access, key="r", game=1, revision=2)
    enter(phone, dead())
    start_game(access=phone.access, key="s", preset="lets_play")
    undo(access=phone.access, key="u", revision=5)
    start_game(access=phone.access, key="g", preset="ginski", title="Ours")
    swap_seats(access=phone.access, key="w", game=2, first=0, second=1, revision=7)
    enter(phone, knock(0, 5, 20))
    rules = replace(current(phone).rules, gin_bonus=10)
    change_rules(access=phone.access, key="c", game=2, revision=revision(phone), rules=rules)
    text = table_text(phone.table)
    assert text == (
        "game: standard\nA: Ann\nB: Ben\nrules: target=50\ndeals: A\n"
        "1. A gin, B 75 = A +100 (100:0)\nreopen\n2. dead = 0 (100:0)\n"
        "\n"
        "game: ginski\ntitle: Ours\nA: Ben\nB: Ann\n"
        f"deals: {'A' if notes_of_table(phone.table)[1].dealer == 0 else 'B'}\n"
        "1. A knock 5, B 20 = A +15 (15:0)\nchange: gin_bonus=10\n"
    )
    assert played(sheet_from_notes(read(text))) == played(sheet_from_notes(notes_of_table(phone.table)))


def test_the_example_can_be_read() -> None:
    assert [note.declaration.ending for note in read(EXAMPLE)[0].rounds] == [Ending.KNOCK, Ending.GIN, Ending.DEAD]


# --- Text to entries ---


@given(ledgers())
def test_the_text_of_any_game_makes_the_same_sheet(drawn: tuple[LedgerBuilder, NotatedGame]) -> None:
    declaration, notes = drawn
    again = sheet_from_notes(read(write(notes)))
    assert played(again) == played(declaration.sheet)
    entries = tuple(declaration.entries)
    bare = replace(notes, rounds=tuple(replace(x, remark="") for x in notes.rounds))
    assert notes_of_game(declaration.current, entries, notes.players) == bare


def test_other_seating_means_swapped_seats() -> None:
    first, second, third = (
        NotatedGame(players, read("game: ginski\nA: a\nB: b\nC: c\nD: d\n")[0].rules, "ginski", rounds=())
        for players in (("Ann", "Ben", "Cleo", "Dan"), ("Ben", "Cleo", "Dan", "ANN"), ("Ann", "Ben", "Cleo", "Dan"))
    )
    sheet = sheet_from_notes([first, second, third])
    assert [game.seating for game in sheet.games] == [(0, 1, 2, 3), (1, 2, 3, 0), (0, 1, 2, 3)]
    assert all(isinstance(entry.body, SeatsSwapped) for game in sheet.games for entry in game.swaps)


def test_notation_has_a_decision_between_its_rounds() -> None:
    (notes,) = read(HEAD + "1. dead\nfinish\n2. A knock 7, B 20\n")
    assert isinstance(notes.decision, GameFinished)
    assert [type(entry.body).__name__ for entry in entries_from_notes([notes])] == [
        *("GameStarted", "RoundEntered", "GameFinished", "RoundEntered"),
    ]
    assert sheet_from_notes([notes]).current.needs_attention == (2,)


def test_deleted_misdeal_keeps_its_reason() -> None:
    (notes,) = read(HEAD + "1. void misdeal ; eleven cards\n2. void dead ; miscounted\n")
    assert [(type(entry.body).__name__, entry.reason) for entry in entries_from_notes([notes])][1:] == [
        ("RoundEntered", "eleven cards"),
        ("RoundVoided", ""),
        ("RoundEntered", ""),
        ("RoundVoided", "miscounted"),
    ]


# --- In words ---


def test_understood_cards_are_listed() -> None:
    games = read(
        "game: standard\ntitle: Ours\nA: Ann\nB: Ben\npaper: A 54 boxes 4 won 4, B 3\n"
        "1. A gin, B 40\n2. void dead\n3. dead\n; Tea.\n\n" + HEAD.replace("deals: A", "deals: B") + "1. dead\n"
    )
    first, second = described_games(games)
    assert (first.rules, first.players, first.rounds, first.score) == (
        *("Ours, to 100", ("Ann", "Ben"), "3 rounds", "Ann 119, Ben 3"),
    )
    assert first.result.startswith("Ann wins by ")
    assert first.opening == "From paper: Ann 54, Ben 3, boxes 4 and 0, hands won 4 and 0"
    assert first.lines == (
        (1, "Ann went gin, Ben had 40 \u00b7 119:3"),
        (2, "Dead hand: nobody scores (deleted)"),
        (3, "Dead hand: nobody scores (after the end)"),
    )
    assert (first.comments, second.comments, second.opening) == (1, 0, "")
    assert second.result == "Not over yet: Ben deals, Ann plays first"


def test_notes_without_rounds_are_a_sheet_too() -> None:
    (notes,) = read(HEAD)
    assert notes.rounds == ()
    assert sheet_from_notes([notes]).current.next_round == 1
