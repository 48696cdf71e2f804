"""Read the matches that an organizer typed, one a line ("Ann - Ben"), with rounds, byes, dates, times and tables."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, time
from typing import Final

from django.utils.translation import gettext as _

from games.forms.typed_values import place_named, typed_date, typed_time
from games.models import Entrant, Place
from games.rules.league.results import RequestedBye
from games.rules.names import folded_name
from games.services.season.matches import NewMatch

MOST_LINES: Final = 1_000
MAX_TEXT_LENGTH: Final = 40_000
"""Characters."""
MOST_TOGETHER: Final = 8
_DATE: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME: Final = re.compile(r"\d{1,2}:\d{2}")
_ROUND: Final = re.compile(r"(?:round|runde|tour|ronda|turno|runda)\s+(\d{1,3}):?", re.IGNORECASE)
MOST_ROUNDS: Final = 200
BYES: Final[Mapping[str, RequestedBye | None]] = {
    "bye": None,
    "half bye": RequestedBye.HALF,
    "full bye": RequestedBye.FULL,
}
"""What is written in place of an opponent, and the kind of the bye: from the draw, or one that was asked for."""
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
    for that line. "@ Table 2" after the names gives the table. "Round 3" makes the lines below it matches of that round
    of the draw, and "Ann - bye" gives a bye in it, see BYES.
    """
    script = WrittenMatches()
    names_by_entrant = {entrant.pk: name for name, entrant in entrants.items()}
    entrant_by_name = {folded_name(name): entrant for name, entrant in entrants.items()}
    night: date | None = None
    start_time: time | None = None
    round_number: int | None = None
    seen: set[tuple[date | int | None, frozenset[int]]] = set()
    busy: set[tuple[int, int]] = set()
    for number, raw in enumerate(text[:MAX_TEXT_LENGTH].splitlines()[: MOST_LINES + 1], 1):
        line = " ".join(raw.split())
        if not line:
            continue
        try:
            if number > MOST_LINES:
                raise ValueError(_("You can add up to %(most)d lines at a time.") % {"most": MOST_LINES})
            if heading := _ROUND.fullmatch(line):
                round_number = _round(heading[1])
                continue
            own_night, own_time, names = _head(line)
            if not names:
                night, start_time = own_night or night, own_time
                continue
            planned = _match(names, entrant_by_name, places, own_night or night, own_time or start_time)
            planned = replace(planned, round_number=round_number)
            _refuse_twice_in_round(planned, names_by_entrant, busy)
            meeting = round_number or planned.night, frozenset(entrant.pk for entrant in planned.entrants)
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


def _round(text: str) -> int:
    """Return the number of a round. Raises ValueError with a sentence."""
    if not 1 <= int(text) <= MOST_ROUNDS:
        raise ValueError(_("Rounds go from 1 to %(most)d.") % {"most": MOST_ROUNDS})
    return int(text)


def _refuse_twice_in_round(planned: NewMatch, names: Mapping[int, str], busy: set[tuple[int, int]]) -> None:
    """Note who plays in a round. Raises ValueError with a sentence for who does already, and for a bye outside one."""
    if planned.round_number is None:
        if len(planned.entrants) == 1:
            raise ValueError(_("A bye belongs to a round. Write “Round 1” on a line above it."))
        return
    for entrant in planned.entrants:
        if (planned.round_number, entrant.pk) in busy:
            text = _("%(name)s is already in round %(number)s.")
            raise ValueError(text % {"name": names[entrant.pk], "number": planned.round_number})
        busy.add((planned.round_number, entrant.pk))


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
    bye = names[-1].casefold() if len(names) == 2 and folded_name(names[-1]) not in entrant_by_name else ""
    if bye in BYES:
        names.pop()
    elif len(names) < 2:
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
    return NewMatch(entrants, None, night, start_time if night else None, place, requested_bye=BYES.get(bye))
