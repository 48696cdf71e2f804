"""Importing games from notation text, and exporting them."""

import re

import pytest
from hypothesis import HealthCheck, given, settings

from games.models import Entry, EntryKind, SettledSeat, Table
from games.rules.line_up import MOST_PEOPLE
from games.rules.notation import NotatedGame, read, write
from games.rules.settlement import Score
from games.selectors.sharing.notation import notes_of_table, sheet_from_notes, table_text
from games.services.devices import make_device
from games.services.sharing.notation import import_table
from games.services.table.games import finish_game, start_game, undo
from games.services.table.tables import StartedTable, start_table
from tests.makers import (
    Phone,
    assert_sound,
    correct,
    current,
    differences_at,
    enter,
    gin,
    knock,
    outcome,
    revision,
    sheet,
    void,
)
from tests.refusals import refused
from tests.rules.kit import LedgerBuilder
from tests.rules.test_notation import PAGE, ledgers
from tests.rules.test_notation import VECTORS as FILES
from tests.selectors.test_notation import played

VECTORS = [file.read_text(encoding="utf-8") for file in FILES]
GAME = "game: standard\nA: Ann\nB: Ben\ndeals: B\n1. A knock 7, B 20 = A +13 (13:0)\n2. void dead ; miscounted\n"
WON = GAME + "3. A gin, B 75 = A +100 (113:0)\n"
PAPER = "game: standard\nA: Ann\nB: Ben\ndeals: A\npaper: A 54 boxes 4 won 4, B 3 boxes 0 won 0\n"


def imported(text: str, key: str = "a form's key") -> Phone:
    """A phone that made a table of ``text``."""
    made = make_device(label="Ann's phone")
    started = import_table(games=read(text), device=made.device, key=key)
    return Phone(started.access, made.secret, started.secrets)


def from_paper(opening: Score, *, key: str = "", preset: str = "standard") -> StartedTable:
    return start_table(names=("Ann", "Ben"), preset=preset, house_rules={}, dealer=1, opening=opening, key=key)


def score(one: int, other: int) -> Score:
    return Score({0: one, 1: other}, {0: 4, 1: 0}, {0: 4, 1: 0})


@settings(
    max_examples=5,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@pytest.mark.usefixtures("sealed")
@given(ledgers())
def test_any_game_is_exported_as_it_was_imported(db: None, drawn: tuple[LedgerBuilder, NotatedGame]) -> None:
    declaration, notes = drawn
    text = write(notes)
    table = import_table(games=read(text), key=f"key {Table.objects.count()}").access.table
    assert table_text(table) == text
    assert notes_of_table(table) == (notes,)
    assert played(sheet_from_notes(notes_of_table(table))) == played(declaration.sheet)


@pytest.mark.parametrize("text", [*re.findall(r"```gin\n(.*?)```", PAGE, re.DOTALL), *VECTORS])
def test_cards_layoffs_and_teams_come_back_as_they_were(text: str) -> None:
    for notes in read(text):
        alone = write(notes)
        table = import_table(games=read(alone), key=f"key {Table.objects.count()}").access.table
        without = "".join(line for line in alone.splitlines(keepends=True) if not line.startswith(";"))
        assert table_text(table) == without


def test_every_round_is_an_entry_with_a_key_of_its_own() -> None:
    phone = imported(GAME)
    rows = Entry.objects.filter(table=phone.table).order_by("revision")
    assert [(row.kind, row.round, row.key, row.reason) for row in rows] == [
        (EntryKind.START, None, "a form's key", ""),
        (EntryKind.ROUND, 1, "a form's key:1", ""),
        (EntryKind.ROUND, 2, "a form's key:2", ""),
        (EntryKind.VOID, 2, "a form's key:3", "miscounted"),
    ]
    assert {row.by for row in rows} == {"Ann's phone"}
    assert_sound(phone)
    assert phone.table.links.count() == 3


def test_a_finished_game_is_settled_and_an_unfinished_one_goes_on() -> None:
    phone = imported(f"{WON}\n{GAME}")
    assert [(row.game, row.player.name, row.won, row.from_paper) for row in SettledSeat.objects.all()] == [
        (1, "Ann", True, False),
        (1, "Ben", False, False),
    ]
    assert_sound(phone)
    enter(phone, gin(1, 90))
    assert [game.over for game in sheet(phone).games] == [True, True]
    start_game(access=phone.access, key="g")
    assert current(phone).number == 3


def test_imported_table_can_be_played_on_like_any_other() -> None:
    phone = imported(GAME)
    enter(phone, knock(1, 5, 20))
    correct(phone, 1, gin(0, 20))
    void(phone, 3)
    finish_game(access=phone.access, key="f", game=1, revision=revision(phone))
    for number in range(4):
        undo(access=phone.access, key=f"u{number}", revision=sheet(phone).next_undo.revision)  # type: ignore[union-attr]
    assert table_text(phone.table) == GAME
    for number in range(4, 7):
        undo(access=phone.access, key=f"u{number}", revision=sheet(phone).next_undo.revision)  # type: ignore[union-attr]
    assert (sheet(phone).next_undo, current(phone).cumulative) == (None, {0: 0, 1: 0})
    assert_sound(phone, orderly=False)


def test_people_who_joined_and_left_come_back_from_text() -> None:
    cleo = GAME.replace("A: Ann\nB: Ben", "A: Cleo\nB: Ann")
    three = "game: ginski\nA: Ben\nB: Ann\nC: Cleo\ndeals: A\n1. A knock 7, B 20, C 30 = A +43 (43:0:0)\n"
    text = "\n".join([WON, f"{cleo}finish\n", three])
    phone = imported(text)
    assert [game.seating for game in sheet(phone).games] == [(0, 1), (2, 0), (1, 0, 2)]
    assert table_text(phone.table) == text
    assert differences_at(phone.table) == []
    assert_sound(phone)
    again = import_table(games=read(text), device=phone.access.device, key="a form's key")
    assert (again.access.table, Table.objects.count()) == (phone.table, 1)
    enter(phone, gin(0, 9, 8))
    assert undo(access=phone.access, key="u", revision=revision(phone)).status == "new"
    assert_sound(phone)


def test_a_retry_is_the_same_table_and_another_text_is_refused() -> None:
    made = make_device(label="Ann's phone")
    first = import_table(games=read(WON), device=made.device, key="k" * 32)
    assert import_table(games=read(WON), device=made.device, key="k" * 32).access.table == first.access.table
    stranger = make_device(label="Ann's phone")
    assert import_table(games=read(WON), device=stranger.device, key="k" * 32).access.table == first.access.table
    assert outcome(lambda: import_table(games=read(GAME), device=made.device, key="k" * 32)) == "idempotency_key_reused"
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("\n".join(GAME.replace("Ben", f"Guest {n}") for n in range(MOST_PEOPLE)), "too_many"),
        (GAME + "\n" + PAPER, "invalid_value"),
        (PAPER.replace("A 54", "A 100"), "target_reached"),
    ],
)
def test_refused_notation_makes_no_table(text: str, code: str) -> None:
    assert outcome(lambda: import_table(games=read(text), key="k")) == code
    assert Table.objects.count() == 0


