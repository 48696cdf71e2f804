"""Read the CSV files with a season's members or results, as spreadsheets save them."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.forms.table.start_form import bad_name_text
from games.rules.names import InvalidNameError, clean_name, folded_name
from games.services.season.results_import import ImportedResult, ImportedSide

MOST_ROWS: Final = 10_000
MOST_FAULTS: Final = 100
"""The most faults that are listed; the rest is only counted."""
_MOST_SIDES: Final = 8
_MOST_POINTS: Final = 100_000
_COUNTS: Final = ("points", "boxes", "gins", "shutouts")
_TRIGGERS: Final = ("=", "+", "-", "@", "\t", "\r")
"""Characters with which a spreadsheet begins a formula."""


@dataclass(frozen=True, slots=True)
class CsvFault:
    """A fault in a line; line 1 is the heading."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class CsvContent:
    """A file's names of members or its results; ``faults`` are the first faults, ``more_faults`` counts the others."""

    names: tuple[str, ...] = ()
    results: tuple[ImportedResult, ...] = ()
    faults: tuple[CsvFault, ...] = ()
    more_faults: int = 0


def escape_cell(text: str) -> str:
    """Return ``text`` as a CSV cell that no spreadsheet takes for a formula: an apostrophe is put before it."""
    return f"'{text}" if text.lstrip("'").startswith(_TRIGGERS) else text


def unescape_cell(text: str) -> str:
    """Return a cell's text without the apostrophe of ``escape_cell``."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_TRIGGERS) else text


def read_csv(text: str, until: date = date.max) -> CsvContent:
    """Read members (heading "name") or results (heading "night, player 1, player 2, points 1, points 2 ...").

    ``until`` is the latest night allowed. Commas, semicolons and tabs are understood. The faults of all lines are
    collected; if there are any, neither names nor results are returned.
    """
    lines = text.lstrip("\ufeff").splitlines()
    if not "".join(lines).strip():
        return CsvContent(faults=(CsvFault(1, _("The file is empty.")),))
    if len(lines) > MOST_ROWS + 1:
        return CsvContent(faults=(_too_long(),))
    rows = _rows(lines)
    try:
        heading = [cell.casefold() for cell in next(rows, (1, []))[1]]
    except csv.Error:
        return CsvContent(faults=(_no_table(),))
    if "name" in heading:
        return _read_rows(_Members(heading.index("name")), rows)
    reader = _Results.of(heading, until)
    return reader if isinstance(reader, CsvContent) else _read_rows(reader, rows)


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Yield every non-empty line with its number."""
    first = next(line for line in lines if line.strip())
    mark = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=mark)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, [unescape_cell(cell.strip()) for cell in row]


def _read_rows(reader: "_Members | _Results", rows: Iterator[tuple[int, list[str]]]) -> CsvContent:
    items, faults = list[str | ImportedResult](), list[CsvFault]()
    try:
        for line, row in rows:
            try:
                items.append(reader.read(row))
            except _RowError as error:
                faults += [CsvFault(line, message) for message in error.args]
    except csv.Error:
        faults.append(_no_table())
    if faults:
        return CsvContent(faults=tuple(faults[:MOST_FAULTS]), more_faults=max(0, len(faults) - MOST_FAULTS))
    return CsvContent(tuple(x for x in items if isinstance(x, str)), tuple(x for x in items if not isinstance(x, str)))


class _RowError(Exception):
    """A line is invalid; the arguments are sentences."""


@dataclass(frozen=True, slots=True)
class _Members:
    column: int

    def read(self, row: Sequence[str]) -> str:
        """Return the name in a line. Raises _RowError."""
        return _name(row[self.column] if self.column < len(row) else "")


