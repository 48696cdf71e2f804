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
    "founded": gettext_noop("The league was created."),
    "league_changed": gettext_noop("The league's name, place, time zone or visibility changed."),
    "place_added": gettext_noop("Table added: %(place)s."),
    "place_renamed": gettext_noop("Table renamed: %(before)s is now %(place)s."),
    "place_removed": gettext_noop("Table removed: %(place)s."),
    "link_revoked": gettext_noop("A link was turned off."),
    # Officials: for events about an office see ``_OFFICES``.
    "handed_over": gettext_noop("The league was handed over to %(account)s."),
    # Members.
    "member_added": gettext_noop("%(member)s was added to the league."),
    "renamed": gettext_noop("%(member)s was renamed."),
    "claimed": gettext_noop("%(member)s was linked to an account."),
    "released": gettext_noop("The phones and account of %(member)s were unlinked."),
    "left": gettext_noop("%(member)s left the league."),
    "merged": gettext_noop("%(member)s was merged with %(other)s."),
    "parted": gettext_noop("The merge of %(member)s and %(other)s was undone."),
    "erased": gettext_noop("A name was erased. The results stay."),
    # Who competes in a season.
    "entered": gettext_noop("%(member)s entered %(season)s."),
    "taken_out": gettext_noop("%(entrant)s was removed from %(season)s before the first match."),
    "withdrawn": gettext_noop("%(entrant)s withdrew from %(season)s on %(on)s."),
    "returned": gettext_noop("%(entrant)s came back to %(season)s."),
    "seeded": gettext_noop("The seeds for %(season)s were set."),
    # Translators: points that a player or team starts each game with.
    "handicap_set": gettext_noop("The handicap of %(entrant)s was changed from %(before)s to %(points)s."),
    "team_made": gettext_noop("%(entrant)s entered %(season)s."),
    "team_renamed": gettext_noop("%(before)s is now called %(entrant)s."),
    "joined_team": gettext_noop("%(member)s joined %(entrant)s on %(on)s."),
    "left_team": gettext_noop("%(member)s left %(entrant)s on %(on)s."),
}


_OFFICES: Final[dict[str, dict[str, str]]] = {
    "invited": {
        "organizer": gettext_noop("Someone was invited to be an organizer."),
        "referee": gettext_noop("Someone was invited to be a referee."),
        "scorer": gettext_noop("Someone was invited to be a scorer."),
    },
    "office_taken": {
        "organizer": gettext_noop("The league has a new organizer."),
        "referee": gettext_noop("The league has a new referee."),
        "scorer": gettext_noop("The league has a new scorer."),
    },
    "office_lost": {
        "organizer": gettext_noop("%(account)s is no longer an organizer."),
        "referee": gettext_noop("%(account)s is no longer a referee."),
        "scorer": gettext_noop("%(account)s is no longer a scorer."),
    },
    "office_left": {
        "organizer": gettext_noop("%(account)s stepped down as organizer."),
        "referee": gettext_noop("%(account)s stepped down as referee."),
        "scorer": gettext_noop("%(account)s stepped down as scorer."),
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
    """Return a date: "May 6, 2026"."""
    # Translators: a date format of Django's ("May 6, 2024"); use the order and the signs of your own language.
    return date_format(day, pgettext("date", "F j, Y"))
