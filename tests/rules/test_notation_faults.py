# ruff: noqa: RUF001 - letters that are taken for one another are what people type
"""Gin notation: every fault in a text is reported at its place, quickly."""

import pytest

from games.rules.cards import DECKS
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, RulesError
from games.rules.notation import (
    MOST_FAULTS,
    InvalidNotationError,
    NotatedGame,
    NotatedRound,
    TextFaultCode,
    read,
    write,
)
from games.rules.ruleset import RuleSet
from tests.rules.kit import STANDARD
from tests.rules.test_notation import FOUR, TWO, faults

# Faults and their positions.


def test_fault_is_reported_at_its_place(subtests: pytest.Subtests) -> None:
    cases = [
        ("", [(1, 1, "empty", "", "")]),
        ("; only this", [(1, 1, "empty", "", "")]),
        ("hello\n" + TWO, [(1, 1, "no_game", "hello", "")]),
        (TWO + "what is this", [(4, 1, "unknown_line", "what is this", "")]),
        (TWO + "1. dead\ntarget: 3", [(5, 1, "unknown_line", "target: 3", "")]),
        (TWO + "1. dead\nrules: target=3", [(5, 1, "too_late", "rules: target=3", "")]),
        (TWO + "deals: A\ndeals: B", [(5, 1, "twice", "deals: B", "")]),
        (TWO + "finish\n reopen", [(5, 2, "twice", "reopen", "")]),
        (TWO + "rules: target=3, Target=4", [(4, 18, "twice", "Target=4", "")]),
        (TWO + "1. A knock 7, A 3", [(4, 15, "twice", "A", "")]),
        (TWO + "1. A gin, B gin", [(4, 11, "twice", "B", "ending")]),
        (TWO + "1. A gin, B 3 = A +28 = A +28", [(4, 23, "twice", "=", "")]),
        (TWO + "1. A gin, B 3 = A +28, A 3", [(4, 24, "twice", "A", "")]),
        (TWO + "1. card 7s 8s, dead", [(4, 9, "twice", "7s", "")]),
        (TWO + "paper: A 3, A 4", [(4, 13, "twice", "A", "")]),
        ("game:\nA: a\nB: b", [(1, 6, "missing", "", "game")]),
        ("game: standard\nA: a", [(1, 7, "missing", "standard", "B")]),
        ("game: standard", [(1, 7, "missing", "standard", "A")]),
        ("game: standard\nB: b\nA: a\nD: d", [(4, 1, "missing", "D: d", "C")]),
        ("game: standard\nA:\nB: b", [(2, 3, "bad_name", "", "required")]),
        (TWO + "title: " + "x" * 61, [(4, 8, "bad_name", "x" * 40, "too_long")]),
        ("game: standard\nA: a\x07\nB: b", [(2, 4, "bad_name", "a\x07", "characters")]),
        (TWO + "; a\x07b", [(4, 1, "bad_text", "; a\x07b", "characters")]),
        (TWO + "1. dead ; " + "x" * 201, [(4, 9, "bad_text", "; " + "x" * 38, "too_long")]),
        ("game: standard\nA: Ann\nB: ａＮＮ", [(3, 1, "same_name", "ａＮＮ", "")]),
        (TWO.replace("standard", "jersey"), [(1, 7, "players", "2", "3-3")]),
        (TWO + "rules: target", [(4, 8, "not_a_rule", "target", "")]),
        (TWO + "rules: target=3,, =4", [(4, 17, "not_a_rule", "", ""), (4, 19, "not_a_rule", "=4", "")]),
        (TWO + "change: columns=1, deck=rumski70", [(4, 20, "fixed_rule", "deck", "")]),
        (TWO + "change: target=100", [(4, 9, "no_change", "target=100", "")]),
        (TWO.replace("standard", "hollywood") + "paper: A 4", [(4, 8, "paper_columns", "A 4", "")]),
        (TWO.replace("standard", "hollywood") + "handicap: A 4", [(4, 11, "paper_columns", "A 4", "")]),
        (TWO + "handicap: A 4 won 1", [(4, 15, "unexpected", "won", ",")]),
        (TWO + "paper: A 4\nhandicap: A 4", [(4, 8, "twice", "A 4", "")]),
        (TWO + "2. dead", [(4, 1, "round_number", "2", "1")]),
        (TWO + "1. dead\n1. dead\n2. dead", [(5, 1, "round_number", "1", "2")]),
        (TWO + "1001. dead", [(4, 1, "too_many", "1001", "1000")]),
        (TWO + "1. C gin, B 3", [(4, 4, "unknown_player", "C", "AB")]),
        (TWO + "deals: Ann", [(4, 8, "unknown_player", "Ann", "AB")]),
        (TWO + "1. A gin, B 3 = C +28", [(4, 17, "unknown_side", "C", "A B")]),
        (FOUR + "paper: A 3", [(6, 8, "unknown_side", "A", "AC BD")]),
        (TWO + "1. A gin: 2s 3s 4x, B 3", [(4, 17, "unknown_card", "4x", "")]),
        ("game: ginski\nA: a\nB: b\n1. A gin: W1=14 R5 R6, B 3", [(4, 11, "unknown_card", "W1=14", "")]),
        (TWO + "1. card R7, dead", [(4, 9, "unknown_card", "R7", "")]),
        (
            TWO + "rules: target=5x, rank_values=1 two",
            [(4, 15, "not_a_number", "5x", ""), (4, 33, "not_a_number", "two", "")],
        ),
        (TWO + "1. A knock x, B 3", [(4, 12, "not_a_number", "x", "")]),
        (TWO + "1. A knock 1234567, B 3", [(4, 12, "not_a_number", "1234567", "1000000")]),
        (TWO + "1. A knock " + "9" * 5000 + ", B 3", [(4, 12, "not_a_number", "9" * 40, "")]),
        (TWO + "1. A big, B 3", [(4, 9, "unexpected", ",", "gin")]),
        (TWO + "1. A gin,, B 3", [(4, 10, "unexpected", ",", "player")]),
        (TWO + "1. A gin 0 0, B 3", [(4, 12, "unexpected", "0", ", & =")]),
        (TWO + "1. dead A", [(4, 9, "unexpected", "A", ", & =")]),
        (TWO + "1.", [(4, 3, "unexpected", "", "player")]),
        (TWO + "1. card 7s dead", [(4, 12, "unknown_card", "dead", "")]),
        (TWO + "1. card 7s", [(4, 11, "unexpected", "", ",")]),
        (TWO + "1. A gin: / 2s, B 3", [(4, 11, "unexpected", "/", "card")]),
        (TWO + "1. dead = 0 (0:0", [(4, 17, "unexpected", "", ")")]),
        (TWO + "1. dead = 0 0:0", [(4, 13, "unexpected", "0", "(")]),
        (TWO + "1. dead = 0 (0:0) x", [(4, 19, "unexpected", "x", ";")]),
        (TWO + "1. A gin: 2222, B: 3333 - 4d, B lays 4d", [(4, 40, "unexpected", "", "on")]),
        (TWO + "paper: A 4 games 3", [(4, 12, "unexpected", "games", "boxes won")]),
        (TWO + "1. A 7, B 20", [(4, 4, "no_ending", "A", "")]),
        ("game: cutthroat\nA: a\nB: b\nC: c\n1. A k 1, B 2, C 3", [(5, 4, "who_played", "A", "2")]),
        (FOUR + "1. A gin, D 3 & C gin, B 3", [(6, 4, "pairs", "A", "AB CD")]),
        (FOUR + "1. A gin, B 3", [(6, 4, "pairs", "A", "AB CD")]),
        (FOUR + "1. A gin, B 3 & B gin, A 3", [(6, 17, "pairs", "B", "AB CD")]),
        (TWO + "1. A gin, B 3 & A gin, B 3", [(4, 17, "pairs", "A", "")]),
        (TWO + "1. A gin, B 3, B lays 2s on 1", [(4, 18, "no_cards", "lays", "")]),
        (TWO + "1. A gin, A throws 2s, B 3", [(4, 13, "no_cards", "throws", "")]),
        (TWO + "1. A knock: 9999 / 5h 6h 7h - As 2c 3c, B 9, B throws Ks", [(4, 48, "no_cards", "throws", "")]),
        (TWO + "1. A gin, B 3 = A +27 (28:0)", [(4, 17, "points_differ", "A +27", "A +28")]),
        (TWO + "1. A gin, B 3 = 0", [(4, 17, "points_differ", "0", "A +28")]),
        (TWO + "1. A gin, B 3 = A −28", [(4, 17, "points_differ", "A -28", "A +28")]),
        (TWO + "1. A gin, B 3 = A +28 (28:-1)", [(4, 23, "totals_differ", "28:-1", "28:0")]),
        (TWO + "1. A gin, B 3 = A +28 (28)", [(4, 23, "totals_differ", "28", "28:0")]),
    ]
    for text, found in cases:
        with subtests.test(text=text, found=found):
            assert faults(text) == found


