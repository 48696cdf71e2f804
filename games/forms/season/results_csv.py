"""Read the CSV files with a season's members or results, as spreadsheets save them."""

import csv
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.forms.season.csv_cells import (
    CellError,
    DateOrder,
    date_order,
    has_fraction,
    is_error,
    is_no_name,
    read_night,
    read_whole_number,
)
from games.forms.season.name_columns import name_columns
from games.forms.table.start_form import bad_name_text
from games.rules.names import InvalidNameError, clean_listed_name, folded_name
from games.services.season.imported_lines import ImportedResult, ImportedSide

MOST_ROWS: Final = 10_000
MOST_FAULTS: Final = 100
"""The most faults that are listed; the rest is only counted."""
_MOST_SIDES: Final = 8
_MOST_POINTS: Final = 100_000
_COUNTS: Final = ("points", "boxes", "gins", "shutouts")
_TRIGGERS: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters with which a spreadsheet begins a formula."""
_NEW_LINE: Final = re.compile(r"\r\n|\r|\n")
_SEPARATOR_LINE: Final = re.compile(r'"?sep=([,;\t])"?[,;\t]*', re.IGNORECASE)
"""The first line with which some files tell Excel what stands between the cells."""


@dataclass(frozen=True, slots=True)
class CsvFault:
    """A fault in a line; line 1 is the heading."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class RepeatedName:
    """A member's name that is in several ``lines`` of a file: one person or several."""

    name: str
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CsvContent:
    """A file's names of members or its results; ``faults`` are the first faults, ``more_faults`` counts the others.

    ``names`` has a name as often as the file. ``ignored`` are headings that are not used. Where the order of dates is
    a question, the nights are a guess.
    """

    names: tuple[str, ...] = ()
    results: tuple[ImportedResult, ...] = ()
    faults: tuple[CsvFault, ...] = ()
    more_faults: int = 0
    ignored: tuple[str, ...] = ()
    dates: DateOrder = field(default_factory=DateOrder)
    repeated: tuple[RepeatedName, ...] = ()


def escape_cell(text: str) -> str:
    """Return ``text`` as a CSV cell that no spreadsheet takes for a formula: an apostrophe is put before it."""
    return f"'{text}" if text.lstrip("'").startswith(_TRIGGERS) else text


