"""Parsing members and results from CSV and pasted tables."""

import csv
import io
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion

from games.forms.season.import_answers import ImportAnswers, with_answers
from games.forms.season.results_csv import MOST_FAULTS, MOST_ROWS, RepeatedName, escape_cell, read_csv, unescape_cell
from games.rules.names import InvalidNameError, clean_listed_name
from games.services.season.imported_lines import ImportedResult, ImportedSide

HEADING = "night,player 1,player 2,points 1,points 2,boxes 1,boxes 2,winner"


def faults(text: str) -> list[tuple[int, str]]:
    """The faults of a text from which nothing can be imported."""
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


def test_all_faults_of_all_lines_are_reported_together(snapshot: SnapshotAssertion) -> None:
    text = f"{HEADING}\n31.2.2026,Ann,ann,x,5,,-1,\n2026-11-03,,Ben,1,2,,,Zoe\n2026-11-03,Ann,Ben,1,2,,,Zoe\n"
    assert faults(text) == snapshot
    assert faults(f"{HEADING}\n2026-11-03,Ann,ann,1,5,,,\n") == snapshot


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="empty"),
        pytest.param(" \n\n", id="blank"),
        pytest.param("hello\n", id="a word"),
        pytest.param("Ort;Alter\nBern;7\n", id="other headings"),
        pytest.param(",,\n", id="commas"),
        pytest.param(f"{HEADING}\n", id="headings of results"),
        pytest.param("name\n", id="heading of members"),
        pytest.param(f"{HEADING},winner\n", id="heading twice"),
        pytest.param(f"{HEADING}\n" + "2026-11-03,Ann,Ben,1,2,,,\n" * (MOST_ROWS + 1), id="many lines"),
        pytest.param(HEADING + '\n"' + "x" * 200_000, id="a long cell"),
    ],
)
def test_text_that_is_not_a_table_is_reported(text: str, snapshot: SnapshotAssertion) -> None:
    assert faults(text) == snapshot


@pytest.mark.parametrize(
    ("dates", "nights", "decided_by"),
    [
        (("3/2/2026", "13/02/2026"), ((2, 3), (2, 13)), "13/02/2026"),
        (("2/3/26", "2-13-2026"), ((2, 3), (2, 13)), "2-13-2026"),
        # In the other order it would be in the future.
        (("1/4/2026", "2/4/2026"), ((1, 4), (2, 4)), "1/4/2026"),
        (("3/3/2026", "2026/2/3", "4.2.2026", "2026-02-05 00:00:00"), ((3, 3), (2, 3), (2, 4), (2, 5)), ""),
    ],
)
def test_dates_have_the_order_that_is_possible(
    dates: tuple[str, ...], nights: tuple[tuple[int, int], ...], decided_by: str
) -> None:
    lines = [f"{night},Ann,Ben,{points},2,,," for points, night in enumerate(dates)]
    content = read_csv("\n".join([HEADING, *lines]), date(2026, 3, 20))
    assert [result.night for result in content.results] == [date(2026, *night) for night in nights]
    assert (content.dates.decided_by, content.dates.question, content.faults) == (decided_by, None, ())


def test_dates_that_can_be_read_in_two_ways_are_a_question(snapshot: SnapshotAssertion) -> None:
    text = f"{HEADING}\n3/3/2026,Ann,Ben,1,2,,,\n3/11/2026,Ann,Ben,1,2,,,\n"
    question = read_csv(text).dates.question
    assert question
    assert (question.text, question.readings) == (
        "3/11/2026",
        {"dmy": date(2026, 11, 3), "mdy": date(2026, 3, 11)},
    )
    for order, night in question.readings.items():
        content = read_csv(text, order=order)
        assert (content.results[1].night, content.dates.question) == (night, None)
    late = read_csv(text, date(2026, 10, 1), "dmy")
    assert [fault.text for fault in late.faults] == snapshot


def test_dates_in_two_orders_are_a_fault(snapshot: SnapshotAssertion) -> None:
    text = f"{HEADING}\n13/2/2026,Ann,Ben,1,2,,,\n2/14/2026,Ann,Ben,1,x,,,\n"
    assert faults(text) == snapshot
    assert [fault.text for fault in read_csv(text, order="dmy").faults] == snapshot


