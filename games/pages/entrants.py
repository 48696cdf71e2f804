"""Who competes in a season."""

from dataclasses import dataclass

from games.pages.league import SeasonNav
from games.pages.leagues import HistoryLine


@dataclass(frozen=True, slots=True)
class MateView:
    """A member's time in a team. ``id`` is that of the form that ends it, 0 where it is over."""

    id: int
    name: str
    url: str
    when: str
    gone: bool


@dataclass(frozen=True, slots=True)
class EntrantView:
    """Who competes: a member, or a team with who plays for it."""

    id: int
    name: str
    url: str
    seed: int | None
    note: str
    """When it came and went, where that is worth a word; empty otherwise."""
    withdrawn: bool
    gone: bool
    """Whether there is nobody any more who could come back."""
    matches: int
    open: int
    """Matches that are still to be played."""
    mates: tuple[MateView, ...]


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """Who competes in a season, and for who runs the league, who could."""

    public_id: str
    nav: SeasonNav
    teams: bool
    entrants: tuple[EntrantView, ...]
    seeded: bool
    """Whether the draw goes by seeds."""
    manage: bool
    """Whether the reader may change any of this, and the season is open."""
    free: tuple[tuple[int, str], ...]
    """Members who are not in it yet, or are in no team."""
    today: str
    """The night in the league's room, as a date field takes it."""
    typed: str
    errors: tuple[str, ...]
    history: tuple[HistoryLine, ...]
