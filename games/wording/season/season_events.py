"""The history of a season and of its matches, as sentences."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.wording.season.season_setup import change_sentence
from games.wording.words import listed


def night_text(night: date, *, year: bool = False) -> str:
    """Return a night as a date: "Tuesday 6 October"."""
    return date_format(night, pgettext("date", "l j E Y") if year else pgettext("date", "l j E"))


def when_text(night: date | None, start_time: time | None) -> str:
    """Return when a match is: "Tuesday 6 October at 19:30"; "not set" without a date."""
    if night is None:
        # Translators: the night of a match.
        return pgettext("when", "not set")
    if start_time is None:
        return night_text(night)
    return _("%(night)s at %(time)s") % {"night": night_text(night), "time": f"{start_time:%H:%M}"}


def moment_text(moment: datetime, zone: str) -> str:
    """Return a moment in the league's time zone: "6 October 2026, 19:30"."""
    return date_format(moment.astimezone(ZoneInfo(zone)), pgettext("date", "j E Y, H:i"))


def event_text(kind: str, facts: Mapping[str, Any], names: Mapping[int, str], places: Mapping[int, str]) -> str:
    """Return an event as a sentence; ``names`` (of entrants) and ``places`` (of tables) are by primary key.

    Every kind that the services record has a sentence; any other is shown by its name.
    """
    sentence = _TEXTS.get(kind)
    return sentence(facts, _Names(names), _Names(places)) if sentence else kind.replace("_", " ").capitalize()


def rule_changes(facts: Mapping[str, Any]) -> tuple[str, ...]:
    """Return a sentence for each rule that a change of rules changed."""
    return tuple(change_sentence(name, *pair) for name, pair in facts.get("changes", {}).items())


class _Names:
    """Names by primary key, with a substitute for deleted ones."""

    def __init__(self, names: Mapping[int, str]) -> None:
        self._names = names

    def of(self, primary_key: object) -> str:
        """Return one name."""
        return self._names.get(primary_key, _("somebody who is gone")) if isinstance(primary_key, int) else ""

    def all(self, keys: Sequence[int]) -> str:
        """Return names as a list in a sentence."""
        return listed([self.of(key) for key in keys])


def _previous_time_text(facts: Mapping[str, Any], places: _Names) -> str:
    """Return when and where a match was planned before it was moved."""
    night, start_time = facts.get("night"), facts.get("at")
    planned = when_text(
        date.fromisoformat(night) if night else None, time.fromisoformat(start_time) if start_time else None
    )
    place = places.of(facts.get("place"))
    return f"{planned}, {place}" if place else planned


def _penalty_text(facts: Mapping[str, Any], names: _Names) -> str:
    points = facts["points"]
    if points < 0:
        text = ngettext("%(who)s was given %(n)d league point", "%(who)s was given %(n)d league points", abs(points))
    else:
        text = ngettext("%(n)d league point taken from %(who)s", "%(n)d league points taken from %(who)s", points)
    return text % {"who": names.of(facts["entrant"]), "n": abs(points)}


def _withdrawn_text(facts: Mapping[str, Any], names: _Names) -> str:
    annulled = facts.get("annulled")
    text = (
        _("%(who)s left the season; all matches were annulled")
        if annulled
        else _("%(who)s left the season; what was played counts")
    )
    return text % {"who": names.of(facts["entrant"])}


def _imported_text(facts: Mapping[str, Any]) -> str:
    # Translators: numbers of any size; where the words change with them, better "new members: %(members)s".
    return _("From a file: %(members)s new members, %(results)s results") % {
        "members": facts.get("members", 0),
        "results": facts.get("results", 0),
    }


_TEXTS: Final[Mapping[str, Callable[[Mapping[str, Any], _Names, _Names], str]]] = {
    "season_begun": lambda facts, names, places: _("The season was begun"),
    "imported": lambda facts, names, places: _imported_text(facts),
    "rules_changed": lambda facts, names, places: _("The rules were changed"),
    "drawn": lambda facts, names, places: (
        ngettext("One match was drawn", "%(n)d matches were drawn", facts["fixtures"]) % {"n": facts["fixtures"]}
    ),
    "scripted": lambda facts, names, places: (
        ngettext("One match was written by hand", "%(n)d matches were written by hand", facts["fixtures"])
        % {"n": facts["fixtures"]}
    ),
    "missing_added": lambda facts, names, places: (
        ngettext(
            "One match was added for who came late", "%(n)d matches were added for who came late", facts["fixtures"]
        )
        % {"n": facts["fixtures"]}
    ),
    "fixture_added": lambda facts, names, places: _("The match was added"),
    "challenged": lambda facts, names, places: _("The match was agreed on"),
    "table_opened": lambda facts, names, places: _("They sat down and opened the table"),
    "rescheduled": lambda facts, names, places: (
        _("Moved; before it was %(when)s") % {"when": _previous_time_text(facts, places)}
    ),
    "forfeited": lambda facts, names, places: (
        ngettext("Forfeited: %(names)s did not come", "Forfeited: %(names)s did not come", len(facts["missing"]))
        % {"names": names.all(facts["missing"])}
    ),
    "cancelled": lambda facts, names, places: _("Cancelled: it counts nothing"),
    "restored": lambda facts, names, places: _("Back again: it is no longer cancelled or forfeited"),
    "stopped": lambda facts, names, places: _("Stopped: it counts as it stands"),
    "resumed": lambda facts, names, places: _("It goes on: it is no longer stopped"),
    "line_up": lambda facts, names, places: _("It was said who plays"),
    "entered": lambda facts, names, places: _("Somebody entered the season"),
    "withdrawn": lambda facts, names, places: _withdrawn_text(facts, names),
    "returned": lambda facts, names, places: _("%(who)s is back in the season") % {"who": names.of(facts["entrant"])},
    "penalty_given": lambda facts, names, places: _penalty_text(facts, names),
    "penalty_lifted": lambda facts, names, places: (
        _("Taken back: %(penalty)s") % {"penalty": _penalty_text(facts, names)}
    ),
    "table_hidden": lambda facts, names, places: _("The table was hidden"),
    "table_shown": lambda facts, names, places: _("The table was shown"),
    "season_closed": lambda facts, names, places: _("The season was closed"),
    "season_brought": lambda facts, names, places: _("The season was imported, already closed"),
    "season_opened": lambda facts, names, places: _("The season was opened again"),
}
