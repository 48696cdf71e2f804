"""The forms of the page on which a season is run: points taken, somebody leaves, the table is hidden."""

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

_LEFT: Final = {"keep": gettext_noop("What was played counts"), "annul": gettext_noop("All matches are annulled")}

Texts = Mapping[str, str]


def penalty_fields(names: Mapping[int, str], typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Whom points are taken from, how many, and why."""
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
    """Entrant (primary key), points and reason; what is wrong goes into ``errors``."""
    entrant = tried(errors, "entrant", lambda: _chosen(data, names))
    points = tried(errors, "points", lambda: _points(data.get("points", "")))
    reason = tried(errors, "reason", lambda: typed_why(data, needed=True))
    return entrant or 0, points or 0, reason or ""


def withdrawal_fields(names: Mapping[int, str], typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Who leaves, and what becomes of what was played."""
    played = typed.get("played", "keep")
    options = tuple(FieldOption(value, _(text), value == played) for value, text in _LEFT.items())
    note = _("What was not played is cancelled.")
    return (
        _entrant(names, typed, errors),
        FormField("played", _("What becomes of the matches"), "options", options=options, note=note),
        FormField("reason", _("Why"), value=typed.get("reason", ""), error=errors.get("reason", ""), most=200),
    )


def read_withdrawal(data: Texts, names: Mapping[int, str], errors: dict[str, str]) -> tuple[int, bool, str]:
    """Entrant (primary key), whether all matches are annulled, and the reason."""
    entrant = tried(errors, "entrant", lambda: _chosen(data, names))
    reason = tried(errors, "reason", lambda: typed_why(data))
    return entrant or 0, data.get("played") == "annul", reason or ""


def hide_fields(typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Until when the table is hidden."""
    note = _("Empty: until you show it.")
    return (
        FormField("day", _("Hidden until"), "date", typed.get("day", ""), note=note, error=errors.get("day", "")),
        FormField(
            "clock", pgettext("time of day", "At"), "time", typed.get("clock", ""), error=errors.get("clock", "")
        ),
    )


def read_hiding(data: Texts, zone: str, now: datetime, errors: dict[str, str]) -> datetime:
    """The moment until which the table is hidden, as the clock in the league's room shows it."""
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
    people = sorted(names.items(), key=lambda one: one[1].casefold())
    options = (
        FieldOption("", _("Choose"), not chosen),
        *(FieldOption(str(pk), name, str(pk) == chosen) for pk, name in people),
    )
    return FormField("entrant", pgettext("field", "Who"), "select", options=options, error=errors.get("entrant", ""))


def _chosen(data: Texts, names: Mapping[int, str]) -> int:
    found = typed_key(data.get("entrant", ""))
    if found is None or found not in names:
        raise ValueError(_("Please choose who."))
    return found


def _points(text: str) -> int:
    points = typed_number(text, -MOST_POINTS, MOST_POINTS)
    if not points:
        raise ValueError(_("No points are no penalty."))
    return points
