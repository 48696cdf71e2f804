"""Build the fields of the form that draws a season's matches."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms.season.season_draw_form import TypedDraw, is_drawn_by_round
from games.models import Pairing, Place, Season
from games.pages.season.season_setup import FieldOption, FormField


def draw_fields(season: Season, typed: TypedDraw, places: Sequence[Place]) -> tuple[FormField, ...]:
    """Return the fields that the season's pairing needs."""
    texts, errors = typed.texts, typed.errors
    by_round = is_drawn_by_round(season)
    fields = [
        FormField(
            "first",
            _("The night") if by_round else _("The first night"),
            "date",
            texts["first"],
            note=_("Empty: dates are left open."),
            error=errors.get("first", ""),
        ),
        FormField("at", _("Play begins at"), "time", texts["at"], error=errors.get("at", "")),
    ]
    if not by_round:
        fields += [
            _number("weeks", _("A night every"), typed, unit=_("weeks")),
            _number("per_night", _("Rounds a night"), typed),
        ]
    if season.pairing == Pairing.TRIOS:
        fields.append(
            _number(
                "rounds",
                _("How many rounds"),
                typed,
                note=_("Empty: as many as it takes to meet everybody. Where that does not work out, some do not meet."),
            )
        )
    if season.pairing == Pairing.KNOCKOUT:
        label = _("The losers of the last four play for the third place")
        fields.append(FormField("third", label, "yes", texts["third"]))
    if places:
        options = tuple(FieldOption(str(place.pk), place.name, place in typed.places) for place in places)
        note = _("Given out in turn; more matches than tables begin when a table is free.")
        fields.append(
            FormField("place", pgettext("tables of the room", "Tables"), "several", options=options, note=note)
        )
    return tuple(fields)


def _number(name: str, label: str, typed: TypedDraw, *, unit: str = "", note: str = "") -> FormField:
    error = typed.errors.get(name, "")
    return FormField(name, label, "number", typed.texts[name], note=note, unit=unit, error=error, most=4)
