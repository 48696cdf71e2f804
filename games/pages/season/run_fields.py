"""Build the fields of the page that manages a season: penalties, withdrawals, hiding the standings."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from games.forms.season.season_manage_form import Texts
from games.pages.season.season_setup import FieldOption, FormField

_WITHDRAWAL_CHOICES: Final = {
    "keep": gettext_noop("Matches already played still count"),
    "annul": gettext_noop("All their matches are annulled"),
}


def penalty_fields(names: Mapping[int, str], typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Return the fields of a penalty: who, how many points, and why."""
    return (
        _entrant(names, typed, errors),
        FormField(
            "points",
            _("Points to deduct"),
            "number",
            typed.get("points", ""),
            note=_("Use a minus sign to add points."),
            error=errors.get("points", ""),
            most=6,
        ),
        FormField("reason", _("Reason"), value=typed.get("reason", ""), error=errors.get("reason", ""), most=200),
    )


def withdrawal_fields(
    names: Mapping[int, str], typed: Texts, errors: Texts, *, by_round: bool
) -> tuple[FormField, ...]:
    """Return the fields of a withdrawal: who leaves, and whether their matches count.

    ``by_round`` is whether the season is drawn by round, so that the opponent wins an open match.
    """
    played = typed.get("played", "keep")
    options = tuple(FieldOption(value, _(text), value == played) for value, text in _WITHDRAWAL_CHOICES.items())
    note = (
        _("Their opponent wins any open match in this round by forfeit.")
        if by_round
        else _("Matches not yet played are canceled.")
    )
    return (
        _entrant(names, typed, errors),
        FormField("played", _("What happens to the matches"), "options", options=options, note=note),
        FormField("reason", _("Reason"), value=typed.get("reason", ""), error=errors.get("reason", ""), most=200),
    )


def hide_fields(typed: Texts, errors: Texts) -> tuple[FormField, ...]:
    """Return the fields for the date and time until which the standings are hidden."""
    note = _(
        "Leave blank to keep the standings hidden until you show them. Until then, lists and files leave out "
        "the scores. Each match's page and the API still show them."
    )
    return (
        FormField("day", _("Hidden until"), "date", typed.get("day", ""), note=note, error=errors.get("day", "")),
        FormField(
            "clock", pgettext("time of day", "At"), "time", typed.get("clock", ""), error=errors.get("clock", "")
        ),
    )


def _entrant(names: Mapping[int, str], typed: Texts, errors: Texts) -> FormField:
    chosen = typed.get("entrant", "")
    entrants = sorted(names.items(), key=lambda one: one[1].casefold())
    options = (
        FieldOption("", _("Choose"), not chosen),
        *(FieldOption(str(pk), name, str(pk) == chosen) for pk, name in entrants),
    )
    return FormField("entrant", pgettext("field", "Who"), "select", options=options, error=errors.get("entrant", ""))
