"""Read the form that founds a league or changes its settings."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.translation import gettext as _

from games.forms.table.start_form import bad_name_text
from games.models import League
from games.rules.names import MAX_NAME_LENGTH, InvalidNameError, clean_name
from games.selectors.league.time_zones import all_time_zones


@dataclass(slots=True)
class TypedLeague:
    """The submitted form; ``picked`` is a time zone from the list, ``other`` a typed one, which takes precedence."""

    name: str = ""
    place: str = ""
    picked: str = ""
    other: str = ""
    public: bool = False
    key: str = ""
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def zone(self) -> str:
        """The chosen time zone."""
        return self.other or self.picked


def read_league(data: Mapping[str, str]) -> TypedLeague:
    """Read the form: clean names, and an error sentence for each wrong field."""
    typed = TypedLeague(
        name=data.get("name", "")[: 20 * MAX_NAME_LENGTH],
        place=data.get("place", "")[: 20 * MAX_NAME_LENGTH],
        picked=data.get("zone", "")[:100],
        other=data.get("other-zone", "").strip()[:100],
        public=data.get("public") == "yes",
        key=data.get("key", "")[:100],
    )
    for name in ("name", "place"):
        text = getattr(typed, name)
        if name == "place" and not text.strip():
            typed.place = ""
            continue
        try:
            setattr(typed, name, clean_name(text))
        except InvalidNameError as bad:
            typed.errors[name] = bad_name_text(bad)
    if typed.zone not in all_time_zones():
        typed.errors["zone"] = _(
            "There's no such time zone. Type the first letters of a city and pick it from the list."
        )
    return typed


def initial_league(league: League) -> TypedLeague:
    """Return the form with the league's present values."""
    return TypedLeague(league.name, league.place, league.zone, "", league.public)