def unescape_cell(text: str) -> str:
    """Return a cell's text without the apostrophe of ``escape_cell``."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_TRIGGERS) else text


def read_csv(text: str, until: date = date.max, order: str = "") -> CsvContent:
    """Read members (heading "name") or results (heading "night, player 1, player 2, points 1, points 2 ...").

    ``until`` is the latest night allowed; ``order`` says how dates like 3/11/2026 are read (one of DATE_ORDERS), where
    somebody has chosen. Commas, semicolons and tabs are understood. The faults of all lines are collected; if there
    are any, neither names nor results are returned.
    """
    lines = _NEW_LINE.split(text.lstrip("\ufeff").rstrip("\r\n"))
    if len(lines) > MOST_ROWS + 1:
        return CsvContent(faults=(_too_long(),))
    rows, faults = _rows(lines)
    if faults and (not rows or faults[0].line < rows[0][0]):
        return _faulty(faults)
    if not rows:
        return CsvContent(faults=(CsvFault(1, _("The file is empty.")),))
    headings = _headings(rows[0][1])
    faults += _without_column(headings, rows[1:])
    names = name_columns(headings)
    if any(headings.count(headings[column]) > 1 for column in names):
        faults.append(_same_heading())
    if names:
        ignored = tuple(heading for column, heading in enumerate(headings) if heading and column not in names)
        reader: _Members | _Results = _Members(names, tuple(headings[column] for column in names))
        content = _read_rows(reader, rows[1:], faults)
    else:
        found = _Results.of(headings, until)
        if isinstance(found, CsvContent):
            return found
        dates = date_order([found.cell(row, "night") for _, row in rows[1:]], until, order)
        reader = replace(
            found, order=dates.order, until=until if dates.question is None and dates.conflict is None else date.max
        )
        ignored = tuple(dict.fromkeys(name for name in headings if name and name not in found.columns))
        content = replace(_read_rows(reader, rows[1:], [*faults, *_conflicts(dates, rows)]), dates=dates)
    if len(rows) == 1 and not faults:
        return CsvContent(faults=(CsvFault(1, _("There's nothing below the headings.")),))
    return replace(content, ignored=ignored)


def _headings(cells: Sequence[str]) -> list[str]:
    """Return headings as we write them: "Player1" and "player_1" are "player 1", "Date" is "night"."""
    plain = [" ".join(cell.casefold().replace("_", " ").split()) for cell in cells]
    spaced = [re.sub(r"^([a-z]+)([1-9])$", r"\1 \2", cell) for cell in plain]
    return spaced if "night" in spaced else ["night" if cell == "date" else cell for cell in spaced]


def _conflicts(dates: DateOrder, rows: Sequence[tuple[int, list[str]]]) -> list[CsvFault]:
    """Return the fault of a file in which some dates have the day first and others the month."""
    if dates.conflict is None:
        return []
    line = next(line for line, row in rows if dates.conflict[1] in row)
    message = _("“%(one)s” has the day first, “%(other)s” the month first. Write all dates the same way.")
    return [CsvFault(line, message % {"one": dates.conflict[0], "other": dates.conflict[1]})]


def _rows(lines: Sequence[str]) -> tuple[list[tuple[int, list[str]]], list[CsvFault]]:
    """Return every non-empty line with its number, and the faults of lines whose quotation marks don't fit.

    Each line is read by itself: a stray quotation mark can't join lines.
    """
    declared = _SEPARATOR_LINE.fullmatch(lines[0].strip(" "))
    start = 1 if declared else 0
    first = next((line for line in lines[start:] if line.strip()), "")
    mark = declared[1] if declared else max(",;\t", key=re.sub(r'"[^"]*"', "", first).count)
    rows, faults = list[tuple[int, list[str]]](), list[CsvFault]()
    for number, line in enumerate(lines[start:], start + 1):
        try:
            row = next(csv.reader([line], delimiter=mark, strict=True), [])
        except csv.Error:
            message = _("This line is missing a quotation mark or has one too many.")
            too_long = len(line) > csv.field_size_limit()
            faults.append(
                CsvFault(number, _("This doesn't look like a table with rows and columns.") if too_long else message)
            )
            continue
        if any(cell.strip() for cell in row):
            rows.append((number, [unescape_cell(cell.strip()) for cell in row]))
    return rows, faults


def _without_column(headings: Sequence[str], rows: Sequence[tuple[int, list[str]]]) -> list[CsvFault]:
    """Return a fault for each line with a cell that has no heading."""
    message = _(
        "“%(text)s” has no heading above it. If a cell contains commas or semicolons, put it in quotation marks."
    )
    known = [bool(heading) for heading in headings]
    faults = list[CsvFault]()
    for line, row in rows:
        extra = next((c for n, c in enumerate(row) if c and not (n < len(known) and known[n])), None)
        if extra is not None:
            faults.append(CsvFault(line, message % {"text": extra[:40]}))
    return faults


def _faulty(faults: list[CsvFault]) -> CsvContent:
    """Return the content of a file that has faults: the first of them, and how many more there are."""
    faults.sort(key=lambda fault: fault.line)
    return CsvContent(faults=tuple(faults[:MOST_FAULTS]), more_faults=max(0, len(faults) - MOST_FAULTS))


def _read_rows(
    reader: "_Members | _Results", rows: Sequence[tuple[int, list[str]]], known_faults: Sequence[CsvFault]
) -> CsvContent:
    """Read the lines below the headings; ``known_faults`` were found before."""
    names, results, faults = list[str](), list[ImportedResult](), list(known_faults)
    lines: dict[str, list[int]] = {}
    for line, row in rows:
        try:
            item = reader.read(row, line)
        except CellError as error:
            faults += [CsvFault(line, message) for message in error.args]
            continue
        if isinstance(item, str):
            names.append(item)
            lines.setdefault(folded_name(item), []).append(line)
        else:
            results.append(item)
    if faults:
        return _faulty(faults)
    first_names = {folded_name(name): name for name in reversed(names)}
    repeated = tuple(RepeatedName(first_names[name], tuple(of)) for name, of in lines.items() if len(of) > 1)
    return CsvContent(tuple(names), tuple(results), repeated=repeated)


@dataclass(frozen=True, slots=True)
class _Members:
    """Reads lines with members; ``columns`` have the parts of a name, in the order in which they are joined."""

    columns: Sequence[int]
    headings: Sequence[str]

    def read(self, row: Sequence[str], line: int) -> str:
        """Return the name in a line. Raises CellError."""
        parts = [row[column] for column in self.columns if column < len(row)]
        if _headings(parts) == [*self.headings]:
            raise CellError(_no_name_text(" ".join(parts)))
        if any(map(is_error, parts)):
            raise CellError(_no_name_text(" ".join(parts)))
        return _name(" ".join(_clean_name(part) for part in parts if part))


@dataclass(frozen=True, slots=True)
class _Results:
    """Reads lines of results; ``columns`` are the positions of the columns by heading."""

    columns: Mapping[str, int]
    sides: int
    until: date
    order: str = ""

    @classmethod
    def of(cls, heading: Sequence[str], until: date) -> "_Results | CsvContent":
        """Return the reader for a heading, or the faults of the heading."""
        sides = sum(1 for n in range(1, _MOST_SIDES + 1) if f"player {n}" in heading)
        needed = ["night", *(f"player {n}" for n in (1, 2)), *(f"points {n}" for n in range(1, max(2, sides) + 1))]
        known = {"night", "winner"} | {
            f"{what} {n}" for what in ("player", *_COUNTS) for n in range(1, max(2, sides) + 1)
        }
        columns = {name: column for column, name in enumerate(heading) if name in known}
        if not columns:
            message = _("The file has neither a “name” column for members nor a “night” column for results.")
            return CsvContent(faults=(CsvFault(1, message),))
        faults = [
            CsvFault(1, _("There's no “%(name)s” column.") % {"name": name}) for name in needed if name not in columns
        ]
        if len(columns) < len([name for name in heading if name in known]):
            faults.append(_same_heading())
        return CsvContent(faults=tuple(faults)) if faults else cls(columns, sides, until)

    def read(self, row: Sequence[str], line: int) -> ImportedResult:
        """Return the result in a line. Raises CellError with all its faults."""
        messages: list[str] = []
        night, sides = date.min, list[ImportedSide]()
        try:
            night = read_night(self.cell(row, "night"), self.order, self.until)
        except CellError as fault:
            messages += fault.args
        for number in range(1, self.sides + 1):
            if number > 2 and not self.cell(row, f"player {number}"):
                continue
            try:
                sides.append(self._side(row, number))
            except CellError as fault:
                messages += fault.args
        names = [folded_name(side.name) for side in sides]
        if len(set(names)) < len(names):
            messages.append(_("Nobody can play against themselves."))
        winner_text = self.cell(row, "winner")
        winner = names.index(folded_name(winner_text)) if winner_text and folded_name(winner_text) in names else None
        drawn = winner_text.casefold() in ("draw", "drawn", "-")
        if winner_text and winner is None and not drawn and not messages:
            # Translators: "draw" is a word that is read: it stays as it is.
            message = _("“%(name)s” isn't in this match. For a draw, write “draw” or leave the winner blank.")
            messages.append(message % {"name": winner_text[:40]})
        if messages:
            raise CellError(*messages)
        return ImportedResult(night, tuple(sides), winner, drawn, line)

    def _side(self, row: Sequence[str], number: int) -> ImportedSide:
        messages, counts = list[str](), dict[str, int]()
        for column in _COUNTS:
            text = self.cell(row, f"{column} {number}")
            minimum = -_MOST_POINTS if column == "points" else 0
            amount = 0 if not text and column != "points" else read_whole_number(text)
            if amount is None or not minimum <= amount <= _MOST_POINTS:
                messages.append(_no_number(column, text) % {"text": text[:20], "number": number})
            else:
                counts[column] = amount
        name = ""
        try:
            name = _name(self.cell(row, f"player {number}"))
        except CellError as fault:
            messages += fault.args
        if messages:
            raise CellError(*messages)
        return ImportedSide(name, **counts)

    def cell(self, row: Sequence[str], name: str) -> str:
        """Return the text of a line in a column; "" where the line is too short or has no such column."""
        column = self.columns.get(name, len(row))
        return row[column] if column < len(row) else ""


def _same_heading() -> CsvFault:
    return CsvFault(1, _("Two columns have the same heading."))


def _too_long() -> CsvFault:
    text = _("The file has more than %(most)s lines. Please split it.")
    return CsvFault(MOST_ROWS + 2, text % {"most": number_format(MOST_ROWS, force_grouping=True)})


def _no_number(column: str, text: str) -> str:
    if has_fraction(text):
        return _("Player %(number)s: “%(text)s” isn't a whole number.")
    if not text:
        return _("The points for player %(number)s are missing.")
    return {
        "points": _("Player %(number)s: “%(text)s” isn't a valid number of points."),
        "boxes": _("Player %(number)s: “%(text)s” isn't a valid number of boxes."),
        "gins": _("Player %(number)s: “%(text)s” isn't a valid number of gins."),
        "shutouts": _("Player %(number)s: “%(text)s” isn't a valid number of shutouts."),
    }[column]


def _no_name_text(text: str) -> str:
    return _("“%(name)s” isn't a name. Remove the line, or add this person by hand.") % {"name": text[:40]}


def _name(text: str) -> str:
    if is_no_name(text):
        raise CellError(_no_name_text(text))
    return _clean_name(text)


def _clean_name(text: str) -> str:
    try:
        return clean_listed_name(text)
    except InvalidNameError as bad:
        raise CellError(bad_name_text(bad)) from None
