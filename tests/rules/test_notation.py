# ruff: noqa: RUF001 - letters that are taken for one another are what people type
"""Gin notation: what is written can be read again."""

import doctest
import importlib
import re
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.rules.cards import DECKS, Card, card
from games.rules.declaration import Declaration, Ending, Layoff, RoundDeclaration, ShownHand, TeamDeal
from games.rules.faults import RulesError
from games.rules.hands.arrangement import best_arrangement
from games.rules.hands.layoffs import best_defence
from games.rules.hands.melds import card_sort_key
from games.rules.hands.shown_hands import ShownHands, shown_deadwood
from games.rules.ledger import GameFinished, GameReopened, GameStarted, RulesChanged, declaration_from, round_facts
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name, folded_name
from games.rules.notation import (
    MOST_CHARACTERS,
    MOST_FAULTS,
    Comment,
    InvalidNotationError,
    NotatedGame,
    NotatedRound,
    Opening,
    TextFaultCode,
    read,
    write,
)
from games.rules.presets import presets
from games.rules.ruleset import RuleSet, with_house_rules
from games.rules.settlement import Handicap
from games.rules.sides import can_seat, sides_of, team_pairings
from tests.rules.kit import GINSKI, STANDARD, LedgerBuilder, between
from tests.rules.strategies import cards_of, declarations

NOTATION = Path(importlib.import_module("games.rules.notation").__file__ or "").parent
PAGE = (NOTATION.parents[2] / "docs" / "notation.md").read_text(encoding="utf-8")
VECTORS = sorted((Path(__file__).parent.parent / "vectors" / "notation").glob("*.txt"))
TWO = "game: standard\nA: Ann\nB: Ben\n"
FOUR = "game: partnership\nA: Ann\nB: Ben\nC: Cid\nD: Dee\n"


def faults(text: str) -> list[tuple[int, int, str, str, str]]:
    """Return the faults of the text: line, column, code, text and what was expected."""
    with pytest.raises(InvalidNotationError) as bad:
        read(text)
    found = bad.value.faults
    assert found
    return [(fault.line, fault.column, fault.code.value, fault.text, fault.wanted) for fault in found]


def rounds(text: str, head: str = TWO) -> tuple[NotatedRound, ...]:
    (notes,) = read(head + text)
    return notes.rounds


def declaration_in(text: str, head: str = TWO) -> RoundDeclaration:
    (note,) = rounds(text, head)
    return note.declaration


# The page and the vectors.


@pytest.mark.parametrize("text", re.findall(r"```gin\n(.*?)```", PAGE, re.DOTALL))
def test_the_games_of_the_page_are_read_and_written_as_they_are(text: str) -> None:
    (notes,) = read(text)
    assert write(notes) == text


