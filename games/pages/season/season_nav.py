"""Build the navigation bar of a season's pages."""

from typing import Final

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.models import Pairing, Season
from games.models.season import BRACKETS
from games.pages.league.league import ChangedGroups, NavLink, SeasonNav
from games.pages.season.wrong_pair_notes import wrong_pair_notes
from games.selectors.league.league_access import SeasonAccess
from games.selectors.season.draw_state import has_begun
from games.selectors.season.entrant_names import names_of_entrants
from games.selectors.season.group_stage import wrong_entrants
from games.selectors.season.season_state import is_hidden

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
        )
        + _other_stages(season_access.season),
        wrong_pairs=wrong_pair_notes(season_access) if current in _ABOUT_MATCHES else (),
        changed=_changed_groups(season_access) if current in _ABOUT_MATCHES else None,
        decides=current in _LIVE and season_access.access.may("manage_league"),
    )


def _other_stages(season: Season) -> tuple[NavLink, ...]:
    """Return the brackets that follow a season's groups, or the groups that a bracket follows."""
    if season.pairing == Pairing.GROUPS:
        stages = [(stage.name, stage) for stage in season.final_stages.order_by("pk")]
    else:
        stages = [(_("Groups"), season.group_stage)] if season.group_stage else []
    return tuple(
        NavLink(title, reverse("season:page", args=[stage.public_id]), current=False) for title, stage in stages
    )


def _changed_groups(season_access: SeasonAccess) -> ChangedGroups | None:
    """Return who is wrong in a bracket that follows groups, in an open season whose groups the reader may see."""
    season = season_access.season
    if (
        season.group_stage is None
        or season.closed_at
        or is_hidden(SeasonAccess(season_access.access, season.group_stage))
    ):
        return None
    wrong, right = wrong_entrants(season)
    if not wrong and not right:
        return None
    names = names_of_entrants(season.group_stage)
    decides = season_access.access.may("manage_league") and not any(map(has_begun, season.matches.all()))
    return ChangedGroups(
        tuple(sorted(names[pk] for pk in wrong)),
        tuple(sorted(names[pk] for pk in right)),
        reverse("season:take_entrants", args=[season.public_id]) if decides else "",
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