def test_columns_that_are_not_used_are_named_and_left() -> None:
    text = "Date,Player1,player_2,Points 1,points2,Color,points 3,\n2026-11-03,Ann,Ben,5,4,red,7,\n"
    content = read_csv(text)
    assert content.ignored == ("color", "points 3")
    assert content.results == (ImportedResult(date(2026, 11, 3), (ImportedSide("Ann", 5), ImportedSide("Ben", 4))),)
    assert read_csv("name,phone\nAnn,1\n").ignored == ("phone",)


@pytest.mark.parametrize(
    ("points", "read"), [("120.0", 120), ("120,00", 120), ("\N{MINUS SIGN}5", -5), ("+7", 7), ("-7", -7)]
)
def test_whole_numbers_as_programs_write_them(points: str, read: int) -> None:
    (result,) = read_csv(f"{HEADING.replace(',', ';')}\n2026-11-03;Ann;Ben;{points};1;;;\n").results
    assert result.sides[0].points == read


def test_other_numbers_are_refused_in_words(snapshot: SnapshotAssertion) -> None:
    text = f"{HEADING}\n2026-11-03,Ann,Ben,12.5,1.200,,,\n2026-11-03,Ann,Ben,,--3,,,\n"
    assert faults(text) == snapshot


def test_match_in_the_future_cannot_be_imported(snapshot: SnapshotAssertion) -> None:
    text = f"{HEADING}\n2026-11-04,Ann,Ben,1,2,,,\n"
    assert read_csv(text, date(2026, 11, 4)).results
    sheet = read_csv(text, date(2026, 11, 3))
    assert [(fault.line, fault.text) for fault in sheet.faults] == snapshot


def test_a_hundred_faults_are_reported_and_the_rest_counted() -> None:
    sheet = read_csv(f"{HEADING}\n" + "x,Ann,Ben,1,2,,,\n" * (MOST_FAULTS + 7))
    assert (len(sheet.faults), sheet.more_faults) == (MOST_FAULTS, 7)


@given(st.text("='+-@\tab", max_size=6))
def test_a_cell_comes_back_and_is_never_a_formula(text: str) -> None:
    assert unescape_cell(escape_cell(text)) == text
    assert escape_cell(text)[:1] not in tuple("=+-@\t\r")


@given(st.text(max_size=200))
def test_any_text_is_read_without_breaking(text: str) -> None:
    for table in (text, f"name\n{text}", f"{HEADING}\n{text}"):
        sheet = read_csv(table)
        assert not (sheet.faults and (sheet.names or sheet.results))


def test_cells_without_a_heading_are_named_with_their_line(snapshot: SnapshotAssertion) -> None:
    for text in (
        "name\nMüller, Anna\nMüller, Bernd\n",
        "name,\nMüller, Anna\n",
        "night,player 1,player 2,points 1,points 2\n2026-11-20,Anna,Bert,1,250,45\n",
    ):
        assert faults(text) == snapshot
    assert read_csv("name\nAnna,,\n").names == ("Anna",)


def test_a_stray_quotation_mark_joins_no_lines(snapshot: SnapshotAssertion) -> None:
    assert faults('name\n"Anna\nBert\nCleo"\n') == snapshot
    assert faults('name\nAnna\n"Bert"x\n') == snapshot
    assert read_csv('name\nAnna "Ace" B\n').names == ('Anna "Ace" B',)


def test_a_cell_of_nothing_but_signs_is_no_name(snapshot: SnapshotAssertion) -> None:
    ((_, message),) = faults("name\n;\n")
    assert message == snapshot
    for cell in (";", "-", "\N{EM DASH}", "...", "|", "?!", "=", '"""', "\N{MIDDLE DOT}"):
        quoted = '"' + cell.replace('"', '""') + '"'
        assert faults(f"name\nYa\n{quoted}\n") == [(3, message)], cell
        assert faults(f"name,surname\nYa,{quoted}\n") == [(2, message)], cell
    assert faults("night,player 1,player 2,points 1,points 2\n2026-11-03,;,Ann,1,2\n") == [(2, message)]
    assert read_csv("name\nJ.\n7\n\N{SPIDER}\n\u4e2d\n").names == ("J.", "7", "\N{SPIDER}", "\u4e2d")


