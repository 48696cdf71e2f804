"""The row of a season's pages."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.pages.league import NavLink, SeasonNav
from games.selectors.league_access import SeasonAccess

_PAGES: Final = {
    "season": gettext_noop("Table"),
    "season_pictures": gettext_noop("Pictures"),
    "fixtures": gettext_noop("Matches"),
    "entrants": gettext_noop("Players"),
    "season_rules": gettext_noop("Rules"),
    "season_data": gettext_noop("Files"),
    "checks": gettext_noop("To check"),
    "run_season": gettext_noop("Run it"),
}
_NEEDS: Final = {"checks": "judge", "run_season": "manage_league"}


def season_nav(at: SeasonAccess, current: str) -> SeasonNav:
    """The pages of a season that ``at`` may open; ``current`` is the url name of the one that is shown."""
    return SeasonNav(
        league=at.access.league.name,
        league_url=reverse("league", args=[at.access.league.public_id]),
        season=at.season.name,
        links=tuple(
            NavLink(_(title), reverse(name, args=[at.season.public_id]), name == current)
            for name, title in _PAGES.items()
            if name not in _NEEDS or at.access.may(_NEEDS[name])
        ),
    )