@pytest.mark.parametrize("file", VECTORS, ids=lambda file: file.stem)
def test_vectors_are_read_and_written_as_they_are(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert "".join(write(notes) for notes in read(text)) == text


def test_there_are_vectors_of_every_way_to_sit_and_to_count() -> None:
    assert [file.stem for file in VECTORS] == [
        *("after_the_end", "captain", "cutthroat", "hollywood", "oklahoma", "partners_of_six"),
    ]


def test_the_page_has_three_games_and_a_sentence_for_every_code() -> None:
    assert len(re.findall("```gin\n", PAGE)) == 3
    table = PAGE.partition("## Errors")[2]
    assert re.findall(r"^\| `([a-z_]+)` \| .+ \|$", table, re.MULTILINE) == [code.value for code in TextFaultCode]


def test_the_first_game_of_the_page_is_read() -> None:
    (text,) = re.findall(r"```text\n(game: .*?)```", PAGE, re.DOTALL)
    (notes,) = read(text)
    assert [note.declaration for note in notes.rounds] == [
        Declaration((0, 1), Ending.KNOCK, 0, {0: 7, 1: 20}),
        Declaration((0, 1), Ending.GIN, 1, {0: 31, 1: 0}),
        Declaration((0, 1), Ending.DEAD),
    ]


def test_every_example_in_a_file_is_true(subtests: pytest.Subtests) -> None:
    for file in sorted(NOTATION.glob("*.py")):
        with subtests.test(file=file):
            name = "games.rules.notation" + ("" if file.stem == "__init__" else f".{file.stem}")
            result = doctest.testmod(importlib.import_module(name))
            written = [
                line for line in file.read_text(encoding="utf-8").splitlines() if line.strip().startswith(">>> ")
            ]
            assert (result.attempted, result.failed) == (len(written), 0)


def test_every_value_on_the_page_about_bounds_holds() -> None:
    assert f"{MOST_CHARACTERS:,} characters" in PAGE
    assert f"up to {MOST_FAULTS}:" in PAGE


# Games drawn at random.

NAMES = st.sampled_from(["Ann", "Jo; the 2nd", "dead", "A: B", "李雷", "עדי", "O’Neill", "Zoë & Co", "= 3", "\u200fא"])
REMARKS = st.sampled_from(["", "", "eleven cards", "a; b = c", "№ 7 – “so”", "x" * 200, "1. A knock 7"])


@st.composite
def names(draw: st.DrawFn, players: int) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for seat in range(players):
        name = draw(NAMES | st.text(min_size=1, max_size=MAX_NAME_LENGTH))
        try:
            name = clean_name(name)
        except InvalidNameError:
            name = f"P{seat}"
        name = f"P-{seat}" if folded_name(name) in found else name
        found[folded_name(name)] = name
    return tuple(found.values())


def sizes(rules: RuleSet) -> list[int]:
    return [players for players in range(2, 9) if can_seat(rules, players)]


HOUSE: dict[str, list[Any]] = {
    "target": [60, 150],
    "gin_bonus": [20, 0],
    "big_gin_bonus": [None, 50],
    "wild_may_duplicate": [True, False],
    "false_knock_penalty": [25],
    "shutout": ["none", "add"],
    "double_suits": [["s"], ["s", "h"], []],
    "rank_values": [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10], list(range(1, 14))],
    "run_wrap": ["none", "around_corner"],
    "dead_hand_dealer": ["next", "same"],
    "limit_source": ["upcard", "fixed"],
    "box_timing": ["immediate", "end"],
    "sweep_boxes": [0, 3, "team_size"],
    "layoff": ["always", "never"],
}
MID_GAME = sorted(set(HOUSE) - {"rank_values", "limit_source", "double_suits", "false_knock_penalty", "box_timing"})


@st.composite
def house_rules(draw: st.DrawFn, rules: RuleSet, among: list[str]) -> dict[str, Any]:
    chosen = draw(st.lists(st.sampled_from(among), max_size=3, unique=True))
    values = {name: draw(st.sampled_from(HOUSE[name])) for name in chosen}
    if rules.deck == "rumski70" and "double_suits" in values:
        values["double_suits"] = ["R"]
    if rules.columns > 1 or rules.game_bonus == "target":
        values.pop("target", None)
    return values


@st.composite
def hands(draw: st.DrawFn, rules: RuleSet, active: tuple[int, ...], turned: Card) -> Declaration:
    """A hand that the rules allow, between these seats; now and then one of the rarer ends."""
    rare = draw(st.sampled_from(["", "", "", "misdeal", "false_knock", "dead"]))
    if rare == "misdeal":
        return Declaration(active, Ending.MISDEAL, knock_card=turned)
    if rare == "false_knock" and rules.false_knock_penalty:
        counts = draw(st.dictionaries(st.sampled_from(active), st.integers(0, 20)))
        return Declaration(active, Ending.FALSE_KNOCK, draw(st.sampled_from(active)), counts, turned)
    if rare == "dead":
        return Declaration(active, Ending.DEAD, None, draw(st.dictionaries(st.sampled_from(active), st.integers(0, 9))))
    return between(draw(declarations(rules, seats=len(active), card=turned)), *active)


@st.composite
def tellings(draw: st.DrawFn, rules: RuleSet, number: int, active: tuple[int, ...]) -> RoundDeclaration:
    turned = draw(cards_of(rules))
    if rules.seating != "teams":
        return draw(hands(rules, active, turned))
    if draw(st.integers(0, 7)) == 0:
        return Declaration(active, Ending.MISDEAL)
    pairs = draw(st.permutations(team_pairings(len(active), number)))
    dealt = [draw(declarations(rules, seats=2, card=turned)) for _ in pairs]
    return TeamDeal(tuple(between(hand, *pair) for hand, pair in zip(dealt, pairs, strict=True)))


