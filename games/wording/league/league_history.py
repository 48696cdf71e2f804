"""A league's history as sentences: changes of the league, its members, its officials, and its entrants.

The history of a season and its matches is in ``games.wording.season.season_events``. In the messages ``member``,
``other`` and ``account`` are the people's present names, ``season`` the season's name; all other values are stored with
the event.
"""

from collections.abc import Mapping
from datetime import date
from typing import Final

from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

_SENTENCES: Final[dict[str, str]] = {
    # The league.
    "founded": gettext_noop("The league was founded."),
    "league_changed": gettext_noop("The league's name, place or time zone was changed, or who may see it."),
    "place_added": gettext_noop("There is a table %(place)s in the room."),
    "place_renamed": gettext_noop("The table %(before)s is called %(place)s now."),
    "place_removed": gettext_noop("The table %(place)s was taken out of the room."),
    "link_revoked": gettext_noop("A link was switched off."),
    # Officials: for events about an office see ``_OFFICES``.
    "handed_over": gettext_noop("The league was handed over to %(account)s."),
    # Members.
    "member_added": gettext_noop("%(member)s was added to the league."),
    "renamed": gettext_noop("%(member)s got this name."),
    "claimed": gettext_noop("%(member)s was tied to an account."),
    "released": gettext_noop("The name %(member)s was taken back from whoever had claimed it."),
    "left": gettext_noop("%(member)s left the league."),
    "merged": gettext_noop("%(member)s turned out to be %(other)s."),
    "parted": gettext_noop("%(member)s and %(other)s are two people again."),
    "erased": gettext_noop("A name was taken out. The results stay."),
    # Who competes in a season.
    "entered": gettext_noop("%(member)s entered %(season)s."),
    "taken_out": gettext_noop("%(entrant)s was taken out of %(season)s before the first match."),
    "withdrawn": gettext_noop("%(entrant)s withdrew from %(season)s on %(on)s."),
    "returned": gettext_noop("%(entrant)s came back to %(season)s."),
    "seeded": gettext_noop("The seeds of %(season)s were set."),
    "team_made": gettext_noop("%(entrant)s entered %(season)s."),
    "team_renamed": gettext_noop("%(before)s is called %(entrant)s now."),
    "joined_team": gettext_noop("%(member)s joined %(entrant)s on %(on)s."),
    "left_team": gettext_noop("%(member)s left %(entrant)s on %(on)s."),
}


_OFFICES: Final[dict[str, dict[str, str]]] = {
    "invited": {
        "organiser": gettext_noop("Somebody was invited as organiser."),
        "referee": gettext_noop("Somebody was invited as referee."),
        "scorer": gettext_noop("Somebody was invited as scorer."),
    },
    "office_taken": {
        "organiser": gettext_noop("The league has a new organiser."),
        "referee": gettext_noop("The league has a new referee."),
        "scorer": gettext_noop("The league has a new scorer."),
    },
    "office_lost": {
        "organiser": gettext_noop("%(account)s is no organiser any more."),
        "referee": gettext_noop("%(account)s is no referee any more."),
        "scorer": gettext_noop("%(account)s is no scorer any more."),
    },
    "office_left": {
        "organiser": gettext_noop("%(account)s gave up being organiser."),
        "referee": gettext_noop("%(account)s gave up being referee."),
        "scorer": gettext_noop("%(account)s gave up being scorer."),
    },
}
"""Messages about an office, by kind of event and duty."""


class _Facts(dict[str, str]):
    """The values of a message; an unknown one is replaced by a neutral word."""

    def __missing__(self, key: str) -> str:
        return _("Somebody") if key in ("member", "other", "account", "entrant") else _("it")


def event_text(kind: str, facts: Mapping[str, object], names: Mapping[str, str]) -> str:
    """Return an event as a sentence; ``names`` are those of the people and the season, by placeholder."""
    context = _Facts({name: fact for name, fact in facts.items() if isinstance(fact, str)} | dict(names))
    if "on" in context:
        context["on"] = day_text(date.fromisoformat(context["on"]))
    message = _of_office(kind, str(facts.get("duty", ""))) or _SENTENCES.get(kind)
    return _(message) % context if message else kind.replace("_", " ").capitalize() + "."


def _of_office(kind: str, duty: str) -> str:
    """Return the message of an event about an office, not yet translated; "" for any other event."""
    return _OFFICES.get(kind, {}).get(duty, "")


def day_text(day: date) -> str:
    """Return a date: "6 May 2026"."""
    return date_format(day, pgettext("date", "j E Y"))
