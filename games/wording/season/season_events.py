"""The history of a season and of its matches, as sentences."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date, datetime, time
from typing import Any, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from games.rules.league.results import RequestedBye
from games.wording.season.desk import drawn_text
from games.wording.season.match import requested_bye_text
from games.wording.season.season_setup import change_sentence
from games.wording.words import clock_text, listed


def night_text(night: date, *, year: bool = False) -> str:
    """Return a night as a date: "Tuesday, October 6"."""
    # Translators: date formats of Django's ("Tuesday, October 6"); use the order and the signs of your own language.
    return date_format(night, pgettext("date", "l, F j, Y") if year else pgettext("date", "l, F j"))


def short_night_text(night: date, *, year: bool = False) -> str:
    """Return a night as a short date: "Tue, Oct 6"."""
    return date_format(night, pgettext("date", "D, M j, Y") if year else pgettext("date", "D, M j"))


def when_text(night: date | None, start_time: time | None) -> str:
    """Return when a match is: "Tuesday, October 6 at 7:30 PM"; "not set" without a date."""
    if night is None:
        # Translators: the night of a match.
        return pgettext("when", "not set")
    if start_time is None:
        return night_text(night)
    return _("%(night)s at %(time)s") % {"night": night_text(night), "time": clock_text(start_time)}


def moment_text(moment: datetime, zone: str) -> str:
    """Return a moment in the league's time zone: "October 6, 2026, 7:30 PM"."""
    # Translators: a date and time as Django's date filter writes them: g:i A is 10:41 PM, H:i is 22:41.
    # Use the order and the signs of your own language.
    return date_format(moment.astimezone(ZoneInfo(zone)), pgettext("date", "F j, Y, g:i A"))


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
        return self._names.get(primary_key, _("someone who has left")) if isinstance(primary_key, int) else ""

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
        text = ngettext("%(who)s lost %(n)d league point", "%(who)s lost %(n)d league points", points)
    return text % {"who": names.of(facts["entrant"]), "n": abs(points)}


def _withdrawn_text(facts: Mapping[str, Any], names: _Names) -> str:
    annulled = facts.get("annulled")
    text = (
        _("%(who)s left the season; all their matches were annulled")
        if annulled
        else _("%(who)s withdrew from the season; matches already played still count")
    )
    return text % {"who": names.of(facts["entrant"])}


def _forfeited_text(facts: Mapping[str, Any], names: _Names) -> str:
    missing = facts["missing"]
    text = (
        _("Forfeited: %(names)s left the season")
        if facts.get("left")
        else ngettext("Forfeited: %(names)s didn't show up", "Forfeited: %(names)s didn't show up", len(missing))
    )
    return text % {"names": names.all(missing)}


def _drawn_text(facts: Mapping[str, Any], names: _Names) -> str:
    text = drawn_text(facts["matches"])
    if again := facts.get("rematches"):
        text = f"{text}. {_rematches_text(again, names)}"
    if facts.get("absent"):
        text = _("%(drawn)s. Absent: %(names)s") % {"drawn": text, "names": names.all(facts["absent"])}
    if byes := facts.get("requested_byes"):
        for kind in RequestedBye:
            if entrants := [one["entrant"] for one in byes if one["bye"] == kind]:
                text = f"{text}. {requested_bye_text(kind)}: {names.all(entrants)}"
    return text


def _rematches_text(rematches: Sequence[Mapping[str, Any]], names: _Names) -> str:
    """Return who meets again, because there was no other way."""
    pairs = [
        # Translators: two players of a match, and the round in which they have met before.
        _("%(names)s (last met in round %(round)s)") % {"names": names.all(match["entrants"]), "round": match["round"]}
        for match in rematches
    ]
    return _("Rematches couldn't be avoided. Meeting again: %(matches)s") % {"matches": "; ".join(pairs)}


def _pair_text(facts: Mapping[str, Any], names: _Names, sentence: str) -> str:
    """Return who was put into a match instead of whom; either may be nobody."""
    before, now = (names.all(facts[key]) or _("nobody") for key in ("before", "entrants"))
    return sentence % {"now": now, "before": before}


def _clock_text(minutes: int, sentence: str) -> str:
    return sentence % {"time": ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}}


def _imported_text(facts: Mapping[str, Any], sentence: str) -> str:
    return sentence % {"members": facts.get("members", 0), "results": facts.get("results", 0)}


def _result_typed_text(facts: Mapping[str, Any], names: _Names) -> str:
    values = {"result": _typed_amounts(facts["sides"], facts["typed"], names)}
    if not facts["before"]:
        return _("Result entered: %(result)s") % values
    before = _typed_amounts(facts["sides"], facts["before"], names)
    return _("Result corrected: %(result)s. It was %(before)s.") % (values | {"before": before})


