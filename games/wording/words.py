"""Words and numbers as they stand in any sentence."""

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


def clock(at: datetime) -> str:
    """The time of day where the server stands, "22:41"."""
    return timezone.localtime(at).strftime("%H:%M")


def day(at: datetime) -> str:
    """The day where the server stands: "today, 22:41", "yesterday", "6 May 2024"."""
    date = timezone.localdate(at)
    days = (timezone.localdate() - date).days
    if days == 0:
        return _("today, %(time)s") % {"time": clock(at)}
    return _("yesterday") if days == 1 else _written(date)


def date_text(at: datetime) -> str:
    """The day where the server stands, for what lies ahead: "6 May 2024"."""
    return _written(timezone.localdate(at))


def _written(date: date) -> str:
    # Translators: a date as Django's date filter writes it: E is the month as it stands beside a day.
    return date_format(date, pgettext("date", "j E Y"))


def listed(words: Sequence[str]) -> str:
    """Words as a list in a sentence: "Ann, Ben and Cleo"."""
    if len(words) < 2:
        return words[0] if words else ""
    return _("%(words)s and %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}


def either(words: Sequence[str]) -> str:
    """Words as a choice in a sentence: "two, three or four"."""
    if len(words) < 2:
        return words[0] if words else ""
    return _("%(words)s or %(last)s") % {"words": ", ".join(words[:-1]), "last": words[-1]}


def points(n: int) -> str:
    """A number of points in words."""
    return ngettext("%(n)d point", "%(n)d points", n) % {"n": n}


def boxes(n: int) -> str:
    """A number of boxes in words."""
    return ngettext("%(n)d box", "%(n)d boxes", n) % {"n": n}


def rounds(n: int) -> str:
    """A number of rounds in words."""
    return ngettext("%(n)d round", "%(n)d rounds", n) % {"n": n}


def cards(n: int) -> str:
    """A number of cards in words."""
    return ngettext("%(n)d card", "%(n)d cards", n) % {"n": n}


def signed(n: int) -> str:
    """A number of points as it is written beside a name: "+13", "0"."""
    return f"+{n}" if n > 0 else f"{MINUS}{-n}" if n < 0 else "0"


def side_names(rules: RuleSet, names: Names) -> tuple[str, ...]:
    """The names by side: "Ann & Cleo" for a team, a player's own otherwise."""
    return tuple(" & ".join(names[seat] for seat in side) for side in sides_of(rules, len(names)))
