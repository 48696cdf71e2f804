"""Read and build the forms of the page that manages a season: penalties, withdrawals, hiding the standings."""

from collections.abc import Mapping
from datetime import datetime, time
from typing import Final
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.forms.typed_values import tried, typed_date, typed_key, typed_number, typed_time, typed_why
from games.pages.season_setup import FieldOption, FormField
from games.services.closing import UNTIL_SHOWN
from games.services.penalties import MOST_POINTS

_WITHDRAWAL_CHOICES: Final = {
    "keep": gettext_noop("What was played counts"),
    "annul": gettext_noop("All matches are annulled"),
}

Texts = Mapping[str, str]


def penalty_fields(names: Mapping[int, str], typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Return the fields of a penalty: who, how many points, and why."""
    return (
        _entrant(names, typed, errors),
        FormField(
            "points",
            _("Points taken"),
            "number",
            typed.get("points", ""),
            note=_("With a minus they are given."),
            error=errors.get("points", ""),
            most=6,
        ),
        FormField("reason", _("Why"), value=typed.get("reason", ""), error=errors.get("reason", ""), most=200),
    )


def read_penalty(data: Texts, names: Mapping[int, str], errors: dict[str, str]) -> tuple[int, int, str]:
    """Return entrant (primary key), points and reason; errors go into ``errors``."""
    entrant = tried(errors, "entrant", lambda: _chosen(data, names))
    points = tried(errors, "points", lambda: _points(data.get("points", "")))
    reason = tried(errors, "reason", lambda: typed_why(data, needed=True))
    return entrant or 0, points or 0, reason or ""


def withdrawal_fields(names: Mapping[int, str], typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Return the fields of a withdrawal: who leaves, and whether their matches count."""
    played = typed.get("played", "keep")
    options = tuple(FieldOption(value, _(text), value == played) for value, text in _WITHDRAWAL_CHOICES.items())
    note = _("What was not played is cancelled.")
    return (
        _entrant(names, typed, errors),
        FormField("played", _("What becomes of the matches"), "options", options=options, note=note),
        FormField("reason", _("Why"), value=typed.get("reason", ""), error=errors.get("reason", ""), most=200),
    )


def read_withdrawal(data: Texts, names: Mapping[int, str], errors: dict[str, str]) -> tuple[int, bool, str]:
    """Return entrant (primary key), whether all matches are annulled, and the reason."""
    entrant = tried(errors, "entrant", lambda: _chosen(data, names))
    reason = tried(errors, "reason", lambda: typed_why(data))
    return entrant or 0, data.get("played") == "annul", reason or ""


def hide_fields(typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Return the fields for the date and time until which the standings are hidden."""
    note = _("Empty: until you show it.")
    return (
        FormField("day", _("Hidden until"), "date", typed.get("day", ""), note=note, error=errors.get("day", "")),
        FormField(
            "clock", pgettext("time of day", "At"), "time", typed.get("clock", ""), error=errors.get("clock", "")
        ),
    )


def read_hiding(data: Texts, zone: str, now: datetime, errors: dict[str, str]) -> datetime:
    """Return until when the standings are hidden; the form's time is in the league's time zone."""
    day = tried(errors, "day", lambda: typed_date(data.get("day", "")))
    clock = tried(errors, "clock", lambda: typed_time(data.get("clock", "")))
    if day is None:
        if clock and not errors:
            errors["day"] = _("Please give the day, too.")
        return UNTIL_SHOWN
    until = datetime.combine(day, clock or time(), ZoneInfo(zone))
    if until <= now and not errors:
        errors["day"] = _("That is over already.")
    return until


def _entrant(names: Mapping[int, str], typed: Texts, errors: Texts) -> FormField:
    chosen = typed.get("entrant", "")
    entrants = sorted(names.items(), key=lambda one: one[1].casefold())
    options = (
        FieldOption("", _("Choose"), not chosen),
        *(FieldOption(str(pk), name, str(pk) == chosen) for pk, name in entrants),
    )
    return FormField("entrant", pgettext("field", "Who"), "select", options=options, error=errors.get("entrant", ""))


def _chosen(data: Texts, names: Mapping[int, str]) -> int:
    primary_key = typed_key(data.get("entrant", ""))
    if primary_key is None or primary_key not in names:
        raise ValueError(_("Please choose who."))
    return primary_key


def _points(text: str) -> int:
    points = typed_number(text, -MOST_POINTS, MOST_POINTS)
    if not points:
        raise ValueError(_("No points are no penalty."))
    return points