def notes_of(ledger: LedgerBuilder, players: tuple[str, ...], remarks: dict[int, str]) -> NotatedGame:
    """Return the notes of the one game that a ledger holds."""
    (game,) = ledger.sheet.games
    bodies = [entry.body for entry in ledger.entries]
    start = next(body for body in bodies if isinstance(body, GameStarted))
    decisions = [body for body in bodies if isinstance(body, GameFinished | GameReopened)]
    return NotatedGame(
        tuple(players[seat] for seat in game.seating),
        start.rules,
        start.preset,
        start.dealer,
        start.title,
        rounds=tuple(
            NotatedRound(line.number, line.latest.declaration, line.void, remark=remarks.get(line.number, ""))
            for line in game.rounds
        ),
        changes=tuple(body for body in bodies if isinstance(body, RulesChanged)),
        decision=decisions[-1] if decisions else None,
    )


@st.composite
def ledgers(draw: st.DrawFn) -> tuple[LedgerBuilder, NotatedGame]:
    """A ledger of one game under any preset, and its notes."""
    preset = presets()[draw(st.sampled_from(sorted(presets())))]
    players = draw(st.sampled_from(sizes(preset.rules)))
    rules = preset.rules_for(players, draw(house_rules(preset.rules, sorted(HOUSE))))
    title = clean_name(draw(st.sampled_from(["Ours", "; = :", "Küche"]))) if draw(st.booleans()) else ""
    ledger = LedgerBuilder(players).start(rules, draw(st.integers(0, players - 1)), preset.id, title)
    remarks = {}
    for number in range(1, draw(st.integers(0, 9)) + 1):
        game = ledger.current
        if game.over:
            if draw(st.booleans()):
                break
            ledger.reopen()
        elif draw(st.integers(0, 5)) == 0:
            values = draw(house_rules(game.rules, MID_GAME))
            if with_house_rules(game.rules, values) != game.rules:
                ledger.change(with_house_rules(game.rules, values))
        remarks[number] = draw(REMARKS)
        ledger.enter(number, draw(tellings(ledger.current.rules, number, ledger.current.next_active)))
        if draw(st.integers(0, 7)) == 0:
            ledger.void(draw(st.sampled_from([line.number for line in ledger.current.rounds if not line.void])))
        if draw(st.integers(0, 9)) == 0:
            ledger.swap(0, 1)
    if not ledger.current.over and draw(st.integers(0, 3)) == 0:
        ledger.finish()
    return ledger, notes_of(ledger, draw(names(players)), remarks)


@given(ledgers())
def test_written_notation_reads_back_as_the_same_ledger(drawn: tuple[LedgerBuilder, NotatedGame]) -> None:
    declaration, notes = drawn
    text = write(notes)
    assert read(text) == (notes,)
    written = [line for line in text.split("\n") if re.match(r"\d+\. ", line)]
    for line, words in zip(declaration.current.rounds, written, strict=True):
        if not line.void:
            assert f" ({':'.join(str(points) for points in line.cumulative.values())})" in words


@given(ledgers(), st.data())
def test_paper_and_comments_are_read_again(drawn: tuple[LedgerBuilder, NotatedGame], data: st.DataObject) -> None:
    _, notes = drawn
    sides = range(len(sides_of(notes.rules, len(notes.players))))
    amounts = st.fixed_dictionaries({side: st.integers(0, 300) for side in sides})
    zeros = st.just(dict.fromkeys(sides, 0))
    openings = st.builds(Opening, amounts, amounts, amounts) | st.builds(
        Handicap, amounts.filter(lambda points: any(points.values())), zeros, zeros
    )
    opening = data.draw(openings) if notes.rules.columns == 1 else None
    texts = data.draw(st.lists(REMARKS.filter(bool), max_size=4))
    places = sorted(data.draw(st.integers(0, len(notes.rounds))) for _ in texts)
    comments = tuple(Comment(after, text) for after, text in zip(places, texts, strict=True))
    full = replace(notes, opening=opening, comments=comments)
    assert read(write(full)) == (full,)


@given(st.lists(ledgers(), min_size=2, max_size=3))
def test_several_games_are_several_blocks(drawn: list[tuple[LedgerBuilder, NotatedGame]]) -> None:
    games = tuple(notes for _, notes in drawn)
    assert read("\n".join(write(notes) for notes in games)) == games


def in_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(sorted(cards, key=card_sort_key))


