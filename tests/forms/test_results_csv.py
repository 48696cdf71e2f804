"""Parsing members and results from CSV and pasted tables."""

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.forms.season.results_csv import MOST_FAULTS, MOST_ROWS, escape_cell, read_csv, unescape_cell
from games.services.season.results_import import ImportedResult, ImportedSide
from tests.tiers import examples

HEADING = "night,player 1,player 2,points 1,points 2,boxes 1,boxes 2,winner"


def faults(text: str) -> list[tuple[int, str]]:
    """What is wrong, with nothing to be taken over."""
    sheet = read_csv(text)
    assert (sheet.names, sheet.results) == ((), ())
    return [(fault.line, fault.text) for fault in sheet.faults]


@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_results_are_read_whatever_the_spreadsheet_puts_between(mark: str) -> None:
    text = f"{HEADING}\n2026-11-03,Ann,Ben,125,80,6,4,\n\n3.11.2026,Ben,Cleo,90,90,,3,draw\n".replace(",", mark)
    assert read_csv("\ufeff" + text).results == (
        ImportedResult(date(2026, 11, 3), (ImportedSide("Ann", 125, 6), ImportedSide("Ben", 80, 4))),
        ImportedResult(date(2026, 11, 3), (ImportedSide("Ben", 90, 0), ImportedSide("Cleo", 90, 3)), None, drawn=True),
    )


def test_a_third_player_may_be_missing_and_a_winner_named() -> None:
    text = "Night,Player 1,Player 2,Player 3,Points 1,Points 2,Points 3,Winner\n"
    text += "2026-11-03,Ann,Ben,Cleo,1,2,-3,ann\n2026-11-03,Ann,Ben,,5,4,,\n"
    first, second = read_csv(text).results
    assert [side.points for side in first.sides] == [1, 2, -3]
    assert (first.winner, len(second.sides), second.winner) == (0, 2, None)


def test_a_list_of_members() -> None:
    assert read_csv("name\nAnn\n'=SUM(1)\n").names == ("Ann", "=SUM(1)")


def test_everything_wrong_in_every_line_is_reported_at_once() -> None:
    text = f"{HEADING}\n31.2.2026,Ann,ann,x,5,,-1,\n2026-11-03,,Ben,1,2,,,Zoe\n2026-11-03,Ann,Ben,1,2,,,Zoe\n"
    assert faults(text) == [
        (2, "\u201c31.2.2026\u201d is no date: write it like 2026-11-21."),
        (2, "\u201cx\u201d is no number of points (player 1)."),
        (2, "\u201c-1\u201d is no number of boxes (player 2)."),
        (3, "Please give a name."),
        (4, "\u201cZoe\u201d is no player of this match; leave the winner empty, or write draw."),
    ]
    assert faults(f"{HEADING}\n2026-11-03,Ann,ann,1,5,,,\n") == [(2, "Nobody plays against himself.")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The file is empty."),
        (" \n\n", "The file is empty."),
        ("hello\n", "There is no column \u201cnight\u201d."),
        (f"{HEADING},colour\n", "\u201ccolour\u201d is no column here."),
        (f"{HEADING},winner\n", "Two columns have the same heading."),
        (f"{HEADING}\n" + "2026-11-03,Ann,Ben,1,2,,,\n" * (MOST_ROWS + 1), "There are more than 10,000 lines."),
        (HEADING + '\n"' + "x" * 200_000, "This is no table of lines and columns."),
    ],
)
def test_a_text_that_is_no_table_is_reported(text: str, sentence: str) -> None:
    assert any(expected.startswith(sentence) for _, expected in faults(text))


def test_what_is_still_to_come_was_not_played() -> None:
    text = f"{HEADING}\n2026-11-04,Ann,Ben,1,2,,,\n"
    assert read_csv(text, date(2026, 11, 4)).results
    sheet = read_csv(text, date(2026, 11, 3))
    assert [(fault.line, fault.text) for fault in sheet.faults] == [(2, "2026-11-04 is still to come.")]


def test_a_hundred_faults_are_reported_and_the_rest_counted() -> None:
    sheet = read_csv(f"{HEADING}\n" + "x,Ann,Ben,1,2,,,\n" * (MOST_FAULTS + 7))
    assert (len(sheet.faults), sheet.more_faults) == (MOST_FAULTS, 7)


@settings(max_examples=examples(300))
@given(st.text("='+-@\tab", max_size=6))
def test_a_cell_comes_back_and_is_never_a_formula(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text
    assert escape_cell(text)[:1] not in tuple("=+-@\t\r")


@settings(max_examples=examples(200))
@given(st.text(max_size=200))
def test_nothing_breaks_it(text: str) -> None:
    for table in (text, f"name\n{text}", f"{HEADING}\n{text}"):
        sheet = read_csv(table)
        assert not (sheet.faults and (sheet.names or sheet.results))
