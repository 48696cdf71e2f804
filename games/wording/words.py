"""Helpers for all sentences: dates, lists, plurals, signed numbers and the names of sides."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Final

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.ruleset import RuleSet
from games.rules.sides import sides_of

Names = Sequence[str]
"""The players' names by seat."""

MINUS: Final = "\u2212"
ARROW: Final = "\u2192"
TIMES: Final = "\u00d7"


def rank_place_text(place: int, *, shared: bool) -> str:
    """Return a rank: "5", or "5=" if it is shared."""
    return f"{place}=" if shared else str(place)


def time_text(moment: datetime) -> str:
    """Return the time of day in the server's time zone: "22:41"."""
    return timezone.localtime(moment).strftime("%H:%M")


def day_text(moment: datetime) -> str:
    """Return a past day in the server's time zone: "today, 22:41", "yesterday", "6 May 2024"."""
    date = timezone.localdate(moment)
    days = (timezone.localdate() - date).days
    if days == 0:
        return _("today, %(time)s") % {"time": time_text(moment)}
    return _("yesterday") if days == 1 else _written(date)


def date_text(moment: datetime) -> str:
    """Return a date in the server's time zone, for any day: "6 May 2024"."""
    return _written(timezone.localdate(moment))


def _written(date: date) -> str:
    # Translators: a date as Django's date filter writes it: E is the month as it stands beside a day.
    return date_format(date, pgettext("date", "j E Y"))


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


def side_names(rules: RuleSet, names: Names) -> tuple[str, ...]:
    """Return the names by side: "Ann & Cleo" for a team, else the player's name."""
    return tuple(" & ".join(names[seat] for seat in side) for side in sides_of(rules, len(names)))
