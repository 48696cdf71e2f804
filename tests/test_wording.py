"""The sentences about rounds and games."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone
from syrupy.assertion import SnapshotAssertion

from games.refusals import REFUSAL_KINDS, RefusedError
from games.rules.faults import Code, Fault
from games.rules.presets import presets
from games.rules.scoring import score_round
from games.rules.settlement import GameResult
from games.wording.faults import fault_text
from games.wording.refusals import refusal_text
from games.wording.scores import (
    event_word,
    formula,
    headline,
    line_text,
    round_result_sentence,
    score_lines,
)
from games.wording.words import boxes, day_text, listed, rounds, signed, time_text
from tests.makers import dead, gin, knock

VECTORS = Path(__file__).parent / "vectors"
TWO = ("Ann", "Ben")
THREE = ("Ann", "Ben", "Cleo")
RULES = {name: preset.rules for name, preset in presets().items()}


def test_small_words() -> None:
    assert [signed(n) for n in (13, 0, -7)] == ["+13", "0", "\u22127"]
    assert [boxes(n) for n in (0, 1, 4)] == ["0 boxes", "1 box", "4 boxes"]
    assert [rounds(n) for n in (0, 1, 4)] == ["0 rounds", "1 round", "4 rounds"]
    assert [listed(list(x)) for x in ((), ("a",), ("a", "b"), ("a", "b", "c"))] == ["", "a", "a and b", "a, b and c"]


def test_the_clock_is_the_servers() -> None:
    at = datetime(2024, 5, 6, 22, 41, 59, tzinfo=UTC)
    assert time_text(at) == at.astimezone().strftime("%I:%M %p").lstrip("0")


def test_days_are_written_as_people_say_them() -> None:
    now = timezone.now()
    assert day_text(now) == f"today, {time_text(now)}"
    assert day_text(now - timedelta(days=1)) == "yesterday"
    assert day_text(datetime(2024, 5, 6, 12, tzinfo=UTC)) == "May 6, 2024"


@pytest.mark.parametrize(
    ("preset", "declaration", "names", "word"),
    [
        ("standard", knock(0, 7, 20), TWO, "Knock"),
        ("standard", knock(0, 9, 7), TWO, "Undercut"),
        ("standard", knock(1, 9, 9), TWO, "Undercut"),
        ("standard", gin(1, 0), TWO, "Gin"),
        ("standard", gin(1, 12, big=True), TWO, "Big gin"),
        ("lets_play", gin(1, 12, big=True), TWO, "Gin"),
        ("standard", dead(), TWO, "Dead hand"),
        ("ginski", gin(1, 12, 30), THREE, "Ginski"),
        ("ginski", gin(1, 12, 30, big=True), THREE, "Big Ginski"),
        ("ginski", knock(2, 9, 20, 4), THREE, "Undercut"),
        ("ginski", knock(0, 9, 9, 20), THREE, "Knock"),
    ],
)
def test_a_round_is_one_sentence_and_one_word(
    preset: str, declaration: object, names: tuple[str, ...], word: str, snapshot: SnapshotAssertion
) -> None:
    result = score_round(declaration, RULES[preset])  # type: ignore[arg-type]
    assert round_result_sentence(declaration, result, RULES[preset], names) == snapshot  # type: ignore[arg-type]
    assert event_word(result.event, RULES[preset]) == word


@pytest.mark.parametrize(
    ("preset", "declaration", "seat", "text"),
    [
        ("standard", knock(0, 7, 20), 0, "20 \u2212 7"),
        ("standard", knock(0, 9, 7), 1, "25 + 9 \u2212 7"),
        ("standard", gin(0, 20), 0, "25 + 20"),
        ("standard", gin(0, 0), 0, "25 + 0"),
        ("standard", knock(0, 9, 0), 1, "25 + 9"),
        ("ginski", knock(0, 9, 20, 30), 0, "20 + 30 \u2212 9"),
    ],
)
def test_the_arithmetic_of_a_round_adds_up(preset: str, declaration: object, seat: int, text: str) -> None:
    result = score_round(declaration, RULES[preset])  # type: ignore[arg-type]
    own = [line for line in result.lines if line.seat == seat]
    assert formula(own) == text
    assert eval(text.replace("\u2212", "-")) == result.points[seat]  # noqa: S307 - the numbers written above


def test_every_number_of_a_round_has_its_line() -> None:
    for preset, declaration in (
        ("standard", knock(0, 9, 7)),
        ("ginski", gin(0, 20, 30)),
        ("lets_play_full", gin(1, 8, big=True)),
    ):
        result = score_round(declaration, RULES[preset])
        lines = score_lines(result, RULES[preset], THREE)
        # Boxes are left out where they are worth nothing, as in Ginski.
        shown = [line for line in result.lines if line.points or preset != "ginski"]
        assert [what for what, _amount in lines] == [line_text(line, THREE) for line in shown]
    assert score_lines(score_round(dead(), RULES["standard"]), RULES["standard"], TWO) == ()


@pytest.mark.parametrize(
    ("totals", "winner", "net", "text"),
    [
        ({0: 300, 1: 75}, 0, 225, "Ann wins by 225"),
        ({0: 10, 1: 75}, 1, 65, "Ben wins by 65"),
        ({0: 100, 1: 75, 2: 90}, 0, None, "Ann wins by 10"),
        ({0: 100, 1: 100}, 0, 0, "Ann wins"),
        ({0: 50, 1: 50}, None, 0, "A tie: nobody wins"),
    ],
)
def test_the_headline_says_who_won_and_by_how_much(
    totals: dict[int, int], winner: int | None, net: int | None, text: str
) -> None:
    assert headline(GameResult(totals, winner, shutout=False, net=net, lines=()), THREE) == text


def test_a_fault_is_a_sentence(snapshot: SnapshotAssertion) -> None:
    faults = [
        Fault(Code.OVER_KNOCK_LIMIT, 0, amount=14, limit=13),
        Fault(Code.OVER_KNOCK_LIMIT, 0, amount=1, limit=0),
        Fault(Code.NOT_GIN, 1, amount=3),
        Fault(Code.OUT_OF_RANGE, 1, amount=-1, limit=110),
        Fault(Code.MISSING_DEADWOOD, 1),
        Fault(Code.NOT_ACTIVE, 0),
        Fault(Code.UNKNOWN_PLAYER, name="Zed"),
        Fault(Code.UNKNOWN_PLAYER),
        Fault(Code.MISSING_KNOCK_CARD),
        Fault(Code.UNKNOWN_CARD, name="1X"),
        Fault(Code.UNKNOWN_PRESET, name="whist"),
        Fault(Code.UNKNOWN_PARAMETER, name="x"),
        Fault(Code.INVALID_VALUE, name="target", reason="range"),
        Fault(Code.INVALID_VALUE, 1, name="deadwood", reason="whole_number"),
    ]
    assert [fault_text(fault, TWO) for fault in faults] == snapshot


def test_every_fault_has_a_sentence(subtests: pytest.Subtests) -> None:
    for code in list(Code):
        with subtests.test(code=code):
            text = fault_text(Fault(code, 0, name="thing", amount=1, limit=2, reason="range"), TWO)
            assert (text[-1], text[0]) == (".", text[0].upper())


def test_every_refusal_has_its_status_and_its_sentence(subtests: pytest.Subtests) -> None:
    lines = (VECTORS / "refusals.jsonl").read_text(encoding="utf-8").splitlines()
    refusals = [json.loads(line) for line in lines]
    for expected in refusals:
        with subtests.test(expected=expected):
            refused = RefusedError(expected["code"], **expected.get("context", {}))
            text = refusal_text(refused, to_program=expected.get("to_program", False))
            assert (refused.status, text) == (expected["status"], expected["text"])
    assert {expected["code"] for expected in refusals} == set(REFUSAL_KINDS)
