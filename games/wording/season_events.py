"""What was decided in a season, in sentences: its history, and that of each of its matches."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from games.wording.season_setup import change_sentence
from games.wording.words import listed


def night_text(night: date, *, year: bool = False) -> str:
    """A night as it is spoken of: "Tuesday 6 October"."""
    return f"{night:%A} {night.day} {night:%B}{f' {night.year}' if year else ''}"


def when_text(night: date | None, at: time | None) -> str:
    """When a match is: "Tuesday 6 October at 19:30"; "not set" while that is open."""
    if night is None:
        return "not set"
    return f"{night_text(night)} at {at:%H:%M}" if at else night_text(night)


def moment_text(at: datetime, zone: str) -> str:
    """A moment in the league's room: "6 October 2026, 19:30"."""
    local = at.astimezone(ZoneInfo(zone))
    return f"{local.day} {local:%B %Y, %H:%M}"


def event_text(kind: str, facts: Mapping[str, Any], names: Mapping[int, str], places: Mapping[int, str]) -> str:
    """What was decided; ``names`` are those of the entrants, ``places`` of tables, by primary key.

    Every kind that a season's services note has a sentence; any other is said by its name.
    """
    told = _TEXTS.get(kind)
    return told(facts, _Names(names), _Names(places)) if told else kind.replace("_", " ").capitalize()


def rule_changes(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Each rule that a change of rules changed."""
    return tuple(change_sentence(name, *pair) for name, pair in facts.get("changes", {}).items())


class _Names:
    """Names by primary key, whoever is gone included."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names

    def of(self, key: object) -> str:
        """The name of one."""
        return self._names.get(key, "somebody who is gone") if isinstance(key, int) else ""

    def all(self, keys: Sequence[int]) -> str:
        """Names as a list in a sentence."""
        return listed([self.of(key) for key in keys])


def _was(facts: Mapping[str, Any], places: _Names) -> str:
    """When and where a match was to be before it was moved."""
    night, at = facts.get("night"), facts.get("at")
    before = when_text(date.fromisoformat(night) if night else None, time.fromisoformat(at) if at else None)
    where = places.of(facts.get("place"))
    return f"{before}, {where}" if where else before


def _points(facts: Mapping[str, Any]) -> str:
    number = abs(facts["points"])
    return f"{number} league {'point' if number == 1 else 'points'}"


def _penalty(facts: Mapping[str, Any], names: _Names) -> str:
    who = names.of(facts["entrant"])
    return f"{who} was given {_points(facts)}" if facts["points"] < 0 else f"{_points(facts)} taken from {who}"


def _withdrawn(facts: Mapping[str, Any], names: _Names) -> str:
    what = "; all matches were annulled" if facts.get("annulled") else "; what was played counts"
    return f"{names.of(facts['entrant'])} left the season{what}"


def _matches(facts: Mapping[str, Any]) -> str:
    number = facts["fixtures"]
    return "One match was" if number == 1 else f"{number} matches were"


_TEXTS: Final[Mapping[str, Callable[[Mapping[str, Any], _Names, _Names], str]]] = {
    "season_begun": lambda facts, names, places: "The season was begun",
    "imported": lambda facts, names, places: (
        f"From a file: {facts.get('members', 0)} new members, {facts.get('results', 0)} results"
    ),
    "rules_changed": lambda facts, names, places: "The rules were changed",
    "drawn": lambda facts, names, places: f"{_matches(facts)} drawn",
    "scripted": lambda facts, names, places: f"{_matches(facts)} written by hand",
    "missing_added": lambda facts, names, places: f"{_matches(facts)} added for who came late",
    "fixture_added": lambda facts, names, places: "The match was added",
    "challenged": lambda facts, names, places: "The match was agreed on",
    "table_opened": lambda facts, names, places: "They sat down and opened the table",
    "rescheduled": lambda facts, names, places: f"Moved; before it was {_was(facts, places)}",
    "forfeited": lambda facts, names, places: f"Forfeited: {names.all(facts['missing'])} did not come",
    "cancelled": lambda facts, names, places: "Cancelled: it counts nothing",
    "restored": lambda facts, names, places: "Back again: it is no longer cancelled or forfeited",
    "stopped": lambda facts, names, places: "Stopped: it counts as it stands",
    "resumed": lambda facts, names, places: "It goes on: it is no longer stopped",
    "line_up": lambda facts, names, places: "It was said who plays",
    "entered": lambda facts, names, places: "Somebody entered the season",
    "withdrawn": lambda facts, names, places: _withdrawn(facts, names),
    "returned": lambda facts, names, places: f"{names.of(facts['entrant'])} is back in the season",
    "penalty_given": lambda facts, names, places: _penalty(facts, names),
    "penalty_lifted": lambda facts, names, places: f"Taken back: {_penalty(facts, names)}",
    "table_hidden": lambda facts, names, places: "The table was hidden",
    "table_shown": lambda facts, names, places: "The table was shown",
    "season_closed": lambda facts, names, places: "The season was closed",
    "season_opened": lambda facts, names, places: "The season was opened again",
}