@st.composite
def shown_rounds(draw: st.DrawFn) -> tuple[RuleSet, Declaration]:
    """A knock at two or three hands of cards, everybody's best melds and layoffs, as the ledger keeps it."""
    rules = draw(st.sampled_from([STANDARD, GINSKI]))
    rules = replace(rules, knock_limit=None, layoff=draw(st.sampled_from(["unless_gin", "always"])))
    ranks = draw(st.sampled_from([range(1, 14), range(2, 10), range(7, 14)]))
    deck = [c for c in DECKS[rules.deck].values() if c.wild or c.rank in ranks]
    draw(st.randoms(use_true_random=False)).shuffle(deck)
    players = 2 if rules.deck == "french52" else draw(st.integers(2, 3))
    ender = draw(st.integers(0, players - 1))
    dealt = {seat: in_order(deck[10 * seat : 10 * seat + 10]) for seat in range(players)}
    own = best_arrangement(dealt[ender], rules)
    discard = deck[-1] if draw(st.booleans()) else None
    found = {ender: ShownHand(dealt[ender], tuple(map(in_order, own.melds)), discard)}
    ending, layoffs, laid = Ending.KNOCK if own.deadwood else Ending.GIN, list[Layoff](), dict[int, list[Card]]()
    for seat in sorted(set(dealt) - {ender}):
        gin = own.deadwood == 0
        defence = best_defence(dealt[seat], own.melds, rules, ender_went_gin=gin, laid=laid)
        found[seat] = ShownHand(dealt[seat], tuple(map(in_order, defence.melds)))
        for thrown, onto in defence.layoffs:
            laid.setdefault(onto, []).append(thrown)
            layoffs.append(Layoff(seat, thrown, onto))
    counts = shown_deadwood(ShownHands(ending, ender, found, tuple(layoffs)), rules)
    if draw(st.integers(0, 3)) == 0 and not layoffs:
        found.pop(next(seat for seat in found if seat != ender))
    return rules, Declaration(tuple(range(players)), ending, ender, counts, None, found, tuple(layoffs))


@given(shown_rounds())
def test_cards_melds_and_layoffs_are_read_again(drawn: tuple[RuleSet, Declaration]) -> None:
    rules, shown = drawn
    assert declaration_from(round_facts(shown), rules) == shown
    preset = "standard" if rules.deck == "french52" else "ginski"
    notes = NotatedGame(("Ann", "Ben", "Cid")[: len(shown.active)], rules, preset, rounds=(NotatedRound(1, shown),))
    assert read(write(notes)) == (notes,)


def test_numbers_of_wilds_are_read_again() -> None:
    head = "game: ginski\nA: Ann\nB: Ben\n"
    line = "1. A knock 1: R5 R6 W1=7 / B1 G1 Y1 / G8 W2 G10 - R1, B 9 = A +8 (8:0)\n"
    (notes,) = read(f"{head}deals: A\n{line}")
    shown = notes.rounds[0].declaration.shown[0]
    assert {c.text: rank for c, rank in shown.numbers.items()} == {"W1": 7}
    assert write(notes) == f"{head}deals: A\n{line}"


MUTANTS = st.text(alphabet="ABab0179.,:;=/-&()+ \nskhdWR\t’−\u200f", max_size=6)


@given(st.sampled_from([PAGE, *(file.read_text(encoding="utf-8") for file in VECTORS)]), st.data())
def test_a_text_with_slips_is_read_or_refused(text: str, data: st.DataObject) -> None:
    games = re.findall(r"```gin\n(.*?)```", text, re.DOTALL) or [text]
    slipped = data.draw(st.sampled_from(games))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(slipped)))
        slipped = slipped[:at] + data.draw(MUTANTS) + slipped[at + data.draw(st.integers(0, 3)) :]
    try:
        found = read(slipped)
    except InvalidNotationError as bad:
        lines = re.split("\r\n|\r|\n", slipped)
        places = [(fault.line, fault.column) for fault in bad.faults]
        assert places == sorted(places)
        assert all(1 <= column <= len(lines[line - 1]) + 1 for line, column in places)
    else:
        written = "".join(write(notes) for notes in found)
        assert read(written) == found
        assert "".join(write(notes) for notes in read(written)) == written