def _typed_amounts(entrants: Sequence[int], typed: Sequence[Mapping[str, int]], names: _Names) -> str:
    """Return a result from paper: "Ann 120, Ben 85"; games won where they were typed."""
    key = "games" if any(side["games"] for side in typed) else "points"
    return ", ".join(f"{names.of(entrant)} {side[key]}" for entrant, side in zip(entrants, typed, strict=True))


_TEXTS: Final[Mapping[str, Callable[[Mapping[str, Any], _Names, _Names], str]]] = {
    "season_begun": lambda facts, names, places: _("The season was created"),
    "stage_begun": lambda facts, names, places: (
        ngettext("%(n)d player advanced from the groups", "%(n)d players advanced from the groups", facts["entrants"])
        % {"n": facts["entrants"]}
    ),
    "imported": lambda facts, names, places: _imported_text(
        facts, _("Imported (new members: %(members)s, results: %(results)s)")
    ),
    "import_undone": lambda facts, names, places: _imported_text(
        facts, _("Import undone (members: %(members)s, results: %(results)s)")
    ),
    "rules_changed": lambda facts, names, places: _("The rules were changed"),
    "drawn": lambda facts, names, places: _drawn_text(facts, names),
    "scripted": lambda facts, names, places: (
        ngettext("One match was entered by hand", "%(n)d matches were entered by hand", facts["matches"])
        % {"n": facts["matches"]}
    ),
    "missing_added": lambda facts, names, places: (
        ngettext("One match was added for late entries", "%(n)d matches were added for late entries", facts["matches"])
        % {"n": facts["matches"]}
    ),
    "match_added": lambda facts, names, places: _("The match was added"),
    "challenged": lambda facts, names, places: _("The match was arranged"),
    "table_opened": lambda facts, names, places: _("The players opened the table"),
    "rescheduled": lambda facts, names, places: (
        _("Moved (was: %(when)s)") % {"when": _previous_time_text(facts, places)}
    ),
    "forfeited": lambda facts, names, places: _forfeited_text(facts, names),
    "canceled": lambda facts, names, places: _("Canceled: it doesn't count"),
    "put_in": lambda facts, names, places: _pair_text(
        facts, names, _("A result changed: %(now)s instead of %(before)s")
    ),
    "drawn_again": lambda facts, names, places: _pair_text(
        facts, names, _("A result changed, so this match was canceled and drawn again: %(now)s instead of %(before)s")
    ),
    "played_on": lambda facts, names, places: _("A result changed, but the match stays as it was drawn"),
    "restored": lambda facts, names, places: _("Restored: no longer canceled or forfeited"),
    "stopped": lambda facts, names, places: _("Stopped: the score so far counts"),
    "resumed": lambda facts, names, places: _("Resumed: no longer stopped"),
    "line_up": lambda facts, names, places: _("The lineup was set"),
    "result_typed": lambda facts, names, places: _result_typed_text(facts, names),
    "result_taken_back": lambda facts, names, places: (
        _("Result removed: %(result)s") % {"result": _typed_amounts(facts["sides"], facts["before"], names)}
    ),
    "entered": lambda facts, names, places: _("Someone entered the season"),
    "withdrawn": lambda facts, names, places: _withdrawn_text(facts, names),
    "returned": lambda facts, names, places: _("%(who)s is back in the season") % {"who": names.of(facts["entrant"])},
    "penalty_given": lambda facts, names, places: _penalty_text(facts, names),
    "penalty_lifted": lambda facts, names, places: _("Undone: %(penalty)s") % {"penalty": _penalty_text(facts, names)},
    "clock_started": lambda facts, names, places: _clock_text(facts["minutes"], _("The clock was started: %(time)s")),
    "clock_paused": lambda facts, names, places: _("The clock was paused"),
    "clock_resumed": lambda facts, names, places: _("The clock was resumed"),
    "clock_extra": lambda facts, names, places: _clock_text(facts["minutes"], _("Extra time: %(time)s")),
    "last_hand": lambda facts, names, places: _("The last hand was announced"),
    "clock_stopped": lambda facts, names, places: _("The clock was stopped"),
    "table_hidden": lambda facts, names, places: _("The standings were hidden"),
    "table_shown": lambda facts, names, places: _("The standings were revealed"),
    "season_closed": lambda facts, names, places: _("The season was closed"),
    "season_imported": lambda facts, names, places: _("The season was imported"),
    "season_brought": lambda facts, names, places: _("The season was imported, already closed"),
    "season_opened": lambda facts, names, places: _("The season was reopened"),
}
