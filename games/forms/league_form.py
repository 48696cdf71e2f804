"""Read and build the form that founds a league or changes its settings."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.start_form import bad_name_text
from games.models import League
from games.pages.leagues import LeagueForm
from games.rules.names import LONGEST, BadName, clean_name
from games.selectors.zones import known_zones, usual_zones


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
        name=data.get("name", "")[: 20 * LONGEST],
        place=data.get("place", "")[: 20 * LONGEST],
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
        except BadName as bad:
            typed.errors[name] = bad_name_text(bad)
    if typed.zone not in known_zones():
        typed.errors["zone"] = _(
            "There is no such time zone. Type the first letters of a city, and pick one from the list."
        )
    return typed


def typed_as(league: League) -> TypedLeague:
    """Return the form with the league's present values."""
    return TypedLeague(league.name, league.place, league.zone, "", league.public)


def new_league_form(typed: TypedLeague) -> LeagueForm:
    """Build the form that founds a league."""
    back = (reverse("leagues"), _("Leagues"))
    return _form(typed, _("A new league"), reverse("new_league"), button=_("Found the league"), back=back)


def settings_form(typed: TypedLeague, league: League) -> LeagueForm:
    """Build the form that changes a league's settings."""
    back = (reverse("league", args=[league.public_id]), league.name)
    action = reverse("league_settings", args=[league.public_id])
    return _form(typed, _("Settings"), action, button=_("Save"), back=back)


def _form(typed: TypedLeague, title: str, action: str, *, button: str, back: tuple[str, str]) -> LeagueForm:
    return LeagueForm(
        title=title,
        action=action,
        button=button,
        back_url=back[0],
        back_text=back[1],
        name=typed.name,
        place=typed.place,
        zone=typed.picked,
        other_zone=typed.other,
        zones=usual_zones(typed.picked),
        all_zones=known_zones(),
        public=typed.public,
        key=typed.key or secrets.token_hex(16),
        errors=typed.errors,
    )
