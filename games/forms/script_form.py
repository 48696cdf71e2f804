"""Matches as the organiser writes them, a line each: "Ann - Ben", under dates, with times and tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Final

from django.utils.translation import gettext as _

from games.forms.typed_values import place_called, typed_date, typed_time
from games.models import Entrant, Place
from games.rules.names import folded
from games.services.fixtures import Planned

MOST_LINES: Final = 1_000
LONGEST_SCRIPT: Final = 40_000
"""Characters."""
MOST_TOGETHER: Final = 8
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME: Final = re.compile(r"\d{1,2}:\d{2}")
_BETWEEN: Final = re.compile(r"\s+(?:-|\u2013|\u2014|vs?\.?|:)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class LineFault:
    """What is wrong with one line, by its number from 1, and the line itself."""

    line: int
    text: str
    fault: str


@dataclass(slots=True)
class Script:
    """What was written: the matches, and every line that cannot be read."""

    planned: list[Planned] = field(default_factory=list)
    faults: list[LineFault] = field(default_factory=list)


def read_script(text: str, entrants: Mapping[str, Entrant], places: Sequence[Place]) -> Script:
    """The matches in ``text``; ``entrants`` are by their name.

    A line with a date, or a date and a time, is for the lines below it; a date or time before the names for that line
    alone. "@ Table 2" behind the names says where.
    """
    script = Script()
    known = {folded(name): entrant for name, entrant in entrants.items()}
    night: date | None = None
    at: time | None = None
    seen: set[tuple[date | None, frozenset[int]]] = set()
    for number, raw in enumerate(text[:LONGEST_SCRIPT].splitlines()[: MOST_LINES + 1], 1):
        line = " ".join(raw.split())
        if not line:
            continue
        try:
            if number > MOST_LINES:
                raise ValueError(
                    _("There are more than %(most)d lines. Write the rest afterwards.") % {"most": MOST_LINES}
                )
            own_night, own_at, names = _head(line)
            if not names:
                night, at = own_night or night, own_at
                continue
            one = _match(names, known, places, own_night or night, own_at or at)
            meeting = one.night, frozenset(entrant.pk for entrant in one.entrants)
            if meeting in seen:
                raise ValueError(_("This match is there twice on the same night."))
            seen.add(meeting)
            script.planned.append(one)
        except ValueError as wrong:
            script.faults.append(LineFault(number, line[:200], str(wrong)))
    if len(text) > LONGEST_SCRIPT:
        script.faults.append(LineFault(0, "", _("That is very much text. Write the rest afterwards.")))
    return script


def _head(line: str) -> tuple[date | None, time | None, str]:
    """The date and the time at the beginning of a line, and what follows. Raises ValueError with a sentence."""
    night: date | None = None
    at: time | None = None
    words = line.split(" ")
    if _DATE.fullmatch(words[0].rstrip(":,")):
        night = typed_date(words.pop(0).rstrip(":,"))
    if words and _TIME.fullmatch(words[0].rstrip(",")):
        at = typed_time(words.pop(0).rstrip(",").zfill(5))
    return night, at, " ".join(words)


def _match(
    line: str, known: Mapping[str, Entrant], places: Sequence[Place], night: date | None, at: time | None
) -> Planned:
    """The match that a line tells of. Raises ValueError with a sentence."""
    people, __, where = line.partition(" @ ")
    names = [name.strip() for name in _BETWEEN.split(people)]
    if len(names) < 2:
        raise ValueError(_("Please write who meets whom, as: Ann - Ben"))
    if len(names) > MOST_TOGETHER:
        raise ValueError(_("At most %(most)d play together.") % {"most": MOST_TOGETHER})
    strange = [name for name in names if folded(name) not in known]
    if strange:
        raise ValueError(_("Nobody in this season is called %(name)s.") % {"name": strange[0][:60]})
    entrants = [known[folded(name)] for name in names]
    if len({entrant.pk for entrant in entrants}) < len(entrants):
        raise ValueError(_("Nobody plays against himself."))
    place = place_called(where, places) if where else None
    if where and place is None:
        raise ValueError(_("There is no table called %(name)s.") % {"name": where[:60]})
    return Planned(entrants, None, night, at if night else None, place)
