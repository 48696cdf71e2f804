"""A player's page: his record, against whom, and what he does at the table. Numbers come as they are shown."""

from dataclasses import dataclass

from games.pages.achievements import AchievementView
from games.pages.ratings import PlayerRating


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a filter."""

    value: str
    title: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Filters:
    """What the page is narrowed to; ``since`` and ``until`` are dates as browsers write them."""

    seasons: tuple[Choice, ...]
    opponents: tuple[Choice, ...]
    rules: tuple[Choice, ...]
    since: str
    until: str
    narrowed: bool
    errors: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """One number with what it is called and, in small letters, what it is made of."""

    title: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class Against:
    """The record against one opponent."""

    name: str
    url: str
    played: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """One match of the list: "12 Nov", "Ben", "won", "125 : 80"."""

    url: str
    night: str
    season: str
    opponents: str
    outcome: str
    score: str
    provisional: bool


@dataclass(frozen=True, slots=True)
class PlayerPage:
    """What the page shows. ``figures`` are empty where no game was finished, ``record`` where no match counts."""

    name: str
    league: str
    league_url: str
    url: str
    record: tuple[Figure, ...]
    figures: tuple[Figure, ...]
    rating: PlayerRating
    streaks: tuple[str, ...]
    achievements: tuple[AchievementView, ...]
    against: tuple[Against, ...]
    matches: tuple[PlayedMatch, ...]
    more: int
    filters: Filters
