"""Build the form that founds a league or changes its settings."""

import secrets

from django.urls import reverse
from django.utils.translation import gettext as _

from games.forms.league.league_form import TypedLeague
from games.models import League
from games.pages.league.leagues import LeagueForm
from games.selectors.league.time_zones import all_time_zones, common_time_zones


def new_league_form(typed: TypedLeague) -> LeagueForm:
    """Build the form that founds a league."""
    back = (reverse("leagues"), _("Leagues"))
    return _form(typed, _("New league"), reverse("new_league"), button=_("Create league"), back=back)


def settings_form(typed: TypedLeague, league: League) -> LeagueForm:
    """Build the form that changes a league's settings."""
    back = (reverse("league:page", args=[league.public_id]), league.name)
    action = reverse("league:settings", args=[league.public_id])
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
        zones=common_time_zones(typed.picked),
        all_zones=all_time_zones(),
        public=typed.public,
        key=typed.key or secrets.token_hex(16),
        errors=typed.errors,
    )
