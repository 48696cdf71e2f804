"""Build the fields of the form that draws a season's matches."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.forms.season.season_draw_form import TypedDraw, is_drawn_by_round
from games.forms.season.written_groups_form import MAX_TEXT_LENGTH
from games.models import Pairing, Place, Season
from games.pages.season.season_setup import FieldOption, FormField


def draw_fields(
    season: Season, typed: TypedDraw, places: Sequence[Place], absent: Sequence[str] = ()
) -> tuple[FormField, ...]:
    """Return the fields that the season's pairing needs; ``absent`` are the names left out of the last round."""
    texts, errors = typed.texts, typed.errors
    by_round = is_drawn_by_round(season)
    fields = [
        FormField(
            "first",
            _("Night") if by_round else _("First night"),
            "date",
            texts["first"],
            note=_("Leave blank to set dates later."),
            error=errors.get("first", ""),
        ),
        FormField("at", _("Start time"), "time", texts["at"], error=errors.get("at", "")),
    ]
    if not by_round:
        fields += [
            _number("weeks", _("A night every"), typed, unit=_("weeks")),
            _number("per_night", _("Rounds per night"), typed),
        ]
    if season.pairing == Pairing.GROUPS:
        note = _(
            "Players are spread over the groups by seed, so the best are kept apart. Leave blank to keep the "
            "current groups or, if there are none, to get groups of three to six."
        )
        fields.append(_number("groups", _("Number of groups"), typed, note=note))
        fields.append(
            FormField(
                "written_groups",
                _("Or write the groups yourself"),
                "lines",
                texts["written_groups"],
                note=_("One group per line, with commas between the names."),
                error=errors.get("written_groups", ""),
                most=MAX_TEXT_LENGTH,
            )
        )
    if season.pairing == Pairing.TRIOS:
        fields.append(
            _number(
                "rounds",
                _("Number of rounds"),
                typed,
                note=_(
                    "Leave blank to have everyone play everyone. With some numbers of players, that isn't quite "
                    "possible, and a few pairs won't meet."
                ),
            )
        )
    if season.pairing in (Pairing.KNOCKOUT, Pairing.CONSOLATION):
        label = _("Semifinal losers play for third place")
        fields.append(FormField("third", label, "yes", texts["third"]))
    if season.pairing == Pairing.SWISS:
        label = _("Accelerate this round")
        note = _(
            "Pairs this round as if the top half of the seeds had one more win. Useful in the first rounds "
            "with many players."
        )
        fields.append(FormField("accelerate", label, "yes", texts["accelerate"], note=note))
    if absent:
        label = _("Leave out the same players again")
        note = _("Left out of the last draw: %(names)s.") % {"names": ", ".join(absent)}
        fields.append(FormField("absent", label, "yes", texts["absent"], note=note))
    if places:
        options = tuple(FieldOption(str(place.pk), place.name, place in typed.places) for place in places)
        note = _("Matches are given these tables in turn. If there aren't enough, a match waits until one is free.")
        fields.append(
            FormField("place", pgettext("tables of the room", "Tables"), "several", options=options, note=note)
        )
    return tuple(fields)


def _number(name: str, label: str, typed: TypedDraw, *, unit: str = "", note: str = "") -> FormField:
    error = typed.errors.get(name, "")
    return FormField(name, label, "number", typed.texts[name], note=note, unit=unit, error=error, most=4)
