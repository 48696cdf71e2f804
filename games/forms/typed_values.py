"""Parse dates, times, numbers and reasons from form fields: a value, or ValueError with a sentence."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date, time
from typing import Final, TypeVar

from django.utils.translation import gettext as _

from games.models import Place
from games.rules.names import folded_name
from games.wording.words import amount_text, printable

Value = TypeVar("Value")
FIRST_YEAR: Final = 2000
LAST_YEAR: Final = 2199
LONGEST_REASON: Final = 200


def value_or_error(errors: dict[str, str], name: str, read: Callable[[], Value]) -> Value | None:
    """Return ``read()``; if it raises ValueError, put the sentence into ``errors`` under ``name`` and return None."""
    try:
        return read()
    except ValueError as wrong:
        errors[name] = str(wrong)
        return None


def typed_date(text: str) -> date | None:
    """Return the value of a date field, None if it is empty. Raises ValueError with a sentence."""
    if not text.strip():
        return None
    day = parse_date(text.strip()[:20])
    if day is None:
        raise ValueError(_("Please enter a date like 2026-10-06."))
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        raise ValueError(
            _("Please enter a date from %(first)d to %(last)d.") % {"first": FIRST_YEAR, "last": LAST_YEAR}
        )
    return day


def typed_time(text: str) -> time | None:
    """Return a time of day, "19:30", None if it is empty. Raises ValueError with a sentence."""
    if not text.strip():
        return None
    try:
        moment = time.fromisoformat(text.strip()[:20])
    except ValueError:
        raise ValueError(_no_time()) from None
    if moment.tzinfo is not None:
        raise ValueError(_no_time())
    return moment.replace(second=0, microsecond=0)


def _no_time() -> str:
    return _("Please enter a time of day like 19:30.")


def typed_number(text: str, low: int, high: int) -> int:
    """Return a whole number from ``low`` to ``high``. Raises ValueError with a sentence."""
    text = text.strip().replace("\u2212", "-")
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdecimal() and len(digits) < 10 and low <= int(text) <= high):
        sentence = _("Please type a number from %(low)d to %(high)d.") % {"low": low, "high": high}
        raise ValueError(sentence.replace(str(low), amount_text(low)))
    return int(text)


def parse_whole_number(text: str, digits: int = 9) -> int | None:
    """Return a whole number of at most so many ASCII ``digits``; None for anything else."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None


def parse_date(text: str) -> date | None:
    """Return a date, "2026-10-06"; None for anything else."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


def validated_reason(data: Mapping[str, str], *, needed: bool = False) -> str:
    """Return the field "reason" on one line. Raises ValueError if it is too long, or empty and ``needed``."""
    text = " ".join(printable(data.get("reason", "")).split())
    if len(text) > LONGEST_REASON:
        raise ValueError(_("Keep the reason to %(most)d characters or fewer.") % {"most": LONGEST_REASON})
    if needed and not text:
        raise ValueError(_("Please say why. Everyone can read it."))
    return text


def place_named(text: str, places: Iterable[Place]) -> Place | None:
    """Return the place with that name, compared as names are, whatever the case."""
    return next((place for place in places if folded_name(place.name) == folded_name(text.strip())), None)
