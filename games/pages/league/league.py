"""Template context of the navigation at the head of every league and season page."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavLink:
    """A link to one page of a season."""

    title: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class SeasonNav:
    """The league, the season, and links to the season pages that the user may see."""

    league: str
    league_url: str
    season: str
    links: tuple[NavLink, ...]