ILLEGAL = [
    ("game: gin\nA: a\nB: b", 1, 7, Code.UNKNOWN_PRESET, None),
    (TWO + "rules: goal=3", 4, 8, Code.UNKNOWN_PARAMETER, None),
    (TWO + "rules: gin_bonus=1, target=none, game_bonus=target", 4, 34, Code.INVALID_VALUE, None),
    (TWO + "rules: target=0", 4, 8, Code.INVALID_VALUE, None),
    (TWO + "rules: shutout=3", 4, 8, Code.INVALID_VALUE, None),
    (TWO + "rules: wild_may_duplicate=maybe", 4, 8, Code.INVALID_VALUE, None),
    (TWO + "rules: seats=2 3", 4, 8, Code.INVALID_VALUE, None),
    (TWO + "change: double_suits=R", 4, 9, Code.INVALID_VALUE, None),
    (TWO + "1. A knock 11, B 20", 4, 4, Code.OVER_KNOCK_LIMIT, 0),
    (TWO + "1. void A knock 11, B 20", 4, 9, Code.OVER_KNOCK_LIMIT, 0),
    (TWO + "1. B 2000, A knock 1", 4, 4, Code.OUT_OF_RANGE, 1),
    (TWO + "1. A knock 7", 4, 4, Code.MISSING_DEADWOOD, 1),
    (TWO + "1. B 3, A gin 4", 4, 9, Code.NOT_GIN, 0),
    (TWO + "1. A false knock", 4, 4, Code.INVALID_VALUE, None),
    (TWO.replace("standard", "oklahoma") + "1. A knock 3, B 9", 4, 4, Code.MISSING_KNOCK_CARD, None),
    (FOUR + "1. A knock 3, B 9 & D gin 3, C 9", 6, 21, Code.NOT_GIN, 3),
    (TWO + "1. A knock 5: 9999 / 5h 6h 7h - As 2c 3c, B 9", 4, 4, Code.DEADWOOD_MISMATCH, 0),
    (TWO + "1. A knock: 2s 3s 4s, B 9", 4, 4, Code.WRONG_HAND_SIZE, 0),
    (TWO + "1. A knock: 9999 / 5h 6h 8h - As 2c 3c, B 9", 4, 20, Code.NOT_A_MELD, 0),
    (TWO + "1. A knock: 9999 / 5h 6h 7h - As 2c 2c, B 9", 4, 37, Code.DUPLICATE_CARD, 0),
    (
        TWO + "1. A knock: 9999 / 5h 6h 7h - As 2c 3c, B: 4s 4d 4c / Jc Qc Kc Tc - 8s Kd, B lays 9c on 2",
        *(4, 83, Code.DUPLICATE_CARD, None),
    ),
    (
        TWO + "1. A knock: 9999 / 5h 6h 7h - As 2c 3c, B: 4s 4d 4c / Jc Qc Kc Tc - 8s Kd, B lays 8h on 3",
        *(4, 83, Code.LAYOFF_NOT_ALLOWED, 1),
    ),
    (
        TWO + "1. A knock: 9999 / 5h 6h 7h - As 2c 3c, B: 4s 4d 4c / Jc Qc Kc Tc - 8s Kd, B lays 8h on 0",
        *(4, 83, Code.LAYOFF_NOT_ALLOWED, 1),
    ),
]


