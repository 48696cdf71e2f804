"""Build the navigation bar of a season's pages."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models.season import BRACKETS
from games.pages.league.league import NavLink, SeasonNav
from games.pages.season.wrong_pair_notes import wrong_pair_notes
from games.selectors.league.league_access import SeasonAccess

_REQUIRED_ACTION: Final = {"desk": "run_desk", "checks": "check_rounds", "run": "manage_league"}

_ABOUT_MATCHES: Final = ("page", "bracket", "matches", "desk", "checks", "run")
_LIVE: Final = ("page", "bracket", "desk")


def season_nav(season_access: SeasonAccess, current: str) -> SeasonNav:
    """Return the pages of a season that the reader may open; ``current`` is the URL name of the open one."""
    return SeasonNav(
        league=season_access.access.league.name,
        league_url=reverse("league:page", args=[season_access.access.league.public_id]),
        season=season_access.season.name,
        links=tuple(
            NavLink(title, reverse(f"season:{name}", args=[season_access.season.public_id]), name == current)
            for name, title in _titles().items()
            if (name not in _REQUIRED_ACTION or season_access.access.may(_REQUIRED_ACTION[name]))
            and (name != "bracket" or season_access.season.pairing in BRACKETS)
        ),
        wrong_pairs=wrong_pair_notes(season_access) if current in _ABOUT_MATCHES else (),
        decides=current in _LIVE and season_access.access.may("manage_league"),
    )


def _titles() -> dict[str, str]:
    """Return the title of each page by its URL name."""
    return {
        "page": pgettext("standings", "Standings"),
        "bracket": _("Bracket"),
        "pictures": _("Charts"),
        "matches": _("Matches"),
        "entrants": _("Players"),
        "rules": _("Rules"),
        "data": _("Files"),
        "desk": _("Desk"),
        "checks": _("To check"),
        "run": _("Manage"),
    }
