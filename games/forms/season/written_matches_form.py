"""Read the matches that an organizer typed, one a line ("Ann - Ben"), with dates, times and tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, time
from typing import Final

from django.utils.translation import gettext as _

from games.forms.typed_values import place_named, typed_date, typed_time
from games.models import Entrant, Place
from games.rules.names import folded_name
from games.services.season.matches import NewMatch

MOST_LINES: Final = 1_000
MAX_TEXT_LENGTH: Final = 40_000
"""Characters."""
MOST_TOGETHER: Final = 8
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME: Final = re.compile(r"\d{1,2}:\d{2}")
_BETWEEN: Final = re.compile(r"\s+(?:-|\u2013|\u2014|vs?\.?|:)\s+", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class WrittenMatchFault:
    """A fault in a line: its number from 1, the line itself, and the sentence."""

    line: int
    text: str
    fault: str


@dataclass(slots=True)
class WrittenMatches:
    """The matches that were read, and the faulty lines."""

    planned: list[NewMatch] = field(default_factory=list)
    faults: list[WrittenMatchFault] = field(default_factory=list)


def read_written_matches(text: str, entrants: Mapping[str, Entrant], places: Sequence[Place]) -> WrittenMatches:
    """Read the matches in ``text``; ``entrants`` are by name.

    A line with only a date, or a date and a time, holds for the lines below it; a date or time before the names holds
    for that line. "@ Table 2" after the names gives the table.
    """
    script = WrittenMatches()
    entrant_by_name = {folded_name(name): entrant for name, entrant in entrants.items()}
    night: date | None = None
    start_time: time | None = None
    seen: set[tuple[date | None, frozenset[int]]] = set()
    for number, raw in enumerate(text[:MAX_TEXT_LENGTH].splitlines()[: MOST_LINES + 1], 1):
        line = " ".join(raw.split())
        if not line:
            continue
        try:
            if number > MOST_LINES:
                raise ValueError(_("You can add up to %(most)d lines at a time.") % {"most": MOST_LINES})
            own_night, own_time, names = _head(line)
            if not names:
                night, start_time = own_night or night, own_time
                continue
            planned = _match(names, entrant_by_name, places, own_night or night, own_time or start_time)
            meeting = planned.night, frozenset(entrant.pk for entrant in planned.entrants)
            if meeting in seen:
                raise ValueError(_("You've entered this match twice for the same night."))
            seen.add(meeting)
            script.planned.append(planned)
        except ValueError as wrong:
            script.faults.append(WrittenMatchFault(number, line[:200], str(wrong)))
    if len(text) > MAX_TEXT_LENGTH:
        too_long = _("That's too much text at once. Please enter it in smaller parts.")
        script.faults.append(WrittenMatchFault(0, "", too_long))
    return script


def _head(line: str) -> tuple[date | None, time | None, str]:
    """Split a line into its leading date and time, and the rest. Raises ValueError with a sentence."""
    night: date | None = None
    start_time: time | None = None
    words = line.split(" ")
    if _DATE.fullmatch(words[0].rstrip(":,")):
        night = typed_date(words.pop(0).rstrip(":,"))
    if words and _TIME.fullmatch(words[0].rstrip(",")):
        start_time = typed_time(words.pop(0).rstrip(",").zfill(5))
    return night, start_time, " ".join(words)


def _match(
    line: str,
    entrant_by_name: Mapping[str, Entrant],
    places: Sequence[Place],
    night: date | None,
    start_time: time | None,
) -> NewMatch:
    """Return the match in a line. Raises ValueError with a sentence."""
    names_text, __, place_name = line.partition(" @ ")
    names = [name.strip() for name in _BETWEEN.split(names_text)]
    if len(names) < 2:
        raise ValueError(_("Write who plays whom, like this: Ann - Ben"))
    if len(names) > MOST_TOGETHER:
        raise ValueError(_("A line can have at most %(most)d names.") % {"most": MOST_TOGETHER})
    unknown_names = [name for name in names if folded_name(name) not in entrant_by_name]
    if unknown_names:
        raise ValueError(_("Nobody in this season is called %(name)s.") % {"name": unknown_names[0][:60]})
    entrants = [entrant_by_name[folded_name(name)] for name in names]
    if len({entrant.pk for entrant in entrants}) < len(entrants):
        raise ValueError(_("Nobody can play against themselves."))
    place = place_named(place_name, places) if place_name else None
    if place_name and place is None:
        raise ValueError(_("There's no table called %(name)s.") % {"name": place_name[:60]})
    return NewMatch(entrants, None, night, start_time if night else None, place)