def test_parts_of_a_name_are_joined_in_any_order_and_language(snapshot: SnapshotAssertion) -> None:
    for heading, row in (
        ("Name;Vorname;Ort", "Müller;Anna;Bern"),
        ("Vorname,Nachname", "Anna,Müller"),
        ("Name,Surname", "Anna,Müller"),
        ("Last name\tFirst name", "Müller\tAnna"),
        ("Nom;Prénom", "Müller;Anna"),
        ("Apellidos;Nombre", "Müller;Anna"),
        ("Nome;Cognome", "Anna;Müller"),
        ("Nazwisko;Imię", "Müller;Anna"),
        ("Name", "Anna Müller"),
    ):
        assert read_csv(f"{heading}\n{row}\n").names == ("Anna Müller",), heading
    assert faults("name,name\nJane,Doe\n") == snapshot
    assert read_csv("Name,Surname\nJane,Doe\nJane,Roe\n").names == ("Jane Doe", "Jane Roe")


def test_what_spreadsheets_write_is_understood() -> None:
    text = "sep=;\nnight;player 1;player 2;points 1;points 2\n2026-11-20 00:00:00;Anna;Bert;100.0;\N{MINUS SIGN}12\n"
    text += "20.11.26;Anna;Cleo;5;4\n"
    first, second = read_csv(text).results
    assert (first.night, second.night, first.line) == (date(2026, 11, 20), date(2026, 11, 20), 3)
    assert [side.points for side in first.sides] == [100, -12]


def test_a_name_in_several_lines_is_a_question() -> None:
    content = read_csv("name\nAnn\nBen\nann\nO'Brien\nO\u2019Brien\nANN\n")
    assert content.names == ("Ann", "Ben", "ann", "O'Brien", "O\u2019Brien", "ANN")
    assert content.repeated == (RepeatedName("Ann", (2, 4, 7)), RepeatedName("O'Brien", (5, 6)))
    one = with_answers(content, ImportAnswers(people={"Ann": "one", "O'Brien": "one"}))
    assert one.names == ("Ann", "Ben", "O'Brien")
    several = with_answers(content, ImportAnswers(people={"Ann": "several", "O'Brien": "one"}))
    assert several.names == ("Ann", "Ben", "ann (2)", "O'Brien", "ANN (3)")


_LETTERS = "aB7 ,;\t\"'=|"
_CELLS = st.text(_LETTERS, max_size=6)


@given(st.lists(st.tuples(_CELLS, _CELLS), min_size=1, max_size=5), st.sampled_from(",;\t"), st.booleans())
def test_what_a_spreadsheet_writes_is_what_is_taken(rows: list[tuple[str, str]], mark: str, quote_all: bool) -> None:
    """A table of members that the csv module writes is read as the same cells, and only wrong names are faults."""
    text = io.StringIO()
    quoting = csv.QUOTE_ALL if quote_all else csv.QUOTE_MINIMAL
    csv.writer(text, delimiter=mark, quoting=quoting).writerows([("name", "town"), *rows])
    content = read_csv(text.getvalue())
    filled = [(line, unescape_cell(row[0].strip())) for line, row in enumerate(rows, 2) if "".join(row).strip()]
    wrong = [line for line, name in filled if not is_name(name)]
    if not filled:
        assert content.faults == read_csv("name,town\n").faults
    elif wrong:
        assert [fault.line for fault in content.faults] == wrong
    else:
        assert list(content.names) == [clean_listed_name(name) for _, name in filled]


@given(st.lists(st.text(_LETTERS, max_size=8), max_size=5), st.sampled_from(",;\t"))
def test_a_line_means_the_same_whatever_stands_around_it(lines: list[str], mark: str) -> None:
    """However quotation marks and separators stand: no line is dropped, joined to another, or read through another."""
    heading = f"name{mark}town"
    alone = [read_csv(f"{heading}\n{line}") for line in lines]
    for line, content in zip(lines, alone, strict=True):
        assert content.names or content.faults, line
    wrong = [number for number, content in enumerate(alone, 2) if any(fault.line == 2 for fault in content.faults)]
    together = read_csv("\n".join((heading, *lines)))
    if wrong:
        assert sorted({fault.line for fault in together.faults}) == wrong
    else:
        assert together.names == tuple(name for content in alone for name in content.names)


