"""Read the cells of a CSV file with results: dates with the day or the month first, and whole numbers."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Final

from django.utils.translation import gettext as _

from games.wording.season.season_events import night_text

DATE_ORDERS: Final = ("dmy", "mdy")
"""Day first (3/11/2026 is in November), month first (in March)."""
_TIME: Final = re.compile(r"[ T][0-9]{1,2}:[0-9]{2}(:[0-9]{2}(\.0+)?)?$")
"""A time of day that spreadsheets write behind a date."""
_YEAR_FIRST: Final = re.compile(r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})$")
_DOTTED: Final = re.compile(r"([0-9]{1,2})\. ?([0-9]{1,2})\. ?([0-9]{4}|[0-9]{2})$")
_EITHER_ORDER: Final = re.compile(r"([0-9]{1,2})([/-])([0-9]{1,2})\2([0-9]{4}|[0-9]{2})$")
_NO_FRACTION: Final = re.compile(r"(?<=[0-9])[.,]0{1,2}$")
"""What some programs write behind whole numbers: 120.0."""

_THOUSANDS: Final = re.compile(r"([-+]?[0-9]{1,3})([\s'\N{RIGHT SINGLE QUOTATION MARK}])([0-9]{3})(?:\2([0-9]{3}))?")
"""A number in groups that can't be anything else: 1 250, 1'250."""
_ERROR: Final = re.compile(r"#[A-ZÀ-Ż0-9/]*[A-ZÀ-Ż/][A-ZÀ-Ż0-9/]*[!?]?")
"""An error of a spreadsheet, in any of its languages: #REF!, #N/A, #NOM?. A number, as in "#12", is none."""
_TOTALS: Final = re.compile(
    r"(?:(?:grand |sub)?totals?|sum|(?:gesamt|zwischen)?summe|gesamt|insgesamt|totaux|somme|totale|somma|suma|razem|"
    r"ogółem|łącznie|\N{GREEK CAPITAL LETTER SIGMA}|\N{N-ARY SUMMATION})\s*[:=]?\s*[0-9]*",
    re.IGNORECASE,
)


class CellError(Exception):
    """A cell, or a line, is invalid; the arguments are sentences."""


@dataclass(frozen=True, slots=True)
class DateQuestion:
    """A date of the file that can be read in two ways, by order."""

    text: str
    readings: dict[str, date]


@dataclass(frozen=True, slots=True)
class DateOrder:
    """Whether dates like 3/11/2026 have the day or the month first; "" if the file has none that differ.

    ``decided_by`` is the date of the file that decides it. With a ``question`` somebody has to be asked, and ``order``
    is a guess. ``conflict`` are dates of which one has the day first and the other the month.
    """

    order: str = ""
    decided_by: str = ""
    question: DateQuestion | None = None
    conflict: tuple[str, str] | None = None


def date_order(texts: Sequence[str], until: date, chosen: str = "") -> DateOrder:
    """Return the order of all dates of a file; ``until`` is the latest possible, ``chosen`` one of DATE_ORDERS."""
    readings = {text: _readings(text) for text in dict.fromkeys(texts)}
    differing = {text: both for text, both in readings.items() if len(set(both.values())) > 1 or len(both) == 1}
    if chosen or not differing:
        return DateOrder(chosen)
    only = {
        order: next((text for text, both in differing.items() if list(both) == [order]), "") for order in DATE_ORDERS
    }
    if all(only.values()):
        return DateOrder(conflict=(only["dmy"], only["mdy"]))
    for order in DATE_ORDERS:
        if only[order]:
            return DateOrder(order, only[order])
    # A night in the future has no result yet.
    late = {order: next((text for text, both in differing.items() if both[order] > until), "") for order in DATE_ORDERS}
    for order, other in (("dmy", "mdy"), ("mdy", "dmy")):
        if late[other] and not late[order]:
            return DateOrder(order, late[other])
    text = next(iter(differing))
    return DateOrder("dmy", question=DateQuestion(text, differing[text]))


def read_night(text: str, order: str, until: date) -> date:
    """Return the date in a cell. Raises CellError."""
    readings = _readings(text)
    night = _one_reading(text) or (readings.get(order) if order else next(iter(readings.values()), None))
    if night is None:
        raise CellError(_no_date_text(text, order if _EITHER_ORDER.match(_TIME.sub("", text)) else ""))
    if night > until:
        raise CellError(_("%(night)s is in the future.") % {"night": text[:20]})
    return night


def order_text(order: str, text: str) -> str:
    """Return how dates are read, by a date of the file: "Day first: 3/11/2026 is Tuesday, November 3, 2026"."""
    night = _readings(text).get(order)
    values = {"text": text[:20], "night": night_text(night, year=True) if night else ""}
    if order == "dmy":
        return _("Day first: %(text)s is %(night)s") % values
    return _("Month first: %(text)s is %(night)s") % values


def is_error(text: str) -> bool:
    """Return whether a cell has an error of a spreadsheet: "#REF!"."""
    return _ERROR.fullmatch(text) is not None


def is_no_name(text: str) -> bool:
    """Return whether a cell is what spreadsheets have among names: an error, or the mark of a totals line."""
    return is_error(text) or _TOTALS.fullmatch(text) is not None


def read_whole_number(text: str) -> int | None:
    """Return a whole number as spreadsheets write it (120, 120.0, 1 250, \N{MINUS SIGN}5); None for anything else."""
    plain = _NO_FRACTION.sub("", text.replace("\N{MINUS SIGN}", "-"))
    if groups := _THOUSANDS.fullmatch(plain):
        plain = groups.expand(r"\1\3\4")
    digits = plain.removeprefix("-").removeprefix("+")
    return int(plain) if digits.isascii() and digits.isdigit() and len(digits) < 8 and len(plain) < 9 else None


def has_fraction(text: str) -> bool:
    """Return whether a cell is a number with a point or comma in it, which is not whole or not clear."""
    return re.fullmatch(r"[-+\N{MINUS SIGN}]?[0-9]+([.,][0-9]+)+", text) is not None


def _one_reading(text: str) -> date | None:
    """Return a date that is written so that it can only be read in one way."""
    plain = _TIME.sub("", text)
    if match := _YEAR_FIRST.match(plain):
        return _date(match[1], match[3], match[4])
    if match := _DOTTED.match(plain):
        return _date(match[3], match[2], match[1])
    return None


def _readings(text: str) -> dict[str, date]:
    """Return the dates that a text like 3/11/2026 can be, by order; none for other texts."""
    match = _EITHER_ORDER.match(_TIME.sub("", text))
    if match is None:
        return {}
    both = {"dmy": _date(match[4], match[3], match[1]), "mdy": _date(match[4], match[1], match[3])}
    return {order: night for order, night in both.items() if night}


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year) if len(year) == 4 else 2000 + int(year), int(month), int(day))
    except ValueError:
        return None


def _no_date_text(text: str, order: str) -> str:
    values = {"text": text[:20]}
    if order == "dmy":
        return _("“%(text)s” doesn't fit: dates here are read day first, like 25/3/2026.") % values
    if order == "mdy":
        return _("“%(text)s” doesn't fit: dates here are read month first, like 3/25/2026.") % values
    return _("“%(text)s” isn't a date. Write the date like 2026-11-21.") % values