def test_no_table_holds_more_than_a_thousand_rounds() -> None:
    game = "game: lets_play\nA: Ann\nB: Ben\n" + "".join(f"{n}. dead\n" for n in range(1, 502))
    assert (refused(import_table, games=read(f"{game}\n{game}"), key="k"), Table.objects.count()) == ("table_full", 0)


def test_no_game_and_no_key_are_refused() -> None:
    assert outcome(lambda: import_table(games=(), key="k")) == "invalid_value"
    assert outcome(lambda: import_table(games=read(GAME), key="")) == "idempotency_key_required"


def test_the_longest_key_is_cut_for_the_entries_after_the_first() -> None:
    phone = imported(GAME, key="k" * 200)
    keys = Entry.objects.filter(table=phone.table).order_by("revision").values_list("key", flat=True)
    assert list(keys) == ["k" * 200, *(f"{'k' * 194}:{n}" for n in (1, 2, 3))]


# --- From paper ---


def test_score_from_paper_cannot_be_undone() -> None:
    started = from_paper(score(54, 3))
    phone = Phone(started.access, "", started.secrets)
    enter(phone, knock(0, 7, 20))
    assert current(phone).cumulative == {0: 67, 1: 3}
    undo(access=phone.access, key="u", revision=2)
    assert (sheet(phone).next_undo, current(phone).cumulative, current(phone).boxes) == (
        None,
        {0: 54, 1: 3},
        {0: 4, 1: 0},
    )
    assert outcome(lambda: undo(access=phone.access, key="v", revision=1)) == "nothing_to_undo"
    assert table_text(phone.table) == PAPER.replace("deals: A", "deals: B")


def test_imported_finish_is_marked_and_the_next_game_is_not() -> None:
    started = from_paper(score(54, 3))
    phone = Phone(started.access, "", started.secrets)
    enter(phone, gin(0, 40))
    start_game(access=phone.access, key="g")
    enter(phone, gin(1, 90))
    rows = SettledSeat.objects.order_by("game", "seat").values_list(
        *("game", "from_paper", "points", "boxes", "hands_won", "rounds")
    )
    assert list(rows)[:3] == [(1, True, 119, 5, 5, 1), (1, True, 3, 0, 0, 1), (2, False, 0, 0, 0, 1)]
    assert current(phone).opening is None


def test_notation_with_a_score_from_paper_is_settled_as_such() -> None:
    phone = imported(PAPER + "1. A gin, B 40 = A +65 (119:3)\n")
    assert current(phone).opening == score(54, 3)
    assert {row.from_paper for row in SettledSeat.objects.all()} == {True}
    assert "paper: A 54 boxes 4 won 4, B 3 boxes 0 won 0\n" in table_text(phone.table)


@pytest.mark.parametrize(
    ("preset", "opening", "code"),
    [
        ("hollywood", score(10, 0), "invalid_value"),
        ("standard", score(100, 3), "target_reached"),
        ("standard", score(3, 240), "target_reached"),
    ],
)
def test_no_game_begins_with_a_score_that_cannot_go_on(preset: str, opening: Score, code: str) -> None:
    assert outcome(lambda: from_paper(opening, preset=preset)) == code
    assert Table.objects.count() == 0


def test_a_level_score_at_the_target_goes_on() -> None:
    started = from_paper(score(110, 110))
    assert current(Phone(started.access, "", started.secrets)).over is False


def test_the_same_form_with_another_score_is_another_table() -> None:
    first = from_paper(score(54, 3), key="k" * 32)
    assert from_paper(score(54, 3), key="k" * 32).access.table == first.access.table
    assert outcome(lambda: from_paper(score(55, 3), key="k" * 32)) == "idempotency_key_reused"
    response = Entry.objects.get(table=first.access.table, revision=1)
    assert response.facts["opening"]["points"] == {"0": 54, "1": 3}
