import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.forms.round_form import count_of, doubts_about, illegal_text, read_round, typed_from
from games.rules.declaration import Declaration, Ending
from games.rules.faults import Code, Fault, Illegal
from games.rules.ruleset import presets
from games.rules.scoring import faults_in, score_round
from tests.makers import dead, gin, knock

TWO = ("Ann", "Ben")
THREE = ("Ann", "Ben", "Cleo")
STANDARD = presets()["standard"].rules
GINSKI = presets()["ginski"].rules
LEGAL = st.one_of(
    st.just(dead()),
    st.builds(knock, st.sampled_from([0, 1]), st.integers(1, 10), st.integers(0, 110)),
    st.builds(gin, st.sampled_from([0, 1]), st.integers(0, 110), big=st.booleans()),
)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", None),
        ("  ", None),
        ("7", 7),
        ("007", 7),
        (" 20 ", 20),
        ("10+6+4", 20),
        ("10 + 6 +4", 20),
        ("10+", 10),
        ("10 + ", 10),
        ("-1", -1),
        ("\u22121", -1),
        ("10+-3", 7),
        ("\u0661\u0660+\uff14", 14),
        ("9" * 60, int("9" * 60)),
    ],
)
def test_a_count_is_a_number_or_a_sum(text: str, count: int | None) -> None:
    assert count_of(text) == count


@pytest.mark.parametrize(
    "text",
    ["+", "++", "1++2", "+1+2", "x", "1.5", "1,5", "1e3", "--1", "-", "1 2", "\u00b2", "\u2460", "1_0", "9" * 61],
)
def test_a_count_is_nothing_else(text: str) -> None:
    with pytest.raises(ValueError, match=re.escape(text.strip())):
        count_of(text)


@given(st.text(max_size=70))
def test_any_text_is_a_count_or_is_refused(text: str) -> None:
    try:
        count = count_of(text)
    except ValueError:
        return
    assert (count is None) is (text.strip() == "")


@given(LEGAL)
def test_a_round_filled_into_the_form_is_read_back(told: Declaration) -> None:
    form = typed_from(told)
    data = {"end": form.ending} | {f"deadwood-{seat}": text for seat, text in form.counts.items()}
    typed = read_round(data, TWO, STANDARD)
    assert (typed.errors, typed.general, typed.complete) == ({}, [], True)
    assert typed.declaration
    assert score_round(typed.declaration, STANDARD) == score_round(told, STANDARD)


@given(st.dictionaries(st.sampled_from(["end", "deadwood-0", "deadwood-1", "reason"]), st.text(max_size=80)))
def test_whatever_is_typed_is_a_legal_round_or_says_what_is_wrong(data: dict[str, str]) -> None:
    typed = read_round(data, TWO, STANDARD)
    if typed.declaration is None:
        assert typed.errors or typed.general
    else:
        assert (typed.errors, typed.general, faults_in(typed.declaration, STANDARD)) == ({}, [], ())


@pytest.mark.parametrize(
    ("end", "told"),
    [
        ("dead", dead()),
        ("0:gin", gin(0, 20)),
        ("0:big_gin", gin(0, 20, big=True)),
        ("0:knock:7", knock(0, 7, 20)),
        ("0:knock:3+4", knock(0, 7, 20)),
        ("0:knock:0", knock(0, 0, 20)),
    ],
)
def test_the_ending_says_who_and_how(end: str, told: Declaration) -> None:
    assert read_round({"end": end, "deadwood-0": "99", "deadwood-1": "20"}, TWO, STANDARD).declaration == told


@pytest.mark.parametrize(
    "end",
    [
        "",
        "gin",
        ":gin",
        "2:gin",
        "-1:gin",
        "\u0660:gin",
        "0",
        "0:",
        "0:dead",
        "0:knock",
        "0:knock:",
        "0:knock:x",
        "x:gin",
    ],
)
def test_an_ending_that_is_none_is_asked_for(end: str) -> None:
    typed = read_round({"end": end, "deadwood-1": "20"}, TWO, STANDARD)
    assert (typed.declaration, typed.complete) == (None, False)
    assert typed.general == ["Say who ended the round, or that it was dead."]
    assert typed.counts == {0: "", 1: "20"}


def test_every_hand_gets_its_own_sentence() -> None:
    typed = read_round({"end": "1:knock:14", "deadwood-0": "1000", "deadwood-2": "many"}, THREE, GINSKI)
    assert typed.errors == {
        0: "Ann's deadwood must be between 0 and 220.",
        1: "Ben cannot knock with 14: the limit is 13.",
        2: "Cleo's deadwood must be a whole number, or a sum like 10+6.",
    }
    assert (typed.general, typed.declaration) == ([], None)


def test_a_hand_that_is_missing_makes_the_round_incomplete() -> None:
    typed = read_round({"end": "0:knock:7", "deadwood-2": "5"}, THREE, GINSKI)
    assert (typed.errors, typed.complete) == ({1: "Ben's deadwood is missing."}, False)
    assert read_round({"end": "0:knock:7", "deadwood-1": "500"}, TWO, STANDARD).complete is True


def test_long_texts_are_cut_and_a_reason_is_trimmed() -> None:
    typed = read_round({"end": "x" * 90, "deadwood-0": "1" * 90, "reason": "  " + "y" * 300}, TWO, STANDARD)
    assert (len(typed.ending), len(typed.counts[0]), typed.reason) == (0, 61, "y" * 200)


@pytest.mark.parametrize(
    ("told", "previous", "doubts"),
    [
        (knock(0, 7, 60), None, ()),
        (knock(0, 7, 61), None, ("Ben was caught with 61?",)),
        (knock(0, 7, 20), knock(0, 7, 21), ()),
        (knock(0, 7, 20), knock(0, 7, 20), ("This is the same as the round before. Was it played twice like that?",)),
        (dead(), dead(), ()),
        (
            gin(0, 70),
            gin(0, 70),
            ("Ben was caught with 70?", "This is the same as the round before. Was it played twice like that?"),
        ),
    ],
)
def test_what_is_possible_but_unlikely_is_asked(
    told: Declaration, previous: Declaration | None, doubts: tuple[str, ...]
) -> None:
    assert doubts_about(told, STANDARD, TWO, previous) == doubts


def test_what_is_unlikely_depends_on_the_deck() -> None:
    assert doubts_about(knock(0, 7, 78, 20), GINSKI, THREE, None) == ()
    assert doubts_about(knock(0, 7, 79, 99), GINSKI, THREE, None) == (
        "Ben was caught with 79?",
        "Cleo was caught with 99?",
    )


def test_faults_are_told_in_their_order() -> None:
    illegal = Illegal((Fault(Code.MISSING_DEADWOOD, 1), Fault(Code.OVER_KNOCK_LIMIT, 0, amount=14, limit=10)))
    assert illegal_text(illegal, TWO) == ("Ben's deadwood is missing.", "Ann cannot knock with 14: the limit is 10.")


def test_a_gin_told_as_a_knock_with_nothing_fills_the_form_as_gin() -> None:
    assert typed_from(Declaration((0, 1), Ending.KNOCK, 1, {0: 20, 1: 0})).ending == "1:gin"