def test_faults_of_the_rules_are_passed_on(subtests: pytest.Subtests) -> None:
    for text, line, column, code, seat in ILLEGAL:
        with subtests.test(text=text, line=line, column=column, code=code, seat=seat):
            with pytest.raises(InvalidNotationError) as bad:
                read(text)
            first = bad.value.faults[0]
            assert (first.line, first.column) == (line, column)
            assert first.code is TextFaultCode.ILLEGAL
            assert first.fault is not None
            assert (first.fault.code, first.fault.seat) == (code, seat)


def test_all_faults_are_reported_at_once() -> None:
    text = f"{TWO}rules: goal=3, target=x\ndeals: Z\n1. A knock q, Z 3\n3. dead x\nhuh\n4. A gin: 2z, B 3 = C 4"
    assert [(line, code) for line, _, code, _, _ in faults(text)] == [
        (4, "illegal"),
        (4, "illegal"),
        (5, "unknown_player"),
        (6, "not_a_number"),
        (6, "unknown_player"),
        (7, "round_number"),
        (7, "unexpected"),
        (8, "unknown_line"),
        (9, "unknown_card"),
    ]


def test_rounds_are_looked_at_where_the_rules_are_not_known() -> None:
    rest = "rules: target=200\nA: a\nB: b\nchange: foo\n1. A gin: R5 9h 9z, B 3\n2. B knock, C 3"
    assert [fault[:4] for fault in faults(f"game: tennis\n{rest}")] == [
        (1, 7, "illegal", "tennis"),
        (6, 17, "unknown_card", "9z"),
        (7, 13, "unknown_player", "C"),
    ]
    assert [fault[:4] for fault in faults(f"game: ginski\nC: c\n{rest}")] == [
        (6, 9, "not_a_rule", "foo"),
        (7, 14, "unknown_card", "9h"),
        (8, 4, "illegal", "B"),
        (8, 4, "illegal", "B"),
    ]


