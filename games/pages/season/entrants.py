"""Template context of the page with a season's entrants: players, or teams and their members."""

from dataclasses import dataclass

from games.pages.league.league import SeasonNav
from games.pages.league.leagues import HistoryLine
from games.pages.season.name_search import Search


@dataclass(frozen=True, slots=True)
class MateContext:
    """A member's time in a team; ``id`` is used by the form that ends it, 0 if it is over."""

    id: int
    name: str
    url: str
    when: str
    gone: bool


@dataclass(frozen=True, slots=True)
class EntrantContext:
    """An entrant: a member, or a team with its members."""

    id: int
    name: str
    url: str
    seed: int | None
    names: str
    """What a search looks through: the name, and those of a team's members, in lower case."""
    note: str
    """When the entrant joined or withdrew, where that matters; else empty."""
    withdrawn: bool
    gone: bool
    """Whether no one is left who could come back."""
    handicap: int
    matches: int
    open: int
    """The number of matches still to be played, those of ``forfeited_to`` left out."""
    forfeited_to: tuple[str, ...]
    """Who wins a match by forfeit if the entrant withdraws."""
    mates: tuple[MateContext, ...]


@dataclass(frozen=True, slots=True)
class SeedLine:
    """An entrant in the order of seeds.

    ``focus`` is the button that has just moved it, "up" or "down", or "field" for the first one with an ``error``.
    """

    id: int
    name: str
    seed: str
    focus: str
    error: str


@dataclass(frozen=True, slots=True)
class HandicapLine:
    """The field for an entrant's handicap; ``focus`` is on the first one with an ``error``."""

    id: int
    name: str
    handicap: str
    focus: bool
    error: str


@dataclass(frozen=True, slots=True)
class EntrantsPage:
    """The entrants of a season and, for those who manage it, the members who could be added."""

    public_id: str
    nav: SeasonNav
    teams: bool
    entrants: tuple[EntrantContext, ...]
    """Those who were searched for."""
    total: int
    """The number of all entrants."""
    search: Search | None
    """The search for names; None with few entrants."""
    seeded: bool
    """Whether the draw uses seeds."""
    seeds: tuple[SeedLine, ...]
    """Those who can be drawn, in the order of seeds, for those who manage the season."""
    seed_sources: tuple[tuple[str, str], ...]
    """Where all seeds can be taken from: value and label."""
    seeds_open: bool
    handicaps: tuple[HandicapLine, ...]
    """Those who can be drawn, for those who manage the season; empty where its rules allow no handicap."""
    handicaps_open: bool
    manage: bool
    """Whether the user may change the entrants, and the season is open."""
    draw_url: str
    """The address where matches are created; "" with fewer than two entrants, or once there are matches."""
    free: tuple[tuple[int, str], ...]
    """Members who are not in the season, or in no team, as id and name."""
    today: str
    """Today's date in the league's time zone, as a date field takes it."""
    typed: str
    errors: tuple[str, ...]
    history: tuple[HistoryLine, ...]

    @property
    def people(self) -> tuple[str, ...]:
        """Return the players' names."""
        return tuple(entrant.name for entrant in self.entrants)
