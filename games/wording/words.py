"""Helpers for all sentences: dates, lists, plurals, signed numbers and the names of sides."""

from collections.abc import Iterable, Sequence
from datetime import date, datetime, time
from functools import reduce
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format, time_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.ruleset import RuleSet
from games.rules.sides import sides_of

Names = Sequence[str]
"""The players' names by seat."""

MINUS: Final = "\u2212"
ARROW: Final = "\u2192"
TIMES: Final = "\u00d7"


def printable(text: str) -> str:
    """Return ``text`` without unprintable characters: control characters and marks of text direction."""
    return "".join(c if c.isprintable() else " " for c in text).strip()


def rank_place_text(place: int, *, shared: bool) -> str:
    """Return a rank: "5", or "5=" if it is shared."""
    return f"{place}=" if shared else str(place)


def ordinal(n: int) -> str:
    """Return a place as it stands before the word "place" in a sentence: "4th".

    >>> [ordinal(n) for n in (1, 2, 3, 4, 11, 22)]
    ['1st', '2nd', '3rd', '4th', '11th', '22nd']
    """
    if n % 10 == 1 and n % 100 != 11:
        # Translators: for sentences like "Ann finishes in 21st place". This and the next three may just be the number.
        text = pgettext("place", "%(n)dst")
    elif n % 10 == 2 and n % 100 != 12:
        text = pgettext("place", "%(n)dnd")
    elif n % 10 == 3 and n % 100 != 13:
        text = pgettext("place", "%(n)drd")
    else:
        text = pgettext("place", "%(n)dth")
    return text % {"n": n}


def time_text(moment: datetime) -> str:
    """Return the time of day in the server's time zone: "10:41 PM"."""
    return clock_text(timezone.localtime(moment).time())


def clock_text(clock: time) -> str:
    """Return a time of day as the reader's language writes it: "10:41 PM", "22:41"."""
    # Translators: a time as Django's time filter writes it: g:i A is 10:41 PM, H:i is 22:41.
    return time_format(clock, pgettext("time", "g:i A"))


def day_text(moment: datetime) -> str:
    """Return a past day in the server's time zone: "today, 10:41 PM", "yesterday", "May 6, 2024"."""
    date = timezone.localdate(moment)
    days = (timezone.localdate() - date).days
    if days == 0:
        return _("today, %(time)s") % {"time": time_text(moment)}
    return _("yesterday") if days == 1 else _written(date)


def date_text(moment: datetime) -> str:
    """Return a date in the server's time zone, for any day: "May 6, 2024"."""
    return _written(timezone.localdate(moment))


def _written(date: date) -> str:
    # Translators: a date as Django's date filter writes it: F is the month, E the month as it stands beside a day.
    # Use the order and the signs of your own language.
    return date_format(date, pgettext("date", "F j, Y"))


def listed(words: Sequence[str]) -> str:
    """Return words as a list: "Ann, Ben and Cleo"."""
    if len(words) < 2:
        return words[0] if words else ""
    return _("%(words)s and %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}


def either(words: Sequence[str]) -> str:
    """Return words as alternatives: "two, three or four"."""
    if len(words) < 2:
        return words[0] if words else ""
    return _("%(words)s or %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}


def labeled(label: str, text: str) -> str:
    """Return a text after its label: "Ann: game over"."""
    # Translators: a text after its label. Only the spacing around the colon is yours.
    return _("%(label)s: %(text)s") % {"label": label, "text": text}


def in_a_row(texts: Iterable[str]) -> str:
    """Return texts one after the other, without the empty ones: "Ann +13; Ben −2"."""
    found = [text for text in texts if text]
    return reduce(_both, found) if found else ""


def _both(first: str, second: str) -> str:
    # Translators: two texts one after the other. Only the spacing around the semicolon is yours.
    return _("%(first)s; %(second)s") % {"first": first, "second": second}


def points(n: int) -> str:
    """Return a number of points: "13 points"."""
    return ngettext("%(n)d point", "%(n)d points", n) % {"n": n}


def boxes(n: int) -> str:
    """Return a number of boxes: "2 boxes"."""
    return ngettext("%(n)d box", "%(n)d boxes", n) % {"n": n}


def rounds(n: int) -> str:
    """Return a number of rounds: "7 rounds"."""
    return ngettext("%(n)d round", "%(n)d rounds", n) % {"n": n}


def cards(n: int) -> str:
    """Return a number of cards: "10 cards"."""
    return ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}


def signed(n: int) -> str:
    """Return a number with its sign: "+13", "−5", "0"."""
    return f"+{n}" if n > 0 else f"{MINUS}{-n}" if n < 0 else "0"


def amount_text(n: int) -> str:
    """Return a number with a minus sign where it is negative: "13", "−5"."""
    return f"{MINUS}{-n}" if n < 0 else str(n)


def side_names(rules: RuleSet, names: Names) -> tuple[str, ...]:
    """Return the names by side: "Ann & Cleo" for a team, else the player's name."""
    return tuple(" & ".join(names[seat] for seat in side) for side in sides_of(rules, len(names)))