def test_after_a_round_that_cannot_be_scored_totals_are_not_held_against_anybody() -> None:
    text = TWO + "1. A knock 11, B 20 = A +9 (9:0)\n2. A gin, B 3 = A +28 (37:0)\n3. A gin, B 3 = A +2 (65:0)"
    assert [fault[:3] for fault in faults(text)] == [(4, 4, "illegal"), (6, 17, "points_differ")]


def test_a_fault_of_the_text_tells_itself() -> None:
    with pytest.raises(InvalidNotationError, match="4:1 unknown_line"):
        read(TWO + "huh")


# Bounds.


def test_a_thousand_rounds_are_read_and_one_more_is_not() -> None:
    lines = [f"{number}. dead" for number in range(1, 1002)]
    assert len(read(TWO + "\n".join(lines[:1000]))[0].rounds) == 1000
    assert faults(TWO + "\n".join(lines)) == [(1004, 1, "too_many", "1001", "1000")]


def test_too_long_a_text_is_not_looked_at() -> None:
    assert faults("x" * 100_001) == [(1, 1, "too_long", "100001", "100000")]


def test_more_than_a_hand_of_cards_is_refused() -> None:
    many = " ".join(list(DECKS["french52"])[:15])
    assert faults(f"{TWO}1. A knock: {many}, B 9")[0][2] == "too_many"
    assert faults(f"{TWO}1. A knock: {many.replace(' ', ' / ')}, B 9")[0][2] == "too_many"
    assert faults(f"{TWO}1. A knock: {many.replace(' ', '')}, B 9")[0][2] == "too_many"
    laid = "1. A knock: 9999 / 5h 6h 7h - As 2c 3c, B: 4s 4d 4c - 8s, B lays 8h Kd Kc Ks Kh Qs Qc Qh Qd Js Jd on 1"
    assert faults(TWO + laid) == [(4, 61, "too_many", "lays", "14")]
    assert faults(TWO + "1. A knock: 9999 / 5h 6h 7h - As 2c 3c, A throws Ks Kd, B 3") == [
        (4, 43, "twice", "throws", "")
    ]


def test_a_hundred_games_are_read_and_one_more_is_not() -> None:
    assert len(read(TWO * 100)) == 100
    assert faults(TWO * 101) == [(301, 1, "too_many", "game: standard", "100")]


@pytest.mark.slow
def test_hostile_texts_are_read_in_full_or_refused(subtests: pytest.Subtests) -> None:
    cases = [
        "x\n" * 50_000,
        "game:\n" * 16_000,
        TWO + "1. " + "A," * 49_000,
        TWO + "1. " + "A&" * 49_000,
        TWO + "1. " + "=" * 99_000,
        TWO + "1. A gin: " + "2s " * 33_000,
        TWO + "1. A gin: " + "2s/" * 33_000,
        TWO + "1. A gin: " + "2s" * 49_000,
        TWO + "1. A gin: 2s, " + "A lays 3s on 1," * 6_600,
        TWO + "1. A gin, B 3 = " + "A 3, " * 19_000,
        TWO + "1. A gin, B 3 = (" + "1:" * 49_000,
        TWO + "rules: " + "a=b," * 24_000,
        TWO + "rules: rank_values=" + "1 " * 49_000,
        TWO + "change: target=99\nchange: target=98\n" * 2_700,
        TWO + "finish\n" * 14_000,
        TWO + "; a\n" * 24_000,
        TWO + ";" * 99_000,
        TWO + "1. dead" + " " * 99_000,
        TWO + "paper: " + "A 3 boxes 3 " * 8_000,
        TWO + "A:" * 49_000,
        TWO + "title: " + "é" * 99_000,
        "W1" * 49_000,
        TWO + "1. A gin: " + "W1=" * 33_000,
    ]
    for text in cases:
        with subtests.test(text=text):
            try:
                read(text)
            except InvalidNotationError as bad:
                assert len(bad.faults) <= MOST_FAULTS


def test_a_preset_that_does_not_exist_is_not_written() -> None:
    with pytest.raises(RulesError) as refused:
        write(NotatedGame(("Ann", "Ben"), RuleSet(), "gin"))
    assert [fault.code for fault in refused.value.faults] == [Code.UNKNOWN_PRESET]


def test_a_round_that_the_rules_refuse_is_written_without_a_score() -> None:
    note = NotatedRound(1, Declaration((0, 1), Ending.KNOCK, 0, {0: 11, 1: 20}))
    assert write(NotatedGame(("Ann", "Ben"), STANDARD, "standard", rounds=(note,))).endswith("1. A knock 11, B 20\n")