@given(st.text(max_size=200))
@example("game:\n")
@example("game: standard\nA:\nB:")
@example("game: standard\nA: a\nB: b\n1. = (")
@example("game: standard\nA: a\nB: b\n1. A knock:")
@example("game: standard\nA: a\nB: b\n1. A knock: - / - / -")
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        read(text)
    except InvalidNotationError as bad:
        assert bad.faults


# What people and their phones type.


@pytest.mark.parametrize(
    "typed",
    [
        "1. a KNOCK 7, b 20",
        "1.A k 7,B 20",
        "  1 .  A  knock\t7 ,\u00a0B 20 ",
        "１．Ａ　ｋｎｏｃｋ　７，Ｂ　２０",
        "1. A knock ٧, B ٢٠",
        "1. B 20, A knock 7",
        "1. A knock 7, B 20 = A +13 (13:0)",
        "1. A knock 7, B 20 = A 13",
        "1. A knock 7, B 20 = (13:0)",
        "1. A knock 7, B 20 = A +13, B 0",
        "1. A knock 7, B 20 ;",
    ],
)
def test_one_round_typed_in_many_ways(typed: str) -> None:
    assert declaration_in(typed) == Declaration((0, 1), Ending.KNOCK, 0, {0: 7, 1: 20})


@pytest.mark.parametrize(
    "typed",
    [
        "2s 2h 2d 2c / 5h 6h 7h / Ts Js Qs",
        "2222 / 5h6h7h / TsJsQs",
        "2222 / 5h 6H 7♥ / 10s Bs Ds",
        "2222 / 5h 6H 7♥ / 10s Vs Ds",
        "2222 / 5h 6H 7♥ / 10s Ws Ds",
        "2222 / 5h 6H 7♥ / 10s fs ds",
        "2♠2♥2♦2♣ / 5♥\ufe0f 6♥\ufe0f 7♥\ufe0f / 10♠ b♠ d♠",
    ],
)
def test_one_hand_typed_in_many_ways(typed: str) -> None:
    declaration = declaration_in(f"1. A gin: {typed}, B 20")
    melds = [[c.text for c in meld] for meld in declaration.shown[0].melds]
    assert melds == [["2s", "2h", "2d", "2c"], ["5h", "6h", "7h"], ["Ts", "Js", "Qs"]]
    assert declaration.counts_only == Declaration((0, 1), Ending.GIN, 0, {0: 0, 1: 20})


@pytest.mark.parametrize("minus", ["-", "−", "–", "—"])
def test_hand_ends_with_its_deadwood(minus: str) -> None:
    declaration = declaration_in(f"1. A knock: 9999 / 5h 6h 7h {minus} As 2c3c, B 20")
    assert declaration.counts_only == Declaration((0, 1), Ending.KNOCK, 0, {0: 6, 1: 20})
    assert declaration.shown[0].cards == in_order(declaration.shown[0].cards)


@pytest.mark.parametrize("left", ["8s Kd", "8h 8s Kd"])
def test_laid_off_cards_may_be_listed_among_the_deadwood(left: str) -> None:
    knock = "1. A knock: 9999 / 5h 6h 7h - As 2c 3c"
    declaration = declaration_in(f"{knock}, B: 4s 4d 4c / Tc Jc Qc Kc - {left}, B lays 8h on 2")
    assert isinstance(declaration, Declaration)
    assert declaration.counts_only == Declaration((0, 1), Ending.KNOCK, 0, {0: 6, 1: 18})
    assert declaration.layoffs == (Layoff(1, card("8h", "french52"), 1),)
    assert len(declaration.shown[1].cards) == 10


def test_names_are_preserved_as_typed() -> None:
    (notes,) = read("GAME: Lets-Play full\nTitle:  The ; house\na: Ann : x ; y\nB:\u200fעדי  ב\n")
    assert (notes.preset, notes.title, notes.players) == (
        "lets_play_full",
        "The ; house",
        ("Ann : x ; y", "\u200fעדי ב"),
    )


def test_rules_are_typed_with_a_thumb() -> None:
    rules = "Rules: Target = 1’500 , wild may duplicate=NO, double-suits=s h, big gin bonus=none, shutout=double total"
    (notes,) = read(TWO + rules)
    own = {"target": 1500, "wild_may_duplicate": False, "double_suits": ["s", "h"], "big_gin_bonus": None}
    assert notes.rules == with_house_rules(STANDARD, own | {"shutout": "double_total"})


