"""Read the forms of the page that manages a season: penalties, withdrawals, hiding the standings."""

from collections.abc import Mapping
from datetime import datetime, time
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.forms.typed_values import (
    parse_whole_number,
    typed_date,
    typed_number,
    typed_time,
    validated_reason,
    value_or_error,
)
from games.services.season.penalties import MOST_POINTS
from games.services.season.season_close import UNTIL_SHOWN

Texts = Mapping[str, str]


def read_penalty(data: Texts, names: Mapping[int, str], errors: dict[str, str]) -> tuple[int, int, str]:
    """Return entrant (primary key), points and reason; errors go into ``errors``."""
    entrant = value_or_error(errors, "entrant", lambda: _chosen(data, names))
    points = value_or_error(errors, "points", lambda: _points(data.get("points", "")))
    reason = value_or_error(errors, "reason", lambda: validated_reason(data, needed=True))
    return entrant or 0, points or 0, reason or ""


def read_withdrawal(data: Texts, names: Mapping[int, str], errors: dict[str, str]) -> tuple[int, bool, str]:
    """Return entrant (primary key), whether all matches are annulled, and the reason."""
    entrant = value_or_error(errors, "entrant", lambda: _chosen(data, names))
    reason = value_or_error(errors, "reason", lambda: validated_reason(data))
    return entrant or 0, data.get("played") == "annul", reason or ""


def read_hide(data: Texts, zone: str, now: datetime, errors: dict[str, str]) -> datetime:
    """Return until when the standings are hidden; the form's time is in the league's time zone."""
    day = value_or_error(errors, "day", lambda: typed_date(data.get("day", "")))
    clock = value_or_error(errors, "clock", lambda: typed_time(data.get("clock", "")))
    if day is None:
        if clock and not errors:
            errors["day"] = _("Please enter the date, too.")
        return UNTIL_SHOWN
    until = datetime.combine(day, clock or time(), ZoneInfo(zone))
    if until <= now and not errors:
        errors["day"] = _("That's in the past.")
    return until


def _chosen(data: Texts, names: Mapping[int, str]) -> int:
    primary_key = parse_whole_number(data.get("entrant", ""))
    if primary_key is None or primary_key not in names:
        raise ValueError(_("Please choose someone."))
    return primary_key


def _points(text: str) -> int:
    points = typed_number(text, -MOST_POINTS, MOST_POINTS)
    if not points:
        raise ValueError(_("Please enter a number other than 0."))
    return points
