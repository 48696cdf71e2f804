"""Members and results of a season as a table in text: what spreadsheets save, read line by line."""

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from games.forms.start_form import bad_name_text
from games.rules.names import BadName, clean_name, folded
from games.services.results_import import KeptResult, KeptSide

MOST_ROWS: Final = 10_000
MOST_FAULTS: Final = 100
"""As many are told; the rest is counted."""
_MOST_SIDES: Final = 8
_MOST_POINTS: Final = 100_000
_COUNTS: Final = ("points", "boxes", "gins", "shutouts")
_TRIGGERS: Final = ("=", "+", "-", "@", "\t", "\r")
"""What a spreadsheet takes for the beginning of a formula."""


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong in a line, from 1 (the heading)."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a file says: names of members, or results. ``faults`` are what is wrong, ``more`` how many beyond those."""

    names: tuple[str, ...] = ()
    results: tuple[KeptResult, ...] = ()
    faults: tuple[LineFault, ...] = ()
    more: int = 0


def safe_cell(text: str) -> str:
    """A text as a cell that no spreadsheet runs: one that begins as formulas do gets an apostrophe before it."""
    return f"'{text}" if text.lstrip("'").startswith(_TRIGGERS) else text


def plain_cell(text: str) -> str:
    """The text of a cell, without the apostrophe that ``safe_cell`` put there."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(_TRIGGERS) else text


def read_sheet(text: str, until: date = date.max) -> Sheet:
    """Members or results, as the heading says: "name", or "night, player 1, player 2, points 1, points 2 ...".

    ``until`` is the last night that can have been played. Commas, semicolons and tabs are understood. Faults are told
    for every line at once; with any, nothing is returned to be taken over.
    """
    lines = text.lstrip("\ufeff").splitlines()
    if not "".join(lines).strip():
        return Sheet(faults=(LineFault(1, _("The file is empty.")),))
    if len(lines) > MOST_ROWS + 1:
        return Sheet(faults=(_too_long(),))
    rows = _rows(lines)
    try:
        heading = [cell.casefold() for cell in next(rows, (1, []))[1]]
    except csv.Error:
        return Sheet(faults=(_no_table(),))
    if "name" in heading:
        return _told(_Members(heading.index("name")), rows)
    reader = _Results.of(heading, until)
    return reader if isinstance(reader, Sheet) else _told(reader, rows)


def _rows(lines: Sequence[str]) -> Iterator[tuple[int, list[str]]]:
    """Every line that is not empty, with its number."""
    first = next(line for line in lines if line.strip())
    mark = max(",;\t", key=first.count)
    reader = csv.reader(io.StringIO("\n".join(lines)), delimiter=mark)
    for row in reader:
        if any(cell.strip() for cell in row):
            yield reader.line_num, [plain_cell(cell.strip()) for cell in row]


def _told(reader: "_Members | _Results", rows: Iterator[tuple[int, list[str]]]) -> Sheet:
    found, faults = list[str | KeptResult](), list[LineFault]()
    try:
        for line, row in rows:
            try:
                found.append(reader.read(row))
            except _Wrong as wrong:
                faults += [LineFault(line, said) for said in wrong.args]
    except csv.Error:
        faults.append(_no_table())
    if faults:
        return Sheet(faults=tuple(faults[:MOST_FAULTS]), more=max(0, len(faults) - MOST_FAULTS))
    return Sheet(tuple(x for x in found if isinstance(x, str)), tuple(x for x in found if not isinstance(x, str)))


class _Wrong(Exception):  # noqa: N818 - a line is wrong
    """A line cannot be read; the arguments are sentences."""


@dataclass(frozen=True, slots=True)
class _Members:
    column: int

    def read(self, row: Sequence[str]) -> str:
        """The name in a line. Raises _Wrong."""
        return _name(row[self.column] if self.column < len(row) else "")


@dataclass(frozen=True, slots=True)
class _Results:
    """Where each thing stands: the column by its heading."""

    columns: Mapping[str, int]
    sides: int
    until: date

    @classmethod
    def of(cls, heading: Sequence[str], until: date) -> "_Results | Sheet":
        """The reader for a heading, or what is wrong with that."""
        columns = {name: at for at, name in enumerate(heading) if name}
        sides = sum(1 for n in range(1, _MOST_SIDES + 1) if f"player {n}" in columns)
        needed = ["night", *(f"player {n}" for n in (1, 2)), *(f"points {n}" for n in range(1, max(2, sides) + 1))]
        known = {"night", "winner"} | {
            f"{what} {n}" for what in ("player", *_COUNTS) for n in range(1, max(2, sides) + 1)
        }
        faults = [
            LineFault(1, _("There is no column \u201c%(name)s\u201d.") % {"name": name})
            for name in needed
            if name not in columns
        ]
        faults += [
            LineFault(1, _("\u201c%(name)s\u201d is no column here.") % {"name": name[:40]})
            for name in columns
            if name not in known
        ]
        if len(columns) < len([name for name in heading if name]):
            faults.append(LineFault(1, _("Two columns have the same heading.")))
        return Sheet(faults=tuple(faults)) if faults else cls(columns, sides, until)

    def read(self, row: Sequence[str]) -> KeptResult:
        """The result in a line. Raises _Wrong with everything that is wrong in it."""
        wrong: list[str] = []
        night, sides = date.min, list[KeptSide]()
        try:
            night = _night(self._cell(row, "night"), self.until)
        except _Wrong as fault:
            wrong += fault.args
        for number in range(1, self.sides + 1):
            if number > 2 and not self._cell(row, f"player {number}"):
                continue
            try:
                sides.append(self._side(row, number))
            except _Wrong as fault:
                wrong += fault.args
        names = [folded(side.name) for side in sides]
        if len(set(names)) < len(names):
            wrong.append(_("Nobody plays against himself."))
        said = self._cell(row, "winner")
        winner = names.index(folded(said)) if said and folded(said) in names else None
        drawn = said.casefold() in ("draw", "drawn", "-")
        if said and winner is None and not drawn and not wrong:
            # Translators: "draw" is a word that is read: it stays as it is.
            told = _("\u201c%(name)s\u201d is no player of this match; leave the winner empty, or write draw.")
            wrong.append(told % {"name": said[:40]})
        if wrong:
            raise _Wrong(*wrong)
        return KeptResult(night, tuple(sides), winner, drawn)

    def _side(self, row: Sequence[str], number: int) -> KeptSide:
        wrong, counts = list[str](), dict[str, int]()
        for what in _COUNTS:
            text = self._cell(row, f"{what} {number}")
            least = -_MOST_POINTS if what == "points" else 0
            if not text and what != "points":
                counts[what] = 0
            elif not _whole(text) or not least <= int(text) <= _MOST_POINTS:
                wrong.append(_no_number(what) % {"text": text[:20], "number": number})
            else:
                counts[what] = int(text)
        name = ""
        try:
            name = _name(self._cell(row, f"player {number}"))
        except _Wrong as fault:
            wrong += fault.args
        if wrong:
            raise _Wrong(*wrong)
        return KeptSide(name, **counts)

    def _cell(self, row: Sequence[str], name: str) -> str:
        at = self.columns.get(name, len(row))
        return row[at] if at < len(row) else ""


def _no_table() -> LineFault:
    return LineFault(1, _("This is no table of lines and columns."))


def _too_long() -> LineFault:
    told = _("There are more than %(most)s lines. Split the file.")
    return LineFault(MOST_ROWS + 2, told % {"most": number_format(MOST_ROWS, force_grouping=True)})


def _no_number(what: str) -> str:
    return {
        "points": _("\u201c%(text)s\u201d is no number of points (player %(number)s)."),
        "boxes": _("\u201c%(text)s\u201d is no number of boxes (player %(number)s)."),
        "gins": _("\u201c%(text)s\u201d is no number of gins (player %(number)s)."),
        "shutouts": _("\u201c%(text)s\u201d is no number of shutouts (player %(number)s)."),
    }[what]


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
            raise _Wrong(_("%(night)s is still to come.") % {"night": text[:20]})
        return night
    raise _Wrong(_("\u201c%(text)s\u201d is no date: write it like 2026-11-21.") % {"text": text[:20]})


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except BadName as bad:
        raise _Wrong(bad_name_text(bad)) from None
