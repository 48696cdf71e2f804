"""Read the form that draws a season's matches: first night, weeks between, time, tables."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta

from django.utils.translation import gettext as _

from games.forms.season.written_groups_form import MAX_TEXT_LENGTH, read_written_groups
from games.forms.typed_values import typed_date, typed_number, typed_time, value_or_error
from games.models import Entrant, Pairing, Place, Season
from games.models.season import DRAWN_BY_ROUND, MOST_GROUPS
from games.selectors.season.last_draw import LastDraw
from games.services.season.draws import PairingPlan


@dataclass(slots=True)
class TypedDraw:
    """The submitted form: its texts, its errors, and the plan if there are none."""

    texts: dict[str, str]
    places: tuple[Place, ...]
    errors: dict[str, str] = field(default_factory=dict)
    plan: PairingPlan | None = None


def initial_draw(
    season: Season, places: Sequence[Place], tonight: date, last: date | None, *, again: LastDraw | None = None
) -> TypedDraw:
    """Return the form with its initial values; ``last`` is the night of the last match so far, ``tonight`` today.

    A round that is drawn ``again`` keeps its night, time, tables and choices.
    """
    # The next round of a Swiss season may well be played the same evening.
    later = last if season.pairing == Pairing.SWISS else last and last + timedelta(weeks=1)
    first = max(later, tonight) if later and is_drawn_by_round(season) else tonight
    texts = {
        **{"first": first.isoformat(), "weeks": "1", "per_night": "1", "at": "19:30"},
        **{"rounds": "", "groups": "", "written_groups": "", "third": "", "accelerate": "", "absent": ""},
    }
    if again is None:
        return TypedDraw(texts, tuple(places))
    ticks = {"third": again.third_place, "accelerate": again.accelerate, "absent": bool(again.absent)}
    texts |= {
        "first": again.night.isoformat() if again.night else "",
        "at": f"{again.start_time:%H:%M}" if again.start_time else "",
        **{name: "1" if ticked else "" for name, ticked in ticks.items()},
    }
    return TypedDraw(texts, again.places)


def read_draw(
    data: Mapping[str, str],
    chosen: Sequence[str],
    places: Sequence[Place],
    again: LastDraw | None = None,
    entrants: Mapping[str, Entrant] | None = None,
) -> TypedDraw:
    """Read the form; ``chosen`` are the ticked values of ``places``, ``again`` is the draw of a round drawn again.

    ``entrants`` by name are those of written groups.
    """
    names = ("first", "weeks", "per_night", "at", "rounds", "groups", "third", "again", "accelerate", "absent")
    typed = TypedDraw({name: data.get(name, "")[:20] for name in names}, _ticked(chosen, places))
    texts, errors = typed.texts, typed.errors
    first = value_or_error(errors, "first", lambda: typed_date(texts["first"]))
    start_time = value_or_error(errors, "at", lambda: typed_time(texts["at"]))
    weeks = value_or_error(errors, "weeks", lambda: typed_number(texts["weeks"] or "1", 1, 52))
    per_night = value_or_error(errors, "per_night", lambda: typed_number(texts["per_night"] or "1", 1, 20))
    rounds = value_or_error(
        errors, "rounds", lambda: typed_number(texts["rounds"], 1, 200) if texts["rounds"].strip() else None
    )
    groups = value_or_error(
        errors, "groups", lambda: typed_number(texts["groups"], 2, MOST_GROUPS) if texts["groups"].strip() else None
    )
    texts["written_groups"] = data.get("written_groups", "")[:MAX_TEXT_LENGTH]
    written = read_written_groups(texts["written_groups"], entrants or {}) if texts["written_groups"].strip() else None
    if written and written.faults:
        line, fault = next(iter(written.faults.items()))
        errors["written_groups"] = _("Line %(number)s: %(fault)s") % {"number": line, "fault": fault} if line else fault
    if not errors:
        omits = again if again and texts["again"] and texts["absent"] else None
        typed.plan = PairingPlan(
            first=first,
            weeks=weeks or 1,
            per_night=per_night or 1,
            start_time=start_time,
            places=typed.places,
            rounds=rounds,
            groups=groups,
            written_groups=tuple(written.groups) if written else (),
            third_place=bool(texts["third"]),
            redraw=bool(texts["again"]),
            accelerate=bool(texts["accelerate"]),
            absent=omits.absent if omits else frozenset(),
            requested_byes=omits.requested_byes if omits else {},
        )
    return typed


def is_drawn_by_round(season: Season) -> bool:
    """Whether the season's matches are drawn one round at a time (Swiss system, brackets)."""
    return season.pairing in DRAWN_BY_ROUND


def _ticked(chosen: Sequence[str], places: Sequence[Place]) -> tuple[Place, ...]:
    return tuple(place for place in places if str(place.pk) in chosen)
