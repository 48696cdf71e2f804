"""The row of a season's pages."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.pages.league import NavLink, SeasonNav
from games.selectors.league_access import SeasonAccess

_NEEDS: Final = {"checks": "judge", "run_season": "manage_league"}


def season_nav(at: SeasonAccess, current: str) -> SeasonNav:
    """The pages of a season that ``at`` may open; ``current`` is the url name of the one that is shown."""
    return SeasonNav(
        league=at.access.league.name,
        league_url=reverse("league", args=[at.access.league.public_id]),
        season=at.season.name,
        links=tuple(
            NavLink(title, reverse(name, args=[at.season.public_id]), name == current)
            for name, title in _titles().items()
            if name not in _NEEDS or at.access.may(_NEEDS[name])
        ),
    )


def _titles() -> dict[str, str]:
    """What each page is called, by its url name."""
    return {
        "season": pgettext("standings", "Table"),
        "season_pictures": _("Pictures"),
        "fixtures": _("Matches"),
        "entrants": _("Players"),
        "season_rules": _("Rules"),
        "season_data": _("Files"),
        "checks": _("To check"),
        "run_season": _("Run it"),
    }
