"""What every page of a league and of a season has at its head."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NavLink:
    """One page of a season, in the row of them."""

    title: str
    url: str
    current: bool


@dataclass(frozen=True, slots=True)
class SeasonNav:
    """The league, the season, and the row of its pages for who looks at it."""

    league: str
    league_url: str
    season: str
    links: tuple[NavLink, ...]