def test_every_kind_of_value_is_written_as_it_is_typed() -> None:
    text = (
        "game: pagat\nA: Ann\nB: Ben\nrules: rank_values=1 2 3 4 5 6 7 8 9 10 11 12 13, wild_may_duplicate=no, "
        "knock_limit=none, bonus_per_opponent=yes, double_suits=h s, target=250, game_bonus=target, "
        "seats=2 4 3\ndeals: A\n"
    )
    (notes,) = read(text)
    assert write(notes) == text
    empty = replace(notes, rules=with_house_rules(notes.rules, {"double_suits": []}))
    assert read(write(empty)) == (empty,)
    doubled = presets()["gamesgrid_points"]
    off = NotatedGame(("Ann", "Ben"), with_house_rules(doubled.rules, {"double_suits": []}), doubled.id)
    assert "double_suits=none" in write(off)
    assert read(write(off)) == (off,)


def test_house_rules_on_how_people_sit_are_those_of_the_app() -> None:
    written = []
    for preset in presets().values():
        for players in sizes(preset.rules):
            for seating in ("all_active", preset.rules.seating):
                try:
                    rules = preset.rules_for(players, {"seating": seating})
                except RulesError:
                    continue
                if not can_seat(rules, players):  # one deck is not enough for so many at once
                    continue
                notes = NotatedGame(tuple(f"P{seat}" for seat in range(players)), rules, preset.id)
                assert read(write(notes)) == (notes,)
                written.append(write(notes))
    assert any("rules: seating=" in text for text in written)


def test_a_comment_before_the_first_game_is_the_games_own() -> None:
    (notes,) = read(f"\ufeff; Friday\n\n{TWO}; Tea.\n1. dead\n; Cake.\nfinish ; late\n")
    assert notes.comments == (Comment(0, "Friday"), Comment(0, "Tea."), Comment(1, "Cake."), Comment(1, "late"))
    assert notes.decision == GameFinished(1)


def test_players_of_a_round_are_inferred_from_the_rotation() -> None:
    head = "game: cutthroat\nA: Ann\nB: Ben\nC: Cid\n"
    assert [note.declaration.active for note in rounds("1. dead\n2. B gin, A 4\n3. dead", head)] == [
        (0, 1),
        (0, 1),
        (1, 2),
    ]
    assert [note.declaration.active for note in rounds("1. dead, A, C\n2. B gin, C 4", head)] == [(0, 2), (1, 2)]


def test_deals_of_teams() -> None:
    deal = declaration_in("1. card 7s, C gin, D 9 & A knock 7, B 20", FOUR)
    turned = card("7s", "french52")
    assert deal == TeamDeal(
        (
            Declaration((2, 3), Ending.GIN, 2, {2: 0, 3: 9}, turned),
            Declaration((0, 1), Ending.KNOCK, 0, {0: 7, 1: 20}, turned),
        )
    )
    assert declaration_in("1. misdeal", FOUR) == Declaration((0, 1, 2, 3), Ending.MISDEAL)
    assert declaration_in("1. dead", FOUR) == TeamDeal(
        (Declaration((0, 1), Ending.DEAD), Declaration((2, 3), Ending.DEAD))
    )


def test_cards_of_teams_are_written_hand_by_hand() -> None:
    knock = "A knock: 9999 / 5h 6h 7h - As 2c 3c, B: 4s 4d 4c / Jc Qc Kc Tc - 8h 8s Kd, B lays 8h on 2"
    other = "C knock: 8888 / 2h 3h 4h - Ah 3s 3d, D: 4s 4d 4c / Jc Qc Kc Tc - 5h 9s Kd, D lays 5h on 2"
    (notes,) = read(f"{FOUR}1. {other} & {knock}")
    deal = notes.rounds[0].declaration
    assert isinstance(deal, TeamDeal)
    assert [layoff.seat for hand in deal.hands for layoff in hand.layoffs] == [3, 1]
    assert read(write(notes)) == (notes,)


def test_rounds_after_the_end_count_only_where_somebody_let_them() -> None:
    line = "1. A gin, B 90 = A +115 (115:0)\n{}2. B gin, A 9 = B +34 (115:{})"
    assert len(rounds(line.format("", 0))) == 2
    assert len(rounds(line.format("reopen\n", 34))) == 2
    assert faults(TWO + line.format("", 34)) == [(5, 23, "totals_differ", "115:34", "115:0")]