def is_name(text: str) -> bool:
    try:
        return bool(clean_listed_name(text))
    except InvalidNameError:
        return False


@pytest.mark.parametrize(
    "cell",
    ["Total", "TOTAL:", "Summe", "Total 2", "Totale", "Suma:", "Razem", "Σ", "#REF!", "#N/A", "#BEZUG!", "#ÜBERLAUF!"],
)
def test_totals_and_errors_are_no_names(cell: str, snapshot: SnapshotAssertion) -> None:
    found = faults(f"name,wins\nAnn,3\n{cell},3\n")
    assert found == snapshot
    if cell.startswith("#"):
        assert len(faults(f"first name,last name\nAnn,Archer\nBen,{cell}\n{cell},Cole\n")) == 2
    results = f"night,player 1,player 2,points 1,points 2\n2026-11-03,Ann,Ben,2,1\n2026-11-03,{cell},Ben,2,1\n"
    assert faults(results) == found


@pytest.mark.parametrize("name", ["Totally Ann", "Summer", "Sumi", "#1", "Anna Total", "Gesamtschule 2b"])
def test_names_that_only_begin_like_totals_are_taken(name: str) -> None:
    assert read_csv(f"name\n{name}\n").names == (name,)


@pytest.mark.parametrize("heading", ["name", "Vorname;Nachname", "Nom;Prénom"])
def test_headings_that_a_file_repeats_are_no_person(heading: str) -> None:
    line = ";".join(["Ann", "Ash"][: heading.count(";") + 1])
    assert [number for number, _ in faults(f"{heading}\n{line}\n{heading}\n{line}x\n")] == [3]


@pytest.mark.parametrize(
    ("points", "read"),
    [("1 250", 1250), ("1\u00a0250", 1250), ("-1\u202f250", -1250), ("12'500", 12500), ("1’250,0", 1250)],
)
def test_groups_of_thousands_are_read(points: str, read: int) -> None:
    text = f"night;player 1;player 2;points 1;points 2\n2026-11-03;Ann;Ben;{points};2\n"
    assert read_csv(text).results[0].sides[0].points == read


@pytest.mark.parametrize("points", ["1 25", "1 2500", "1 250 30", "12 34", "1'250 300", "1 2 3"])
def test_other_groups_are_refused(points: str) -> None:
    text = f"night;player 1;player 2;points 1;points 2\n2026-11-03;Ann;Ben;{points};2\n"
    assert [number for number, _ in faults(text)] == [2]


@pytest.mark.parametrize(
    ("heading", "cells", "name"),
    [
        ("Prénoms;Nom", "Anne Marie;Dupont", "Anne Marie Dupont"),
        ("Nombres;Apellidos", "Ana;Ruiz Gil", "Ana Ruiz Gil"),
        ("Apellido 1;Apellido 2;Nombre", "Ruiz;Gil;Ana", "Ana Ruiz Gil"),
        ("Nombre;Primer apellido;Segundo apellido", "Ana;Ruiz;Gil", "Ana Ruiz Gil"),
        ("Given names;Family name", "Ann;Ash", "Ann Ash"),
        ("Imiona;Nazwisko", "Anna;Nowak", "Anna Nowak"),
        ("Ort;Vor- und Nachname", "Ulm;Anna Amt", "Anna Amt"),
        ("Imię i nazwisko;Miasto", "Anna Nowak;Łódź", "Anna Nowak"),
        ("Nom et prénom;Ville", "Dupont Anne;Lyon", "Dupont Anne"),
        ("Nombre y apellidos;Ciudad", "Ana Ruiz;Jaén", "Ana Ruiz"),
        ("Nome e cognome;Città", "Anna Riva;Roma", "Anna Riva"),
        ("Full name;Surname", "Ann Ash;Ash", "Ann Ash"),
        ("Nome;Cognome", "Anna;Somma", "Anna Somma"),
        ("Vorname / Nachname;Ort", "Anna Amt;Ulm", "Anna Amt"),
    ],
)
def test_names_are_found_under_more_headings(heading: str, cells: str, name: str) -> None:
    content = read_csv(f"{heading}\n{cells}\n")
    assert (content.names, content.faults) == ((name,), ())