@dataclass(frozen=True, slots=True)
class _Results:
    """Reads lines of results; ``columns`` are the positions of the columns by heading."""

    columns: Mapping[str, int]
    sides: int
    until: date

    @classmethod
    def of(cls, heading: Sequence[str], until: date) -> "_Results | CsvContent":
        """Return the reader for a heading, or the faults of the heading."""
        columns = {name: column for column, name in enumerate(heading) if name}
        sides = sum(1 for n in range(1, _MOST_SIDES + 1) if f"player {n}" in columns)
        needed = ["night", *(f"player {n}" for n in (1, 2)), *(f"points {n}" for n in range(1, max(2, sides) + 1))]
        known = {"night", "winner"} | {
            f"{what} {n}" for what in ("player", *_COUNTS) for n in range(1, max(2, sides) + 1)
        }
        faults = [
            CsvFault(1, _("There is no column \u201c%(name)s\u201d.") % {"name": name})
            for name in needed
            if name not in columns
        ]
        faults += [
            CsvFault(1, _("\u201c%(name)s\u201d is no column here.") % {"name": name[:40]})
            for name in columns
            if name not in known
        ]
        if len(columns) < len([name for name in heading if name]):
            faults.append(CsvFault(1, _("Two columns have the same heading.")))
        return CsvContent(faults=tuple(faults)) if faults else cls(columns, sides, until)

    def read(self, row: Sequence[str]) -> ImportedResult:
        """Return the result in a line. Raises _RowError with all its faults."""
        messages: list[str] = []
        night, sides = date.min, list[ImportedSide]()
        try:
            night = _night(self._cell(row, "night"), self.until)
        except _RowError as fault:
            messages += fault.args
        for number in range(1, self.sides + 1):
            if number > 2 and not self._cell(row, f"player {number}"):
                continue
            try:
                sides.append(self._side(row, number))
            except _RowError as fault:
                messages += fault.args
        names = [folded_name(side.name) for side in sides]
        if len(set(names)) < len(names):
            messages.append(_("Nobody plays against himself."))
        winner_text = self._cell(row, "winner")
        winner = names.index(folded_name(winner_text)) if winner_text and folded_name(winner_text) in names else None
        drawn = winner_text.casefold() in ("draw", "drawn", "-")
        if winner_text and winner is None and not drawn and not messages:
            # Translators: "draw" is a word that is read: it stays as it is.
            message = _("\u201c%(name)s\u201d is no player of this match; leave the winner empty, or write draw.")
            messages.append(message % {"name": winner_text[:40]})
        if messages:
            raise _RowError(*messages)
        return ImportedResult(night, tuple(sides), winner, drawn)

    def _side(self, row: Sequence[str], number: int) -> ImportedSide:
        messages, counts = list[str](), dict[str, int]()
        for column in _COUNTS:
            text = self._cell(row, f"{column} {number}")
            minimum = -_MOST_POINTS if column == "points" else 0
            if not text and column != "points":
                counts[column] = 0
            elif not _whole(text) or not minimum <= int(text) <= _MOST_POINTS:
                messages.append(_no_number(column) % {"text": text[:20], "number": number})
            else:
                counts[column] = int(text)
        name = ""
        try:
            name = _name(self._cell(row, f"player {number}"))
        except _RowError as fault:
            messages += fault.args
        if messages:
            raise _RowError(*messages)
        return ImportedSide(name, **counts)

    def _cell(self, row: Sequence[str], name: str) -> str:
        column = self.columns.get(name, len(row))
        return row[column] if column < len(row) else ""


def _no_table() -> CsvFault:
    return CsvFault(1, _("This is no table of lines and columns."))


def _too_long() -> CsvFault:
    text = _("There are more than %(most)s lines. Split the file.")
    return CsvFault(MOST_ROWS + 2, text % {"most": number_format(MOST_ROWS, force_grouping=True)})


def _no_number(column: str) -> str:
    return {
        "points": _("\u201c%(text)s\u201d is no number of points (player %(number)s)."),
        "boxes": _("\u201c%(text)s\u201d is no number of boxes (player %(number)s)."),
        "gins": _("\u201c%(text)s\u201d is no number of gins (player %(number)s)."),
        "shutouts": _("\u201c%(text)s\u201d is no number of shutouts (player %(number)s)."),
    }[column]


def _whole(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) < 8


def _night(text: str, until: date) -> date:
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        try:
            night = datetime.strptime(text, form).date()  # noqa: DTZ007 - a date alone has no zone
        except ValueError:
            continue
        if night > until:
            raise _RowError(_("%(night)s is still to come.") % {"night": text[:20]})
        return night
    raise _RowError(_("\u201c%(text)s\u201d is no date: write it like 2026-11-21.") % {"text": text[:20]})


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except InvalidNameError as bad:
        raise _RowError(bad_name_text(bad)) from None
